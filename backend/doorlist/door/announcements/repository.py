"""Statements on announced arrivals."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.ticket_types.models import TicketType


def list_announced_types(tx: Session, event_id: int | None) -> list[int]:
    """The ids of the announced ticket types of an event, or of all."""
    announced = select(TicketType.id).where(TicketType.announce)
    if event_id is not None:
        announced = announced.where(TicketType.event_id == event_id)
    return list(tx.scalars(announced))


def list_arrivals(tx: Session, type_ids: Sequence[int], *, limit: int) -> list[tuple[int, datetime]]:
    """The ids of the latest attendees of these types who came in at a door, and when, the latest first."""
    # An import names nobody who let the guest in.
    arrived = (
        select(Attendee.id, Attendee.attended_at)
        .where(
            Attendee.ticket_type_id.in_(type_ids), Attendee.attended_at.is_not(None), Attendee.scanned_by.is_not(None)
        )
        .order_by(Attendee.attended_at.desc(), Attendee.id.desc())
        .limit(limit)
    )
    return [(attendee_id, at) for attendee_id, at in tx.execute(arrived) if at is not None]
