"""Backups on the server, and how well the data are protected (contract 7)."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse

from doorlist.backup.before_deletion import SafetyCopies
from doorlist.backup.json.schemas import RestoredCounts
from doorlist.backup.restore import restore_snapshot
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import Keeper
from doorlist.backup.schemas import (
    BackupOut,
    BackupRestored,
    BackupTaken,
    BackupToRestore,
    PlannedDeletion,
    Protection,
    SafetyCopy,
)
from doorlist.backup.service import take_snapshot
from doorlist.backup.status import protection_of
from doorlist.core.http.routing import DoorlistRoute
from doorlist.history.rules import Action
from doorlist.history.service import add_entry
from doorlist.spreadsheets.router import AllImports
from doorlist.users.guards import CurrentUser, SuperAdmin
from doorlist.users.service import SignedInUser

router = APIRouter(prefix="/api", tags=["backup"], route_class=DoorlistRoute)


async def _keeper(request: Request) -> Keeper:
    return cast("Keeper", request.app.state.keeper)


async def _safety_copies(request: Request) -> SafetyCopies:
    return cast("SafetyCopies", request.app.state.safety_copies)


Backups = Annotated[Keeper, Depends(_keeper)]


@router.post("/backup/create")
def create_backup(keeper: Backups, user: SuperAdmin) -> BackupTaken:
    """Take a backup now; its proof follows as soon as nobody scans."""
    taken = take_snapshot(keeper.database, keeper.settings, BackupKind.MANUAL)
    _note(keeper, Action.BACKUP_TAKEN, user, taken.filename)
    keeper.wake()
    return BackupTaken(filename=taken.filename)


@router.post("/backup/restore")
def restore_backup(wanted: BackupToRestore, keeper: Backups, imports: AllImports, user: SuperAdmin) -> BackupRestored:
    """Let a backup take the place of everything, after a safety backup; everybody signs in again."""
    done = restore_snapshot(keeper.database, keeper.settings, wanted.filename, by=user, imports=imports)
    keeper.wake()
    counts = RestoredCounts(events=done.events, attendees=done.attendees)
    return BackupRestored(restored=counts, safety_backup=done.safety_backup)


@router.get("/backup/list")
def list_backups(keeper: Backups, _: SuperAdmin) -> list[BackupOut]:
    """Every backup, newest first."""
    return [BackupOut.of(backup) for backup in keeper.shelf.backups()]


@router.get("/backup/{filename}", response_class=FileResponse)
def download_backup(filename: str, keeper: Backups, user: SuperAdmin) -> FileResponse:
    """One backup, to take away."""
    backup = keeper.shelf.get(filename)
    _note(keeper, Action.BACKUP_DOWNLOADED, user, backup.filename)
    return FileResponse(
        keeper.shelf.path(backup.filename), filename=backup.filename, media_type="application/octet-stream"
    )


@router.get("/protection/status")
def read_protection(keeper: Backups, _: SuperAdmin) -> Protection:
    """When the last backup and the last proof were, whether the database is intact, and what needs attention."""
    return protection_of(keeper)


@router.post("/attendees/before-deletion")
def take_safety_copy(
    planned: PlannedDeletion, copies: Annotated[SafetyCopies, Depends(_safety_copies)], user: CurrentUser
) -> SafetyCopy:
    """To be called before many attendees are deleted; takes a backup where they are more than 100."""
    return SafetyCopy(safety_backup=copies.before_attendees(planned.attendees, user.id))


def _note(keeper: Keeper, action: Action, user: SignedInUser, filename: str) -> None:
    keeper.database.commit(lambda tx: add_entry(tx, action, by=user, after={"filename": filename}))
