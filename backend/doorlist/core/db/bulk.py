"""Writing many rows at once as fast as each engine can: many to a statement on SQLite, `COPY` on PostgreSQL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar, cast

import psycopg
from sqlalchemy import Dialect, Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

T = TypeVar("T")
# Their values must stay under the 32,766 that a statement of SQLite takes.
ROWS_A_STATEMENT = 250


def slices_of(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The values in their order, at most `size` in each slice."""
    return (values[start : start + size] for start in range(0, len(values), size))


def insert_tuples(tx: Session, table: Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Write the rows, each with its values in the order of `columns`. Raises what any other insert would."""
    if rows:
        insert_columns(tx, table, dict(zip(columns, zip(*rows, strict=True), strict=True)))


def insert_columns(tx: Session, table: Table, columns: Mapping[str, Sequence[Any]]) -> None:
    """Write at least one row, given by column. Raises what any other insert would."""
    dialect = tx.get_bind().dialect
    values = _as_stored(dialect, table, columns)
    names = ", ".join(columns)
    if dialect.name == "postgresql":
        _copy(tx, f"COPY {table.name} ({names}) FROM STDIN", values)
        return
    # Not a statement for each row: between two of them the interpreter's lock is dropped and waited for, while the
    # door waits for this transaction.
    row_marks = f"({', '.join('?' * len(columns))})"
    for part in slices_of(values, ROWS_A_STATEMENT):
        marks = ", ".join([row_marks] * len(part))
        statement = f"INSERT INTO {table.name} ({names}) VALUES {marks}"  # noqa: S608 - names of our own tables
        tx.connection().exec_driver_sql(statement, tuple(chain.from_iterable(part)))


def _copy(tx: Session, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    # Rows that the session has not written yet belong before these.
    tx.flush()
    connection = cast("psycopg.Connection[Any]", tx.connection().connection.driver_connection)
    try:
        with connection.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)
    except psycopg.Error as error:
        raise DBAPIError.instance(statement, None, error, psycopg.Error, hide_parameters=True) from error


def _as_stored(dialect: Dialect, table: Table, columns: Mapping[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
    """The rows, each value in the form that the driver expects."""
    stored: list[Sequence[Any]] = []
    for name, values in columns.items():
        process: Callable[[Any], Any] | None = table.c[name].type.dialect_impl(dialect).bind_processor(dialect)
        stored.append(values if process is None else _processed(process, values))
    return list(zip(*stored, strict=True))


def _processed(process: Callable[[Any], Any], values: Sequence[Any]) -> list[Any]:
    """Convert each value once; many rows share one, such as the time of their creation."""
    known: dict[Any, Any] = {}
    return [known[value] if value in known else known.setdefault(value, process(value)) for value in values]
