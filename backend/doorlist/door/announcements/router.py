"""The request for announced arrivals (contract 7.announcement)."""

from typing import Annotated

from fastapi import APIRouter, Query

from doorlist.attendees.schemas import AttendeeOut
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.door.announcements import service
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=DoorlistRoute)


@router.get("/announcements")
def list_announcements(
    tx: Tx, _: CurrentUser, event_id: Annotated[RowId | None, Query(alias="eventId")] = None
) -> list[AttendeeOut]:
    """The guests of announced ticket types who came in within ten minutes, or the latest ten, the latest first."""
    return service.list_announcements(tx, event_id)
