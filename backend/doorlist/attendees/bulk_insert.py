"""Inserts attendees: one registration or thousands of an import (contract 3 and 4)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules
from doorlist.core.errors import RetryTransaction
from doorlist.core.text import without_case
from doorlist.tickets import rules as ticket_rules

ISSUED_PER_STEP = 1000


class NewAttendee(NamedTuple):
    """A validated attendee to insert, by column name.

    `invoice_number`, `qr_code_data` and `id` are generated if None. With `attended_at` the attendee is present.
    """

    event_id: int
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    created_at: datetime
    updated_at: datetime
    amount_paid_cents: int | None = None
    notes: str | None = None
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
    erased_at: datetime | None = None
    brought_back_at: datetime | None = None


def insert_rows(tx: Session, rows: Sequence[NewAttendee]) -> list[int]:
    """Insert the rows in order, with their search index and invoice numbers. Returns their ids.

    Takes about 10 ms for 250 rows and blocks other writers on SQLite, so call it in slices. Generated invoice numbers
    are new to the ledger; given ones may be in it already. Either all rows have an id or none. The caller publishes
    the change. Raises RetryTransaction if an event or a user is gone, or an invoice number, a QR text or a
    registration key is taken.
    """
    if not rows:
        return []
    ids = _ids(tx, rows)
    given = [row.invoice_number for row in rows if row.invoice_number is not None]
    generated = iter(new_invoice_numbers(tx, len(rows) - len(given)))
    if given:
        repository.issue_invoice_numbers(tx, given)
    qr_codes = iter(ticket_rules.new_qr_codes([row.event_id for row in rows if row.qr_code_data is None]))
    stored = [_columns(row, row_id, generated, qr_codes) for row_id, row in zip(ids, rows, strict=True)]
    try:
        repository.insert_rows(tx, stored)
    except IntegrityError as error:
        raise RetryTransaction from error
    return ids


def delete_rows(tx: Session, ids: Sequence[int], *, untouched_only: bool) -> set[int]:
    """Delete some hundred attendees at once. Returns their events.

    With `untouched_only`, attendees who are edited or checked in at the same moment stay.
    """
    return repository.delete_many(tx, ids, untouched_only=untouched_only) if ids else set()


def new_invoice_numbers(tx: Session, count: int) -> list[str]:
    """Returns invoice numbers that were never used, and records them in the ledger."""
    numbers: list[str] = []
    while len(numbers) < count:
        missing = min(count - len(numbers), ISSUED_PER_STEP)
        candidates = set(ticket_rules.new_invoice_numbers(missing))
        numbers += repository.issue_invoice_numbers(tx, candidates)
    return numbers


def payment_columns(payment_status: str) -> dict[str, str]:
    """The columns computed from a payment status: its folded form and its group."""
    folded, group = _payment(payment_status)
    return {"payment_folded": folded, "payment_group": group}


def derived_columns(values: Mapping[str, Any]) -> dict[str, Any]:
    """The columns computed from the fields of `fields.SOURCES`: search text, sort keys and payment group."""
    return {
        **payment_columns(values["payment_status"]),
        "search_text": rules.search_text(values),
        "name_key": rules.name_key(values["full_name"]),
        "last_name_key": rules.last_name_key(values["full_name"]),
    }


def _columns(row: NewAttendee, row_id: int, numbers: Iterator[str], qr_codes: Iterator[str]) -> dict[str, Any]:
    number = next(numbers) if row.invoice_number is None else row.invoice_number
    qr_code_data = next(qr_codes) if row.qr_code_data is None else row.qr_code_data
    columns = row._asdict()
    columns.update(
        id=row_id,
        invoice_number=number,
        qr_code_data=qr_code_data,
        qr_hash=ticket_rules.qr_hash(qr_code_data),
        attended=row.attended_at is not None,
    )
    return columns | derived_columns(columns)


def _ids(tx: Session, rows: Sequence[NewAttendee]) -> list[int]:
    brought = [row.id for row in rows if row.id is not None]
    if not brought:
        return repository.reserve_ids(tx, len(rows))
    if len(brought) != len(rows):
        raise ValueError("Either all rows have an id, or none has.")
    repository.skip_ids(tx, max(brought))
    return brought


@lru_cache(1024)
def _payment(payment_status: str) -> tuple[str, str]:
    return without_case(payment_status), rules.payment_group(payment_status).value
