"""Backups from the shell: the commands `doorlist backup`, `restore` and `check`."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.backup.delete import delete_backup
from doorlist.backup.engines.postgres import PostgresEngine
from doorlist.backup.problems import BackupFailed, UnknownBackup
from doorlist.backup.restore import Restored, restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.backup.status import protection_of
from doorlist.backup.store import BackupStore, StoredBackup
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
from doorlist.core.db.replaced import read_replaced
from doorlist.core.errors import DatabaseRefused
from doorlist.core.files import sync


def back_up(settings: Settings, output: Path | None) -> StoredBackup:
    """Take and verify a backup, and copy it to `output`. Raises BackupFailed, DatabaseRefused, OSError."""
    if output is not None and output.exists():
        raise DatabaseRefused(f"{output} is there already. Name another file.")
    with closing(_existing(settings)) as database:
        backups = Backups(database, settings)
        taken = backups.take(BackupKind.MANUAL)
        if output is not None:
            _copy_whole(backups.store.path(taken.filename), output)
        return backups.verify(taken.filename)


def restore(settings: Settings, name_or_file: str, *, expected_erasures: int | None) -> Restored:
    """Restore a backup of the list, or a file from elsewhere; even onto an empty or a damaged database.

    `expected_erasures` as for `restore_backup`. Raises UnknownBackup, BackupInvalid, BackupFailed, GuestsWillBeErased,
    DatabaseRefused.
    """
    store, file = BackupStore(settings), Path(name_or_file)
    names = {backup.filename for backup in store.backups()}
    is_listed = name_or_file in names or (file.name in names and file.resolve().parent == store.directory.resolve())
    if not is_listed and not file.is_file():
        raise UnknownBackup
    with closing(_made_ready(settings)) as database:
        backups = Backups(database, settings)
        backup = file.name if is_listed else file
        return restore_backup(backups, backup, by=None, expected_erasures=expected_erasures)


def delete(settings: Settings, filename: str) -> None:
    """Delete a backup of the list. Raises what `delete_backup` raises, and DatabaseRefused."""
    with closing(_existing(settings)) as database, BackupStore(settings).no_outside_writer():
        refuse_unless_current(database)
        delete_backup(Backups(database, settings), filename, by=None)


def findings(settings: Settings) -> Iterator[tuple[bool, str]]:
    """Sentences about the data and their backups, each with True if all is well."""
    yield settings.data_dir.stat().st_mode & 0o077 == 0, f"The data are in {settings.data_dir}"
    with closing(_existing(settings)) as database:
        backups = Backups(database, settings)
        yield _integrity(database)
        yield _schema(database)
        if isinstance(backups.engine, PostgresEngine):
            yield _programs(backups.engine)
        for backup in backups.store.backups():
            if backup.metadata.verified:
                backups.verify_checksum(backup)
        state = protection_of(BackupScheduler(backups))
    for what, moment in (("backup", state.last_backup_at), ("proven restore", state.last_proven_restore_at)):
        yield True, f"Last {what}: {'never' if moment is None else clock.to_wire(moment)}"
    yield True, f"Free on the disk: {shutil.disk_usage(settings.data_dir).free // 1024**2} MB"
    for warning in state.warnings:
        yield False, warning


def _copy_whole(backup: Path, output: Path) -> None:
    """Leave no part of a copy behind: it could be mistaken for a backup."""
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
    """A database that can be restored onto. A damaged file is renamed, not deleted."""
    database = Database(settings)
    if database.is_sqlite and read_replaced(database, _quick_check, if_damaged="damaged") != "ok":
        database.close()
        aside = f"{settings.sqlite_file.name}.damaged-{clock.now():%Y%m%d-%H%M%S}"
        for ending in ("", "-wal", "-shm"):
            file = settings.sqlite_file.with_name(settings.sqlite_file.name + ending)
            if file.exists():
                file.rename(file.with_name(aside + ending))
        database = Database(settings)
    try:
        # A database with tables stays as it is until its safety backup is taken, whatever its schema.
        if not has_tables(database):
            migrate(database)
        elif not database.is_sqlite:
            # A restore replaces only our tables. Tables of another program would remain beside them.
            refuse_made_by_others(database)
    except BaseException:
        database.close()
        raise
    return database


def _quick_check(tx: Session) -> str:
    """'ok', or what is wrong with the embedded database."""
    return str(tx.scalar(text("PRAGMA quick_check(1)")))


def _integrity(database: Database) -> tuple[bool, str]:
    try:
        with database.read() as tx:
            found = _quick_check(tx) if database.is_sqlite else tx.scalar(text("SELECT 'ok'"))
    except DBAPIError as error:
        found = " ".join(str(error.orig).split())
    return found == "ok", f"Database: {found}"


def _schema(database: Database) -> tuple[bool, str]:
    try:
        if is_current(database):
            return True, "Schema: up to date"
    except DatabaseRefused as refusal:
        return False, str(refusal)
    except DBAPIError:
        return False, "Schema: none that can be read"
    return False, f"Schema: the next start of the server takes a backup and brings it to {latest_revision()}"


def _programs(engine: PostgresEngine) -> tuple[bool, str]:
    try:
        return True, f"PostgreSQL's programs: {engine.programs()}"
    except BackupFailed as error:
        return False, error.detail
