"""The user of a session and whether they may call, for one session and for many (contract 4 and 6)."""

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
    """Someone else set the password, and the user must replace it first."""

    status = 403
    code = "password_change_required"
    title = "Choose your own password"

    def __init__(self) -> None:
        super().__init__("Choose your own password first.")


class Caller(msgspec.Struct, array_like=True, frozen=True):
    """The user of a live session, in the order of `repository.LIVE_SESSIONS`."""

    session: str
    id: int
    full_name: str
    must_change_password: int


def check_caller(caller: Caller | None) -> Caller:
    """The caller, if they may make ordinary calls. Raises NotSignedIn and PasswordChangeRequired."""
    if caller is None:
        raise NotSignedIn
    if caller.must_change_password:
        raise PasswordChangeRequired
    return caller


def live_sessions_sql(dialect: str) -> str:
    """A subquery for statements that check many sessions: a JSON array of `Caller`.

    Its parameters are `sessions`, a list of fingerprints, and `now`.
    """
    return repository.LIVE_SESSIONS[dialect]


def find_live_sessions(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """The sessions that have not ended and whose users may call."""
    return repository.find_live_sessions(tx, fingerprints, clock.now())


def fingerprint(token: str) -> str:
    """The hash of a session's token that the database stores."""
    return hashlib.sha256(token.encode()).hexdigest()
