"""Fixtures: one house for all tests of a file, as most statements need only an event in it."""

import itertools
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from doorlist.core import clock as house_clock
from tests.cast import OLIVE, OSCAR, SAM
from tests.databases import Databases
from tests.house import House, Json, new_event
from tests.users.moving_clock import MovingClock

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def house(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with databases.fresh(tmp_path_factory.mktemp("spec") / "data") as settings:
        made = House(settings, databases.name)
        yield made
        made.close()


@pytest.fixture(scope="module")
def olive(house: House) -> TestClient:
    return house.signed_in(OLIVE)


@pytest.fixture(scope="module")
def oscar(house: House) -> TestClient:
    return house.signed_in(OSCAR)


@pytest.fixture(scope="module")
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


@pytest.fixture
def gala(olive: TestClient) -> Json:
    """An event that no other test knows."""
    return new_event(olive, ticketPriceCents=5000)


@pytest.fixture
def vera() -> Json:
    """An account that nobody has made yet."""
    return {"username": f"vera{next(_NUMBERS)}", "fullName": "Vera New", "password": "a long enough one"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """The clock of the whole house, standing still at this moment, so that sessions do not age."""
    made = MovingClock()
    made.moment = house_clock.now()
    monkeypatch.setattr(house_clock, "now", made.now)
    return made
