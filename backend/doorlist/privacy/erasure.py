"""Erases guests: removes all their personal data in one transaction (contract 4.erase, decision 0046)."""

import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import derived_columns
from doorlist.attendees.fields import ERASED, SOURCES, values_of
from doorlist.attendees.models import Attendee
from doorlist.attendees.repository import is_being_imported, update_rows
from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import ImportRunning, get_attendee
from doorlist.audit.rules import Action
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.core import clock
from doorlist.core.db.bulk import slices_of
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem
from doorlist.live.publish import publish_after_commit
from doorlist.mail.repository import remove_from_queue
from doorlist.privacy import repository
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.rules import (
    MAX_ERASED_PER_REQUEST,
    PersonalDataMatcher,
    is_erased,
    redact_personal,
)
from doorlist.tickets.rules import new_qr_codes, qr_hash
from doorlist.users.service import SignedInUser

log = structlog.get_logger()

# During a restore, which blocks all other writers.
MAX_ERASED_AGAIN_PER_STEP = 1_000
REFUSED_PER_STEP = 500
YIELD_SECONDS = 0.01


def erase_attendee(database: Database, attendee_id: int, caller: SignedInUser, ledger: ErasureLedger) -> AttendeeOut:
    """Erase an attendee, unless it is erased. Raises UnknownAttendee, ImportRunning, and OSError."""
    with database.read() as tx:
        attendee = get_attendee(tx, attendee_id)
    if attendee.erased_at is not None:
        return attendee
    empty_refused_texts(database)

    def erase(tx: Session) -> AttendeeOut:
        get_attendee(tx, attendee_id)
        erase_attendees(tx, [attendee_id], by=caller, ledger=ledger)
        return get_attendee(tx, attendee_id)

    return database.commit(erase)


def erase_attendees(
    tx: Session, ids: Collection[int], *, by: Actor | None, ledger: ErasureLedger | None, is_run: bool = False
) -> list[int]:
    """Erase at most 100 attendees, skipping erased ones. Returns the ids of the newly erased.

    `ledger` gets the tickets before this returns, so before the commit; None if it has them already. Each attendee gets
    an audit entry by `by` (None: the server); a daily run has one entry for all. On SQLite, run the
    `DeletedRowScrubber` after the commit. Raises ImportRunning, and OSError if the ledger cannot be written.
    """
    if len(ids) > MAX_ERASED_PER_REQUEST:
        raise ValueError("Erase them in slices.")
    guests = repository.lock_attendees(tx, ids)
    if is_being_imported(tx, *(guest.id for guest in guests)):
        raise ImportRunning
    changes = _erase(tx, guests, by=by, editor=None if by is None else by.id, is_run=is_run)
    # Few are left: the caller has called `empty_refused_texts`.
    _empty_refused_texts(tx)
    if ledger is not None:
        ledger.add(changes)
    return [guest.id for guest in guests]


def empty_refused_texts(database: Database) -> None:
    """Empty the refused texts of all events before an erasure, in slices between which scans run.

    A camera reads any code, so each text may name the guest.
    """
    while database.commit(lambda tx: repository.empty_refused_texts(tx, REFUSED_PER_STEP)):
        time.sleep(YIELD_SECONDS)


class Again(NamedTuple):
    """The result of a restore: the number of guests erased again, and the tickets brought back."""

    erased: int
    brought_back: dict[str, int]


def erased_among(changes: Mapping[str, int]) -> set[str]:
    """The hashes of the erased tickets that were not brought back."""
    return {qr_hash for qr_hash, number in changes.items() if is_erased(number)}


def erase_again(tx: Session, known: Mapping[str, int], *, by: Actor | None, bring_back: bool = False) -> Again:
    """After a restore, erase the guests whose tickets are erased in `known`; with `bring_back`, restore them.

    The database has all of `known` afterwards. The restored data may lack the account of `by` and may contain an
    unfinished import. Call `ErasureLedger.add_committed` after the commit: if the file were ahead of the database, a
    later restore would bring the guests back without a notice.
    """
    now, own = clock.now(), repository.ledger(tx)
    ahead = _ahead_of(known, own)
    repository.record_changes(tx, ahead, now)
    changes = own | ahead
    erased = erased_among(changes)
    found = repository.find_by_hashes(tx, erased)
    brought_back = {}
    if bring_back:
        brought_back = {guest.qr_hash: changes[guest.qr_hash] + 1 for guest in found}
        repository.record_changes(tx, brought_back, now)
        for guest in found:
            add_audit_entry(tx, Action.ATTENDEE_BROUGHT_BACK, by=by, subject_id=guest.id, event_id=guest.event_id)
        found = []
    if found or erased & ahead.keys() - brought_back.keys():
        _empty_refused_texts(tx)
    for guests in slices_of(found, MAX_ERASED_AGAIN_PER_STEP):
        _erase(tx, repository.lock_attendees(tx, [guest.id for guest in guests]), by=by, editor=None)
    return Again(len(found), brought_back)


def all_erased_hashes(tx: Session, ledger: ErasureLedger) -> dict[str, int]:
    """The number of changes of each ticket, from the file and the database; only the latter has other servers' ones."""
    known = repository.ledger(tx)
    return known | _ahead_of(ledger.changes(), known)


def _ahead_of(changes: Mapping[str, int], known: Mapping[str, int]) -> dict[str, int]:
    """The numbers of changes that are higher than those in `known`, by ticket."""
    return {qr_hash: number for qr_hash, number in changes.items() if number > known.get(qr_hash, 0)}


def finish_erasures(database: Database, ledger: ErasureLedger) -> int:
    """At startup, finish interrupted changes, and add the database's missing changes to the file.

    Missing are erasures by other servers, and guests brought back by a server that ended before it wrote its file.
    Returns the number of guests erased now. A failure is logged; the next start tries again.
    """
    try:
        with database.read() as tx:
            known = repository.ledger(tx)
        in_file = ledger.changes()
        ledger.add(_ahead_of(dict(sorted(known.items())), in_file))
        unfinished = _ahead_of(in_file, known)
        finished = database.commit(lambda tx: erase_again(tx, unfinished, by=None)).erased if unfinished else 0
    except (Problem, DBAPIError, OSError) as error:
        log.warning("erasures_not_finished", reason=type(error).__name__)
        return 0
    if finished:
        log.warning("erasures_finished", guests=finished)
    return finished


def _erase(
    tx: Session, guests: Sequence[Attendee], *, by: Actor | None, editor: int | None, is_run: bool = False
) -> dict[str, int]:
    """Returns the number of changes of each ticket."""
    if not guests:
        return {}
    now = clock.now()
    ids, events = [guest.id for guest in guests], {guest.event_id for guest in guests}
    traces = PersonalDataMatcher(guests)
    # First, because the audit log has former names, which other texts may contain.
    _empty_history(tx, ids, traces)
    _empty_deletions(tx, events, traces)
    _write_guests(tx, guests, editor, now)
    repository.delete_former_values(tx, ids)
    repository.empty_texts_of_scans(tx, ids)
    remove_from_queue(tx, ids)
    conflicts = _empty_conflicts(tx, ids, events, traces)
    _empty_imports(tx, ids, traces)
    changes = repository.record_erased(tx, guests, now)
    if is_run:
        add_audit_entry(tx, Action.ATTENDEES_ERASED, by=by, after={"erased": len(ids)}, attendees=ids)
    for guest in [] if is_run else guests:
        add_audit_entry(tx, Action.ATTENDEE_ERASED, by=by, subject_id=guest.id, event_id=guest.event_id)
    publish_after_commit(tx, attendees=ids, attendees_of=events, conflicts_of=conflicts)
    tx.flush()
    return changes


def _empty_refused_texts(tx: Session) -> None:
    while repository.empty_refused_texts(tx, REFUSED_PER_STEP):
        pass


def _empty_history(tx: Session, ids: Collection[int], traces: PersonalDataMatcher) -> None:
    """Includes earlier epochs: the guest may have had the id before a restore, and no other guest has it now."""
    for entry in repository.entries_about(tx, "attendee", ids):
        for values in (entry.before, entry.after):
            traces.add_values(values)
        entry.before, entry.after = redact_personal(entry.before), redact_personal(entry.after)


def _empty_deletions(tx: Session, event_ids: Collection[int], traces: PersonalDataMatcher) -> None:
    """The guest may have had a second entry that was deleted."""
    for entry in repository.deletions_at(tx, event_ids):
        if entry.before is not None and traces.are_in(entry.before["fullName"]):
            entry.before = redact_personal(entry.before)


def erased_columns(guest: Attendee, ticket: str, *, editor: int | None, at: datetime) -> dict[str, Any]:
    """The values of an erased guest, by column; the other columns stay as they are."""
    return {
        **ERASED,
        "id": guest.id,
        "qr_code_data": ticket,
        "qr_hash": qr_hash(ticket),
        "version": guest.version + 1,
        "updated_at": at,
        "updated_by": editor,
        "erased_at": at,
        **derived_columns(values_of(guest, SOURCES) | ERASED),
    }


def _write_guests(tx: Session, guests: Sequence[Attendee], editor: int | None, now: datetime) -> None:
    tickets = new_qr_codes([guest.event_id for guest in guests])
    pairs = zip(guests, tickets, strict=True)
    update_rows(tx, [erased_columns(guest, ticket, editor=editor, at=now) for guest, ticket in pairs])


def _empty_conflicts(
    tx: Session, ids: Collection[int], event_ids: Collection[int], traces: PersonalDataMatcher
) -> set[int | None]:
    """Returns the events of the changed conflicts."""
    theirs = [
        conflict
        for conflict in repository.conflicts_with_words(tx, ids, event_ids)
        if conflict.attendee_id in ids
        or any(traces.are_in(words) for words in (conflict.note, conflict.named) if words)
    ]
    for conflict in theirs:
        conflict.note = conflict.named = None
        # A screen that still has the note cannot save it.
        conflict.version += 1
    return {conflict.event_id for conflict in theirs}


def _empty_imports(tx: Session, ids: Collection[int], traces: PersonalDataMatcher) -> None:
    """A file may be named after its only guest. Row reports are never stored."""
    named = [brought for brought in repository.imports_of(tx, ids) if traces.are_in(brought.file_name)]
    for brought in named:
        brought.file_name = ""
    if named:
        for entry in repository.entries_about(tx, "import", [brought.id for brought in named]):
            if entry.after is not None and "fileName" in entry.after:
                entry.after = entry.after | {"fileName": None}
