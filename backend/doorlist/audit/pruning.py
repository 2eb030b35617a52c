"""Deletes audit entries that are too old (contract 3.history.360)."""

from datetime import datetime
from functools import partial

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from doorlist.audit.models import AuditEntry, AuditEntryAttendee
from doorlist.core.db.database import Database

# Rows deleted in one transaction; the door waits for one transaction at most.
SLICE = 1_000


def prune_entries(database: Database, *, before: datetime) -> int:
    """Delete older entries in slices. Returns their number."""
    pruned = 0
    while (number := database.commit(partial(_prune_some, before=before))) is not None:
        pruned += number
    return pruned


def _prune_some(tx: Session, before: datetime) -> int | None:
    """Delete some entries or their attendees. Returns None if no entry is left."""
    query = select(AuditEntry.id).where(AuditEntry.at < before).order_by(AuditEntry.at).limit(SLICE)
    old = tx.scalars(query).all()
    if not old:
        return None
    # An import may have 200,000 attendees.
    row = tuple_(AuditEntryAttendee.attendee_id, AuditEntryAttendee.entry_id)
    some = select(AuditEntryAttendee.attendee_id, AuditEntryAttendee.entry_id).where(
        AuditEntryAttendee.entry_id.in_(old)
    )
    attendees = tx.execute(delete(AuditEntryAttendee).where(row.in_(some.limit(SLICE)))).rowcount  # type: ignore[attr-defined]
    if attendees == SLICE:
        return 0
    tx.execute(delete(AuditEntry).where(AuditEntry.id.in_(old)))
    return len(old)
