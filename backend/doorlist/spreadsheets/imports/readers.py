"""Turns a cell of an import into a field of an attendee (contract 5). A reader raises ValueError with a sentence."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple

from doorlist.attendees import fields as attendee_fields
from doorlist.attendees import rules as attendee_rules
from doorlist.core.api_model import MAX_CENTS
from doorlist.core.errors import REQUIRED
from doorlist.core.text import fold, in_plain_lines, lines_problem, text_problem
from doorlist.settings.rules import Currency
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.imports import cells
from doorlist.spreadsheets.imports.named_types import KnownType, NamedTypes
from doorlist.spreadsheets.imports.statuses import NOTHING
from doorlist.ticket_types.rules import ticket_price

LONGEST_ID = 18
_SOME_MONEY = re.compile("[1-9]")


class KnownEvent(NamedTuple):
    id: int
    name: str
    ticket_price_cents: int | None
    date: str


class UnknownEvent(NamedTuple):
    """The reason why a row has no event: the column at fault, and a sentence."""

    column: str
    message: str


@dataclass(frozen=True, kw_only=True)
class FileChoices:
    """A person's choices about reading a file. Without an event it is the backup screen's import."""

    file_name: str
    event_id: int | None
    mapping: str | None = None
    include_duplicates: bool = False
    one_of_each: bool = False
    include_left_out: bool = False
    include_without_phone: bool = False
    keep_ticket_codes: bool = False
    create_types: bool = True
    bring_back: bool = False
    zone: tzinfo = UTC


@dataclass(frozen=True)
class ImportContext:
    """The data to read rows against: the events that exist, and the one chosen (none on the backup screen).

    `types` are the ticket types of the chosen event, or of all.
    """

    events: Sequence[KnownEvent]
    chosen: KnownEvent | None
    choices: FileChoices
    now: datetime
    currency: Currency = field(default_factory=Currency)
    types: NamedTypes = field(default_factory=NamedTypes)

    @property
    def default_table(self) -> int:
        """The table of a row without one, and the lowest allowed."""
        return 0 if self.chosen is None else rules.DEFAULT_TABLE

    @property
    def default_payment_status(self) -> str:
        return "pending" if self.chosen is None else rules.DEFAULT_PAYMENT_STATUS


class ImportRow:
    """The row being read. A reader sees all its cells, and the values of the columns before its own.

    One object serves all rows of a file, because there may be 200,000.
    """

    def __init__(
        self, context: ImportContext, mapped: Container[str], payment_heading: str, *, is_our_export: bool
    ) -> None:
        self.context = context
        self.mapped = mapped
        self.payment_heading = payment_heading
        self.is_our_export = is_our_export
        self.cells: Mapping[str, str] = {}
        self.status = NOTHING
        self.values: dict[str, Any] = {}
        # Whether the prices of the file have decided between paid and free (contract 5.import.25), in any row so far.
        self.price_was_read = False
        self._events = {event.id: event for event in context.events}
        self._events_by_name: dict[str, list[KnownEvent]] = defaultdict(list)
        for event in context.events:
            self._events_by_name[fold(event.name)].append(event)
        self._found: dict[tuple[str, str], KnownEvent | UnknownEvent] = {}

    @property
    def event(self) -> KnownEvent | UnknownEvent:
        """The chosen event, or the one that the row names."""
        if self.context.chosen is not None:
            return self.context.chosen
        key = (self.cells["eventId"], self.cells["eventName"])
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._find_event(*key)
        return found

    @property
    def ticket_type(self) -> KnownType | None:
        """The type that the row names. Raises ValueError with a sentence."""
        event, cell = self.event, self.cells["ticketType"]
        return self.context.types.find(event.id, cell) if cell and isinstance(event, KnownEvent) else None

    @property
    def decides_by_amount(self) -> bool:
        """True if the amount paid is the only field about the payment (contract 5.import.1094)."""
        return (
            "amountPaid" in self.mapped
            and "paymentStatus" not in self.mapped
            and self.status.payment is None
            and not self.status.has_ticket
        )

    @property
    def price_cents(self) -> int | None:
        """The price of the row's ticket, if it is known here."""
        event = self.event
        try:
            type_ = self.ticket_type
        except ValueError:
            type_ = None
        return ticket_price(
            of_type_cents=None if type_ is None else type_.price_cents,
            of_event_cents=event.ticket_price_cents if isinstance(event, KnownEvent) else None,
        )

    def has_price(self) -> bool:
        """Returns True if the row names a price other than zero, or its event has one."""
        if self.price_cents:
            return True
        self.price_was_read = True
        return _SOME_MONEY.search(self.cells["price"] + self.cells["amountPaid"]) is not None

    def _find_event(self, event_id: str, name: str) -> KnownEvent | UnknownEvent:
        number = event_id.removesuffix(".0")
        is_id = number.isascii() and number.isdecimal() and len(number) <= LONGEST_ID
        found = self._events.get(int(number)) if is_id else None
        if found is not None:
            return found
        named = self._events_by_name.get(fold(name), []) if name else []
        if len(named) == 1:
            return named[0]
        if event_id:
            return UnknownEvent("eventId", "There is no such event")
        if name:
            message = "Several events have this name" if named else "There is no event with this name"
            return UnknownEvent("eventName", f"{message}. Use a column 'Event ID', or import on Manage Attendees")
        if not self._events:
            return UnknownEvent("eventId", "There is no event yet")
        return self._events[min(self._events)]


Reader = Callable[[ImportRow, str], object]


def required_text(longest: int) -> Reader:
    """Reads a text that every row has."""
    return lambda _, cell: _text(cell, longest)


def optional_text(longest: int, normalise: Callable[[str], str] = str) -> Reader:
    """Reads a text that may be missing: None."""
    return lambda _, cell: _text(normalise(cell), longest) if cell else None


def optional_lines(longest: int) -> Reader:
    """Reads a text of several lines that may be missing: None."""
    return lambda _, cell: _text(in_plain_lines(cell), longest, lines_problem) if cell else None


def email(_: ImportRow, cell: str) -> str | None:
    """The address; None if the cell has none, or something else, which the import warns about."""
    return cells.email(cell)


def event_id(row: ImportRow, _: str) -> int | None:
    """The event that the row is for, by its id or its name."""
    event = row.event
    if isinstance(event, KnownEvent):
        return event.id
    if event.column == "eventId":
        raise ValueError(event.message)
    return None


def event_name(row: ImportRow, _: str) -> None:
    """Only finds the event; `event_id` has it."""
    event = row.event
    if isinstance(event, UnknownEvent) and event.column == "eventName":
        raise ValueError(event.message)


def table_number(row: ImportRow, cell: str) -> int:
    lowest = row.context.default_table
    number = cells.table_number(cell) if cell else lowest
    if number < lowest:
        raise ValueError(f"Must be at least {lowest}")
    if number > attendee_rules.MAX_TABLE:
        raise ValueError(f"Must be at most {attendee_rules.MAX_TABLE}")
    return number


def payment_status(row: ImportRow, cell: str) -> str:
    """The payment status from its column, else from the status, else the default."""
    if cell and not row.is_our_export:
        cell = cells.payment_status(cell, header=row.payment_heading)
    if not cell and row.status.has_ticket:
        cell = "paid" if row.has_price() else "free"
    return _text(
        cell or row.status.payment or row.context.default_payment_status, attendee_fields.MAX_PAYMENT_STATUS_LENGTH
    )


def attended(row: ImportRow, cell: str) -> bool:
    """True if they attended: a yes, or a time. Without such a column, a check-in time or the status decides."""
    if "attended" not in row.mapped:
        return bool(row.cells["attendedAt"]) or row.status.has_arrived
    try:
        return cells.yes_or_no(cell)
    except ValueError:
        if cells.is_check_in_time(cell):
            return True
        raise


def attended_at(row: ImportRow, cell: str) -> datetime | None:
    """The time of their arrival; the time of the import if the row has none."""
    if not row.values.get("attended"):
        return None
    if not cell and cells.is_check_in_time(row.cells["attended"]):
        cell = row.cells["attended"]
    return cells.check_in_time(cell, row.context.choices.zone) if cell else row.context.now


def amount_paid_cents(row: ImportRow, cell: str) -> int | None:
    """The amount in the file; without such a column, the current price of a paid ticket (contract 3)."""
    if "amountPaid" not in row.mapped:
        status = row.values.get("payment_status", "")
        return attendee_rules.amount_paid_of_new_ticket(
            attendee_rules.payment_group(status),
            amount_paid_cents=None,
            ticket_price_cents=row.price_cents,
        )
    cents = cells.amount_cents(cell, row.context.currency) if cell else None
    if cents is not None and cents > MAX_CENTS:
        raise ValueError("Is too large")
    return cents


def ticket_type(row: ImportRow, _: str) -> int | None:
    """The ticket type, by its id, or by the placeholder of one that the event lacks."""
    type_ = row.ticket_type
    return None if type_ is None else type_.id


def _text(text: str, longest: int, problem_of: Callable[[str], str | None] = text_problem) -> str:
    if not text:
        raise ValueError(REQUIRED)
    if len(text) > longest:
        raise ValueError(f"Must be at most {longest} characters")
    problem = problem_of(text)
    if problem is not None:
        raise ValueError(problem)
    return text
