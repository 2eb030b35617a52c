"""How much one access may send: records in an hour, and refused texts that are stored (contract 10.access).

A secret of a lost or revoked device must not fill the scan log. The counts are of this process: a restart forgets them.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from threading import Lock

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users.access import PresentedAccess
from doorlist.users.rules import MAX_REFUSED_TEXTS, RECORDS_AN_HOUR, RECORDS_AN_HOUR_AFTER_END, waiting_time

MAX_COUNTED = 10_000
_HOUR = timedelta(hours=1)


class TooManyRecords(Problem):
    status = 429
    code = "too_many_records"
    title = "Too many check-ins"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            "This device sent more check-ins than it may in an hour. It keeps the others and sends them later: try"
            f" again in {waiting_time(seconds)}.",
            retry_after_seconds=seconds,
        )


@dataclass
class _Use:
    """`level` is the used part of an hour's records, as a leaking bucket: 1.0 is all of them."""

    level: float
    at: datetime
    texts: int = 0


class AccessLimits:
    """Counts by the id of the access. May be used from any thread."""

    def __init__(self) -> None:
        self._uses: OrderedDict[int, _Use] = OrderedDict()
        self._lock = Lock()

    def take(self, access: PresentedAccess, records: int) -> None:
        """Count records that an access sends. Raises TooManyRecords, which counts none of them."""
        now = clock.now()
        # A whole evening offline is uploaded after the 16 hours: only an end by a person lowers the limit.
        most = RECORDS_AN_HOUR if access.ended_at is None else RECORDS_AN_HOUR_AFTER_END
        with self._lock:
            use = self._use(access.id, now)
            use.level = max(0.0, use.level - max(timedelta(0), now - use.at) / _HOUR)
            use.at = now
            excess = use.level + records / most - 1
            if excess > 0:
                raise TooManyRecords(max(1, ceil(excess * _HOUR.total_seconds())))
            use.level += records / most

    def texts_left(self, access_id: int) -> int:
        """The number of refused texts of this access that may still be stored; later ones are stored as hashes only."""
        with self._lock:
            return max(0, MAX_REFUSED_TEXTS - self._use(access_id, clock.now()).texts)

    def count_texts(self, access_id: int, texts: int) -> None:
        with self._lock:
            self._use(access_id, clock.now()).texts += texts

    def _use(self, access_id: int, now: datetime) -> _Use:
        use = self._uses.setdefault(access_id, _Use(0, now))
        self._uses.move_to_end(access_id)
        if len(self._uses) > MAX_COUNTED:
            self._uses.popitem(last=False)
        return use
