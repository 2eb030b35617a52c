"""Endpoints of the audit log (contract 7.history)."""

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from doorlist.activity import service
from doorlist.activity.export import history_chunk
from doorlist.activity.schemas import AttendeeHistoryPage, HistoryFilters, HistoryPage, HistoryQuery, PageQuery
from doorlist.audit.downloads import record_download
from doorlist.audit.rules import Action
from doorlist.core.api_model import RowId
from doorlist.core.http.attachment import attachment
from doorlist.core.http.openapi import download_of
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.core.http.streaming import stream
from doorlist.spreadsheets.exports.files import CSV_TYPE
from doorlist.spreadsheets.exports.tables import file_name
from doorlist.users.auth import CurrentUser, SuperAdmin

router = APIRouter(prefix="/api", tags=["history"], route_class=DoorlistRoute)


@router.get("/history")
def list_history(query: Annotated[HistoryQuery, Query()], tx: Tx, _: SuperAdmin) -> HistoryPage:
    """One page of the audit log, newest first."""
    return service.list_page(tx, query)


@router.get("/history.csv", response_class=StreamingResponse, responses=download_of(CSV_TYPE))
async def export_history(
    filters: Annotated[HistoryFilters, Query()], database: Db, user: SuperAdmin
) -> StreamingResponse:
    """The entries that match as a CSV file."""
    name = file_name("history", "csv", filters.time_zone)
    headers = {"Content-Disposition": attachment(name)}
    chunk = partial(history_chunk, filters=filters)
    answer = await stream(database, chunk, media_type=CSV_TYPE, headers=headers, slots=database.long_slots)
    note = partial(record_download, database, Action.EXPORT_HISTORY, by=user, after={"file_name": name})
    await to_thread.run_sync(note, limiter=database.writer_slots)
    return answer


@router.get("/attendees/{attendee_id}/history")
def list_history_of_attendee(
    attendee_id: RowId, query: Annotated[PageQuery, Query()], tx: Tx, user: CurrentUser
) -> AttendeeHistoryPage:
    """One page of an attendee's audit entries and scans, newest first."""
    return service.list_page_of_attendee(tx, attendee_id, query, user)
