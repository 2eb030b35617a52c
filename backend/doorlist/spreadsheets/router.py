"""Calls about many attendees at once (contract 7)."""

from datetime import UTC
from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, Response, UploadFile

from doorlist.core.api_model import DeviceZone, RowId
from doorlist.core.http.routing import Tx, from_app_state
from doorlist.core.http.uploads import UploadRoute
from doorlist.events.retention import Consent, ExpectedErasures
from doorlist.events.router import RetentionInForce
from doorlist.spreadsheets import service
from doorlist.spreadsheets.imports import past_imports
from doorlist.spreadsheets.imports.readers import FileChoices
from doorlist.spreadsheets.imports.runner import Imports
from doorlist.spreadsheets.schemas import BulkImport, ImportOut, ImportReport, ImportResult
from doorlist.users.auth import CurrentUser, Forbidden

router = APIRouter(prefix="/api", tags=["spreadsheets"], route_class=UploadRoute)


AllImports = Annotated[Imports, from_app_state("imports")]
"""The imports of this server."""


@router.post("/attendees/bulk-import")
async def bulk_import(
    request: BulkImport, imports: AllImports, retention: RetentionInForce, user: CurrentUser
) -> ImportResult:
    """Register many attendees of one event."""
    work = partial(service.bulk_import, imports, request, user, Consent(retention, request.expected_erasures))
    return await to_thread.run_sync(work, limiter=imports.slots)


@router.post("/attendees/import", responses={202: {"model": ImportReport, "description": "Still being added"}})
async def import_file(
    *,
    response: Response,
    imports: AllImports,
    retention: RetentionInForce,
    user: CurrentUser,
    file: UploadFile,
    event_id: Annotated[RowId | None, Form(alias="eventId")] = None,
    dry_run: Annotated[bool, Form(alias="dryRun")] = False,
    mapping: Annotated[str | None, Form(description="JSON: field -> column, counted from 0")] = None,
    include_duplicates: Annotated[bool, Form(alias="includeDuplicates")] = False,
    one_of_each: Annotated[
        bool, Form(alias="oneOfEach", description="of rows with the same event, name and phone only the first")
    ] = False,
    include_left_out: Annotated[
        bool, Form(alias="includeLeftOut", description="rows of a cancelled status too")
    ] = False,
    include_without_phone: Annotated[bool, Form(alias="includeWithoutPhone", description="with '-' for it")] = False,
    keep_ticket_codes: Annotated[bool, Form(alias="keepTicketCodes", description="as the QR texts")] = False,
    create_types: Annotated[
        bool, Form(alias="createTypes", description="ticket types that the event lacks; else these guests get none")
    ] = True,
    bring_back: Annotated[
        bool, Form(alias="bringBack", description="guests who were erased too; super admins alone")
    ] = False,
    background: Annotated[bool, Form()] = False,
    time_zone: Annotated[
        DeviceZone | None, Form(alias="timeZone", description="of times that name none; else UTC")
    ] = None,
    expected_erasures: Annotated[
        ExpectedErasures, Form(alias="expectedErasures", description="guests of whom the dry run told")
    ] = 0,
) -> ImportReport:
    """Register the attendees of a CSV or XLSX file, or say what that would do."""
    if bring_back and not user.is_super_admin:
        raise Forbidden
    choices = FileChoices(
        file_name=file.filename or "",
        event_id=event_id,
        mapping=mapping,
        include_duplicates=include_duplicates,
        one_of_each=one_of_each,
        include_left_out=include_left_out,
        include_without_phone=include_without_phone,
        keep_ticket_codes=keep_ticket_codes,
        create_types=create_types,
        bring_back=bring_back,
        zone=time_zone or UTC,
    )
    consent = Consent(retention, expected_erasures)
    if dry_run:
        preview = partial(service.preview_file, imports, file.file, choices, consent)
        return await to_thread.run_sync(preview, limiter=imports.slots)
    work = partial(service.import_file, imports, file.file, choices, user, consent, background=background)
    report = await to_thread.run_sync(work, limiter=imports.slots)
    if background:
        response.status_code = 202
    return report


@router.get("/imports")
def list_imports(tx: Tx, _: CurrentUser) -> list[ImportOut]:
    """The latest imports, newest first."""
    return past_imports.list_imports(tx)


@router.get("/imports/{import_id}")
def read_import(import_id: RowId, tx: Tx, _: CurrentUser) -> ImportOut:
    """One import, and how far it is."""
    return past_imports.get_import(tx, import_id)


@router.delete("/imports/{import_id}")
async def take_back_import(import_id: RowId, imports: AllImports, user: CurrentUser) -> ImportOut:
    """Cancel an import that is running, or undo one that is done."""
    return await to_thread.run_sync(
        partial(past_imports.cancel_or_undo, imports, import_id, user), limiter=imports.slots
    )
