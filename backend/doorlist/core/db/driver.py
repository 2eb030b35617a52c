"""Transactions on the driver's own connection, for the few statements that a busy door repeats.

The rules are those of `Database.write`: one writer at a time on SQLite, none during a restore, on disk after the
commit. Only the cost of an SQLAlchemy session is saved: a fifth of a millisecond each time.
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

PLAN_SETTINGS = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
"""The settings of PostgreSQL for the door's statements, until the transaction ends.

The statement that looks a scan up takes longer to plan than to run: hence one plan for all scans. A plan made for an
empty table reads all of it, even after it has grown: hence no sequential scans. To compile one takes longer still.
"""
# A lock on a whole table must not stop the door. The settings travel with the gate's statement.
_SETTINGS = {**PLAN_SETTINGS, "lock_timeout": "1s"}
_BEGIN_SQL = ", ".join(
    [TAKE_PART_SQL, *(f"set_config('{name}', '{value}', true)" for name, value in _SETTINGS.items())]
)

T = TypeVar("T")


class DriverTransaction(Protocol):
    """One transaction. Its statements are written for this engine, with values by name."""

    @property
    def is_sqlite(self) -> bool:
        """Which of the two engines it is."""

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        """Run a statement; its one row."""

    def change(self, statement: str, values: Values) -> int:
        """Run a statement; how many rows it changed."""

    def change_and_commit(self, statement: str, values: Values) -> None:
        """Run the last statement. When this returns, the whole transaction is on disk."""


class DriverTransactions:
    """Runs one transaction after the other. For one thread at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # On PostgreSQL it is kept between transactions: the pool would test it each time.
        self._kept: _Kept | None = None

    def commit(self, work: Callable[[DriverTransaction], T]) -> T:
        """Run `work` in a transaction that may write; retry where that is safe and may succeed.

        A conflict on a unique key counts as such a case: another server may have written the row since `work` looked.
        """
        attempt = 1
        while True:
            was_kept = self._kept is not None
            tx: _Sqlite | _Postgres | None = None
            try:
                with self._transaction() as tx:
                    return work(tx)
            except Exception as error:
                # The connection died since its last use, or before anything was written on it.
                may_start_over = was_kept and attempt == 1 and _is_lost(error) and not (tx and tx.has_written)
                lost_a_race = isinstance(error, IntegrityError) and attempt < ATTEMPTS
                is_worth_it = is_retryable(error, attempt=attempt, reading=False)
                if not (may_start_over or lost_a_race or is_worth_it):
                    raise
                attempt += 1

    def close(self) -> None:
        if self._kept is not None:
            # The pool does not know its state.
            self._kept.pooled.invalidate()
            self._kept = None

    @contextmanager
    def _transaction(self) -> Iterator["_Sqlite | _Postgres"]:
        self._database.gate.refuse_while_closed()
        engine = self._database.engine
        driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error
        with self._database.writer_lock():
            try:
                with self._on_sqlite() if self._database.is_sqlite else self._on_postgresql() as tx:
                    yield tx
            except driver_error as error:
                # As the error that all other code knows.
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
        kept = self._kept or _Kept(self._database.admission_engine.raw_connection())
        self._kept = None
        try:
            tx = _Postgres(self._database.gate, kept.pipeline)
            yield tx
            tx.commit()
        except DriverError:
            kept.pooled.invalidate()
            raise
        except BaseException:
            # The error counts, not the state of the connection.
            try:
                kept.pipeline.rollback()
            except DriverError:
                kept.pooled.invalidate()
            else:
                self._kept = kept
            raise
        self._kept = kept


class _Kept:
    """A connection taken from the pool for good, and the statements prepared on it."""

    def __init__(self, pooled: PoolProxiedConnection) -> None:
        connection: Any = pooled.driver_connection
        self.pooled = pooled
        self.pipeline = Pipeline(connection.pgconn)


def _is_lost(error: Exception) -> bool:
    """Whether a new connection may help. It does not if the server is frozen."""
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
    """Sends BEGIN with the first statement, which saves a round trip."""

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
        """Begin, in one round trip with statements that only read. Statements that write wait for the gate."""
        self._has_begun = True
        _, gate, *answers = self._pipeline.run(("BEGIN", {}), (_BEGIN_SQL, {}), *reading)
        self._gate.enter(lambda _: gate.get_value(0, 0) == b"t")
        return answers
