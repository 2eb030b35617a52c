"""Limits unknown tickets per address with a leaky bucket."""

from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

FREE_UNKNOWN = 100
REFILL = timedelta(minutes=15)
_EACH = REFILL / FREE_UNKNOWN


class BucketLevel(NamedTuple):
    """The unknown tickets that counted against an address at a time."""

    unknown: float
    at: datetime


def leaked(level: BucketLevel | None, now: datetime) -> BucketLevel:
    """The level now: one leaks every 9 seconds."""
    if level is None:
        return BucketLevel(0, now)
    return BucketLevel(max(0.0, level.unknown - max(timedelta(0), now - level.at) / _EACH), now)


def seconds_to_wait(level: BucketLevel) -> int:
    """The wait before the next try; 0 if it is free."""
    excess = level.unknown - (FREE_UNKNOWN - 1)
    return 0 if excess <= 0 else max(1, ceil(excess * _EACH.total_seconds()))
