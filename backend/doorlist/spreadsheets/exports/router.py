"""The downloads of spreadsheets, each as CSV and as an Excel file (contract 7.export)."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from doorlist.audit.downloads import record_download
from doorlist.audit.rules import Action
from doorlist.core.api_model import DeviceZone
from doorlist.core.http.attachment import attachment
from doorlist.core.http.openapi import download_of
from doorlist.core.http.routing import Config, Db, DoorlistRoute
from doorlist.core.http.streaming import Write, stream, written_first
from doorlist.core.text import in_file_name
from doorlist.events.service import find_event
from doorlist.spreadsheets.exports import tables
from doorlist.spreadsheets.exports.files import CSV_TYPE, XLSX_TYPE, csv_chunk, write_workbook
from doorlist.spreadsheets.schemas import ExportedAttendees
from doorlist.users.auth import CurrentUser
from doorlist.users.service import SignedInUser

router = APIRouter(prefix="/api", tags=["spreadsheets"], route_class=DoorlistRoute)

Zone = Annotated[DeviceZone | None, Query(alias="timeZone", description="of the times, and of the date in the name")]
Which = Annotated[ExportedAttendees, Query()]
CSV: dict[str, Any] = {"response_class": StreamingResponse, "responses": download_of(CSV_TYPE)}
XLSX: dict[str, Any] = {"response_class": StreamingResponse, "responses": download_of(XLSX_TYPE)}


class _Downloads(NamedTuple):
    """Makes the file of an export for a caller, with its entry in the history."""

    database: Db
    settings: Config
    user: SignedInUser

    async def csv(
        self, export: tables.Export, event_id: int | None = None, *, action: Action = Action.EXPORT_CSV
    ) -> StreamingResponse:
        name = await self._name(export, "csv", event_id)
        answer = await stream(
            self.database,
            partial(csv_chunk, export),
            media_type=CSV_TYPE,
            headers={"Content-Disposition": attachment(name)},
            slots=self.database.long_slots,
        )
        await to_thread.run_sync(self._note(action, name, event_id), limiter=self.database.writer_slots)
        return answer

    async def xlsx(self, export: tables.Export, event_id: int | None = None) -> StreamingResponse:
        name = await self._name(export, "xlsx", event_id)
        write = partial(write_workbook, export, directory=self.settings.data_dir)
        return await self.written(write, Action.EXPORT_XLSX, name, event_id, media_type=XLSX_TYPE)

    async def written(
        self, write: Write, action: Action, name: str, event_id: int | None = None, *, media_type: str
    ) -> StreamingResponse:
        """A file that is whole before its first byte leaves."""
        return await written_first(
            self.database,
            write,
            directory=self.settings.data_dir,
            note=self._note(action, name, event_id),
            media_type=media_type,
            file_name=name,
        )

    async def _name(self, export: tables.Export, ending: str, event_id: int | None) -> str:
        """`attendees-Spring Gala-filtered-2026-11-20.csv`."""
        of_event = "" if event_id is None else await self.database.run(partial(_event_in_name, event_id), reading=True)
        return tables.file_name(f"{export.name}{of_event}{export.selection}", ending, export.zone)

    def _note(self, action: Action, file_name: str, event_id: int | None) -> Callable[[], None]:
        note = partial(record_download, self.database, action, by=self.user, event_id=event_id)
        return partial(note, after={"file_name": file_name})


def _event_in_name(event_id: int, tx: Session) -> str:
    event = find_event(tx, event_id)
    return f"-{in_file_name(event.name)}" if event else ""


async def _downloads(database: Db, settings: Config, user: CurrentUser) -> _Downloads:
    return _Downloads(database, settings, user)


Downloads = Annotated[_Downloads, Depends(_downloads)]
"""The files of a signed-in user."""


@router.get("/attendees/export/csv", **CSV)
async def export_csv(downloads: Downloads, which: Which) -> StreamingResponse:
    """The attendees of one event, or all, as a CSV file; by the filters of the list, in its order, or by id."""
    return await downloads.csv(tables.attendees(which), which.event_id)


@router.get("/attendees/export/xlsx", **XLSX)
async def export_xlsx(downloads: Downloads, which: Which) -> StreamingResponse:
    """The attendees of one event, or all, as an Excel file; by the filters of the list, in its order, or by id."""
    return await downloads.xlsx(tables.attendees(which), which.event_id)


@router.get("/export/attendees.csv", **CSV)
async def export_attendees(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All attendees as a CSV file."""
    return await downloads.csv(tables.ATTENDEES._replace(zone=zone))


@router.get("/export/attendees.xlsx", **XLSX)
async def export_attendees_xlsx(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All attendees as an Excel file."""
    return await downloads.xlsx(tables.ATTENDEES._replace(zone=zone))


@router.get("/export/events.csv", **CSV)
async def export_events(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All events as a CSV file."""
    return await downloads.csv(tables.EVENTS._replace(zone=zone))


@router.get("/export/events.xlsx", **XLSX)
async def export_events_xlsx(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All events as an Excel file."""
    return await downloads.xlsx(tables.EVENTS._replace(zone=zone))


@router.get("/export/all.csv", **CSV)
async def export_all(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All attendees, and the events without any, as a CSV file."""
    return await downloads.csv(tables.ALL._replace(zone=zone))


@router.get("/export/all.xlsx", **XLSX)
async def export_all_xlsx(downloads: Downloads, zone: Zone = None) -> StreamingResponse:
    """All attendees, and the events without any, as an Excel file."""
    return await downloads.xlsx(tables.ALL._replace(zone=zone))
