"""The way back: everything that a backup holds takes the place of what is there, all or nothing (contract 4)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.backup.engines import postgres_restore
from doorlist.backup.engines import sqlite as sqlite_copy
from doorlist.backup.metadata import Facts, Switch
from doorlist.backup.one_restore import closed_after_safety_backup, only_restore
from doorlist.backup.problems import BackupFailed, BackupInvalid, DamagedBackup
from doorlist.backup.service import ending_of, refuse_changed
from doorlist.backup.store import Shelf
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import unhurried
from doorlist.core.db.sqlite import sqlite_module
from doorlist.core.errors import Problem
from doorlist.events.models import Event
from doorlist.history.rules import Action
from doorlist.history.service import Author, add_entry
from doorlist.spreadsheets.imports.runner import Imports


@dataclass
class RestoredSnapshot:
    """How much came back, and the backup of what was there before."""

    events: int
    attendees: int
    safety_backup: str


def restore_snapshot(
    database: Database, settings: Settings, filename: str, *, by: Author | None, imports: Imports | None = None
) -> RestoredSnapshot:
    """Put a backup of the list in the place of everything, `by` an author (None: the shell); all sessions end.

    It is restored aside first, checked, and brought to the present schema; only then nobody may write until a safety
    backup is taken and the switch is done. `imports` are those of this process: none runs meanwhile.
    Raises UnknownBackup, BackupInvalid, BackupFailed, AnotherRestore, AnotherBackup, AnotherImport.
    """
    shelf = Shelf(settings)
    facts = shelf.get(filename).facts
    try:
        return restore_file(database, settings, shelf.path(filename), facts, by=by, imports=imports)
    except BackupInvalid as error:
        if isinstance(error.__cause__, DamagedBackup):
            shelf.note(filename, facts.model_copy(update={"verified": False, "note": str(error.__cause__)}))
        raise


def restore_file(
    database: Database,
    settings: Settings,
    path: Path,
    facts: Facts,
    *,
    by: Author | None,
    imports: Imports | None = None,
) -> RestoredSnapshot:
    """The same with a file from anywhere."""
    if path.suffix != f".{ending_of(database)}":
        raise BackupInvalid(f"{path.name} is no backup for this kind of database.")
    is_serving = imports is not None
    imports = imports or Imports(database)
    restored = RestoredSnapshot(0, 0, "")

    def note(tx: Session) -> None:
        told = {"filename": path.name, "safety_backup": restored.safety_backup}
        add_entry(tx, Action.BACKUP_RESTORED, by=by, after=told)
        restored.events = tx.scalar(select(func.count()).select_from(Event)) or 0
        restored.attendees = tx.scalar(select(func.count()).select_from(Attendee)) or 0

    with (
        _told(),
        only_restore(database, settings),
        _prepared(database, settings, path, facts) as switch,
    ):
        # An import that went on afterwards would put its last rows among data that know nothing of it.
        lock = imports.hold_off()
        try:
            with closed_after_safety_backup(database, settings) as closed:
                restored.safety_backup = closed.safety_backup
                switch(settings, note)
        finally:
            lock.release()
    # The backup may have been taken in the middle of an import, which nobody will end now.
    try:
        imports.remove_interrupted()
    except (Problem, DBAPIError):
        # From the shell there is nobody who could go on trying; the next server does.
        if is_serving:
            imports.start()
    return restored


@contextmanager
def _prepared(database: Database, settings: Settings, path: Path, facts: Facts) -> Iterator[Switch]:
    with Shelf(settings).scratch() as scratch:
        try:
            refuse_changed(path, facts)
            if database.is_sqlite:
                ready = sqlite_copy.prepared(path, facts, scratch)
            else:
                ready = postgres_restore.prepared(database, settings, path, facts)
            with ready as switch:
                yield switch
        except DamagedBackup as damage:
            raise BackupInvalid(f"Invalid backup file or corrupted data. {damage}") from damage


@contextmanager
def _told() -> Iterator[None]:
    """Say what kept a restore from its end, in words that a person can act on."""
    try:
        with unhurried():
            yield
    except OSError as error:
        raise _failed(error.strerror or str(error)) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise  # whether the switch was done is not known here
        raise _failed(" ".join(str(error.orig).split())[:200]) from error
    except sqlite_module().Error as error:
        raise _failed(str(error)) from error


def _failed(reason: str) -> BackupFailed:
    return BackupFailed(f"The backup was not restored: {reason}. Everything is as it was.")
