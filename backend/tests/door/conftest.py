"""The door of every test of the worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.databases import PostgresDatabases
from tests.door.door import Door


@pytest.fixture
def door(database: Database, settings: Settings) -> Iterator[Door]:
    made = Door(database, settings)
    yield made
    made.close()


@pytest.fixture
def postgres_door(postgres_databases: PostgresDatabases, tmp_path: Path) -> Iterator[Door]:
    """A door on PostgreSQL, for faults that only a separate server can have."""
    with postgres_databases.fresh(tmp_path / "data") as settings:
        database = Database(settings)
        made = Door(database, settings)
        yield made
        made.close()
        database.close()
