"""Bulk import, and the list as a CSV file (contract 5 and 7)."""

import csv
import io
from typing import Any

from pydantic import ValidationError
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeFilters, AttendeeIn, AttendeeOut
from doorlist.attendees.service import list_chunk, list_names_and_phones, register_attendees
from doorlist.core import clock
from doorlist.core.database import Database, take_turns
from doorlist.core.errors import PayloadTooLarge, field_errors
from doorlist.events.service import event_named
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.schemas import BulkImport, ImportResult, RowError
from doorlist.users.service import SignedInUser


def bulk_import(database: Database, request: BulkImport, caller: SignedInUser) -> ImportResult:
    """Register the good rows together, or none of them; report the bad ones; skip who is there already.

    Rows are judged before the transaction begins, so that the door waits only for the writing. Raises InvalidInput on
    `eventId`, and PayloadTooLarge.
    """
    if len(request.attendees) > rules.LARGEST_BULK_IMPORT:
        raise PayloadTooLarge(f"Send at most {rules.LARGEST_BULK_IMPORT:,} attendees at once.")
    good: list[AttendeeIn] = []
    row_errors: list[RowError] = []
    for number, row in enumerate(request.attendees, start=1):
        try:
            good.append(AttendeeIn.model_validate(_with_defaults(row, request.event_id)))
        except ValidationError as error:
            row_errors += [RowError(row=number, **problem) for problem in field_errors(error.errors())]
    duplicates = database.commit(lambda tx: _register_new(tx, request.event_id, good, caller))
    return ImportResult(
        imported=len(good) - duplicates,
        errors=len(request.attendees) - len(good),
        row_errors=row_errors[: rules.LISTED_ROW_ERRORS],
        duplicates=duplicates,
    )


def _register_new(tx: Session, event_id: int, attendees: list[AttendeeIn], caller: SignedInUser) -> int:
    """Register who is not there yet; how many were. Two imports of one event take turns, or both would add all."""
    take_turns(tx, f"import {event_id}")
    event = event_named(tx, event_id)
    there = [rules.same_person(full_name, phone) for full_name, phone in list_names_and_phones(tx, event.id)]
    people = [rules.same_person(attendee.full_name, attendee.phone) for attendee in attendees]
    repeated = rules.duplicates(people, already_there=there)
    new = [attendee for attendee, is_duplicate in zip(attendees, repeated, strict=True) if not is_duplicate]
    register_attendees(tx, new, event, caller)
    return len(attendees) - len(new)


def csv_chunk(tx: Session, after: int | None, *, filters: AttendeeFilters) -> tuple[str, int | None]:
    """The next lines of the list as a CSV file, those before the cursor `after`; and the cursor after them."""
    chunk = list_chunk(tx, filters=filters, after=after)
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if after is None:
        writer.writerow(rules.EXPORT_COLUMNS)
    writer.writerows(_cells(attendee) for attendee in chunk.attendees)
    return buffer.getvalue(), chunk.next_after


def csv_file_name() -> str:
    """`attendees-2026-11-20.csv`."""
    return f"attendees-{clock.now().date().isoformat()}.csv"


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


def _cells(attendee: AttendeeOut) -> list[str]:
    name, *others = (
        attendee.full_name,
        str(attendee.event_id),
        str(attendee.table_number),
        attendee.payment_status,
        attendee.invoice_number,
        "Yes" if attendee.attended else "No",
        clock.to_wire(attendee.attended_at) if attendee.attended_at else "",
        attendee.event.name,
        rules.dollars(attendee.amount_paid_cents),
        attendee.seller.full_name if attendee.seller else "",
        attendee.scanner.full_name if attendee.scanner else "",
    )
    return [rules.formula_safe(name), rules.phone_cell(attendee.phone), *map(rules.formula_safe, others)]
