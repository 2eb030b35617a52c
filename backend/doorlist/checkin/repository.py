"""Statements of the door."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.checkin.models import ScanLogEntry


def check_in(tx: Session, attendee_id: int, *, user_id: int, now: datetime) -> bool:
    """Make an absent attendee present. Of any number of doors at the same instant exactly one gets True."""
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, Attendee.attended.is_(False))
        .values(attended=True, attended_at=now, scanned_by=user_id)
        .returning(Attendee.id)
    )
    return tx.scalar(statement) is not None


def undo_check_in(tx: Session, attendee_id: int) -> bool:
    """Make a present attendee absent again. Whether this call did it."""
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, Attendee.attended.is_(True))
        .values(attended=False, attended_at=None, scanned_by=None)
        .returning(Attendee.id)
    )
    return tx.scalar(statement) is not None


def find_by_key(tx: Session, key: UUID) -> ScanLogEntry | None:
    """The attempt that carried that key."""
    return tx.scalar(select(ScanLogEntry).where(ScanLogEntry.idempotency_key == key))
