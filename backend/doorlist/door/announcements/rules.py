"""Rules of announcements as plain values and plain functions (contract 7.announcement)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

ANNOUNCED_FOR = timedelta(minutes=10)
LEAST_LISTED = 10  # as many as /doors shows
MOST_LISTED = 100


class Arrival(NamedTuple):
    """An attendee by their id, and when they came in."""

    attendee_id: int
    attended_at: datetime


def listed_arrivals(latest_first: Sequence[Arrival], now: datetime) -> list[Arrival]:
    """The arrivals that are announced still, or the latest LEAST_LISTED if those are more."""
    return [
        arrival
        for number, arrival in enumerate(latest_first)
        if number < LEAST_LISTED or now - arrival.attended_at < ANNOUNCED_FOR
    ]
