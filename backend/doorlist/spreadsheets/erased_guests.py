"""Statements on erased guests whom the rows of an import name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee, ErasedTicket
from doorlist.core.db.bulk import slices_of
from doorlist.spreadsheets.imports.validation import ValidRow

LOOKED_UP_AT_ONCE = 5_000
_IS_ERASED = ErasedTicket.changes % 2 == 1


class ErasedGuest(NamedTuple):
    """The columns that an erased guest keeps."""

    id: int
    payment_status: str
    invoice_number: str
    qr_code_data: str
    version: int


@dataclass(frozen=True)
class Found:
    """The erased guests of the rows: `hashes` of their tickets, and the ids of remaining guests.

    `by_hash` and `by_number` have the ids by the ticket's hash or the invoice number, and the event. `living` are
    hashes of tickets that an attendee has now.
    """

    hashes: set[str]
    by_hash: dict[tuple[str, int], int]
    by_number: dict[tuple[str, int], int]
    living: set[str]

    def is_of(self, row: ValidRow) -> bool:
        return row.ticket_hash in self.hashes or self._by_number(row) is not None

    def guest_of(self, row: ValidRow) -> int | None:
        by_hash = None if row.ticket_hash is None else self.by_hash.get((row.ticket_hash, row.attendee.event_id))
        return self._by_number(row) if by_hash is None else by_hash

    def _by_number(self, row: ValidRow) -> int | None:
        return self.by_number.get((row.attendee.invoice_number or "", row.attendee.event_id))


def find(tx: Session, rows: Sequence[ValidRow]) -> Found:
    """The rows whose guests were erased, and not brought back."""
    found = Found(set(), {}, {}, set())
    hashes = [row.ticket_hash for row in rows if row.ticket_hash is not None]
    for some in slices_of(hashes, LOOKED_UP_AT_ONCE):
        statement = (
            select(ErasedTicket.qr_hash, Attendee.id, Attendee.event_id)
            .outerjoin(Attendee, (Attendee.id == ErasedTicket.attendee_id) & Attendee.erased_at.is_not(None))
            .where(ErasedTicket.qr_hash.in_(some), _IS_ERASED)
        )
        for each, attendee_id, event_id in tx.execute(statement):
            found.hashes.add(each)
            if attendee_id is not None:
                found.by_hash[each, event_id] = attendee_id
    for some in slices_of(list(found.hashes), LOOKED_UP_AT_ONCE):
        living = select(Attendee.qr_hash).where(Attendee.qr_hash.in_(some), Attendee.erased_at.is_(None))
        found.living.update(tx.scalars(living))
    numbers = [row.attendee.invoice_number for row in rows if row.attendee.invoice_number is not None]
    for some in slices_of(numbers, LOOKED_UP_AT_ONCE):
        erased = select(ErasedTicket.attendee_id).where(ErasedTicket.attendee_id == Attendee.id, _IS_ERASED)
        statement = select(Attendee.invoice_number, Attendee.event_id, Attendee.id).where(
            Attendee.invoice_number.in_(some), Attendee.erased_at.is_not(None), erased.exists()
        )
        found.by_number.update({(number, event_id): guest for number, event_id, guest in tx.execute(statement)})
    return found


def lock(tx: Session, found: Found) -> list[ErasedGuest]:
    """Lock the erased guests until the transaction ends."""
    ids = {*found.by_hash.values(), *found.by_number.values()}
    columns = [getattr(Attendee, field) for field in ErasedGuest._fields]
    locked = select(*columns).where(Attendee.id.in_(ids), Attendee.erased_at.is_not(None))
    return [ErasedGuest(*row) for row in tx.execute(locked.order_by(Attendee.id).with_for_update())]


def note_brought_back(tx: Session, hashes: Iterable[str], attendee_ids: Sequence[int]) -> dict[str, int]:
    """Record that these tickets, and all that these guests had, are no longer erased. Returns the changes of each."""
    which: ColumnElement[bool] = or_(ErasedTicket.qr_hash.in_(list(hashes)), ErasedTicket.attendee_id.in_(attendee_ids))
    statement = update(ErasedTicket).where(which, _IS_ERASED).values(changes=ErasedTicket.changes + 1)
    changed = tx.execute(
        statement.returning(ErasedTicket.qr_hash, ErasedTicket.changes),
        execution_options={"synchronize_session": False},
    )
    return {row.qr_hash: row.changes for row in changed}
