"""Every lock that processes share: files on one machine, advisory locks on one PostgreSQL.

Code that takes several takes them in this order, so that no two ever wait for each other: RESTORE, OUTSIDE_WRITER,
MIGRATION, SCRATCH, IMPORT, ADD_BACKUP, WRITE_GATE, ERASED_TICKETS, CAPACITY. A lock that may be held long comes before
the write gate, which the door waits for. A lock that is only tried, without waiting, may be taken out of this order:
SERVER, AUTOMATIC_BACKUP and MAIL are, and CAPACITY of live scans. The operating system, or PostgreSQL, ends a lock with
the process that held it, however that ends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum, StrEnum
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from doorlist.core.config import Settings
from doorlist.core.db.postgres import without_statement_deadline

_LOCK_NOT_AVAILABLE = "55P03"
_POLL_SECONDS = 0.02


class LockFile(StrEnum):
    """The lock files, by their path in the data directory."""

    SERVER = "server.lock"
    """One server for one embedded database (contract 10)."""
    AUTOMATIC_BACKUP = "backups/.automatic-lock"
    """One process takes the automatic backups."""
    RESTORE = "backups/.restore-lock"
    """One restore at a time on an embedded database."""
    OUTSIDE_WRITER = "backups/.switch-lock"
    """A restore and a command that writes exclude each other: they are processes without a common write gate."""
    SCRATCH = "backups/.scratch-lock"
    """One scratch directory at a time."""
    ADD_BACKUP = "backups/.part-lock"
    """One backup is written at a time."""
    ERASED_TICKETS = "erased-tickets.lock"
    """One process writes the ledger of erased tickets at a time."""


class AdvisoryKey(IntEnum):
    """The advisory locks of PostgreSQL, each a number."""

    RESTORE = 7_201_966_435
    MIGRATION = 7_201_966_431
    IMPORT = 7_201_966_441
    MAIL = 7_201_966_443
    """One server sends the queued messages."""
    CAPACITY = 7_201_967
    """With an event's id: doors of an event that stops at its capacity decide one after the other."""
    WRITE_GATE = 7_201_966_433
    """Shared by every transaction that writes; a restore takes it exclusively."""


class AlreadyServing(Exception):
    """Another server holds this data directory; the text says which."""


@contextmanager
def file_lock(data_dir: Path, lock: LockFile, *, wait_seconds: float, refusal: Exception) -> Iterator[None]:
    """Hold the lock while the block runs. Raises `refusal` if another process keeps it that long, and OSError."""
    # A file as a lock would outlive a killed process, so there is no fallback to one.
    held = FileLock(data_dir / lock, mode=0o600, poll_interval=_POLL_SECONDS, fallback_to_soft=False)
    try:
        held.acquire(timeout=wait_seconds)
    except Timeout as error:
        raise refusal from error
    try:
        yield
    finally:
        held.release()


@contextmanager
def hold_server_lock(settings: Settings) -> Iterator[None]:
    """Hold the data directory while serving. PostgreSQL may have many servers. Raises AlreadyServing."""
    if settings.database_url:
        yield
        return
    refusal = AlreadyServing(
        f"Another server is already using {settings.data_dir}."
        " Stop it first, or name another directory in DOORLIST_DATA_DIR."
    )
    with file_lock(settings.data_dir, LockFile.SERVER, wait_seconds=0, refusal=refusal):
        yield


@contextmanager
def advisory_lock(engine: Engine, key: AdvisoryKey, *, wait_seconds: float, refusal: Exception) -> Iterator[None]:
    """Hold the lock while the block runs. Raises `refusal` if another session keeps it that long."""
    # The lock ends with its transaction.
    with without_statement_deadline(), engine.begin() as connection:
        # PostgreSQL takes 0 for no limit.
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{max(wait_seconds, 0.001)}s'")
        # A server that ends idle transactions would give the lock back in the middle of the block.
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        try:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({key:d})")
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                raise
            raise refusal from error
        yield
