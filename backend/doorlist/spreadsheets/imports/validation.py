"""Judging the rows of an import, each by itself: which are good, which are wrong and why (contract 4 and 5).

Plain functions on plain values, for a file while it is read. What is good is then held against those who are on the
lists already (`repeats`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, NamedTuple, TypeVar

from doorlist.attendees import rules as attendee_rules
from doorlist.core.api_model import MAX_CENTS
from doorlist.core.errors import REQUIRED
from doorlist.core.text import fold, text_problem
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.imports import columns
from doorlist.spreadsheets.imports.cells import (
    amount_cents,
    check_in_time,
    payment_status,
    table_number,
    yes_or_no,
)
from doorlist.spreadsheets.imports.columns import Field
from doorlist.spreadsheets.rules import strip_formula_guard
from doorlist.spreadsheets.schemas import DuplicateRow, RowError, RowWarning
from doorlist.tickets.rules import normalise_invoice_number

T = TypeVar("T")

SAMPLE_ROWS = 5
# So many texts are enough to see whether letters were read as they are.
TELLING_TEXTS = 3
LONGEST_ID = 18

TOTAL_LEFT_OUT = "The last line looks like a total and is left out."
NO_HEADER = "The first line does not look like column names, so the columns are taken in the usual order."
PRINTED_TICKETS = (
    "This looks like an export of Doorlist. New QR codes are made for its rows: tickets that are printed already only"
    " keep working with Restore JSON."
)
_OUR_EXPORT = {fold(name) for name in rules.EXPORT_COLUMNS}
_WHAT = {Field.FULL_NAME: "name", Field.PHONE: "phone number"}


class EventFacts(NamedTuple):
    """What judging needs to know of an event."""

    id: int
    name: str
    ticket_price_cents: int | None


@dataclass(frozen=True)
class Page:
    """What differs between the two screens that import (contract 5): whose rows these are, and what a blank means."""

    events: Sequence[EventFacts]
    chosen: EventFacts | None
    now: datetime
    zone: tzinfo

    @property
    def table(self) -> int:
        """The table of a row without one, which is also the smallest that a row may bring."""
        return 0 if self.chosen is None else rules.DEFAULT_TABLE

    @property
    def payment_status(self) -> str:
        """The payment status of a row without one."""
        return "pending" if self.chosen is None else rules.DEFAULT_PAYMENT_STATUS


_NO_EVENT = EventFacts(0, "", None)


class GoodRow(NamedTuple):
    """A row that can be registered. `attended_at` says that they attended."""

    row: int
    event_id: int
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    amount_paid_cents: int | None
    invoice_number: str | None = None
    attended_at: datetime | None = None


@dataclass
class Judgement:
    """What is known of a file so far. Lists for people end at LISTED_ROWS, numbers count everything."""

    columns: list[str] = field(default_factory=list)
    mapping: dict[Field, int] = field(default_factory=dict)
    rows: int = 0
    sample: list[list[str]] = field(default_factory=list)
    good: list[GoodRow] = field(default_factory=list)
    errors: int = 0
    row_errors: list[RowError] = field(default_factory=list)
    duplicates: int = 0
    duplicate_rows: list[DuplicateRow] = field(default_factory=list)
    warnings: list[RowWarning] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # Texts with other letters than those that every encoding has; names, where they have some.
    telling: list[str] = field(default_factory=list)

    def refuse(self, row: int, problems: Iterable[tuple[str, str]]) -> None:
        """Leave a row out, for each of the problems `(field, message)`."""
        self.errors += 1
        for where, message in problems:
            if len(self.row_errors) < rules.LISTED_ROWS:
                self.row_errors.append(RowError(row=row, field=where, message=message))

    def warn(self, row: int, message: str) -> None:
        """Point out a row that is imported all the same."""
        if len(self.warnings) < rules.LISTED_ROWS:
            self.warnings.append(RowWarning(row=row, message=message))


def judge_rows(
    rows: Iterator[tuple[int, list[str]]], page: Page, asked_mapping: Mapping[Field, int] | None
) -> Judgement:
    """Read the whole file, each row judged by itself. Only what is good is kept."""
    judged = Judgement()
    number, first = next(rows)
    has_header = columns.looks_like_header(first)
    judged.columns = first if has_header else [f"Column {place}" for place in range(1, len(first) + 1)]
    if asked_mapping is not None:
        judged.mapping = dict(asked_mapping)
    elif has_header:
        judged.mapping = columns.guess_mapping(first)
    else:
        judged.mapping = columns.mapping_by_position(len(first), event_is_chosen=page.chosen is not None)
        judged.notes.append(NO_HEADER)
    if has_header and {fold(name) for name in first} >= _OUR_EXPORT:
        judged.notes.append(PRINTED_TICKETS)
    judged.notes += [
        f"No column looks like the {what}. Choose it." for key, what in _WHAT.items() if key not in judged.mapping
    ]
    judge = _RowJudge(page, judged)
    waiting = None if has_header else (number, first)
    # One row is held back, because only the last can be a total.
    for row in rows:
        if waiting is not None:
            judge.take(*waiting)
        waiting = row
    if waiting is not None:
        if columns.is_trailing_total(waiting[1], judged.mapping):
            judged.notes.append(TOTAL_LEFT_OUT)
        else:
            judge.take(*waiting)
    return judged


class _RowJudge:
    """Judges one row after the other. Made for a hundred thousand of them: columns are looked up once."""

    def __init__(self, page: Page, judged: Judgement) -> None:
        self._page = page
        self._judged = judged
        mapping = judged.mapping
        self._places = [mapping.get(key, -1) for key in Field]
        self._width = max(self._places, default=-1) + 1
        payment = mapping.get(Field.PAYMENT_STATUS, len(judged.columns))
        self._payment_header = judged.columns[payment] if payment < len(judged.columns) else ""
        self._has_amounts = Field.AMOUNT_PAID in mapping
        self._has_attended = Field.ATTENDED in mapping
        self._events = {event.id: event for event in page.events}
        self._lowest = min(self._events, default=None)
        by_name: dict[str, list[EventFacts]] = defaultdict(list)
        for event in page.events:
            by_name[fold(event.name)].append(event)
        self._event_of_name = {name: found[0] for name, found in by_name.items() if len(found) == 1}
        self._found: dict[tuple[str, str], EventFacts | tuple[str, str]] = {}
        self._payments: dict[str, str] = {}

    def take(self, row: int, cells: list[str]) -> None:
        """Judge one row."""
        judged = self._judged
        judged.rows += 1
        if len(judged.sample) < SAMPLE_ROWS:
            judged.sample.append(list(cells))
        if len(judged.telling) < TELLING_TEXTS and not "".join(cells).isascii():
            self._keep_telling(cells)
        if len(cells) < self._width:
            cells = cells + [""] * (self._width - len(cells))
        # -1 stands for a column that the file does not have.
        (name, phone, event_id, event_name, table, payment, invoice, attended, attended_at, amount) = [
            "" if place < 0 else strip_formula_guard(cells[place].strip()).strip() for place in self._places
        ]
        if not name and (self._page.chosen is not None or not phone):
            return
        problems: list[tuple[str, str]] = []
        event = self._event(event_id, event_name)
        if not isinstance(event, EventFacts):
            problems.append(event)
            event = _NO_EVENT
        _attempt(problems, "fullName", _text, name, attendee_rules.LONGEST_NAME)
        _attempt(problems, "phone", _text, phone, attendee_rules.LONGEST_PHONE)
        table_number = _attempt(problems, "tableNumber", self._table, table)
        status = self._payment(payment)
        _attempt(problems, "paymentStatus", _text, status, attendee_rules.LONGEST_PAYMENT_STATUS)
        if invoice:
            invoice = normalise_invoice_number(invoice)
            _attempt(problems, "invoiceNumber", _text, invoice, attendee_rules.LONGEST_INVOICE_NUMBER)
        is_here = _attempt(problems, "attended", self._is_here, attended, attended_at)
        came = _attempt(problems, "attendedAt", self._came_at, attended_at) if is_here else None
        cents = _attempt(problems, "amountPaid", self._cents, amount, status, event)
        if problems:
            judged.refuse(row, problems)
            return
        judged.good.append(GoodRow(row, event.id, name, phone, table_number or 0, status, cents, invoice or None, came))
        if event_name and event_name != event.name and self._page.chosen is None:
            judged.warn(row, f"Event {event.id} is '{event.name}' here, not '{event_name}'.")

    def _keep_telling(self, cells: list[str]) -> None:
        telling = (columns.cell_of(cells, self._judged.mapping, Field.FULL_NAME), *cells)
        self._judged.telling.append(next(text for text in telling if not text.isascii()).strip())

    def _event(self, event_id: str, name: str) -> EventFacts | tuple[str, str]:
        """The event of a row; or the field at fault, and why."""
        if self._page.chosen is not None:
            return self._page.chosen
        key = (event_id, name)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._find_event(event_id, name)
        return found

    def _find_event(self, event_id: str, name: str) -> EventFacts | tuple[str, str]:
        number = event_id.removesuffix(".0")
        by_id = (
            self._events.get(int(number))
            if number.isascii() and number.isdecimal() and len(number) <= LONGEST_ID
            else None
        )
        if by_id is not None:
            return by_id
        by_name = self._event_of_name.get(fold(name)) if name else None
        if by_name is not None:
            return by_name
        if event_id:
            return "eventId", "There is no such event"
        if name:
            return "eventName", "There is no event of that name, or more than one"
        if self._lowest is None:
            return "eventId", "There is no event yet"
        return self._events[self._lowest]

    def _table(self, cell: str) -> int:
        smallest = self._page.table
        number = table_number(cell) if cell else smallest
        if number < smallest:
            raise ValueError(f"Must be at least {smallest}")
        if number > attendee_rules.LARGEST_TABLE:
            raise ValueError(f"Must be at most {attendee_rules.LARGEST_TABLE}")
        return number

    def _payment(self, cell: str) -> str:
        if not cell:
            return self._page.payment_status
        known = self._payments.get(cell)
        if known is None:
            known = payment_status(cell, header=self._payment_header)
            if len(self._payments) < rules.LISTED_ROWS:
                self._payments[cell] = known
        return known

    def _is_here(self, attended: str, attended_at: str) -> bool:
        return yes_or_no(attended) if self._has_attended else bool(attended_at)

    def _came_at(self, cell: str) -> datetime:
        return check_in_time(cell, self._page.zone) if cell else self._page.now

    def _cents(self, cell: str, status: str, event: EventFacts) -> int | None:
        """The amount paid: what the file says where it has the column, else the price of the moment (contract 3)."""
        if not self._has_amounts:
            return attendee_rules.amount_paid_of_new_ticket(
                attendee_rules.payment_group(status),
                amount_paid_cents=None,
                ticket_price_cents=event.ticket_price_cents,
            )
        if not cell:
            return None
        cents = amount_cents(cell)
        if cents > MAX_CENTS:
            raise ValueError("Is too large")
        return cents


def _attempt(problems: list[tuple[str, str]], where: str, read: Callable[..., T], *cells: Any) -> T | None:
    """What the cells say; None and one more problem where they say nothing that can be taken."""
    try:
        return read(*cells)
    except ValueError as error:
        problems.append((where, str(error)))
        return None


def _text(text: str, longest: int) -> None:
    if not text:
        raise ValueError(REQUIRED)
    if len(text) > longest:
        raise ValueError(f"Must be at most {longest} characters")
    problem = text_problem(text)
    if problem is not None:
        raise ValueError(problem)
