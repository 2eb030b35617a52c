"""A fresh database for every test, on either engine, copied from a template with the schema and the cast."""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import update
from sqlalchemy.engine import make_url

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.users import accounts
from doorlist.users.models import User
from doorlist.users.schemas import NewUser
from tests.cast import CAST
from tests.postgres_server import STATEMENTS

_COUNTER = itertools.count()

END_SESSIONS = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
MAX_GROWTH = 4 * 1024 * 1024
"""Bytes that earlier tests may leave in a database; removed rows take space too."""
CATALOGS = ("pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_index", "pg_trigger", "pg_proc")
# Each change of a schema adds, removes or replaces rows of these; a transaction's number is never used again.
SCHEMA = SQL(" UNION ALL ").join(
    SQL("SELECT {}, count(*), max(xmin::text::bigint) FROM {}").format(catalog, Identifier(catalog))
    for catalog in CATALOGS
)


class SqliteDatabases:
    """Copies of one file."""

    name = "sqlite"

    def __init__(self, directory: Path) -> None:
        self.template = Settings(data_dir=directory / "template")
        self.template.prepare_data_dir()
        fill(self.template)

    @contextmanager
    def fresh(self, data_dir: Path) -> Iterator[Settings]:
        """A new database in `data_dir`."""
        settings = Settings(data_dir=data_dir)
        settings.prepare_data_dir()
        shutil.copy(self.template.sqlite_file, settings.sqlite_file)
        yield settings

    new = fresh


class PostgresDatabases:
    """Copies of one template database of a server.

    A copy takes most of the time of a short test, so an emptied one serves the next test, under a new name: a process
    that the last test left behind finds no database at its address.
    """

    name = "postgresql"

    def __init__(self, url: str, directory: Path) -> None:
        self.url = make_url(url)
        self.template = f"doorlist_template_{os.getpid()}_{next(_COUNTER)}"
        self._run(f'CREATE DATABASE "{self.template}"')
        fill(Settings(data_dir=directory, database_url=self._url_of(self.template)))
        with self._connect(self.template) as connection:
            self._schema = connection.execute(SCHEMA).fetchall()
            self._size = _size(connection)
            self._content = TableContent.read(connection)
        self._emptied: list[str] = []

    def new(self, data_dir: Path) -> AbstractContextManager[Settings]:
        """A copy of the template: an emptied one still has the statistics and the size of earlier tests."""
        return self._lent(f'CREATE DATABASE "{{}}" TEMPLATE "{self.template}"', data_dir)

    def fresh(self, data_dir: Path) -> AbstractContextManager[Settings]:
        """A database with the schema and the cast; the data directory is still there for everything else."""
        if not self._emptied:
            return self.new(data_dir)
        return self._lent(f'ALTER DATABASE "{self._emptied.pop()}" RENAME TO "{{}}"', data_dir)

    @contextmanager
    def _lent(self, statement: str, data_dir: Path) -> Iterator[Settings]:
        """Name a database with the statement, and empty it after the test."""
        name = f"doorlist_{os.getpid()}_{next(_COUNTER)}"
        self._run(statement.format(name))
        if STATEMENTS:
            with Path(STATEMENTS, "tests").open("a", encoding="utf-8") as names:
                names.write(f"{name} {os.environ['PYTEST_CURRENT_TEST']}\n")
        settings = Settings(data_dir=data_dir, database_url=self._url_of(name))
        settings.prepare_data_dir()
        try:
            yield settings
        finally:
            self._give_back(name)

    def _give_back(self, name: str) -> None:
        """Empty the database for another test; drop it if its schema has changed, or if it has grown."""
        emptied = f"{name}_emptied"
        try:
            with self._connect() as connection:
                connection.execute(END_SESSIONS, [name])
                connection.execute(f'ALTER DATABASE "{name}" RENAME TO "{emptied}"'.encode())
        except psycopg.errors.ObjectInUse:  # a server that is still running connected again
            self._run(f'DROP DATABASE "{name}" WITH (FORCE)')
            return
        with self._connect(emptied) as connection:
            is_small = _size(connection) < self._size + MAX_GROWTH
            is_reusable = is_small and connection.execute(SCHEMA).fetchall() == self._schema
            if is_reusable:
                self._content.restore(connection)
        if is_reusable:
            self._emptied.append(emptied)
        else:
            self._run(f'DROP DATABASE "{emptied}" WITH (FORCE)')

    def _url_of(self, name: str) -> str:
        return self.url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)

    def _connect(self, name: str | None = None) -> psycopg.Connection:
        return psycopg.connect(self._url_of(name or self.url.database or ""), autocommit=True)

    def _run(self, statement: str) -> None:
        with self._connect() as connection:
            connection.execute(statement.encode())


@dataclass(frozen=True)
class TableContent:
    """All rows of a database, and the last numbers of its sequences."""

    tables: list[str]
    rows: dict[str, bytes]
    sequences: dict[str, int | None]

    @classmethod
    def read(cls, connection: psycopg.Connection) -> Self:
        """The content of a database."""
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in names]
        rows = {table: _copied(connection, table) for table in _filled(connection, tables)}
        return cls(tables, rows, _last_values(connection))

    def restore(self, connection: psycopg.Connection) -> None:
        """Put them back; tables that are empty on both sides are left alone."""
        with connection.transaction():
            # Neither triggers nor foreign keys: the content is right as a whole.
            connection.execute("SET LOCAL session_replication_role = replica")
            for table in _filled(connection, self.tables):
                connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))
            for table, rows in self.rows.items():
                with connection.cursor().copy(SQL("COPY {} FROM STDIN").format(Identifier(table))) as copy:
                    copy.write(rows)
            for sequence, value in _last_values(connection).items():
                if value != (former := self.sequences[sequence]):
                    connection.execute("SELECT setval(%s, %s, %s)", [sequence, former or 1, former is not None])


def _size(connection: psycopg.Connection) -> int:
    size: int = connection.execute("SELECT pg_database_size(current_database())").fetchall()[0][0]
    return size


def _filled(connection: psycopg.Connection, tables: list[str]) -> list[str]:
    has_rows = SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
    questions = SQL(" UNION ALL ").join(has_rows.format(table, Identifier(table)) for table in tables)
    return [table for (table,) in connection.execute(questions)]


def _copied(connection: psycopg.Connection, table: str) -> bytes:
    with connection.cursor().copy(SQL("COPY {} TO STDOUT").format(Identifier(table))) as copy:
        return b"".join(bytes(block) for block in copy)


def _last_values(connection: psycopg.Connection) -> dict[str, int | None]:
    return dict(connection.execute("SELECT format('%I.%I', schemaname, sequencename), last_value FROM pg_sequences"))


Databases = SqliteDatabases | PostgresDatabases


def fill(settings: Settings) -> None:
    """Make the schema and the cast."""
    database = Database(settings)
    migrate(database)
    for person in CAST:
        new = NewUser(username=person.username, full_name=person.full_name, role=person.role, password=person.password)
        user = accounts.create_user(database, new, must_change_password=person.must_change_password, created_by=None)
        with database.write() as tx:
            tx.execute(update(User).where(User.id == user.id).values(is_active=person.is_active))
    database.close()
