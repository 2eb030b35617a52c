"""Who a session belongs to and whether they may go on, for one call and for many at once (contract 4 and 6)."""

import hashlib
from collections.abc import Set as AbstractSet

import msgspec
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users import repository


class NotSignedIn(Problem):
    """There is no session, or it has ended."""

    status = 401
    code = "not_signed_in"
    title = "Not signed in"

    def __init__(self) -> None:
        super().__init__("Please sign in.")


class PasswordChangeRequired(Problem):
    """The password was set by somebody else and must be replaced first."""

    status = 403
    code = "password_change_required"
    title = "Choose your own password"

    def __init__(self) -> None:
        super().__init__("Choose your own password first.")


class Caller(msgspec.Struct, array_like=True, frozen=True):
    """Whose live session it is, as the database brings it: in the order of `repository.LIVE_SESSIONS`."""

    session: str
    id: int
    full_name: str
    must_change_password: int


def check_caller(caller: Caller | None) -> Caller:
    """Who may make any call but the few before a password change. Raises NotSignedIn and PasswordChangeRequired."""
    if caller is None:
        raise NotSignedIn
    if caller.must_change_password:
        raise PasswordChangeRequired
    return caller


def live_sessions_sql(dialect: str) -> str:
    """A subquery for whoever checks many sessions within a statement of their own: a JSON array of `Caller`.

    Its parameters are `sessions`, fingerprints as `fingerprint` makes them, and `now`.
    """
    return repository.LIVE_SESSIONS[dialect]


def find_live_sessions(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """Those of the sessions that have not ended, whose users may go on."""
    return repository.find_live_sessions(tx, fingerprints, clock.now())


def fingerprint(token: str) -> str:
    """What the database keeps of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()
