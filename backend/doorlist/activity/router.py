"""Endpoints of the audit log (contract 7.history)."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from doorlist.activity import service
from doorlist.activity.export import history
from doorlist.activity.schemas import AttendeeHistoryPage, HistoryFilters, HistoryPage, HistoryQuery, PageQuery
from doorlist.audit.rules import Action
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.spreadsheets.exports.router import CSV, Downloads
from doorlist.users.auth import CurrentUser, SuperAdmin

router = APIRouter(prefix="/api", tags=["history"], route_class=DoorlistRoute)


@router.get("/history")
def list_history(query: Annotated[HistoryQuery, Query()], tx: Tx, _: SuperAdmin) -> HistoryPage:
    """One page of the audit log, newest first."""
    return service.list_page(tx, query)


@router.get("/history.csv", **CSV)
async def export_history(
    filters: Annotated[HistoryFilters, Query()], downloads: Downloads, _: SuperAdmin
) -> StreamingResponse:
    """The entries that match as a CSV file."""
    return await downloads.csv(history(filters), action=Action.EXPORT_HISTORY)


@router.get("/attendees/{attendee_id}/history")
def list_history_of_attendee(
    attendee_id: RowId, query: Annotated[PageQuery, Query()], tx: Tx, user: CurrentUser
) -> AttendeeHistoryPage:
    """One page of an attendee's audit entries and scans, newest first."""
    return service.list_page_of_attendee(tx, attendee_id, query, user)
