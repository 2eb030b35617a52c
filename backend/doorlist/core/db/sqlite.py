"""The embedded database: its driver, and how its connections are set up (decision 0002-one-writer-on-sqlite)."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import structlog
from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import QueuePool

from doorlist.core.errors import DatabaseRefused

log = structlog.get_logger()

OLDEST_SQLITE = (3, 51, 3)
BUSY_TIMEOUT_MS = 10_000
# A commit that finds a longer log moves what `Checkpointer` has left of it, and begins the log anew.
MAX_LOG_PAGES = 8_000
# The user_version of a file that has no remains of rows deleted before deletions were overwritten.
_WRITTEN_ANEW = 1


def sqlite_url(file: Path) -> URL:
    """The URL of a database file; its path may have any characters."""
    return URL.create("sqlite", database=str(file))


def sqlite_module() -> ModuleType:
    """A driver whose SQLite is free of the WAL defect mended in 3.51.3. Raises DatabaseRefused without one."""
    try:
        from pysqlite3 import dbapi2 as driver  # noqa: PLC0415 - absent on some machines
    except ImportError:
        import sqlite3 as driver  # noqa: PLC0415 - only where that is absent
    if driver.sqlite_version_info < OLDEST_SQLITE:
        raise DatabaseRefused(
            f"This Python brings SQLite {driver.sqlite_version}, which can corrupt a database under load."
            " Install the package pysqlite3, use a Python with SQLite 3.51.3 or later,"
            " or name a PostgreSQL database in DOORLIST_DATABASE_URL."
        )
    module: ModuleType = driver
    return module


def sqlite_engine(url: URL, *, pool_size: int, query_only: bool) -> Engine:
    """An engine for reading or for writing; each commit is synced to the disk."""
    engine = create_engine(
        url,
        module=sqlite_module(),
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=30,
        hide_parameters=True,  # keeps names and phones out of the log
        # Transactions begin with an explicit statement below, not when the driver sees the first write.
        connect_args={"check_same_thread": False, "isolation_level": None},
    )

    @event.listens_for(engine, "do_connect")
    def make_private(*_: object) -> None:
        # SQLite itself would let others read a new file; what it puts beside it is made after its image. Only a new
        # one is opened: closing a file that is there would take the locks away that other connections hold on it.
        with suppress(OSError):
            os.close(os.open(str(url.database), os.O_CREAT | os.O_EXCL, 0o600))

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA cache_size = -32000")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {MAX_LOG_PAGES}")
        # Deleted rows are overwritten with zeros (decision 0019).
        cursor.execute("PRAGMA secure_delete = ON")
        if query_only:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    begin = "BEGIN" if query_only else "BEGIN IMMEDIATE"

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def opened(file: Path, *, patience_seconds: float) -> Iterator[Any]:
    """A separate connection to an existing file, outside every pool and transaction."""
    address = f"{file.resolve().as_uri()}?mode=rw"
    connection = sqlite_module().connect(address, uri=True, isolation_level=None, timeout=patience_seconds)
    with closing(connection):
        connection.execute("PRAGMA secure_delete = ON")
        yield connection


def empty_write_ahead_log(file: Path) -> bool:
    """Move all pages into the database file and truncate the log, unless it is being read. Whether it was truncated."""
    with opened(file, patience_seconds=0) as connection:
        # Most pages without the writer's lock, the rest with it.
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy


def overwrite_free_space(file: Path) -> None:
    """Rewrite the file, once in its life, without rows that were deleted before deletions were overwritten.

    It happens as a whole or not at all; if the disk has no room for it, the next start tries again.
    """
    with opened(file, patience_seconds=BUSY_TIMEOUT_MS / 1000) as connection:
        if connection.execute("PRAGMA user_version").fetchone()[0] >= _WRITTEN_ANEW:
            return
        try:
            connection.execute("VACUUM")
            connection.execute(f"PRAGMA user_version = {_WRITTEN_ANEW}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite_module().Error as error:
            log.warning("not_written_anew", reason=str(error))
