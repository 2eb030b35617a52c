"""Settles what devices kept: each record with a result of its own (contract 7.settle, decision 0030)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.door.admission.decide import DecidedRecord
from doorlist.door.admission.fold import VisitStart
from doorlist.door.admission.repository import BatchRepository
from doorlist.door.admission.ticket import Ticket
from doorlist.door.conflicts import reconcile
from doorlist.door.offline import missing, repository
from doorlist.door.offline.deciding import Decider, RecordOrigin, TimedRecord
from doorlist.door.offline.door_time import MAX_RECORD_AGE_MS, DoorTime, TimeBounds, door_time
from doorlist.door.offline.refused_texts import hash_texts_beyond
from doorlist.door.offline.schemas import (
    DoorRecord,
    DoorRecords,
    RecordOutcome,
    RecordResult,
    RecordResults,
    Unreadable,
)
from doorlist.door.rules import REFUSED, ConflictKind, ScanOutcome
from doorlist.live.publish import publish_after_commit
from doorlist.users.access import hold_access, update_access
from doorlist.users.door_credentials import AccessSelector, DoorCredentials, device_of
from doorlist.users.models import DoorAccess

MAX_SEQUENCE_GAP = 10_000
"""Maximum gap between the known sequence numbers and the one that a device announces."""

_OUTCOMES = {
    ScanOutcome.UNKNOWN: RecordOutcome.UNKNOWN,
    ScanOutcome.INVALID: RecordOutcome.INVALID,
    ScanOutcome.OTHER_EVENT: RecordOutcome.OTHER_EVENT,
    ScanOutcome.MARKED_ABSENT: RecordOutcome.MARKED_ABSENT,
    ScanOutcome.NOT_COUNTED: RecordOutcome.NOT_COUNTED,
}
_KEY_OF_ANOTHER = "This key came before, with another ticket or from another person."


CHUNK = 100
"""Records applied in one transaction: a live scan waits for one chunk at most, not for a batch."""


@dataclass(frozen=True)
class SyncRequest:
    """A device's upload, and the moment of its arrival."""

    request: DoorRecords
    door: DoorCredentials
    received: datetime

    @property
    def chunks(self) -> list[list[TimedRecord]]:
        """The records in the order of door time, some at a time."""
        made = self.timed_records(TimeBounds(clock.milliseconds(self.received), 0))
        return [made[start : start + CHUNK] for start in range(0, len(made), CHUNK)] or [[]]

    @property
    def made_by(self) -> AccessSelector:
        """The user and the access under which the records were made."""
        made = self.timed_records(TimeBounds(clock.milliseconds(self.received), 0))
        between = (made[0].at, made[-1].at) if made else None
        return AccessSelector(self.request.scanned_by, self.request.grant_id, between)

    def timed_records(self, bounds: TimeBounds, among: Sequence[TimedRecord] | None = None) -> list[TimedRecord]:
        """The records, or those `among` them, in the order of their door times within the bounds."""
        all_ = [(record, place) for place, record in enumerate(self.request.items) if isinstance(record, DoorRecord)]
        chosen = all_ if among is None else [(each.record, each.place) for each in among]
        made = [TimedRecord(record, self._time_of(record, bounds), place) for record, place in chosen]
        return sorted(made, key=lambda each: (each.time.at, each.record.sequence or 0, each.record.key.hex))

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
    held = hold_access(tx, user.access.id) if user.access else None
    if user.access and held is None:
        raise sync_request.door.no_access()
    origin = RecordOrigin(user.id, request.event_id, device_of(user, request.device))
    origin = origin._replace(helper=user.helper, is_helper=user.is_helper)
    if held is not None:
        is_ended = held.ended_at is not None
        origin = origin._replace(grant_id=held.id, makes_until=held.makes_until, is_ended=is_ended)
        origin = origin._replace(texts_left=0 if is_ended else sync_request.door.limits.texts_left(held.id))
    decided, settled = apply_batch(tx, sync_request.timed_records(_bounds(held, now), chunk), origin, now)
    if held is not None:
        sync_request.door.limits.count_texts(held.id, settled.texts)
    answers = _Answers(tx, settled, decided.values())
    return {place: answers.of(request.items[place], each) for place, each in decided.items()}


def note_contact(tx: Session, sync_request: SyncRequest) -> None:
    """Record the device's report of itself, by its access if that has not ended."""
    request, now = sync_request.request, sync_request.received
    if request.event_id is None:
        return
    presented = sync_request.door.access_of(tx, request.event_id, sync_request.made_by)
    held = hold_access(tx, presented.id) if presented else None
    if held is not None and update_access(tx, held.id, _contact(held, request, now)):
        missing.note_unsent(tx, held.id, request.unsent, now)


def apply_last_chunk(tx: Session, sync_request: SyncRequest, chunk: Sequence[TimedRecord]) -> dict[int, RecordResult]:
    """Apply the last chunk, and record the device's report of itself."""
    results = apply_chunk(tx, sync_request, chunk)
    note_contact(tx, sync_request)
    return results


def find_arrived(tx: Session, sync_request: SyncRequest) -> list[int]:
    """The accesses of the user's devices whose missing or waiting records have come: `missing.note_unsent` follows."""
    request = sync_request.request
    return [] if request.event_id is None else missing.find_arrived(tx, request.scanned_by, request.event_id)


def answer(sync_request: SyncRequest, results: Mapping[int, RecordResult]) -> RecordResults:
    """The response: the results in the order of the upload."""
    items = [
        RecordResult(key=record.key, outcome=RecordOutcome.FAILED, detail=record.detail)
        if isinstance(record, Unreadable)
        else results[place]
        for place, record in enumerate(sync_request.request.items)
    ]
    return RecordResults(now=clock.milliseconds(clock.now()), items=items)


class AppliedBatch:
    """The context that the results of a batch need, beside its records."""

    def __init__(self, decider: Decider, kinds: Mapping[str, ConflictKind], texts: int) -> None:
        self.tickets = decider.tickets
        self.kinds = kinds
        self.refused = decider.refused
        # How many refused texts were logged as texts.
        self.texts = texts


def apply_batch(
    tx: Session, made: Sequence[TimedRecord], origin: RecordOrigin, now: datetime
) -> tuple[dict[int, DecidedRecord | None], AppliedBatch]:
    """Decide the records, write their rows and the presences, and publish the changes.

    Returns each decided record by its index; None if its key was used before, with another ticket or by another user.
    """
    stored = BatchRepository(tx)
    decider = Decider(stored, [each.record for each in made], origin, now)
    decided = {each.place: decider.decide(each) for each in made}
    presences, changed = decider.presence_changes()
    texts = hash_texts_beyond(decider.new, len(made) * 2 if origin.texts_left is None else origin.texts_left)
    events = {ticket.id: ticket.event_id for ticket in decider.tickets.values()}
    if decider.new:
        rows = [*decider.baselines, *(new.row for new in decider.new if new.row)]
        ids = stored.log(rows)
        noted = reconcile.insert_row_conflicts(tx, decider.new, ids, now=now)
        found = {id_: (events[id_], presence) for id_, presence in presences.items()}
        noted |= reconcile.update_conflicts(tx, found, ids, now=now)
        refused = {row.event_id for row in decider.new if row.outcome in REFUSED and row.event_id is not None}
        publish_after_commit(tx, conflicts_of=noted, doors_of=refused)
    if changed:
        stored.write_presences(changed)
    by_event = defaultdict[int, list[int]](list)
    for attendance in changed:
        by_event[events[attendance.id]].append(attendance.id)
    for event_id, attendees in by_event.items():
        publish_after_commit(tx, attendees=attendees, attendees_of=[event_id])
    return decided, AppliedBatch(decider, reconcile.kinds_by_key(presences.values()), texts)


def outcome_of(decided: DecidedRecord) -> RecordOutcome:
    """The outcome in the response."""
    if decided.outcome in _OUTCOMES:
        return _OUTCOMES[decided.outcome]
    if decided.first is None:
        return RecordOutcome.TURNED_AWAY
    return RecordOutcome.ADMITTED if decided.is_admission else RecordOutcome.ALREADY


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


class _Answers:
    """Builds the result of each record."""

    def __init__(self, tx: Session, settled: AppliedBatch, decided: Iterable[DecidedRecord | None]) -> None:
        self._settled = settled
        firsts = [each.first for each in decided if each is not None]
        self._names = repository.names_of_users(tx, {first.by for first in firsts if first and first.by is not None})
        self._doors = repository.doors_of(tx, {(each.attendee_id, each.first) for each in decided if each is not None})

    def of(self, record: DoorRecord | Unreadable, decided: DecidedRecord | None) -> RecordResult:
        """The result of one record."""
        key = str(record.key)
        refusal = self._settled.refused.get(record.key.hex) if isinstance(record, DoorRecord) else None
        if decided is None or refusal is not None:
            return RecordResult(key=key, outcome=RecordOutcome.FAILED, detail=refusal or _KEY_OF_ANOTHER)
        ticket = None if decided.attendee_id is None else self._settled.tickets.get(decided.attendee_id)
        conflict = reconcile.kind_of_row(decided) or self._settled.kinds.get(decided.key)
        return self._told(key, decided, ticket, conflict)

    def _told(
        self, key: str, decided: DecidedRecord, ticket: Ticket | None, conflict: ConflictKind | None
    ) -> RecordResult:
        outcome, first = outcome_of(decided), decided.first
        is_other = outcome == RecordOutcome.OTHER_EVENT
        return RecordResult(
            key=key,
            outcome=outcome,
            attendee_id=ticket and ticket.id,
            attended_at=clock.from_wire(first.since) if first else None,
            checked_in_by=self._person(first),
            check_in_door=first and self._doors.get((decided.attendee_id, first)),
            detail=ticket.event_name if ticket and is_other else None,
            event_date=ticket and ticket.event_date,
            conflict=conflict,
        )

    def _person(self, first: VisitStart | None) -> PersonRef | None:
        if first is None or first.by not in self._names:
            return None
        return PersonRef(id=first.by, full_name=self._names[first.by])
