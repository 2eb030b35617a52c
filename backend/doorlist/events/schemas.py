"""API models of events (contract 3 and 7)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from doorlist.core.api_model import (
    BLANK_IS_NONE,
    NOT_CLEARED,
    ApiModel,
    ApiRequest,
    Cents,
    Characters,
    Flag,
    RowId,
    Version,
    Versioned,
    Whole,
    as_optional,
    must_be,
)
from doorlist.events.retention import ExpectedErasures
from doorlist.events.rules import MAX_ADDRESS_LENGTH, MAX_CAPACITY, MAX_VENUE_LENGTH, is_calendar_date, is_clock_time
from doorlist.settings.schemas import TicketText

EventName = Annotated[str, Characters(1, 200)]
EventDate = Annotated[
    Annotated[str, Characters(1, 40)], must_be(is_calendar_date, "Must be a day that exists, like 2026-11-20")
]
_ClockTime = Annotated[Annotated[str, Characters(1, 40)], must_be(is_clock_time, "Must be a time like 19:30")]
EventTime = Annotated[_ClockTime | None, BLANK_IS_NONE]
Venue = Annotated[Annotated[str, Characters(1, MAX_VENUE_LENGTH)] | None, BLANK_IS_NONE]
Address = Annotated[Annotated[str, Characters(1, MAX_ADDRESS_LENGTH, several_lines=True)] | None, BLANK_IS_NONE]

Capacity = Annotated[Whole, Field(ge=1, le=MAX_CAPACITY)]
"""How many people may be in at once."""


class EventIn(ApiRequest):
    """An event to be created. The key makes a second sending harmless. `duplicateOf` has the ticket types to copy."""

    name: EventName
    date: EventDate
    time: EventTime = None
    ticket_price_cents: Cents | None = None
    capacity: Capacity | None = None
    counts_exits: Annotated[Flag, Field(json_schema_extra=as_optional)] = False
    reentry: Annotated[Flag, Field(json_schema_extra=as_optional)] = True
    stops_at_capacity: Annotated[Flag, Field(json_schema_extra=as_optional)] = False
    venue: Venue = None
    address: Address = None
    end_time: EventTime = None
    ticket_text: TicketText = None
    idempotency_key: UUID | None = None
    duplicate_of: RowId | None = None


CONTENT = frozenset(EventIn.model_fields) - {"idempotency_key", "duplicate_of"}
"""The fields of a new event that are stored as they were sent."""


class EventChanges(ApiRequest):
    """Changes to an event: absent fields stay; null clears the optional ones (contract 7).

    `expectedErasures` is the number of erasures after a change of the date that the caller has confirmed.
    """

    name: Annotated[EventName | None, NOT_CLEARED] = None
    date: Annotated[EventDate | None, NOT_CLEARED] = None
    time: EventTime = None
    ticket_price_cents: Cents | None = None
    capacity: Capacity | None = None
    counts_exits: Annotated[Flag | None, NOT_CLEARED] = None
    reentry: Annotated[Flag | None, NOT_CLEARED] = None
    stops_at_capacity: Annotated[Flag | None, NOT_CLEARED] = None
    venue: Venue = None
    address: Address = None
    end_time: EventTime = None
    ticket_text: TicketText = None
    version: Version | None = None
    expected_erasures: ExpectedErasures = 0


class EventRef(ApiModel):
    """The event of another object."""

    id: int
    name: str
    date: str


class EventOut(Versioned):
    """An event."""

    id: int
    name: str
    date: str
    time: str | None
    ticket_price_cents: int | None
    capacity: int | None
    counts_exits: bool
    reentry: bool
    stops_at_capacity: bool
    venue: str | None
    address: str | None
    end_time: str | None
    ticket_text: str | None
