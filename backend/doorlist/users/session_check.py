"""The user of a session and whether they may call, for one session and for many (contract 4 and 6)."""

import hashlib
from collections.abc import Set as AbstractSet

import msgspec
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users import repository


class NotSignedIn(Problem):
    status = 401
    code = "not_signed_in"
    title = "Not signed in"
    detail = "Please sign in."


class PasswordChangeRequired(Problem):
    """Someone else set the password, and the user must replace it first."""

    status = 403
    code = "password_change_required"
    title = "Choose your own password"
    detail = "Choose your own password first."


class SecondFactorSetupRequired(Problem):
    """The user's role must have a second factor, and the user has none yet."""

    status = 403
    code = "second_factor_setup_required"
    title = "Set up a second factor"
    detail = "Set up your second factor first: sign in on the screen, and follow its steps."


class ConfirmPassword(Problem):
    """The action is critical, and the last sign-in or confirmation was too long ago."""

    status = 403
    code = "confirm_password"
    title = "Confirm your password"
    detail = "Type your password again to do this: POST /api/me/confirm, then repeat the call."


SESSION_REFUSALS = (NotSignedIn, PasswordChangeRequired, SecondFactorSetupRequired)
"""Reasons to refuse a session. The access of the device may still open the endpoint."""


class LiveSession(msgspec.Struct, array_like=True, frozen=True):
    """The user of a live session, in the order of `repository.LIVE_SESSIONS`."""

    session: str
    id: int
    full_name: str
    must_change_password: int
    must_set_up_second_factor: int = 0


def check_caller(caller: LiveSession | None) -> LiveSession:
    """The caller, if they may make ordinary calls. Raises one of SESSION_REFUSALS."""
    if caller is None:
        raise NotSignedIn
    if caller.must_change_password:
        raise PasswordChangeRequired
    if caller.must_set_up_second_factor:
        raise SecondFactorSetupRequired
    return caller


def live_sessions_sql(dialect: str) -> str:
    """A subquery for statements that check many sessions: a JSON array of `LiveSession`.

    The parameters are `sessions`, a list of fingerprints, and `now`.
    """
    return repository.LIVE_SESSIONS[dialect]


def find_live_sessions(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """The sessions that have not ended and whose users may make ordinary calls."""
    return repository.find_live_sessions(tx, fingerprints, clock.now())


def fingerprint(token: str) -> str:
    """The hash of a session's token that the database stores."""
    return hashlib.sha256(token.encode()).hexdigest()
