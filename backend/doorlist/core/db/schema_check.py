"""Compares the tables of a database with the models, in a few quick queries (contract 4.migrate).

Alembic's comparison, which the tests use, reads one table at a time: too slow for every start.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import CheckConstraint, Connection, Dialect, ForeignKeyConstraint, MetaData, UniqueConstraint

_SQLITE_COLUMNS = """
    SELECT s.name, c.name, c.type, c."notnull", c.dflt_value IS NOT NULL
    FROM sqlite_schema AS s JOIN pragma_table_info(s.name) AS c
    WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%'
"""
_SQLITE_INDEXES = """
    SELECT s.name, i.name, i."unique", (SELECT group_concat(name) FROM pragma_index_info(i.name))
    FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS i
    WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%' AND i.origin = 'c'
"""
_SQLITE_TABLES = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
_SQLITE_NAMED = re.compile(r'CONSTRAINT "?(\w+)"?', re.IGNORECASE)
_POSTGRESQL_COLUMNS = """
    SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, atthasdef OR attidentity <> ''
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(current_schema()) AND attnum > 0 AND NOT attisdropped
"""
_POSTGRESQL_INDEXES = """
    SELECT pg_class.relname, entry.relname, indisunique, array_to_string(ARRAY(
        SELECT attname FROM unnest(indkey::int[]) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place
    ), ',')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_class AS entry ON entry.oid = indexrelid
    WHERE pg_class.relnamespace = to_regnamespace(current_schema()) AND indisvalid
"""
_POSTGRESQL_CONSTRAINTS = """
    SELECT relname, conname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = to_regnamespace(current_schema())
"""
# The names in PostgreSQL's catalogue of types that the models name differently.
_POSTGRESQL_TYPES = {"varchar": "character varying", "float": "double precision"}


class _Column(NamedTuple):
    table: str
    name: str
    kind: str
    is_required: bool

    def __str__(self) -> str:
        return f"column {self.table}.{self.name} {self.kind}{' NOT NULL' if self.is_required else ''}"


class _Schema(NamedTuple):
    """Columns, and descriptions of everything else: indexes and constraints."""

    columns: set[_Column]
    others: set[str]
    filled: set[tuple[str, str]]
    """Columns with a default, which an insert may leave out."""


def differences(connection: Connection, metadata: MetaData) -> list[str]:
    """A few words on each thing that the database lacks or has differently; [] if it fits the models.

    Additions, such as an index of an administrator, are no difference, except for a required column: no insert would
    fill it.
    """
    meant = _meant(metadata, connection.dialect)
    there = _on_postgresql(connection) if connection.dialect.name == "postgresql" else _on_sqlite(connection)
    known = {(column.table, column.name) for column in meant.columns}
    unfilled = {
        column
        for column in there.columns
        if column.table in metadata.tables
        and column.is_required
        and (column.table, column.name) not in known | there.filled
    }
    missing = [*map(str, meant.columns - there.columns), *(meant.others - there.others)]
    return [
        *(f"{what} is missing or different" for what in sorted(missing)),
        *(f"{what} is unknown" for what in sorted(map(str, unfilled))),
    ]


def _meant(metadata: MetaData, dialect: Dialect) -> _Schema:
    columns, others = set[_Column](), set[str]()
    for table in metadata.tables.values():
        for column in table.columns:
            kind = column.type.compile(dialect)
            if dialect.name == "postgresql":
                name, bracket, rest = kind.lower().partition("(")
                kind = _POSTGRESQL_TYPES.get(name, name) + bracket + rest.replace(" ", "")
            columns.add(_Column(table.name, column.name, kind, not column.nullable))
        for index in table.indexes:
            others.add(_index(table.name, str(index.name), index.unique, ",".join(c.name for c in index.columns)))
        for constraint in table.constraints:
            if isinstance(constraint, CheckConstraint | ForeignKeyConstraint | UniqueConstraint):
                others.add(f"constraint {dialect.identifier_preparer.format_constraint(constraint)} of {table.name}")
    return _Schema(columns, others, set())


def _index(table: str, name: str, is_unique: object, columns: str) -> str:
    return f"{'unique ' if is_unique else ''}index {name} of {table} ({columns})"


def _on_sqlite(connection: Connection) -> _Schema:
    run = connection.exec_driver_sql
    named = {
        f"constraint {name} of {table}" for table, sql in run(_SQLITE_TABLES) for name in _SQLITE_NAMED.findall(sql)
    }
    return _there(run(_SQLITE_COLUMNS).all(), run(_SQLITE_INDEXES).all(), named)


def _on_postgresql(connection: Connection) -> _Schema:
    run = connection.exec_driver_sql
    named = {f"constraint {name} of {table}" for table, name in run(_POSTGRESQL_CONSTRAINTS)}
    return _there(run(_POSTGRESQL_COLUMNS).all(), run(_POSTGRESQL_INDEXES).all(), named)


def _there(columns: Iterable[tuple], indexes: Iterable[tuple], named: set[str]) -> _Schema:  # type: ignore[type-arg]
    columns = list(columns)
    return _Schema(
        {_Column(table, name, kind, bool(is_required)) for table, name, kind, is_required, _ in columns},
        named | {_index(*index) for index in indexes},
        {(table, name) for table, name, _, _, has_default in columns if has_default},
    )
