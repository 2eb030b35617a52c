"""The user of a session and whether they may call, for one session and for many (contract 4 and 6)."""

import hashlib
from collections.abc import Set as AbstractSet

import msgspec
from sqlalchemy import not_, select
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users.models import SignInSession, User


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


_MUST_SET_UP = (
    "u.role IN (SELECT role FROM required_second_factors) AND NOT EXISTS"
    " (SELECT 1 FROM second_factors AS f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)"
)
"""`User.must_set_up_second_factor` in SQL, of the account `u`."""
LIVE_SESSIONS = {
    "sqlite": f"""
        SELECT json_group_array(json_array(
            s.token_hash, u.id, u.full_name, u.must_change_password, {_MUST_SET_UP}
        ))
        FROM sessions AS s JOIN users AS u ON u.id = s.user_id
        WHERE s.token_hash IN (SELECT value FROM json_each(:sessions)) AND s.expires_at > :now AND u.is_active
    """,  # noqa: S608 - constants
    "postgresql": f"""
        SELECT coalesce(
            json_agg(json_build_array(
                s.token_hash, u.id, u.full_name, u.must_change_password::int, ({_MUST_SET_UP})::int
            )), '[]'
        )::text
        FROM sessions AS s JOIN users AS u ON u.id = s.user_id
        WHERE s.token_hash = ANY(ARRAY(SELECT value FROM json_array_elements_text(%(sessions)s::json)))
            AND s.expires_at > %(now)s::timestamptz AND u.is_active
    """,  # noqa: S608 - constants
}
"""For statements that check many sessions: a subquery for a JSON array of `LiveSession`, by dialect.

The parameters are `sessions`, a list of fingerprints, and `now`.
"""


class LiveSession(msgspec.Struct, array_like=True, frozen=True):
    """The user of a live session, in the order of `LIVE_SESSIONS`."""

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


def find_live_sessions(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """The sessions that have not ended, of active users who need not set up a second factor."""
    query = (
        select(SignInSession.token_hash)
        .join(User, User.id == SignInSession.user_id)
        .where(SignInSession.token_hash.in_(fingerprints), SignInSession.expires_at > clock.now(), User.is_active)
        .where(not_(User.must_set_up_second_factor))
    )
    return set(tx.scalars(query))


def fingerprint(token: str) -> str:
    """The hash of a session's token that the database stores."""
    return hashlib.sha256(token.encode()).hexdigest()
