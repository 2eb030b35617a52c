"""Signing in and out, and whose session it is (contract 4, 5, 6 and 10)."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy.orm import Session

from doorlist.core import audit, clock
from doorlist.core.database import Database, take_turns
from doorlist.core.errors import InvalidInput, Problem
from doorlist.core.text import fold, without_controls
from doorlist.users import passwords, repository, rules
from doorlist.users.models import FailedSignIn, SignInSession, User
from doorlist.users.schemas import PasswordChange, SignIn, UserOut


class InvalidCredentials(Problem):
    """A wrong username, a wrong password or an inactive account: the same answer for all three."""

    status = 401
    code = "invalid_credentials"
    title = "Login failed"

    def __init__(self) -> None:
        super().__init__("Invalid username or password")


class TooManyAttempts(Problem):
    """Failed sign-ins came too fast; trying again later is fine."""

    status = 429
    code = "too_many_attempts"
    title = "Too many attempts"

    def __init__(self, seconds: int) -> None:
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(
            f"Too many failed attempts. Try again in {seconds} {unit}.", headers={"Retry-After": str(seconds)}
        )


class NotYou(Problem):
    """A sale or a scan was to be credited to somebody else."""

    status = 403
    code = "not_you"
    title = "Not you"

    def __init__(self) -> None:
        super().__init__("Sales and scans are credited to the person who is signed in.")


@dataclass(frozen=True)
class SignedInUser:
    """Who is calling, as the rest of the house knows them."""

    id: int
    full_name: str
    role: rules.Role
    must_change_password: bool
    token: str

    @property
    def is_super_admin(self) -> bool:
        """Whether users and figures are open to them."""
        return self.role is rules.Role.SUPER_ADMIN


@dataclass(frozen=True)
class NewSession:
    """A session just begun: the token goes into the cookie and is known nowhere else."""

    token: str
    user: UserOut


def sign_in(database: Database, credentials: SignIn, *, address: str) -> NewSession:
    """Begin a session. Takes about 50 ms of one core, outside any transaction.

    Raises InvalidCredentials, and TooManyAttempts when failures came too fast. The try is counted as failed before the
    password is looked at, so that many tries at once cannot slip through together.
    """
    # A username that no database could even look for is just a wrong one.
    username = without_controls(fold(credentials.username))
    account = hashlib.sha256(username.encode()).hexdigest()
    failure = partial(FailedSignIn, account_hash=account, address=rules.throttled_address(address))
    tries_were_free = _count_attempt(database, failure(failed_at=clock.now()))
    with database.read() as tx:
        user = repository.find_by_username(tx, username)
    fits = passwords.verify_password(credentials.password, user.password_hash if user else None)
    if user is None or not fits or not user.is_active:
        if tries_were_free:
            raise InvalidCredentials
        raise TooManyAttempts(_seconds_to_wait_now(database, failure(failed_at=clock.now())))
    with database.write() as tx:
        repository.forget_failures(tx, account_hash=account, address=rules.throttled_address(address))
        repository.delete_expired_sessions(tx, clock.now())
        fresh = repository.find_for_edit(tx, user.id)
        # Between the check and this moment somebody may have changed the password or closed the account.
        if fresh is None or not fresh.is_active or fresh.password_hash != user.password_hash:
            raise InvalidCredentials
        fresh.last_login = clock.now()
        return NewSession(begin_session(tx, fresh, begun_at=fresh.last_login), UserOut.model_validate(fresh))


def sign_out(tx: Session, token: str) -> None:
    """End the session, if there is one."""
    repository.delete_session(tx, _token_hash(token))


def find_signed_in_user(tx: Session, token: str) -> SignedInUser | None:
    """Whose live session the token opens."""
    user = repository.find_session_user(tx, token_hash=_token_hash(token), now=clock.now())
    if user is None:
        return None
    return SignedInUser(user.id, user.full_name, rules.Role(user.role), user.must_change_password, token)


def get_user(tx: Session, user_id: int) -> UserOut:
    """The account of somebody who is signed in, and therefore exists."""
    return UserOut.model_validate(tx.get_one(User, user_id))


def own_session_begun_at(tx: Session, caller: SignedInUser) -> datetime | None:
    """When the caller signed in; None when the session has ended meanwhile."""
    session = repository.find_session(tx, _token_hash(caller.token))
    return None if session is None else session.created_at


def refuse_another_name(caller: SignedInUser, named: int | None) -> None:
    """Callers may name themselves or nobody (contract 6). Raises NotYou."""
    if named not in {None, caller.id}:
        raise NotYou


def is_active_user(tx: Session, user_id: int) -> bool:
    """Whether there is such an account and it is active."""
    user = repository.find_user(tx, user_id)
    return user is not None and user.is_active


def change_own_password(database: Database, caller: SignedInUser, change: PasswordChange) -> str:
    """Replace the caller's password; other sessions end, this one goes on under the new token that is returned.

    It still ends 8 hours after the sign-in (contract 4). Raises InvalidInput on `currentPassword` or `newPassword`.
    """
    with database.read() as tx:
        old_hash = tx.get_one(User, caller.id).password_hash
    if not passwords.verify_password(change.current_password, old_hash):
        raise InvalidInput.on("currentPassword", "This is not your current password")
    if change.new_password == change.current_password:
        raise InvalidInput.on("newPassword", "Choose a password that is not the current one")
    new_hash = hash_new_password(change.new_password, field="newPassword")
    with database.write() as tx:
        user = tx.get_one(User, caller.id)
        begun_at = own_session_begun_at(tx, caller)
        if begun_at is None or user.password_hash != old_hash or not user.is_active:
            raise InvalidInput.on("currentPassword", "Your password was changed meanwhile. Sign in again")
        user.password_hash = new_hash
        user.must_change_password = False
        repository.delete_sessions_of(tx, user.id)
        audit.record(tx, "user.password_changed", row_id=user.id, user_id=user.id)
        return begin_session(tx, user, begun_at=begun_at)


def begin_session(tx: Session, user: User, *, begun_at: datetime) -> str:
    """Begin a session that ends 8 hours after `begun_at`; its token, known nowhere else."""
    token = secrets.token_urlsafe(32)
    tx.add(
        SignInSession(
            token_hash=_token_hash(token),
            user_id=user.id,
            created_at=begun_at,
            expires_at=begun_at + rules.SESSION_LIFETIME,
        )
    )
    return token


def hash_new_password(password: str, *, field: str) -> str:
    """The hash of a password that somebody chose. Raises InvalidInput on `field`."""
    problem = rules.password_problem(password, is_common=passwords.is_common(password))
    if problem:
        raise InvalidInput.on(field, problem)
    return passwords.hash_password(password)


def _count_attempt(database: Database, attempt: FailedSignIn) -> bool:
    """Count the try as failed for now; whether it is one of the free ones. Raises TooManyAttempts."""
    with database.write() as tx:
        take_turns(tx, f"sign-in {attempt.address}")
        repository.forget_old_failures(tx, attempt.failed_at - rules.THROTTLE_WINDOW)
        of_account, of_address = _failures(tx, attempt)
        wait = _seconds_to_wait(of_account, of_address, now=attempt.failed_at)
        if wait:
            raise TooManyAttempts(wait)
        tx.add(attempt)
    return of_account.number < rules.FREE_FAILURES_PER_ACCOUNT and of_address.number < rules.FREE_FAILURES_PER_ADDRESS


def _seconds_to_wait_now(database: Database, attempt: FailedSignIn) -> int:
    with database.read() as tx:
        return max(1, _seconds_to_wait(*_failures(tx, attempt), now=attempt.failed_at))


def _failures(tx: Session, attempt: FailedSignIn) -> tuple[repository.Failures, repository.Failures]:
    since = attempt.failed_at - rules.THROTTLE_WINDOW
    return (
        repository.failures_of_account(tx, account_hash=attempt.account_hash, address=attempt.address, since=since),
        repository.failures_of_address(tx, address=attempt.address, since=since),
    )


def _seconds_to_wait(of_account: repository.Failures, of_address: repository.Failures, *, now: datetime) -> int:
    return max(
        rules.seconds_to_wait(
            of_account.number, free=rules.FREE_FAILURES_PER_ACCOUNT, last_failure_at=of_account.last_at, now=now
        ),
        rules.seconds_to_wait(
            of_address.number, free=rules.FREE_FAILURES_PER_ADDRESS, last_failure_at=of_address.last_at, now=now
        ),
    )


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
