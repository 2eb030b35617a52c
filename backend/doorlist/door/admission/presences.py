"""The presence of attendees while the records of a group are decided: as stored, or folded from the log."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import uuid4

from msgspec import structs

from doorlist.check_in_lists.models import CheckInList
from doorlist.check_in_lists.repository import StoredListPresence
from doorlist.check_in_lists.rules import ListRule
from doorlist.core import clock
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, present_since
from doorlist.door.admission.fold import IN_THE_FOLD, Presence, fold_log
from doorlist.door.admission.log_row import Attendance, LogRow, VisitStart
from doorlist.door.admission.repository import Admission, Move, StoredPresence
from doorlist.door.rules import RecordOrigin, ScanOutcome

_IN_THE_FOLD = {*IN_THE_FOLD, ScanOutcome.TURNED_AWAY}
_IF_INSIDE = {ScanOutcome.TURNED_AWAY: ScanOutcome.REPEAT, ScanOutcome.NOT_INSIDE: ScanOutcome.LEFT}
"""Outcomes that the whole log changes, if the attendee was inside by it."""
_MOVES = {ScanOutcome.LEFT, ScanOutcome.RETURNED, ScanOutcome.NOT_INSIDE}

Place = tuple[int, int | None]
"""An attendee and a check-in list by their ids; None is the entrance."""


class StoredPresences:
    """Presence at the entrance as stored with each attendee.

    Live scans at entrances need no more: they come after every row of the log.
    """

    def __init__(self, tickets: FoundTickets) -> None:
        self._tickets = tickets
        self.admissions: list[Admission] = []
        self.moves: dict[int, Move] = {}

    def attendance_at(self, ticket: DoorAttendee, at: str, list_id: int | None = None) -> Attendance:  # noqa: ARG002 - presence now is that at any live scan
        return stored_attendance(ticket)

    def attendance_now(self, ticket: DoorAttendee, list_id: int | None) -> Attendance:  # noqa: ARG002 - entrances alone
        """The present attendance, with the scans of the group."""
        return stored_attendance(self._tickets.by_id[ticket.id])

    def add(self, decided: LogRow, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Make an admitted attendee present, and move one who leaves or returns."""
        if decided.outcome in _MOVES:
            left_at, returned_at = before = ticket.left_at, ticket.returned_at
            if decided.outcome is ScanOutcome.LEFT:
                left_at = decided.scanned_at
            elif decided.outcome is ScanOutcome.RETURNED:
                left_at, returned_at = None, decided.scanned_at
            move = self.moves.get(ticket.id) or Move(ticket.id, ticket.attended, *before, *before)
            self.moves[ticket.id] = structs.replace(move, left_at=left_at, returned_at=returned_at)
            self._tickets.by_id[ticket.id] = structs.replace(ticket, left_at=left_at, returned_at=returned_at)
        if decided.outcome is not ScanOutcome.ADMITTED:
            return
        # The admission itself begins with an absent attendee.
        self.moves.pop(ticket.id, None)
        start = decided.first = VisitStart(decided.scanned_at, origin.user_id)
        self.admissions.append(Admission(id=ticket.id, attended_at=start.since, scanned_by=origin.user_id))
        door, helper = origin.device or None, origin.helper
        self._tickets.by_id[ticket.id] = present_since(ticket, start, origin.full_name, door=door, helper=helper)


class FoldedPresences:
    """Presence folded from the log, for records with a door time in the past (decision 0030)."""

    def __init__(
        self,
        tickets: Sequence[DoorAttendee],
        rows: Iterable[LogRow],
        user_id: int,
        now: datetime,
        *,
        lists: Mapping[int, CheckInList],
        at_lists: Mapping[tuple[int, int], StoredListPresence],
    ) -> None:
        """`user_id` is the user of the group's records, `now` the time of its arrival.

        `lists` are the check-in lists of the records and rows, `at_lists` the stored presences at them.
        """
        self._user_id = user_id
        self._now = clock.to_wire(now)
        self._tickets = {ticket.id: ticket for ticket in tickets}
        self._lists = lists
        self._at_lists = at_lists
        self._rows = defaultdict[Place, list[LogRow]](list, {(ticket.id, None): [] for ticket in tickets})
        for row in rows:
            self._rows[row.attendee_id or 0, row.list_id].append(row)
        self._folded: dict[Place, Presence] = {}
        self._touched = set[int]()
        self._touched_at_lists = set[tuple[int, int]]()
        self.baselines: list[LogRow] = []

    def attendance_at(self, ticket: DoorAttendee, at: str, list_id: int | None = None) -> Attendance:
        """Whether the attendee is in at that door time and check-in list, or has left."""
        if list_id is None:
            self._add_baseline_if_diverged(ticket)
        presence = self._presence((ticket.id, list_id))
        # A scan of this moment comes after every row of the log, also of the same millisecond.
        return presence.attendance if at == self._now else presence.attendance_at(at)

    def attendance_now(self, ticket: DoorAttendee, list_id: int | None) -> Attendance:
        """The attendance after all rows, also of later door times."""
        return self._presence((ticket.id, list_id)).attendance

    def add(self, decided: LogRow, ticket: DoorAttendee, origin: RecordOrigin) -> None:  # noqa: ARG002 - a row names nobody
        """Add a record to the rows that are folded, if it changes presence."""
        if decided.outcome not in _IN_THE_FOLD:
            return
        decided.received_at = None if self._now == decided.scanned_at else self._now
        self._enter((ticket.id, decided.list_id), [decided])
        if decided.list_id is not None:
            self._touched_at_lists.add((ticket.id, decided.list_id))

    def complete(self, new: Sequence[LogRow]) -> dict[Place, Presence]:
        """Complete the new records by the folded log; returns the presence of each attendee at each list."""
        presences = {place: self._presence(place) for place in list(self._rows)}
        for decided in new:
            decided.received_at = None if self._now == decided.scanned_at else self._now
            if decided.outcome not in _IN_THE_FOLD:
                continue
            visit = presences[decided.attendee_id or 0, decided.list_id].visit_of.get(id(decided))
            decided.first = visit.present if visit else None
            decided.left_at = visit.returned_after if visit and visit.let_ins[0] is decided else None
            if decided.outcome in _IF_INSIDE and visit:
                decided.outcome = _IF_INSIDE[decided.outcome]
        return presences

    def event_of(self, attendee_id: int) -> int:
        return self._tickets[attendee_id].event_id

    def changed(self) -> list[StoredPresence]:
        """The presences that differ from the stored ones."""
        now = {attendee_id: self._presence((attendee_id, None)).attendance for attendee_id in sorted(self._touched)}
        return [
            StoredPresence(attendee_id, since, by, attendance.left_at)
            for attendee_id, attendance in now.items()
            for since, by in [attendance.start or (None, None)]
            if attendance != stored_attendance(self._tickets[attendee_id])
        ]

    def changed_at_lists(self) -> tuple[list[tuple[int, int]], list[StoredListPresence]]:
        """The places whose attendees are no longer in by the log, and the presences at lists that differ."""
        ended, changed = list[tuple[int, int]](), list[StoredListPresence]()
        for place in sorted(self._touched_at_lists):
            stored = self._at_lists.get(place)
            visits = self._presence(place).counted_visits
            if not visits:
                ended += [place] if stored else []
                continue
            before = stored.times_before if stored else 0
            now = StoredListPresence(
                *place,
                first_at=clock.from_wire(visits[-1].present.since),
                first_by=visits[-1].present.by,
                last_at=clock.from_wire(visits[0].let_ins[0].at),
                times=len(visits) + before,
                times_before=before,
                left_at=clock.from_wire(left_at) if (left_at := self._presence(place).attendance.left_at) else None,
            )
            if now != stored:
                changed.append(now)
        return ended, changed

    def _presence(self, place: Place) -> Presence:
        """The presence at a place; folded again only after new rows."""
        if place not in self._folded:
            found = self._lists.get(place[1] or 0)
            counts_each = found is not None and found.rule == ListRule.EVERY
            self._folded[place] = fold_log(self._rows[place], counts_each=counts_each)
        return self._folded[place]

    def _enter(self, place: Place, rows: Sequence[LogRow]) -> None:
        self._rows[place] += rows
        self._folded.pop(place, None)

    def _add_baseline_if_diverged(self, ticket: DoorAttendee) -> None:
        """Before an attendee's first new row, add a baseline row if the stored presence is not that of the log."""
        if ticket.id in self._touched:
            return
        self._touched.add(ticket.id)
        place = (ticket.id, None)
        rows, stored = self._rows[place], stored_attendance(ticket)
        logged = self._presence(place)
        if logged.attendance == stored:
            return
        out = self._baseline(ticket, self._now, Attendance(None, None if stored.start else stored.left_at))
        baseline = [out] if stored.start is None else [out, self._baseline(ticket, self._now, stored)]
        for entry in self._entries(ticket, stored):
            folded = fold_log([*rows, entry])
            if folded.attendance == stored and len(folded.contradictions) <= len(logged.contradictions):
                baseline = [entry]
                break
        self._enter(place, baseline)
        self.baselines += baseline

    def _entries(self, ticket: DoorAttendee, stored: Attendance) -> Iterable[LogRow]:
        """The first entry as a baseline: of one who was inside before the log, or had left before its first return."""
        if stored.start is None:
            return
        returns = [row for row in self._rows[ticket.id, None] if row.outcome == ScanOutcome.RETURNED]
        returned_after = min(returns, key=lambda row: row.arrival).left_at if returns else None
        for left_at in (None, returned_after, stored.left_at):
            yield self._baseline(ticket, stored.start.since, Attendance(stored.start, left_at))

    def _baseline(self, ticket: DoorAttendee, at: str, stored: Attendance) -> LogRow:
        since, by = stored.start or (None, None)
        return LogRow(
            user_id=by or self._user_id,
            outcome=ScanOutcome.BASELINE,
            scanned_at=at,
            attendee_id=ticket.id,
            event_id=ticket.event_id,
            attended_at=since,
            attended_by=by,
            idempotency_key=uuid4().hex,
            received_at=None if at == self._now else self._now,
            left_at=stored.left_at,
        )


Presences = StoredPresences | FoldedPresences
"""The presence of the attendees of a group, with the records that were decided so far."""


def stored_attendance(ticket: DoorAttendee) -> Attendance:
    if ticket.attended_at is None:
        return Attendance(None, ticket.left_at)
    return Attendance(VisitStart(ticket.attended_at, ticket.scanned_by), ticket.left_at)
