"""Endpoints for active sessions of the caller or, for super administrators, any user (contract 7.session)."""

from fastapi import APIRouter

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.users import active_sessions
from doorlist.users.auth import CurrentUser, SuperAdmin
from doorlist.users.schemas import SessionOut

router = APIRouter(prefix="/api", tags=["users"], route_class=DoorlistRoute)


@router.get("/me/sessions")
def list_own_sessions(tx: Tx, user: CurrentUser) -> list[SessionOut]:
    """The caller's active sessions, the latest used first."""
    return active_sessions.list_sessions(tx, user.id, user)


@router.delete("/me/sessions", status_code=204)
def end_other_sessions(tx: Tx, user: CurrentUser) -> None:
    """Sign out everywhere else."""
    active_sessions.end_sessions(tx, user.id, user)


@router.delete("/me/sessions/{session_id}", status_code=204)
def end_own_session(session_id: str, tx: Tx, user: CurrentUser) -> None:
    """End one of the caller's sign-ins."""
    active_sessions.end_session(tx, user.id, session_id, user)


@router.get("/users/{user_id}/sessions")
def list_sessions(user_id: RowId, tx: Tx, caller: SuperAdmin) -> list[SessionOut]:
    """The active sessions of a user."""
    return active_sessions.list_sessions(tx, user_id, caller)


@router.delete("/users/{user_id}/sessions", status_code=204)
def end_sessions(user_id: RowId, tx: Tx, caller: SuperAdmin) -> None:
    """End every sign-in of a user; of the caller, all others."""
    active_sessions.end_sessions(tx, user_id, caller)


@router.delete("/users/{user_id}/sessions/{session_id}", status_code=204)
def end_session(user_id: RowId, session_id: str, tx: Tx, caller: SuperAdmin) -> None:
    """End one sign-in of a user."""
    active_sessions.end_session(tx, user_id, session_id, caller)
