"""Imports from rows or from a file (contract 4, 5 and 7)."""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import partial
from typing import Any, BinaryIO

from pydantic import ValidationError
from sqlalchemy.orm import Session

from doorlist.attendees import rules as attendee_rules
from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.attendees.schemas import CONTENT, AttendeeIn
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, PayloadTooLarge, field_errors
from doorlist.core.text import without_controls
from doorlist.door.data_generation import Generation, read_generation
from doorlist.events.retention import Consent
from doorlist.events.service import event_named
from doorlist.spreadsheets import repository, rules
from doorlist.spreadsheets.imports.bringing_back import bring_guests_back, set_erased_apart
from doorlist.spreadsheets.imports.columns import has_name, read_mapping
from doorlist.spreadsheets.imports.duplicates import drop_duplicates
from doorlist.spreadsheets.imports.preview import file_notes, to_wire
from doorlist.spreadsheets.imports.readers import ImportContext, KnownEvent
from doorlist.spreadsheets.imports.refusals import (
    AnotherFile,
    CannotReadFile,
    ImportChanged,
    MappingNeeded,
    RestoredMeanwhile,
    refuse_after_restore,
)
from doorlist.spreadsheets.imports.runner import ImportOrigin, Imports
from doorlist.spreadsheets.imports.ticket_codes import check_kept
from doorlist.spreadsheets.imports.validation import Report, ValidRow, validate_rows
from doorlist.spreadsheets.reading.files import BlankFormulas, FileTooLarge, ReaderBusy, UnreadableFile, open_rows
from doorlist.spreadsheets.schemas import BulkImport, ImportReport, ImportResult, ImportState
from doorlist.tickets.rules import qr_hash
from doorlist.users.service import SignedInUser

LONGEST_FILE_NAME = 200

# A row of a bulk import has these fields. The server sets the amount by the event's price.
_BULK_FIELDS = [str(AttendeeIn.model_fields[name].alias) for name in CONTENT - {"amount_paid_cents"}]
_BULK_DEFAULTS = {"tableNumber": rules.DEFAULT_TABLE, "paymentStatus": rules.DEFAULT_PAYMENT_STATUS}


@dataclass(frozen=True, kw_only=True)
class ImportRequest:
    """A file and the choices of the person who sends it. Without an event it is the backup screen's import."""

    file: BinaryIO
    file_name: str
    event_id: int | None
    consent: Consent
    mapping: str | None = None
    include_duplicates: bool = False
    include_left_out: bool = False
    include_without_phone: bool = False
    keep_ticket_codes: bool = False
    bring_back: bool = False
    background: bool = False
    zone: tzinfo = UTC


def preview_file(imports: Imports, request: ImportRequest, _: SignedInUser) -> ImportReport:
    """What importing the file would do. Raises CannotReadFile, PayloadTooLarge, AnotherFile, InvalidInput."""
    report = _validate_file(imports, request)[0]
    with imports.database.read() as tx:
        _drop_duplicates(tx, report, include_duplicates=request.include_duplicates, bring_back=request.bring_back)
        erasures = request.consent.retention.after_import(tx, report.guests_by_event)
    return to_wire(report, import_id=None, erasures=erasures)


def import_file(imports: Imports, request: ImportRequest, caller: SignedInUser) -> ImportReport:
    """Register the file's valid rows, all or none of them.

    In the background it returns once the rows are checked. Raises CannotReadFile, PayloadTooLarge, AnotherFile,
    InvalidInput, MappingNeeded, AnotherImport, ImportCancelled, ImportChanged, GuestsWillBeErased.
    """
    report, generation = _validate_file(imports, request)
    if report.questions:
        raise MappingNeeded(report.columns, report.mapping, report.questions)
    if not has_name(report.mapping):
        raise InvalidInput.on("mapping", "Choose the column of fullName, or of firstName and lastName")
    if "phone" not in report.mapping and not request.include_without_phone:
        raise InvalidInput.on("mapping", "Choose the column of phone")
    if request.keep_ticket_codes:
        check_kept(report.ticket_codes)
    seller = None if request.event_id is None else caller.id
    import_id = _apply(
        imports,
        report,
        caller,
        generation=generation,
        seller=seller,
        event_id=request.event_id,
        file_name=request.file_name,
        include_duplicates=request.include_duplicates,
        bring_back=request.bring_back,
        background=request.background,
        consent=request.consent,
    )
    return to_wire(report, import_id=import_id, erasures=None)


def bulk_import(imports: Imports, request: BulkImport, caller: SignedInUser, consent: Consent) -> ImportResult:
    """Register the valid rows together, or none of them; report the others; skip attendees who are on the list.

    Raises InvalidInput on `eventId`, PayloadTooLarge, AnotherImport, ImportCancelled, ImportChanged and
    GuestsWillBeErased.
    """
    if len(request.attendees) > rules.LARGEST_BULK_IMPORT:
        raise PayloadTooLarge(f"Send at most {rules.LARGEST_BULK_IMPORT:,} attendees at once.")
    with imports.database.read() as tx:
        generation = read_generation(tx)
        price = event_named(tx, request.event_id).ticket_price_cents
    report = Report(rows=len(request.attendees))
    for number, row in enumerate(request.attendees, start=1):
        try:
            attendee = AttendeeIn.model_validate(_with_defaults(row, request.event_id))
        except ValidationError as error:
            report.reject(number, [(wrong["field"], wrong["message"]) for wrong in field_errors(error.errors())])
        else:
            report.valid.append(ValidRow(number, _to_row(attendee, price)))
    _apply(
        imports,
        report,
        caller,
        generation=generation,
        seller=caller.id,
        event_id=request.event_id,
        file_name="",
        include_duplicates=False,
        consent=consent,
    )
    return ImportResult.model_validate(report, from_attributes=True)


def _validate_file(imports: Imports, request: ImportRequest) -> tuple[Report, Generation]:
    """Read the file and check each of its rows. Returns the data generation, too."""
    mapping = None if request.mapping is None else read_mapping(request.mapping)
    with imports.database.read() as tx:
        # First, so that a restore right after it is noticed.
        generation = read_generation(tx)
        chosen = None
        if request.event_id is not None:
            event = event_named(tx, request.event_id)
            chosen = KnownEvent(event.id, event.name, event.ticket_price_cents)
        context = ImportContext(
            repository.list_events(tx),
            chosen,
            now=clock.now(),
            zone=request.zone,
            includes_left_out=request.include_left_out,
            includes_phoneless=request.include_without_phone,
            keeps_ticket_codes=request.keep_ticket_codes,
        )
    try:
        formulas: list[BlankFormulas] = []
        with closing(open_rows(request.file, request.file_name, formulas)) as rows:
            report = validate_rows(rows, context, mapping)
        report.notes[:0] = file_notes(request.file, report, formulas)
    except ReaderBusy as error:
        raise AnotherFile from error
    except UnreadableFile as error:
        raise CannotReadFile(str(error)) from error
    except FileTooLarge as error:
        raise PayloadTooLarge(str(error)) from error
    return report, generation


def _drop_duplicates(tx: Session, report: Report, *, include_duplicates: bool, bring_back: bool) -> None:
    set_erased_apart(tx, report, bring_back=bring_back)
    attendees = [row.attendee for row in report.valid]
    events = dict.fromkeys(attendee.event_id for attendee in attendees)
    numbers = [attendee.invoice_number for attendee in attendees if attendee.invoice_number is not None]
    hashes = [qr_hash(attendee.qr_code_data) for attendee in attendees if attendee.qr_code_data is not None]
    drop_duplicates(
        report,
        repository.list_existing(tx, events),
        repository.taken_invoice_numbers(tx, numbers),
        repository.taken_qr_hashes(tx, hashes),
        include_duplicates=include_duplicates,
    )


def _apply(
    imports: Imports,
    report: Report,
    caller: SignedInUser,
    *,
    generation: Generation,
    seller: int | None,
    event_id: int | None,
    file_name: str,
    include_duplicates: bool,
    consent: Consent,
    bring_back: bool = False,
    background: bool = False,
) -> int:
    """Drop the duplicates, add the other rows, and bring erased guests back where that is wanted; the import's id."""
    origin = ImportOrigin(caller.id, seller, generation)
    lock = imports.lock()
    is_handed_on = False
    try:
        with imports.database.read() as tx:
            _drop_duplicates(tx, report, include_duplicates=include_duplicates, bring_back=bring_back)
            consent.check(tx, report.guests_by_event)
        import_id = imports.database.commit(
            lambda tx: _begin(tx, report, caller, generation=generation, event_id=event_id, file_name=file_name)
        )
        # In slices, each whole: guests of an unfinished one are still erased, and can come with another import.
        bring = partial(bring_guests_back, imports.database, imports.ledger, report.to_bring_back, import_id)
        bring = partial(bring, by=caller, generation=generation)
        if background:
            imports.apply_in_background(lock, import_id, report.valid, origin, then=bring)
            is_handed_on = True
        else:
            imports.apply(import_id, report.valid, origin)
            bring()
    except ImportChanged as error:
        if event_id is not None and not isinstance(error, RestoredMeanwhile):
            with imports.database.read() as tx:
                event_named(tx, event_id)
        raise
    finally:
        if not is_handed_on:
            lock.release()
    return import_id


def _begin(
    tx: Session,
    report: Report,
    caller: SignedInUser,
    *,
    generation: Generation,
    event_id: int | None,
    file_name: str,
) -> int:
    """Add the import, before the first of its rows. Raises RestoredMeanwhile, and InvalidInput on `eventId`."""
    refuse_after_restore(tx, generation)
    if event_id is not None:
        event_named(tx, event_id)
    told = {
        # A stranger's file name may hold characters that a database refuses.
        "file_name": without_controls(file_name)[-LONGEST_FILE_NAME:],
        "imported": report.imported,
        "errors": report.errors,
        "duplicates": report.duplicates,
    }
    import_id = repository.add_import(
        tx,
        {
            **told,
            "erased": report.erased,
            "brought_back": 0,
            "created_by": caller.id,
            "event_id": event_id,
            "state": ImportState.RUNNING,
            "is_settled": False,
            "total": report.imported,
            "added": 0,
            "created_at": clock.now(),
        },
    )
    add_audit_entry(tx, Action.IMPORT_STARTED, by=caller, subject_id=import_id, event_id=event_id, after=told)
    return import_id


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
