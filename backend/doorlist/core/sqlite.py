"""The embedded database: its driver, and how its connections are set up (decision 0002-one-writer-on-sqlite)."""

import os
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import QueuePool

from doorlist.core.errors import DatabaseRefused

OLDEST_SQLITE = (3, 51, 3)
BUSY_TIMEOUT_MS = 10_000


def sqlite_url(file: Path) -> URL:
    """The address of a database file, whatever characters its path has."""
    return URL.create("sqlite", database=str(file))


def sqlite_module() -> ModuleType:
    """A driver whose SQLite is free of the WAL defect mended in 3.51.3. Raises DatabaseRefused where there is none."""
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
    """Connections that sync what they commit, to read in or to write with."""
    engine = create_engine(
        url,
        module=sqlite_module(),
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=30,
        hide_parameters=True,  # names and phones have no place in a log
        # Transactions begin by an explicit statement below, not by the driver's guess at the first write.
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
        if query_only:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    begin = "BEGIN" if query_only else "BEGIN IMMEDIATE"

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
