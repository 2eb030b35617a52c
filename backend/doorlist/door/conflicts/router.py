"""The calls for conflicts of the door (contract 7.conflict)."""

from typing import Annotated

from fastapi import APIRouter, Query

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.door.conflicts import service
from doorlist.door.conflicts.schemas import ConflictDecision, ConflictOut, ConflictPage, ConflictQuery
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api/door/conflicts", tags=["checkin"], route_class=DoorlistRoute)


@router.get("")
def list_conflicts(query: Annotated[ConflictQuery, Query()], tx: Tx, _: CurrentUser) -> ConflictPage:
    """One page of the conflicts: open ones first, then by event, newest first."""
    return service.list_page(tx, query)


@router.patch("/{conflict_id}")
def decide_conflict(conflict_id: RowId, decision: ConflictDecision, tx: Tx, user: CurrentUser) -> ConflictOut:
    """Close a conflict, or open it again."""
    return service.decide(tx, conflict_id, decision, user)
