"""Throttles guesses at passwords by account, address and device (contract 10.throttle, decision 0017)."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, logged_address
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database, serialize_on
from doorlist.core.errors import Problem, is_disk_full
from doorlist.users import known_devices, repository, rules
from doorlist.users.models import FailedSignIn, User
from doorlist.users.repository import Counts, Failures, ThrottleKey
from doorlist.users.second_factor import repository as factors
from doorlist.users.second_factor.codes import recovery_hash
from doorlist.users.second_factor.rules import looks_like_recovery_code

log = structlog.get_logger()
T = TypeVar("T")


class TooManyAttempts(Problem):
    status = 429
    code = "too_many_attempts"
    title = "Too many attempts"

    def __init__(self, seconds: int, *, also: str = "") -> None:
        super().__init__(
            f"Too many failed attempts. Try again in {rules.waiting_time(seconds)}{also}.",
            retry_after_seconds=seconds,
        )


@dataclass(frozen=True)
class AttemptSource:
    """The source of an attempt: the address, the cookie of known devices, and the name of the browser."""

    address: str
    devices: str = ""
    device_name: str | None = None


@dataclass(frozen=True)
class Recovery:
    """The recovery code of an attempt: the key that its failures count under, and whether the account has it."""

    source: ThrottleKey
    is_known: bool


@dataclass(frozen=True)
class Counted:
    """An attempt that was counted as failed, with the ids of its failures; `is_free` if it needs no wait.

    `refusal` is the response unless the recovery code is right, because the password is throttled.
    """

    is_free: bool
    refusal: TooManyAttempts | None
    failure_id: int
    recovery_id: int = 0


class Attempt:
    """An attempt at a password. It counts as failed before it is checked, so that parallel attempts cannot evade."""

    account: User | None
    """The account as of when the attempt was counted; None if no account has that username."""

    def __init__(self, database: Database, username: str, origin: AttemptSource, *, code: str | None = None) -> None:
        """Count the attempt. Raises TooManyAttempts after too many failures."""
        self._database = database
        self._origin = origin
        with database.read() as tx:
            self.account = repository.find_by_username(tx, username)
            self.source = _source(self.account, username, origin)
            self._recovery = _recovery(tx, self.account, self.source, code)
        self._counted = self.commit(lambda tx: _count(tx, self.account, self.source, self._recovery, origin))

    def commit(self, work: Callable[[Session], T]) -> T:
        """Run `work` in its own transaction. A known device may use the reserve on a full disk."""
        return (self._database.commit_from_reserve if self.source.device else self._database.commit)(work)

    @property
    def is_recovery(self) -> bool:
        return self._recovery is not None

    def passes(self, fits: bool) -> bool:
        """Returns whether to continue after the check of the password.

        With a recovery code the attempt counted twice, for the password and for the code; one of both is deleted here.
        While the password is throttled, a wrong code does not reveal whether the password fits.
        """
        if self._recovery is None:
            return fits
        not_that = self._counted.failure_id if fits else self._counted.recovery_id
        self.commit(lambda tx: repository.delete_failure(tx, not_that))
        return fits and (self._counted.refusal is None or self._recovery.is_known)

    def failure_problem(self, refusal: Problem, *, action: Action, by: Actor) -> Problem:
        """The response to a wrong password: `refusal`, or when to try again after the free attempts.

        The audit log has it as `action`, without the typed username: some people type their password there.
        """
        user_id = None if self.account is None else self.account.id
        _log_failure(user_id, self._origin, self.source, reason=refusal.code)
        try:
            self._database.commit(lambda tx: add_audit_entry(tx, action, by=by, subject_id=user_id))
        except DBAPIError as error:
            # The server's log has it. Guesses must not use up the space that a sign-in needs.
            if not is_disk_full(error):
                raise
        if self._counted.refusal is not None:
            return self._counted.refusal
        if self._counted.is_free:
            return refusal
        now = clock.now()
        with self._database.read() as tx:
            return TooManyAttempts(max(1, _seconds_to_wait(_counts(tx, self.source, now), self.source, now)))

    def clear_failures(self, tx: Session) -> None:
        """After the right password, clear earlier failures of that key."""
        repository.delete_failures(tx, self.source)
        if self._recovery is not None:
            repository.delete_failures(tx, self._recovery.source)

    def uncount(self, tx: Session) -> None:
        """Delete the failure of this attempt: the password was right, and a code is still needed.

        Earlier failures stay; else knowing the password would clear failures of wrong codes.
        """
        repository.delete_failure(tx, self._counted.failure_id)


def precheck_throttle(tx: Session, username: str, origin: AttemptSource, code: str | None) -> str:
    """Refuse an attempt early that would be refused after its wait. Raises TooManyAttempts.

    Returns the name under which it waits.
    """
    user = repository.find_by_username(tx, username)
    source = _source(user, username, origin)
    _refuse(tx, user, source, _recovery(tx, user, source, code), origin)
    return source.device or source.address


def reset_throttle(tx: Session, user: User, *, is_own: bool = False) -> None:
    """After a new password, clear the failures of the account and its known devices.

    Not after a user's own change with a second factor: it would clear failures of wrong codes.
    """
    if is_own and user.has_second_factor:
        return
    for name in (user.username_folded, _recovery_name(user)):
        repository.delete_failures_of_account(tx, _hash(name))
    user.device_key = None


def _count(
    tx: Session, user: User | None, source: ThrottleKey, recovery: Recovery | None, origin: AttemptSource
) -> Counted:
    now = clock.now()
    # Always in this order, to avoid a deadlock.
    serialize_on(tx, f"sign-in to {source.account_hash}")
    serialize_on(tx, f"sign-in {source.address}")
    repository.delete_old_failures(tx, now - rules.ACCOUNT_WINDOW)
    is_free, refusal = _refuse(tx, user, source, recovery, origin)
    ids = [_add_failure(tx, place, now) for place in (source, recovery and recovery.source) if place]
    return Counted(is_free, refusal, *ids)


def _add_failure(tx: Session, source: ThrottleKey, now: datetime) -> int:
    failure = FailedSignIn(**source._asdict(), failed_at=now)
    tx.add(failure)
    tx.flush()
    return failure.id


def _refuse(
    tx: Session, user: User | None, source: ThrottleKey, recovery: Recovery | None, origin: AttemptSource
) -> tuple[bool, TooManyAttempts | None]:
    """Raises TooManyAttempts if the caller must wait. Returns whether the attempt is free, and its refusal."""
    is_free, refusal = _refusal(tx, source)
    if recovery is not None:
        code_is_free, of_code = _refusal(tx, recovery.source)
        # A device still waits for its own failures: a minute at most.
        if of_code is None and (refusal is None or source.device is None):
            return is_free and code_is_free, refusal
        refusal = of_code or refusal
    if refusal is not None:
        _log_failure(None if user is None else user.id, origin, source, reason=TooManyAttempts.code)
        raise refusal
    return is_free, None


def _refusal(tx: Session, source: ThrottleKey) -> tuple[bool, TooManyAttempts | None]:
    """Whether an attempt is free, and its refusal if it must wait."""
    now = clock.now()
    counts = _counts(tx, source, now)
    wait = _seconds_to_wait(counts, source, now)
    of_account = 0 if source.device else rules.account_seconds_to_wait(counts.account_full_since, now)
    is_free = all(failures.number < free for failures, free in _limits(counts, source))
    if of_account > wait:
        return is_free, TooManyAttempts(of_account, also=", or sign in on a device that you have used before")
    return is_free, TooManyAttempts(wait) if wait else None


def _recovery(tx: Session, user: User | None, source: ThrottleKey, code: str | None) -> Recovery | None:
    """The recovery code sent with a password; None without one, or if the account has no second factor.

    Recovery codes are counted under a separate name, so that wrong app codes do not block them.
    """
    if user is None or not looks_like_recovery_code(code or "") or factors.find_confirmed(tx, user.id) is None:
        return None
    is_known = factors.has_recovery_code(tx, user.id, recovery_hash(code or ""))
    return Recovery(source._replace(account_hash=_hash(_recovery_name(user))), is_known)


def _recovery_name(user: User) -> str:
    # No username has a control character.
    return f"{user.username_folded}\0recovery"


def _counts(tx: Session, source: ThrottleKey, now: datetime) -> Counts:
    return repository.count_failures(
        tx,
        source,
        since=now - rules.THROTTLE_WINDOW,
        number=rules.FAILURES_PER_ACCOUNT,
        account_since=now - rules.ACCOUNT_WINDOW,
    )


def _limits(counts: Counts, source: ThrottleKey) -> list[tuple[Failures, int]]:
    """The failures that count, each with its free attempts. A known device counts separately."""
    own = (counts.of_source, rules.FREE_FAILURES_PER_ACCOUNT)
    return [own] if source.device else [own, (counts.of_address, rules.FREE_FAILURES_PER_ADDRESS)]


def _seconds_to_wait(counts: Counts, source: ThrottleKey, now: datetime) -> int:
    return max(
        rules.seconds_to_wait(failures.number, free=free, last_failure_at=failures.last_at, now=now)
        for failures, free in _limits(counts, source)
    )


def _source(user: User | None, username: str, origin: AttemptSource) -> ThrottleKey:
    device = None if user is None else known_devices.find_device(origin.devices, user.device_key, clock.now())
    return ThrottleKey(_hash(username), rules.throttled_address(origin.address), device)


def _hash(username: str) -> str:
    return hashlib.sha256(username.encode()).hexdigest()


def _log_failure(user_id: int | None, origin: AttemptSource, source: ThrottleKey, *, reason: str) -> None:
    """Log a failure without the typed username: some people type their password there."""
    log.warning(
        "sign_in_failed",
        user_id=user_id,
        address=logged_address(origin.address),
        known_device=source.device is not None,
        reason=reason,
    )
