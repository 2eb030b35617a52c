"""Checks each row of a file alone: which rows are valid, which are not and why (contract 4 and 5).

Plain functions on plain values, run while the file is read. `duplicates` then compares the valid rows with the lists.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import NamedTuple

from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.attendees.fields import MAX_NAME_LENGTH
from doorlist.attendees.rules import names_of_tickets
from doorlist.core.errors import REQUIRED
from doorlist.events.schemas import EventRef
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.attendee_columns import IMPORTED, SEVERAL_LINES
from doorlist.spreadsheets.imports import columns, statuses
from doorlist.spreadsheets.imports.cells import email_problem
from doorlist.spreadsheets.imports.named_types import KnownType, NamedTypes
from doorlist.spreadsheets.imports.party_sizes import PartySizeCounter, people_of, with_quantity
from doorlist.spreadsheets.imports.payments import amount_problem, is_unknown, shares_of, status_by_amount
from doorlist.spreadsheets.imports.questions import (
    EVIDENCE_ROWS,
    names_look_wrong,
    questions_of,
    with_amounts,
    with_emails,
    with_whole_names,
)
from doorlist.spreadsheets.imports.readers import ImportContext, ImportRow, KnownEvent
from doorlist.spreadsheets.imports.ticket_codes import summary_of, ticket_code
from doorlist.spreadsheets.reading.limits import LARGEST_ROWS, FileTooLarge
from doorlist.spreadsheets.rules import in_one_line, strip_formula_guard
from doorlist.spreadsheets.schemas import (
    ColumnQuestion,
    DefaultEvent,
    DividedAmount,
    DuplicateRow,
    NewTicketType,
    Parties,
    RowError,
    RowWarning,
    TicketCodes,
)
from doorlist.tickets.rules import normalise_qr, qr_hash

SAMPLE_ROWS = 5
PREVIEW_GUESTS = 3
PAYMENTS_IN_NOTE = 5
# Enough texts to show a person whether the encoding was guessed right.
ENCODING_SAMPLES = 3

TOTAL_LEFT_OUT = "The last line looks like a total and is left out."
NO_HEADER = "The first line does not look like column names, so the columns are taken in the usual order."
PRINTED_TICKETS = (
    "This looks like an export from Doorlist. Imported rows get new QR codes. To keep printed tickets valid, use"
    " Restore JSON instead."
)
NO_NAMES = "The names in the first rows do not look like names. Check which column holds them."
OTHER_EVENT_IDS = (
    "The event IDs in this file seem to be another tool's, and are not used. If they are Doorlist's, choose the column."
)
_ONLY_A_PHONE_LACKS = [("phone", REQUIRED)]


class ValidRow(NamedTuple):
    """A row that can be registered; `blank` are the fields that have a column, and nothing in it.

    `ticket_hash` is the hash of its ticket code, whether the code is kept or not.
    """

    row: int
    attendee: NewAttendee
    blank: frozenset[str] = frozenset()
    ticket_hash: str | None = None


class Remark(NamedTuple):
    """A warning about the row of a guest, with the amounts if it is about these."""

    row: int
    message: str
    guest: str
    paid_cents: int | None = None
    price_cents: int | None = None


@dataclass
class Report:
    """Results of reading a file so far. Lists end at LISTED_ROWS, numbers count everything."""

    columns: list[str] = field(default_factory=list)
    mapping: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    sample: list[list[str]] = field(default_factory=list)
    valid: list[ValidRow] = field(default_factory=list)
    # The guests by event, if `valid` has only the first of its rows.
    counted: Counter[int] | None = None
    errors: int = 0
    row_errors: list[RowError] = field(default_factory=list)
    duplicates: int = 0
    duplicate_rows: list[DuplicateRow] = field(default_factory=list)
    # Rows that match an earlier row of the file, whether they are taken or not.
    matching: int = 0
    # Rows whose guests were erased: the number left out, and the rows to be brought back.
    erased: int = 0
    to_bring_back: list[ValidRow] = field(default_factory=list)
    # Many may be about rows that turn out to be duplicates.
    remarks: list[Remark] = field(default_factory=list)
    names_in_errors: dict[int, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    # Rows that their status leaves out, and rows that lack only a phone: whether taken or not. Rows without a name
    # are never taken.
    left_out: int = 0
    without_phone: int = 0
    without_name: int = 0
    without_name_rows: list[int] = field(default_factory=list)
    # How statuses were read: (the status, what became of it) and the number of rows.
    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    # The events that rows may go to, and whether one was chosen for all.
    event_names: dict[int, str] = field(default_factory=dict)
    has_event: bool = False
    # The questions about the guessed mapping.
    questions: list[ColumnQuestion] = field(default_factory=list)
    ticket_codes: TicketCodes | None = None
    parties: Parties | None = None
    default_event: DefaultEvent | None = None
    # The ticket types that rows name, those to be created by their placeholders, and the same for the preview.
    types: NamedTypes = field(default_factory=NamedTypes)
    types_to_create: dict[int, KnownType] = field(default_factory=dict)
    new_ticket_types: list[NewTicketType] = field(default_factory=list)
    # Texts that are not plain ASCII, names first.
    encoding_samples: list[str] = field(default_factory=list)

    @property
    def brought_back(self) -> int:
        return len(self.to_bring_back)

    @property
    def imported(self) -> int:
        return len(self.valid) if self.counted is None else self.counted.total() - self.brought_back

    @property
    def guests_by_event(self) -> Counter[int]:
        """How many guests are added to each event, or brought back to it, by its id."""
        if self.counted is not None:
            return self.counted
        return Counter(row.attendee.event_id for row in (*self.valid, *self.to_bring_back))

    @property
    def warnings(self) -> list[RowWarning]:
        return [
            RowWarning(row=each.row, message=each.message, paid_cents=each.paid_cents, price_cents=each.price_cents)
            for each in self.remarks[: rules.LISTED_ROWS]
        ]

    @property
    def guest_names(self) -> dict[int, str]:
        """The names in the rows with errors and warnings."""
        return {each.row: each.guest for each in self.remarks[: rules.LISTED_ROWS] if each.guest} | self.names_in_errors

    def without_rows(self) -> "Report":
        """Return this report with only the first valid rows, and the number of all."""
        remarks = self.remarks[: rules.LISTED_ROWS]
        return replace(self, counted=self.guests_by_event, valid=self.valid[:PREVIEW_GUESTS], remarks=remarks)

    def reject(self, row: int, problems: Iterable[tuple[str, str]], *, guest: str = "") -> None:
        """Leave the row of a guest out, for each of the problems `(field, message)`."""
        self.errors += 1
        for where, message in problems:
            if len(self.row_errors) < rules.LISTED_ROWS:
                self.row_errors.append(RowError(row=row, field=where, message=message))
                if guest:
                    self.names_in_errors[row] = guest[:MAX_NAME_LENGTH]

    def warn(self, row: int, message: str, *, guest: str) -> None:
        """Add a remark on the row of a guest, which is imported."""
        self.remarks.append(Remark(row, message, guest))


def validate_rows(
    rows: Iterator[tuple[int, list[str]]], context: ImportContext, chosen_mapping: Mapping[str, int | None] | None
) -> Report:
    """Read the whole file and check each row. Only valid rows are kept."""
    report = Report(
        event_names={event.id: event.name for event in context.events},
        has_event=context.chosen is not None,
        types=context.types,
    )
    rows = _beneath_title(rows)
    number, first = next(rows)
    first = [in_one_line(cell) for cell in first]
    has_header = columns.looks_like_header(first)
    report.columns = first if has_header else [f"Column {place}" for place in range(1, len(first) + 1)]
    if chosen_mapping is not None:
        report.mapping = columns.chosen_mapping(report.columns, chosen_mapping)
    elif has_header:
        head = list(islice(rows, EVIDENCE_ROWS))
        first_rows = [cells for _, cells in head]
        guessed = with_whole_names(first_rows, columns.guess_mapping(first))
        with_amount = with_amounts(first, first_rows, with_emails(first, first_rows, guessed), context.currency)
        report.mapping = with_quantity(first, first_rows, with_amount)
        rows = chain(head, rows)
    else:
        report.mapping = columns.mapping_by_position(len(first), event_is_chosen=context.chosen is not None)
        report.notes.append(NO_HEADER)
    if has_header and columns.is_our_export(first):
        report.notes.append(PRINTED_TICKETS)
    if context.chosen is None and columns.has_event_id(first) and "eventId" not in report.mapping:
        report.notes.append(OTHER_EVENT_IDS)
    validator = _RowValidator(context, report)
    waiting = None if has_header else (number, first)
    # Hold one row back, because only the last can be a total.
    for row in rows:
        if waiting is not None:
            validator.add(*waiting)
        waiting = row
    if waiting is not None:
        if columns.is_trailing_total(waiting[1], report.mapping):
            report.notes.append(TOTAL_LEFT_OUT)
        else:
            validator.add(*waiting)
    if chosen_mapping is None:
        report.questions = questions_of(
            report.columns, validator.first_rows, report.mapping, needs_phone=not context.choices.include_without_phone
        )
    report.ticket_codes = validator.ticket_codes()
    report.notes += validator.notes(is_guessed=chosen_mapping is None)
    return report


def _beneath_title(rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The rows from the headings on, without a title above them."""
    head = list(islice(rows, columns.LARGEST_TITLE + 1))
    for place in range(1, len(head)):
        if columns.is_title(head[place - 1][1], head[place][1]):
            del head[:place]
            break
        if columns.filled(head[place - 1][1]) != 1:
            break
    return chain(head, rows)


class _RowValidator:
    """Checks one row after the other. Looks columns up once, because there may be 200,000 rows."""

    def __init__(self, context: ImportContext, report: Report) -> None:
        self._report = report
        self._context = context
        mapping = report.mapping
        self._blank = dict.fromkeys(columns.FIELDS, "")
        self._places = list(mapping.items())
        self._readers = [
            (name, column.field, column.read) for name, column in IMPORTED.items() if column.read is not None
        ]
        self._not_stored = {column.field for column in IMPORTED.values()} - set(NewAttendee._fields)
        self._width = max(mapping.values(), default=-1) + 1
        self._parts = [name for name in columns.NAME_PARTS if name in mapping]
        # Most rows leave the same fields blank.
        self._blanks: dict[frozenset[str], frozenset[str]] = {}
        self._ticket_codes: list[str] = []
        self.first_rows: list[list[str]] = []
        self._is_besides = columns.party_size_columns(report.columns).get(mapping.get(columns.QUANTITY, -1), False)
        self._has_price = False
        self._unknown_payments = Counter[str]()
        self._party_sizes = PartySizeCounter(report.columns, list(mapping.values()))
        self._statuses = [
            (place, columns.cell_of(report.columns, {"status": place}, "status"))
            for place in columns.status_columns(report.columns, mapping)
        ]
        self._status_text = ""
        self._row = ImportRow(
            context, mapping, self._heading("paymentStatus"), is_our_export=columns.is_our_export(report.columns)
        )

    def _heading(self, name: str) -> str:
        return columns.cell_of(self._report.columns, self._report.mapping, name)

    def add(self, number: int, cells: list[str]) -> None:
        report, row = self._report, self._row
        self._sample(cells)
        if len(cells) < self._width:
            cells = cells + [""] * (self._width - len(cells))
        row.cells = texts = self._texts(cells)
        if not texts["fullName"] and (self._context.chosen is not None or not texts["phone"]):
            report.without_name += 1
            if len(report.without_name_rows) < rules.ROWS_IN_NOTE:
                report.without_name_rows.append(number)
            return
        if self._statuses and self._is_left_out(cells):
            return
        blank = frozenset(name for name, _ in self._places if not texts[name])
        is_phoneless = not texts["phone"]
        if is_phoneless and self._context.choices.include_without_phone:
            texts["phone"] = rules.NO_PHONE
        problems = self._read()
        quantity = self._read_quantity(problems)
        if not problems and (code := texts[columns.TICKET_CODE]):
            self._ticket_codes.append(code)
            problems = self._read_code(code)
        if is_phoneless and problems in ([], _ONLY_A_PHONE_LACKS):
            report.without_phone += 1
        if problems:
            report.reject(number, problems, guest=texts["fullName"])
        else:
            self._keep(number, self._blanks.setdefault(blank, blank), quantity)
            self._party_sizes.count(cells)

    def notes(self, *, is_guessed: bool) -> Iterator[str]:
        """Remarks on the columns: names that are not names, people who bring others, how statuses were read."""
        report = self._report
        if not is_guessed and names_look_wrong(self.first_rows, report.mapping):
            yield NO_NAMES
        yield from self._party_sizes.notes()
        if self._unknown_payments:
            few = self._unknown_payments.most_common(PAYMENTS_IN_NOTE)
            named = ", ".join(f"'{text}' ({rows:,})" for text, rows in few)
            more = " and others" if len(self._unknown_payments) > len(few) else ""
            yield f"Guests with these payment statuses count as unpaid: {named}{more}."
        if self._has_price and not self._row.price_was_read:
            yield f"The column '{self._heading('price')}' is not used: prices are set in the event."
        if report.statuses:
            yield f"How '{self._heading('status')}' was read: {statuses.describe(report.statuses)}"

    def _texts(self, cells: list[str]) -> dict[str, str]:
        """The cells by their fields. A name in two columns becomes one text."""
        texts = self._blank.copy()
        for name, place in self._places:
            cell = cells[place].strip()
            texts[name] = strip_formula_guard(cell if name in SEVERAL_LINES else in_one_line(cell)).strip()
        if self._parts and not texts["fullName"]:
            texts["fullName"] = " ".join(filter(None, [texts[name] for name in self._parts]))
        return texts

    def _keep(self, number: int, blank: frozenset[str], quantity: int) -> None:
        """Add the valid row, one for each of its people, and warn about oddities."""
        report, row = self._report, self._row
        if row.decides_by_amount and (paid_cents := row.values["amount_paid_cents"]) is not None:
            by_amount = status_by_amount(paid_cents, self._price_cents(quantity))
            row.values["payment_status"] = by_amount or row.values["payment_status"]
        if self._status_text and not row.cells["paymentStatus"]:
            report.statuses[self._status_text, f'payment "{row.values["payment_status"]}"'] += 1
        for name in self._not_stored:
            del row.values[name]
        now = self._context.now
        code = row.cells[columns.TICKET_CODE]
        ticket_hash = qr_hash(normalise_qr(code)) if code else None
        attendee = NewAttendee(**row.values, created_at=now, updated_at=now)
        report.valid.append(ValidRow(number, attendee, blank, ticket_hash))
        self._has_price = self._has_price or row.cells["price"] != ""
        if row.cells["paymentStatus"] and is_unknown(attendee.payment_status):
            self._unknown_payments[attendee.payment_status] += 1
        self._check_amount(number, attendee, quantity)
        problem = email_problem(row.cells["email"])
        if problem is not None:
            report.warn(number, problem, guest=attendee.full_name)
        if quantity > 1:
            self._add_others(report.valid.pop(), quantity)
        if self._context.chosen is None and isinstance(row.event, KnownEvent):
            self._compare_event(number, row.event)

    def _compare_event(self, number: int, event: KnownEvent) -> None:
        """Warn about a row whose event has another name, and count the rows without one."""
        report, name = self._report, self._row.cells["eventName"]
        if name and name != event.name:
            message = f"Event {event.id} is '{event.name}' here, not '{name}'."
            report.warn(number, message, guest=self._row.cells["fullName"])
        if not name and not self._row.cells["eventId"]:
            if report.default_event is None:
                report.default_event = DefaultEvent(event=EventRef.model_validate(event), rows=0)
            report.default_event.rows += 1

    def _price_cents(self, quantity: int) -> int | None:
        """The price of so many tickets, if it is known."""
        price_cents = self._row.price_cents
        return None if price_cents is None else price_cents * quantity

    def _check_amount(self, number: int, attendee: NewAttendee, quantity: int) -> None:
        """Warn about an amount in the file that contradicts the payment or the price."""
        paid_cents, price_cents = attendee.amount_paid_cents, self._price_cents(quantity)
        if paid_cents is None or "amountPaid" not in self._report.mapping:
            return
        problem = amount_problem(attendee.payment_status, paid_cents, price_cents)
        if problem is not None:
            self._report.remarks.append(Remark(number, problem, attendee.full_name, paid_cents, price_cents))

    def _read_quantity(self, problems: list[tuple[str, str]]) -> int:
        """The number of people of the row; 1 without such a column. Adds its problems."""
        if columns.QUANTITY not in self._report.mapping:
            return 1
        row = self._row
        try:
            quantity = people_of(row.cells[columns.QUANTITY], is_besides=self._is_besides)
        except ValueError as error:
            problems.append((columns.QUANTITY, str(error)))
            return 1
        if len(names_of_tickets(row.cells["fullName"], quantity)[-1]) > MAX_NAME_LENGTH:
            problems.append(("fullName", f"Is too long for the tickets of {quantity} people"))
        return quantity

    def _add_others(self, valid: ValidRow, quantity: int) -> None:
        """Add a row for each of its people. An amount in the file is for all of them."""
        report, attendee = self._report, valid.attendee
        if len(report.valid) + quantity > LARGEST_ROWS:
            raise FileTooLarge(f"The file has more than {LARGEST_ROWS:,} guests.")
        if report.parties is None:
            report.parties = Parties(column=report.mapping[columns.QUANTITY], rows=0, guests=0, divided=None)
        parties = report.parties
        parties.rows += 1
        parties.guests += quantity
        paid = attendee.amount_paid_cents
        shares: Sequence[int | None] = [paid] * quantity
        if paid is not None and "amountPaid" in report.mapping:
            shares = shares_of(paid, quantity)
            if paid and parties.divided is None:
                parties.divided = DividedAmount(row=valid.row, amount_cents=paid, guests=quantity)
        (first, share), *others = zip(names_of_tickets(attendee.full_name, quantity), shares, strict=True)
        report.valid.append(valid._replace(attendee=attendee._replace(full_name=first, amount_paid_cents=share)))
        another = attendee._replace(invoice_number=None, qr_code_data=None)
        for name, share in others:
            own = another._replace(full_name=name, amount_paid_cents=share)
            report.valid.append(ValidRow(valid.row, own, valid.blank))

    def _is_left_out(self, cells: list[str]) -> bool:
        """Read the row's statuses. Returns True if one of them keeps the row off the list."""
        row, report = self._row, self._report
        row.status, self._status_text = statuses.NOTHING, ""
        for place, heading in self._statuses:
            text = cells[place].strip() if place < len(cells) else ""
            status = statuses.read_status(text, heading=heading)
            if status.is_left_out or (row.status is statuses.NOTHING and status is not statuses.NOTHING):
                row.status, self._status_text = status, text
            if status.is_left_out:
                break
        if not row.status.is_left_out:
            return False
        report.left_out += 1
        if self._context.choices.include_left_out:
            return False
        report.statuses[self._status_text, "left out"] += 1
        return True

    def _read(self) -> list[tuple[str, str]]:
        """Read every cell into the row's values. Returns the problems as `(field, message)`."""
        row = self._row
        row.values = values = {}
        cells = row.cells
        problems = []
        for name, target, read in self._readers:
            try:
                values[target] = read(row, cells[name])
            except ValueError as error:
                problems.append((name, str(error)))
        return problems

    def ticket_codes(self) -> TicketCodes | None:
        """A summary of the column of ticket codes; None without such a column."""
        column = self._report.mapping.get(columns.TICKET_CODE)
        return None if column is None else summary_of(column, self._ticket_codes)

    def _read_code(self, cell: str) -> list[tuple[str, str]]:
        """Keep the ticket's code, where that is wanted."""
        if self._context.choices.keep_ticket_codes:
            try:
                self._row.values["qr_code_data"] = ticket_code(cell)
            except ValueError as error:
                return [(columns.TICKET_CODE, str(error))]
        return []

    def _sample(self, cells: list[str]) -> None:
        report = self._report
        report.rows += 1
        if len(self.first_rows) < EVIDENCE_ROWS:
            self.first_rows.append(cells)
        if len(report.sample) < SAMPLE_ROWS:
            report.sample.append([in_one_line(cell) for cell in cells])
        if len(report.encoding_samples) < ENCODING_SAMPLES and not "".join(cells).isascii():
            names = (columns.cell_of(cells, report.mapping, "fullName"), *cells)
            report.encoding_samples.append(next(text for text in names if not text.isascii()).strip())
