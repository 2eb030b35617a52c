"""The data generation: it shows a door whether to upload its records again (contract 6.lineage)."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.models import DataGeneration, DoorConflict, ScanLogEntry

_GENERATION = select(DataGeneration.epoch, DataGeneration.restored)


class Generation(NamedTuple):
    """The epoch and the restore that the data come from."""

    epoch: UUID
    restored: UUID


def read_generation(tx: Session) -> Generation:
    return Generation(*tx.execute(_GENERATION).one())


def restored_at(tx: Session) -> datetime | None:
    """The time of the last restore; None before the first one."""
    return tx.scalar(select(DataGeneration.restored_at))


def log_begins_after(tx: Session) -> int:
    """The id of the last row of the scan log of an earlier epoch. Ids in these rows may be of others now."""
    return tx.scalar(select(DataGeneration.log_from)) or 0


def record_restore(tx: Session) -> None:
    """Record that a server backup was restored: the data keep the epoch of the backup."""
    tx.execute(update(DataGeneration).values(restored=uuid4(), restored_at=clock.now()))


def begin_epoch(tx: Session) -> None:
    """Begin an epoch: a file has replaced all attendees, so the ids in the log and in conflicts may be of others."""
    last = select(func.coalesce(func.max(ScanLogEntry.id), 0)).scalar_subquery()
    tx.execute(update(DataGeneration).values(epoch=uuid4(), restored=uuid4(), restored_at=clock.now(), log_from=last))
    # Counts and lists of conflicts, by event or attendee, leave these out.
    tx.execute(update(DoorConflict).values(event_id=None, attendee_id=None))
