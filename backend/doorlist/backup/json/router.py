"""Calls about the Complete System Backup as a JSON file (contract 7)."""

from functools import partial
from typing import Annotated, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Depends, File, Form, UploadFile
from fastapi.responses import StreamingResponse

from doorlist.audit.rules import Action
from doorlist.backup.json.export import write_backup_file
from doorlist.backup.json.restore import preview_file, restore_json
from doorlist.backup.json.schemas import BackupPreview, FileRestored
from doorlist.backup.router import AllBackups
from doorlist.core.concurrency import Slots
from doorlist.core.http.openapi import download_of
from doorlist.core.http.routing import ZoneOfFileName
from doorlist.core.http.uploads import UploadRoute
from doorlist.events.retention import ExpectedErasures
from doorlist.spreadsheets.exports.router import Downloads
from doorlist.spreadsheets.exports.tables import file_name
from doorlist.users.auth import CurrentUser, Forbidden
from doorlist.users.own_password import refuse_unconfirmed
from doorlist.users.service import SignedInUser

router = APIRouter(tags=["backup"], route_class=UploadRoute)

JSON_TYPE = "application/json"
RESTORE_FILE = "/api/backup/restore-file"
FILES_AT_ONCE = 2


def slots_for_files() -> dict[str, Slots]:
    """The number of backup files previewed or restored at once: each takes a processor and much of the disk."""
    refusal = "Other backup files are being looked at. Please try again in a moment."
    return {RESTORE_FILE: Slots(FILES_AT_ONCE, wait_seconds=0, refusal=refusal)}


class Restorer(NamedTuple):
    """The user who sent the file, whether they only want a preview, and how many erasures they have confirmed."""

    user: SignedInUser
    is_preview: bool
    expected_erasures: int


async def _restorer(
    user: CurrentUser,
    *,
    dry_run: Annotated[bool, Form(alias="dryRun")] = False,
    expected_erasures: Annotated[
        ExpectedErasures, Form(alias="expectedErasures", description="guests of whom the preview told")
    ] = 0,
) -> Restorer:
    if not dry_run:
        if not user.is_super_admin:
            raise Forbidden
        refuse_unconfirmed(user)
    return Restorer(user, dry_run, expected_erasures)


ConfirmedSuperAdminUnlessPreview = Annotated[Restorer, Depends(_restorer)]
"""A super admin who confirmed their password; for a preview, which changes nothing, any signed-in user."""


@router.get("/api/export/backup.json", response_class=StreamingResponse, responses=download_of(JSON_TYPE))
async def export_backup(downloads: Downloads, zone: ZoneOfFileName = None) -> StreamingResponse:
    """Every event and attendee as one JSON file, which /api/backup/restore-file restores."""
    name = file_name("doorlist-backup", "json", zone)
    return await downloads.written(write_backup_file, Action.EXPORT_BACKUP_FILE, name, media_type=JSON_TYPE)


@router.post(RESTORE_FILE)
async def restore_backup_file(
    file: Annotated[UploadFile, File()],
    backups: AllBackups,
    caller: ConfirmedSuperAdminUnlessPreview,
    *,
    bring_back: Annotated[
        bool, Form(alias="bringBack", description="Guests of it who were erased since are guests again")
    ] = False,
) -> BackupPreview | FileRestored:
    """Replace all events and attendees with the contents of a file of /api/export/backup.json, or preview that."""
    if caller.is_preview:
        # There are no more threads than files at once.
        return await to_thread.run_sync(preview_file, backups, file.file)
    restore = partial(
        restore_json,
        backups,
        file.file,
        caller.user,
        expected_erasures=caller.expected_erasures,
        bring_back=bring_back,
    )
    return await to_thread.run_sync(restore, limiter=backups.database.writer_slots)
