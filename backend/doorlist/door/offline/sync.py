"""Settles what devices kept: each record with a result of its own (contract 7.settle, decision 0030)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.door.admission.fold import Present
from doorlist.door.admission.ticket import Ticket
from doorlist.door.conflicts import reconcile as contradicting
from doorlist.door.offline import missing, repository
from doorlist.door.offline.deciding import Decided, Deciding, Made, Maker
from doorlist.door.offline.door_time import MADE_WITHIN, Bounds, DoorTime, door_time
from doorlist.door.offline.refused_texts import hash_texts_beyond
from doorlist.door.offline.repository import SettlingRepository
from doorlist.door.offline.schemas import (
    DoorRecord,
    DoorRecords,
    SettledOutcome,
    SettledRecord,
    SettledRecords,
    Unreadable,
)
from doorlist.door.rules import REFUSED, ConflictKind, ScanOutcome
from doorlist.live.publish import publish_after_commit
from doorlist.users.door_access import DoorAccess, MadeBy, device_of
from doorlist.users.models import DoorGrant

MOST_AHEAD = 10_000
"""So many numbers beyond the known ones a device may tell of at once."""

_OUTCOMES = {
    ScanOutcome.UNKNOWN: SettledOutcome.UNKNOWN,
    ScanOutcome.INVALID: SettledOutcome.INVALID,
    ScanOutcome.OTHER_EVENT: SettledOutcome.OTHER_EVENT,
    ScanOutcome.MARKED_ABSENT: SettledOutcome.MARKED_ABSENT,
    ScanOutcome.NOT_COUNTED: SettledOutcome.NOT_COUNTED,
}
_LET_IN = {ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE}
_KEY_OF_ANOTHER = "This key came before, with another ticket or from another person."


PART = 100
"""So many records are settled at once: a scan at the desk waits for one part at most, not for a batch."""


@dataclass(frozen=True)
class Delivery:
    """What a device sends, and when it came in."""

    request: DoorRecords
    door: DoorAccess
    received: datetime

    @property
    def parts(self) -> list[list[Made]]:
        """The records in the order of door time, some at a time."""
        made = self.made(Bounds(clock.milliseconds(self.received), 0))
        return [made[start : start + PART] for start in range(0, len(made), PART)] or [[]]

    @property
    def made_by(self) -> MadeBy:
        """Who made all of it."""
        made = self.made(Bounds(clock.milliseconds(self.received), 0))
        between = (made[0].at, made[-1].at) if made else None
        return MadeBy(self.request.scanned_by, self.request.grant_id, between)

    def made(self, bounds: Bounds, among: Sequence[Made] | None = None) -> list[Made]:
        """The records, or those `among` them, in the order of their door times within the bounds."""
        all_ = [(record, place) for place, record in enumerate(self.request.items) if isinstance(record, DoorRecord)]
        chosen = all_ if among is None else [(each.record, each.place) for each in among]
        made = [Made(record, self._time_of(record, bounds), place) for record, place in chosen]
        return sorted(made, key=lambda each: (each.time.at, each.record.sequence or 0, each.record.key.hex))

    def _time_of(self, record: DoorRecord, bounds: Bounds) -> DoorTime:
        return door_time(
            at=record.at,
            clock_offset=record.clock_offset,
            sent_at=self.request.sent_at,
            sequence=record.sequence,
            bounds=bounds,
        )


def check_limits(tx: Session, delivery: Delivery) -> None:
    """Refuse in a read the records of an access beyond its limit, before the request waits for its turn to write.

    Raises TooManyRecords, NotYou, and the problem of the session where no grant helps.
    """
    user = delivery.door.delivering_at(tx, delivery.request.event_id, delivery.made_by)
    if user.grant is not None:
        delivery.door.limits.take(user.grant, len(delivery.request.items))


def settle_part(tx: Session, delivery: Delivery, part: Sequence[Made]) -> dict[int, SettledRecord]:
    """Settle a part of what a device sends; the result of each record by its place.

    Raises NotYou, and the problem of the session where no grant helps.
    """
    request, now = delivery.request, delivery.received
    user = delivery.door.delivering_at(tx, request.event_id, delivery.made_by)
    grant = repository.hold_grant(tx, user.grant.id) if user.grant else None
    if user.grant and grant is None:
        raise delivery.door.no_access()
    maker = Maker(user.id, request.event_id, device_of(user, request.device))
    maker = maker._replace(helper=user.helper, is_helper=user.is_helper)
    if grant is not None:
        is_ended = grant.ended_at is not None
        maker = maker._replace(grant_id=grant.id, makes_until=grant.makes_until, is_ended=is_ended)
        maker = maker._replace(texts_left=0 if is_ended else delivery.door.limits.texts_left(grant.id))
    decided, settled = settle(tx, delivery.made(_bounds(grant, now), part), maker, now)
    if grant is not None:
        delivery.door.limits.count_texts(grant.id, settled.texts)
    answers = _Answers(tx, settled, decided.values())
    return {place: answers.of(request.items[place], each) for place, each in decided.items()}


def note_contact(tx: Session, delivery: Delivery) -> None:
    """Record the device's report of itself, by its grant if that has not ended."""
    request, now = delivery.request, delivery.received
    if request.event_id is None:
        return
    held = delivery.door.grant_of(tx, request.event_id, delivery.made_by)
    grant = repository.hold_grant(tx, held.id) if held else None
    if grant is not None and grant.ended_at is None:
        repository.note_contact(tx, grant.id, _contact(grant, request, now))
        missing.note_unsent(tx, grant.id, request.unsent, now)


def settle_and_note(tx: Session, delivery: Delivery, part: Sequence[Made]) -> dict[int, SettledRecord]:
    """Settle the last part; after it the device has said all that it had to say."""
    results = settle_part(tx, delivery, part)
    note_contact(tx, delivery)
    return results


def find_arrived(tx: Session, delivery: Delivery) -> list[int]:
    """The grants of the user's devices whose missing or waiting records have come: `missing.note_unsent` follows."""
    request = delivery.request
    return [] if request.event_id is None else missing.find_arrived(tx, request.scanned_by, request.event_id)


def answer(delivery: Delivery, results: Mapping[int, SettledRecord]) -> SettledRecords:
    """What the device hears, in the order in which it sent."""
    items = [
        SettledRecord(key=record.key, outcome=SettledOutcome.FAILED, detail=record.detail)
        if isinstance(record, Unreadable)
        else results[place]
        for place, record in enumerate(delivery.request.items)
    ]
    return SettledRecords(now=clock.milliseconds(clock.now()), items=items)


class Settled:
    """What a batch came to, beside its records."""

    def __init__(self, deciding: Deciding, kinds: Mapping[str, ConflictKind], texts: int) -> None:
        self.tickets = deciding.tickets
        self.kinds = kinds
        self.refused = deciding.refused
        # How many refused texts were logged as texts.
        self.texts = texts


def settle(tx: Session, made: Sequence[Made], maker: Maker, now: datetime) -> tuple[dict[int, Decided | None], Settled]:
    """Decide the records, write what they come to, and tell open screens.

    By its place what became of each; None of one whose key came before, with another ticket or from another user.
    """
    stored = SettlingRepository(tx)
    deciding = Deciding(stored, [each.record for each in made], maker, now)
    decided = {each.place: deciding.decide(each) for each in made}
    stories, changed = deciding.finish()
    texts = hash_texts_beyond(deciding.new, len(made) * 2 if maker.texts_left is None else maker.texts_left)
    events = {ticket.id: ticket.event_id for ticket in deciding.tickets.values()}
    if deciding.new:
        rows = [*deciding.baselines, *(new.row for new in deciding.new if new.row)]
        ids = stored.log(rows)
        noted = contradicting.note_rows(tx, deciding.new, ids, now=now)
        found = {id_: (events[id_], story) for id_, story in stories.items()}
        noted |= contradicting.reconcile(tx, found, ids, now=now)
        refused = {row.event_id for row in deciding.new if row.outcome in REFUSED and row.event_id is not None}
        publish_after_commit(tx, conflicts_of=noted, doors_of=refused)
    if changed:
        stored.write_attendances(changed)
    by_event = defaultdict[int, list[int]](list)
    for attendance in changed:
        by_event[events[attendance.id]].append(attendance.id)
    for event_id, attendees in by_event.items():
        publish_after_commit(tx, attendees=attendees, attendees_of=[event_id])
    return decided, Settled(deciding, contradicting.kinds_by_key(stories.values()), texts)


def outcome_of(decided: Decided) -> SettledOutcome:
    """What the device hears of it."""
    if decided.outcome in _OUTCOMES:
        return _OUTCOMES[decided.outcome]
    if decided.first is None:
        return SettledOutcome.TURNED_AWAY
    is_first = decided.first == Present(decided.at, decided.user_id)
    return SettledOutcome.ADMITTED if decided.outcome in _LET_IN and is_first else SettledOutcome.ALREADY


def _bounds(grant: DoorGrant | None, now: datetime) -> Bounds:
    received = clock.milliseconds(now)
    if grant is None:
        return Bounds(received, received - MADE_WITHIN)
    contact = None if grant.announced_at is None else clock.milliseconds(grant.announced_at)
    return Bounds(received, clock.milliseconds(grant.created_at), contact, grant.announced_sequence)


def _contact(grant: DoorGrant, request: DoorRecords, now: datetime) -> dict[str, object]:
    values: dict[str, object] = {"last_contact_at": now, "waiting": request.pending}
    if request.last_sequence is not None:
        numbers = [record.sequence or 0 for record in request.items if isinstance(record, DoorRecord)]
        known = max(grant.announced_sequence or 0, *numbers, 0)
        values |= {"announced_sequence": min(request.last_sequence, known + MOST_AHEAD), "announced_at": now}
    return values


class _Answers:
    """What the device hears of its records."""

    def __init__(self, tx: Session, settled: Settled, decided: Iterable[Decided | None]) -> None:
        self._settled = settled
        firsts = [each.first for each in decided if each is not None]
        self._names = repository.names_of_users(tx, {first.by for first in firsts if first and first.by is not None})
        self._doors = repository.doors_of(tx, {(each.attendee_id, each.first) for each in decided if each is not None})

    def of(self, record: DoorRecord | Unreadable, decided: Decided | None) -> SettledRecord:
        """The result of one record."""
        key = str(record.key)
        refusal = self._settled.refused.get(record.key.hex) if isinstance(record, DoorRecord) else None
        if decided is None or refusal is not None:
            return SettledRecord(key=key, outcome=SettledOutcome.FAILED, detail=refusal or _KEY_OF_ANOTHER)
        ticket = None if decided.attendee_id is None else self._settled.tickets.get(decided.attendee_id)
        conflict = contradicting.kind_of_row(decided) or self._settled.kinds.get(decided.key)
        return self._told(key, decided, ticket, conflict)

    def _told(self, key: str, decided: Decided, ticket: Ticket | None, conflict: ConflictKind | None) -> SettledRecord:
        outcome, first = outcome_of(decided), decided.first
        is_other = outcome == SettledOutcome.OTHER_EVENT
        return SettledRecord(
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

    def _person(self, first: Present | None) -> PersonRef | None:
        if first is None or first.by not in self._names:
            return None
        return PersonRef(id=first.by, full_name=self._names[first.by])
