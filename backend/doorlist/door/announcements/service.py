"""The latest announced arrivals (contract 7.announcement)."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendees
from doorlist.core import clock
from doorlist.ticket_types.models import TicketType

ANNOUNCED_FOR = timedelta(minutes=10)
LEAST_LISTED = 10  # as many as /doors shows
MOST_LISTED = 100


def list_announcements(tx: Session, event_id: int | None) -> list[AttendeeOut]:
    """The latest attendees who came in and whose type is announced, the latest first; of one event, or of all."""
    announced = select(TicketType.id).where(TicketType.announce)
    if event_id is not None:
        announced = announced.where(TicketType.event_id == event_id)
    types = tx.scalars(announced).all()
    if not types:
        return []
    # An import names nobody who let the guest in.
    came_in = (Attendee.attended_at.is_not(None), Attendee.scanned_by.is_not(None))
    arrivals = (
        select(Attendee.id, Attendee.attended_at)
        .where(Attendee.ticket_type_id.in_(types), *came_in)
        .order_by(Attendee.attended_at.desc(), Attendee.id.desc())
        .limit(MOST_LISTED)
    )
    now = clock.now()
    ids = [
        attendee_id
        for number, (attendee_id, at) in enumerate(tx.execute(arrivals))
        if number < LEAST_LISTED or (at is not None and now - at < ANNOUNCED_FOR)
    ]
    found = {attendee.id: attendee for attendee in get_attendees(tx, ids)}
    return [found[attendee_id] for attendee_id in ids if attendee_id in found]
