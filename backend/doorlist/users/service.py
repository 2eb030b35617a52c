"""Signs in and out, and finds the user of a session (contract 4, 5, 6 and 10)."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, logged_address
from doorlist.audit.service import AnonymousActor, add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.errors import InvalidInput, Problem
from doorlist.core.text import without_case, without_controls
from doorlist.live.publish import publish_after_commit
from doorlist.users import access, known_devices, passwords, repository, rules
from doorlist.users.models import SignInSession, User
from doorlist.users.schemas import SignIn, UserOut
from doorlist.users.second_factor.verification import CodeRefused, SecondFactorRequired, check_code
from doorlist.users.session_check import NotSignedIn, fingerprint
from doorlist.users.throttle import Attempt, AttemptSource, precheck_throttle


class InvalidCredentials(Problem):
    """A wrong username, a wrong password or an inactive account; the response is the same."""

    status = 401
    code = "invalid_credentials"
    title = "Login failed"
    detail = "Invalid username or password"


class NotYou(Problem):
    status = 403
    code = "not_you"
    title = "Not you"
    detail = "Sales and scans are credited to the person who is signed in."


@dataclass(frozen=True)
class SignedInUser:
    id: int
    full_name: str
    role: rules.Role
    must_change_password: bool
    token: str
    address: str | None = None
    """The caller's address; the audit log shortens it."""
    must_set_up_second_factor: bool = False
    confirmed_at: datetime | None = None
    """The session's last sign-in or confirmation."""

    @property
    def is_super_admin(self) -> bool:
        return self.role is rules.Role.SUPER_ADMIN


@dataclass(frozen=True)
class BrowserSecrets:
    """The values of a browser's cookies, stored nowhere else: the session's token, and the known devices."""

    token: str
    devices: str


@dataclass(frozen=True)
class NewSession:
    secrets: BrowserSecrets
    user: UserOut


def precheck_sign_in(tx: Session, credentials: SignIn, origin: AttemptSource) -> str:
    """Refuse a sign-in early that would be refused after its wait. Raises TooManyAttempts.

    Returns the name under which it waits.
    """
    return precheck_throttle(tx, _looked_up(credentials.username), origin, credentials.code)


def sign_in(
    database: Database,
    credentials: SignIn,
    *,
    origin: AttemptSource,
    old_token: str | None = None,
    secrets_of_access: Sequence[str] = (),
) -> NewSession:
    """Begin a session that replaces the browser's old one. Takes about 50 ms of one core, outside any transaction.

    The device can no longer check in for other users, whose sign-out may never have reached the server.
    Raises InvalidCredentials, SecondFactorRequired, CodeRefused, and TooManyAttempts after too many failures.
    """
    attempt = Attempt(database, _looked_up(credentials.username), origin, code=credentials.code)
    account = attempt.account
    fits = attempt.passes(passwords.verify_password(credentials.password, account.password_hash if account else None))
    refused = AnonymousActor(origin.address)
    if account is None or not fits or not account.is_active:
        raise attempt.failure_problem(InvalidCredentials(), action=Action.USER_SIGN_IN_REFUSED, by=refused)

    def begin(tx: Session) -> NewSession:
        by = AnonymousActor(origin.address, account.id)
        check_code(tx, account.id, credentials.code, by=by, is_needed=attempt.is_recovery)
        attempt.clear_failures(tx)
        if old_token is not None:
            sign_out(tx, old_token, address=origin.address)
        held = access.find_presented(tx, secrets_of_access)
        mine = [each for each in held if each.user.id == account.id and not each.is_helpers]
        access.end_check_ins(tx, [each for each in held if each not in mine])
        begun = _signed_in(tx, account, origin)
        access.tie_to_session(tx, mine, fingerprint(begun.secrets.token))
        return begun

    try:
        return attempt.commit(begin)
    except SecondFactorRequired:
        attempt.commit(attempt.uncount)
        raise
    except CodeRefused as refusal:
        raise attempt.failure_problem(refusal, action=Action.USER_SIGN_IN_REFUSED, by=refused) from None


def sign_out(tx: Session, token: str | None, *, address: str, secrets_of_access: Sequence[str] = ()) -> None:
    """End the session, if there is one. The device can no longer check in for that user, but it can still upload.

    Without a session, the user is that of the device's newest access.
    """
    user_id = None if token is None else repository.delete_session(tx, fingerprint(token))
    has_ended = user_id is not None
    held = access.find_presented(tx, secrets_of_access)
    if held:
        user_id = user_id or held[0].user.id
        has_ended |= access.end_check_ins(tx, [each for each in held if each.user.id == user_id])
    if has_ended:
        add_audit_entry(tx, Action.USER_SIGNED_OUT, by=AnonymousActor(address, user_id), subject_id=user_id)


def find_signed_in_user(tx: Session, token: str, *, address: str) -> SignedInUser | None:
    found = repository.find_session_user(tx, token_hash=fingerprint(token), now=clock.now())
    if found is None:
        return None
    user, confirmed_at = found
    return SignedInUser(
        user.id,
        user.full_name,
        rules.Role(user.role),
        user.must_change_password,
        token,
        address,
        user.must_set_up_second_factor,
        confirmed_at,
    )


def get_user(tx: Session, user_id: int) -> UserOut:
    return UserOut.model_validate(repository.get_account(tx, user_id))


def own_session_begun_at(tx: Session, caller: SignedInUser) -> datetime | None:
    """When the caller signed in; None if the session has ended."""
    session = tx.get(SignInSession, fingerprint(caller.token))
    return None if session is None else session.created_at


def lock_session(tx: Session, caller: SignedInUser) -> None:
    """Lock the caller's session, for anything that must end with it. Raises NotSignedIn if it has ended."""
    if not repository.lock_session(tx, fingerprint(caller.token)):
        raise NotSignedIn


def refuse_another_name(caller: SignedInUser, named: int | None) -> None:
    """Raises NotYou if the request names another user as its caller (contract 6)."""
    if named not in {None, caller.id}:
        raise NotYou


def is_active_user(tx: Session, user_id: int) -> bool:
    user = repository.find_user(tx, user_id)
    return user is not None and user.is_active


def begin_session(tx: Session, user: User, *, begun_at: datetime, origin: AttemptSource | None = None) -> str:
    """Begin a session that ends 8 hours after `begun_at`; returns its token, stored nowhere."""
    token = secrets.token_urlsafe(32)
    tx.add(
        SignInSession(
            token_hash=fingerprint(token),
            user_id=user.id,
            created_at=begun_at,
            expires_at=begun_at + rules.SESSION_LIFETIME,
            device=origin and origin.device_name,
            address=origin and logged_address(origin.address),
            last_used_at=clock.now(),
        )
    )
    return token


def start_session_on_device(tx: Session, user: User, origin: AttemptSource, *, begun_at: datetime) -> BrowserSecrets:
    """Begin a session and make the device a known one."""
    if user.device_key is None:
        user.device_key = known_devices.new_key()
    known = known_devices.remember_device(origin.devices, user.device_key, clock.now())
    return BrowserSecrets(begin_session(tx, user, begun_at=begun_at, origin=origin), known)


def rotate_session(
    tx: Session, user: User, origin: AttemptSource, *, begun_at: datetime, old_token: str
) -> BrowserSecrets:
    """Replace the token of a session. The access of its devices stays."""
    if user.has_second_factor:
        # A newly known device starts with no failures; that needs a code, which was not typed here.
        renewed = BrowserSecrets(begin_session(tx, user, begun_at=begun_at, origin=origin), origin.devices)
    else:
        renewed = start_session_on_device(tx, user, origin, begun_at=begun_at)
    access.carry_over(tx, fingerprint(old_token), under=fingerprint(renewed.token))
    return renewed


def hash_new_password(password: str, *, field: str, about: Iterable[str]) -> str:
    """The hash of a chosen password. Raises InvalidInput on `field`.

    `about`: username and name, the first guesses.
    """
    problem = rules.password_problem(password)
    if problem is None and passwords.is_easily_guessed(password, about):
        problem = "This password is easy to guess. Use four or more words that do not belong together"
    if problem is not None:
        raise InvalidInput.on(field, problem)
    return passwords.hash_password(password)


def _looked_up(username: str) -> str:
    """The lookup form of a typed username. A name that no database can store is unknown."""
    return without_controls(without_case(username))


def _signed_in(tx: Session, account: User, origin: AttemptSource) -> NewSession:
    """Begin the session, unless the password was changed or the account deactivated since the check."""
    now = clock.now()
    user = repository.lock_for_edit(tx, account.id)
    if user is None or not user.is_active or user.password_hash != account.password_hash:
        raise InvalidCredentials
    repository.delete_expired_sessions(tx, now)
    user.last_login = now
    add_audit_entry(tx, Action.USER_SIGNED_IN, by=AnonymousActor(origin.address, user.id), subject_id=user.id)
    publish_after_commit(tx, users=[user.id])
    return NewSession(start_session_on_device(tx, user, origin, begun_at=now), UserOut.model_validate(user))
