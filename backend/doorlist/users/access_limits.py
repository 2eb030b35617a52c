"""How much one access may send: records in an hour, and refused texts that are stored (contract 10.access).

A secret of a lost or revoked device must not fill the scan log. The counts are of this process: a restart forgets them.
"""

from datetime import timedelta
from fractions import Fraction
from threading import Lock

from doorlist.core.errors import Problem
from doorlist.core.leaky_buckets import LeakyBuckets
from doorlist.users.access import PresentedAccess
from doorlist.users.rules import MAX_REFUSED_TEXTS, RECORDS_AN_HOUR, RECORDS_AN_HOUR_AFTER_END, waiting_time

MAX_COUNTED = 10_000


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


class AccessLimits:
    """Counts by the id of the access. May be used from any thread."""

    def __init__(self) -> None:
        self._records = LeakyBuckets[int](timedelta(hours=1), most_keys=MAX_COUNTED)
        self._texts: dict[int, int] = {}
        self._lock = Lock()

    def take(self, access: PresentedAccess, records: int) -> None:
        """Count records that an access sends. Raises TooManyRecords, which counts none of them."""
        # A whole evening offline is uploaded after the 16 hours: only an end by a person lowers the limit.
        most = RECORDS_AN_HOUR if access.ended_at is None else RECORDS_AN_HOUR_AFTER_END
        if wait := self._records.take(access.id, Fraction(records, most)):
            raise TooManyRecords(wait)

    def texts_left(self, access_id: int) -> int:
        """The number of refused texts of this access that may still be stored; later ones are stored as hashes only."""
        with self._lock:
            return max(0, MAX_REFUSED_TEXTS - self._texts.get(access_id, 0))

    def count_texts(self, access_id: int, texts: int) -> None:
        with self._lock:
            # Behind all others, because the first are forgotten first.
            self._texts[access_id] = self._texts.pop(access_id, 0) + texts
            if len(self._texts) > MAX_COUNTED:
                del self._texts[next(iter(self._texts))]
