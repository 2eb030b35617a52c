"""The statements of the doors' figures: the database counts, and answers with few rows."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, literal, null, select, union_all, update
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import people_inside
from doorlist.check_in_lists.models import ListPresence
from doorlist.core import clock
from doorlist.core.db.database import is_postgres
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ENTRIES, EXITS, REFUSED, ScanOutcome
from doorlist.events.models import Event

LATEST_LOOKED_AT = 200
_MINUTE = len("2026-11-20T18:30")
_LET_IN = (ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE)
_SCANS = (
    *_LET_IN,
    *REFUSED,
    *EXITS,
    ScanOutcome.REPEAT,
    ScanOutcome.WITHDRAWN,
    ScanOutcome.NOT_COUNTED,
    ScanOutcome.RETURNED,
)


class Minute(NamedTuple):
    """The guests who arrived in the minute that `begins`, None for absent guests; `recent` of them arrived recently."""

    begins: datetime | None
    guests: int
    recent: int


def count_guests(tx: Session, event_id: int, *, since: datetime) -> list[Minute]:
    """All guests of the event by the minute in which they came, in one statement. In no order."""
    minute = arrival_minute(tx)
    recent = func.count().filter(Attendee.attended_at > since)
    of_event = Attendee.event_id == event_id
    # Absent guests are what is missing from the count of all, for which an index is enough.
    came = select(minute, func.count(), recent).where(of_event, Attendee.attended_at.is_not(None)).group_by(minute)
    of_all = select(null(), func.count(), literal(0)).where(of_event)
    found = tx.execute(union_all(came, of_all)).all()
    absent = sum(guests if begins is None else -guests for begins, guests, _ in found)
    return [
        Minute(None, absent, 0) if begins is None else Minute(minute_of(begins), guests, late)
        for begins, guests, late in found
    ]


def count_scans(tx: Session, event_id: int, *, log_from: int, counts_exits: bool) -> list[Row[*tuple[Any, ...]]]:
    """Each door that scanned, by its name: its check-ins, what it refused, and when it last scanned.

    Rows of the log up to `log_from` may speak of another event with that id.
    """
    check_ins = [ScanLogEntry.outcome.in_(_LET_IN)]
    if counts_exits:
        # A return is no check-in. Without exits the index is enough.
        check_ins.append(ScanLogEntry.left_at.is_(None))
    query = select(
        ScanLogEntry.device.label("door"),
        func.count().filter(*check_ins).label("check_ins"),
        func.count().filter(ScanLogEntry.outcome.in_(REFUSED)).label("refused"),
        func.max(ScanLogEntry.scanned_at).label("last_scan_at"),
    ).where(*_of_event(event_id, log_from), ScanLogEntry.outcome.in_(_SCANS))
    return list(tx.execute(query.group_by(ScanLogEntry.device)).all())


def find_leaver(tx: Session, key: UUID) -> ScanLogEntry | None:
    """The row of the log with that key."""
    return tx.scalar(select(ScanLogEntry).where(ScanLogEntry.idempotency_key == key))


def add_leavers(tx: Session, event_id: int, change: int) -> None:
    """Change how many people left without a scan; never below 0."""
    changed = Event.leavers + change
    tx.execute(update(Event).where(Event.id == event_id, changed >= 0).values(leavers=changed))


def find_leavers(tx: Session, event_id: int) -> int:
    """The number of people who left without a scan, without undone ones."""
    return tx.scalar(select(Event.leavers).where(Event.id == event_id)) or 0


class Exits(NamedTuple):
    """The people inside, the guests who left, and the people who left without a scan."""

    inside: int
    left: int
    leavers: int


def count_exits(tx: Session, event_id: int) -> Exits:
    """The figures of an event that counts exits."""
    leavers = find_leavers(tx, event_id)
    inside = func.count().filter(Attendee.attended, Attendee.left_at.is_(None))
    left = func.count().filter(Attendee.left_at.is_not(None))
    by_scans, gone = tx.execute(select(inside, left).where(Attendee.event_id == event_id)).one()
    return Exits(people_inside(by_scans, leavers), gone, leavers)


def list_latest(tx: Session, event_id: int, *, log_from: int, limit: int) -> list[Row[*tuple[Any, ...]]]:
    """The latest arrivals who are present, each with the row of the log that admitted them."""
    # Bounded, so that an event whose check-ins were all undone is not read to its beginning.
    last = select(ScanLogEntry).where(*_of_event(event_id, log_from), ScanLogEntry.outcome.in_(ENTRIES))
    last = last.order_by(ScanLogEntry.scanned_at.desc(), ScanLogEntry.id.desc()).limit(LATEST_LOOKED_AT)
    row = aliased(ScanLogEntry, last.subquery())
    arrival = (Attendee.attended_at.label("at"), row.device.label("door"))
    query = (
        select(Attendee.id, Attendee.full_name, Attendee.table_number, *arrival)
        .join(Attendee, Attendee.id == row.attendee_id)
        .where(Attendee.event_id == event_id, Attendee.attended_at == row.scanned_at)
        .order_by(row.scanned_at.desc(), row.id.desc())
        .limit(limit)
    )
    return list(tx.execute(query).all())


class ListCount(NamedTuple):
    """The check-ins at a list: the guests who came in, how often, how many have not left, and the last."""

    guests: int = 0
    times: int = 0
    inside: int = 0
    last_at: datetime | None = None


def count_at_lists(tx: Session, list_ids: Collection[int]) -> dict[int, ListCount]:
    """The check-ins at each list; one without any is left out."""
    query = select(
        ListPresence.list_id,
        func.count(),
        func.sum(ListPresence.times),
        func.count().filter(ListPresence.left_at.is_(None)),
        func.max(ListPresence.last_at),
    ).where(ListPresence.list_id.in_(list_ids))
    return {row[0]: ListCount(*row[1:]) for row in tx.execute(query.group_by(ListPresence.list_id))}


def count_refused_at_lists(tx: Session, event_id: int, *, log_from: int) -> dict[int, int]:
    """The refused scans at each list of an event; one without any is left out."""
    query = select(ScanLogEntry.list_id, func.count()).where(
        ScanLogEntry.event_id == event_id,
        ScanLogEntry.list_id.is_not(None),
        ScanLogEntry.id > log_from,
        ScanLogEntry.outcome.in_(REFUSED),
    )
    return {list_id or 0: count for list_id, count in tx.execute(query.group_by(ScanLogEntry.list_id))}


def _of_event(event_id: int, log_from: int) -> list[ColumnElement[bool]]:
    of_event = [ScanLogEntry.event_id == event_id, ScanLogEntry.list_id.is_(None)]
    return [*of_event, ScanLogEntry.id > log_from] if log_from else of_event


def arrival_minute(tx: Session) -> ColumnElement[Any]:
    """The minute of an arrival, for `minute_of`; each engine stores timestamps in its own form (`UtcDateTime`)."""
    if is_postgres(tx):
        return func.date_trunc("minute", Attendee.attended_at)
    return func.substr(Attendee.attended_at, 1, _MINUTE)


def minute_of(minute: datetime | str) -> datetime:
    """The beginning of an `arrival_minute`, as either engine returns it."""
    return clock.from_wire(f"{minute}:00.000Z") if isinstance(minute, str) else minute
