"""Statements that replace all events and attendees with the contents of a JSON file."""

from typing import cast

from sqlalchemy import Table, delete, func, select, text, update
from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import insert_rows
from doorlist.attendees.models import Attendee, Import
from doorlist.backup.json.rows import EventRow, FileRows, TicketTypeRow
from doorlist.core.db.bulk import insert_tuples
from doorlist.events.models import Event
from doorlist.ticket_types.models import TicketType
from doorlist.users.models import User

_SEQUENCE = "pg_get_serial_sequence('{0}', 'id')"
_SKIP_IDS = f"SELECT setval({_SEQUENCE}, greatest(nextval({_SEQUENCE}) - 1, :last))"
# Without this the first searches and deletions would be planned for the old tables.
_ANALYZE = text("ANALYZE events, attendees, attendee_search")


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
    events = cast("Table", Event.__table__)
    is_postgresql = tx.get_bind().dialect.name == "postgresql"
    # The list of imports names their events; an event that comes back is named again.
    imported_into = tx.execute(select(Import.id, Import.event_id).where(Import.event_id.is_not(None))).all()
    tx.execute(delete(cast("Table", Attendee.__table__)))
    # The database deletes their ticket types with them.
    tx.execute(delete(events))
    for slice_of_events in rows.events:
        insert_tuples(tx, events, EventRow._fields, slice_of_events)
    types = cast("Table", TicketType.__table__)
    for slice_of_types in rows.ticket_types:
        insert_tuples(tx, types, TicketTypeRow._fields, slice_of_types)
    if is_postgresql:
        for table in (events, types):
            last = tx.scalar(select(func.max(table.c.id)))
            if last is not None:
                tx.execute(text(_SKIP_IDS.format(table.name)), {"last": last})
    for attendees in rows.attendees:
        insert_rows(tx, attendees)
    is_back = select(Event.id)
    for import_id, event_id in imported_into:
        tx.execute(
            update(Import)
            .where(Import.id == import_id, is_back.where(Event.id == event_id).exists())
            .values(event_id=event_id)
        )
    if is_postgresql:
        tx.execute(_ANALYZE)
