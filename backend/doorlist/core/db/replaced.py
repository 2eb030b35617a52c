"""Reads the data that a restore is about to replace: of another release, perhaps, or damaged."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.sql.elements import KeyedColumnElement

from doorlist.core.db.database import Base, Database
from doorlist.core.db.sqlite import sqlite_module

Row = Mapping[str, Any]
T = TypeVar("T")


def read_replaced(database: Database, read: Callable[[Session], T], *, if_damaged: T) -> T:
    """Read data that may be damaged so that nothing can be found in them."""
    try:
        with database.read() as tx:
            return read(tx)
    except DBAPIError as error:
        if not database.is_sqlite:
            raise
        driver = sqlite_module()
        if not isinstance(error.orig, driver.DatabaseError) or isinstance(error.orig, driver.OperationalError):
            raise
        return if_damaged


def rows_of(tx: Session, table: type[Base]) -> list[Row]:
    """The rows, as far as the release that made the table knows its columns."""
    columns = _columns_there(tx, table)
    if not columns:
        return []
    missing = dict.fromkeys(column.key for column in table.__table__.c if column not in columns)
    return [{**missing, **row._mapping} for row in tx.execute(select(*columns))]  # noqa: SLF001 - SQLAlchemy's name


def created_at_of(tx: Session, table: type[Base], **having: object) -> dict[int, datetime]:
    """When the rows with these values were created, by id: a row is the same as before if both are."""
    columns = {column.key: column for column in _columns_there(tx, table)}
    if not {"id", "created_at", *having} <= columns.keys():
        return {}
    query = select(columns["id"], columns["created_at"]).where(*(columns[name] == having[name] for name in having))
    return {row.id: row.created_at for row in tx.execute(query)}


def _columns_there(tx: Session, table: type[Base]) -> list[KeyedColumnElement[Any]]:
    found = inspect(tx.connection())
    name = table.__tablename__
    there = {column["name"] for column in found.get_columns(name)} if found.has_table(name) else set()
    return [column for column in table.__table__.c if column.key in there]
