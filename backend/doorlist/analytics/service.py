"""The figures: one definition each (contract 3). Money is whole cents until it leaves."""

from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.analytics import repository
from doorlist.analytics.schemas import (
    EventSales,
    Overview,
    PaymentGroupSales,
    Sales,
    Seller,
    SoldEvent,
    TableTickets,
    TypeTickets,
    UserSales,
)
from doorlist.attendees.rules import PaymentGroup
from doorlist.core.text import fold
from doorlist.door.conflicts.repository import count_extra_people
from doorlist.door.figures.schemas import ArrivalsPerMinute
from doorlist.settings.rules import Currency
from doorlist.settings.service import get_currency
from doorlist.ticket_types import repository as ticket_types
from doorlist.ticket_types.schemas import TicketTypeRef


def read_overview(tx: Session, event_id: int | None, today: str) -> Overview:
    """Ticket figures of one event, or of all; all 0 for an unknown event. Events before `today` are over."""
    row, currency = repository.read_overview(tx, event_id, today), get_currency(tx)
    return Overview(
        total_events=row.events,
        total_tickets_sold=row.tickets,
        total_revenue=currency.number(int(row.revenue)),
        active_users=row.active_users,
        paid_tickets=row.paid,
        unpaid_tickets=row.owed,
        complimentary_tickets=row.complimentary,
        scanned_tickets=row.scanned,
        possible_extra_people=count_extra_people(tx, event_id),
        total_outstanding=currency.number(int(row.outstanding)),
        unpriced_tickets=row.unpriced,
        no_shows=row.no_shows,
    )


def list_user_sales(tx: Session, event_id: int | None) -> list[UserSales]:
    """All staff by full name, with the tickets that they sold; people who sold nothing are included."""
    currency = get_currency(tx)
    everybody = [
        UserSales(user=Seller.model_validate(row.User), stats=_sales(row, currency))
        for row in repository.list_sales_by_user(tx, event_id)
    ]
    return sorted(everybody, key=lambda one: (fold(one.user.full_name), one.user.id))


def list_event_sales(tx: Session) -> list[EventSales]:
    """Every event in order, also one without tickets."""
    return [
        EventSales(
            event=SoldEvent.model_validate(row.Event),
            tickets=row.tickets or 0,
            arrived=row.arrived or 0,
            revenue_cents=int(row.revenue or 0),
            outstanding_cents=int(row.outstanding or 0),
            unpriced=row.unpriced or 0,
        )
        for row in repository.list_sales_by_event(tx)
    ]


def list_arrivals(tx: Session, event_id: int | None) -> list[ArrivalsPerMinute]:
    """Check-ins that were not undone, by the minute, in order; minutes without any are left out."""
    return [ArrivalsPerMinute(minute=minute, count=count) for minute, count in repository.list_arrivals(tx, event_id)]


def list_payments(tx: Session, event_id: int | None) -> list[PaymentGroupSales]:
    """Each payment group, also one without tickets: paid, complimentary, owed."""
    found = {row.payment_group: row for row in repository.list_payments(tx, event_id)}
    currency = get_currency(tx)
    return [_of_group(group, found.get(group), currency) for group in PaymentGroup]


def list_types(tx: Session, event_id: int | None) -> list[TypeTickets]:
    """Each ticket type, also one without tickets, and last the tickets without one; nothing where there are no types.

    Without an event, only types with tickets.
    """
    counts = repository.count_by_type(tx, event_id)
    types = ticket_types.list_types(tx, event_id)
    listed = [type_ for type_ in types if event_id is not None or type_.id in counts]
    found = [_of_type(TicketTypeRef.model_validate(type_), counts.get(type_.id)) for type_ in listed]
    return [*found, _of_type(None, counts[None])] if found and None in counts else found


def list_tables(tx: Session, event_id: int | None) -> list[TableTickets]:
    """Tables that have tickets, by number; table 0 stands for attendees without a table."""
    return [TableTickets.model_validate(row) for row in repository.list_tables(tx, event_id)]


def _of_group(group: PaymentGroup, row: Row[*tuple[Any, ...]] | None, currency: Currency) -> PaymentGroupSales:
    if row is None:
        return PaymentGroupSales(group=group, count=0, revenue=0, total_outstanding=0, unpriced=0, partial=0)
    return PaymentGroupSales(
        group=group,
        count=row.tickets,
        revenue=currency.number(int(row.revenue)),
        total_outstanding=currency.number(int(row.outstanding)),
        unpriced=row.unpriced,
        partial=row.partial,
    )


def _of_type(type_: TicketTypeRef | None, row: Row[*tuple[Any, ...]] | None) -> TypeTickets:
    if row is None:
        return TypeTickets(type=type_, sold=0, arrived=0, revenue_cents=0)
    return TypeTickets(type=type_, sold=row.sold, arrived=row.arrived, revenue_cents=int(row.revenue))


def _sales(row: Row[*tuple[Any, ...]], currency: Currency) -> Sales:
    return Sales(
        total_sold=row.tickets or 0,
        paid_tickets=row.paid or 0,
        unpaid_tickets=row.owed or 0,
        complimentary_tickets=row.complimentary or 0,
        revenue=currency.number(int(row.revenue or 0)),
    )
