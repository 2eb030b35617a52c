"""Limits by leaky buckets: a key may use a whole in each window, and the used part leaks away steadily."""

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil
from threading import Lock
from typing import Generic, TypeVar

from doorlist.core import clock

_TICK = timedelta(microseconds=1)

Key = TypeVar("Key", bound=Hashable)


class LeakyBuckets(Generic[Key]):
    """The buckets of one process: a restart empties them. May be used from any thread."""

    def __init__(self, window: timedelta, *, most_keys: int) -> None:
        """Beyond `most_keys` the least recently used key is forgotten: forged ones must not fill the memory."""
        self._window = window
        self._most_keys = most_keys
        # The used part, exactly, and at which time.
        self._levels: OrderedDict[Key, tuple[Fraction, datetime]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: Key, part: Fraction) -> int:
        """Use a part of the whole. Returns 0, or the seconds to wait where it does not fit: then nothing is used."""
        now = clock.now()
        with self._lock:
            level, since = self._levels.get(key, (Fraction(0), now))
            leaked = Fraction(max(timedelta(0), now - since) // _TICK, self._window // _TICK)
            level = max(Fraction(0), level - leaked)
            excess = level + part - 1
            # A refusal stores the level too: the clock may have been set back.
            self._levels[key] = level if excess > 0 else level + part, now
            self._levels.move_to_end(key)
            if len(self._levels) > self._most_keys:
                self._levels.popitem(last=False)
        return max(1, ceil(excess * (self._window // timedelta(seconds=1)))) if excess > 0 else 0
