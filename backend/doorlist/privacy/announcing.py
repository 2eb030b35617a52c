"""Automatic erasure is announced to super admins a week ahead, and they can postpone an event (decision 0049).

An announcement is stored, so that a server that was off for a month still announces before it erases.
"""

from datetime import timedelta

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.errors import InvalidInput
from doorlist.door.data_generation import restored_at
from doorlist.events.service import UnknownEvent
from doorlist.live.publish import publish_after_commit
from doorlist.privacy import repository
from doorlist.privacy.due import ANNOUNCED_DAYS, Due, due_after, erase_on
from doorlist.privacy.models import AnnouncedErasure
from doorlist.privacy.rules import MAX_KEEP_DAYS
from doorlist.privacy.schemas import AnnouncedEvent, EventPostponed, PostponedEvent
from doorlist.users.service import SignedInUser

_MIN_STEP = timedelta(milliseconds=1)


def find_due(tx: Session, keep_days: int, *, ahead_days: int = 0) -> Due | None:
    """The guests due then; None if a restore is too recent for any guest to be due."""
    due, restored = due_after(keep_days, ahead_days=ahead_days), restored_at(tx)
    return None if restored is not None and restored >= due.moment else due


def announce_due(database: Database) -> None:
    """Announce the guests who will be due, if there are any who are not announced yet."""
    with database.read() as tx:
        is_needed = bool(_unannounced(tx)[1]) or _announced_in_future(tx)
    if is_needed:
        database.commit(announce)


def announce(tx: Session) -> None:
    """Announce the guests who will be due and are not announced yet."""
    now = clock.now()
    repository.lock_retention(tx, now)
    # The clock was wrong then; a guest might be added before that moment, and be covered.
    repository.delete_announcements(tx, AnnouncedErasure.announced_at > now)
    due, event_ids = _unannounced(tx)
    if due is not None and event_ids:
        added_until = min(now, due.moment - _MIN_STEP)
        repository.add_announcements(tx, event_ids, at=now, added_until=added_until)


def announced(tx: Session) -> list[AnnouncedEvent]:
    return [
        AnnouncedEvent(id=row.id, name=row.name, date=row.date, guests=row.guests, erase_on=erase_on(row.announced_at))
        for row in repository.announced_events(tx)
    ]


def postponed(tx: Session) -> list[PostponedEvent]:
    """The events whose erasure is postponed to a day that has not passed everywhere."""
    rows = repository.postponed_events(tx, kept_from=due_after(0).kept_from)
    return [PostponedEvent.model_validate(row) for row in rows]


def postpone_event(tx: Session, event_id: int, change: EventPostponed, caller: SignedInUser) -> None:
    """Keep the guests of an event until a day, or (None) for no longer than the period says.

    Guests who are due then are announced anew. Raises UnknownEvent, and InvalidInput for a day
    that is over or too far away.
    """
    today = clock.now().date()
    latest = (today + timedelta(days=MAX_KEEP_DAYS)).isoformat()
    if change.keep_until is not None and not today.isoformat() < change.keep_until <= latest:
        raise InvalidInput.on("keepUntil", f"Must be after today, and no later than {latest}")
    event = repository.lock_event(tx, event_id)
    if event is None:
        raise UnknownEvent
    if event.keep_until != change.keep_until:
        before, after = {"keep_until": event.keep_until}, {"keep_until": change.keep_until}
        add_audit_entry(tx, Action.EVENT_POSTPONED, by=caller, event_id=event_id, before=before, after=after)
        event.keep_until = change.keep_until
        tx.flush()
        repository.delete_announcements(tx, AnnouncedErasure.event_id == event_id)
        announce(tx)
        publish_after_commit(tx, events=[event_id])


def _unannounced(tx: Session) -> tuple[Due | None, list[int]]:
    """The guests who will be due, and the events with unannounced ones."""
    found = repository.find_retention(tx)
    if found is None or found.days is None:
        return None, []
    due = find_due(tx, found.days, ahead_days=ANNOUNCED_DAYS)
    return due, [] if due is None else list(repository.unannounced_events(tx, due))


def _announced_in_future(tx: Session) -> bool:
    last = repository.last_announced_at(tx)
    return last is not None and last > clock.now()
