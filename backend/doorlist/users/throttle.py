"""Slowing down guesses at passwords, by account, address and device (contract 10, decision 0017)."""

import hashlib
from dataclasses import dataclass

import structlog
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.database import Database, take_turns
from doorlist.core.errors import Problem
from doorlist.users import devices, repository, rules
from doorlist.users.models import FailedSignIn, User
from doorlist.users.repository import Source

log = structlog.get_logger()


class TooManyAttempts(Problem):
    """Failed sign-ins came too fast; trying again later is fine."""

    status = 429
    code = "too_many_attempts"
    title = "Too many attempts"

    def __init__(self, seconds: int, *, also: str = "") -> None:
        super().__init__(
            f"Too many failed attempts. Try again in {rules.waiting_time(seconds)}{also}.",
            headers={"Retry-After": str(seconds)},
        )


@dataclass(frozen=True)
class Origin:
    """Where a password is tried from: the caller's address, and the cookie of known devices as it was sent."""

    address: str
    devices: str = ""


@dataclass(frozen=True)
class Account:
    """What is tried at: an account as it was when the try was counted."""

    id: int
    password_hash: str
    is_active: bool


class Attempt:
    """A try at a password, counted as failed before it is looked at, so that many at once cannot slip through."""

    account: Account | None
    """None where nobody has that username."""

    def __init__(self, database: Database, username: str, origin: Origin) -> None:
        """Count it. Raises TooManyAttempts when earlier ones came too fast."""
        self._database = database
        self._origin = origin
        self.source, self.account, self._is_free = database.commit(lambda tx: _count(tx, username, origin))

    def too_many_or(self, refusal: Problem) -> Problem:
        """What to say to a wrong password: the refusal, or, where the free tries are used up, when to try again."""
        user_id = None if self.account is None else self.account.id
        _log_failure(user_id, self._origin, self.source, reason=refusal.code)
        if self._is_free:
            return refusal
        with self._database.read() as tx:
            return TooManyAttempts(max(1, _seconds_to_wait(tx, self.source)[0]))

    def forgive(self, tx: Session) -> None:
        """A right password clears the failures before it, from there and of that account."""
        repository.forget_failures(tx, self.source)


def refuse_early(tx: Session, username: str, origin: Origin) -> str:
    """Refuse what would be refused when its turn comes, before it waits for that.

    Gives the name under which it waits. Raises TooManyAttempts.
    """
    user = repository.find_by_username(tx, username)
    source = _source(user, username, origin)
    _refuse(tx, user, source, origin)
    return source.device or source.address


def forget_guesses(tx: Session, user: User) -> None:
    """Forget the failures of an account that got another password, and the devices that knew the one before."""
    repository.forget_failures_of_account(tx, _hash(user.username_folded))
    user.device_key = None


def _count(tx: Session, username: str, origin: Origin) -> tuple[Source, Account | None, bool]:
    now = clock.now()
    user = repository.find_by_username(tx, username)
    source = _source(user, username, origin)
    # Always in this order, so that nobody waits in a circle.
    take_turns(tx, f"sign-in to {source.account_hash}")
    take_turns(tx, f"sign-in {source.address}")
    repository.forget_old_failures(tx, now - rules.ACCOUNT_WINDOW)
    is_free = _refuse(tx, user, source, origin)
    tx.add(FailedSignIn(**source._asdict(), failed_at=now))
    account = None if user is None else Account(user.id, user.password_hash, user.is_active)
    return source, account, is_free


def _refuse(tx: Session, user: User | None, source: Source, origin: Origin) -> bool:
    """Raise TooManyAttempts where one has to wait; else whether this try is one of those that are free."""
    wait, is_free = _seconds_to_wait(tx, source)
    of_account = 0 if source.device else _seconds_of_account(tx, source)
    if wait or of_account:
        _log_failure(None if user is None else user.id, origin, source, reason=TooManyAttempts.code)
    if of_account > wait:
        raise TooManyAttempts(of_account, also=", or sign in on a device that you have used before")
    if wait:
        raise TooManyAttempts(wait)
    return is_free


def _seconds_to_wait(tx: Session, source: Source) -> tuple[int, bool]:
    """How long the account's failures from there, and those of the address, make it wait; whether the next is free."""
    now = clock.now()
    since = now - rules.THROTTLE_WINDOW
    counts = [(repository.failures_of_source(tx, source, since=since), rules.FREE_FAILURES_PER_ACCOUNT)]
    if source.device is None:
        of_address = repository.failures_of_address(tx, address=source.address, since=since)
        counts.append((of_address, rules.FREE_FAILURES_PER_ADDRESS))
    wait = max(
        rules.seconds_to_wait(failures.number, free=free, last_failure_at=failures.last_at, now=now)
        for failures, free in counts
    )
    return wait, all(failures.number < free for failures, free in counts)


def _seconds_of_account(tx: Session, source: Source) -> int:
    now = clock.now()
    last_of_many = repository.find_failure_of_account(
        tx, account_hash=source.account_hash, number=rules.FAILURES_PER_ACCOUNT, since=now - rules.ACCOUNT_WINDOW
    )
    return rules.account_seconds_to_wait(last_of_many, now)


def _source(user: User | None, username: str, origin: Origin) -> Source:
    device = None if user is None else devices.find_device(origin.devices, user.device_key, clock.now())
    return Source(_hash(username), rules.throttled_address(origin.address), device)


def _hash(username: str) -> str:
    return hashlib.sha256(username.encode()).hexdigest()


def _log_failure(user_id: int | None, origin: Origin, source: Source, *, reason: str) -> None:
    """Never the username as typed: people type their password there."""
    log.warning(
        "sign_in_failed",
        user_id=user_id,
        address=rules.logged_address(origin.address),
        known_device=source.device is not None,
        reason=reason,
    )
