"""The figures against a plain recount in Python, of lists that nobody would think of (contract 3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from doorlist.analytics import service
from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import payment_group
from doorlist.core.db.database import Database
from doorlist.events.models import Event
from doorlist.users.models import User

THEN = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)
NUMBER_OF_EVENTS = 3
ZONES = [UTC, timezone(timedelta(hours=11)), timezone(timedelta(hours=-9, minutes=-30))]


@dataclass(frozen=True)
class Ticket:
    """The values of an attendee that the figures are computed from; `event` and `seller` count from 0."""

    event: int
    seller: int | None
    status: str
    amount: int | None
    table: int
    arrived: datetime | None


moments = st.datetimes(
    min_value=datetime(2026, 11, 20, 7, 58),  # noqa: DTZ001 - hypothesis puts the zone to it
    max_value=datetime(2026, 11, 20, 8, 3),  # noqa: DTZ001
    timezones=st.sampled_from(ZONES),
).map(lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000))
amounts = st.sampled_from([None, None, 0, 0, 1, 30, 9_999_999_999, 10_000_000_000])
tickets = st.builds(
    Ticket,
    event=st.integers(0, NUMBER_OF_EVENTS - 1),
    seller=st.none() | st.integers(0, 4),
    status=st.sampled_from(["paid", "Paid", "PAID", "free", "comp", "COMP", "unpaid", "partial", "pending", "bezahlt"]),
    amount=amounts,
    table=st.sampled_from([0, 1, 2, 3, 100_000]),
    arrived=st.none() | moments,
)
prices = st.tuples(*[st.none() | st.integers(0, 20_000)] * NUMBER_OF_EVENTS)


def group_of(ticket: Ticket) -> str:
    return {"paid": "paid", "free": "complimentary", "comp": "complimentary"}.get(ticket.status.lower(), "owed")


def cents_of(ticket: Ticket, prices: Sequence[int | None]) -> int:
    if ticket.amount is not None:
        return ticket.amount
    return (prices[ticket.event] or 0) if group_of(ticket) == "paid" else 0


def owed_of(ticket: Ticket, prices: Sequence[int | None]) -> int | None:
    if group_of(ticket) != "owed":
        return 0
    price = prices[ticket.event]
    return None if price is None else max(0, price - (ticket.amount or 0))


def dollars(cents: int) -> float:
    return float(Fraction(cents, 100))


def fill(tx: Session, tickets: Sequence[Ticket], prices: Sequence[int | None]) -> tuple[list[int], list[int]]:
    """Put these tickets, and no others, into the database; the ids of the events and of the staff."""
    tx.execute(delete(Event))
    facts = {"date": "2026-11-20", "version": 1, "created_at": THEN, "updated_at": THEN}
    events = [
        tx.scalars(insert(Event).values(name="Gala", ticket_price_cents=price, **facts).returning(Event.id)).one()
        for price in prices
    ]
    staff = list(tx.scalars(select(User.id).order_by(User.id)))
    if tickets:
        tx.execute(insert(Attendee), [_row(number, t, events, staff) for number, t in enumerate(tickets)])
    return events, staff


def _row(number: int, ticket: Ticket, events: list[int], staff: list[int]) -> dict[str, Any]:
    return {
        "event_id": events[ticket.event],
        "full_name": "Ada Lovelace",
        "phone": "0400",
        "table_number": ticket.table,
        "payment_status": ticket.status,
        "payment_folded": ticket.status.lower(),
        "payment_group": payment_group(ticket.status),
        "amount_paid_cents": ticket.amount,
        "invoice_number": f"INV-{number}",
        "qr_code_data": f"DL1.1.{number}",
        "qr_hash": "",
        "attended": ticket.arrived is not None,
        "attended_at": ticket.arrived,
        "sold_by": None if ticket.seller is None else staff[ticket.seller],
        "search_text": "",
        "name_key": "",
        "last_name_key": "",
        "version": 1,
        "created_at": THEN,
        "updated_at": THEN,
    }


def wire(model: Any) -> Any:
    return [one.model_dump(mode="json", by_alias=True) for one in model]


def check(
    tx: Session,
    tickets: Sequence[Ticket],
    prices: Sequence[int | None],
    staff: list[int],
    *,
    event_id: int | None,
    events: int,
) -> None:
    """Every figure of these tickets, counted one by one."""
    groups = Counter(group_of(ticket) for ticket in tickets)
    revenue = Counter[str]()
    for ticket in tickets:
        revenue[group_of(ticket)] += cents_of(ticket, prices)
    overview = service.read_overview(tx, event_id, "2026-11-21").model_dump(mode="json", by_alias=True)
    assert overview == {
        "totalEvents": events,
        "totalTicketsSold": len(tickets),
        "totalRevenue": dollars(revenue.total()),
        "activeUsers": 4,
        "paidTickets": groups["paid"],
        "unpaidTickets": groups["owed"],
        "complimentaryTickets": groups["complimentary"],
        "scannedTickets": sum(ticket.arrived is not None for ticket in tickets),
        "possibleExtraPeople": 0,
        "totalOutstanding": dollars(sum(owed_of(ticket, prices) or 0 for ticket in tickets)),
        "unpricedTickets": sum(owed_of(ticket, prices) is None for ticket in tickets),
        "noShows": sum(ticket.arrived is None for ticket in tickets),
    }
    settled = {"totalOutstanding": 0, "unpriced": 0, "partial": 0}
    owing = {
        "totalOutstanding": overview["totalOutstanding"],
        "unpriced": overview["unpricedTickets"],
        "partial": sum(group_of(ticket) == "owed" and (ticket.amount or 0) > 0 for ticket in tickets),
    }
    assert wire(service.list_payments(tx, event_id)) == [
        {"group": group, "count": groups[group], "revenue": dollars(revenue[group]), **of_group}
        for group, of_group in (("paid", settled), ("complimentary", settled), ("owed", owing))
    ]
    arrivals = Counter(
        ticket.arrived.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:00.000Z") for ticket in tickets if ticket.arrived
    )
    assert wire(service.list_arrivals(tx, event_id)) == [
        {"minute": minute, "count": arrivals[minute]} for minute in sorted(arrivals)
    ]
    seats, attended = Counter(t.table for t in tickets), Counter(t.table for t in tickets if t.arrived)
    assert wire(service.list_tables(tx, event_id)) == [
        {"tableNumber": table, "tickets": seats[table], "attended": attended[table]} for table in sorted(seats)
    ]
    stats = {entry["user"]["id"]: entry["stats"] for entry in wire(service.list_user_sales(tx, event_id))}
    assert sorted(stats) == staff
    for position, user_id in enumerate(staff):
        sold = [ticket for ticket in tickets if ticket.seller == position]
        assert stats[user_id] == {
            "totalSold": len(sold),
            "paidTickets": sum(group_of(ticket) == "paid" for ticket in sold),
            "unpaidTickets": sum(group_of(ticket) == "owed" for ticket in sold),
            "complimentaryTickets": sum(group_of(ticket) == "complimentary" for ticket in sold),
            "revenue": dollars(sum(cents_of(ticket, prices) for ticket in sold)),
        }


@pytest.mark.both_engines
@settings(max_examples=40)  # Each example removes the rows of the one before it.
@given(tickets=st.lists(tickets, max_size=25), prices=prices)
def test_the_figures_are_what_counting_by_hand_finds(
    database: Database, tickets: list[Ticket], prices: tuple[int | None, ...]
) -> None:
    # 3.overview.1, 2, 7, 8, 12, 13, 14; 3.per-user.3, 4; 3.by-payment.1, 2, 3; 3.by-table.1, 2; 3.arrivals.1, 2, 3
    # 3.payment.9
    with database.write() as tx:
        events, staff = fill(tx, tickets, prices)
    with database.read() as tx:
        check(tx, tickets, prices, staff, event_id=None, events=NUMBER_OF_EVENTS)
        for position, event_id in enumerate(events):
            of_it = [ticket for ticket in tickets if ticket.event == position]
            check(tx, of_it, prices, staff, event_id=event_id, events=1)
        check(tx, [], prices, staff, event_id=0, events=0)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "Australia/Melbourne"])
def test_the_zone_of_the_database_changes_no_minute(database: Database, zone: str) -> None:  # 3.arrivals.2
    arrived = datetime(2026, 11, 20, 8, 59, 59, 999_000, tzinfo=UTC)
    with database.write() as tx:
        fill(tx, [Ticket(0, None, "paid", None, 1, arrived)], [None])
    with database.read() as tx:
        if not database.is_sqlite:
            tx.connection().exec_driver_sql(f"SET TIME ZONE '{zone}'")
        assert wire(service.list_arrivals(tx, None)) == [{"minute": "2026-11-20T08:59:00.000Z", "count": 1}]
