"""The latest changes, numbered, so that a stream that was cut off can continue where it stopped."""

import secrets
from collections import deque
from dataclasses import dataclass
from functools import reduce
from operator import or_
from time import monotonic

from doorlist.live.changes import EVERYTHING, NOTHING, Changes

REMEMBERED = 1000
MAX_NUMBER_LENGTH = 19
"""Python reads no number of thousands of digits."""


@dataclass(frozen=True)
class Position:
    """A browser's position: the last id that it received, or else how many seconds ago it began to read."""

    last_id: str | None = None
    age_seconds: float | None = None


class ReplayBuffer:
    """The changes published here. `origin` differs for every process and every start."""

    def __init__(self) -> None:
        self.origin = secrets.token_hex(8)
        self._number = 0
        self._remembered: deque[tuple[int, float, Changes]] = deque(maxlen=REMEMBERED)
        # The number, and the moment, since which nothing is missing.
        self._whole_from = 0
        self._whole_since = monotonic()

    @property
    def last_id(self) -> str:
        return f"{self.origin}-{self._number}"

    def add(self, changes: Changes) -> None:
        if len(self._remembered) == REMEMBERED:
            self._whole_from, self._whole_since, _ = self._remembered[0]
        self._number += 1
        self._remembered.append((self._number, monotonic(), changes))

    def clear(self) -> None:
        """Changes may be missing: no stream can continue from before this moment."""
        self._number += 1
        self._remembered.clear()
        self._whole_from, self._whole_since = self._number, monotonic()

    def missed_since(self, position: Position) -> Changes:
        """The changes since that position; everything if they are not known."""
        if position.last_id is not None:
            origin, _, digits = position.last_id.rpartition("-")
            is_number = digits.isdecimal() and len(digits) <= MAX_NUMBER_LENGTH
            number = int(digits) if origin == self.origin and is_number else -1
            if not self._whole_from <= number <= self._number:
                return EVERYTHING
            return reduce(or_, (changes for n, _, changes in self._remembered if n > number), NOTHING)
        if position.age_seconds is not None:
            since = monotonic() - position.age_seconds
            if since < self._whole_since:
                return EVERYTHING
            return reduce(or_, (changes for _, at, changes in self._remembered if at >= since), NOTHING)
        return NOTHING
