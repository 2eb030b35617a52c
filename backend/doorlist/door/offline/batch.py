"""Applies a batch of records in one transaction: their rows in the log, the presences and the conflicts that follow."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

import msgspec
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import CheckInDoor
from doorlist.check_in_lists.models import CheckInList
from doorlist.check_in_lists.repository import find_presences, keep_lists, write_presences
from doorlist.check_in_lists.rules import ListRule
from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import KeyReused, RetryTransaction
from doorlist.door.admission.capacity import PeopleAt, PeopleCounts
from doorlist.door.admission.decide import LoggedRow
from doorlist.door.admission.decider import NOT_THEIRS, Decider, RecordRefused, former_hashes, keys_of
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, refs_of
from doorlist.door.admission.fold import Presence
from doorlist.door.admission.log_row import LogRow
from doorlist.door.admission.presences import FoldedPresences, Place
from doorlist.door.admission.repository import BatchRepository
from doorlist.door.conflicts import reconcile
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.schemas import RecordOutcome, RecordResult
from doorlist.door.rules import REFUSED, UNDECIDED, ConflictKind, Record, RecordOrigin, ScanOutcome
from doorlist.door.schemas import CheckInAtList
from doorlist.live.publish import publish_after_commit
from doorlist.users.access import lock_access
from doorlist.users.door_credentials import DoorCredentials, DoorUser, device_of
from doorlist.users.models import DoorAccess

_AS_DECIDED = {*map(str, RecordOutcome)} - {ScanOutcome.ADMITTED, ScanOutcome.TURNED_AWAY}
"""Outcomes that a result takes over; the others depend on the presence by the folded log."""
_KEY_OF_ANOTHER = "This key came before, with another ticket or from another person."


class TimedRecord(NamedTuple):
    """A record, its door time, and its index in the upload."""

    record: Record
    time: DoorTime
    place: int = 0

    @property
    def at(self) -> datetime:
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
        is_of_one_list=user.helper is not None,
        list_id=access.list_id,
        makes_until=access.makes_until,
        is_ended=is_ended,
        undoes_within=user.may.undoes_within,
        texts_left=0 if is_ended else door.limits.texts_left(access.id),
    ), access


@dataclass(frozen=True)
class AppliedBatch:
    """The decided records of a batch by their index, the reasons why others failed, and the result of each.

    `logged` are the rows of the records by their keys, with the names and doors of first entries. `at_list` reads in
    `tx`; the results do not, so they may be built after the commit.
    """

    tx: Session
    decider: Decider
    decided: Mapping[int, LogRow]
    failed: Mapping[int, str]
    presences: Mapping[Place, Presence]
    logged: Mapping[str, LoggedRow]

    @property
    def places(self) -> AbstractSet[int]:
        """The indexes of all its records."""
        return self.decided.keys() | self.failed.keys()

    def result(self, place: int, key: str) -> RecordResult:
        decided = self.decided.get(place)
        if decided is None or place in self.failed:
            return RecordResult(key=key, outcome=RecordOutcome.FAILED, detail=self.failed[place])
        ticket, first = self._ticket_of(decided), decided.first
        outcome = _outcome_of(decided)
        return RecordResult(
            key=key,
            outcome=outcome,
            attendee_id=ticket and ticket.id,
            attended_at=clock.from_wire(first.since) if first else None,
            checked_in_by=self._person(decided),
            check_in_door=self._door_of(decided),
            detail=ticket.event_name if ticket and outcome == RecordOutcome.OTHER_EVENT else None,
            event_date=ticket and ticket.event_date,
            conflict=reconcile.kind_of_row(decided) or self._kinds.get(decided.key),
            returned=decided.is_return,
            left_at=clock.from_wire(decided.left_at) if decided.left_at else None,
        )

    def ticket_then(self, decided: LogRow) -> DoorAttendee | None:
        """The attendee of a record, present by the visit that the record belongs to."""
        ticket = self._ticket_of(decided)
        return ticket if ticket is None or decided.list_id is not None else self.logged[decided.key].ticket_then(ticket)

    def at_list(self, decided: LogRow) -> CheckInAtList | None:
        """The check-ins of a record's attendee at its list; None at the entrance."""
        found = self.decider.lists.get(decided.list_id or 0)
        if found is None:
            return None
        place = (decided.attendee_id or 0, found.id)
        presence = find_presences(self.tx, [place[0]]).get(place)
        return CheckInAtList(
            list=CheckInListRef.model_validate(found),
            first_at=presence and presence.first_at,
            last_at=presence and presence.last_at,
            times=presence.times if presence else 0,
            inside=found.rule == ListRule.REENTRY and presence is not None and presence.left_at is None,
            checked_in_by=self._person(decided),
            check_in_door=self._door_of(decided),
        )

    def _door_of(self, decided: LogRow) -> CheckInDoor | None:
        row = self.logged[decided.key]
        return None if row.first_door is None else CheckInDoor(door=row.first_door, helper=row.first_helper)

    def _person(self, decided: LogRow) -> PersonRef | None:
        row = self.logged[decided.key]
        if row.attended_by is None or row.first_name is None:
            return None
        return PersonRef(id=row.attended_by, full_name=row.first_name)

    def _ticket_of(self, decided: LogRow) -> DoorAttendee | None:
        return self.decider.tickets.by_id.get(decided.attendee_id or 0)

    @cached_property
    def _kinds(self) -> dict[str, ConflictKind]:
        return reconcile.kinds_by_key(self.presences.values())


def apply_batch(
    tx: Session,
    made: Sequence[TimedRecord],
    origin: RecordOrigin,
    now: datetime,
    *,
    stopping: Sequence[int] | None = None,
) -> AppliedBatch:
    """Decide the records in this order, write their rows and the presences, and publish the changes.

    `stopping` are the events of `lock_ticket`, if it was called.
    """
    stored = BatchRepository(tx)
    records = [each.record for each in made]
    if stopping is None:
        stopping = _lock_capacities(stored, records, origin)
    decider, folded = _look_up(tx, stored, records, origin, now, stopping)
    decided, failed = dict[int, LogRow](), dict[int, str]()
    for each in made:
        try:
            decided[each.place] = decider.decide(each.record, origin, each.at, each.time.clock_error)
        except KeyReused:
            failed[each.place] = _KEY_OF_ANOTHER
        except RecordRefused as refusal:
            failed[each.place] = str(refusal)
    presences = folded.complete(decider.new)
    if origin.undoes_within is not None:
        ineffective = decider.ineffective_undos(presences)
        failed |= {place: NOT_THEIRS for place, each in decided.items() if each.key in ineffective}
    _write(tx, stored, decider.new, folded, presences, now)
    logged = {row.key: row for row in stored.prior([each.key for each in decided.values()])}
    return AppliedBatch(tx, decider, decided, failed, presences, logged)


def _look_up(
    tx: Session,
    stored: BatchRepository,
    records: Sequence[Record],
    origin: RecordOrigin,
    now: datetime,
    stopping: Sequence[int],
) -> tuple[Decider, FoldedPresences]:
    """Lock and read all that the records refer to. Raises RetryTransaction if that changed between lock and read."""
    keys = {key for record in records for key in keys_of(record)}
    former = [each for record in records for each in former_hashes(record)]
    refs, only = refs_of(records), origin.only_event
    # Read only after the rows are locked: all changes of other transactions are visible by then.
    locked = stored.lock(refs, former, keys, origin.event_id)
    # A record of an erased ticket still counts for its guest (contract 4.erase).
    erased = stored.erased(former, only)
    prior = stored.prior(keys)
    known = [row.attendee_id for row in prior if row.attendee_id is not None]
    ids = [*refs.ids, *erased.values(), *known]
    found = stored.tickets(msgspec.structs.replace(refs, ids=ids), only)
    here = [ticket for ticket in found if origin.is_here(ticket.event_id)]
    if locked is not None and any(ticket.id not in locked for ticket in here):
        # Erased or sold since the rows were locked.
        raise RetryTransaction
    here_ids = [ticket.id for ticket in here]
    rows = stored.fold_rows(here_ids)
    named = [*(each.list_id for each in records), *(each.list_id for each in prior), *(each.list_id for each in rows)]
    lists = keep_lists(tx, {list_id for list_id in named if list_id is not None})
    presences = find_presences(tx, here_ids) if lists else {}
    folded = FoldedPresences(here, rows, origin.user_id, now, lists=lists, at_lists=presences)
    people = PeopleCounts(_people_at(stored, records, stopping, here, lists) if stopping else ())
    tickets = FoundTickets(found, by_hash=bool(refs.qr_hashes))
    return Decider(tickets, prior, folded, erased=erased, lists=lists, people=people), folded


def _people_at(
    stored: BatchRepository,
    records: Sequence[Record],
    stopping: Sequence[int],
    here: Sequence[DoorAttendee],
    lists: Mapping[int, CheckInList],
) -> list[PeopleAt]:
    """The people at the places of these events where the records were made."""
    is_at_entrance = any(each.list_id is None for each in records)
    events = {each.event_id for each in here if is_at_entrance and each.limit is not None}
    limited = [id_ for id_, each in lists.items() if each.event_id in stopping and each.capacity is not None]
    return stored.count_people(events, limited)


def _lock_capacities(stored: BatchRepository, records: Sequence[Record], origin: RecordOrigin) -> list[int]:
    """The events that stop at their capacity, locked against other doors; none if doors decided all the records."""
    if all(each.kind == "undo" or each.shown not in UNDECIDED for each in records):
        return []
    return stored.lock_capacities(origin.event_id)


def lock_ticket(tx: Session, record: Record, origin: RecordOrigin) -> list[int]:
    """Lock the attendee of a record until the transaction ends, and before it the events that stop at their capacity.

    Returns these events, for `apply_batch`.
    """
    stored = BatchRepository(tx)
    stopping = _lock_capacities(stored, [record], origin)
    stored.lock(refs_of([record]), former_hashes(record), set(keys_of(record)), origin.event_id)
    return stopping


def _write(
    tx: Session,
    stored: BatchRepository,
    new: Sequence[LogRow],
    folded: FoldedPresences,
    presences: Mapping[Place, Presence],
    now: datetime,
) -> None:
    if new:
        ids = stored.log([*folded.baselines, *new])
        conflicts_of = reconcile.insert_row_conflicts(tx, new, ids, now=now)
        conflicts_of |= reconcile.update_conflicts(
            tx, {place: (folded.event_of(place[0]), presence) for place, presence in presences.items()}, ids, now=now
        )
        refused_at = {row.event_id for row in new if row.outcome in REFUSED and row.event_id is not None}
        publish_after_commit(tx, conflicts_of=conflicts_of, doors_of=refused_at)
    changed = folded.changed()
    if changed:
        stored.write_presences(changed)
    ended, changed_at_lists = folded.changed_at_lists()
    write_presences(tx, ended, changed_at_lists)
    by_event = defaultdict[int, list[int]](list)
    ids_of_changed = {each.id for each in changed} | {each.attendee_id for each in changed_at_lists}
    for attendee_id in sorted(ids_of_changed | {attendee_id for attendee_id, _ in ended}):
        by_event[folded.event_of(attendee_id)].append(attendee_id)
    for event_id, attendees in by_event.items():
        publish_after_commit(tx, attendees=attendees, attendees_of=[event_id])


def _outcome_of(decided: LogRow) -> RecordOutcome:
    if decided.outcome in _AS_DECIDED:
        return RecordOutcome(decided.outcome)
    if decided.first is None:
        return RecordOutcome.TURNED_AWAY
    return RecordOutcome.ADMITTED if decided.is_admission or decided.is_return else RecordOutcome.ALREADY
