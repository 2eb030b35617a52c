"""The downloads of spreadsheets, each as CSV and as an Excel file (contract 7.export)."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from doorlist.attendees.schemas import FilteredTable
from doorlist.audit.downloads import record_download
from doorlist.audit.rules import Action
from doorlist.core.api_model import RowId
from doorlist.core.http.openapi import download_of
from doorlist.core.http.routing import Config, Db, DoorlistRoute, ZoneOfFileName
from doorlist.core.http.streaming import stream, written_first
from doorlist.spreadsheets.exports import tables
from doorlist.spreadsheets.exports.files import CSV_TYPE, XLSX_TYPE, csv_chunk, write_workbook
from doorlist.users.auth import CurrentUser
from doorlist.users.service import SignedInUser

router = APIRouter(prefix="/api", tags=["spreadsheets"], route_class=DoorlistRoute)

OfType = Annotated[RowId | None, Query(alias="ticketTypeId")]
OfTable = Annotated[FilteredTable | None, Query(alias="tableNumber")]
OfEvent = Annotated[RowId | None, Query(alias="eventId")]
CSV: dict[str, Any] = {"response_class": StreamingResponse, "responses": download_of(CSV_TYPE)}
XLSX: dict[str, Any] = {"response_class": StreamingResponse, "responses": download_of(XLSX_TYPE)}


class _Downloads(NamedTuple):
    """Makes the file of an export for a caller, with its entry in the history."""

    database: Db
    settings: Config
    user: SignedInUser
    zone: ZoneOfFileName

    async def csv(self, export: tables.Export, event_id: int | None = None) -> StreamingResponse:
        name = tables.file_name(export.name, "csv", self.zone)
        answer = await stream(
            self.database,
            partial(csv_chunk, export),
            media_type=CSV_TYPE,
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
            slots=self.database.long_slots,
        )
        await to_thread.run_sync(self._note(Action.EXPORT_CSV, name, event_id), limiter=self.database.writer_slots)
        return answer

    async def xlsx(self, export: tables.Export, event_id: int | None = None) -> StreamingResponse:
        name = tables.file_name(export.name, "xlsx", self.zone)
        return await written_first(
            self.database,
            partial(write_workbook, export, directory=self.settings.data_dir),
            directory=self.settings.data_dir,
            note=self._note(Action.EXPORT_XLSX, name, event_id),
            media_type=XLSX_TYPE,
            file_name=name,
        )

    def _note(self, action: Action, file_name: str, event_id: int | None) -> Callable[[], None]:
        note = partial(record_download, self.database, action, by=self.user, event_id=event_id)
        return partial(note, after={"file_name": file_name})


async def _downloads(database: Db, settings: Config, user: CurrentUser, zone: ZoneOfFileName = None) -> _Downloads:
    return _Downloads(database, settings, user, zone)


Downloads = Annotated[_Downloads, Depends(_downloads)]
"""The files of a signed-in user."""


@router.get("/attendees/export/csv", **CSV)
async def export_csv(
    downloads: Downloads, event_id: OfEvent = None, type_id: OfType = None, table_number: OfTable = None
) -> StreamingResponse:
    """The attendees of one event, or all, as a CSV file; `ticketTypeId` and `tableNumber` narrow it further."""
    return await downloads.csv(tables.attendees(event_id, type_id, table_number), event_id)


@router.get("/attendees/export/xlsx", **XLSX)
async def export_xlsx(
    downloads: Downloads, event_id: OfEvent = None, type_id: OfType = None, table_number: OfTable = None
) -> StreamingResponse:
    """The attendees of one event, or all, as an Excel file; `ticketTypeId` and `tableNumber` narrow it further."""
    return await downloads.xlsx(tables.attendees(event_id, type_id, table_number), event_id)


@router.get("/export/attendees.csv", **CSV)
async def export_attendees(downloads: Downloads) -> StreamingResponse:
    """All attendees as a CSV file."""
    return await downloads.csv(tables.attendees())


@router.get("/export/attendees.xlsx", **XLSX)
async def export_attendees_xlsx(downloads: Downloads) -> StreamingResponse:
    """All attendees as an Excel file."""
    return await downloads.xlsx(tables.attendees())


@router.get("/export/events.csv", **CSV)
async def export_events(downloads: Downloads) -> StreamingResponse:
    """All events as a CSV file."""
    return await downloads.csv(tables.EVENTS)


@router.get("/export/events.xlsx", **XLSX)
async def export_events_xlsx(downloads: Downloads) -> StreamingResponse:
    """All events as an Excel file."""
    return await downloads.xlsx(tables.EVENTS)


@router.get("/export/all.csv", **CSV)
async def export_all(downloads: Downloads) -> StreamingResponse:
    """All attendees, and the events without any, as a CSV file."""
    return await downloads.csv(tables.ALL)


@router.get("/export/all.xlsx", **XLSX)
async def export_all_xlsx(downloads: Downloads) -> StreamingResponse:
    """All attendees, and the events without any, as an Excel file."""
    return await downloads.xlsx(tables.ALL)
