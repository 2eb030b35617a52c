"""Applies the uploads of devices: each record has its own result (contract 7.settle, decision 0030)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from operator import itemgetter

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.offline import missing_records
from doorlist.door.offline.batch import TimedRecord, apply_batch, lock_origin
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

CHUNK = 100
"""Records applied in one transaction: a live scan waits for one chunk at most, not for a batch."""


@dataclass(frozen=True)
class SyncRequest:
    """A device's upload, and the moment of its arrival."""

    request: DoorRecords
    door: DoorCredentials
    received: datetime

    @cached_property
    def made(self) -> list[TimedRecord]:
        """The records in the order of door time, before the bounds of their access are known."""
        return self.timed_records(TimeBounds(clock.milliseconds(self.received), 0))

    @property
    def chunks(self) -> list[list[TimedRecord]]:
        """The records in the order of door time, some at a time."""
        return [self.made[start : start + CHUNK] for start in range(0, len(self.made), CHUNK)] or [[]]

    @property
    def made_by(self) -> AccessSelector:
        """The user and the access under which the records were made."""
        between = (self.made[0].at, self.made[-1].at) if self.made else None
        return AccessSelector(self.request.scanned_by, self.request.grant_id, between)

    def timed_records(self, bounds: TimeBounds, among: Sequence[TimedRecord] | None = None) -> list[TimedRecord]:
        """The records, or those `among` them, in the order of their door times within the bounds."""
        made = list[tuple[tuple[int, int, str], TimedRecord]]()
        for place, record in enumerate(self.request.items):
            if isinstance(record, DoorRecord):
                time = self._time_of(record, bounds)
                made.append(((time.at, record.sequence or 0, record.key.hex), TimedRecord(record, time, place)))
        in_order = [each for _, each in sorted(made, key=itemgetter(0))]
        times = spread([each.time for each in in_order], bounds)
        wanted = None if among is None else {each.place for each in among}
        return [
            each._replace(time=time)
            for each, time in zip(in_order, times, strict=True)
            if wanted is None or each.place in wanted
        ]

    def _time_of(self, record: DoorRecord, bounds: TimeBounds) -> DoorTime:
        return door_time(
            at=record.at,
            clock_offset=record.clock_offset,
            sent_at=self.request.sent_at,
            sequence=record.sequence,
            bounds=bounds,
        )


def check_limits(tx: Session, sync_request: SyncRequest) -> None:
    """Refuse in a read the records of an access beyond its limit, before the request waits for its turn to write.

    Raises TooManyRecords, NotYou, and the problem of the session where no access helps.
    """
    user = sync_request.door.user_for_upload(tx, sync_request.request.event_id, sync_request.made_by)
    if user.access is not None:
        sync_request.door.limits.take(user.access, len(sync_request.request.items))


def apply_chunk(tx: Session, sync_request: SyncRequest, chunk: Sequence[TimedRecord]) -> dict[int, RecordResult]:
    """Apply a chunk of an upload; the result of each record by its index.

    Raises NotYou, and the problem of the session where no access helps.
    """
    request, now = sync_request.request, sync_request.received
    user = sync_request.door.user_for_upload(tx, request.event_id, sync_request.made_by)
    origin, held = lock_origin(tx, sync_request.door, user, request.event_id, request.device)
    applied = apply_batch(tx, sync_request.timed_records(_bounds(held, now), chunk), origin, now)
    if held is not None:
        sync_request.door.limits.count_texts(held.id, applied.decider.texts[held.id])
    return {each.place: applied.result(each.place, str(each.record.key)) for each in chunk}


def apply_last_chunk(tx: Session, sync_request: SyncRequest, chunk: Sequence[TimedRecord]) -> dict[int, RecordResult]:
    """Apply the last chunk, and record the device's report of itself by its access, if that has not ended."""
    results = apply_chunk(tx, sync_request, chunk)
    request, now = sync_request.request, sync_request.received
    if request.event_id is not None:
        presented = sync_request.door.access_of(tx, request.event_id, sync_request.made_by)
        held = lock_access(tx, presented.id) if presented else None
        if held is not None and update_access(tx, held.id, _contact(held, request, now)):
            missing_records.record_unsent(tx, held.id, request.unsent, now)
    return results


def answer(sync_request: SyncRequest, results: Mapping[int, RecordResult]) -> RecordResults:
    """The response: the results in the order of the upload."""
    items = [
        RecordResult(key=record.key, outcome=RecordOutcome.FAILED, detail=record.detail)
        if isinstance(record, Unreadable)
        else results[place]
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
