"""The leaking bucket of unknown tickets."""

import pytest

from doorlist.attendees.ticket_page.service import AnonymousLimiter, TooManyUnknown
from doorlist.core import clock
from tests.users.moving_clock import MovingClock


def guesses(limiter: AnonymousLimiter, number: int) -> None:
    for _ in range(number):
        limiter.count_unknown("192.0.2.7")


def seconds_to_wait(limiter: AnonymousLimiter) -> str:
    with pytest.raises(TooManyUnknown) as refused:
        guesses(limiter, 1)
    return refused.value.headers["Retry-After"]


def test_a_hundred_guesses_are_free_and_then_one_comes_back_every_nine_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # 10.strangers.2
    time, limiter = MovingClock(), AnonymousLimiter()
    monkeypatch.setattr(clock, "now", time.now)
    guesses(limiter, 100)
    assert seconds_to_wait(limiter) == "9"
    time.move(seconds=5)
    assert seconds_to_wait(limiter) == "4"
    time.move(seconds=4)
    guesses(limiter, 1)
    assert seconds_to_wait(limiter) == "9"
    time.move(minutes=15)
    guesses(limiter, 100)
    time.move(hours=-1)
    assert seconds_to_wait(limiter) == "9"
