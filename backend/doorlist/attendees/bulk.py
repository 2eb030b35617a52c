"""Many attendees in one go: the one place that writes them, whoever brings them (contract 3 and 4)."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules
from doorlist.attendees.service import new_invoice_numbers
from doorlist.core.errors import RunAgain
from doorlist.core.text import without_case
from doorlist.live.record import record
from doorlist.tickets.rules import new_qr_codes


class AttendeeRow(NamedTuple):
    """One attendee as it is to be stored, valid already. What is None and not optional there is made here.

    `invoice_number`, `qr_code_data` and `id` are made where there is none; `attended_at` says that they attended.
    """

    event_id: int
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    created_at: datetime
    updated_at: datetime
    amount_paid_cents: int | None = None
    attended_at: datetime | None = None
    scanned_by: int | None = None
    sold_by: int | None = None
    updated_by: int | None = None
    invoice_number: str | None = None
    qr_code_data: str | None = None
    id: int | None = None
    version: int = 1
    import_id: int | None = None
    registration_key: UUID | None = None


def insert_rows(tx: Session, rows: Sequence[AttendeeRow]) -> list[int]:
    """Write the rows, in their order; their ids. Everything that stands beside an attendee is kept up here.

    About 10 ms for 250 rows; on SQLite nobody else writes meanwhile, so call it in slices. Every invoice
    number goes into the ledger: new ones are checked against it, brought ones may be in it already. Where some rows
    have an id, all must. Raises RunAgain when an event or a user is gone, or an invoice number or a QR text is taken.
    """
    if not rows:
        return []
    ids = _ids(tx, rows)
    missing = sum(row.invoice_number is None for row in rows)
    made = iter(new_invoice_numbers(tx, missing) if missing else ())
    numbers = [next(made) if row.invoice_number is None else row.invoice_number for row in rows]
    if missing < len(rows):
        repository.issue_invoice_numbers(tx, [row.invoice_number for row in rows if row.invoice_number is not None])
    qr_codes = iter(new_qr_codes([row.event_id for row in rows if row.qr_code_data is None]))
    try:
        repository.insert_tuples(
            tx,
            [
                (
                    row_id,
                    row.event_id,
                    row.full_name,
                    row.phone,
                    row.table_number,
                    row.payment_status,
                    *_payment_columns(row.payment_status),
                    row.amount_paid_cents,
                    number,
                    next(qr_codes) if row.qr_code_data is None else row.qr_code_data,
                    row.attended_at is not None,
                    row.attended_at,
                    row.scanned_by,
                    row.sold_by,
                    rules.search_text(full_name=row.full_name, phone=row.phone, invoice_number=number),
                    row.registration_key,
                    row.version,
                    row.created_at,
                    row.updated_at,
                    row.updated_by,
                    row.import_id,
                )
                for row_id, row, number in zip(ids, rows, numbers, strict=True)
            ],
        )
    except IntegrityError as error:
        raise RunAgain from error
    record(tx, attendees=None, attendees_of={row.event_id for row in rows})
    return ids


def delete_rows(tx: Session, ids: Sequence[int], *, untouched_only: bool) -> set[int]:
    """Delete some hundred attendees at once; of which events they were. The opposite of `insert_rows`.

    With `untouched_only` those stay whom somebody edits or checks in at this very moment.
    """
    return repository.delete_many(tx, ids, untouched_only=untouched_only) if ids else set()


def _ids(tx: Session, rows: Sequence[AttendeeRow]) -> list[int]:
    brought = [row.id for row in rows if row.id is not None]
    if not brought:
        return repository.reserve_ids(tx, len(rows))
    if len(brought) != len(rows):
        raise ValueError("Either all rows have an id, or none has.")
    repository.skip_ids(tx, max(brought))
    return brought


@lru_cache(1024)
def _payment_columns(payment_status: str) -> tuple[str, str]:
    """The payment text as it is compared, and its group."""
    return without_case(payment_status), rules.payment_group(payment_status).value
