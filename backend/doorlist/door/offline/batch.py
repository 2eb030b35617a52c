"""Applies a batch of records in one transaction: their rows in the log, the presences and the conflicts that follow."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import CheckInDoor
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import KeyReused, RetryTransaction
from doorlist.door.admission.decide import DecidedRecord, RecordOrigin
from doorlist.door.admission.decider import NOT_THEIRS, Decider, UndoRefused, former_hashes, keys_of
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, present_since, spellings
from doorlist.door.admission.fold import Presence, VisitStart
from doorlist.door.admission.presences import FoldedPresences
from doorlist.door.admission.repository import BatchRepository, TicketRefs
from doorlist.door.conflicts import reconcile
from doorlist.door.offline import repository
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.schemas import RecordOutcome, RecordResult
from doorlist.door.rules import REFUSED, Record, ScanOutcome
from doorlist.live.publish import publish_after_commit
from doorlist.tickets.rules import half_of_qr_hash
from doorlist.users.access import lock_access
from doorlist.users.door_credentials import DoorCredentials, DoorUser, device_of
from doorlist.users.models import DoorAccess

_OUTCOMES = {
    ScanOutcome.UNKNOWN: RecordOutcome.UNKNOWN,
    ScanOutcome.INVALID: RecordOutcome.INVALID,
    ScanOutcome.OTHER_EVENT: RecordOutcome.OTHER_EVENT,
    ScanOutcome.MARKED_ABSENT: RecordOutcome.MARKED_ABSENT,
    ScanOutcome.NOT_COUNTED: RecordOutcome.NOT_COUNTED,
    ScanOutcome.LEFT: RecordOutcome.LEFT,
    ScanOutcome.NOT_INSIDE: RecordOutcome.NOT_INSIDE,
    ScanOutcome.EXITS_NOT_COUNTED: RecordOutcome.EXITS_NOT_COUNTED,
    ScanOutcome.EXIT_UNDONE: RecordOutcome.EXIT_UNDONE,
    ScanOutcome.REENTRY_NOT_ALLOWED: RecordOutcome.REENTRY_NOT_ALLOWED,
}
_KEY_OF_ANOTHER = "This key came before, with another ticket or from another person."


class TimedRecord(NamedTuple):
    """A record, its door time, and its index in the upload."""

    record: Record
    time: DoorTime
    place: int = 0

    @property
    def at(self) -> datetime:
        """The door time."""
        return clock.from_milliseconds(self.time.at)


def lock_origin(
    tx: Session, door: DoorCredentials, user: DoorUser, event_id: int | None, device: str | None
) -> tuple[RecordOrigin, DoorAccess | None]:
    """The origin of a user's records, and its access, locked until the transaction ends.

    Raises the problem of the session if the access was deleted meanwhile.
    """
    origin = RecordOrigin(user.id, user.full_name, event_id, device_of(user, device), helper=user.helper)
    if user.access is None or user.may is None:
        return origin, None
    access = lock_access(tx, user.access.id)
    if access is None:
        raise door.no_access()
    is_ended = access.ended_at is not None
    return origin._replace(
        grant_id=access.id,
        makes_until=access.makes_until,
        is_ended=is_ended,
        undoes_within=user.may.undoes_within,
        texts_left=0 if is_ended else door.limits.texts_left(access.id),
    ), access


class AppliedBatch:
    """The decided records of a batch by their index, the reasons why others failed, and the result of each."""

    def __init__(
        self,
        tx: Session,
        decider: Decider,
        decided: Mapping[int, DecidedRecord],
        failed: Mapping[int, str],
        presences: Mapping[int, Presence],
    ) -> None:
        self.decided = decided
        self._tx = tx
        self._decider = decider
        self._failed = failed
        self._kinds = reconcile.kinds_by_key(presences.values())

    def texts_of(self, access_id: int) -> int:
        """The refused texts of the access that this batch has logged as texts."""
        return self._decider.texts[access_id]

    def result(self, place: int, key: str) -> RecordResult:
        """The result of one record."""
        decided = self.decided.get(place)
        if decided is None or place in self._failed:
            return RecordResult(key=key, outcome=RecordOutcome.FAILED, detail=self._failed[place])
        ticket, first = self._ticket_of(decided), decided.first
        outcome = _outcome_of(decided)
        return RecordResult(
            key=key,
            outcome=outcome,
            attendee_id=ticket and ticket.id,
            attended_at=clock.from_wire(first.since) if first else None,
            checked_in_by=self._person(first),
            check_in_door=self._doors.get((decided.attendee_id, first)),
            detail=ticket.event_name if ticket and outcome == RecordOutcome.OTHER_EVENT else None,
            event_date=ticket and ticket.event_date,
            conflict=reconcile.kind_of_row(decided) or self._kinds.get(decided.key),
            returned=decided.is_return,
            left_at=clock.from_wire(decided.left_at) if decided.left_at else None,
        )

    def ticket_then(self, decided: DecidedRecord) -> DoorAttendee | None:
        """The attendee of a record, present by the visit that the record belongs to."""
        ticket, first = self._ticket_of(decided), decided.first
        if ticket is None or first is None:
            return ticket
        door = self._doors.get((ticket.id, first)) or CheckInDoor(door="", helper=None)
        return present_since(
            ticket,
            first,
            self._names.get(first.by or 0),
            door=door.door or None,
            helper=door.helper,
            left_at=decided.attendance.left_at,
        )

    def _ticket_of(self, decided: DecidedRecord) -> DoorAttendee | None:
        return self._decider.tickets.by_id.get(decided.attendee_id or 0)

    @cached_property
    def _names(self) -> dict[int, str]:
        starts = [each.first for each in self.decided.values() if each.first]
        return repository.names_of_users(self._tx, {start.by for start in starts if start.by is not None})

    @cached_property
    def _doors(self) -> dict[repository.LetIn, CheckInDoor]:
        return repository.doors_of(self._tx, {(each.attendee_id, each.first) for each in self.decided.values()})

    def _person(self, first: VisitStart | None) -> PersonRef | None:
        if first is None or first.by not in self._names:
            return None
        return PersonRef(id=first.by, full_name=self._names[first.by])


def apply_batch(tx: Session, made: Sequence[TimedRecord], origin: RecordOrigin, now: datetime) -> AppliedBatch:
    """Decide the records in this order, write their rows and the presences, and publish the changes."""
    stored = BatchRepository(tx)
    decider, folded = _look_up(stored, [each.record for each in made], origin, now)
    decided, failed = dict[int, DecidedRecord](), dict[int, str]()
    for each in made:
        try:
            decided[each.place] = decider.decide(each.record, origin, each.at, each.time.clock_error)
        except KeyReused:
            failed[each.place] = _KEY_OF_ANOTHER
        except UndoRefused as refusal:
            failed[each.place] = str(refusal)
    presences = folded.complete(decider.new)
    if origin.undoes_within is not None:
        ineffective = decider.ineffective_undos(presences)
        failed |= {place: NOT_THEIRS for place, each in decided.items() if each.key in ineffective}
    _write(tx, stored, decider.new, folded, presences, now)
    return AppliedBatch(tx, decider, decided, failed, presences)


def _look_up(
    stored: BatchRepository, records: Sequence[Record], origin: RecordOrigin, now: datetime
) -> tuple[Decider, FoldedPresences]:
    """Lock and read all that the records refer to. Raises RetryTransaction if that changed between lock and read."""
    keys = {key for record in records for key in keys_of(record)}
    hashes = [half_of_qr_hash(record.qr_hash) for record in records if record.qr_hash is not None]
    texts = [text for record in records if record.qr_data is not None for text in spellings(record.qr_data)]
    ids = [record.attendee_id for record in records if record.attendee_id is not None]
    former = [each for record in records for each in former_hashes(record)]
    only = origin.only_event
    # Read only after the rows are locked: all changes of other transactions are visible by then.
    locked = stored.lock(TicketRefs(hashes, texts, ids, former), keys, origin.event_id)
    # A record of an erased ticket still counts for its guest (contract 4.erase).
    erased = stored.erased(former, only)
    prior = stored.prior(keys)
    ids += erased.values()
    ids += [row.attendee_id for row in prior if row.attendee_id is not None and row.is_this_epoch]
    found = stored.tickets(TicketRefs(hashes, texts, ids, former), only)
    here = [ticket for ticket in found if origin.is_here(ticket.event_id)]
    if locked is not None and any(ticket.id not in locked for ticket in here):
        # Erased or sold since the rows were locked.
        raise RetryTransaction
    rows = stored.fold_rows([ticket.id for ticket in here])
    folded = FoldedPresences(here, rows, origin.user_id, now)
    return Decider(FoundTickets(found, by_hash=bool(hashes)), prior, folded, erased=erased), folded


def _write(
    tx: Session,
    stored: BatchRepository,
    new: Sequence[DecidedRecord],
    folded: FoldedPresences,
    presences: Mapping[int, Presence],
    now: datetime,
) -> None:
    if new:
        ids = stored.log([*folded.baselines, *(each.row for each in new if each.row)])
        conflicts_of = reconcile.insert_row_conflicts(tx, new, ids, now=now)
        conflicts_of |= reconcile.update_conflicts(
            tx, {id_: (folded.event_of(id_), presence) for id_, presence in presences.items()}, ids, now=now
        )
        refused_at = {row.event_id for row in new if row.outcome in REFUSED and row.event_id is not None}
        publish_after_commit(tx, conflicts_of=conflicts_of, doors_of=refused_at)
    changed = folded.changed()
    if changed:
        stored.write_presences(changed)
    by_event = defaultdict[int, list[int]](list)
    for presence in changed:
        by_event[folded.event_of(presence.id)].append(presence.id)
    for event_id, attendees in by_event.items():
        publish_after_commit(tx, attendees=attendees, attendees_of=[event_id])


def _outcome_of(decided: DecidedRecord) -> RecordOutcome:
    if decided.outcome in _OUTCOMES:
        return _OUTCOMES[decided.outcome]
    if decided.first is None:
        return RecordOutcome.TURNED_AWAY
    return RecordOutcome.ADMITTED if decided.is_admission or decided.is_return else RecordOutcome.ALREADY
