"""Transactions on the driver's own connection, for the few statements that a busy evening runs again and again.

The rules are those of `Database.write`: one writer at a time on SQLite, nobody while a restore is under way, on disk
when it is committed. What is left out is the price of a session: a fifth of a millisecond each time.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import PoolProxiedConnection

from doorlist.core.database import ATTEMPTS, Database, is_worth_another_try
from doorlist.core.write_gate import TAKE_PART_SQL

# The server keeps the plan that it made first, perhaps on an empty table, and would go on reading the whole of it when
# it is empty no more. The setting ends with the transaction; it rides with the way through the gate.
_BEGIN_SQL = f"{TAKE_PART_SQL}, set_config('enable_seqscan', 'off', true)"

T = TypeVar("T")
Values = Mapping[str, str]


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
        self._kept: PoolProxiedConnection | None = None

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
                is_worth_it = is_worth_another_try(error, attempt=attempt, reading=False)
                if not (may_start_over or lost_a_race or is_worth_it):
                    raise
                attempt += 1

    def close(self) -> None:
        """Give the connection back."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    @contextmanager
    def _transaction(self) -> Iterator["_Sqlite | _Postgres"]:
        database = self._database
        database.gate.refuse_while_closed()
        engine = database.engine
        with database.writers_turn():
            pooled, self._kept = self._kept, None
            try:
                pooled = pooled or engine.raw_connection()
                tx = (_Sqlite if database.is_sqlite else _Postgres)(database, pooled.driver_connection)
                tx.begin()
                yield tx
                tx.commit()
            except BaseException as error:
                is_lost = _give_back(pooled, error, engine.dialect)
                driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error
                if not isinstance(error, driver_error):
                    raise
                # In the words that the rest of the house knows.
                raise DBAPIError.instance(
                    None, None, error, driver_error, connection_invalidated=is_lost, dialect=engine.dialect
                ) from error
            if database.is_sqlite:
                pooled.close()
            else:
                self._kept = pooled


def _give_back(pooled: PoolProxiedConnection | None, error: BaseException, dialect: Any) -> bool:
    """Return a connection after an error; what was begun is rolled back. Whether the connection is no more."""
    if pooled is None:
        return False
    is_lost: bool = dialect.is_disconnect(error, pooled.driver_connection, None)
    if is_lost:
        pooled.invalidate()
    pooled.close()
    return is_lost


def _is_lost(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


class _Sqlite:
    is_sqlite = True

    def __init__(self, database: Database, connection: Any) -> None:
        self._gate = database.gate
        self._run = connection.execute
        self.has_written = False

    def begin(self) -> None:
        self._run("BEGIN IMMEDIATE")
        self._gate.enter(lambda _: True)

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        found: list[tuple[Any, ...]] = self._run(statement, values).fetchall()
        return found[0]

    def change(self, statement: str, values: Values) -> int:
        self.has_written = True
        changed: int = self._run(statement, values).rowcount
        return changed

    def change_and_commit(self, statement: str, values: Values) -> None:
        self.change(statement, values)

    def commit(self) -> None:
        self._run("COMMIT")


class _Postgres:
    """The driver itself begins the transaction, with the first statement."""

    is_sqlite = False

    def __init__(self, database: Database, connection: Any) -> None:
        self._gate = database.gate
        self._connection = connection
        self._has_entered = False
        self._has_committed = False
        self.has_written = False

    def begin(self) -> None:
        """The way through the gate goes with the first statement: one journey to the server less."""

    def row(self, statement: str, values: Values) -> tuple[Any, ...]:
        if self._has_entered:
            found: tuple[Any, ...] = self._connection.execute(statement, values).fetchone()
            return found
        self._has_entered = True
        with self._connection.pipeline():
            gate = self._connection.execute(_BEGIN_SQL)
            answer = self._connection.execute(statement, values)
        self._gate.enter(lambda _: gate.fetchone()[0])
        first: tuple[Any, ...] = answer.fetchone()
        return first

    def change(self, statement: str, values: Values) -> int:
        self._enter()
        self.has_written = True
        changed: int = self._connection.execute(statement, values).rowcount
        return changed

    def change_and_commit(self, statement: str, values: Values) -> None:
        self._enter()
        self.has_written = self._has_committed = True
        with self._connection.pipeline():
            self._connection.execute(statement, values)
            self._connection.commit()

    def commit(self) -> None:
        if not self._has_committed:
            self._connection.commit()

    def _enter(self) -> None:
        if not self._has_entered:
            self._has_entered = True
            self._gate.enter(lambda statement: self._connection.execute(statement).fetchone()[0])
