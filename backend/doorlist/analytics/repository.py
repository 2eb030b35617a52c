"""The statements of the figures: each reads the attendees once, and the database counts."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, case, func, select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import PaymentGroup
from doorlist.attendees.wire_sql import owed_column
from doorlist.door.figures.repository import arrival_minute, minute_of
from doorlist.events.models import Event
from doorlist.events.repository import IN_ORDER
from doorlist.ticket_types.models import TicketType
from doorlist.users.models import User

# Contract 3: the amount paid; without one, the price of the ticket if it is paid; else nothing.
_REVENUE = case(
    (Attendee.amount_paid_cents.is_not(None), Attendee.amount_paid_cents),
    (Attendee.payment_group == PaymentGroup.PAID, func.coalesce(TicketType.price_cents, Event.ticket_price_cents, 0)),
    else_=0,
)


def read_overview(tx: Session, event_id: int | None, today: str) -> Row[*tuple[Any, ...]]:
    events = select(func.count()).select_from(Event)
    if event_id is not None:
        events = events.where(Event.id == event_id)
    active_users = select(func.count()).select_from(User).where(User.is_active)
    query = select(
        events.scalar_subquery().label("events"),
        active_users.scalar_subquery().label("active_users"),
        *_sales(),
        func.count().filter(Attendee.attended).label("scanned"),
        *_debts(owed_column(tx)),
        func.count().filter(Attendee.attended.is_(False), Event.date < today).label("no_shows"),
    )
    return tx.execute(_of_event(_with_price(query), event_id)).one()


def list_sales_by_user(tx: Session, event_id: int | None) -> list[Row[*tuple[Any, ...]]]:
    """All staff with their sales; nulls for people who sold nothing. In no order."""
    sales = select(Attendee.sold_by, *_sales()).where(Attendee.sold_by.is_not(None)).group_by(Attendee.sold_by)
    sold = _of_event(_with_price(sales), event_id).subquery()
    query = select(User, sold.c.tickets, sold.c.paid, sold.c.owed, sold.c.complimentary, sold.c.revenue)
    return list(tx.execute(query.outerjoin(sold, sold.c.sold_by == User.id)).all())


def list_arrivals(tx: Session, event_id: int | None) -> list[tuple[datetime, int]]:
    """Minutes with the number of arrivals, in order of time."""
    minute = arrival_minute(tx)
    arrivals = select(minute, func.count()).select_from(Attendee).where(Attendee.attended_at.is_not(None))
    found = tx.execute(_of_event(arrivals, event_id).group_by(minute).order_by(minute))
    return [(minute_of(began), count) for began, count in found]


def list_sales_by_event(tx: Session) -> list[Row[*tuple[Any, ...]]]:
    """Every event with its sales, in order; nulls where nothing was sold."""
    arrived = func.count().filter(Attendee.attended).label("arrived")
    tickets = func.count().label("tickets")
    sales = select(Attendee.event_id, tickets, arrived, _total_revenue(), *_debts(owed_column(tx)))
    sold = _with_price(sales).group_by(Attendee.event_id).subquery()
    query = select(Event, sold.c.tickets, sold.c.arrived, sold.c.revenue, sold.c.outstanding, sold.c.unpriced)
    of_event = query.outerjoin(sold, sold.c.event_id == Event.id).where(Event.deleted_at.is_(None))
    return list(tx.execute(of_event.order_by(*IN_ORDER)).all())


def list_payments(tx: Session, event_id: int | None) -> list[Row[*tuple[Any, ...]]]:
    """Payment groups that have tickets, with tickets, revenue and what is owed. In no order."""
    owes = Attendee.payment_group == PaymentGroup.OWED
    payments = select(
        Attendee.payment_group,
        func.count().label("tickets"),
        _total_revenue(),
        *_debts(owed_column(tx)),
        func.count().filter(owes, Attendee.amount_paid_cents > 0).label("partial"),
    )
    return list(tx.execute(_of_event(_with_price(payments), event_id).group_by(Attendee.payment_group)).all())


def count_by_type(tx: Session, event_id: int | None) -> dict[int | None, Row[*tuple[Any, ...]]]:
    """Tickets, arrivals and revenue by the id of the ticket type; None has the tickets without one."""
    arrived = func.count().filter(Attendee.attended).label("arrived")
    counts = select(TicketType.id, func.count().label("sold"), arrived, _total_revenue())
    found = tx.execute(_of_event(_with_price(counts), event_id).group_by(TicketType.id))
    return {row.id: row for row in found}


def list_tables(tx: Session, event_id: int | None) -> list[Row[*tuple[Any, ...]]]:
    """Tables by number, with their tickets and how many of them are checked in."""
    tickets, attended = func.count().label("tickets"), func.count().filter(Attendee.attended).label("attended")
    tables = select(Attendee.table_number, tickets, attended).select_from(Attendee)
    return list(
        tx.execute(_of_event(tables, event_id).group_by(Attendee.table_number).order_by(Attendee.table_number)).all()
    )


def _sales() -> list[ColumnElement[Any]]:
    counts = {"paid": PaymentGroup.PAID, "owed": PaymentGroup.OWED, "complimentary": PaymentGroup.COMPLIMENTARY}
    return [
        func.count(Attendee.id).label("tickets"),
        *(func.count().filter(Attendee.payment_group == group).label(name) for name, group in counts.items()),
        _total_revenue(),
    ]


def _total_revenue() -> ColumnElement[Any]:
    return func.coalesce(func.sum(_REVENUE), 0).label("revenue")


def _debts(owed: ColumnElement[int | None]) -> list[ColumnElement[Any]]:
    outstanding = func.coalesce(func.sum(owed), 0).label("outstanding")
    return [outstanding, func.count().filter(owed.is_(None)).label("unpriced")]


def _with_price(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    of_event = query.select_from(Attendee).join(Event, Event.id == Attendee.event_id)
    return of_event.outerjoin(TicketType, TicketType.id == Attendee.ticket_type_id)


def _of_event(query: Select[*tuple[Any, ...]], event_id: int | None) -> Select[*tuple[Any, ...]]:
    return query.where(Attendee.event_id == event_id) if event_id is not None else query
