"""Restoring a backup's JSON file: what it would bring, and bringing it (contract 4)."""

from tempfile import TemporaryFile
from typing import BinaryIO

from sqlalchemy.orm import Session

from doorlist.attendees.bulk import AttendeeRow
from doorlist.backup.json import repository
from doorlist.backup.json.rows import EventRow, FileRows, Slices
from doorlist.backup.json.schemas import BackupPreview, FileRestored, RestoredCounts
from doorlist.backup.json.validate import judge_file
from doorlist.backup.one_restore import closed_after_safety_backup, only_restore
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem
from doorlist.history.rules import Action
from doorlist.history.service import add_entry
from doorlist.live.publish import publish_after_commit
from doorlist.users.service import SignedInUser


class RestoreDuringImport(Problem):
    """An import has begun and not ended; replacing everything beneath it would lose one or the other."""

    status = 409
    code = "import_running"
    title = "An import is running"

    def __init__(self) -> None:
        super().__init__("An import is running. Wait until it is done, or cancel it, then restore again.")


def preview_file(database: Database, file: BinaryIO) -> BackupPreview:
    """What restoring the file would bring. Nothing is written. Raises BackupInvalid."""
    with database.read() as tx:
        users = repository.names_of_users(tx)
    return judge_file(file, users)


def restore_file(database: Database, settings: Settings, file: BinaryIO, caller: SignedInUser) -> FileRestored:
    """Put the file's events and attendees in the place of all that are there: all of it, or nothing.

    The file is judged first, while everybody works on. Then nobody writes any more: a safety backup is taken, and one
    transaction brings the change, so that a crash at any moment leaves the old data or the new. Users, sessions and
    logs stay. Raises BackupInvalid, RestoreDuringImport, BackupFailed, AnotherRestore, AnotherBackup.
    """
    with (
        only_restore(database, settings),
        # Of no name, so that nothing is left of them whatever happens; beside the data, where nobody else reads.
        TemporaryFile(dir=settings.data_dir) as events,
        TemporaryFile(dir=settings.data_dir) as attendees,
    ):
        with database.read() as tx:
            users = repository.names_of_users(tx)
            _refuse_during_import(tx)
        rows = FileRows(Slices(EventRow, events), Slices(AttendeeRow, attendees))
        judged = judge_file(file, users, rows)
        with closed_after_safety_backup(database, settings) as closed, closed.write() as tx:
            _refuse_during_import(tx)  # one may have begun while the file was judged
            repository.replace_everything(tx, rows)
            told = {"events": judged.total_events, "attendees": judged.total_attendees}
            add_entry(tx, Action.BACKUP_FILE_RESTORED, by=caller, after=told | {"safety_backup": closed.safety_backup})
            publish_after_commit(tx, everything=True)
    return FileRestored(
        restored=RestoredCounts(events=judged.total_events, attendees=judged.total_attendees),
        safety_backup=closed.safety_backup,
        problems=judged.problems,
    )


def _refuse_during_import(tx: Session) -> None:
    if repository.is_import_running(tx):
        raise RestoreDuringImport
