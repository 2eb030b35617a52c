"""Statements that find and empty what the tables hold of guests, some hundred at a time."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, func, not_, or_, select, text, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee, ErasedTicket, Import
from doorlist.checkin.models import DoorConflict, ScanLogEntry
from doorlist.checkin.rules import ScanOutcome
from doorlist.core.db.database import UtcDateTime
from doorlist.events.models import Event
from doorlist.history.models import IS_DELETION, IS_JSON_RESTORE, HistoryAttendee, HistoryEntry
from doorlist.privacy.models import Keeping
from doorlist.users.models import User

# The rows of the log whose text is of no attendee.
_NAME_NOBODY = (ScanOutcome.UNKNOWN, ScanOutcome.INVALID, ScanOutcome.NOT_COUNTED)
_HASHES = {
    "sqlite": "SELECT value AS qr_hash FROM json_each(:hashes)",
    "postgresql": "SELECT value AS qr_hash FROM json_array_elements_text(CAST(:hashes AS json))",
}
_LOOKED_UP_AT_ONCE = 5_000
_HAS_NAME = HistoryEntry.before["fullName"].as_string().is_not(None)


class Guest(NamedTuple):
    """What is known of an attendee before it is erased."""

    id: int
    event_id: int
    full_name: str
    phone: str
    notes: str | None
    payment_status: str
    invoice_number: str
    qr_code_data: str
    qr_hash: str
    version: int


def hold_guests(tx: Session, ids: Collection[int]) -> list[Guest]:
    """Those of the attendees who are not erased yet, in the order of their ids, held until the transaction ends."""
    columns = [getattr(Attendee, field) for field in Guest._fields]
    held = select(*columns).where(Attendee.id.in_(ids), Attendee.erased_at.is_(None))
    return [Guest(*row) for row in tx.execute(held.order_by(Attendee.id).with_for_update())]


def find_by_hashes(tx: Session, hashes: Collection[str]) -> list[int]:
    """The attendees who are not erased and whose tickets have these hashes."""
    found: list[int] = []
    for some in _slices(hashes):
        statement = (
            f"WITH given AS ({_HASHES[tx.get_bind().dialect.name]})"  # noqa: S608 - a constant
            " SELECT id FROM attendees WHERE qr_hash IN (SELECT qr_hash FROM given) AND erased_at IS NULL"
        )
        found += tx.scalars(text(statement), {"hashes": json.dumps(some)})
    return sorted(found)


def remembered_tickets(tx: Session) -> set[str]:
    """The hashes of all erased tickets that the database knows."""
    return set(tx.scalars(select(ErasedTicket.qr_hash)))


def remember_tickets(tx: Session, hashes: Collection[str], at: datetime) -> None:
    """Let the database know these too, of no attendee."""
    for some in _slices(hashes):
        statement = (
            f"WITH given AS ({_HASHES[tx.get_bind().dialect.name]})"  # noqa: S608 - a constant
            " INSERT INTO erased_tickets (qr_hash, erased_at) SELECT qr_hash, :at FROM given WHERE true"
            " ON CONFLICT (qr_hash) DO NOTHING"
        )
        typed = text(statement).bindparams(bindparam("at", type_=UtcDateTime()))
        tx.execute(typed, {"hashes": json.dumps(some), "at": at})


def name_attendees(tx: Session, guests: Sequence[Guest], at: datetime) -> None:
    """Remember the tickets as those of the guests."""
    hashes = [guest.qr_hash for guest in guests]
    remember_tickets(tx, hashes, at)
    rows = [{"qr_hash": guest.qr_hash, "attendee_id": guest.id} for guest in guests]
    tx.execute(update(ErasedTicket), rows)


def forget_attendees(tx: Session) -> None:
    """After a restore of a JSON file, an id may be another guest's."""
    named = update(ErasedTicket).where(ErasedTicket.attendee_id.is_not(None)).values(attendee_id=None)
    tx.execute(named.execution_options(synchronize_session=False))


def write_guests(tx: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Write columns of attendees, each row with its id."""
    tx.execute(update(Attendee), list(rows))


def empty_texts_of_scans(tx: Session, ids: Collection[int]) -> None:
    """The log's texts and hashes of these attendees' tickets."""
    named = update(ScanLogEntry).where(ScanLogEntry.attendee_id.in_(ids), ScanLogEntry.qr_data.is_not(None))
    tx.execute(named.values(qr_data=None).execution_options(synchronize_session=False))


def refused_texts(tx: Session, event_ids: Collection[int]) -> list[tuple[int, str]]:
    """The ids and the texts of rows of the log that name no attendee, of these events and of none."""
    texts = select(ScanLogEntry.id, ScanLogEntry.qr_data).where(
        ScanLogEntry.outcome.in_(_NAME_NOBODY),
        ScanLogEntry.attendee_id.is_(None),
        ScanLogEntry.qr_data.is_not(None),
    )
    found: list[tuple[int, str]] = []
    for which in (ScanLogEntry.event_id.in_(event_ids), ScanLogEntry.event_id.is_(None)):
        found += [(row.id, row.qr_data) for row in tx.execute(texts.where(which))]
    return found


def empty_refused_texts(tx: Session, log_ids: Sequence[int]) -> None:
    """The texts of these rows of the log."""
    for start in range(0, len(log_ids), _LOOKED_UP_AT_ONCE):
        rows = update(ScanLogEntry).where(ScanLogEntry.id.in_(log_ids[start : start + _LOOKED_UP_AT_ONCE]))
        tx.execute(rows.values(qr_data=None).execution_options(synchronize_session=False))


def conflicts_with_words(tx: Session, ids: Collection[int], event_ids: Collection[int]) -> Sequence[DoorConflict]:
    """The conflicts with a note or a ticket's name: of these attendees, of their events, and of no event."""
    has_words = or_(DoorConflict.note.is_not(None), DoorConflict.named.is_not(None))
    around = or_(
        DoorConflict.attendee_id.in_(ids), DoorConflict.event_id.in_(event_ids), DoorConflict.event_id.is_(None)
    )
    found = select(DoorConflict).where(has_words, around).order_by(DoorConflict.id).with_for_update()
    return tx.scalars(found).all()


def entries_about(tx: Session, subject: str, ids: Collection[int]) -> Sequence[HistoryEntry]:
    """The history of these attendees, or of these imports."""
    return tx.scalars(
        select(HistoryEntry).where(HistoryEntry.subject == subject, HistoryEntry.subject_id.in_(ids))
    ).all()


def deletions_at(tx: Session, event_ids: Collection[int]) -> Sequence[HistoryEntry]:
    """The entries that name whom staff deleted at these events."""
    found = select(HistoryEntry).where(IS_DELETION, HistoryEntry.event_id.in_(event_ids), _HAS_NAME)
    return tx.scalars(found).all()


def deletions_due(tx: Session, *, before: str, moment: datetime, limit: int) -> Sequence[HistoryEntry]:
    """Some of those of events before that day. Where the event is gone too, the deletion itself has to be so old."""
    epoch = select(func.max(HistoryEntry.id)).where(IS_JSON_RESTORE).scalar_subquery()
    is_of_now = and_(Event.id.is_not(None), HistoryEntry.id > func.coalesce(epoch, 0))
    is_due = or_(and_(is_of_now, Event.date < before), and_(not_(is_of_now), HistoryEntry.at < moment))
    found = select(HistoryEntry).outerjoin(Event, Event.id == HistoryEntry.event_id).where(IS_DELETION, _HAS_NAME)
    return tx.scalars(found.where(is_due).order_by(HistoryEntry.id).limit(limit)).all()


def imports_of(tx: Session, ids: Collection[int]) -> Sequence[Import]:
    """The imports that brought these attendees. After a restore of a JSON file only the history knows them."""
    of_now = select(Attendee.import_id).where(Attendee.id.in_(ids), Attendee.import_id.is_not(None))
    of_before = (
        select(HistoryEntry.subject_id)
        .join(HistoryAttendee, HistoryAttendee.entry_id == HistoryEntry.id)
        .where(HistoryAttendee.attendee_id.in_(ids), HistoryEntry.subject == "import")
    )
    found = {*tx.scalars(of_now.distinct()), *tx.scalars(of_before.distinct())}
    return tx.scalars(select(Import).where(Import.id.in_(found))).all() if found else []


def _slices(hashes: Collection[str]) -> list[list[str]]:
    ordered = sorted(hashes)
    return [ordered[start : start + _LOOKED_UP_AT_ONCE] for start in range(0, len(ordered), _LOOKED_UP_AT_ONCE)]


def last_erased_at(tx: Session) -> datetime | None:
    """When somebody was erased last, also by a restore."""
    return tx.scalar(select(func.max(ErasedTicket.erased_at)))


def find_keeping(tx: Session) -> tuple[Keeping, str | None] | None:
    """The keeping period, with the name of who set it; None as long as nobody has decided."""
    found = select(Keeping, User.full_name).outerjoin(User, Keeping.changed_by == User.id)
    row = tx.execute(found.execution_options(populate_existing=True)).first()
    return None if row is None else (row[0], row[1])


def hold_keeping(tx: Session, now: datetime) -> Keeping:
    """The row of the keeping period, held until the transaction ends; made where there is none."""
    tx.execute(
        text(
            "INSERT INTO keeping (id, changed_at, run_erased) VALUES (1, :now, 0) ON CONFLICT (id) DO NOTHING"
        ).bindparams(bindparam("now", now, type_=UtcDateTime()))
    )
    return tx.execute(select(Keeping).with_for_update().execution_options(populate_existing=True)).scalar_one()


def events_due(tx: Session, *, before: str) -> Sequence[Row[int, str, str, int]]:
    """The events before that day with guests who are not erased, the oldest first: id, name, date, how many guests."""
    guests = func.count(Attendee.id).label("guests")
    found = select(Event.id, Event.name, Event.date, guests).join(Attendee, Attendee.event_id == Event.id)
    found = found.where(Event.date < before, Attendee.erased_at.is_(None)).group_by(Event.id)
    return tx.execute(found.order_by(Event.date, Event.id)).all()


def guests_due(tx: Session, *, before: str, limit: int) -> Sequence[int]:
    """Some guests of events before that day. Those of an import that still runs are left for the next day."""
    running = select(Import.id).where(Import.is_settled.is_(False))
    is_settled = or_(Attendee.import_id.is_(None), Attendee.import_id.not_in(running))
    found = select(Attendee.id).join(Event, Attendee.event_id == Event.id)
    found = found.where(Event.date < before, Attendee.erased_at.is_(None), is_settled)
    return tx.scalars(found.order_by(Event.date, Attendee.id).limit(limit)).all()
