"""Statements on the conflicts of the door, and on the scan log around them."""

from collections.abc import Collection
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, Tuple, and_, case, delete, func, literal, not_, or_, select, tuple_
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.door.conflicts.schemas import NO_EVENT, ConflictCursor, ConflictQuery
from doorlist.door.data_generation import log_begins_after
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.door.rules import ConflictKind, ConflictState, ScanOutcome
from doorlist.events.models import Event
from doorlist.users.models import DoorAccess, User

STEPS_PER_ATTENDEE = 40
"""Rows of the log that a conflict shows at most besides its own: a code can be held before a camera all night."""

EXTRA_PEOPLE = (ConflictKind.TWICE, ConflictKind.NOT_ON_LIST)
"""The kinds that may stand for a person more than there are tickets (contract 3.overview)."""

_DECIDER, _HOLDER = aliased(User), aliased(User)
_IS_OPEN = DoorConflict.state == ConflictState.OPEN
# A guest who was turned away and came in afterwards is nobody's worry. A live scan leaves the conflict as it is.
_WITHDRAWAL = aliased(ScanLogEntry)
_CAME_IN = (
    select(ScanLogEntry.id)
    .where(
        ScanLogEntry.attendee_id == DoorConflict.attendee_id,
        ScanLogEntry.outcome.in_((ScanOutcome.ADMITTED, ScanOutcome.RETURNED, ScanOutcome.MARKED_PRESENT)),
        ScanLogEntry.scanned_at >= DoorConflict.at,
        func.coalesce(ScanLogEntry.list_id, 0) == func.coalesce(DoorConflict.list_id, 0),
        ~select(_WITHDRAWAL.id)
        .where(
            _WITHDRAWAL.attendee_id == ScanLogEntry.attendee_id,
            _WITHDRAWAL.outcome == ScanOutcome.WITHDRAWN,
            _WITHDRAWAL.about_key == ScanLogEntry.idempotency_key,
        )
        .correlate(ScanLogEntry)
        .exists(),
    )
    .correlate(DoorConflict)
    .exists()
)
_IS_IN = (
    select(Attendee.id)
    .where(
        Attendee.id == DoorConflict.attendee_id,
        Attendee.attended_at >= DoorConflict.at,
        DoorConflict.list_id.is_(None),
    )
    .correlate(DoorConflict)
    .exists()
)
# Present by the stored value, or by the log, even if the attendee has left or was deleted since.
_IS_SETTLED = and_(_IS_OPEN, DoorConflict.kind == ConflictKind.TURNED_AWAY, or_(_IS_IN, _CAME_IN))
_CURSOR_COLUMNS: tuple[ColumnElement[Any], ...] = (
    case((_IS_OPEN, 1), else_=0),
    func.coalesce(Event.date, ""),
    func.coalesce(DoorConflict.event_id, NO_EVENT),
    cast("ColumnElement[Any]", DoorConflict.at),
    cast("ColumnElement[Any]", DoorConflict.id),
)


def cursor_of(row: Row[*tuple[Any, ...]]) -> ConflictCursor:
    """The cursor of a row of `list_conflicts`."""
    conflict, event = row.DoorConflict, row.Event
    return ConflictCursor(
        int(conflict.state == ConflictState.OPEN),
        event.date if event else "",
        conflict.event_id or NO_EVENT,
        conflict.at,
        conflict.id,
    )


def list_conflicts(tx: Session, query: ConflictQuery) -> list[Row[*tuple[Any, ...]]]:
    """The conflicts that match, open first, then by event, newest first; one more than asked for, if there is one."""
    found = _of_event(_with_names(), query.event_id).where(not_(_IS_SETTLED))
    if query.state is not None:
        found = found.where(DoorConflict.state == query.state)
    if query.cursor is not None:
        found = found.where(tuple_(*_CURSOR_COLUMNS) < _as_tuple(query.cursor))
    order = [column.desc() for column in _CURSOR_COLUMNS]
    return list(tx.execute(found.order_by(*order).limit(query.limit + 1)).all())


def find_conflict(tx: Session, conflict_id: int) -> Row[*tuple[Any, ...]] | None:
    """One conflict with the names around it."""
    return tx.execute(_with_names().where(DoorConflict.id == conflict_id)).one_or_none()


def lock_for_decision(tx: Session, conflict_id: int) -> DoorConflict | None:
    """One conflict, held until the transaction ends so that nobody decides it in between."""
    return tx.scalar(select(DoorConflict).where(DoorConflict.id == conflict_id).with_for_update())


def lock_conflicts(tx: Session, attendee_ids: Collection[int], kinds: Collection[ConflictKind]) -> list[DoorConflict]:
    """The conflicts of this epoch, of these kinds and about the attendees, oldest first. Locks them."""
    are_theirs = (DoorConflict.attendee_id.in_(attendee_ids), DoorConflict.kind.in_(kinds))
    found = list(tx.scalars(select(DoorConflict).where(*are_theirs).order_by(DoorConflict.id).with_for_update()))
    log_from = log_begins_after(tx) if found else 0
    return [conflict for conflict in found if min(conflict.log_ids) > log_from]


def lock_uncounted(tx: Session, grant_id: int | None) -> DoorConflict | None:
    """The conflict of this epoch about check-ins that came after the end of an access. Locks it."""
    is_its = (DoorConflict.grant_id == grant_id, DoorConflict.kind == ConflictKind.REVOKED_DEVICE)
    newest = select(DoorConflict).where(*is_its, DoorConflict.count.is_not(None)).order_by(DoorConflict.id.desc())
    found = tx.scalar(newest.limit(1).with_for_update())
    return found if found is not None and min(found.log_ids) > log_begins_after(tx) else None


def delete_conflicts(tx: Session, ids: Collection[int]) -> None:
    """Delete conflicts that no longer exist in the log."""
    tx.execute(delete(DoorConflict).where(DoorConflict.id.in_(ids)))


def count_open(tx: Session, event_id: int | None) -> int:
    """How many conflicts wait for a person, at that event if one is named."""
    query = select(func.count()).select_from(DoorConflict).where(_IS_OPEN, not_(_IS_SETTLED))
    return tx.scalar(_of_event(query, event_id)) or 0


def count_extra_people(tx: Session, event_id: int | None) -> int:
    """How many people may be in more than there are tickets, at that event if one is named. Never part of a sum.

    Each open conflict, and each that was kept, may stand for one.
    """
    # At a further list, the second of two people came in by another ticket, or the entrance has a conflict too.
    is_extra = (DoorConflict.kind.in_(EXTRA_PEOPLE), DoorConflict.list_id.is_(None))
    query = select(func.count()).select_from(DoorConflict).where(*is_extra)
    return tx.scalar(_of_event(query.where(DoorConflict.state != ConflictState.DISMISSED), event_id)) or 0


def list_log(
    tx: Session, log_ids: Collection[int], attendee_ids: Collection[int], *, after: int
) -> list[Row[*tuple[Any, ...]]]:
    """The rows of the log with these ids, and the attendees' rows after `after`, each with the user. In no order.

    Returns at most STEPS_PER_ATTENDEE rows of an attendee, the newest, with repeats last.
    """
    is_repeat = case((ScanLogEntry.outcome == ScanOutcome.REPEAT, 1), else_=0)
    place = func.row_number().over(partition_by=ScanLogEntry.attendee_id, order_by=(is_repeat, ScanLogEntry.id.desc()))
    around = (
        select(ScanLogEntry.id, place.label("place"))
        .where(ScanLogEntry.attendee_id.in_(attendee_ids), ScanLogEntry.id > after)
        .subquery()
    )
    newest = select(around.c.id).where(around.c.place <= STEPS_PER_ATTENDEE)
    query = select(ScanLogEntry, User.id, User.full_name).outerjoin(User, User.id == ScanLogEntry.user_id)
    return list(tx.execute(query.where(or_(ScanLogEntry.id.in_(log_ids), ScanLogEntry.id.in_(newest)))).all())


def find_attendees(tx: Session, attendee_ids: Collection[int]) -> dict[int, Attendee]:
    """Attendees by their ids; deleted ones are left out."""
    found = tx.scalars(select(Attendee).where(Attendee.id.in_(attendee_ids))) if attendee_ids else ()
    return {attendee.id: attendee for attendee in found}


def _as_tuple(cursor: ConflictCursor) -> Tuple:
    # With the types of the columns: SQLite stores timestamps as text in another form.
    return tuple_(*(literal(part, column.type) for part, column in zip(cursor, _CURSOR_COLUMNS, strict=True)))


def _with_names() -> Select[*tuple[Any, ...]]:
    return (
        select(
            DoorConflict,
            Event,
            Attendee,
            _DECIDER.full_name.label("decider"),
            DoorAccess.device,
            _HOLDER.id.label("holder_id"),
            _HOLDER.full_name.label("holder"),
            DoorAccess.helper,
        )
        .outerjoin(Event, Event.id == DoorConflict.event_id)
        .outerjoin(Attendee, Attendee.id == DoorConflict.attendee_id)
        .outerjoin(_DECIDER, _DECIDER.id == DoorConflict.decided_by)
        .outerjoin(DoorAccess, DoorAccess.id == DoorConflict.grant_id)
        .outerjoin(_HOLDER, _HOLDER.id == DoorAccess.user_id)
    )


def _of_event(query: Select[*tuple[Any, ...]], event_id: int | None) -> Select[*tuple[Any, ...]]:
    return query.where(DoorConflict.event_id == event_id) if event_id is not None else query
