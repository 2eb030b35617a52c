"""Many attendees at once: from rows or from a file (contract 4, 5 and 7)."""

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, BinaryIO

from pydantic import ValidationError
from sqlalchemy.orm import Session

from doorlist.attendees import rules as attendee_rules
from doorlist.attendees.schemas import AttendeeIn
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, PayloadTooLarge, Problem, field_errors
from doorlist.core.text import without_controls
from doorlist.events.service import event_named
from doorlist.history.rules import Action
from doorlist.history.service import add_entry
from doorlist.spreadsheets import repository, rules
from doorlist.spreadsheets.columns import Field
from doorlist.spreadsheets.importing import ImportChanged, Imports
from doorlist.spreadsheets.judging import EventFacts, GoodRow, Judgement, Page, judge_rows
from doorlist.spreadsheets.limits import LARGEST_COLUMNS
from doorlist.spreadsheets.reading import (
    FileTooLarge,
    ReaderBusy,
    UnreadableFile,
    guessed_letters,
    is_guessed,
    open_rows,
)
from doorlist.spreadsheets.repeats import sort_out
from doorlist.spreadsheets.schemas import BulkImport, ImportReport, ImportResult, ImportState
from doorlist.users.service import SignedInUser

LONGEST_FILE_NAME = 200


class CannotReadFile(Problem):
    """A file that is no spreadsheet."""

    code = "unreadable_file"
    title = "The file could not be read"


class AnotherFile(Problem):
    """XLSX files are read one after the other, and this one has waited long enough."""

    status = 503
    code = "another_file"
    title = "Another file is being read"

    def __init__(self) -> None:
        super().__init__(
            "Another Excel file is being read. Try again in a moment, or save this one as CSV.",
            headers={"Retry-After": "10"},
        )


@dataclass(frozen=True, kw_only=True)
class FileImport:
    """A file as somebody sent it, and what they chose. Without an event it is the backup screen's import."""

    file: BinaryIO
    file_name: str
    event_id: int | None
    mapping: str | None
    include_duplicates: bool
    background: bool
    zone: tzinfo


def preview_file(imports: Imports, asked: FileImport, _: SignedInUser) -> ImportReport:
    """What importing the file would do. Raises CannotReadFile, PayloadTooLarge, AnotherFile, InvalidInput."""
    judged = _judge_file(imports, asked)
    with imports.database.read() as tx:
        _sort_out(tx, judged, include_duplicates=asked.include_duplicates)
    return _report(judged, import_id=None)


def import_file(imports: Imports, asked: FileImport, caller: SignedInUser) -> ImportReport:
    """Register the file's good rows, all or none of them.

    In the background the answer comes as soon as they are judged. Raises CannotReadFile, PayloadTooLarge, AnotherFile,
    InvalidInput, AnotherImport, ImportCancelled, ImportChanged.
    """
    judged = _judge_file(imports, asked)
    missing = [what for what in (Field.FULL_NAME, Field.PHONE) if what not in judged.mapping]
    if missing:
        raise InvalidInput.on("mapping", f"Choose the column of {missing[0].value}")
    seller = None if asked.event_id is None else caller.id
    import_id = _apply(
        imports,
        judged,
        caller,
        seller=seller,
        event_id=asked.event_id,
        file_name=asked.file_name,
        include_duplicates=asked.include_duplicates,
        background=asked.background,
    )
    return _report(judged, import_id=import_id)


def bulk_import(imports: Imports, request: BulkImport, caller: SignedInUser) -> ImportResult:
    """Register the good rows together, or none of them; report the bad ones; skip who is there already.

    Raises InvalidInput on `eventId`, PayloadTooLarge, AnotherImport, ImportCancelled, ImportChanged.
    """
    if len(request.attendees) > rules.LARGEST_BULK_IMPORT:
        raise PayloadTooLarge(f"Send at most {rules.LARGEST_BULK_IMPORT:,} attendees at once.")
    with imports.database.read() as tx:
        price = event_named(tx, request.event_id).ticket_price_cents
    judged = Judgement(rows=len(request.attendees))
    for number, row in enumerate(request.attendees, start=1):
        try:
            good = AttendeeIn.model_validate(_with_defaults(row, request.event_id))
        except ValidationError as error:
            judged.refuse(number, [(wrong["field"], wrong["message"]) for wrong in field_errors(error.errors())])
        else:
            judged.good.append(_good_row(number, good, price))
    _apply(imports, judged, caller, seller=caller.id, event_id=request.event_id, file_name="", include_duplicates=False)
    return ImportResult(
        imported=len(judged.good),
        errors=judged.errors,
        row_errors=judged.row_errors,
        duplicates=judged.duplicates,
    )


def _judge_file(imports: Imports, asked: FileImport) -> Judgement:
    """Read the file and judge its rows, each by itself."""
    mapping = None if asked.mapping is None else _mapping(asked.mapping)
    with imports.database.read() as tx:
        chosen = None
        if asked.event_id is not None:
            event = event_named(tx, asked.event_id)
            chosen = EventFacts(event.id, event.name, event.ticket_price_cents)
        page = Page(events=repository.list_events(tx), chosen=chosen, now=clock.now(), zone=asked.zone)
    try:
        with closing(open_rows(asked.file, asked.file_name)) as rows:
            judged = judge_rows(rows, page, mapping)
        if judged.telling and is_guessed(asked.file):
            judged.notes.insert(0, guessed_letters(judged.telling))
    except ReaderBusy as error:
        raise AnotherFile from error
    except UnreadableFile as error:
        raise CannotReadFile(str(error)) from error
    except FileTooLarge as error:
        raise PayloadTooLarge(str(error)) from error
    return judged


def _mapping(text: str) -> Mapping[Field, int]:
    """`{"fullName": 0, "phone": 2}`: which column, counted from 0, holds what. Raises InvalidInput."""
    try:
        asked = json.loads(text)
        return {Field(name): _column(column) for name, column in asked.items() if column is not None}
    except (ValueError, AttributeError, RecursionError) as error:
        raise InvalidInput.on("mapping", 'Must be JSON like {"fullName": 0, "phone": 1}') from error


def _column(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < LARGEST_COLUMNS:
        raise ValueError(value)
    return value


def _sort_out(tx: Session, judged: Judgement, include_duplicates: bool) -> None:
    events = dict.fromkeys(row.event_id for row in judged.good)
    numbers = [row.invoice_number for row in judged.good if row.invoice_number is not None]
    taken = repository.taken_invoice_numbers(tx, numbers)
    sort_out(judged, repository.list_present(tx, events), taken, include_duplicates=include_duplicates)


def _apply(
    imports: Imports,
    judged: Judgement,
    caller: SignedInUser,
    *,
    seller: int | None,
    event_id: int | None,
    file_name: str,
    include_duplicates: bool,
    background: bool = False,
) -> int:
    """Judge the rows beside who is there, and add them; the import's id."""
    turn = imports.take_turn()
    is_handed_on = False
    try:
        with imports.database.read() as tx:
            _sort_out(tx, judged, include_duplicates=include_duplicates)
        import_id = imports.database.commit(
            lambda tx: _begin(tx, judged, caller, event_id=event_id, file_name=file_name)
        )
        if background:
            is_handed_on = True
            imports.apply_in_background(turn, import_id, judged.good, seller, caller.id)
        else:
            imports.apply(import_id, judged.good, seller, caller.id)
    except ImportChanged:
        if event_id is not None:
            with imports.database.read() as tx:
                event_named(tx, event_id)
        raise
    finally:
        if not is_handed_on:
            turn.give_back()
    return import_id


def _begin(tx: Session, judged: Judgement, caller: SignedInUser, *, event_id: int | None, file_name: str) -> int:
    """Write the import down, before the first of its rows. Raises InvalidInput on `eventId`."""
    if event_id is not None:
        event_named(tx, event_id)
    told = {
        # A name of a stranger's making, which no database has to be able to keep.
        "file_name": without_controls(file_name)[-LONGEST_FILE_NAME:],
        "imported": len(judged.good),
        "errors": judged.errors,
        "duplicates": judged.duplicates,
    }
    import_id = repository.add_import(
        tx,
        {
            **told,
            "created_by": caller.id,
            "event_id": event_id,
            "state": ImportState.RUNNING,
            "is_settled": False,
            "total": len(judged.good),
            "added": 0,
            "created_at": clock.now(),
        },
    )
    add_entry(tx, Action.IMPORT_STARTED, by=caller, subject_id=import_id, event_id=event_id, after=told)
    return import_id


def _report(judged: Judgement, *, import_id: int | None) -> ImportReport:
    return ImportReport(
        imported=len(judged.good),
        errors=judged.errors,
        row_errors=judged.row_errors,
        duplicates=judged.duplicates,
        import_id=import_id,
        columns=judged.columns,
        mapping={name.value: column for name, column in judged.mapping.items()},
        rows=judged.rows,
        warnings=judged.warnings,
        duplicate_rows=judged.duplicate_rows,
        sample=judged.sample,
        notes=judged.notes,
    )


def _good_row(number: int, good: AttendeeIn, ticket_price_cents: int | None) -> GoodRow:
    return GoodRow(
        row=number,
        event_id=good.event_id,
        full_name=good.full_name,
        phone=good.phone,
        table_number=good.table_number,
        payment_status=good.payment_status,
        amount_paid_cents=attendee_rules.amount_paid_of_new_ticket(
            attendee_rules.payment_group(good.payment_status),
            amount_paid_cents=None,
            ticket_price_cents=ticket_price_cents,
        ),
    )


def _with_defaults(row: Any, event_id: int) -> Any:
    """The row with a blank table and a blank payment filled in, and without what only the server decides."""
    if not isinstance(row, dict):
        return row
    table, payment = row.get("tableNumber"), row.get("paymentStatus")
    return {
        "eventId": event_id,
        "fullName": row.get("fullName"),
        "phone": row.get("phone"),
        "tableNumber": rules.DEFAULT_TABLE if _is_blank(table) else table,
        "paymentStatus": rules.DEFAULT_PAYMENT_STATUS if _is_blank(payment) else payment,
    }


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())
