"""Applies the uploads of devices: each record has its own result (contract 7.settle, decision 0030)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.door.offline import missing_records
from doorlist.door.offline.batch import AppliedBatch, TimedRecord, apply_batch, lock_origin
from doorlist.door.offline.door_time import MAX_RECORD_AGE_MS, DoorTime, TimeBounds, door_time, spread
from doorlist.door.offline.schemas import (
    DoorRecord,
    DoorRecords,
    RecordOutcome,
    RecordResult,
    RecordResults,
    Unreadable,
)
from doorlist.users.access import lock_access, update_access
from doorlist.users.door_credentials import AccessSelector, DoorCredentials
from doorlist.users.models import DoorAccess

MAX_SEQUENCE_GAP = 10_000
"""Maximum gap between the known sequence numbers and the one that a device announces."""

CHUNK, SQLITE_CHUNK = 100, 50
"""Records applied in one transaction. On SQLite a live scan waits for a whole one."""


@dataclass(frozen=True)
class SyncRequest:
    """A device's upload, and when it was received, which bounds its door times."""

    request: DoorRecords
    door: DoorCredentials
    received: datetime
    _timed: dict[TimeBounds, list[TimedRecord]] = field(default_factory=dict)

    @property
    def made(self) -> list[TimedRecord]:
        """The records in the order of door time, before the bounds of their access are known."""
        return self.timed_records(TimeBounds(clock.milliseconds(self.received), 0))

    def chunks(self, size: int) -> list[list[TimedRecord]]:
        """The records in the order of door time, at most so many at a time."""
        return [self.made[start : start + size] for start in range(0, len(self.made), size)] or [[]]

    @property
    def made_by(self) -> AccessSelector:
        """The user and the access under which the records were made."""
        between = (self.made[0].at, self.made[-1].at) if self.made else None
        return AccessSelector(self.request.scanned_by, self.request.grant_id, between)

    def timed_records(self, bounds: TimeBounds) -> list[TimedRecord]:
        """The records in the order of their door times within the bounds."""
        if bounds not in self._timed:
            readable = [(place, each) for place, each in enumerate(self.request.items) if isinstance(each, DoorRecord)]
            made = [TimedRecord(record, self._time_of(record, bounds), place) for place, record in readable]
            made.sort(key=lambda each: (each.time.at, each.record.sequence or 0, str(each.record.key)))
            times = spread([each.time for each in made], bounds)
            self._timed[bounds] = [each._replace(time=time) for each, time in zip(made, times, strict=True)]
        return self._timed[bounds]

    def _time_of(self, record: DoorRecord, bounds: TimeBounds) -> DoorTime:
        return door_time(
            at=record.at,
            clock_offset=record.clock_offset,
            sent_at=self.request.sent_at,
            sequence=record.sequence,
            bounds=bounds,
        )


def check_limits(tx: Session, sync_request: SyncRequest) -> None:
    """Refuse in a read the records of an access beyond its limit, so that no writer waits for them.

    Raises TooManyRecords, NotYou, and the problem of the session where no access helps.
    """
    user = sync_request.door.user_for_upload(tx, sync_request.request.event_id, sync_request.made_by)
    if user.access is not None:
        sync_request.door.limits.take(user.access, len(sync_request.request.items))


def records_at_once(database: Database) -> int:
    """The maximum number of records that are applied in one transaction."""
    return SQLITE_CHUNK if database.is_sqlite else CHUNK


def apply_chunk(tx: Session, sync_request: SyncRequest, chunk: Sequence[TimedRecord]) -> AppliedBatch:
    """Apply a chunk of an upload.

    Raises NotYou, and the problem of the session where no access helps.
    """
    request = sync_request.request
    user = sync_request.door.user_for_upload(tx, request.event_id, sync_request.made_by)
    origin, held = lock_origin(tx, sync_request.door, user, request.event_id, request.device)
    places = {each.place for each in chunk}
    made = [each for each in sync_request.timed_records(_bounds(held, sync_request.received)) if each.place in places]
    applied = apply_batch(tx, made, origin, sync_request.received)
    if held is not None:
        sync_request.door.limits.count_texts(held.id, applied.decider.texts[held.id])
    return applied


def apply_last_chunk(tx: Session, sync_request: SyncRequest, chunk: Sequence[TimedRecord]) -> AppliedBatch:
    """Apply the last chunk, and record the device's report of itself by its access, if that has not ended."""
    applied = apply_chunk(tx, sync_request, chunk)
    request, now = sync_request.request, sync_request.received
    if request.event_id is not None:
        presented = sync_request.door.access_of(tx, request.event_id, sync_request.made_by)
        held = lock_access(tx, presented.id) if presented else None
        if held is not None and update_access(tx, held.id, _contact(held, request, now)):
            missing_records.record_unsent(tx, held.id, request.unsent, now)
    return applied


def answer(sync_request: SyncRequest, applied: Sequence[AppliedBatch]) -> RecordResults:
    """The response: the results of all chunks in the order of the upload."""
    chunk_of = {place: chunk for chunk in applied for place in chunk.places}
    items = [
        RecordResult(key=record.key, outcome=RecordOutcome.FAILED, detail=record.detail)
        if isinstance(record, Unreadable)
        else chunk_of[place].result(place, str(record.key))
        for place, record in enumerate(sync_request.request.items)
    ]
    return RecordResults(now=clock.milliseconds(clock.now()), items=items)


def _bounds(held: DoorAccess | None, now: datetime) -> TimeBounds:
    received = clock.milliseconds(now)
    if held is None:
        return TimeBounds(received, received - MAX_RECORD_AGE_MS)
    contact = None if held.announced_at is None else clock.milliseconds(held.announced_at)
    return TimeBounds(received, clock.milliseconds(held.begins_at), contact, held.announced_sequence)


def _contact(held: DoorAccess, request: DoorRecords, now: datetime) -> dict[str, object]:
    values: dict[str, object] = {"last_contact_at": now, "waiting": request.pending}
    if request.last_sequence is not None:
        numbers = [record.sequence or 0 for record in request.items if isinstance(record, DoorRecord)]
        known = max(held.announced_sequence or 0, *numbers, 0)
        values |= {"announced_sequence": min(request.last_sequence, known + MAX_SEQUENCE_GAP), "announced_at": now}
    return values
