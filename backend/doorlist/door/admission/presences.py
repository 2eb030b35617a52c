"""The presence of attendees while the records of a group are decided: as stored, or folded from the log."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import uuid4

from doorlist.core import clock
from doorlist.door.admission.decide import REFERS_TO_NO_TICKET, DecidedRecord, NewLogRow, RecordOrigin
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets, present_since
from doorlist.door.admission.fold import FoldRow, Presence, VisitStart, fold_log
from doorlist.door.admission.repository import Admission, StoredPresence
from doorlist.door.rules import ScanOutcome

_WITHOUT_ENTRY = {*REFERS_TO_NO_TICKET, ScanOutcome.REPEAT, ScanOutcome.NOT_COUNTED}


class Presences(Protocol):
    """The presence of the attendees of a group, with the records that were decided so far."""

    def start_at(self, ticket: DoorAttendee, at: str) -> VisitStart | None:
        """The start of the visit that an entry of that door time belongs to; None if the attendee is absent then."""

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Apply a decided record to the presence of its attendee."""


class StoredPresences:
    """Presence as stored with each attendee. It is enough for live scans, which come after every row of the log."""

    def __init__(self, tickets: FoundTickets) -> None:
        self._tickets = tickets
        self.admissions: list[Admission] = []

    def start_at(self, ticket: DoorAttendee, at: str) -> VisitStart | None:  # noqa: ARG002 - presence now is that at any live scan
        """The start of the present visit."""
        return stored_presence(ticket)

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Make an admitted attendee present."""
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

    def start_at(self, ticket: DoorAttendee, at: str) -> VisitStart | None:
        """The start of the visit that an entry of that door time belongs to; None if the attendee is absent then."""
        self._add_baseline_if_diverged(ticket)
        visit = self._presence(ticket.id).visit_at(at)
        return visit.present if visit else None

    def add(self, decided: DecidedRecord, ticket: DoorAttendee, origin: RecordOrigin) -> None:
        """Add a record to the rows that are folded, if it changes presence."""
        if decided.outcome in _WITHOUT_ENTRY:
            return
        row = FoldRow(0, ticket.id, decided.key, decided.outcome, decided.at, decided.at, origin.user_id)
        row.about, row.shown, row.certainty = decided.about, decided.shown, decided.certainty
        row.is_helpers = origin.helper is not None
        decided.entry = row
        self._enter(ticket.id, [row])

    def complete(self, new: Sequence[DecidedRecord]) -> dict[int, Presence]:
        """Complete the new records by the folded log; returns the presence of each attendee by id."""
        presences = {attendee_id: self._presence(attendee_id) for attendee_id in self._rows}
        for decided in new:
            if decided.entry is not None:
                visit = presences[decided.entry.attendee_id or 0].visit_of.get(id(decided.entry))
                decided.first = visit.present if visit else None
                if decided.outcome == ScanOutcome.TURNED_AWAY and visit:
                    decided.entry.outcome = decided.outcome = ScanOutcome.REPEAT
            if decided.row is not None:
                decided.row.outcome = decided.outcome
                decided.row.received_at = None if self._now == decided.at else self._now
                decided.row.attended_at, decided.row.attended_by = decided.first or (None, None)
        return presences

    def event_of(self, attendee_id: int) -> int:
        """The event of an attendee."""
        return self._tickets[attendee_id].event_id

    def changed(self) -> list[StoredPresence]:
        """The presences that differ from the stored ones."""
        return [
            StoredPresence(attendee_id, *(self._presence(attendee_id).present or (None, None)))
            for attendee_id in sorted(self._touched)
            if self._presence(attendee_id).present != stored_presence(self._tickets[attendee_id])
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
        rows, stored = self._rows[ticket.id], stored_presence(ticket)
        logged = self._presence(ticket.id).present
        if logged == stored:
            return
        out = _baseline(ticket, self._now, None)
        candidates = [[out]]
        if stored is not None:
            candidates = [[out, _baseline(ticket, self._now, stored)]]
            if logged is None:
                candidates.insert(0, [_baseline(ticket, stored.since, stored)])
        matching = (baseline for baseline in candidates if fold_log([*rows, *baseline]).present == stored)
        baseline = next(matching, candidates[-1])
        self._enter(ticket.id, baseline)
        self.baselines += [self._baseline_row(ticket, row) for row in baseline]

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
        )


def _baseline(ticket: DoorAttendee, at: str, stored: VisitStart | None) -> FoldRow:
    since, by = stored or (None, None)
    return FoldRow(0, ticket.id, uuid4().hex, ScanOutcome.BASELINE, at, since, by)


def stored_presence(ticket: DoorAttendee) -> VisitStart | None:
    """The presence that is stored with the attendee."""
    return None if ticket.attended_at is None else VisitStart(ticket.attended_at, ticket.scanned_by)
