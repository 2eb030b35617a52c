"""Copies of the embedded database: one exact moment, without holding up who writes meanwhile."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from doorlist.attendees.erasing import forget_deleted_rows
from doorlist.backup.facts import LEFT_OUT, Facts, Switch, compare, refuse_newer
from doorlist.backup.problems import DamagedBackup
from doorlist.core.config import Settings
from doorlist.core.database import Database
from doorlist.core.migrations import migrate
from doorlist.core.sqlite import opened, overwrite_free_space, sqlite_module

PAGES_AT_ONCE = 1024
BREATH_SECONDS = 0.001
PATIENCE_SECONDS = 10


def dump(_: Database, settings: Settings, target: Path) -> Facts:
    """Copy the database as it is at this moment into a new file, and count what is in it. Raises driver errors."""
    with _opened(settings.sqlite_file) as source:
        # The snapshot of this transaction is the moment of the backup. Without it, SQLite would begin the copy anew
        # with every scan at the door.
        source.execute("BEGIN")
        try:
            facts = _facts(source)
        except sqlite_module().DatabaseError as error:
            if isinstance(error, sqlite_module().OperationalError):
                raise
            # A copy of a damaged database may be all that is left to save; nobody is told that it is good.
            facts = Facts(verified=False, intact=False, note=f"The database was damaged when it was copied ({error}).")
        with _opened(target) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # the shelf syncs the finished file
            source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: time.sleep(BREATH_SECONDS))
        source.execute("ROLLBACK")
    if facts.intact is False:
        return facts
    with _opened(target) as copy:
        copy.execute("PRAGMA synchronous = OFF")
        # One plain file, with nothing beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        _empty_left_out(copy)
        # Who was deleted is in the backups that were taken before, and in none that is taken now.
        forget_deleted_rows(copy)
    overwrite_free_space(target)
    return facts


def prove(path: Path, facts: Facts, scratch: Path) -> None:
    """Restore into a scratch file, check every page and reference, and count. Raises DamagedBackup."""
    file = Settings(data_dir=scratch).sqlite_file
    shutil.copyfile(path, file)
    with _damage_told(), _opened(file) as copy:
        _check(copy, facts)


@contextmanager
def prepared(path: Path, facts: Facts, scratch: Path) -> Iterator[Switch]:
    """A proven scratch copy at the present schema; the block gets what puts it in the live database's place.

    Raises DamagedBackup. The switch is one transaction of the write-ahead log: all old before it, all new after it.
    """
    prove(path, facts, scratch)
    settings = Settings(data_dir=scratch)
    with _damage_told(), _opened(settings.sqlite_file) as copy:
        refuse_newer(_revision(copy))
        _empty_left_out(copy)
    ready = Database(settings)
    try:
        migrate(ready)
        yield lambda live, note: _switch(ready, settings.sqlite_file, live, note)
    finally:
        ready.close()


def _switch(ready: Database, scratch: Path, live_settings: Settings, note: Callable[[Session], None]) -> None:
    with ready.write() as tx:
        note(tx)
    with _opened(scratch) as copy, _opened(live_settings.sqlite_file) as live:
        _count_on(copy, live)
        live.execute("PRAGMA synchronous = FULL")
        copy.backup(live)
        # The log is as large now as the database; it shrinks at once if nobody is reading in it.
        live.execute("PRAGMA busy_timeout = 200")
        # All is restored by now: a disk that is too full to shrink the log must not make a failure of it.
        with suppress(sqlite_module().OperationalError):
            live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    with opened(path, patience_seconds=PATIENCE_SECONDS) as connection:
        yield connection


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except sqlite_module().DatabaseError as error:
        if isinstance(error, sqlite_module().OperationalError):
            raise
        raise DamagedBackup(f"It is no database that can be read ({error}).") from error


def _tables(connection: Any) -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    return sorted(name for (name,) in rows if not name.startswith("sqlite_"))


def _facts(connection: Any) -> Facts:
    counts = {
        table: connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608 - the schema's own names
        for table in _tables(connection)
        if table not in LEFT_OUT
    }
    return Facts(counts=counts, revision=_revision(connection), size_bytes=0)


def _revision(connection: Any) -> str | None:
    if "alembic_version" not in _tables(connection):
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row and str(row[0])


def _empty_left_out(connection: Any) -> None:
    for table in set(LEFT_OUT) & set(_tables(connection)):
        connection.execute(f'DELETE FROM "{table}"')  # noqa: S608 - one of LEFT_OUT


def _check(copy: Any, facts: Facts) -> None:
    found = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
    if found != ["ok"]:
        raise DamagedBackup(f"Its integrity check found: {'; '.join(found)[:200]}")
    if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DamagedBackup("Rows in it point to rows that are not there.")
    compare(_facts(copy).counts, facts)


def _count_on(copy: Any, live: Any) -> None:
    """An id that was given out since the backup is not given to somebody else: open screens may still show it."""
    try:
        reached = live.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    except sqlite_module().DatabaseError:
        return  # a live database that is damaged is what a restore is for
    for table, number in reached:
        changed = copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)).rowcount
        if not changed:
            copy.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
