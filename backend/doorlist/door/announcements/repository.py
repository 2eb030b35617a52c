"""Statements on announced arrivals."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.ticket_types.models import TicketType


def list_announced(tx: Session, event_id: int | None, *, limit: int) -> list[int]:
    """The ids of the latest attendees of announced types who came in at a door, the latest first."""
    # An import names nobody who let the guest in.
    arrived = (
        select(Attendee.id)
        .join(TicketType, TicketType.id == Attendee.ticket_type_id)
        .where(TicketType.announce, Attendee.attended_at.is_not(None), Attendee.scanned_by.is_not(None))
        .order_by(Attendee.attended_at.desc(), Attendee.id.desc())
        .limit(limit)
    )
    if event_id is not None:
        arrived = arrived.where(TicketType.event_id == event_id)
    return list(tx.scalars(arrived))
