"""Replacing the user's password, and confirming it before a critical action (contract 6.confirm, decision 0050)."""

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.errors import InvalidInput
from doorlist.live.publish import publish_after_commit
from doorlist.users import passwords, repository, rules
from doorlist.users.models import User
from doorlist.users.schemas import PasswordChange, PasswordConfirmation
from doorlist.users.second_factor.verification import (
    MISSING_CODE,
    WRONG_CODE,
    CodeRefused,
    SecondFactorRequired,
    check_code,
)
from doorlist.users.service import (
    BrowserSecrets,
    SignedInUser,
    hash_new_password,
    own_session_begun_at,
    rotate_session,
)
from doorlist.users.session_check import ConfirmPassword, NotSignedIn, fingerprint
from doorlist.users.throttle import Attempt, AttemptSource, reset_throttle


def refuse_unconfirmed(caller: SignedInUser) -> None:
    """Raise ConfirmPassword if the caller's last sign-in or confirmation is more than 30 minutes old."""
    if caller.confirmed_at is None or clock.now() - caller.confirmed_at > rules.CONFIRMATION_LIFETIME:
        raise ConfirmPassword


def confirm(database: Database, caller: SignedInUser, typed: PasswordConfirmation, *, origin: AttemptSource) -> None:
    """Let the caller's session do critical actions for the next 30 minutes.

    Raises InvalidInput on `password` or `code`, TooManyAttempts, NotSignedIn.
    """
    refused = Action.USER_CONFIRMATION_REFUSED
    user, attempt = checked_password(database, caller, typed.password, origin, code=typed.code, refused=refused)

    def work(tx: Session) -> None:
        lock_unchanged(tx, user)
        check_code(tx, user.id, typed.code, by=caller)
        attempt.clear_failures(tx)
        if not repository.confirm_session(tx, fingerprint(caller.token), clock.now()):
            raise NotSignedIn
        add_audit_entry(tx, Action.USER_CONFIRMED, by=caller, subject_id=user.id)

    try:
        database.commit(work)
    except SecondFactorRequired:
        database.commit(attempt.uncount)
        raise InvalidInput.on("code", MISSING_CODE) from None
    except CodeRefused:
        raise attempt.failure_problem(InvalidInput.on("code", WRONG_CODE), action=refused, by=caller) from None


def checked_password(
    database: Database,
    caller: SignedInUser,
    password: str,
    origin: AttemptSource,
    *,
    field: str = "password",
    code: str | None = None,
    refused: Action = Action.USER_SECOND_FACTOR_REFUSED,
) -> tuple[User, Attempt]:
    """The caller's account, and the try, which still counts as failed. Raises InvalidInput on `field`."""
    with database.read() as tx:
        user = tx.get_one(User, caller.id)
        tx.expunge(user)
    attempt = Attempt(database, user.username_folded, origin, code=code)
    if not attempt.passes(passwords.verify_password(password, user.password_hash)):
        wrong = InvalidInput.on(field, "This is not your current password")
        raise attempt.failure_problem(wrong, action=refused, by=caller)
    return user, attempt


def lock_unchanged(tx: Session, checked: User, *, field: str = "password") -> User:
    """The account, locked. Raises InvalidInput on `field` if its password is not the checked one any longer."""
    user = repository.lock_for_edit(tx, checked.id)
    if user is None or not user.is_active or user.password_hash != checked.password_hash:
        raise _changed_meanwhile(field)
    return user


def _changed_meanwhile(field: str) -> InvalidInput:
    return InvalidInput.on(field, "Your password was changed meanwhile. Sign in again")


def change_own_password(
    database: Database, caller: SignedInUser, change: PasswordChange, *, origin: AttemptSource
) -> BrowserSecrets:
    """Replace the caller's password. Other sessions end; this one continues with the new token that is returned.

    The session still ends 8 hours after the sign-in (contract 4). Wrong passwords are slowed like failed sign-ins.
    Raises InvalidInput on `currentPassword` or `newPassword`, and TooManyAttempts.
    """
    field, refused = "currentPassword", Action.USER_PASSWORD_REFUSED
    user, attempt = checked_password(database, caller, change.current_password, origin, field=field, refused=refused)
    database.commit(attempt.uncount)
    if change.new_password == change.current_password:
        raise InvalidInput.on("newPassword", "Choose a password that is not the current one")
    about = (user.username_folded, caller.full_name)
    new_hash = hash_new_password(change.new_password, field="newPassword", about=about)

    def work(tx: Session) -> BrowserSecrets:
        locked = lock_unchanged(tx, user, field=field)
        begun_at = own_session_begun_at(tx, caller)
        if begun_at is None:
            raise _changed_meanwhile(field)
        locked.password_hash = new_hash
        locked.must_change_password = False
        reset_throttle(tx, locked, is_own=True)
        repository.delete_sessions_of(tx, locked.id)
        add_audit_entry(tx, Action.USER_PASSWORD_CHANGED, by=caller, subject_id=locked.id)
        publish_after_commit(tx, users=[locked.id])
        return rotate_session(tx, locked, origin, begun_at=begun_at, old_token=caller.token)

    return database.commit(work)
