"""A fresh database for every test, on either engine, copied from a template with the schema and the cast."""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
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


class PostgresDatabases:
    """Copies of one template database of a server."""

    name = "postgresql"

    def __init__(self, url: str, directory: Path) -> None:
        self.url = make_url(url)
        self.template = f"doorlist_template_{os.getpid()}"
        self._run(f'CREATE DATABASE "{self.template}"')
        fill(Settings(data_dir=directory, database_url=self._url_of(self.template)))

    @contextmanager
    def fresh(self, data_dir: Path) -> Iterator[Settings]:
        """A new database, dropped afterwards; the data directory is still there for everything else."""
        name = f"doorlist_{os.getpid()}_{next(_COUNTER)}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{self.template}"')
        if STATEMENTS:
            with Path(STATEMENTS, "tests").open("a", encoding="utf-8") as names:
                names.write(f"{name} {os.environ['PYTEST_CURRENT_TEST']}\n")
        settings = Settings(data_dir=data_dir, database_url=self._url_of(name))
        settings.prepare_data_dir()
        try:
            yield settings
        finally:
            self._run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _url_of(self, name: str) -> str:
        return self.url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)

    def _run(self, statement: str) -> None:
        url = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(statement.encode())


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
