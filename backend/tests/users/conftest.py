"""Fixtures: time that a test moves."""

import pytest

from doorlist.core import clock as house_clock
from tests.users.moving_clock import MovingClock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """The clock that the whole house asks, standing still."""
    made = MovingClock()
    monkeypatch.setattr(house_clock, "now", made.now)
    return made
