"""How many unknown tickets an address may name, as a leaking bucket."""

from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

FREE_UNKNOWN = 100
REFILL = timedelta(minutes=15)
_EACH = REFILL / FREE_UNKNOWN


class BucketLevel(NamedTuple):
    """The unknown tickets that still count against an address, as of a moment."""

    unknown: float
    at: datetime


def leaked(level: BucketLevel | None, now: datetime) -> BucketLevel:
    """The level now: one is forgotten every 9 seconds."""
    if level is None:
        return BucketLevel(0, now)
    return BucketLevel(max(0.0, level.unknown - max(timedelta(0), now - level.at) / _EACH), now)


def seconds_to_wait(level: BucketLevel) -> int:
    """How long the address waits for its next try; 0 while it has one free."""
    excess = level.unknown - (FREE_UNKNOWN - 1)
    return 0 if excess <= 0 else max(1, ceil(excess * _EACH.total_seconds()))
