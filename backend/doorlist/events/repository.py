"""Statements on the table of events."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import JSON, Boolean, CursorResult, Row, Select, column, delete, insert, select, table, text, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from doorlist.core.db.database import UtcDateTime, is_postgres
from doorlist.events.models import Event
from doorlist.events.schemas import CONTENT
from doorlist.users.models import User

# 'none last' is explicit, because the engines sort nulls differently.
IN_ORDER = (Event.date, Event.time.is_(None), Event.time, Event.id)
"""Events by date, time (none last) and id (contract 7)."""

# Only of a hidden event: a restore may have brought the event back meanwhile.
_DELETE_SLICE = (
    "DELETE FROM attendees WHERE id IN (SELECT attendees.id FROM attendees"
    " JOIN events ON events.id = attendees.event_id WHERE event_id = :event_id AND events.deleted_at IS NOT NULL"
    " ORDER BY attendees.id LIMIT :limit"
)

# As text and tables, because ticket types and check-in lists are of modules above.
_COPY_TYPES = text(
    "INSERT INTO ticket_types (event_id, name, name_folded, color, price_cents, announce)"
    " SELECT :event_id, name, name_folded, color, price_cents, announce FROM ticket_types"
    " WHERE event_id = :source ORDER BY id"
)

_TYPES = table("ticket_types", column("id"), column("event_id"), column("name_folded"))
_LISTS = table(
    "check_in_lists",
    column("id"),
    column("event_id"),
    column("name"),
    column("name_folded"),
    column("rule"),
    column("ticket_type_ids", JSON(none_as_null=True)),
    column("capacity"),
    column("needs_entrance", Boolean),
    column("deleted_at", UtcDateTime()),
)
_OF_A_LIST = ("name", "name_folded", "rule", "ticket_type_ids", "capacity", "needs_entrance")


def list_events(tx: Session) -> list[Row[*tuple[Any, ...]]]:
    """Every event with the name of its last editor: by date, time (none last), id (contract 7)."""
    return list(tx.execute(_with_editor().order_by(*IN_ORDER)).all())


def find_event(tx: Session, event_id: int) -> Row[*tuple[Any, ...]] | None:
    return tx.execute(_with_editor().where(Event.id == event_id)).one_or_none()


def find_by_creation_key(tx: Session, key: UUID) -> Event | None:
    return tx.scalar(select(Event).where(Event.creation_key == key))


def content_of(tx: Session, event_id: int) -> dict[str, Any] | None:
    """The stored content of an event, locked until the transaction ends."""
    # Sales go on meanwhile: an attendee refers to the event by its id, which stays.
    query = select(*_content()).where(Event.id == event_id, Event.deleted_at.is_(None))
    query = query.with_for_update(key_share=True)
    row = tx.execute(query).mappings().one_or_none()
    return None if row is None else dict(row)


def copy_ticket_types(tx: Session, source: int, event_id: int) -> None:
    tx.execute(_COPY_TYPES, {"source": source, "event_id": event_id})


def copy_check_in_lists(tx: Session, source: int, event_id: int) -> None:
    """Give an event the check-in lists of another one, whose ticket types it has already."""
    types = select(_TYPES.c.name_folded, _TYPES.c.id)
    copies = {row.name_folded: row.id for row in tx.execute(types.where(_TYPES.c.event_id == event_id))}
    sources = tx.execute(types.where(_TYPES.c.event_id == source))
    copy_of = {id_: copies[name] for name, id_ in sources if name in copies}
    of_source = (_LISTS.c.event_id == source, _LISTS.c.deleted_at.is_(None))
    query = select(*(_LISTS.c[name] for name in _OF_A_LIST)).where(*of_source).order_by(_LISTS.c.id)
    for row in tx.execute(query).mappings():
        admitted = row["ticket_type_ids"]
        ids = None if admitted is None else [copy_of[id_] for id_ in admitted if id_ in copy_of]
        tx.execute(insert(_LISTS).values({**row, "event_id": event_id, "ticket_type_ids": ids}))


def update_event(tx: Session, event_id: int, changes: dict[str, Any], *, expected_version: int | None) -> bool:
    """Write the changes if the row still has the expected version. Whether a row was written."""
    statement = (
        update(Event)
        .where(Event.id == event_id, Event.deleted_at.is_(None))
        .values(version=Event.version + 1, **changes)
    )
    if expected_version is not None:
        statement = statement.where(Event.version == expected_version)
    return tx.execute(statement.returning(Event.id)).one_or_none() is not None


def hide_event(tx: Session, event_id: int, *, now: datetime) -> dict[str, Any] | None:
    """Hide an event until it is deleted. Returns its content; None where there is none, or it is hidden already."""
    # The creation key is free again, as after a deletion.
    hidden = update(Event).where(Event.id == event_id, Event.deleted_at.is_(None))
    row = tx.execute(hidden.values(deleted_at=now, creation_key=None).returning(*_content())).mappings().one_or_none()
    return None if row is None else dict(row)


def list_hidden(tx: Session) -> list[int]:
    return list(tx.scalars(select(Event.id).where(Event.deleted_at.is_not(None)).order_by(Event.id)))


def delete_slice(tx: Session, event_id: int, limit: int) -> bool:
    """Delete some attendees of a hidden event, in id order as the door locks them. Returns whether more may exist."""
    locked = " FOR UPDATE OF attendees" if is_postgres(tx) else ""
    deleted = tx.execute(text(_DELETE_SLICE + locked + ")"), {"event_id": event_id, "limit": limit})
    return cast("CursorResult[Any]", deleted).rowcount == limit


def delete_hidden(tx: Session, event_id: int | None = None) -> None:
    """Delete a hidden event, or all; the database deletes the attendees that are left."""
    hidden = delete(Event).where(Event.deleted_at.is_not(None))
    tx.execute(hidden if event_id is None else hidden.where(Event.id == event_id))


def _content() -> list[InstrumentedAttribute[Any]]:
    return [getattr(Event, field) for field in sorted(CONTENT)]


def _with_editor() -> Select[*tuple[Any, ...]]:
    return (
        select(Event, User.full_name.label("editor"))
        .outerjoin(User, User.id == Event.updated_by)
        .where(Event.deleted_at.is_(None))
    )
