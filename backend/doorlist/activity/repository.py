"""Statements that read the history and the scan log, newest first (decision 0020)."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import JSON, ColumnElement, Row, Select, and_, case, func, literal, or_, select, tuple_, type_coerce
from sqlalchemy.orm import Session, aliased

from doorlist.activity.schemas import ActivityCursor, HistoryFilters
from doorlist.attendees.models import Attendee
from doorlist.audit.models import IS_JSON_RESTORE, AuditEntry, AuditEntryAttendee
from doorlist.audit.rules import Action
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.models import Event
from doorlist.users.models import User

Rows = list[Row[*tuple[Any, ...]]]
# Names the ids of up to 5,000 attendees by their former values. A list of entries does without.
_SHORT_BEFORE = type_coerce(case((AuditEntry.action == Action.ATTENDEES_UPDATED, None), else_=AuditEntry.before), JSON)
# An attendee who was there already when the log began, or came with an import, has the time of their check-in.
_DOOR_TIME: ColumnElement[Any] = case(
    (
        and_(
            ScanLogEntry.outcome.in_((ScanOutcome.IMPORTED, ScanOutcome.BASELINE)),
            ScanLogEntry.attended_at.is_not(None),
        ),
        ScanLogEntry.attended_at,
    ),
    else_=ScanLogEntry.scanned_at,
)
_NAMES = {
    "user": (User.id, User.full_name),
    "attendee": (Attendee.id, Attendee.full_name),
    "event": (Event.id, Event.name),
}
# Entries that contain the name of their subject, to name it after its deletion.
_NAMING = {
    "attendee": (Action.ATTENDEE_REGISTERED, Action.ATTENDEE_DELETED),
    "event": (Action.EVENT_CREATED, Action.EVENT_DELETED),
    "import": (Action.IMPORT_STARTED,),
    "grant": (Action.GRANT_CREATED,),
}


def list_entries(tx: Session, filters: HistoryFilters, cursor: ActivityCursor | None, *, limit: int) -> Rows:
    query = _entries(_SHORT_BEFORE)
    columns: list[ColumnElement[Any]] = [
        column.expression for column in (AuditEntry.at, AuditEntry.subject, AuditEntry.user_id)
    ]
    if filters.attendee_id is not None:
        # Before it, another may have had that id.
        query = query.where(_is_about(filters.attendee_id), AuditEntry.id > epoch_begins_after(tx))
        # Expressions, so that the planner sorts the few matches instead of walking an index of these columns.
        columns = [func.coalesce(column, column) for column in columns]
    at, subject, user_id = columns
    if filters.kind is not None:
        query = query.where(subject == filters.kind)
    if filters.user_id is not None:
        query = query.where(user_id == filters.user_id)
    if filters.span is not None:
        begin, end = (literal(moment, AuditEntry.at.type) for moment in filters.span)
        query = query.where(at >= begin, at < end)
    if cursor is not None:
        moment = literal(cursor.at, AuditEntry.at.type)
        query = query.where(tuple_(at, AuditEntry.id) < tuple_(moment, cursor.id))
    return list(tx.execute(query.order_by(at.desc(), AuditEntry.id.desc()).limit(limit)))


def list_entries_of(tx: Session, attendee_id: int, cursor: ActivityCursor | None, *, since: int, limit: int) -> Rows:
    """The entries about one attendee, of this epoch, with all that they hold."""
    query = _entries(AuditEntry.before).where(_is_about(attendee_id), AuditEntry.id > since)
    at = func.coalesce(AuditEntry.at, AuditEntry.at)
    return list(tx.execute(_page(query, (at, literal(1), AuditEntry.id.expression), cursor, limit)))


def list_scans_of(tx: Session, attendee_id: int, cursor: ActivityCursor | None, *, since: int, limit: int) -> Rows:
    """The rows of the scan log about one attendee, of this epoch, by the time at the door, each with its user."""
    query = (
        select(ScanLogEntry, User.id, User.full_name)
        .outerjoin(User, User.id == ScanLogEntry.user_id)
        .where(ScanLogEntry.attendee_id == attendee_id, ScanLogEntry.id > since)
    )
    return list(tx.execute(_page(query, (_DOOR_TIME, literal(0), ScanLogEntry.id.expression), cursor, limit)))


def is_attendee(tx: Session, attendee_id: int) -> bool:
    return tx.get(Attendee, attendee_id) is not None


def epoch_begins_after(tx: Session) -> int:
    """The last entry of an earlier epoch: up to it, ids of attendees and events may be others' now."""
    return tx.scalar(select(func.max(AuditEntry.id)).where(IS_JSON_RESTORE)) or 0


def names_of(tx: Session, subject: str, ids: Collection[int]) -> dict[int, str]:
    """The names of existing users, attendees or events, by id."""
    id_, name = _NAMES[subject]
    return dict(tx.execute(select(id_, name).where(id_.in_(ids))).all()) if ids else {}


def naming_entries(tx: Session, subject: str, ids: Collection[int], *, since: int) -> Rows:
    """The entries of this epoch that name deleted subjects, oldest first."""
    if not ids or subject not in _NAMING:
        return []
    query = select(AuditEntry.subject_id, AuditEntry.action, AuditEntry.before, AuditEntry.after).where(
        AuditEntry.subject == subject,
        AuditEntry.subject_id.in_(ids),
        AuditEntry.action.in_(_NAMING[subject]),
        AuditEntry.id > since,
    )
    return list(tx.execute(query.order_by(AuditEntry.id)))


def _entries(before: ColumnElement[Any] | Any) -> Select[*tuple[Any, ...]]:
    return select(
        AuditEntry.id,
        AuditEntry.at,
        AuditEntry.user_id,
        AuditEntry.address,
        AuditEntry.action,
        AuditEntry.subject,
        AuditEntry.subject_id,
        AuditEntry.event_id,
        before.label("before"),
        AuditEntry.after,
    )


def _is_about(attendee_id: int) -> ColumnElement[bool]:
    """The entries about an attendee, bulk entries that include it, and entries about its import."""
    one, bringing, later = aliased(AuditEntry), aliased(AuditEntry), aliased(AuditEntry)
    own = select(one.id).where(one.subject == "attendee", one.subject_id == attendee_id)
    of_many = select(AuditEntryAttendee.entry_id).where(AuditEntryAttendee.attendee_id == attendee_id)
    of_import = (
        select(later.id)
        .join(bringing, and_(bringing.subject == "import", later.subject_id == bringing.subject_id))
        .where(later.subject == "import", bringing.id.in_(of_many))
    )
    return AuditEntry.id.in_(own.union(of_many, of_import))


def _page(
    query: Select[*tuple[Any, ...]], order: tuple[ColumnElement[Any], ...], cursor: ActivityCursor | None, limit: int
) -> Select[*tuple[Any, ...]]:
    if cursor is not None:
        at, rank, id_ = order
        moment = literal(cursor.at, AuditEntry.at.type)
        later = and_(at == moment, or_(rank < cursor.rank, and_(rank == cursor.rank, id_ < cursor.id)))
        query = query.where(or_(at < moment, later))
    return query.order_by(order[0].desc(), order[2].desc()).limit(limit)
