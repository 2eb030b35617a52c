"""Closes the database for writes during a restore (contract 4).

Every transaction that writes passes the gate first: `Database.write` does so by itself, and code that writes on a
driver's connection of its own calls `enter` first in its transaction.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy import Engine

from doorlist.core.errors import DatabaseUnavailable, Problem
from doorlist.core.locks import AdvisoryKey, advisory_lock

RETRY_AFTER_SECONDS = 5
WAIT_FOR_WRITERS_SECONDS = 60
TAKE_PART_SQL = f"SELECT pg_try_advisory_xact_lock_shared({AdvisoryKey.WRITE_GATE:d})"
"""On PostgreSQL: true where writing is allowed, which then holds back a restore until this transaction ends."""


class BeingRestored(Problem):
    """Nothing can be written while a backup replaces the data."""

    status = 503
    code = "being_restored"
    title = "Being restored"
    detail = "The server is being restored"
    retry_after_seconds = RETRY_AFTER_SECONDS


class WriteGate:
    """Open to every writer, except during a restore by any process on any machine."""

    def __init__(self, engine: Engine, *, is_sqlite: bool) -> None:
        self._engine = engine
        self._is_sqlite = is_sqlite
        self._guard = threading.Lock()
        self._is_closed = False
        self._last_write = time.monotonic()

    @property
    def seconds_since_write(self) -> float:
        """The seconds since a transaction of this process last wanted to write."""
        return time.monotonic() - self._last_write

    def refuse_while_closed(self) -> None:
        """Refuse at once instead of after a wait. Raises BeingRestored."""
        if self._is_closed:
            raise BeingRestored

    def enter(self, ask: Callable[[str], object]) -> None:
        """Enter the gate for a transaction that writes. Raises BeingRestored; then roll back.

        Call it inside the transaction (on SQLite with the writer's lock held), before its first statement.
        `ask` runs one statement on the transaction's connection and returns the first value of its row; it is called
        on PostgreSQL alone, where other processes may be restoring.
        """
        self._last_write = time.monotonic()
        self.refuse_while_closed()
        if not self._is_sqlite and not ask(TAKE_PART_SQL):
            raise BeingRestored

    @contextmanager
    def closed(self, wait_for_writers: Callable[[], None]) -> Iterator[None]:
        """Refuse every writer until the block ends, once those already inside are done.

        `wait_for_writers` returns when no transaction of this process that came before is still writing. Raises
        BeingRestored during another restore, DatabaseUnavailable if a writer does not end.
        """
        with self._guard:
            self.refuse_while_closed()
            self._is_closed = True
        try:
            if self._is_sqlite:
                wait_for_writers()
                yield
            else:
                with self._closed_on_postgresql():
                    yield
        finally:
            self._is_closed = False

    def _closed_on_postgresql(self) -> AbstractContextManager[None]:
        # While this waits, the database lets no new writer share the lock.
        return advisory_lock(
            self._engine,
            AdvisoryKey.WRITE_GATE,
            wait_seconds=WAIT_FOR_WRITERS_SECONDS,
            refusal=DatabaseUnavailable(
                "Something is still being written. Please try again in a moment.",
                retry_after_seconds=RETRY_AFTER_SECONDS,
            ),
        )
