"""Transactions on the driver's own connection, for the few statements that a busy evening runs again and again.

The rules are those of `Database.write`: one writer at a time on SQLite, nobody while a restore is under way, on disk
when it is committed. What is left out is the price of a session: a fifth of a millisecond each time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from psycopg import Error as DriverError
from psycopg.pq.abc import PGresult
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import PoolProxiedConnection

from doorlist.core.db.database import ATTEMPTS, Database, is_retryable
from doorlist.core.db.pipeline import ConnectionLost, Pipeline, ServerUnresponsive, Step, Values
from doorlist.core.db.write_gate import TAKE_PART_SQL, WriteGate

# The server keeps the plan that it made first, perhaps on an empty table, and would go on reading the whole of it when
# it is empty no more. And whoever holds a whole table does not hold the door. The settings end with the transaction;
# they ride with the way through the gate.
_BEGIN_SQL = f"{TAKE_PART_SQL}, set_config('enable_seqscan', 'off', true), set_config('lock_timeout', '1s', true)"

T = TypeVar("T")


class DriverTransaction(Protocol):
    """One transaction. Its statements are written for the engine at hand, with values by name."""

    @property
    def is_sqlite(self) -> bool:
        """Which of the two engines it is."""

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        """The one row that a statement gives."""

    def change(self, statement: str, values: Values) -> int:
        """How many rows a statement has changed."""

    def change_and_commit(self, statement: str, values: Values) -> None:
        """The last statement: when this returns, all of the transaction is on disk."""


class DriverTransactions:
    """Runs one transaction after the other. For one thread at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # On PostgreSQL it stays between two transactions: taking one from the pool asks the server whether it lives.
        self._kept: _Kept | None = None

    def commit(self, work: Callable[[DriverTransaction], T]) -> T:
        """Do `work` inside a transaction that may write, again where that is safe and may succeed.

        A row that exists already may have been written by another server since `work` looked for it.
        """
        attempt = 1
        while True:
            was_kept = self._kept is not None
            tx: _Sqlite | _Postgres | None = None
            try:
                with self._transaction() as tx:
                    return work(tx)
            except Exception as error:
                # A connection that died since it was last used, or before anything was written on it.
                may_start_over = was_kept and attempt == 1 and _is_lost(error) and not (tx and tx.has_written)
                lost_a_race = isinstance(error, IntegrityError) and attempt < ATTEMPTS
                is_worth_it = is_retryable(error, attempt=attempt, reading=False)
                if not (may_start_over or lost_a_race or is_worth_it):
                    raise
                attempt += 1

    def close(self) -> None:
        """Let the connection go."""
        if self._kept is not None:
            # It has been used in ways that the pool knows nothing of.
            self._kept.pooled.invalidate()
            self._kept = None

    @contextmanager
    def _transaction(self) -> Iterator["_Sqlite | _Postgres"]:
        self._database.gate.refuse_while_closed()
        engine = self._database.engine
        driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error
        with self._database.writers_turn():
            try:
                with self._on_sqlite() if self._database.is_sqlite else self._on_postgresql() as tx:
                    yield tx
            except driver_error as error:
                # In the words that the rest of the house knows.
                raise DBAPIError.instance(
                    None,
                    None,
                    error,
                    driver_error,
                    connection_invalidated=isinstance(error, ConnectionLost),
                    dialect=engine.dialect,
                ) from error

    @contextmanager
    def _on_sqlite(self) -> Iterator["_Sqlite"]:
        pooled = self._database.engine.raw_connection()
        try:
            tx = _Sqlite(pooled.driver_connection)
            tx.run("BEGIN IMMEDIATE")
            self._database.gate.enter(lambda _: True)
            yield tx
            tx.run("COMMIT")
        finally:
            # After an error the pool rolls back what was begun.
            pooled.close()

    @contextmanager
    def _on_postgresql(self) -> Iterator["_Postgres"]:
        kept = self._kept or _Kept(self._database.desk_engine.raw_connection())
        self._kept = None
        try:
            tx = _Postgres(self._database.gate, kept.pipeline)
            yield tx
            tx.commit()
        except DriverError:
            kept.pooled.invalidate()
            raise
        except BaseException:
            # What was raised is told, whatever becomes of the connection.
            try:
                kept.pipeline.rollback()
            except DriverError:
                kept.pooled.invalidate()
            else:
                self._kept = kept
            raise
        self._kept = kept


class _Kept:
    """A connection of the pool that stays out, and what is prepared on it."""

    def __init__(self, pooled: PoolProxiedConnection) -> None:
        connection: Any = pooled.driver_connection
        self.pooled = pooled
        self.pipeline = Pipeline(connection.pgconn)


def _is_lost(error: Exception) -> bool:
    """Whether a new connection may be better. One to a server that stands still is not."""
    if not isinstance(error, DBAPIError) or isinstance(error.orig, ServerUnresponsive):
        return False
    return error.connection_invalidated


class _Sqlite:
    is_sqlite = True

    def __init__(self, connection: Any) -> None:
        self.run = connection.execute
        self.has_written = False

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        found: list[tuple[Any, ...]] = self.run(statement, values).fetchall()
        return found[0]

    def change(self, statement: str, values: Values) -> int:
        self.has_written = True
        changed: int = self.run(statement, values).rowcount
        return changed

    def change_and_commit(self, statement: str, values: Values) -> None:
        self.change(statement, values)


class _Postgres:
    """Begins with its first statement, which saves a journey to the server."""

    is_sqlite = False

    def __init__(self, gate: WriteGate, pipeline: Pipeline) -> None:
        self._gate = gate
        self._pipeline = pipeline
        self._has_begun = False
        self._has_committed = False
        self.has_written = False

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        answer = self._begin((statement, values)) if not self._has_begun else self._pipeline.run((statement, values))
        return tuple(answer[-1].get_value(0, column) for column in range(answer[-1].nfields))

    def change(self, statement: str, values: Values) -> int:
        if not self._has_begun:
            self._begin()
        self.has_written = True
        [answer] = self._pipeline.run((statement, values))
        return answer.command_tuples or 0

    def change_and_commit(self, statement: str, values: Values) -> None:
        if not self._has_begun:
            self._begin()
        self.has_written = self._has_committed = True
        self._pipeline.run((statement, values), ("COMMIT", {}))

    def commit(self) -> None:
        if self._has_begun and not self._has_committed:
            self._pipeline.run(("COMMIT", {}))

    def _begin(self, *reading: Step) -> list[PGresult]:
        """Begin, and take along what only reads; whoever writes waits until the gate has let them in."""
        self._has_begun = True
        _, gate, *answers = self._pipeline.run(("BEGIN", {}), (_BEGIN_SQL, {}), *reading)
        self._gate.enter(lambda _: gate.get_value(0, 0) == b"t")
        return answers
