"""Setting up, removing and requiring second factors (contract 6.factor, decision 0045)."""

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database, serialize_on
from doorlist.core.errors import Conflict, InvalidInput
from doorlist.live.publish import publish_after_commit
from doorlist.users.accounts import end_sessions_and_access, get_by_username, get_for_edit
from doorlist.users.models import SecondFactor, User
from doorlist.users.own_password import checked_password, lock_unchanged
from doorlist.users.schemas import UserOut
from doorlist.users.second_factor import codes
from doorlist.users.second_factor import repository as factors
from doorlist.users.second_factor.rules import ROLES, plain_code
from doorlist.users.second_factor.schemas import (
    RecoveryCodes,
    SecondFactorRemoval,
    SecondFactorRequirement,
    SecondFactorSecret,
    SecondFactorState,
)
from doorlist.users.second_factor.verification import WRONG_CODE, CodeRefused, consume_code
from doorlist.users.service import SignedInUser
from doorlist.users.throttle import Attempt, AttemptSource


class SecondFactorPresent(Conflict):
    code = "second_factor_present"
    title = "Not possible"
    detail = "Your account has a second factor already. Remove it first to set up another."


class SecondFactorAbsent(Conflict):
    code = "second_factor_absent"
    title = "Not possible"


class OwnSecondFactor(Conflict):
    code = "own_second_factor"
    title = "Not possible"
    detail = "Remove your own second factor with your password and a code: choose your name, top right."


def read_state(tx: Session, caller: SignedInUser) -> SecondFactorState:
    user = tx.get_one(User, caller.id)
    return SecondFactorState(
        is_set_up=user.has_second_factor,
        is_required=user.role in factors.roles_that_need_one(tx),
        recovery_codes_left=factors.count_recovery_codes(tx, user.id),
    )


def begin(database: Database, caller: SignedInUser, password: str, *, origin: AttemptSource) -> SecondFactorSecret:
    """Create a secret for the caller, which counts once it is confirmed; it replaces an earlier unconfirmed one.

    Raises InvalidInput on `password`, SecondFactorPresent, TooManyAttempts.
    """
    with database.read() as tx:
        if factors.find_confirmed(tx, caller.id) is not None:
            raise SecondFactorPresent
    user, attempt = checked_password(database, caller, password, origin)
    secret = codes.new_secret()

    def work(tx: Session) -> None:
        attempt.clear_failures(tx)
        lock_unchanged(tx, user)
        if factors.find_confirmed(tx, user.id) is not None:
            raise SecondFactorPresent
        factors.replace_factor(tx, user.id, secret, clock.now())

    database.commit(work)
    return SecondFactorSecret(secret=secret, otpauth_url=codes.otpauth_url(secret, user.username))


def confirm(database: Database, caller: SignedInUser, code: str, *, origin: AttemptSource) -> RecoveryCodes:
    """Activate the secret, once the app has shown that it has it. Returns ten recovery codes, stored only as hashes.

    Raises InvalidInput on `code`, SecondFactorAbsent, TooManyAttempts.
    """
    with database.read() as tx:
        username = tx.get_one(User, caller.id).username_folded
        factor = tx.get(SecondFactor, caller.id)
        secret = None if factor is None or factor.confirmed_at is not None else factor.secret
    if secret is None:
        raise SecondFactorAbsent("There is nothing to confirm. Begin again with your password.")
    attempt = Attempt(database, username, origin)
    step = codes.matching_step(secret, plain_code(code), clock.now())
    if step is None:
        wrong = InvalidInput.on("code", "This code is wrong. Type the one that your app shows now")
        raise attempt.failure_problem(wrong, action=Action.USER_SECOND_FACTOR_REFUSED, by=caller)
    recovery_codes = codes.new_recovery_codes()

    def work(tx: Session) -> None:
        attempt.uncount(tx)
        if not factors.confirm_factor(tx, caller.id, secret, step=step, now=clock.now()):
            raise SecondFactorAbsent("Another secret was made meanwhile. Begin again with your password.")
        factors.add_recovery_codes(tx, caller.id, map(codes.recovery_hash, recovery_codes))
        add_audit_entry(tx, Action.USER_SECOND_FACTOR_ADDED, by=caller, subject_id=caller.id)
        publish_after_commit(tx, users=[caller.id])

    database.commit(work)
    return RecoveryCodes(recovery_codes=recovery_codes)


def remove(database: Database, caller: SignedInUser, removal: SecondFactorRemoval, *, origin: AttemptSource) -> None:
    """Remove the caller's second factor, if any. Raises InvalidInput on `password` or `code`, TooManyAttempts."""
    user, attempt = checked_password(database, caller, removal.password, origin, code=removal.code)

    def work(tx: Session) -> None:
        lock_unchanged(tx, user)
        if factors.find_confirmed(tx, user.id) is None:
            attempt.clear_failures(tx)
            return
        if not consume_code(tx, user.id, removal.code, by=caller):
            raise CodeRefused
        attempt.clear_failures(tx)
        factors.delete_factor(tx, user.id)
        add_audit_entry(tx, Action.USER_SECOND_FACTOR_REMOVED, by=caller, subject_id=user.id)
        publish_after_commit(tx, users=[user.id])

    try:
        database.commit(work)
    except CodeRefused:
        wrong = InvalidInput.on("code", WRONG_CODE)
        raise attempt.failure_problem(wrong, action=Action.USER_SECOND_FACTOR_REFUSED, by=caller) from None


def reset(tx: Session, user_id: int, caller: SignedInUser) -> UserOut:
    """Remove the second factor of a user who lost it, and sign them out. Raises UnknownUser, OwnSecondFactor."""
    if user_id == caller.id:
        raise OwnSecondFactor
    user = get_for_edit(tx, user_id)
    _reset(tx, user, caller)
    return UserOut.model_validate(user)


def reset_for(database: Database, username: str) -> bool:
    """Reset the second factor from the shell. Returns False if there was none. Raises UnknownUser."""
    with database.write() as tx:
        return _reset(tx, get_by_username(tx, username), None)


def read_requirement(tx: Session) -> SecondFactorRequirement:
    present = factors.roles_that_need_one(tx)
    return SecondFactorRequirement(required_for=next(name for name, roles in ROLES.items() if roles == present))


def set_requirement(tx: Session, wanted: SecondFactorRequirement, caller: SignedInUser) -> SecondFactorRequirement:
    """Set the roles that need a second factor. Users without one must set it up before anything else."""
    serialize_on(tx, "who needs a second factor")
    before = read_requirement(tx)
    if wanted.required_for != before.required_for:
        factors.set_roles_that_need_one(tx, ROLES[wanted.required_for])
        add_audit_entry(
            tx,
            Action.USER_SECOND_FACTOR_REQUIRED,
            by=caller,
            before=before.model_dump(mode="json"),
            after=wanted.model_dump(mode="json"),
        )
        publish_after_commit(tx, users=factors.user_ids(tx))
    return wanted


def _reset(tx: Session, user: User, caller: SignedInUser | None) -> bool:
    had_one = factors.delete_factor(tx, user.id)
    if had_one:
        # The lost phone may be signed in as well.
        end_sessions_and_access(tx, user, caller)
        add_audit_entry(tx, Action.USER_SECOND_FACTOR_RESET, by=caller, subject_id=user.id)
        publish_after_commit(tx, users=[user.id])
        tx.expire(user, ["has_second_factor", "must_set_up_second_factor"])
    return had_one
