"""Automatic erasure is announced a week ahead, and no edit, import or restore brings it forward (contract 4.keep)."""

import pytest
from fastapi.testclient import TestClient

from doorlist.core import clock
from tests.backup.test_restore import created, restore
from tests.cast import OLIVE, SAM
from tests.house import House, json_of
from tests.privacy.test_keeping import CALL, evening, keep, names, run
from tests.users.moving_clock import MovingClock


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """It is 18:30 UTC on 20 November 2026."""
    made = MovingClock()
    monkeypatch.setattr(clock, "now", made.now)
    return made


@pytest.fixture
def sam(moving: MovingClock, house: House) -> TestClient:  # noqa: ARG001 - it is that day
    return house.signed_in(SAM)


def test_a_wrong_year_in_a_date_erases_nobody(house: House, sam: TestClient, moving: MovingClock) -> None:
    event = evening(sam, "2099-01-01", guests=3)
    keep(sam, 90)
    for _ in range(2):
        run(house)
        moving.move(days=1)
    olive = house.signed_in(OLIVE)
    saved = olive.put(f"/api/events/{event['id']}", json={"date": "2019-01-01", "expectedErasures": 3})
    assert saved.status_code == 200, saved.text
    for _ in range(85):
        run(house)
        moving.move(days=1)
    assert names(house) == ["Ada Lovelace"] * 3


def test_a_restore_turns_no_period_on(house: House, sam: TestClient, moving: MovingClock) -> None:
    evening(sam, "2019-01-01", guests=3)
    keep(sam, 90, guests=3)
    filename = created(sam)
    keep(sam, None)
    assert restore(sam, filename).status_code == 200
    assert json_of(house.signed_in(SAM).get(CALL))["keepDays"] is None
    for _ in range(100):
        run(house)
        moving.move(days=1)
    assert names(house) == ["Ada Lovelace"] * 3
