"""Days and times of day, as plain functions (contract 3, 5)."""

import pytest

from doorlist.events.rules import is_calendar_date, is_clock_time


@pytest.mark.parametrize("text", ["2026-11-20", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
def test_a_day_that_exists(text: str) -> None:  # 5.event.2
    assert is_calendar_date(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-29",
        "1900-02-29",
        "2026-00-10",
        "2026-13-01",
        "2026-11-00",
        "2026-11-31",
        "0000-01-01",
        "26-11-20",
        "2026-1-2",
        "20261120",
        "2026-W47-5",
        "2026-324",
        "2026-11-20T10:00",
        "2026-11-20\n",
        " 2026-11-20",
        "-026-11-20",
    ],
)
def test_a_day_that_does_not(text: str) -> None:  # 5.event.2; 3.event.3
    assert not is_calendar_date(text)


@pytest.mark.parametrize("text", ["00:00", "09:05", "19:59", "20:00", "23:59"])
def test_a_time_of_day(text: str) -> None:  # 5.event.4
    assert is_clock_time(text)


@pytest.mark.parametrize(
    "text", ["", "24:00", "9:05", "19:60", "19:5", "19:05:00", "19.05", "7:05 pm", "19:05\n", "-1:05"]
)
def test_no_time_of_day(text: str) -> None:  # 5.event.4; 3.event.4
    assert not is_clock_time(text)
