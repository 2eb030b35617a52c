"""Verifies the code that comes with a password (contract 6.factor)."""

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users.second_factor import codes, repository
from doorlist.users.second_factor.rules import plain_code

WRONG_CODE = "This code is wrong, or was used before. Type the next one that your app shows, or another recovery code"
MISSING_CODE = "Type the 6-digit code that your authenticator app shows for Doorlist"


class SecondFactorRequired(Problem):
    """The password is right, and the account has a second factor: its code has to come with it."""

    status = 401
    code = "second_factor_required"
    title = "One more step"
    detail = f"{MISSING_CODE}."


class CodeRefused(Problem):
    """The password is right, the code is wrong or was used before."""

    status = 401
    code = "second_factor_refused"
    title = "Login failed"
    detail = f"{WRONG_CODE}."


def check_code(tx: Session, user_id: int, code: str | None, *, by: Actor, is_needed: bool = False) -> None:
    """Consume the code if the account has a second factor, or had one a moment ago (`is_needed`).

    Raises SecondFactorRequired, CodeRefused.
    """
    if not is_needed and repository.find_confirmed(tx, user_id) is None:
        return
    if not plain_code(code or ""):
        raise SecondFactorRequired
    if not consume_code(tx, user_id, code or "", by=by):
        raise CodeRefused


def consume_code(tx: Session, user_id: int, typed: str, *, by: Actor) -> bool:
    """Consume a code of the app, or a recovery code. Returns False if it is neither, or was used before.

    One statement decides, so that of two sign-ins with the same code one gets in, on whatever servers.
    """
    factor = repository.find_confirmed(tx, user_id)
    if factor is None:
        return False
    code = plain_code(typed)
    step = codes.matching_step(factor.secret, code, clock.now())
    if step is not None:
        return repository.consume_time_step(tx, user_id, factor.secret, step)
    if not repository.consume_recovery_code(tx, user_id, codes.recovery_hash(code)):
        return False
    left = repository.count_recovery_codes(tx, user_id)
    add_audit_entry(tx, Action.USER_RECOVERY_CODE_USED, by=by, subject_id=user_id, after={"recovery_codes_left": left})
    return True
