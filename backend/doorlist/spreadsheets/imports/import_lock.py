"""The lock that lets one import run at a time, in all processes on one database (contract 4, decision 0009)."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sqlalchemy.exc import DBAPIError

from doorlist.core.db.database import Database
from doorlist.core.locks import AdvisoryKey
from doorlist.spreadsheets.imports.problems import AnotherImport

_LOCK_NOT_AVAILABLE = "55P03"


class ImportLock:
    """The import lock of this process. Processes on one PostgreSQL share it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()

    def acquire(self, wait_seconds: float) -> ExitStack:
        """Wait until the lock is free, and take it. Any thread may close the stack, which releases it.

        Raises AnotherImport.
        """
        if not self._lock.acquire(timeout=wait_seconds):
            raise AnotherImport
        with ExitStack() as held:
            held.callback(self._lock.release)
            if not self._database.is_sqlite:
                held.enter_context(self._in_all_processes(wait_seconds))
            return held.pop_all()

    @contextmanager
    def _in_all_processes(self, wait_seconds: float) -> Iterator[None]:
        with self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            # The connection never returns to the pool: closing it releases the lock, however the process ends.
            connection.detach()
            run = connection.exec_driver_sql
            run(f"SET lock_timeout = '{max(wait_seconds, 0.1)}s'")
            try:
                run(f"SELECT pg_advisory_lock({AdvisoryKey.IMPORT:d})")
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                    raise AnotherImport from error
                raise
            yield
