"""A lock that all processes of one PostgreSQL share. A number names it; it belongs to no row."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from doorlist.core.db.postgres import unhurried
from doorlist.core.errors import DatabaseUnavailable


@contextmanager
def advisory_lock(engine: Engine, key: int, *, wait_seconds: float, refusal: DatabaseUnavailable) -> Iterator[None]:
    """Hold the lock of that number while the block runs. Raises `refusal` when the wait runs out."""
    # The lock ends with its transaction, so also when this process is killed.
    with unhurried(), engine.begin() as connection:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{wait_seconds}s'")
        # A server that ends idle transactions would release the lock in the middle of the block.
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        try:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({key})")
        except OperationalError as error:
            raise refusal from error
        yield
