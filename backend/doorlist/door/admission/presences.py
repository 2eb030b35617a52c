"""The presence of attendees while the records of a group are decided: as stored, or folded from the log."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import uuid4

from doorlist.core import clock
from doorlist.door.admission.decide import REFERS_TO_NO_TICKET, DecidedRecord, NewLogRow, RecordOrigin
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, moved, present_since
from doorlist.door.admission.fold import Attendance, FoldRow, Presence, VisitStart, fold_log
from doorlist.door.admission.repository import Admission, Move, StoredPresence
from doorlist.door.rules import ScanOutcome

_WITHOUT_ENTRY = {
    *REFERS_TO_NO_TICKET,
    ScanOutcome.REPEAT,
    ScanOutcome.NOT_COUNTED,
    ScanOutcome.EXITS_NOT_COUNTED,
    ScanOutcome.REENTRY_NOT_ALLOWED,
}
_IF_INSIDE = {ScanOutcome.TURNED_AWAY: ScanOutcome.REPEAT, ScanOutcome.NOT_INSIDE: ScanOutcome.LEFT}
"""Outcomes that the whole log changes, if the attendee was inside by it."""
_MOVES = {ScanOutcome.LEFT, ScanOutcome.RETURNED}


class Presences(Protocol):
    """The presence of the attendees of a group, with the records that were decided so far."""

    def attendance_at(self, ticket: DoorAttendee, at: str) -> Attendance:
        """Whether the attendee is in at that door time, or has left."""

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Apply a decided record to the presence of its attendee."""


class StoredPresences:
    """Presence as stored with each attendee. It is enough for live scans, which come after every row of the log."""

    def __init__(self, tickets: FoundTickets) -> None:
        self._tickets = tickets
        self.admissions: list[Admission] = []
        self.moves: dict[int, Move] = {}

    def attendance_at(self, ticket: DoorAttendee, at: str) -> Attendance:  # noqa: ARG002 - presence now is that at any live scan
        """The present attendance."""
        return stored_attendance(ticket)

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Make an admitted attendee present, and move one who leaves or returns."""
        if decided.outcome in _MOVES:
            is_exit = decided.outcome is ScanOutcome.LEFT
            left_at, returned_at = (decided.at, ticket.returned_at) if is_exit else (None, decided.at)
            known = self.moves.get(ticket.id)
            before = (known.was_left_at, known.was_returned_at) if known else (ticket.left_at, ticket.returned_at)
            self.moves[ticket.id] = Move(ticket.id, *before, left_at, returned_at)
            self._tickets.by_id[ticket.id] = moved(ticket, left_at=left_at, returned_at=returned_at)
        if decided.outcome is not ScanOutcome.ADMITTED:
            return
        start = decided.first = VisitStart(decided.at, origin.user_id)
        self.admissions.append(Admission(id=ticket.id, attended_at=start.since, scanned_by=origin.user_id))
        door, helper = origin.device or None, origin.helper
        self._tickets.by_id[ticket.id] = present_since(ticket, start, origin.full_name, door=door, helper=helper)


class FoldedPresences:
    """Presence folded from the log, for records with a door time in the past (decision 0030)."""

    def __init__(self, tickets: Sequence[DoorAttendee], rows: Iterable[FoldRow], user_id: int, now: datetime) -> None:
        """`user_id` is the user of the group's records, `now` the time of its arrival."""
        self._user_id = user_id
        self._now = clock.to_wire(now)
        self._tickets = {ticket.id: ticket for ticket in tickets}
        self._rows: dict[int, list[FoldRow]] = {ticket.id: [] for ticket in tickets}
        for row in rows:
            self._rows[row.attendee_id or 0].append(row)
        self._folded: dict[int, Presence] = {}
        self._touched = set[int]()
        self.baselines: list[NewLogRow] = []

    def attendance_at(self, ticket: DoorAttendee, at: str) -> Attendance:
        """Whether the attendee is in at that door time, or has left."""
        self._add_baseline_if_diverged(ticket)
        return self._presence(ticket.id).attendance_at(at)

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Add a record to the rows that are folded, if it changes presence."""
        if decided.outcome in _WITHOUT_ENTRY:
            return
        row = FoldRow(0, ticket.id, decided.key, decided.outcome, decided.at, decided.at, origin.user_id)
        row.about, row.shown, row.certainty = decided.about, decided.shown, decided.certainty
        row.is_helpers, row.received = origin.helper is not None, self._now
        decided.entry = row
        self._enter(ticket.id, [row])

    def complete(self, new: Sequence[DecidedRecord]) -> dict[int, Presence]:
        """Complete the new records by the folded log; returns the presence of each attendee by id."""
        presences = {attendee_id: self._presence(attendee_id) for attendee_id in self._rows}
        for decided in new:
            if decided.entry is not None:
                visit = presences[decided.entry.attendee_id or 0].visit_of.get(id(decided.entry))
                decided.first = visit.present if visit else None
                is_first = visit is not None and visit.let_ins[0] is decided.entry
                decided.left_at = visit.returned_after if visit and is_first else None
                if decided.outcome in _IF_INSIDE and visit:
                    decided.entry.outcome = decided.outcome = _IF_INSIDE[decided.outcome]
            if decided.row is not None:
                decided.row.outcome = decided.outcome
                decided.row.received_at = None if self._now == decided.at else self._now
                decided.row.attended_at, decided.row.attended_by = decided.first or (None, None)
                decided.row.left_at = decided.left_at
        return presences

    def event_of(self, attendee_id: int) -> int:
        """The event of an attendee."""
        return self._tickets[attendee_id].event_id

    def changed(self) -> list[StoredPresence]:
        """The presences that differ from the stored ones."""
        now = {attendee_id: self._presence(attendee_id).attendance for attendee_id in sorted(self._touched)}
        return [
            StoredPresence(attendee_id, since, by, attendance.left_at)
            for attendee_id, attendance in now.items()
            for since, by in [attendance.start or (None, None)]
            if attendance != stored_attendance(self._tickets[attendee_id])
        ]

    def _presence(self, attendee_id: int) -> Presence:
        """The attendee's presence; folded again only after new rows."""
        if attendee_id not in self._folded:
            self._folded[attendee_id] = fold_log(self._rows[attendee_id])
        return self._folded[attendee_id]

    def _enter(self, attendee_id: int, rows: Sequence[FoldRow]) -> None:
        self._rows[attendee_id] += rows
        self._folded.pop(attendee_id, None)

    def _add_baseline_if_diverged(self, ticket: DoorAttendee) -> None:
        """Before an attendee's first new row, add a baseline row if the stored presence is not that of the log."""
        if ticket.id in self._touched:
            return
        self._touched.add(ticket.id)
        rows, stored = self._rows[ticket.id], stored_attendance(ticket)
        logged = self._presence(ticket.id)
        if logged.attendance == stored:
            return
        out = self._baseline(ticket, self._now, Attendance(None, None if stored.start else stored.left_at))
        baseline = [out] if stored.start is None else [out, self._baseline(ticket, self._now, stored)]
        for entry in self._entries(ticket, stored):
            folded = fold_log([*rows, entry])
            if folded.attendance == stored and len(folded.contradictions) <= len(logged.contradictions):
                baseline = [entry]
                break
        self._enter(ticket.id, baseline)
        self.baselines += [self._baseline_row(ticket, row) for row in baseline]

    def _entries(self, ticket: DoorAttendee, stored: Attendance) -> Iterable[FoldRow]:
        """The first entry as a baseline: of one who was inside before the log, or had left before its first return."""
        if stored.start is None:
            return
        returns = [row for row in self._rows[ticket.id] if row.outcome == ScanOutcome.RETURNED]
        returned_after = min(returns, key=lambda row: row.arrival).left_at if returns else None
        for left_at in (None, returned_after, stored.left_at):
            yield self._baseline(ticket, stored.start.since, Attendance(stored.start, left_at))

    def _baseline(self, ticket: DoorAttendee, at: str, stored: Attendance) -> FoldRow:
        since, by = stored.start or (None, None)
        key, left_at = uuid4().hex, stored.left_at
        return FoldRow(0, ticket.id, key, ScanOutcome.BASELINE, at, since, by, left_at=left_at, received=self._now)

    def _baseline_row(self, ticket: DoorAttendee, row: FoldRow) -> NewLogRow:
        return NewLogRow(
            user_id=row.by or self._user_id,
            outcome=ScanOutcome.BASELINE,
            scanned_at=row.at,
            attendee_id=ticket.id,
            event_id=ticket.event_id,
            attended_at=row.since,
            attended_by=None if row.since is None else row.by,
            idempotency_key=row.key,
            received_at=None if row.at == self._now else self._now,
            left_at=row.left_at,
        )


def stored_attendance(ticket: DoorAttendee) -> Attendance:
    """The attendance that is stored with the attendee."""
    if ticket.attended_at is None:
        return Attendance(None, ticket.left_at)
    return Attendance(VisitStart(ticket.attended_at, ticket.scanned_by), ticket.left_at)
