"""Backups on the server, and how well the data are protected (contract 7)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse

from doorlist.audit.downloads import record_download
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.backup.before_deletion import SafetyBackups
from doorlist.backup.comparison import compare_with_present
from doorlist.backup.delete import delete_backup as delete
from doorlist.backup.json.schemas import RestoredCounts
from doorlist.backup.restore import restore_backup as restore
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.schemas import (
    BackupComparison,
    BackupOut,
    BackupRestored,
    BackupTaken,
    BackupToRestore,
    PlannedDeletion,
    Protection,
    SafetyCopy,
)
from doorlist.backup.service import Backups
from doorlist.backup.status import protection_of
from doorlist.core.http.openapi import download_of
from doorlist.core.http.routing import DoorlistRoute, Tx, from_app_state
from doorlist.spreadsheets.router import AllImports
from doorlist.users.auth import ConfirmedSuperAdmin, CurrentUser, SuperAdmin
from doorlist.users.service import SignedInUser

router = APIRouter(prefix="/api", tags=["backup"], route_class=DoorlistRoute)

BINARY = "application/octet-stream"


Scheduler = Annotated[BackupScheduler, from_app_state("backup_scheduler")]


async def _backups(scheduler: Scheduler) -> Backups:
    return scheduler.backups


AllBackups = Annotated[Backups, Depends(_backups)]


@router.post("/backup/create")
async def create_backup(backups: AllBackups, user: SuperAdmin) -> BackupTaken:
    """Take a backup now. It is verified once no scans come in."""
    return BackupTaken(filename=await backups.slots.run(partial(_take, backups, user)))


@router.post("/backup/restore")
async def restore_backup(
    wanted: BackupToRestore, backups: AllBackups, imports: AllImports, user: ConfirmedSuperAdmin
) -> BackupRestored:
    """Replace everything by a backup, after a safety backup. Everyone signs in again."""
    work = partial(
        restore,
        backups,
        wanted.filename,
        by=user,
        imports=imports,
        expected_erasures=wanted.expected_erasures,
        bring_back=wanted.bring_back,
    )
    done = await backups.slots.run(work)
    return BackupRestored(
        restored=RestoredCounts(events=done.events, attendees=done.attendees),
        safety_backup=done.safety_backup,
        erased_again=done.erased_again,
        brought_back=done.brought_back,
        deactivated_again=done.deactivated_again,
    )


@router.get("/backup/list")
def list_backups(backups: AllBackups, _: SuperAdmin) -> list[BackupOut]:
    """Every backup, newest first."""
    return [BackupOut.of(backup) for backup in backups.store.backups()]


@router.get("/backup/{filename}", response_class=FileResponse, responses=download_of(BINARY))
def download_backup(filename: str, backups: AllBackups, user: SuperAdmin) -> FileResponse:
    """The file of one backup."""
    name = backups.store.get(filename).filename
    record_download(backups.database, Action.BACKUP_DOWNLOADED, by=user, after={"filename": name})
    return FileResponse(backups.store.path(name), filename=name, media_type=BINARY)


@router.delete("/backup/{filename}", status_code=204)
async def delete_backup(filename: str, backups: AllBackups, user: SuperAdmin) -> None:
    """Delete one backup permanently. The last good one is refused."""
    await backups.slots.run(partial(delete, backups, filename, by=user))


@router.get("/backup/{filename}/comparison")
def compare_backup(filename: str, backups: AllBackups, tx: Tx, _: SuperAdmin) -> BackupComparison:
    """The contents of the backup beside the present ones, and the account changes that its restore would revert."""
    return compare_with_present(tx, backups.store.get(filename))


@router.get("/protection/status")
def read_protection(scheduler: Scheduler, _: SuperAdmin) -> Protection:
    """The last backup and the last verified one, whether the database is intact, and warnings."""
    return protection_of(scheduler)


@router.post("/attendees/before-deletion")
async def take_safety_copy(
    planned: PlannedDeletion, backups: Annotated[SafetyBackups, from_app_state("safety_backups")], user: CurrentUser
) -> SafetyCopy:
    """Call this before deleting attendees; it takes a backup if they are more than 20."""
    return SafetyCopy(safety_backup=await backups.before_attendees(planned.attendees, user.id))


def _take(backups: Backups, user: SignedInUser) -> str:
    filename = backups.take(BackupKind.MANUAL).filename
    backups.database.commit(lambda tx: add_audit_entry(tx, Action.BACKUP_TAKEN, by=user, after={"filename": filename}))
    return filename
