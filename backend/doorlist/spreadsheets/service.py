"""Bulk import, and the list as a CSV file (contract 5 and 7)."""

import csv
import io
from typing import Any

from pydantic import ValidationError
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeFilters, AttendeeIn, AttendeeOut
from doorlist.attendees.service import list_chunk, list_guests, register_attendees
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, field_errors
from doorlist.events.service import UnknownEvent, get_event
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.schemas import BulkImport, ImportResult, RowError
from doorlist.users.service import SignedInUser


def bulk_import(tx: Session, request: BulkImport, caller: SignedInUser) -> ImportResult:
    """Register the good rows together, or none of them; report the bad ones; skip who is there already.

    Raises InvalidInput on `eventId`.
    """
    try:
        event = get_event(tx, request.event_id)
    except UnknownEvent as error:
        raise InvalidInput.on("eventId", "There is no such event") from error
    row_errors: list[RowError] = []
    good: list[AttendeeIn] = []
    bad_rows = 0
    for number, row in enumerate(request.attendees, start=1):
        try:
            good.append(AttendeeIn.model_validate(_with_defaults(row) | {"eventId": event.id}))
        except ValidationError as error:
            bad_rows += 1
            row_errors += [RowError(row=number, **problem) for problem in field_errors(error.errors())]
    guests = [rules.guest(row.full_name, row.phone) for row in good]
    there = [rules.guest(full_name, phone) for full_name, phone in list_guests(tx, event.id)]
    repeated = rules.duplicates(guests, already_there=there)
    new = [row for row, is_duplicate in zip(good, repeated, strict=True) if not is_duplicate]
    register_attendees(tx, new, event, caller)
    return ImportResult(imported=len(new), errors=bad_rows, row_errors=row_errors, duplicates=sum(repeated))


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


def _with_defaults(row: dict[str, Any]) -> dict[str, Any]:
    """The row with a blank table and a blank payment filled in, and without what only the server decides."""
    table, payment = row.get("tableNumber"), row.get("paymentStatus")
    return {
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
