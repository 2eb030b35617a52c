"""Inserts attendees: one registration or thousands of an import (contract 3 and 4)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules
from doorlist.attendees.fields import SOURCES
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
    email: str | None = None
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
    ticket_type_id: int | None = None
    left_at: datetime | None = None
    returned_at: datetime | None = None


class PreparedRows(NamedTuple):
    """Rows with all that can be computed before their transaction, by column, so that the transaction is short.

    `drawn` are the indexes of rows whose invoice number was drawn and has to be free.
    """

    columns: dict[str, list[Any]]
    drawn: list[int]


def prepare(rows: Sequence[NewAttendee], invoice_numbers: Iterator[str] | None = None) -> PreparedRows:
    """Draw QR texts and invoice numbers where a row has none, and compute the derived columns.

    The numbers come from `invoice_numbers` if given, which has enough.
    """
    by_field: list[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(NewAttendee._fields)
    columns = dict(zip(NewAttendee._fields, map(list, by_field), strict=True))
    numbers, qr_texts = columns["invoice_number"], columns["qr_code_data"]
    drawn = [place for place, number in enumerate(numbers) if number is None]
    new = iter(ticket_rules.new_invoice_numbers(len(drawn))) if invoice_numbers is None else invoice_numbers
    for place in drawn:
        numbers[place] = next(new)
    lacking = [place for place, qr_text in enumerate(qr_texts) if qr_text is None]
    event_ids = columns["event_id"]
    for place, qr_text in zip(lacking, ticket_rules.new_qr_codes([event_ids[it] for it in lacking]), strict=True):
        qr_texts[place] = qr_text
    columns["qr_hash"] = list(map(ticket_rules.qr_hash, qr_texts))
    columns["attended"] = [moment is not None for moment in columns["attended_at"]]
    sources = zip(*(columns[name] for name in SOURCES), strict=True)
    derived = [derived_columns(dict(zip(SOURCES, values, strict=True))) for values in sources]
    for name in derived[0] if derived else ():
        columns[name] = [values[name] for values in derived]
    return PreparedRows(columns, drawn)


def insert_rows(tx: Session, rows: Sequence[NewAttendee]) -> list[int]:
    """Insert the rows; return their ids in the same order. Raises as `insert_prepared`."""
    return insert_prepared(tx, prepare(rows))


def insert_prepared(tx: Session, rows: PreparedRows, **same: Any) -> list[int]:
    """Insert the rows; return their ids in the same order. `same` are columns with one value for all of them.

    Maintains the ledger of invoice numbers and the search index. On SQLite nobody else writes meanwhile, so call it in
    slices. Every invoice number goes into the ledger: drawn ones are checked against it, given ones may be in it
    already. Where some rows have an id, all must. The caller publishes the change to open screens. Raises
    RetryTransaction when an event or a user is gone, or an invoice number, a QR text or a registration key is taken.
    """
    count = len(rows.columns["id"])
    if not count:
        return []
    columns = rows.columns | {name: [value] * count for name, value in same.items()}
    columns["id"] = ids = _ids(tx, columns["id"])
    _issue_numbers(tx, columns, rows.drawn)
    try:
        repository.insert_columns(tx, columns)
    except IntegrityError as error:
        raise RetryTransaction from error
    return ids


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


def _issue_numbers(tx: Session, columns: dict[str, list[Any]], drawn: Sequence[int]) -> None:
    """Write all invoice numbers into the ledger; a drawn one that is taken is replaced."""
    numbers = columns["invoice_number"]
    free = set(repository.issue_invoice_numbers(tx, [numbers[place] for place in drawn])) if drawn else set()
    taken = []
    for place in drawn:
        if numbers[place] in free:
            # Issued once, even if two rows drew the same number.
            free.remove(numbers[place])
        else:
            taken.append(place)
    if taken:
        numbers = columns["invoice_number"] = numbers.copy()
        searched = columns["search_text"] = columns["search_text"].copy()
        for place, number in zip(taken, new_invoice_numbers(tx, len(taken)), strict=True):
            numbers[place] = number
            searched[place] = rules.search_text({name: columns[name][place] for name in SOURCES})
    if len(drawn) < len(numbers):
        repository.issue_invoice_numbers(tx, set(numbers).difference(numbers[place] for place in drawn))


def _ids(tx: Session, given: Sequence[int | None]) -> list[int]:
    brought = [row_id for row_id in given if row_id is not None]
    if not brought:
        return repository.reserve_ids(tx, len(given))
    if len(brought) != len(given):
        raise ValueError("Either all rows have an id, or none has.")
    repository.skip_ids(tx, max(brought))
    return brought


@lru_cache(1024)
def _payment(payment_status: str) -> tuple[str, str]:
    return without_case(payment_status), rules.payment_group(payment_status).value
