"""Statements of sync in addition to the ones of admission: names, doors and conflicts."""

from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import CheckInDoor
from doorlist.core import clock
from doorlist.door.admission.fold import VisitStart
from doorlist.door.data_generation import log_begins_after
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.door.rules import ENTRIES, ConflictKind
from doorlist.users.models import User

LetIn = tuple[int | None, VisitStart | None, int | None]
"""An attendee, since when and by whom they are in, and at which check-in list."""


def names_of_users(tx: Session, user_ids: Collection[int]) -> dict[int, str]:
    """The full name of each."""
    users = tx.scalars(select(User).where(User.id.in_(user_ids)))
    return {user.id: user.full_name for user in users}


def doors_of(tx: Session, let_in: Collection[LetIn]) -> dict[LetIn, CheckInDoor]:
    """The doors that let these attendees in then; those without a name are left out."""
    asked = [(attendee_id, present) for attendee_id, present, _ in let_in if attendee_id is not None and present]
    if not asked:
        return {}
    query = select(ScanLogEntry).where(
        ScanLogEntry.attendee_id.in_({attendee_id for attendee_id, _ in asked}),
        ScanLogEntry.scanned_at.in_({clock.from_wire(present.since) for _, present in asked}),
        ScanLogEntry.outcome.in_(ENTRIES),
        ScanLogEntry.device > "",
    )
    doors = dict[LetIn, CheckInDoor]()
    for row in tx.scalars(query.order_by(ScanLogEntry.id)):
        let_in_by = (row.attendee_id, VisitStart(clock.to_wire(row.scanned_at), row.user_id), row.list_id)
        doors.setdefault(let_in_by, CheckInDoor(door=row.device or "", helper=row.helper))
    return doors


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
