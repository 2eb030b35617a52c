"""Rows of an import whose guests were erased: left out, or brought back by a super admin (contract 4.erase).

A row belongs to an erased guest if its ticket code was erased, or if its invoice number belongs to a guest of the same
event who is erased now (decision 0046).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import derived_columns, insert_rows
from doorlist.attendees.fields import KEPT_SOURCES, PERSONAL, values_of
from doorlist.attendees.repository import update_rows
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.bulk import slices_of
from doorlist.core.db.database import Database
from doorlist.door.data_generation import Generation
from doorlist.live.publish import publish_after_commit
from doorlist.spreadsheets import erased_guests, repository
from doorlist.spreadsheets.erased_guests import ErasedGuest
from doorlist.spreadsheets.imports.problems import refuse_after_restore
from doorlist.spreadsheets.imports.validation import Report, ValidRow
from doorlist.tickets.rules import qr_hash
from doorlist.users.service import SignedInUser

AT_ONCE = 100


class Ledger(Protocol):
    """The file of erased tickets."""

    def add_committed(self, changes: Mapping[str, int]) -> None:
        """Add the numbers of changes of these tickets, once the database has them."""


def set_erased_apart(tx: Session, report: Report, *, bring_back: bool) -> None:
    """Remove the rows of erased guests from the valid rows, to count them or to bring them back."""
    found = erased_guests.find(tx, report.valid)
    if not found.hashes and not found.by_number:
        return
    theirs = [row for row in report.valid if found.is_of(row)]
    report.valid = [row for row in report.valid if not found.is_of(row)]
    if bring_back:
        report.to_bring_back = theirs
    else:
        report.erased = len(theirs)


def bring_guests_back(
    database: Database,
    ledger: Ledger | None,
    rows: Sequence[ValidRow],
    import_id: int,
    *,
    by: SignedInUser,
    generation: Generation,
) -> None:
    """Bring the erased guests of these rows back, in slices, each of them whole or not at all.

    First in the database, then in the file: if the file were ahead, a later restore would bring them back unnoticed.
    Raises RestoredMeanwhile.
    """
    bring = partial(_bring_back, import_id=import_id, by=by, generation=generation)
    for some in slices_of(rows, AT_ONCE):
        changes = database.commit(partial(bring, rows=some))
        if ledger is not None:
            ledger.add_committed(changes)


def _bring_back(
    tx: Session, *, rows: Sequence[ValidRow], import_id: int, by: SignedInUser, generation: Generation
) -> dict[str, int]:
    """Bring a slice of guests back. Returns the number of changes of each ticket."""
    refuse_after_restore(tx, generation)
    there = repository.lock_events(tx, {row.attendee.event_id for row in rows})
    found = erased_guests.find(tx, rows)
    erased = {guest.id: guest for guest in erased_guests.lock(tx, found)}
    used: set[str | int] = set()
    in_place: list[tuple[ErasedGuest, ValidRow]] = []
    anew: list[ValidRow] = []
    for row in rows:
        guest = erased.get(found.guest_of(row) or 0)
        # Skips a guest who was brought back already, and another row of the same ticket.
        if row.attendee.event_id not in there or not found.is_of(row) or used & {row.ticket_hash, guest and guest.id}:
            continue
        used |= {each for each in (row.ticket_hash, guest and guest.id) if each is not None}
        if guest is not None:
            in_place.append((guest, row))
        elif row.ticket_hash not in found.living:
            anew.append(row)
    ids = _write_again(tx, in_place, by) + _add_anew(tx, anew, by)
    events = dict(zip(ids, [row.attendee.event_id for row in [*(row for _, row in in_place), *anew]], strict=True))
    for attendee_id, event_id in events.items():
        add_audit_entry(tx, Action.ATTENDEE_BROUGHT_BACK, by=by, subject_id=attendee_id, event_id=event_id)
    repository.count_brought_back(tx, import_id, len(ids))
    publish_after_commit(tx, attendees=ids, attendees_of=set(events.values()), imports=True)
    hashes = {row.ticket_hash for row in rows if row.ticket_hash in used}
    return erased_guests.note_brought_back(tx, filter(None, hashes), [guest.id for guest, _ in in_place])


def _write_again(tx: Session, guests: Sequence[tuple[ErasedGuest, ValidRow]], by: SignedInUser) -> list[int]:
    """Write guests whose row is left. Table, payment and times stay; the ticket is the file's, if codes are kept."""
    now = clock.now()
    hashes = [row.ticket_hash for _, row in guests if row.ticket_hash is not None]
    taken = repository.find_taken(tx, "qr_hash", hashes)
    written = []
    for guest, row in guests:
        attendee = row.attendee
        code = None if row.ticket_hash in taken else attendee.qr_code_data
        ticket = guest.qr_code_data if code is None else code
        written.append(
            {
                "id": guest.id,
                **values_of(attendee, PERSONAL),
                "qr_code_data": ticket,
                "qr_hash": qr_hash(ticket),
                "version": guest.version + 1,
                "updated_at": now,
                "updated_by": by.id,
                "erased_at": None,
                "brought_back_at": now,
                **derived_columns(values_of(guest, KEPT_SOURCES) | values_of(attendee, PERSONAL)),
            }
        )
    update_rows(tx, written)
    return [guest.id for guest, _ in guests]


def _add_anew(tx: Session, rows: Sequence[ValidRow], by: SignedInUser) -> list[int]:
    """Add guests whose rows are gone. They belong to no import, so that undoing one leaves them."""
    now = clock.now()
    numbers = [row.attendee.invoice_number for row in rows if row.attendee.invoice_number]
    taken = repository.find_taken(tx, "invoice_number", numbers)
    types = repository.lock_types(tx, {row.attendee.ticket_type_id for row in rows})
    attendees = []
    for row in rows:
        type_id = row.attendee.ticket_type_id
        number = row.attendee.invoice_number
        free = None if number in taken else number
        taken |= {number} if number else set()
        attendees.append(
            row.attendee._replace(
                invoice_number=free,
                created_at=now,
                updated_at=now,
                updated_by=by.id,
                import_id=None,
                ticket_type_id=type_id if type_id in types else None,
            )
        )
    ids = insert_rows(tx, attendees)
    added = ((id_, attendee.event_id, attendee.attended_at) for id_, attendee in zip(ids, attendees, strict=True))
    repository.log_imported(tx, added, user_id=by.id, now=now)
    return ids
