"""Statements on the table of attendees."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import Row, Table, and_, bindparam, delete, exists, func, insert, literal, select, text, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee, BulkUpdate, FormerValues, Import
from doorlist.attendees.rules import PaymentGroup
from doorlist.attendees.wire_sql import owed_column
from doorlist.core.db import bulk
from doorlist.core.db.database import is_postgres
from doorlist.core.db.json_sql import json_sql
from doorlist.events.models import Event
from doorlist.ticket_types.models import TicketType

COLUMNS = tuple(Attendee.__table__.columns.keys())
_RESTORED = tuple(name for name in COLUMNS if name in FormerValues.__table__.columns and name != "version")

_SEQUENCE = "pg_get_serial_sequence('attendees', 'id')"
_NEXT_IDS = text(f"SELECT nextval({_SEQUENCE}) FROM generate_series(1, :count)")  # noqa: S608 - a name of our own
_SKIP_IDS = text(f"SELECT setval({_SEQUENCE}, greatest(nextval({_SEQUENCE}) - 1, :last))")
# On SQLite the triggers would update the index once per row, so a bulk change pauses them. PostgreSQL's triggers run
# once per statement. A rollback ends the pause too.
_PAUSE_INDEX = text("INSERT INTO attendee_search_paused (is_paused) VALUES (1)")
_INDEX = text(
    "INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)"
    " SELECT id, search_text, ':' || event_id || ':', payment_folded, payment_group FROM attendees"
    " WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id"
)
_FORGET = text("DELETE FROM attendee_search WHERE rowid IN (SELECT value FROM json_each(:ids))")
_RESUME_INDEX = text("DELETE FROM attendee_search_paused")
_ROWS = cast("Table", Attendee.__table__)
_DELETE = delete(_ROWS).where(_ROWS.c.id.in_(bindparam("ids", expanding=True))).returning(_ROWS.c.event_id)

_HAS_TYPE = TicketType.id == Attendee.ticket_type_id


class LockedAttendee(NamedTuple):
    """A locked row of a bulk edit, with the ticket price of its event."""

    id: int
    version: int
    event_id: int
    full_name: str
    table_number: int
    payment_status: str
    payment_group: str
    amount_paid_cents: int | None
    ticket_price_cents: int | None
    is_erased: bool
    ticket_type_id: int | None
    ticket_type: str | None


def lock_attendee(tx: Session, attendee_id: int) -> Attendee | None:
    return tx.scalar(select(Attendee).where(Attendee.id == attendee_id).with_for_update())


def delete_attendee(tx: Session, attendee_id: int, fields: Iterable[str]) -> dict[str, Any] | None:
    """Delete one attendee. Returns `fields` and the name of the ticket type; None if there was no such attendee."""
    columns = [getattr(Attendee, field) for field in fields]
    type_name = select(TicketType.name).where(TicketType.id == Attendee.ticket_type_id).scalar_subquery()
    columns.append(type_name.label("ticket_type"))
    deleted = tx.execute(delete(Attendee).where(Attendee.id == attendee_id).returning(*columns))
    row = deleted.mappings().one_or_none()
    return None if row is None else dict(row)


def find_price(tx: Session, event_id: int, ticket_type_id: int | None) -> int | None:
    price = func.coalesce(TicketType.price_cents, Event.ticket_price_cents)
    query = select(price).select_from(Event).outerjoin(TicketType, TicketType.id == ticket_type_id)
    return tx.scalar(query.where(Event.id == event_id))


def count_tickets(tx: Session, event_id: int) -> Row[*tuple[Any, ...]]:
    """Counts of an event: tickets, attended, unpaid, cents owed, and unpaid tickets without a price.

    `inside` is by scans; `leavers` is null where exits are not counted.
    """
    owed = owed_column(tx)
    leavers = select(Event.leavers).where(Event.id == event_id, Event.counts_exits)
    counts = select(
        func.count().label("tickets"),
        func.count().filter(Attendee.attended).label("attended"),
        func.count().filter(Attendee.payment_group == PaymentGroup.OWED).label("unpaid"),
        func.coalesce(func.sum(owed), 0).label("owed"),
        func.count().filter(owed.is_(None)).label("unpriced"),
        func.count().filter(Attendee.attended, Attendee.left_at.is_(None)).label("inside"),
        func.count().filter(Attendee.left_at.is_not(None)).label("left"),
        leavers.scalar_subquery().label("leavers"),
    )
    of_event = counts.select_from(Attendee).join(Event, Event.id == Attendee.event_id).outerjoin(TicketType, _HAS_TYPE)
    return tx.execute(of_event.where(Attendee.event_id == event_id)).one()


def find_by_registration_keys(tx: Session, keys: Collection[UUID]) -> Sequence[Attendee]:
    """The attendees registered under these keys, by id."""
    return tx.scalars(select(Attendee).where(Attendee.registration_key.in_(keys)).order_by(Attendee.id)).all()


def is_being_imported(tx: Session, *ids: int) -> bool:
    """True if any of the attendees belongs to an import that is still adding or removing its rows."""
    brought = select(Import.id).join(Attendee, Attendee.import_id == Import.id)
    return tx.scalar(brought.where(Attendee.id.in_(ids), Import.is_settled.is_(False)).limit(1)) is not None


def read_for_edit(tx: Session, ids: Collection[int], *, locks: bool = True) -> list[LockedAttendee]:
    """Read, and unless for a preview lock, the rows of a bulk edit in the order of their ids."""
    columns = (
        Attendee.id,
        Attendee.version,
        Attendee.event_id,
        Attendee.full_name,
        Attendee.table_number,
        Attendee.payment_status,
        Attendee.payment_group,
        Attendee.amount_paid_cents,
        func.coalesce(TicketType.price_cents, Event.ticket_price_cents),
        Attendee.erased_at.is_not(None),
        Attendee.ticket_type_id,
        TicketType.name,
    )
    # The door locks rows in the same order, which avoids deadlocks.
    joined = select(*columns).join(Event, Event.id == Attendee.event_id).outerjoin(TicketType, _HAS_TYPE)
    found = joined.where(Attendee.id.in_(ids)).order_by(Attendee.id)
    return [LockedAttendee._make(row) for row in tx.execute(found.with_for_update(of=Attendee) if locks else found)]


def update_rows(tx: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Write columns of attendees, each row with its id."""
    if rows:
        tx.execute(update(Attendee), list(rows))


def update_many(tx: Session, ids: Collection[int], values: Mapping[str, Any]) -> None:
    statement = update(Attendee).where(Attendee.id.in_(ids)).values(**values)
    tx.execute(statement.execution_options(synchronize_session=False))


def insert_former_values(tx: Session, update_id: int, ids: Collection[int]) -> None:
    """Store the present values of attendees, and the version that they will have after the update."""
    values = (getattr(Attendee, name) for name in _RESTORED)
    present = select(literal(update_id), Attendee.id, Attendee.version + 1, *values).where(Attendee.id.in_(ids))
    tx.execute(insert(FormerValues).from_select(["update_id", "attendee_id", "version", *_RESTORED], present))


def find_bulk_update(tx: Session, key: UUID) -> BulkUpdate | None:
    return tx.scalar(select(BulkUpdate).where(BulkUpdate.idempotency_key == key))


def find_undoable_updates(tx: Session, ids: Collection[int], *, since: datetime) -> set[int]:
    """The bulk updates since then none of whose attendees was edited, deleted or erased afterwards."""
    is_as_updated = and_(Attendee.id == FormerValues.attendee_id, Attendee.version == FormerValues.version)
    is_its_value = FormerValues.update_id == BulkUpdate.id
    # The first attendee who was edited ends the search.
    is_edited = exists().where(is_its_value, ~exists().where(is_as_updated))
    # An erasure has deleted the values of its guests.
    values = select(func.count()).select_from(FormerValues).where(is_its_value).scalar_subquery()
    recent = select(BulkUpdate.id).where(BulkUpdate.id.in_(ids), BulkUpdate.updated_at >= since)
    return set(tx.scalars(recent.where(~is_edited, values == BulkUpdate.updated)))


def lock_bulk_update(tx: Session, update_id: int) -> BulkUpdate | None:
    return tx.scalar(select(BulkUpdate).where(BulkUpdate.id == update_id).with_for_update())


def former_types(tx: Session, update_id: int) -> dict[int, int | None]:
    """The ticket types of the attendees before a bulk update, by attendee."""
    found = select(FormerValues.attendee_id, FormerValues.ticket_type_id).where(FormerValues.update_id == update_id)
    return dict(tx.execute(found).all())


def former_values(tx: Session, update_id: int) -> Sequence[FormerValues]:
    """The values of the attendees before a bulk update, by id."""
    found = select(FormerValues).where(FormerValues.update_id == update_id).order_by(FormerValues.attendee_id)
    return tx.scalars(found).all()


def restore_former_values(tx: Session, update_id: int, edited: Mapping[str, Any]) -> None:
    """Give each attendee of a bulk update the former values, and the values of `edited`."""
    restored = {name: getattr(FormerValues, name) for name in _RESTORED}
    statement = update(Attendee).where(FormerValues.update_id == update_id, Attendee.id == FormerValues.attendee_id)
    tx.execute(statement.values(**restored, **edited).execution_options(synchronize_session=False))


def count_later_updates(tx: Session, update_id: int, ids: Collection[int]) -> dict[int, int]:
    """How many later bulk updates, which are not undone, changed each attendee. Others are not in the result."""
    later = FormerValues.update_id > update_id, FormerValues.attendee_id.in_(ids)
    counts = select(FormerValues.attendee_id, func.count()).where(*later).group_by(FormerValues.attendee_id)
    return dict(tx.execute(counts).all())


def latest_update_of(tx: Session, ids: Collection[int]) -> BulkUpdate:
    values = select(FormerValues.update_id).where(FormerValues.attendee_id.in_(ids))
    return tx.scalars(select(BulkUpdate).where(BulkUpdate.id.in_(values)).order_by(BulkUpdate.id.desc()).limit(1)).one()


def count_as_unchanged(tx: Session, update_id: int) -> None:
    """Leave the update and its undo out of the versions that earlier updates of its attendees expect."""
    ids = select(FormerValues.attendee_id).where(FormerValues.update_id == update_id)
    statement = update(FormerValues).where(FormerValues.update_id != update_id, FormerValues.attendee_id.in_(ids))
    tx.execute(statement.values(version=FormerValues.version + 2).execution_options(synchronize_session=False))


def delete_bulk_updates(tx: Session, *, before: datetime) -> None:
    """Delete older bulk updates; the database deletes their values with them."""
    tx.execute(delete(BulkUpdate).where(BulkUpdate.updated_at < before))


def issue_invoice_numbers(tx: Session, candidates: Iterable[str]) -> list[str]:
    """Record the numbers in the ledger. Returns the new ones."""
    statement = (
        f"INSERT INTO issued_invoice_numbers (number) {json_sql(tx).elements.format('numbers')}"
        " WHERE true ON CONFLICT DO NOTHING RETURNING number"
    )
    return list(tx.scalars(text(statement), {"numbers": json.dumps(list(candidates))}))


def insert_columns(tx: Session, columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert rows that are given by column; every column of the table has as many values."""
    is_sqlite = not is_postgres(tx)
    if is_sqlite:
        tx.execute(_PAUSE_INDEX)
    bulk.insert_columns(tx, _ROWS, {name: columns[name] for name in COLUMNS})
    if is_sqlite:
        tx.execute(_INDEX, {"ids": json.dumps(columns["id"])})
        tx.execute(_RESUME_INDEX)


def delete_rows(tx: Session, ids: Sequence[int], *, untouched_only: bool) -> set[int]:
    """Delete some hundred attendees at once. Returns their events.

    With `untouched_only`, attendees who are edited or checked in at the same moment stay.
    """
    if not ids:
        return set()
    if not is_postgres(tx):
        # The caller holds the writer lock, so no other transaction has changed these rows.
        tx.execute(_PAUSE_INDEX)
        tx.execute(_FORGET, {"ids": json.dumps(list(ids))})
        events = set(tx.scalars(_DELETE, {"ids": list(ids)}))
        tx.execute(_RESUME_INDEX)
        return events
    statement = _DELETE
    if untouched_only:
        statement = statement.where(_ROWS.c.version == 1, _ROWS.c.scanned_by.is_(None))
    return set(tx.scalars(statement, {"ids": list(ids)}))


def reserve_ids(tx: Session, count: int) -> list[int]:
    """Returns unused ids, ascending."""
    if is_postgres(tx):
        return sorted(tx.scalars(_NEXT_IDS, {"count": count}))
    last = tx.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = 'attendees'")) or 0
    return list(range(last + 1, last + 1 + count))


def skip_ids(tx: Session, last: int) -> None:
    """Make later generated ids larger than `last`. SQLite does so without this."""
    if is_postgres(tx):
        tx.execute(_SKIP_IDS, {"last": last})
