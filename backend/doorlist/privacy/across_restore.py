"""The retention period is no part of a backup: a restore leaves it as it was (contract 4.keep, decision 0049)."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from doorlist.core.db.database import Database
from doorlist.core.db.replaced import Row, created_at_of, read_replaced, rows_of
from doorlist.events.models import Event
from doorlist.privacy import repository
from doorlist.privacy.models import RetentionPolicy
from doorlist.users.models import User


class Period(NamedTuple):
    """The retention period of a database with who set it, and until when which events are kept, by id."""

    row: Row | None = None
    kept_until: Mapping[int, str] = {}
    users: Mapping[int, datetime] = {}


def read_period(database: Database) -> Period:
    """The period in force before a restore: none where the data are damaged, so that nothing is erased by it."""
    return read_replaced(database, period_of, if_damaged=Period())


def period_of(tx: Session) -> Period:
    rows = rows_of(tx, RetentionPolicy)
    kept_until = {row["id"]: row["keep_until"] for row in rows_of(tx, Event) if row["keep_until"] is not None}
    return Period(rows[0] if rows else None, kept_until, created_at_of(tx, User))


def keep_period(tx: Session, period: Period) -> int | None:
    """Replace the period of the restored data. Returns it in days, None without one.

    Announcements are withdrawn, and each event is kept until the later of the two days.
    """
    tx.execute(delete(RetentionPolicy))
    repository.delete_announcements(tx)
    keep_later(tx, period)
    if period.row is None:
        return None
    by = period.row["changed_by"]
    is_here = by is not None and created_at_of(tx, User).get(by) == period.users.get(by)
    tx.execute(insert(RetentionPolicy), [{**period.row, "changed_by": by if is_here else None}])
    days: int | None = period.row["days"]
    return days


def keep_later(tx: Session, period: Period) -> None:
    """Keep events that were postponed until then, or longer if the restored data say so."""
    if not period.kept_until:
        return
    found = select(Event.id, Event.keep_until).where(Event.id.in_(period.kept_until))
    for event_id, restored in tx.execute(found).all():
        later = max(period.kept_until[event_id], restored or "")
        tx.execute(update(Event).where(Event.id == event_id).values(keep_until=later))
