"""Reading and checking the rows of an import, in a worker process: each row alone, then against the attendees.

The rows stay in that process. The server gets the report, and then slice after slice of rows that are ready to be
inserted (contract 4.import, decision 0051).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy.orm import Session

from doorlist.attendees import rules as attendee_rules
from doorlist.attendees.bulk_insert import NewAttendee, PreparedRows, prepare
from doorlist.attendees.schemas import CONTENT, AttendeeIn
from doorlist.core import clock
from doorlist.core.errors import PayloadTooLarge, field_errors
from doorlist.core.processes.pool import Workplace
from doorlist.door.data_generation import Generation, read_generation
from doorlist.events.service import event_named
from doorlist.settings.service import get_currency
from doorlist.spreadsheets import repository, rules
from doorlist.spreadsheets.imports.bringing_back import set_erased_apart
from doorlist.spreadsheets.imports.columns import read_mapping
from doorlist.spreadsheets.imports.duplicates import drop_duplicates
from doorlist.spreadsheets.imports.named_types import NamedTypes
from doorlist.spreadsheets.imports.preview import file_notes
from doorlist.spreadsheets.imports.problems import CannotReadFile
from doorlist.spreadsheets.imports.readers import FileChoices, ImportContext, KnownEvent
from doorlist.spreadsheets.imports.ticket_types import choose_types
from doorlist.spreadsheets.imports.validation import Report, ValidRow, validate_rows
from doorlist.spreadsheets.reading.files import open_rows
from doorlist.spreadsheets.reading.limits import FileTooLarge, UnreadableFile
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas
from doorlist.ticket_types.rules import ticket_price
from doorlist.ticket_types.service import FIELD, UNKNOWN_TYPE
from doorlist.tickets.rules import new_invoice_numbers, qr_hash

# A row of a bulk import has these fields. The server sets the amount by the event's price.
_BULK_FIELDS = [str(AttendeeIn.model_fields[name].alias) for name in CONTENT - {"amount_paid_cents"}]
_BULK_DEFAULTS = {"tableNumber": rules.DEFAULT_TABLE, "paymentStatus": rules.DEFAULT_PAYMENT_STATUS}


class Checked(NamedTuple):
    """The first step: each row checked alone, and the data generation before that."""

    report: Report
    generation: Generation


class Slice(NamedTuple):
    """Rows that are ready to be inserted, with their numbers in the file."""

    rows: PreparedRows
    numbers: list[int]
    is_last: bool


def joined(slices: Sequence[Slice]) -> Slice:
    """Join slices, in their order, for one transaction."""
    columns = {
        name: [*chain.from_iterable(one.rows.columns[name] for one in slices)] for name in slices[0].rows.columns
    }
    drawn, before = [], 0
    for one in slices:
        drawn += [before + place for place in one.rows.drawn]
        before += len(one.numbers)
    numbers = [*chain.from_iterable(one.numbers for one in slices)]
    return Slice(PreparedRows(columns, drawn), numbers, slices[-1].is_last)


def check_file(choices: FileChoices, workplace: Workplace) -> Iterator[Checked | Report | Slice]:
    """Yield a Checked, the whole report, and the slices. Ask for the report once the import has its lock.

    Raises CannotReadFile, PayloadTooLarge, AnotherFile, InvalidInput.
    """
    checked = _check_file(choices, workplace)
    yield from _steps(checked, workplace, choices)


def check_rows(event_id: int, rows: list[Any], workplace: Workplace) -> Iterator[Checked | Report | Slice]:
    """Yield the steps of `check_file` for the rows of a bulk import. Raises InvalidInput on `eventId`."""
    choices = FileChoices(file_name="", event_id=event_id)
    yield from _steps(_check_rows(event_id, rows, workplace), workplace, choices)


def _steps(checked: Checked, workplace: Workplace, choices: FileChoices) -> Iterator[Checked | Report | Slice]:
    report = checked.report
    yield Checked(report.without_rows(), checked.generation)
    with workplace.database.read() as tx:
        _drop_duplicates(tx, report, choices)
        _note_capacities(tx, report)
    choose_types(report, creates=choices.create_types)
    yield report.without_rows()
    # In rising order, so that each slice changes few pages of the two indexes of numbers.
    invoice_numbers = iter(sorted(new_invoice_numbers(len(report.valid))))
    at_once = rules.SMALLEST_IMPORT_SLICE[workplace.database.engine.dialect.name]
    for start in range(0, len(report.valid), at_once) or (0,):
        part = report.valid[start : start + at_once]
        rows = prepare([row.attendee for row in part], invoice_numbers)
        yield Slice(rows, [row.row for row in part], is_last=start + at_once >= len(report.valid))


def _check_file(choices: FileChoices, workplace: Workplace) -> Checked:
    [file] = workplace.files
    mapping = None if choices.mapping is None else read_mapping(choices.mapping)
    with workplace.database.read() as tx:
        # Read first, so that a restore right after it is noticed.
        generation = read_generation(tx)
        chosen = None
        if choices.event_id is not None:
            event = event_named(tx, choices.event_id)
            chosen = KnownEvent(event.id, event.name, event.ticket_price_cents, event.date)
        context = ImportContext(
            repository.list_events(tx),
            chosen,
            choices,
            now=clock.now(),
            currency=get_currency(tx),
            types=NamedTypes(repository.list_types(tx, choices.event_id)),
        )
    try:
        formulas: list[BlankFormulas] = []
        with closing(open_rows(file, choices.file_name, formulas)) as rows:
            report = validate_rows(rows, context, mapping)
        report.notes[:0] = file_notes(file, report, formulas)
    except UnreadableFile as error:
        raise CannotReadFile(str(error)) from error
    except FileTooLarge as error:
        raise PayloadTooLarge(str(error)) from error
    return Checked(report, generation)


def _check_rows(event_id: int, rows: list[Any], workplace: Workplace) -> Checked:
    with workplace.database.read() as tx:
        generation = read_generation(tx)
        event = event_named(tx, event_id)
        prices = {type_.id: type_.price_cents for type_ in repository.list_types(tx, event_id)}
    report = Report(rows=len(rows))
    for number, row in enumerate(rows, start=1):
        try:
            attendee = AttendeeIn.model_validate(_with_defaults(row, event_id))
        except ValidationError as error:
            report.reject(number, [(wrong["field"], wrong["message"]) for wrong in field_errors(error.errors())])
            continue
        type_id = attendee.ticket_type_id
        if type_id is not None and type_id not in prices:
            report.reject(number, [(FIELD, UNKNOWN_TYPE)])
            continue
        price = ticket_price(
            of_type_cents=None if type_id is None else prices[type_id], of_event_cents=event.ticket_price_cents
        )
        report.valid.append(ValidRow(number, _to_row(attendee, price)))
    return Checked(report, generation)


def _drop_duplicates(tx: Session, report: Report, choices: FileChoices) -> None:
    set_erased_apart(tx, report, bring_back=choices.bring_back)
    attendees = [row.attendee for row in report.valid]
    events = dict.fromkeys(attendee.event_id for attendee in attendees)
    numbers = [attendee.invoice_number for attendee in attendees if attendee.invoice_number is not None]
    hashes = [qr_hash(attendee.qr_code_data) for attendee in attendees if attendee.qr_code_data is not None]
    drop_duplicates(
        report,
        repository.list_existing(tx, events),
        repository.find_taken(tx, "invoice_number", numbers),
        repository.find_taken(tx, "qr_hash", hashes),
        include_duplicates=choices.include_duplicates,
        one_of_each=choices.one_of_each,
    )


def _note_capacities(tx: Session, report: Report) -> None:
    """Note the events that would have more attendees than their capacity."""
    # An erased guest who is brought back is one of the attendees.
    added = Counter(row.attendee.event_id for row in report.valid)
    for event_id, name, capacity, attendees in repository.count_of_limited(tx, list(added)):
        after = attendees + added[event_id]
        if after > capacity:
            report.notes.append(
                f"'{name}' has a capacity of {capacity:,}. After this import it has {after:,} attendees."
            )


def _to_row(attendee: AttendeeIn, ticket_price_cents: int | None) -> NewAttendee:
    now = clock.now()
    content = {name: getattr(attendee, name) for name in CONTENT}
    content["amount_paid_cents"] = attendee_rules.amount_paid_of_new_ticket(
        attendee_rules.payment_group(attendee.payment_status),
        amount_paid_cents=None,
        ticket_price_cents=ticket_price_cents,
    )
    return NewAttendee(event_id=attendee.event_id, created_at=now, updated_at=now, **content)


def _with_defaults(row: Any, event_id: int) -> Any:
    """The row with a blank table and a blank payment filled in, and without other fields."""
    if not isinstance(row, dict):
        return row
    known = {name: row.get(name) for name in _BULK_FIELDS}
    blank = {name for name, value in known.items() if value is None or not str(value).strip()}
    defaults = {name: default for name, default in _BULK_DEFAULTS.items() if name in blank}
    return {"eventId": event_id, **known, **defaults}
