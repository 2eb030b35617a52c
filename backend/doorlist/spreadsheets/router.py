"""Calls about many attendees at once (contract 7)."""

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from doorlist.attendees.schemas import AttendeeFilters
from doorlist.core.api_model import RowId
from doorlist.core.routing import Db, DoorlistRoute
from doorlist.core.streaming import stream
from doorlist.spreadsheets import service
from doorlist.spreadsheets.schemas import BulkImport, ImportResult
from doorlist.users.guards import CurrentUser

router = APIRouter(prefix="/api/attendees", tags=["spreadsheets"], route_class=DoorlistRoute)


@router.post("/bulk-import")
async def bulk_import(request: BulkImport, database: Db, user: CurrentUser) -> ImportResult:
    """Register many attendees of one event."""
    work = partial(service.bulk_import, database, request, user)
    return await to_thread.run_sync(work, limiter=database.writer_slots)


@router.get("/export/csv", response_class=StreamingResponse)
async def export_csv(
    database: Db, _: CurrentUser, event_id: Annotated[RowId | None, Query(alias="eventId")] = None
) -> StreamingResponse:
    """The attendees of one event, or all, as a CSV file."""
    return await stream(
        database,
        partial(service.csv_chunk, filters=AttendeeFilters(event_id=event_id)),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{service.csv_file_name()}"'},
    )
