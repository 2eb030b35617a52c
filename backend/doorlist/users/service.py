"""Signing in and out, and whose session it is (contract 4, 5, 6 and 10)."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import audit, clock
from doorlist.core.database import Database, take_turns
from doorlist.core.errors import InvalidInput, Problem
from doorlist.core.text import without_case, without_controls
from doorlist.live.record import record
from doorlist.users import passwords, repository, rules
from doorlist.users.models import FailedSignIn, SignInSession, User
from doorlist.users.schemas import PasswordChange, SignIn, UserOut
from doorlist.users.sessions import fingerprint


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
    username = without_controls(without_case(credentials.username))
    attempt = _Attempt(database, username, address)
    with database.read() as tx:
        user = repository.find_by_username(tx, username)
    fits = passwords.verify_password(credentials.password, user.password_hash if user else None)
    if user is None or not fits or not user.is_active:
        raise attempt.too_many_or(InvalidCredentials())
    attempt.forgive()
    verified_hash = user.password_hash
    return database.commit(lambda tx: _signed_in(tx, user.id, verified_hash))


def sign_out(tx: Session, token: str) -> None:
    """End the session, if there is one."""
    repository.delete_session(tx, fingerprint(token))


def find_signed_in_user(tx: Session, token: str) -> SignedInUser | None:
    """Whose live session the token opens."""
    user = repository.find_session_user(tx, token_hash=fingerprint(token), now=clock.now())
    if user is None:
        return None
    return SignedInUser(user.id, user.full_name, rules.Role(user.role), user.must_change_password, token)


def get_user(tx: Session, user_id: int) -> UserOut:
    """The account of somebody who is signed in, and therefore exists."""
    return UserOut.model_validate(tx.get_one(User, user_id))


def own_session_begun_at(tx: Session, caller: SignedInUser) -> datetime | None:
    """When the caller signed in; None when the session has ended meanwhile."""
    session = repository.find_session(tx, fingerprint(caller.token))
    return None if session is None else session.created_at


def refuse_another_name(caller: SignedInUser, named: int | None) -> None:
    """Callers may name themselves or nobody (contract 6). Raises NotYou."""
    if named not in {None, caller.id}:
        raise NotYou


def is_active_user(tx: Session, user_id: int) -> bool:
    """Whether there is such an account and it is active."""
    user = repository.find_user(tx, user_id)
    return user is not None and user.is_active


def change_own_password(database: Database, caller: SignedInUser, change: PasswordChange, *, address: str) -> str:
    """Replace the caller's password; other sessions end, this one goes on under the new token that is returned.

    It still ends 8 hours after the sign-in (contract 4). Wrong current passwords are slowed like failed sign-ins.
    Raises InvalidInput on `currentPassword` or `newPassword`, and TooManyAttempts.
    """
    with database.read() as tx:
        user = tx.get_one(User, caller.id)
        old_hash, username = user.password_hash, user.username_folded
    attempt = _Attempt(database, username, address)
    if not passwords.verify_password(change.current_password, old_hash):
        raise attempt.too_many_or(InvalidInput.on("currentPassword", "This is not your current password"))
    attempt.forgive()
    if change.new_password == change.current_password:
        raise InvalidInput.on("newPassword", "Choose a password that is not the current one")
    new_hash = hash_new_password(change.new_password, field="newPassword")
    return database.commit(lambda tx: _with_new_password(tx, caller, old_hash, new_hash))


def begin_session(tx: Session, user: User, *, begun_at: datetime) -> str:
    """Begin a session that ends 8 hours after `begun_at`; its token, known nowhere else."""
    token = secrets.token_urlsafe(32)
    tx.add(
        SignInSession(
            token_hash=fingerprint(token),
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


class _Attempt:
    """A try at a password, counted as failed before it is looked at, so that many at once cannot slip through."""

    def __init__(self, database: Database, username: str, address: str) -> None:
        """Count it. Raises TooManyAttempts when earlier ones came too fast."""
        self._database = database
        self._account = hashlib.sha256(username.encode()).hexdigest()
        self._address = rules.throttled_address(address)
        self._is_free = database.commit(self._count)

    def too_many_or(self, refusal: Problem) -> Problem:
        """What to say to a wrong password: the refusal, or, where the free tries are used up, when to try again."""
        if self._is_free:
            return refusal
        with self._database.read() as tx:
            return TooManyAttempts(max(1, _seconds_to_wait(*self._failures(tx, clock.now()), now=clock.now())))

    def forgive(self) -> None:
        """A right password clears the failures before it."""
        self._database.commit(
            lambda tx: repository.forget_failures(tx, account_hash=self._account, address=self._address)
        )

    def _count(self, tx: Session) -> bool:
        now = clock.now()
        take_turns(tx, f"sign-in {self._address}")
        repository.forget_old_failures(tx, now - rules.THROTTLE_WINDOW)
        of_account, of_address = self._failures(tx, now)
        wait = _seconds_to_wait(of_account, of_address, now=now)
        if wait:
            raise TooManyAttempts(wait)
        tx.add(FailedSignIn(account_hash=self._account, address=self._address, failed_at=now))
        return (
            of_account.number < rules.FREE_FAILURES_PER_ACCOUNT and of_address.number < rules.FREE_FAILURES_PER_ADDRESS
        )

    def _failures(self, tx: Session, now: datetime) -> tuple[repository.Failures, repository.Failures]:
        since = now - rules.THROTTLE_WINDOW
        return (
            repository.failures_of_account(tx, account_hash=self._account, address=self._address, since=since),
            repository.failures_of_address(tx, address=self._address, since=since),
        )


def _signed_in(tx: Session, user_id: int, verified_hash: str) -> NewSession:
    """Begin the session. Since the check somebody may have changed the password or closed the account."""
    now = clock.now()
    user = repository.find_for_edit(tx, user_id)
    if user is None or not user.is_active or user.password_hash != verified_hash:
        raise InvalidCredentials
    repository.delete_expired_sessions(tx, now)
    user.last_login = now
    record(tx, users=[user.id])
    return NewSession(begin_session(tx, user, begun_at=now), UserOut.model_validate(user))


def _with_new_password(tx: Session, caller: SignedInUser, old_hash: str, new_hash: str) -> str:
    user = repository.find_for_edit(tx, caller.id)
    begun_at = own_session_begun_at(tx, caller)
    if user is None or begun_at is None or user.password_hash != old_hash or not user.is_active:
        raise InvalidInput.on("currentPassword", "Your password was changed meanwhile. Sign in again")
    user.password_hash = new_hash
    user.must_change_password = False
    repository.delete_sessions_of(tx, user.id)
    audit.record(tx, "user.password_changed", row_id=user.id, user_id=user.id)
    record(tx, users=[user.id])
    return begin_session(tx, user, begun_at=begun_at)


def _seconds_to_wait(of_account: repository.Failures, of_address: repository.Failures, *, now: datetime) -> int:
    return max(
        rules.seconds_to_wait(
            of_account.number, free=rules.FREE_FAILURES_PER_ACCOUNT, last_failure_at=of_account.last_at, now=now
        ),
        rules.seconds_to_wait(
            of_address.number, free=rules.FREE_FAILURES_PER_ADDRESS, last_failure_at=of_address.last_at, now=now
        ),
    )
