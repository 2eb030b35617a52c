"""The latest announced arrivals (contract 7.announcement)."""

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendees
from doorlist.core import clock
from doorlist.door.announcements import repository
from doorlist.door.announcements.rules import MOST_LISTED, listed_arrivals


def list_announcements(tx: Session, event_id: int | None) -> list[AttendeeOut]:
    """The latest attendees who came in and whose type is announced, the latest first; of one event, or of all."""
    types = repository.list_announced_types(tx, event_id)
    if not types:
        return []
    latest = listed_arrivals(repository.list_arrivals(tx, types, limit=MOST_LISTED), clock.now())
    ids = [arrival.attendee_id for arrival in latest]
    found = {attendee.id: attendee for attendee in get_attendees(tx, ids)}
    return [found[attendee_id] for attendee_id in ids if attendee_id in found]
