"""Statements that gather what is held of one guest."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.users.models import User


def conflicts_of(tx: Session, attendee_id: int, *, since: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The conflicts about the attendee, of this epoch, each with the name of who decided it."""
    found = (
        select(DoorConflict, User.full_name)
        .outerjoin(User, User.id == DoorConflict.decided_by)
        .where(DoorConflict.attendee_id == attendee_id)
        .order_by(DoorConflict.id)
    )
    return [row for row in tx.execute(found).all() if all(log_id > since for log_id in row.DoorConflict.log_ids)]


def moments_of(tx: Session, log_ids: Collection[int]) -> dict[int, datetime]:
    """When these rows of the scan log were read at the door."""
    rows = select(ScanLogEntry.id, ScanLogEntry.scanned_at).where(ScanLogEntry.id.in_(log_ids))
    return {row.id: row.scanned_at for row in tx.execute(rows)}
