"""The lineage of the data: by it a door knows whether to tell again what it told before (contract 6.lineage)."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.models import DoorConflict, Lineage, ScanLogEntry


class Lineages(NamedTuple):
    """Where the data come from: which epoch, and which restore, brought them."""

    epoch: UUID
    restored: UUID


def lineage(tx: Session) -> Lineages:
    """Where the data come from."""
    return Lineages(*tx.execute(select(Lineage.epoch, Lineage.restored)).one())


def restored_at(tx: Session) -> datetime | None:
    """When a restore brought the data; None if none did."""
    return tx.scalar(select(Lineage.restored_at))


def log_begins_after(tx: Session) -> int:
    """The last row of the scan log that is of an earlier epoch: ids in it may be others' now."""
    return tx.scalar(select(Lineage.log_from)) or 0


def note_restore(tx: Session) -> None:
    """A backup has brought the data back as they were: the epoch is its own."""
    tx.execute(update(Lineage).values(restored=uuid4(), restored_at=clock.now()))


def begin_epoch(tx: Session) -> None:
    """A file has replaced all attendees: what the log and the conflicts say so far may be about others."""
    last = select(func.coalesce(func.max(ScanLogEntry.id), 0)).scalar_subquery()
    tx.execute(update(Lineage).values(epoch=uuid4(), restored=uuid4(), restored_at=clock.now(), log_from=last))
    # Whatever counts or lists the conflicts of an event or a guest then leaves these out.
    tx.execute(update(DoorConflict).values(event_id=None, attendee_id=None))
