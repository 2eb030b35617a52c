"""The facts of the last while, numbered, so that a stream that was cut can go on where it stood."""

import secrets
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic

from doorlist.live.facts import EVERYTHING, NOTHING, Facts

REMEMBERED = 1000


@dataclass(frozen=True)
class Position:
    """Where a browser stands: the last id that it has heard, or else how many seconds ago it began to read."""

    last_id: str | None = None
    age_seconds: float | None = None


class Feed:
    """What was published here. `origin` tells this feed from those of other processes and of earlier starts."""

    def __init__(self) -> None:
        self.origin = secrets.token_hex(8)
        self._number = 0
        self._remembered: deque[tuple[int, float, Facts]] = deque(maxlen=REMEMBERED)
        # From which number, and from which moment, nothing is missing.
        self._whole_from = 0
        self._whole_since = monotonic()

    @property
    def last_id(self) -> str:
        """The id of the latest fact."""
        return f"{self.origin}-{self._number}"

    def add(self, facts: Facts) -> None:
        """Remember one more."""
        if len(self._remembered) == REMEMBERED:
            self._whole_from, self._whole_since, _ = self._remembered[0]
        self._number += 1
        self._remembered.append((self._number, monotonic(), facts))

    def forget(self) -> None:
        """Something may have been missed: nobody can go on from before this moment."""
        self._number += 1
        self._remembered.clear()
        self._whole_from, self._whole_since = self._number, monotonic()

    def missed_since(self, position: Position) -> Facts:
        """What somebody who stands there has not heard; everything where that is not known."""
        if position.last_id is not None:
            origin, _, number = position.last_id.rpartition("-")
            if origin != self.origin or not number.isdecimal() or not self._whole_from <= int(number) <= self._number:
                return EVERYTHING
            return _merged(facts for n, _, facts in self._remembered if n > int(number))
        if position.age_seconds is not None:
            since = monotonic() - position.age_seconds
            if since < self._whole_since:
                return EVERYTHING
            return _merged(facts for _, at, facts in self._remembered if at >= since)
        return NOTHING


def _merged(all_facts: Iterable[Facts]) -> Facts:
    merged = NOTHING
    for facts in all_facts:
        merged |= facts
    return merged
