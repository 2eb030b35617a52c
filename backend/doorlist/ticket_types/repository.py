"""Statements on the table of ticket types."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Boolean, column, delete, func, or_, select, table, update
from sqlalchemy.orm import Session

from doorlist.core.db.database import UtcDateTime
from doorlist.ticket_types.models import TicketType

# Named column by column, because the module of attendees and imports is in a layer above.
_ATTENDEES = table(
    "attendees",
    column("id"),
    column("ticket_type_id"),
    column("version"),
    column("updated_at", UtcDateTime()),
    column("updated_by"),
)
_IMPORTS = table("imports", column("id"), column("event_id"), column("is_settled", Boolean))


def list_types(tx: Session, event_id: int | None) -> list[TicketType]:
    """The types of an event, or of all, in the order of their creation."""
    types = select(TicketType).order_by(TicketType.id)
    return list(tx.scalars(types if event_id is None else types.where(TicketType.event_id == event_id)))


def find_type(tx: Session, type_id: int) -> TicketType | None:
    return tx.get(TicketType, type_id)


def keep_types(tx: Session, ids: Collection[int]) -> dict[int, TicketType]:
    """Lock the types with these ids that exist, in the order of their ids, until the transaction ends."""
    kept = select(TicketType).where(TicketType.id.in_(ids)).order_by(TicketType.id)
    return {row.id: row for row in tx.scalars(kept.with_for_update(read=True, key_share=True))}


def lock_type(tx: Session, type_id: int) -> TicketType | None:
    """Lock a type, so that no other transaction edits, deletes or assigns it until this one ends."""
    return tx.scalar(select(TicketType).where(TicketType.id == type_id).with_for_update())


def is_name_taken(tx: Session, event_id: int, name_folded: str, *, except_id: int | None) -> bool:
    found = select(TicketType.id).where(TicketType.event_id == event_id, TicketType.name_folded == name_folded)
    if except_id is not None:
        found = found.where(TicketType.id != except_id)
    return tx.scalar(found.limit(1)) is not None


def is_import_running(tx: Session, event_id: int) -> bool:
    """True while an import into the event, or one whose rows name their events, adds its rows or removes them."""
    into = or_(_IMPORTS.c.event_id == event_id, _IMPORTS.c.event_id.is_(None))
    return tx.scalar(select(_IMPORTS.c.id).where(into, _IMPORTS.c.is_settled.is_(False)).limit(1)) is not None


def delete_type(tx: Session, type_id: int) -> None:
    tx.execute(delete(TicketType).where(TicketType.id == type_id))


def count_attendees(tx: Session, type_id: int) -> int:
    having = select(func.count()).select_from(_ATTENDEES).where(_ATTENDEES.c.ticket_type_id == type_id)
    return tx.scalar(having) or 0


def has_more_attendees(tx: Session, type_id: int, number: int) -> bool:
    having = select(_ATTENDEES.c.id).where(_ATTENDEES.c.ticket_type_id == type_id)
    return tx.scalar(having.offset(number).limit(1)) is not None


def move_attendees(
    tx: Session, type_id: int, *, move_to: int | None, limit: int | None, user_id: int, now: datetime
) -> list[int]:
    """Give attendees of a type another one, or none: all of them, or at most `limit`. Returns their ids."""
    having = select(_ATTENDEES.c.id).where(_ATTENDEES.c.ticket_type_id == type_id)
    # In the order of their ids, as the door locks them, to avoid a deadlock.
    ids: list[int] = list(tx.scalars(having.order_by(_ATTENDEES.c.id).limit(limit).with_for_update()))
    moved = update(_ATTENDEES).where(_ATTENDEES.c.id.in_(ids))
    tx.execute(
        moved.values(ticket_type_id=move_to, version=_ATTENDEES.c.version + 1, updated_at=now, updated_by=user_id)
    )
    return ids
