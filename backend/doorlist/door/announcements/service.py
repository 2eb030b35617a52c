"""The latest announced arrivals (contract 7.announcement)."""

from datetime import timedelta

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendees
from doorlist.core import clock
from doorlist.door.announcements import repository

ANNOUNCED_FOR = timedelta(minutes=10)
LEAST_LISTED = 10  # as many as /doors shows
MOST_LISTED = 100


def list_announcements(tx: Session, event_id: int | None) -> list[AttendeeOut]:
    """The latest attendees who came in and whose type is announced, the latest first; of one event, or of all."""
    types = repository.list_announced_types(tx, event_id)
    if not types:
        return []
    now = clock.now()
    ids = [
        attendee_id
        for number, (attendee_id, attended_at) in enumerate(repository.list_arrivals(tx, types, limit=MOST_LISTED))
        if number < LEAST_LISTED or now - attended_at < ANNOUNCED_FOR
    ]
    found = {attendee.id: attendee for attendee in get_attendees(tx, ids)}
    return [found[attendee_id] for attendee_id in ids if attendee_id in found]
