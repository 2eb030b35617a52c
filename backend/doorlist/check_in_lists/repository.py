"""Statements on check-in lists."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, tuple_
from sqlalchemy.orm import Session

from doorlist.check_in_lists.models import CheckInList, ListPresence

Place = tuple[int, int]
"""An attendee and a list, by their ids."""


class StoredListPresence(NamedTuple):
    """A row of `list_presences`."""

    attendee_id: int
    list_id: int
    first_at: datetime
    first_by: int | None
    last_at: datetime
    times: int
    times_before: int
    left_at: datetime | None


_IS_THERE = CheckInList.deleted_at.is_(None)


def list_lists(tx: Session, event_id: int) -> list[CheckInList]:
    """The lists of an event in the order of their creation, without deleted ones."""
    return list(
        tx.scalars(select(CheckInList).where(CheckInList.event_id == event_id, _IS_THERE).order_by(CheckInList.id))
    )


def find_lists(tx: Session, list_ids: Collection[int]) -> dict[int, CheckInList]:
    """Lists by their ids, deleted ones too."""
    found = tx.scalars(select(CheckInList).where(CheckInList.id.in_(list_ids))) if list_ids else ()
    return {row.id: row for row in found}


def keep_lists(tx: Session, list_ids: Collection[int]) -> dict[int, CheckInList]:
    """Lists by their ids, deleted ones too. Their rules stay until the transaction ends."""
    if not list_ids:
        return {}
    kept = select(CheckInList).where(CheckInList.id.in_(list_ids)).order_by(CheckInList.id)
    return {row.id: row for row in tx.scalars(kept.with_for_update(read=True))}


def lock_list(tx: Session, list_id: int) -> CheckInList | None:
    """Lock a list, so that no other transaction edits or deletes it until this one ends."""
    return tx.scalar(select(CheckInList).where(CheckInList.id == list_id, _IS_THERE).with_for_update())


def find_list_to_keep(tx: Session, list_id: int) -> CheckInList | None:
    """Lock a list, so that it exists until the transaction ends."""
    kept = select(CheckInList).where(CheckInList.id == list_id, _IS_THERE)
    return tx.scalar(kept.with_for_update(read=True, key_share=True))


def is_name_taken(tx: Session, event_id: int, name_folded: str, *, except_id: int | None) -> bool:
    found = select(CheckInList.id).where(
        CheckInList.event_id == event_id, CheckInList.name_folded == name_folded, _IS_THERE
    )
    if except_id is not None:
        found = found.where(CheckInList.id != except_id)
    return tx.scalar(found.limit(1)) is not None


def has_check_ins(tx: Session, list_id: int) -> bool:
    return tx.scalar(select(ListPresence.list_id).where(ListPresence.list_id == list_id).limit(1)) is not None


def list_check_ins(tx: Session, attendee_id: int) -> list[tuple[CheckInList, ListPresence]]:
    """The lists at which an attendee came in, with the presence at each."""
    query = (
        select(CheckInList, ListPresence)
        .join(ListPresence, ListPresence.list_id == CheckInList.id)
        .where(ListPresence.attendee_id == attendee_id)
        .order_by(CheckInList.id)
    )
    return [(row, presence) for row, presence in tx.execute(query)]


def find_presences(tx: Session, attendee_ids: Collection[int]) -> dict[Place, StoredListPresence]:
    """The presences of attendees at all lists."""
    columns = [getattr(ListPresence, name) for name in StoredListPresence._fields]
    rows = tx.execute(select(*columns).where(ListPresence.attendee_id.in_(attendee_ids)))
    return {(row.attendee_id, row.list_id): StoredListPresence(*row) for row in rows}


def write_presences(tx: Session, ended: Collection[Place], rows: Sequence[StoredListPresence]) -> None:
    """Write presences, and delete the ones that `ended`. Their attendees are locked."""
    changed = [*ended, *((row.attendee_id, row.list_id) for row in rows)]
    if changed:
        is_changed = tuple_(ListPresence.attendee_id, ListPresence.list_id).in_(changed)
        tx.execute(delete(ListPresence).where(is_changed))
    if rows:
        tx.execute(insert(ListPresence), [row._asdict() for row in rows])


def count_lists(tx: Session, event_id: int) -> int:
    """How many lists an event has, without deleted ones."""
    return (
        tx.scalar(select(func.count()).select_from(CheckInList).where(CheckInList.event_id == event_id, _IS_THERE)) or 0
    )
