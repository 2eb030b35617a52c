"""When the retention period has passed, in days of the server's clock (contract 4.keep).

The clock knows no event's zone. Its day in UTC, less one, is a day that has begun everywhere, and an evening ends
in the night after it: no guest is erased too early, and none more than two days late.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from doorlist.core import clock

ANNOUNCED_DAYS = 8
"""A guest is erased at the earliest on the eighth day after the announcement: seven full days at any hour."""
_BEGUN_EVERYWHERE = timedelta(days=1)


class Due(NamedTuple):
    """Guests are due whose event is before the day, who were added before the moment, and who need not be kept longer.

    A date changed since the moment, a `keep_until` from `kept_from` on, or a restore since the moment keeps them.
    """

    before: str
    moment: datetime
    kept_from: str


def due_after(keep_days: int, *, ahead_days: int = 0) -> Due:
    """The guests due today, or this number of days ahead."""
    kept_from = clock.now().date() + timedelta(days=ahead_days) - _BEGUN_EVERYWHERE
    before = kept_from - timedelta(days=keep_days)
    return Due(before.isoformat(), midnight(before), kept_from.isoformat())


def erase_on(announced_at: datetime) -> str:
    """The day of the erasure that was announced then."""
    return _days_after(announced_at.date(), ANNOUNCED_DAYS)


def erase_on_after_change(keep_days: int) -> str:
    """The day of the erasure of guests whose event is over by then, if something that counts for them changes now."""
    from_today = keep_days + 2 * _BEGUN_EVERYWHERE.days
    return _days_after(clock.now().date(), max(from_today, ANNOUNCED_DAYS))


def announced_long_enough() -> datetime:
    """Guests whose erasure was announced before this moment may be erased."""
    return midnight(clock.now().date() - timedelta(days=ANNOUNCED_DAYS - 1))


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _days_after(day: date, days: int) -> str:
    return (day + timedelta(days=days)).isoformat()
