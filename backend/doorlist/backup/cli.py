"""Backups from the shell of the machine: what the commands `doorlist backup`, `restore` and `check` do and say."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from doorlist.backup.engines import postgres as postgres_copy
from doorlist.backup.metadata import Facts
from doorlist.backup.problems import BackupFailed, DamagedBackup, UnknownBackup
from doorlist.backup.restore import RestoredSnapshot, restore_file, restore_snapshot
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import Keeper
from doorlist.backup.service import prove_snapshot, refuse_changed, take_snapshot
from doorlist.backup.status import protection_of
from doorlist.backup.store import CHANGED, Shelf, SnapshotInfo, sync
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import (
    has_tables,
    is_current,
    latest_revision,
    migrate,
    refuse_made_by_others,
    refuse_unless_current,
)
from doorlist.core.db.sqlite import sqlite_module
from doorlist.core.errors import DatabaseRefused


def back_up(settings: Settings, output: Path | None) -> SnapshotInfo:
    """Take and prove a backup, and copy it to `output`. Raises BackupFailed, DatabaseRefused, OSError."""
    if output is not None and output.exists():
        raise DatabaseRefused(f"{output} is there already. Name another file.")
    with closing(_existing(settings)) as database:
        taken = take_snapshot(database, settings, BackupKind.MANUAL)
        if output is not None:
            _copy_whole(Shelf(settings).path(taken.filename), output)
        return prove_snapshot(database, settings, taken.filename)


def restore(settings: Settings, name_or_file: str) -> RestoredSnapshot:
    """Restore a backup of the list, or a file from elsewhere; also onto an empty or a damaged database.

    Raises UnknownBackup, BackupInvalid, BackupFailed, DatabaseRefused.
    """
    shelf, file = Shelf(settings), Path(name_or_file)
    names = {backup.filename for backup in shelf.backups()}
    is_listed = name_or_file in names or (file.name in names and file.resolve().parent == shelf.directory.resolve())
    if not is_listed and not file.is_file():
        raise UnknownBackup
    with closing(_made_ready(settings)) as database:
        if is_listed:
            return restore_snapshot(database, settings, file.name, by=None)
        return restore_file(database, settings, file, Facts(), by=None)


def findings(settings: Settings) -> Iterator[tuple[bool, str]]:
    """What there is to say about the data and their backups, and whether each is as it should be."""
    yield settings.data_dir.stat().st_mode & 0o077 == 0, f"The data are in {settings.data_dir}"
    with closing(_existing(settings)) as database:
        yield _integrity(database)
        yield _schema(database)
        if not database.is_sqlite:
            yield _programs(database, settings)
        shelf = Shelf(settings)
        for backup in shelf.backups():
            if backup.facts.verified:
                try:
                    refuse_changed(shelf.path(backup.filename), backup.facts)
                except DamagedBackup:
                    shelf.note(backup.filename, backup.facts.model_copy(update={"verified": False, "note": CHANGED}))
        state = protection_of(Keeper(database, settings))
    for what, moment in (("backup", state.last_backup_at), ("proven restore", state.last_proven_restore_at)):
        yield True, f"Last {what}: {'never' if moment is None else clock.to_wire(moment)}"
    yield True, f"Free on the disk: {shutil.disk_usage(settings.data_dir).free // 1024**2} MB"
    for warning in state.warnings:
        yield False, warning


def _copy_whole(backup: Path, output: Path) -> None:
    """What is there of a copy that did not come to its end would pass for a backup, so it goes."""
    try:
        output.touch(0o600)
        shutil.copyfile(backup, output)
        sync(output)
    except OSError:
        output.unlink(missing_ok=True)
        raise


def _existing(settings: Settings) -> Database:
    if settings.database_url is None and not settings.sqlite_file.is_file():
        raise DatabaseRefused(f"There is no database in {settings.data_dir}.")
    return Database(settings)


def _made_ready(settings: Settings) -> Database:
    """A database that can be restored onto. A file that cannot be read is put aside, not away."""
    database = Database(settings)
    if database.is_sqlite and _is_damaged(database):
        database.close()
        aside = f"{settings.sqlite_file.name}.damaged-{clock.now():%Y%m%d-%H%M%S}"
        for ending in ("", "-wal", "-shm"):
            file = settings.sqlite_file.with_name(settings.sqlite_file.name + ending)
            if file.exists():
                file.rename(file.with_name(aside + ending))
        database = Database(settings)
    try:
        # What is there stays as it is until its safety backup is taken, and is then replaced, whatever its schema.
        if not has_tables(database):
            migrate(database)
        elif not database.is_sqlite:
            # Tables of the same name are replaced there, and others would stay.
            refuse_made_by_others(database)
    except BaseException:
        database.close()
        raise
    return database


def _is_damaged(database: Database) -> bool:
    try:
        with database.read() as tx:
            return bool(tx.scalar(text("PRAGMA quick_check(1)")) != "ok")
    except DBAPIError as error:
        driver = sqlite_module()
        if isinstance(error.orig, driver.OperationalError) or not isinstance(error.orig, driver.DatabaseError):
            raise
        return True


def _integrity(database: Database) -> tuple[bool, str]:
    try:
        with database.read() as tx:
            found = tx.scalar(text("PRAGMA quick_check(1)" if database.is_sqlite else "SELECT 'ok'"))
    except DBAPIError as error:
        found = " ".join(str(error.orig).split())
    return found == "ok", f"Database: {found}"


def _schema(database: Database) -> tuple[bool, str]:
    try:
        if is_current(database):
            refuse_unless_current(database)
            return True, "Schema: up to date"
    except DatabaseRefused as refusal:
        return False, str(refusal)
    except DBAPIError:
        return False, "Schema: none that can be read"
    return False, f"Schema: the next start of the server takes a backup and brings it to {latest_revision()}"


def _programs(database: Database, settings: Settings) -> tuple[bool, str]:
    try:
        return True, f"PostgreSQL's programs: {postgres_copy.programs(database, settings)}"
    except BackupFailed as error:
        return False, error.detail
