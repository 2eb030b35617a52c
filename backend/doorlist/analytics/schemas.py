"""API models of figures (contract 3 and 7)."""

from doorlist.attendees.rules import PaymentGroup
from doorlist.core.api_model import ApiModel
from doorlist.events.schemas import EventRef
from doorlist.ticket_types.schemas import TicketTypeRef
from doorlist.users.rules import Role


class Overview(ApiModel):
    """All tickets at a glance. Money is in whole units of the currency, such as dollars."""

    total_events: int
    total_tickets_sold: int
    total_revenue: float
    active_users: int
    paid_tickets: int
    unpaid_tickets: int
    complimentary_tickets: int
    scanned_tickets: int
    possible_extra_people: int
    total_outstanding: float
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
    revenue: float


class UserSales(ApiModel):
    """One person and what they sold."""

    user: Seller
    stats: Sales


class SoldEvent(EventRef):
    """The event of its sales."""

    time: str | None
    venue: str | None


class EventSales(ApiModel):
    """The tickets of one event. `unpriced` is the number of tickets with an unknown debt."""

    event: SoldEvent
    tickets: int
    arrived: int
    revenue_cents: int
    outstanding_cents: int
    unpriced: int


class PaymentGroupSales(ApiModel):
    """The tickets of one payment group; `partial` is the number of unpaid tickets with an amount paid."""

    group: PaymentGroup
    count: int
    revenue: float
    total_outstanding: float
    unpriced: int
    partial: int


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
