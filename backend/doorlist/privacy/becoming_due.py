"""How many guests a change of an event, an import or a restore lets the retention period erase (contract 4.keep).

Such a change counts for the guests, so that none is erased before another full period; the caller has to know it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.events.retention import Erasures
from doorlist.privacy import repository
from doorlist.privacy.due import ANNOUNCED_DAYS, Due, due_after, erase_on_after_change


class Outlook(NamedTuple):
    """The events that the period in force lets become due, but for a change that is about to be made."""

    due: Due
    postponed: frozenset[int]
    erase_on: str

    def erases(self, event_id: int, date: str) -> bool:
        """Whether an event of that date is over for so long that its guests are erased."""
        return date < self.due.before and event_id not in self.postponed

    def erasures(self, guests: int) -> Erasures | None:
        return Erasures(guests=guests, erase_on=self.erase_on) if guests else None


def find_outlook(tx: Session) -> Outlook | None:
    """None where guests are kept until they are deleted."""
    found = repository.find_retention(tx)
    if found is None or found.days is None:
        return None
    due = due_after(found.days, ahead_days=ANNOUNCED_DAYS)
    postponed = repository.postponed_events(tx, kept_from=due.kept_from)
    return Outlook(due, frozenset(event.id for event in postponed), erase_on_after_change(found.days))


def after_date(tx: Session, event_id: int, date: str) -> Erasures | None:
    outlook = find_outlook(tx)
    if outlook is None or not outlook.erases(event_id, date):
        return None
    return outlook.erasures(repository.count_guests(tx, event_id))


def after_import(tx: Session, guests: Mapping[int, int]) -> Erasures | None:
    """The erasures of an import that adds these numbers of guests, by event id."""
    outlook = find_outlook(tx)
    if outlook is None:
        return None
    dates = repository.dates_of_events(tx, guests.keys())
    return outlook.erasures(sum(guests[id_] for id_, date in dates.items() if outlook.erases(id_, date)))


def after_restore(tx: Session) -> Erasures | None:
    """The erasures of the data that a restore has brought."""
    outlook = find_outlook(tx)
    if outlook is None:
        return None
    events = repository.guests_of_events_before(tx, outlook.due.before)
    return outlook.erasures(sum(event.guests for event in events if outlook.erases(event.id, event.date)))
