"""Moments on the wire: UTC, milliseconds, Z (contract 10)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from doorlist.core import clock


@pytest.mark.parametrize(
    ("moment", "wire"),
    [
        (datetime(2026, 11, 20, 18, 30, tzinfo=UTC), "2026-11-20T18:30:00.000Z"),
        (datetime(2026, 11, 20, 18, 30, 1, 7000, tzinfo=UTC), "2026-11-20T18:30:01.007Z"),
        (datetime(2026, 11, 20, 18, 30, 1, 999_999, tzinfo=UTC), "2026-11-20T18:30:01.999Z"),
        (datetime(2026, 11, 21, 5, 30, tzinfo=timezone(timedelta(hours=11))), "2026-11-20T18:30:00.000Z"),
    ],
)
def test_a_moment_is_written_in_utc_with_milliseconds(moment: datetime, wire: str) -> None:  # 10.wire.2
    assert clock.to_wire(moment) == wire


def test_what_was_written_is_read_back() -> None:
    moment = datetime(2026, 11, 20, 18, 30, 1, 7000, tzinfo=UTC)
    assert clock.from_wire(clock.to_wire(moment)) == moment


def test_now_carries_no_more_than_the_wire_does() -> None:
    for _ in range(100):
        now = clock.now()
        assert now.tzinfo is UTC
        assert clock.from_wire(clock.to_wire(now)) == now
