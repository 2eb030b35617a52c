"""Fixtures: time that a test moves, and a house where signing in takes a password."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from doorlist.core import clock as house_clock
from doorlist.core.config import Settings
from tests.databases import Databases, SqliteDatabases
from tests.house import HouseOfPasswords
from tests.users.moving_clock import MovingClock


@pytest.fixture
def house(settings: Settings, databases: Databases) -> Iterator[HouseOfPasswords]:
    made = HouseOfPasswords(settings, databases.name)
    yield made
    made.close()


@pytest.fixture
def sqlite_house(sqlite_databases: SqliteDatabases, tmp_path: Path) -> Iterator[HouseOfPasswords]:
    with sqlite_databases.fresh(tmp_path / "data") as settings:
        made = HouseOfPasswords(settings, "sqlite")
        yield made
        made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """The clock that the whole house asks, standing still."""
    made = MovingClock()
    monkeypatch.setattr(house_clock, "now", made.now)
    return made
