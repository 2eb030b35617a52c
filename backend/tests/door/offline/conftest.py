"""The evening of every test of sync."""

import pytest

from doorlist.core import clock
from tests.door.offline.doors import Evening
from tests.house import House
from tests.users.moving_clock import MovingClock


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return Evening(house, moving)
