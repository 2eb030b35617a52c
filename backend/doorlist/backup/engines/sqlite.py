"""Copies of the embedded database: each shows one exact moment, and no writer waits for it."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from doorlist.attendees.scrubbing import scrub_deleted_rows
from doorlist.backup.metadata import LEFT_OUT, Metadata, Switch, compare, refuse_unknown_revision
from doorlist.backup.problems import DamagedBackup
from doorlist.backup.rules import SQLITE_ENDING
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.core.db.sqlite import opened, overwrite_free_space, sqlite_module

PAGES_AT_ONCE = 1024
PAUSE_SECONDS = 0.001
PATIENCE_SECONDS = 10

_opened = partial(opened, patience_seconds=PATIENCE_SECONDS)


class SqliteEngine:
    """Copies, verifies and restores the embedded database of one server."""

    ending = SQLITE_ENDING

    def __init__(self, settings: Settings) -> None:
        self._live = settings.sqlite_file
        # Errors of this module's connections to files, which SQLAlchemy does not wrap.
        self.own_errors: tuple[type[Exception], ...] = (sqlite_module().Error,)

    def dump(self, target: Path) -> Metadata:
        """Copy the database as it is at this moment into a new file, and count its rows. Raises its own errors."""
        with _opened(self._live) as source:
            # The copy shows the snapshot of this transaction. Without it, SQLite would start over with every scan.
            source.execute("BEGIN")
            try:
                metadata = Metadata(counts=_counts(source), revision=_revision(source))
            except sqlite_module().DatabaseError as error:
                if isinstance(error, sqlite_module().OperationalError):
                    raise
                # A copy of a damaged database may be the last one there is. It is kept, and marked as damaged.
                note = f"The database was damaged when it was copied ({error})."
                metadata = Metadata(verified=False, intact=False, note=note)
            with _opened(target) as copy:
                copy.execute("PRAGMA synchronous = OFF")  # the store syncs the finished file
                source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: time.sleep(PAUSE_SECONDS))
            source.execute("ROLLBACK")
        if metadata.intact is False:
            return metadata
        with _opened(target) as copy:
            copy.execute("PRAGMA synchronous = OFF")
            # One plain file, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
            _empty_left_out(copy)
            # Attendees deleted before this time are not in the backup.
            scrub_deleted_rows(copy)
        overwrite_free_space(target)
        return metadata

    def verify(self, path: Path, metadata: Metadata, scratch: Path) -> None:
        """Restore into a scratch file, check every page and reference, and count. Raises DamagedBackup."""
        file = Settings(data_dir=scratch).sqlite_file
        shutil.copyfile(path, file)
        with _damage_named(), _opened(file) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
            if found != ["ok"]:
                raise DamagedBackup(f"Its integrity check found: {'; '.join(found)[:200]}")
            if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise DamagedBackup("Rows in it point to rows that are not there.")
            compare(_counts(copy), metadata)

    @contextmanager
    def staged_restore(self, path: Path, metadata: Metadata, scratch: Path) -> Iterator[Switch]:
        """A verified scratch copy at the present schema; the block gets its switch. Raises DamagedBackup.

        The switch is one transaction of the write-ahead log: all old before it, all new after it.
        """
        self.verify(path, metadata, scratch)
        settings = Settings(data_dir=scratch)
        with _damage_named(), _opened(settings.sqlite_file) as copy:
            refuse_unknown_revision(_revision(copy))
            _empty_left_out(copy)
        ready = Database(settings)
        try:
            migrate(ready)
            yield lambda note: self._switch(ready, settings.sqlite_file, note)
        finally:
            ready.close()

    def clean_up(self) -> None:
        """Nothing to do: a killed restore or verification leaves only its scratch directory."""

    def _switch(self, ready: Database, scratch: Path, note: Callable[[Session], None]) -> None:
        with _opened(scratch) as copy, _opened(self._live) as live:
            _skip_used_ids(copy, live)
        with ready.write() as tx:
            note(tx)
        with _opened(scratch) as copy, _opened(self._live) as live:
            # The search index may still contain guests who were erased again.
            scrub_deleted_rows(copy)
            live.execute("PRAGMA synchronous = FULL")
            copy.backup(live)
            # The log is as large now as the database. It shrinks at once unless it is being read.
            live.execute("PRAGMA busy_timeout = 200")
            # All is restored by now: a disk that is too full to shrink the log must not turn it into a failure.
            with suppress(sqlite_module().OperationalError):
                live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _damage_named() -> Iterator[None]:
    try:
        yield
    except sqlite_module().DatabaseError as error:
        if isinstance(error, sqlite_module().OperationalError):
            raise
        raise DamagedBackup(f"It is no database that can be read ({error}).") from error


def _tables(connection: Any) -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    return sorted(name for (name,) in rows if not name.startswith("sqlite_"))


def _counts(connection: Any) -> dict[str, int]:
    return {
        table: connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608 - the schema's own names
        for table in _tables(connection)
        if table not in LEFT_OUT
    }


def _revision(connection: Any) -> str | None:
    if "alembic_version" not in _tables(connection):
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row and str(row[0])


def _empty_left_out(connection: Any) -> None:
    for table in set(LEFT_OUT) & set(_tables(connection)):
        connection.execute(f'DELETE FROM "{table}"')  # noqa: S608 - one of LEFT_OUT


def _skip_used_ids(copy: Any, live: Any) -> None:
    """Never reuse an id that was given out after the backup: open screens may still show it."""
    try:
        reached = live.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    except sqlite_module().DatabaseError:
        return  # restoring over a damaged live database has to work
    for table, number in reached:
        changed = copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)).rowcount
        if not changed:
            copy.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
