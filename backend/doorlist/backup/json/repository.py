"""Statements that replace all events and attendees with the contents of a JSON file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast
from uuid import uuid4

from sqlalchemy import Table, delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee, BulkUpdate, Import
from doorlist.backup.json.rows import EventMailRow, EventRow, FileRows
from doorlist.backup.json.schemas import LARGEST_NUMBER, FileCheckInList, FileTicketType
from doorlist.check_in_lists.models import CheckInList, ListPresence
from doorlist.check_in_lists.repository import StoredListPresence
from doorlist.core import clock
from doorlist.core.db.bulk import insert_columns, insert_tuples
from doorlist.core.db.database import is_postgres
from doorlist.core.text import without_case
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.models import Event
from doorlist.mail.models import EventMail
from doorlist.ticket_types.models import TicketType
from doorlist.users.models import User

_SEQUENCE = "pg_get_serial_sequence('{0}', 'id')"
_SKIP_IDS = f"SELECT setval({_SEQUENCE}, greatest(nextval({_SEQUENCE}) - 1, :last))"
# Without this the first searches and deletions would be planned for the old tables.
_ANALYZE = text("ANALYZE events, attendees, attendee_search")

Versioned = TypeVar("Versioned", EventRow, NewAttendee)


def names_of_users(tx: Session) -> dict[int, str]:
    """The full name of every user by id; inactive users have sold and scanned as well."""
    return {user.id: user.full_name for user in tx.execute(select(User.id, User.full_name))}


def is_import_running(tx: Session) -> bool:
    """True while an import is adding its rows, or removing them again."""
    return tx.scalar(select(Import.id).where(Import.is_settled.is_(False)).limit(1)) is not None


def replace_everything(tx: Session, rows: FileRows) -> None:
    """Delete all events and attendees, and write the rows of the file with their own ids.

    Ids are never given out twice, whether the file has them or not. The ledger of invoice numbers only grows. Events
    and attendees lose their idempotency keys, attendees their import.
    """
    events, attendees = cast("Table", Event.__table__), cast("Table", Attendee.__table__)
    on_postgres = is_postgres(tx)
    # The list of imports names their events; an event that comes back is named again.
    imported_into = tx.execute(select(Import.id, Import.event_id).where(Import.event_id.is_not(None))).all()
    least_of_events = _least_versions(tx, events, rows.events)
    least_of_attendees = _least_versions(tx, attendees, rows.attendees)
    tx.execute(delete(attendees))
    # Ids of the file may belong to other attendees now.
    tx.execute(delete(cast("Table", BulkUpdate.__table__)))
    # The database deletes their ticket types and the texts of their messages with them.
    tx.execute(delete(events))
    for slice_of_events in rows.events:
        insert_tuples(tx, events, EventRow._fields, _with_versions(slice_of_events, least_of_events))
    for slice_of_mails in rows.event_mails:
        insert_tuples(tx, cast("Table", EventMail.__table__), EventMailRow._fields, slice_of_mails)
    if rows.ticket_types:
        tx.execute(insert(TicketType), [_with_folded_name(type_) for type_ in rows.ticket_types])
    _insert_lists(tx, rows)
    if on_postgres:
        for table in (events, cast("Table", TicketType.__table__), cast("Table", CheckInList.__table__)):
            last = tx.scalar(select(func.max(table.c.id)))
            if last is not None:
                tx.execute(text(_SKIP_IDS.format(table.name)), {"last": last})
    for slice_of_attendees in rows.attendees:
        insert_rows(tx, _with_versions(slice_of_attendees, least_of_attendees))
    is_back = select(Event.id)
    for import_id, event_id in imported_into:
        tx.execute(
            update(Import)
            .where(Import.id == import_id, is_back.where(Event.id == event_id).exists())
            .values(event_id=event_id)
        )
    if on_postgres:
        tx.execute(_ANALYZE)


def _least_versions(tx: Session, table: Table, slices: Iterable[Sequence[EventRow | NewAttendee]]) -> dict[int, int]:
    """The least versions, by id, of rows that replace another row of that id, made at another time.

    Such a version is later than the replaced row's, so that an edit of that row is a conflict (7.rest.4).
    """
    least = dict[int, int]()
    for rows in slices:
        created_at = {row.id: row.created_at for row in rows}
        stored = tx.execute(select(table.c.id, table.c.version, table.c.created_at).where(table.c.id.in_(created_at)))
        others = (row for row in stored if row.created_at != created_at[row.id])
        least |= {row.id: min(row.version + 1, LARGEST_NUMBER) for row in others}
    return least


def _with_versions(rows: Sequence[Versioned], least: Mapping[int, int]) -> Sequence[Versioned]:
    if not least:
        return rows
    return [row._replace(version=max(row.version, least.get(row.id or 0, 0))) for row in rows]


def _insert_lists(tx: Session, rows: FileRows) -> None:
    event_of = {type_.id: type_.event_id for type_ in rows.ticket_types}
    values = [_with_folded_name(list_) for list_ in rows.check_in_lists]
    for each in values:
        # A deleted type's id must not admit the type that gets it next.
        each["ticket_type_ids"] = each["ticket_type_ids"] and [
            id_ for id_ in each["ticket_type_ids"] if event_of.get(id_) == each["event_id"]
        ]
    if values:
        tx.execute(insert(CheckInList), values)


def _with_folded_name(named: FileTicketType | FileCheckInList) -> dict[str, Any]:
    return {**named.model_dump(), "name_folded": without_case(named.name)}


def restore_check_ins(tx: Session, rows: FileRows, user_id: int) -> None:
    """Write the check-ins at lists, and the row of the log from which each is folded later.

    Call it after the new data generation begins: rows of the log are of the generation in which they were written.
    """
    presences, log = cast("Table", ListPresence.__table__), cast("Table", ScanLogEntry.__table__)
    events = {list_.id: list_.event_id for list_ in rows.check_in_lists}
    now = clock.now()
    for check_ins in rows.check_ins:
        insert_tuples(tx, presences, StoredListPresence._fields, check_ins)
        baseline: dict[str, list[Any]] = {
            "attendee_id": [each.attendee_id for each in check_ins],
            "event_id": [events[each.list_id] for each in check_ins],
            "user_id": [each.first_by or user_id for each in check_ins],
            "outcome": [ScanOutcome.BASELINE.value] * len(check_ins),
            # At the last check-in, and in since the first.
            "attended_at": [each.first_at for each in check_ins],
            "attended_by": [each.first_by for each in check_ins],
            "scanned_at": [each.last_at for each in check_ins],
            "received_at": [now] * len(check_ins),
            "idempotency_key": [uuid4() for _ in check_ins],
            "left_at": [each.left_at for each in check_ins],
            "list_id": [each.list_id for each in check_ins],
        }
        insert_columns(tx, log, baseline)
