"""Requests about check-in lists (contract 7)."""

from fastapi import APIRouter

from doorlist.check_in_lists import service
from doorlist.check_in_lists.schemas import CheckInListChanges, CheckInListIn, CheckInListOut
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api", tags=["check-in lists"], route_class=DoorlistRoute)


@router.get("/events/{event_id}/check-in-lists")
def list_check_in_lists(event_id: RowId, tx: Tx, _: CurrentUser) -> list[CheckInListOut]:
    """The check-in lists of an event besides its entrance, the oldest first."""
    return service.list_lists(tx, event_id)


@router.post("/events/{event_id}/check-in-lists", status_code=201)
def create_check_in_list(event_id: RowId, new: CheckInListIn, tx: Tx, user: CurrentUser) -> CheckInListOut:
    """Add a check-in list to an event."""
    return service.create_list(tx, event_id, new, user)


@router.put("/check-in-lists/{list_id}")
def update_check_in_list(list_id: RowId, changes: CheckInListChanges, tx: Tx, user: CurrentUser) -> CheckInListOut:
    """Save an edit."""
    return service.update_list(tx, list_id, changes, user)


@router.delete("/check-in-lists/{list_id}", status_code=204)
def delete_check_in_list(list_id: RowId, tx: Tx, user: CurrentUser) -> None:
    """Delete a check-in list; its log stays."""
    service.delete_list(tx, list_id, user)
