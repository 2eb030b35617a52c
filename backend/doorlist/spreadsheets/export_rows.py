"""What the exports read: bare rows by bare statements, because there may be a hundred thousand."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, String, func, select, type_coerce
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.events.models import Event
from doorlist.users.models import User

CHUNK = 1000

Rows = Sequence[Row[*tuple[Any, ...]]]

_SELLER, _SCANNER = aliased(User), aliased(User)


def attendees(tx: Session, *, after: int, event_id: int | None) -> Rows:
    """The next attendees by id; each with its columns in the order of the export."""
    query = (
        select(
            Attendee.id,
            Attendee.full_name,
            Attendee.phone,
            Attendee.event_id,
            Attendee.table_number,
            Attendee.payment_status,
            Attendee.invoice_number,
            _as_on_the_wire(tx),
            Event.name,
            Attendee.amount_paid_cents,
            _SELLER.full_name,
            _SCANNER.full_name,
        )
        .join(Event, Event.id == Attendee.event_id)
        .outerjoin(_SELLER, _SELLER.id == Attendee.sold_by)
        .outerjoin(_SCANNER, _SCANNER.id == Attendee.scanned_by)
        .where(Attendee.id > after)
        .order_by(Attendee.id)
        .limit(CHUNK)
    )
    if event_id is not None:
        query = query.where(Attendee.event_id == event_id)
    return tx.execute(query).all()


def events(tx: Session, *, after: int) -> Rows:
    """The next events by id, each with its tickets and how many of them came."""
    of_the_event = select(func.count()).select_from(Attendee).where(Attendee.event_id == Event.id)
    query = (
        select(
            Event.id,
            Event.name,
            Event.date,
            Event.time,
            Event.ticket_price_cents,
            of_the_event.scalar_subquery(),
            of_the_event.where(Attendee.attended.is_(True)).scalar_subquery(),
        )
        .where(Event.id > after)
        .order_by(Event.id)
        .limit(CHUNK)
    )
    return tx.execute(query).all()


def events_without_attendees(tx: Session, *, after: int) -> Rows:
    """The next events that have nobody on their list, by id."""
    query = (
        select(Event.id, Event.name)
        .where(Event.id > after, ~select(Attendee.id).where(Attendee.event_id == Event.id).exists())
        .order_by(Event.id)
        .limit(CHUNK)
    )
    return tx.execute(query).all()


def _as_on_the_wire(tx: Session) -> ColumnElement[Any]:
    """The check-in time as text, without a detour through a moment: SQLite stores it in the form of the wire."""
    if tx.get_bind().dialect.name == "postgresql":
        in_utc = func.timezone("UTC", Attendee.attended_at)
        return func.to_char(in_utc, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    return type_coerce(Attendee.attended_at, String)
