"""API models of figures (contract 3 and 7)."""

from typing import Annotated

from pydantic import Field, PlainSerializer

from doorlist.attendees.rules import PaymentGroup
from doorlist.core.api_model import ApiModel
from doorlist.ticket_types.schemas import TicketTypeRef
from doorlist.users.rules import Role


def dollars(cents: int) -> float:
    """Whole cents as dollars for the wire. Sums are exact to the cent before this, and stay so in JSON."""
    return cents / 100


Dollars = PlainSerializer(dollars, return_type=float)
"""Whole cents inside; outside a JSON number in dollars with at most two decimals."""


class Overview(ApiModel):
    """All tickets at a glance."""

    total_events: int
    total_tickets_sold: int
    total_revenue_cents: Annotated[int, Dollars, Field(alias="totalRevenue")]
    active_users: int
    paid_tickets: int
    unpaid_tickets: int
    complimentary_tickets: int
    scanned_tickets: int
    possible_extra_people: int
    total_outstanding_cents: Annotated[int, Dollars, Field(alias="totalOutstanding")]
    unpriced_tickets: int
    no_shows: int


class Seller(ApiModel):
    """A user, with or without sales."""

    id: int
    full_name: str
    username: str
    role: Role


class Sales(ApiModel):
    """The tickets that one person sold."""

    total_sold: int
    paid_tickets: int
    unpaid_tickets: int
    complimentary_tickets: int
    revenue_cents: Annotated[int, Dollars, Field(alias="revenue")]


class UserSales(ApiModel):
    """One person and what they sold."""

    user: Seller
    stats: Sales


class PaymentGroupSales(ApiModel):
    """The tickets of one payment group."""

    group: PaymentGroup
    count: int
    revenue_cents: Annotated[int, Dollars, Field(alias="revenue")]


class TypeTickets(ApiModel):
    """The tickets of one ticket type; without a `type`, the tickets of no type."""

    type: TicketTypeRef | None
    sold: int
    arrived: int
    revenue_cents: int


class TableTickets(ApiModel):
    """The tickets of one table; table 0 is 'No table'."""

    table_number: int
    tickets: int
    attended: int
