"""Fixtures: time that a test moves, and a house where signing in takes a password."""

from collections.abc import Iterator

import pytest

from doorlist.core import clock as house_clock
from doorlist.core.config import Settings
from tests.databases import Databases
from tests.house import HouseOfPasswords
from tests.users.moving_clock import MovingClock


@pytest.fixture
def house(settings: Settings, databases: Databases) -> Iterator[HouseOfPasswords]:
    made = HouseOfPasswords(settings, databases.name)
    yield made
    made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """The clock that the whole house asks, standing still."""
    made = MovingClock()
    monkeypatch.setattr(house_clock, "now", made.now)
    return made
