"""Decides the records of a group one after the other: live scans, uploaded records and late scans alike."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID, uuid5

from msgspec import structs

from doorlist.check_in_lists.models import CheckInList
from doorlist.check_in_lists.rules import ListRule
from doorlist.core import clock
from doorlist.core.errors import KeyReused
from doorlist.door.admission.capacity import PeopleCounts
from doorlist.door.admission.decide import Facts, LoggedRow, counts_exits, decide
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, has_own_form
from doorlist.door.admission.fold import Presence
from doorlist.door.admission.log_row import Attendance, LogRow
from doorlist.door.admission.presences import Place, Presences
from doorlist.door.rules import (
    GUEST_REFUSED,
    OF_NO_TICKET,
    REFERS_TO_NO_TICKET,
    UNDECIDED,
    Record,
    RecordOrigin,
    ScanOutcome,
    Shown,
    hashed_ticket_ref,
    refused_as_logged,
    ticket_ref_of,
)
from doorlist.tickets.rules import half_of_qr_hash, qr_hash

_ADMITTED = {ScanOutcome.ADMITTED, ScanOutcome.RETURNED}
_OF_EITHER_DIRECTION = REFERS_TO_NO_TICKET | {ScanOutcome.NOT_COUNTED}
_WITHOUT_THE_DOOR = _OF_EITHER_DIRECTION | GUEST_REFUSED | _ADMITTED | {ScanOutcome.REPEAT}
"""Outcomes of check-ins that the server decided without a verdict of the door."""
_STAYED = REFERS_TO_NO_TICKET | {ScanOutcome.NOT_INSIDE, ScanOutcome.EXITS_NOT_COUNTED}
"""Outcomes of exits by which the guest did not leave."""
_AFTER_LEAVING = {ScanOutcome.RETURNED, ScanOutcome.REENTRY_NOT_ALLOWED}
_WITH_FIRST_ENTRY = {*_AFTER_LEAVING, ScanOutcome.REPEAT, ScanOutcome.LEFT}
NOT_THEIRS = "A helper can undo only check-ins of their own device, within 10 minutes. Ask a member of staff."
OF_ANOTHER_TICKET = "This undo names another ticket than the check-in that it undoes."
OF_ANOTHER_LIST = "This pass is for another check-in list. Ask a member of staff."
NO_SUCH_LIST = "This check-in list does not exist at this event. Choose another one on the scanner."


class RecordRefused(Exception):
    """A record that changes nothing, with the reason.

    An undo whose ticket is not that of its check-in, or that is not allowed; or a record of an unknown check-in list.
    """


class Decider:
    """Decides records from the rows that were looked up for all of them. Reads and writes nothing itself."""

    def __init__(
        self,
        tickets: FoundTickets,
        prior: Iterable[LoggedRow],
        presences: Presences,
        *,
        erased: Mapping[str, int] | None = None,
        lists: Mapping[int, CheckInList] | None = None,
        people: PeopleCounts | None = None,
    ) -> None:
        """`erased` has the ids of erased attendees by the hashes of their former tickets, `lists` the lists by id.

        `people` counts at the places of events that stop at their capacity.
        """
        self.tickets = tickets
        self._presences = presences
        self._erased = erased or {}
        self.lists = lists or {}
        self._people = people or PeopleCounts()
        self._known: dict[str, LogRow] = {row.key: row for row in prior}
        self.new: list[LogRow] = []
        self._wire_form: tuple[datetime | None, str] = (None, "")
        self.texts = Counter[int | None]()
        """The refused texts of each access that are logged as texts."""

    def knows(self, key: UUID | None) -> bool:
        """Whether a record with that key was decided before."""
        return key is not None and key.hex in self._known

    def decide(self, record: Record, origin: RecordOrigin, at: datetime, clock_error: int | None = None) -> LogRow:
        """The decision on a record of that door time; for a repeated key, the one of its row.

        Raises KeyReused if another ticket or user has the key, and RecordRefused.
        """
        key = "" if record.key is None else record.key.hex
        if key in self._known:
            return self._decide_again(record, origin, at, clock_error)
        if record.kind == "undo":
            self._check_undo(record, origin, at)
        return self._add(record, origin, at, clock_error, key=key, about=record.undoes)

    def ineffective_undos(self, presences: Mapping[Place, Presence]) -> list[str]:
        """The keys of undos that leave the attendee present."""
        undos = [each for each in self._known.values() if each.outcome == ScanOutcome.MARKED_ABSENT]
        found = [(undo, presences.get((undo.attendee_id or 0, undo.list_id))) for undo in undos]
        return [
            undo.key
            for undo, presence in found
            if presence and undo.about_key and presence.is_undo_ineffective(undo.about_key)
        ]

    def _decide_again(self, record: Record, origin: RecordOrigin, at: datetime, clock_error: int | None) -> LogRow:
        """The decision on a record whose key comes again; a followup, if its door has shown another verdict."""
        known = self._seen(record.key, origin)
        ticket = self._find(record, origin) or self._find_erased(record, origin)
        if known is None or known.user_id != origin.user_id or not _is_same(known, record, ticket):
            raise KeyReused
        *_, known = self._rows_of(known, origin)
        if record.kind == "undo" or record.shown in UNDECIDED:
            return _of_this_epoch(known, ticket)
        is_admitted = record.shown == Shown.ADMITTED
        if record.direction == "out":
            is_news = record.shown == Shown.LEFT and known.shown != Shown.LEFT and known.outcome in _STAYED
        elif known.shown not in UNDECIDED:
            # Staff may admit a guest after a refusal; a record that arrives later does not undo that.
            is_news = is_admitted and known.shown != Shown.ADMITTED
        else:
            # The server's response was lost, and the door used its own verdict.
            is_news = known.outcome in _WITHOUT_THE_DOOR and (known.outcome in _ADMITTED) is not is_admitted
        if not is_news:
            return _of_this_epoch(known, ticket)
        key = followup_key(UUID(known.key)).hex
        return self._add(record, origin, at, clock_error, key=key, about=record.key)

    def _check_undo(self, record: Record, origin: RecordOrigin, at: datetime) -> None:
        """Raise RecordRefused for another ticket than the check-in's, or if the access does not allow the undo."""
        undone = self._seen(record.undoes, origin)
        if origin.undoes_within is not None:
            is_own = undone is not None and undone.grant_id == origin.grant_id
            if undone is None or not is_own or clock.from_wire(undone.scanned_at) < at - origin.undoes_within:
                raise RecordRefused(NOT_THEIRS)
        if undone is None or not _has_ticket_ref(record):
            return
        ticket = self._find(record, origin) or self._find_erased(record, origin)
        if not any(row.refers_to(record, ticket.id if ticket else None) for row in self._rows_of(undone, origin)):
            raise RecordRefused(OF_ANOTHER_TICKET)

    def _seen(self, key: UUID | None, origin: RecordOrigin) -> LogRow | None:
        """The record with that key; None for a device of another event than the record's."""
        known = None if key is None else self._known.get(key.hex)
        return known and known.seen_at(origin.only_event)

    def _rows_of(self, known: LogRow, origin: RecordOrigin) -> Iterable[LogRow]:
        """The record and its followups, oldest first: a door may have shown another verdict than the server's."""
        yield known
        while later := self._seen(followup_key(UUID(known.key)), origin):
            known = later
            yield known

    def _add(
        self,
        record: Record,
        origin: RecordOrigin,
        at: datetime,
        clock_error: int | None,
        *,
        key: str,
        about: UUID | None,
    ) -> LogRow:
        is_undo, moment = record.kind == "undo", self._to_wire(at)
        ticket = self._find(record, origin)
        if ticket is None and (is_undo or record.shown not in UNDECIDED):
            # Without a verdict of the door, the former ticket of an erased guest stays unknown.
            ticket = self._find_erased(record, origin)
        checked, is_exit = self._list_of(record, origin), record.direction == "out"
        is_own_event = ticket is not None and origin.is_here(ticket.event_id)
        if ticket is not None and checked is not None:
            is_own_event = is_own_event and ticket.event_id == checked.event_id
        is_in_time = origin.counts(at)
        attendance, has_entered = Attendance(), True
        if ticket is not None and is_own_event and is_in_time:
            attendance = self._presences.attendance_at(ticket, moment, checked.id if checked else None)
            if checked is not None and checked.needs_entrance:
                has_entered = self._presences.attendance_at(ticket, moment).start is not None
        outcome = decide(
            Facts(
                has_ticket=ticket is not None,
                is_own_event=is_own_event,
                is_own_form=ticket is not None or has_own_form(record),
                is_present=attendance.is_inside,
                has_left=attendance.has_left,
                is_in_time=is_in_time,
                is_type_admitted=ticket is None or _admits(checked, ticket.type_id),
                has_entered=has_entered,
                counts_each=checked is not None and checked.rule == ListRule.EVERY,
                is_full=ticket is not None and self._people.is_full(ticket, checked),
                is_exit=is_exit,
                is_undo=is_undo,
                is_followup=not is_undo and about is not None,
                counts_exits=ticket is not None and counts_exits(ticket, checked),
                allows_reentry=ticket is not None and _allows_reentry(ticket, checked),
                # Where a list counts no exits, no door can see a guest off.
                shown=None if checked and is_exit and checked.rule != ListRule.REENTRY else record.shown,
            )
        )
        decided = LogRow(
            user_id=origin.user_id,
            outcome=outcome,
            scanned_at=moment,
            attendee_id=ticket.id if ticket else None,
            event_id=origin.event_id or (ticket.event_id if ticket else None),
            device=origin.device,
            helper=origin.helper,
            qr_data=self._logged_ticket_ref(record, origin, ticket, outcome),
            idempotency_key=key or None,
            grant_id=origin.grant_id,
            sequence=record.sequence,
            shown=None if is_undo else record.shown,
            certainty=None if is_undo else record.certainty,
            list_as_of=None if record.as_of is None else clock.to_wire(clock.from_milliseconds(record.as_of)),
            clock_error=clock_error,
            about_key=about.hex if about else None,
            left_at=attendance.left_at if outcome in _AFTER_LEAVING else None,
            list_id=checked.id if checked else None,
        )
        if outcome in _WITH_FIRST_ENTRY:
            decided.first = attendance.start
        if ticket is not None:
            self._add_to_presences(decided, ticket, checked, origin)
        if key:
            self._known[key] = decided
        self.new.append(decided)
        return decided

    def _add_to_presences(
        self, decided: LogRow, ticket: DoorAttendee, checked: CheckInList | None, origin: RecordOrigin
    ) -> None:
        if not self._people.counts(ticket, checked):
            self._presences.add(decided, ticket, origin)
            return
        before = self._presences.attendance_now(ticket, decided.list_id)
        self._presences.add(decided, ticket, origin)
        self._people.add(before, self._presences.attendance_now(ticket, decided.list_id), ticket, checked)

    def _list_of(self, record: Record, origin: RecordOrigin) -> CheckInList | None:
        """The check-in list of a record; None for the entrance. Raises RecordRefused."""
        undone = self._seen(record.undoes, origin)
        list_id = record.list_id if undone is None else undone.list_id
        if origin.is_of_one_list and list_id != origin.list_id:
            raise RecordRefused(OF_ANOTHER_LIST)
        if list_id is None:
            return None
        found = self.lists.get(list_id)
        if found is None or not origin.is_here(found.event_id):
            raise RecordRefused(NO_SUCH_LIST)
        return found

    def _to_wire(self, at: datetime) -> str:
        """The door time in wire form, which all scans of a group share."""
        if self._wire_form[0] is not at:
            self._wire_form = (at, clock.to_wire(at))
        return self._wire_form[1]

    def _logged_ticket_ref(
        self, record: Record, origin: RecordOrigin, ticket: DoorAttendee | None, outcome: ScanOutcome
    ) -> str | None:
        """The ticket reference for the log; of a refused text the beginning, or the hash once there were too many."""
        if not _has_ticket_ref(record):
            return None
        ticket_ref = ticket_ref_of(record)
        if ticket is None and record.qr_data is not None and origin.texts_left is not None:
            if self.texts[origin.grant_id] >= origin.texts_left:
                return hashed_ticket_ref(record.qr_data)
            self.texts[origin.grant_id] += 1
        return refused_as_logged(ticket_ref) if ticket is None or outcome in REFERS_TO_NO_TICKET else ticket_ref

    def _find(self, record: Record, origin: RecordOrigin) -> DoorAttendee | None:
        """The ticket that a record refers to. A ticket of another event does not exist for a device with an access."""
        if _has_ticket_ref(record):
            ticket = self.tickets.find(record)
        else:
            undone = self._seen(record.undoes, origin)
            ticket = None if undone is None else self.tickets.by_id.get(undone.attendee_id or 0)
        return ticket if ticket is not None and origin.only_event in {None, ticket.event_id} else None

    def _find_erased(self, record: Record, origin: RecordOrigin) -> DoorAttendee | None:
        """The attendee who had the record's ticket until they were erased."""
        hashes = former_hashes(record) if self._erased else []
        found = next(filter(None, map(self._erased.get, hashes)), None)
        ticket = None if found is None else self.tickets.by_id.get(found)
        return ticket if ticket is not None and origin.only_event in {None, ticket.event_id} else None


def former_hashes(record: Record) -> list[str]:
    """The hashes under which a record's ticket may be known as erased."""
    text = record.qr_data and qr_hash(record.qr_data)
    return [each for each in (record.qr_hash and half_of_qr_hash(record.qr_hash), text, record.listed_hash) if each]


def keys_of(record: Record) -> Iterable[str]:
    """The keys under which a record, and the check-in that it undoes, may be in the log: its own and two followups."""
    for key in filter(None, (record.key, record.undoes)):
        followup = followup_key(key)
        yield from (key.hex, followup.hex, followup_key(followup).hex)


def followup_key(key: UUID) -> UUID:
    """The key of the row that a record gets beside its own, if its door has shown another verdict than the server's."""
    return uuid5(key, "shown")


def _has_ticket_ref(record: Record) -> bool:
    return record.qr_data is not None or record.qr_hash is not None or record.attendee_id is not None


def _is_same(known: LogRow, record: Record, ticket: DoorAttendee | None) -> bool:
    if record.kind == "undo":
        return known.about_key == (record.undoes and record.undoes.hex)
    if known.list_id != record.list_id:
        return False
    is_same_direction = known.outcome in _OF_EITHER_DIRECTION or known.is_exit is (record.direction == "out")
    return is_same_direction and known.refers_to(record, ticket.id if ticket else None)


def _of_this_epoch(known: LogRow, ticket: DoorAttendee | None) -> LogRow:
    """The record with the attendee whom its ticket has now; its row of an earlier epoch has the id of another one."""
    if ticket is None or known.outcome in OF_NO_TICKET or not isinstance(known, LoggedRow) or known.is_this_epoch:
        return known
    return structs.replace(known, attendee_id=ticket.id)


def _admits(checked: CheckInList | None, type_id: int | None) -> bool:
    return checked is None or checked.ticket_type_ids is None or type_id in checked.ticket_type_ids


def _allows_reentry(ticket: DoorAttendee, checked: CheckInList | None) -> bool:
    return checked is not None or ticket.reentry or not ticket.counts_exits
