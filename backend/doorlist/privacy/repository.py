"""Statements that find and empty personal data of guests, some hundred guests at a time."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Subquery,
    TextClause,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from doorlist.attendees.models import Attendee, ErasedTicket, FormerValues, Import
from doorlist.audit.models import IS_DELETION, IS_JSON_RESTORE, AuditEntry, AuditEntryAttendee
from doorlist.core.db.bulk import slices_of
from doorlist.core.db.database import UtcDateTime
from doorlist.core.db.json_sql import json_sql
from doorlist.door.models import IS_REFUSED_TEXT, DoorConflict, ScanLogEntry
from doorlist.events.models import Event
from doorlist.privacy.due import Due
from doorlist.privacy.models import AnnouncedErasure, RetentionPolicy

_CHANGES = {
    "sqlite": "SELECT key AS qr_hash, value AS changes FROM json_each(:changes)",
    "postgresql": "SELECT key AS qr_hash, CAST(value AS bigint) AS changes FROM json_each_text(CAST(:changes AS json))",
}
_LOOKED_UP_PER_STEP = 5_000
_HAS_NAME = AuditEntry.before["fullName"].as_string().is_not(None)


def lock_attendees(tx: Session, ids: Collection[int]) -> Sequence[Attendee]:
    """Lock the attendees who are not erased yet, by id. Detached, so that they keep the values before the erasure."""
    found = select(Attendee).where(Attendee.id.in_(ids), Attendee.erased_at.is_(None)).order_by(Attendee.id)
    attendees = tx.scalars(found.with_for_update().execution_options(populate_existing=True)).all()
    for attendee in attendees:
        tx.expunge(attendee)
    return attendees


def find_by_hashes(tx: Session, hashes: Collection[str]) -> list[Row[int, int, str]]:
    """The attendees with these ticket hashes who are not erased, by id: id, event id and hash."""
    found: list[Row[int, int, str]] = []
    for some in slices_of(sorted(hashes), _LOOKED_UP_PER_STEP):
        query = select(Attendee.id, Attendee.event_id, Attendee.qr_hash)
        found += tx.execute(query.where(Attendee.qr_hash.in_(some), Attendee.erased_at.is_(None)))
    return sorted(found, key=lambda row: row.id)


def ledger(tx: Session) -> dict[str, int]:
    """The number of changes of each ticket in the database."""
    return {row.qr_hash: row.changes for row in tx.execute(select(ErasedTicket.qr_hash, ErasedTicket.changes))}


def record_changes(tx: Session, changes: Mapping[str, int], at: datetime) -> None:
    """Add these changes; the higher number of a ticket stays."""
    for some in slices_of(sorted(changes), _LOOKED_UP_PER_STEP):
        statement = (
            f"WITH given AS ({_CHANGES[tx.get_bind().dialect.name]})"  # noqa: S608 - a constant
            " INSERT INTO erased_tickets (qr_hash, erased_at, changes)"
            " SELECT qr_hash, :at, changes FROM given WHERE true"
            " ON CONFLICT (qr_hash) DO UPDATE SET changes = excluded.changes"
            " WHERE excluded.changes > erased_tickets.changes"
        )
        given = json.dumps({qr_hash: changes[qr_hash] for qr_hash in some})
        tx.execute(_with_moment(statement), {"changes": given, "at": at})


def record_erased(tx: Session, guests: Sequence[Attendee], at: datetime) -> dict[str, int]:
    """Record that the tickets of these guests are erased. Returns their numbers of changes."""
    statement = (
        "INSERT INTO erased_tickets (qr_hash, erased_at, changes)"  # noqa: S608 - a constant
        f" SELECT value, :at, 1 FROM ({json_sql(tx).elements.format('hashes')}) AS given WHERE true"
        " ON CONFLICT (qr_hash) DO UPDATE SET erased_at = excluded.erased_at,"
        " changes = erased_tickets.changes + 1 - erased_tickets.changes % 2"
        " RETURNING qr_hash, changes"
    )
    given = json.dumps([guest.qr_hash for guest in guests])
    changes = {row.qr_hash: row.changes for row in tx.execute(_with_moment(statement), {"hashes": given, "at": at})}
    tx.execute(update(ErasedTicket), [{"qr_hash": guest.qr_hash, "attendee_id": guest.id} for guest in guests])
    return changes


def replaced_tickets(tx: Session) -> dict[str, str]:
    """The hashes of erased tickets, each with that of the ticket which its guest has had since."""
    is_theirs = (Attendee.id == ErasedTicket.attendee_id) & Attendee.erased_at.is_not(None)
    found = select(ErasedTicket.qr_hash, Attendee.qr_hash.label("replaced_by")).join(Attendee, is_theirs)
    return {row.qr_hash: row.replaced_by for row in tx.execute(found)}


def renew_attendee_ids(tx: Session, replaced: Mapping[str, str]) -> None:
    """Name the guests of `replaced` by the ids that they have after a restore of a JSON file, and no others.

    An id may belong to another guest then, a ticket does not.
    """
    named = update(ErasedTicket).where(ErasedTicket.attendee_id.is_not(None)).values(attendee_id=None)
    tx.execute(named.execution_options(synchronize_session=False))
    for some in slices_of(sorted(replaced), _LOOKED_UP_PER_STEP):
        here = Attendee.qr_hash.in_([replaced[each] for each in some]) & Attendee.erased_at.is_not(None)
        ids = {row.qr_hash: row.id for row in tx.execute(select(Attendee.qr_hash, Attendee.id).where(here))}
        rows = [{"qr_hash": each, "attendee_id": ids[replaced[each]]} for each in some if replaced[each] in ids]
        if rows:
            tx.execute(update(ErasedTicket), rows)


def delete_former_values(tx: Session, ids: Collection[int]) -> None:
    """Delete the values of these attendees before bulk updates, which then cannot be undone."""
    tx.execute(delete(FormerValues).where(FormerValues.attendee_id.in_(ids)))


def empty_texts_of_scans(tx: Session, ids: Collection[int]) -> None:
    """Empty the ticket texts and hashes of these attendees in the scan log."""
    named = update(ScanLogEntry).where(ScanLogEntry.attendee_id.in_(ids), ScanLogEntry.qr_data.is_not(None))
    tx.execute(named.values(qr_data=None).execution_options(synchronize_session=False))


def refused_texts(tx: Session, *, after: int, limit: int) -> list[tuple[int, str, datetime]]:
    """The ids above `after`, the texts and the times of scan log rows without an attendee."""
    found = select(ScanLogEntry.id, ScanLogEntry.qr_data, ScanLogEntry.scanned_at)
    found = found.where(IS_REFUSED_TEXT, ScanLogEntry.id > after).order_by(ScanLogEntry.id).limit(limit)
    return [(row.id, row.qr_data, row.scanned_at) for row in tx.execute(found)]


def empty_refused_texts(tx: Session, limit: int) -> int:
    """Empty some refused texts of any event. Returns their number."""
    some = select(ScanLogEntry.id).where(IS_REFUSED_TEXT).order_by(ScanLogEntry.id).limit(limit)
    ids = tx.scalars(some).all()
    if ids:
        rows = update(ScanLogEntry).where(ScanLogEntry.id.in_(ids)).values(qr_data=None)
        tx.execute(rows.execution_options(synchronize_session=False))
    return len(ids)


def conflicts_with_words(tx: Session, ids: Collection[int], event_ids: Collection[int]) -> Sequence[DoorConflict]:
    """Lock the conflicts with a note or ticket reference: of these attendees, of their events, and of no event."""
    has_words = or_(DoorConflict.note.is_not(None), DoorConflict.named.is_not(None))
    around = or_(
        DoorConflict.attendee_id.in_(ids), DoorConflict.event_id.in_(event_ids), DoorConflict.event_id.is_(None)
    )
    found = select(DoorConflict).where(has_words, around).order_by(DoorConflict.id).with_for_update()
    return tx.scalars(found).all()


def entries_about(tx: Session, subject: str, ids: Collection[int]) -> Sequence[AuditEntry]:
    return tx.scalars(select(AuditEntry).where(AuditEntry.subject == subject, AuditEntry.subject_id.in_(ids))).all()


def deletions_at(tx: Session, event_ids: Collection[int]) -> Sequence[AuditEntry]:
    """The audit entries that name deleted guests of these events."""
    found = select(AuditEntry).where(IS_DELETION, AuditEntry.event_id.in_(event_ids), _HAS_NAME)
    return tx.scalars(found).all()


def deletions_due(tx: Session, due: Due, *, limit: int) -> Sequence[AuditEntry]:
    """Some deletions at events that are due; without the event, deletions that are old enough."""
    epoch = select(func.max(AuditEntry.id)).where(IS_JSON_RESTORE).scalar_subquery()
    is_of_now = and_(Event.id.is_not(None), AuditEntry.id > func.coalesce(epoch, 0))
    is_due = or_(and_(is_of_now, *_is_event_due(due)), and_(not_(is_of_now), AuditEntry.at < due.moment))
    found = select(AuditEntry).outerjoin(Event, Event.id == AuditEntry.event_id).where(IS_DELETION, _HAS_NAME)
    return tx.scalars(found.where(is_due).order_by(AuditEntry.id).limit(limit)).all()


def imports_of(tx: Session, ids: Collection[int]) -> Sequence[Import]:
    """The imports that added these attendees. After a restore of a JSON file only the audit log has them."""
    of_now = select(Attendee.import_id).where(Attendee.id.in_(ids), Attendee.import_id.is_not(None))
    of_before = (
        select(AuditEntry.subject_id)
        .join(AuditEntryAttendee, AuditEntryAttendee.entry_id == AuditEntry.id)
        .where(AuditEntryAttendee.attendee_id.in_(ids), AuditEntry.subject == "import")
    )
    found = {*tx.scalars(of_now.distinct()), *tx.scalars(of_before.distinct())}
    return tx.scalars(select(Import).where(Import.id.in_(found))).all() if found else []


def _with_moment(statement: str) -> TextClause:
    return text(statement).bindparams(bindparam("at", type_=UtcDateTime()))


def last_erased_at(tx: Session) -> datetime | None:
    """The time of the last erasure that was not reversed; a restore erases too."""
    return tx.scalar(select(func.max(ErasedTicket.erased_at)).where(ErasedTicket.changes % 2 == 1))


def erased_since(tx: Session, moment: datetime) -> int:
    """The number of guests erased after that time and not brought back."""
    erased = select(func.count()).where(ErasedTicket.changes % 2 == 1, ErasedTicket.erased_at > moment)
    return tx.scalar(erased) or 0


def find_retention(tx: Session) -> RetentionPolicy | None:
    """The retention period; None until it is set."""
    return tx.scalar(select(RetentionPolicy).execution_options(populate_existing=True))


def lock_retention(tx: Session, now: datetime) -> RetentionPolicy:
    """Lock the row of the retention period; create it if there is none."""
    tx.execute(
        text(
            "INSERT INTO keeping (id, changed_at, run_erased) VALUES (1, :now, 0) ON CONFLICT (id) DO NOTHING"
        ).bindparams(bindparam("now", now, type_=UtcDateTime()))
    )
    return tx.execute(select(RetentionPolicy).with_for_update().execution_options(populate_existing=True)).scalar_one()


def events_due(tx: Session, due: Due) -> Sequence[Row[int, str, str, int]]:
    """The events with due guests, oldest first: id, name, date, number of guests."""
    guests = func.count(Attendee.id).label("guests")
    found = select(Event.id, Event.name, Event.date, guests).join(Attendee, Attendee.event_id == Event.id)
    found = found.where(*_is_due(due)).group_by(Event.id)
    return tx.execute(found.order_by(Event.date, Event.id)).all()


def unannounced_events(tx: Session, due: Due) -> Sequence[int]:
    """The events with due guests whose erasure is not announced."""
    covered = _covered()
    guests = select(Attendee.id).where(
        Attendee.event_id == Event.id,
        or_(covered.c.added_until.is_(None), _added_at() > covered.c.added_until),
        *_is_due(due),
    )
    found = select(Event.id).outerjoin(covered, covered.c.event_id == Event.id).where(guests.exists())
    return tx.scalars(found.where(*_is_event_due(due)).order_by(Event.id)).all()


def add_announcements(tx: Session, event_ids: Sequence[int], *, at: datetime, added_until: datetime) -> None:
    """Announce the erasure of the guests of these events who were added by `added_until`."""
    rows = [{"event_id": event_id, "announced_at": at, "added_until": added_until} for event_id in event_ids]
    tx.execute(insert(AnnouncedErasure), rows)


def delete_announcements(tx: Session, *which: ColumnElement[bool]) -> None:
    tx.execute(delete(AnnouncedErasure).where(*which).execution_options(synchronize_session=False))


def announced_events(tx: Session) -> Sequence[Row[datetime, int, str, str, int]]:
    """The announcements with the guests whom each covers first: time, event id, name, date, number of guests."""
    before = func.lag(AnnouncedErasure.added_until).over(
        partition_by=AnnouncedErasure.event_id, order_by=(AnnouncedErasure.announced_at, AnnouncedErasure.id)
    )
    covered = _announced(
        AnnouncedErasure.announced_at, AnnouncedErasure.added_until, before.label("added_after")
    ).subquery()
    found = (
        select(covered.c.announced_at, Event.id, Event.name, Event.date, func.count(Attendee.id).label("guests"))
        .join(Event, Event.id == covered.c.event_id)
        .join(Attendee, Attendee.event_id == Event.id)
        .where(
            Attendee.erased_at.is_(None),
            _added_at() <= covered.c.added_until,
            or_(covered.c.added_after.is_(None), _added_at() > covered.c.added_after),
        )
        .group_by(covered.c.announced_at, Event.id)
    )
    return tx.execute(found.order_by(covered.c.announced_at, Event.date, Event.id)).all()


def guests_due(tx: Session, due: Due, *, announced_before: datetime, limit: int) -> Sequence[int]:
    """Some due guests whose erasure was announced before that time.

    Guests of a running import are left for later.
    """
    running = select(Import.id).where(Import.is_settled.is_(False))
    is_settled = or_(Attendee.import_id.is_(None), Attendee.import_id.not_in(running))
    covered = _covered(AnnouncedErasure.announced_at < announced_before)
    of_event = (is_settled, Attendee.erased_at.is_(None), _added_at() < due.moment)
    kept = select(Attendee.id).where(Attendee.event_id == Event.id, _added_at() <= covered.c.added_until, *of_event)
    # Event by event, reading only as far as needed: a join would sort all due guests for every slice.
    events = (
        select(Event.id, covered.c.added_until)
        .join(covered, covered.c.event_id == Event.id)
        .where(*_is_event_due(due), kept.exists())
        .order_by(Event.date, Event.id)
        .limit(limit)
    )
    found: list[int] = []
    for event_id, added_until in tx.execute(events).all():
        guests = select(Attendee.id).where(Attendee.event_id == event_id, _added_at() <= added_until, *of_event)
        found += tx.scalars(guests.order_by(Attendee.id).limit(limit - len(found)))
        if len(found) == limit:
            break
    return found


def count_guests(tx: Session, event_id: int) -> int:
    guests = select(func.count()).where(Attendee.event_id == event_id, Attendee.erased_at.is_(None))
    return tx.scalar(guests) or 0


def dates_of_events(tx: Session, event_ids: Collection[int]) -> dict[int, str]:
    return {row.id: row.date for row in tx.execute(select(Event.id, Event.date).where(Event.id.in_(event_ids)))}


def guests_of_events_before(tx: Session, day: str) -> Sequence[Row[int, str, int]]:
    """The events before that day with guests who are not erased: id, date, number of guests."""
    found = select(Event.id, Event.date, func.count(Attendee.id).label("guests"))
    found = found.join(Attendee, Attendee.event_id == Event.id)
    return tx.execute(found.where(Event.date < day, Attendee.erased_at.is_(None)).group_by(Event.id)).all()


def last_announced_at(tx: Session) -> datetime | None:
    return tx.scalar(select(func.max(AnnouncedErasure.announced_at)))


def postponed_events(tx: Session, *, kept_from: str) -> Sequence[Row[int, str, str, str | None]]:
    """The events kept until that day or later: id, name, date, last day."""
    found = select(Event.id, Event.name, Event.date, Event.keep_until).where(Event.keep_until >= kept_from)
    return tx.execute(found.order_by(Event.keep_until, Event.id)).all()


def lock_event(tx: Session, event_id: int) -> Event | None:
    found = select(Event).where(Event.id == event_id).with_for_update(key_share=True)
    return tx.execute(found.execution_options(populate_existing=True)).scalar_one_or_none()


def _is_event_due(due: Due) -> tuple[ColumnElement[bool], ...]:
    return (
        Event.date < due.before,
        or_(Event.date_changed_at.is_(None), Event.date_changed_at < due.moment),
        or_(Event.keep_until.is_(None), Event.keep_until < due.kept_from),
    )


def _added_at() -> ColumnElement[datetime]:
    """The time from which an attendee is kept: they were added, or brought back, then."""
    return func.coalesce(Attendee.brought_back_at, Attendee.created_at)


def _is_due(due: Due) -> tuple[ColumnElement[bool], ...]:
    return (*_is_event_due(due), Attendee.erased_at.is_(None), _added_at() < due.moment)


def _announced(*columns: ColumnElement[Any] | InstrumentedAttribute[Any]) -> Select[*tuple[Any, ...]]:
    """The valid announcements: those made after the last change of their event's date."""
    found = select(AnnouncedErasure.event_id, *columns).join(Event, Event.id == AnnouncedErasure.event_id)
    return found.where(or_(Event.date_changed_at.is_(None), AnnouncedErasure.announced_at >= Event.date_changed_at))


def _covered(*which: ColumnElement[bool]) -> Subquery:
    """The event ids of these announcements, with the latest `added_until` of each."""
    until = func.max(AnnouncedErasure.added_until).label("added_until")
    return _announced(until).where(*which).group_by(AnnouncedErasure.event_id).subquery()
