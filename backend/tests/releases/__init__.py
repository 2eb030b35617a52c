"""Databases as earlier releases left them, with data: SQL made by the code of each release, on both engines.

`NAME.sql` is what a release made at that revision; `-first` and `-second` are what early forms of the same migration
made, and `0004-of-X` is X as it was brought to 0004 without repair. A new migration brings a new pair of files.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

from doorlist.core.config import Settings
from doorlist.core.db.sqlite import sqlite_module
from tests.databases import Databases, PostgresDatabases

DIRECTORY = Path(__file__).parent
RELEASES = sorted(path.stem for path in (DIRECTORY / "sqlite").glob("*.sql"))
USERNAME, PASSWORD = "admin", "under the old doormat"


@contextmanager
def empty_database(databases: Databases, data_dir: Path) -> Iterator[Settings]:
    """A database without a single table."""
    if isinstance(databases, PostgresDatabases):
        with databases.fresh(data_dir) as settings:
            assert settings.database_url is not None
            with psycopg.connect(settings.database_url, autocommit=True) as connection:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            yield settings
        return
    settings = Settings(data_dir=data_dir)
    settings.prepare_data_dir()
    yield settings


@contextmanager
def database_of(release: str, databases: Databases, data_dir: Path) -> Iterator[Settings]:
    """A database as that release left it."""
    with empty_database(databases, data_dir) as settings:
        dump = (DIRECTORY / databases.name / f"{release}.sql").read_text("utf-8")
        if settings.database_url is not None:
            with psycopg.connect(settings.database_url) as connection:
                connection.execute(dump.encode())
        else:
            with closing(sqlite_module().connect(settings.sqlite_file)) as file:
                file.executescript(dump)
        yield settings
