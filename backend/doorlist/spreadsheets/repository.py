"""Statements on imports and their attendees."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy import (
    Row,
    Select,
    Table,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee, Import
from doorlist.attendees.repository import delete_rows
from doorlist.core.db.bulk import insert_columns, slices_of
from doorlist.core.db.database import is_postgres
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.models import Event
from doorlist.spreadsheets.imports.named_types import KnownType
from doorlist.spreadsheets.imports.readers import KnownEvent
from doorlist.spreadsheets.schemas import ImportState
from doorlist.ticket_types import repository as ticket_types
from doorlist.users.models import User

LISTED_IMPORTS = 20
VALUES_AT_ONCE = 10_000

_AT_THE_DOOR = exists().where(
    ScanLogEntry.attendee_id == Attendee.id, ScanLogEntry.outcome != ScanOutcome.IMPORTED.value
)
_IS_TOUCHED = (Attendee.version > 1) | _AT_THE_DOOR

# Built once and not for each slice of an import: the door waits for the transaction that they are in.
_LOCK_EVENTS = (
    select(Event.id)
    .where(Event.id.in_(bindparam("event_ids", expanding=True)), Event.deleted_at.is_(None))
    .order_by(Event.id)
    .with_for_update(read=True, key_share=True)
)
_IMPORTS = cast("Table", Import.__table__)
_COUNT_ADDED = (
    update(_IMPORTS)
    .where(_IMPORTS.c.id == bindparam("import_id"), _IMPORTS.c.state == ImportState.RUNNING)
    .values(added=_IMPORTS.c.added + bindparam("number"))
    .returning(_IMPORTS.c.id)
)
_ADDED = select(Attendee.id).where(Attendee.import_id == bindparam("import_id")).order_by(Attendee.id)
_ADDED_SLICE = _ADDED.limit(bindparam("limit"))
_UNTOUCHED_SLICE = _ADDED.where(~_IS_TOUCHED).limit(bindparam("limit"))


def list_events(tx: Session) -> list[KnownEvent]:
    known = select(Event.id, Event.name, Event.ticket_price_cents, Event.date).where(Event.deleted_at.is_(None))
    return [KnownEvent(*row) for row in tx.execute(known)]


def count_of_limited(tx: Session, event_ids: Collection[int]) -> Sequence[Row[*tuple[Any, ...]]]:
    """The events that have a capacity: id, name, capacity and number of attendees."""
    attendees = select(func.count()).where(Attendee.event_id == Event.id).scalar_subquery()
    limited = select(Event.id, Event.name, Event.capacity, attendees).where(
        Event.capacity.is_not(None), Event.id.in_(event_ids)
    )
    return tx.execute(limited.order_by(Event.id)).all()


def list_types(tx: Session, event_id: int | None) -> list[KnownType]:
    """The ticket types of an event, or of all."""
    types = ticket_types.list_types(tx, event_id)
    return [KnownType(type_.id, type_.event_id, type_.name, type_.price_cents) for type_ in types]


def list_existing(tx: Session, event_ids: Iterable[int]) -> Iterator[Row[int, str, str, str]]:
    """Event, name, phone and invoice number of all attendees of the events."""
    for event_id in event_ids:
        query = select(Attendee.event_id, Attendee.full_name, Attendee.phone, Attendee.invoice_number)
        yield from tx.execute(query.where(Attendee.event_id == event_id))


def find_taken(tx: Session, column: Literal["invoice_number", "qr_hash"], values: Sequence[str]) -> set[str]:
    """The values that an attendee of any event already has."""
    on_postgres = is_postgres(tx)
    given = "SELECT unnest(CAST(:given AS text[]))" if on_postgres else "SELECT value FROM json_each(:given)"
    query = text(f"SELECT {column} FROM attendees WHERE {column} IN ({given})")  # noqa: S608 - two columns, two lists
    taken: set[str] = set()
    for part in slices_of(values, VALUES_AT_ONCE):
        taken.update(tx.scalars(query, {"given": list(part) if on_postgres else json.dumps(part)}))
    return taken


def add_import(tx: Session, values: dict[str, Any]) -> int:
    return tx.execute(insert(Import).values(**values).returning(Import.id)).scalar_one()


def lock_events(tx: Session, event_ids: Iterable[int]) -> set[int]:
    """Keep the events from being deleted until the end of the transaction. Returns the ids that still exist."""
    return set(tx.scalars(_LOCK_EVENTS, {"event_ids": list(event_ids)}))


def lock_types(tx: Session, type_ids: Iterable[int | None]) -> set[int | None]:
    """Keep the ticket types from being deleted until the end of the transaction. Returns the ids that still exist."""
    return {*ticket_types.keep_types(tx, {each for each in type_ids if each is not None})}


def count_added(tx: Session, import_id: int, added: int) -> bool:
    """Count a slice as added. Returns False if the import is not running. Locks the import's row."""
    return tx.scalar(_COUNT_ADDED, {"import_id": import_id, "number": added}) is not None


def count_brought_back(tx: Session, import_id: int, number: int) -> None:
    tx.execute(update(Import).where(Import.id == import_id).values(brought_back=Import.brought_back + number))


def change_state(
    tx: Session, import_id: int, before: ImportState, after: ImportState, *, message: str | None = None
) -> bool:
    """Move an import to another state; its attendees follow later. Returns False if it had left the old state."""
    statement = (
        update(Import)
        .where(Import.id == import_id, Import.state == before)
        .values(state=after, message=message, is_settled=False, finished_at=None)
        .returning(Import.id)
    )
    return tx.scalar(statement) is not None


def mark_consistent(tx: Session, import_id: int, *, now: datetime, **values: Any) -> None:
    """Record that an import's attendees match its state. `values` are further columns of the import."""
    tx.execute(update(Import).where(Import.id == import_id).values(is_settled=True, finished_at=now, **values))


def find_inconsistent(tx: Session) -> list[tuple[int, ImportState]]:
    """The imports whose attendees do not match their state yet."""
    query = select(Import.id, Import.state).where(Import.is_settled.is_(False)).order_by(Import.id)
    return [(import_id, ImportState(state)) for import_id, state in tx.execute(query)]


def log_imported(
    tx: Session, attendees: Iterable[tuple[int, int, datetime | None]], *, user_id: int, now: datetime
) -> None:
    """Write a row of the scan log for each `(attendee id, event id, when)` that had attended (contract 3)."""
    present = [each for each in attendees if each[2] is not None]
    if not present:
        return
    ids, event_ids, moments = zip(*present, strict=True)
    columns = {
        "attendee_id": ids,
        "event_id": event_ids,
        "user_id": [user_id] * len(ids),
        "outcome": [ScanOutcome.IMPORTED.value] * len(ids),
        "attended_at": moments,
        "attended_by": [None] * len(ids),
        "scanned_at": [now] * len(ids),
    }
    insert_columns(tx, cast("Table", ScanLogEntry.__table__), columns)


def delete_slice(tx: Session, import_id: int, *, untouched_only: bool, limit: int) -> set[int]:
    """Delete a slice of an import's attendees; the ids of their events. May spare attendees checked in or edited."""
    statement = _UNTOUCHED_SLICE if untouched_only else _ADDED_SLICE
    ids = list(tx.scalars(statement, {"import_id": import_id, "limit": limit}))
    return delete_rows(tx, ids, untouched_only=untouched_only)


def count_attendees(tx: Session, import_id: int) -> int:
    return tx.scalar(select(func.count()).select_from(Attendee).where(Attendee.import_id == import_id)) or 0


def undoable(tx: Session, import_ids: Collection[int]) -> set[int]:
    """The finished imports with attendees, if none of their attendees was edited, scanned or marked.

    Reads the edited attendees from their index, and the log once for all imports: no untouched attendee.
    """
    if not import_ids:
        return set()
    # Literal, because no database uses a partial index for a parameter.
    is_edited = Attendee.version > literal_column("1")
    edited = select(Attendee.import_id).where(Attendee.import_id.in_(import_ids), is_edited)
    # A subquery, so that no database walks the attendees of the imports and looks into the log for each.
    brought = select(Attendee.import_id).where(Attendee.id == ScanLogEntry.attendee_id).scalar_subquery()
    # NOT IN would match nothing beside a null; no import is number 0.
    at_the_door = select(func.coalesce(brought, 0)).where(ScanLogEntry.outcome != ScanOutcome.IMPORTED.value)
    found = select(Import.id).where(
        Import.id.in_(import_ids),
        Import.state == ImportState.DONE.value,
        exists().where(Attendee.import_id == Import.id),
        Import.id.not_in(edited.union(at_the_door)),
    )
    return set(tx.scalars(found))


def is_used(tx: Session, import_id: int) -> bool:
    """True if one of its attendees was edited, scanned or marked."""
    return bool(tx.scalar(select(exists().where(Attendee.import_id == import_id, _IS_TOUCHED))))


def find_import(tx: Session, import_id: int) -> Row[*tuple[Any, ...]] | None:
    """One import, with its event and its creator's name."""
    return tx.execute(_with_names().where(Import.id == import_id)).one_or_none()


def list_imports(tx: Session) -> list[Row[*tuple[Any, ...]]]:
    """The latest imports, newest first."""
    return list(tx.execute(_with_names().order_by(Import.id.desc()).limit(LISTED_IMPORTS)))


def _with_names() -> Select[*tuple[Any, ...]]:
    return (
        select(Import, Event, User.full_name)
        .outerjoin(Event, Event.id == Import.event_id)
        .outerjoin(User, User.id == Import.created_by)
    )
