"""Statements on the table of events."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, delete, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from doorlist.events.models import Event
from doorlist.events.schemas import CONTENT
from doorlist.users.models import User


def list_events(tx: Session) -> list[Row[*tuple[Any, ...]]]:
    """Every event with the name of its last editor: by date, time (none last), id (contract 7)."""
    # 'none last' is explicit, because the engines sort nulls differently.
    order = (Event.date, Event.time.is_(None), Event.time, Event.id)
    return list(tx.execute(_with_editor().order_by(*order)).all())


def find_event(tx: Session, event_id: int) -> Row[*tuple[Any, ...]] | None:
    """One event with the name of its last editor."""
    return tx.execute(_with_editor().where(Event.id == event_id)).one_or_none()


def find_by_creation_key(tx: Session, key: UUID) -> Event | None:
    """The event that a call with that key created."""
    return tx.scalar(select(Event).where(Event.creation_key == key))


def content_of(tx: Session, event_id: int) -> dict[str, Any] | None:
    """What is stored of an event as it was sent, held until the transaction ends so that nobody edits in between."""
    # Sales go on meanwhile: an attendee refers to the event by its id, which stays.
    query = select(*_content()).where(Event.id == event_id).with_for_update(key_share=True)
    row = tx.execute(query).mappings().one_or_none()
    return None if row is None else dict(row)


def update_event(tx: Session, event_id: int, changes: dict[str, Any], *, expected_version: int | None) -> bool:
    """Write the changes if the row still has the expected version. Whether a row was written."""
    statement = update(Event).where(Event.id == event_id).values(version=Event.version + 1, **changes)
    if expected_version is not None:
        statement = statement.where(Event.version == expected_version)
    return tx.execute(statement.returning(Event.id)).one_or_none() is not None


def delete_event(tx: Session, event_id: int) -> dict[str, Any] | None:
    """Delete an event; the database takes its attendees with it. Its content; None where there was none."""
    deleted = tx.execute(delete(Event).where(Event.id == event_id).returning(*_content()))
    row = deleted.mappings().one_or_none()
    return None if row is None else dict(row)


def _content() -> list[InstrumentedAttribute[Any]]:
    return [getattr(Event, field) for field in sorted(CONTENT)]


def _with_editor() -> Select[*tuple[Any, ...]]:
    return select(Event, User.full_name.label("editor")).outerjoin(User, User.id == Event.updated_by)
