"""Presence of an attendee, folded from the scan log in the order of door time (contract 4.door-time, decision 0030).

Plain functions on plain values. Neither the order of arrival nor a row that arrives twice changes the result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from doorlist.door.admission.log_row import NOT_BY_A_RECORD, TURNED_AWAY, Attendance, LogRow, VisitStart
from doorlist.door.rules import UNDECIDED, ConflictKind, ScanOutcome

_ALWAYS_IN = {ScanOutcome.LET_IN_OFFLINE, ScanOutcome.MARKED_PRESENT}
_BY_A_SCAN = {ScanOutcome.ADMITTED, ScanOutcome.RETURNED, ScanOutcome.LET_IN_OFFLINE}
_EXITS = {ScanOutcome.LEFT, ScanOutcome.NOT_INSIDE}
"""A guest who was not inside by the log of that moment may have been, by a record that came later."""
_MOVES = {*_EXITS, ScanOutcome.RETURNED}
_UNDOS = {ScanOutcome.MARKED_ABSENT, ScanOutcome.EXIT_UNDONE}
IN_THE_FOLD = ("admitted", "returned", "withdrawn", *_UNDOS, *_EXITS, *_ALWAYS_IN, *NOT_BY_A_RECORD)
"""The outcomes that change presence. Other rows matter only for the verdict that the door showed."""


@dataclass
class Visit:
    """From an entry until the attendee is out again, with all entries of that time in the order of door time.

    `present` is the first entry: of the visit, or of the one before the attendee came back. `previous` is the visit
    that ended with the exit after which the attendee came back. `known_since` is when the server learned of the visit,
    or that the exit after it was undone.
    """

    present: VisitStart
    known_since: tuple[str, float]
    let_ins: list[LogRow] = field(default_factory=list)
    until: str | None = None
    """The door time at which the attendee was out again; None while they are in."""
    previous: "Visit | None" = None
    exit: LogRow | None = None
    _keys: set[str | None] = field(default_factory=set)

    def add(self, entry: LogRow) -> None:
        self.let_ins.append(entry)
        self.known_since = min(self.known_since, entry.arrival)
        self._keys.update((entry.key, entry.about_key))

    def has(self, key: str) -> bool:
        """Whether the scan with that key was let in."""
        return key in self._keys

    def is_ended_by(self, out: LogRow) -> bool:
        """Whether the attendee is out by it: a helper's undo does not revert an earlier check-in."""
        if out.about_key is None:
            return True
        return self.has(out.about_key) and not (out.helper is not None and self.began_before(out.about_key))

    def began_before(self, key: str) -> bool:
        """Whether another scan than the one with that key brought the attendee in."""
        return key not in {self.let_ins[0].key, self.let_ins[0].about_key}

    def is_known_to(self, refusal: LogRow) -> bool:
        """Whether the server knew of the visit and found the guest outside: a scan of the same instant."""
        is_refusal = refusal.outcome == ScanOutcome.NOT_INSIDE and refusal.shown in UNDECIDED
        return is_refusal and self.known_since < refusal.arrival

    def is_left_by(self, key: str) -> bool:
        """Whether the scan with that key is the exit that ended the visit."""
        return self.exit is not None and key in {self.exit.key, self.exit.about_key}

    @property
    def returned_after(self) -> str | None:
        """When the attendee had left who came back by this visit."""
        return None if self.previous is None else self.previous.until


class Contradiction(NamedTuple):
    """Rows that contradict each other, and the door time from which on they do."""

    kind: ConflictKind
    entries: Sequence[LogRow]
    at: str


@dataclass
class Presence:
    """The presence of one attendee at one check-in list: their visits, and the refusals outside of them.

    `last` is the visit that ended with an exit and may be continued. `stray_exit` is an exit without an entry. If it
    `counts_each` scan, each let-in is a separate visit, and nothing contradicts another.
    """

    visits: list[Visit] = field(default_factory=list)
    now: Visit | None = None
    last: Visit | None = None
    stray_exit: LogRow | None = None
    counts_each: bool = False
    refused_while_out: list[LogRow] = field(default_factory=list)
    visit_of: dict[int, Visit] = field(default_factory=dict)
    """The visit of each let-in and exit, and of each refusal while the attendee was in, by its identity."""

    @property
    def present(self) -> VisitStart | None:
        """The first entry of an attendee who came in. None: absent."""
        visit = self.now or self.last
        return visit.present if visit else None

    @property
    def attendance(self) -> Attendance:
        """The first entry, and when the attendee left."""
        if self.now is None and self.last is None and self.stray_exit:
            return Attendance(None, self.stray_exit.left_at or self.stray_exit.at)
        return Attendance(self.present, None if self.now or not self.last else self.last.until)

    def attendance_at(self, at: str) -> Attendance:
        """The attendance for a record of that door time."""
        visit = self.visit_at(at)
        return Attendance(visit.present) if visit else self.attendance

    @property
    def counted_visits(self) -> list[Visit]:
        """The visits that count, the latest first: one that was undone does not."""
        found, visit = list[Visit](), self.now or self.last
        while visit is not None:
            found.append(visit)
            visit = visit.previous
        return found

    def let_in(self, entry: LogRow) -> None:
        """Add a let-in, which begins a visit or belongs to the present one."""
        # An attendee who came in later needs no check by staff.
        self.refused_while_out.clear()
        if self.counts_each:
            start = VisitStart(entry.since or entry.at, entry.by)
            self.now = self.visit_of[id(entry)] = Visit(start, entry.arrival, previous=self.now)
            self.now.add(entry)
            return
        if self.now is None:
            start = self.last.present if self.last else VisitStart(entry.since or entry.at, entry.by)
            self.now = Visit(start, entry.arrival, previous=self.last)
            self.visits.append(self.now)
        self.last = self.stray_exit = None
        self.now.add(entry)
        self.visit_of[id(entry)] = self.now

    def let_out(self, entry: LogRow) -> None:
        """End the present visit by an exit. Without one, an exit that a door saw is a stray one."""
        if self.now is not None and self.now.is_known_to(entry):
            return
        if self.now is not None:
            self.now.until, self.now.exit = entry.left_at or entry.at, entry
            self.visit_of[id(entry)] = self.now
            self.now, self.last = None, self.now
        elif self.last is None and entry.outcome != ScanOutcome.NOT_INSIDE:
            self.stray_exit = entry

    def mark_absent(self, entry: LogRow) -> None:
        """Make the attendee absent, or revert the check-in that an undo names."""
        if entry.about_key is None:
            if self.now:
                self._end(self.now, entry)
            self.now = self.last = self.stray_exit = None
            return
        if self.counts_each:
            self._uncount(entry.about_key)
            return
        visit = self.now or self.last
        if visit is not None and visit.is_ended_by(entry):
            if visit is self.now:
                self._end(visit, entry)
            # One who came back had left before.
            self.now, self.last = None, visit.previous

    def _uncount(self, key: str) -> None:
        """Stop counting the visit with that let-in."""
        visits = self.counted_visits
        for later, visit in zip([None, *visits], visits, strict=False):
            if visit.has(key) and later is None:
                self.now = visit.previous
            elif visit.has(key) and later is not None:
                later.previous = visit.previous

    def undo_exit(self, undo: LogRow) -> None:
        """Make the attendee inside again whose exit the undo names."""
        key = undo.about_key
        if key and self.now is None and self.last is not None and self.last.is_left_by(key):
            self.now, self.last = self.last, None
            self.now.until = self.now.exit = None
            self.now.known_since = undo.arrival
        elif key and self.stray_exit is not None and key in {self.stray_exit.key, self.stray_exit.about_key}:
            self.stray_exit = None

    def _end(self, visit: Visit, entry: LogRow) -> None:
        visit.until = max(entry.at, visit.let_ins[-1].at)

    def visit_at(self, at: str) -> Visit | None:
        """The visit that an entry of that door time belongs to; None if it begins a new one.

        The current visit comes first, so that nobody is counted twice; otherwise the first that ended no earlier.
        """
        return self.now or next((visit for visit in self.visits if at <= (visit.until or "")), None)

    def is_undo_ineffective(self, key: str) -> bool:
        """Whether a helper's undo of the scan with that key leaves the attendee in, by another let-in before it."""
        return any(visit.has(key) and visit.began_before(key) for visit in self.visits)

    @property
    def contradictions(self) -> list[Contradiction]:
        """Two let-ins of a visit; and who was turned away with a valid ticket and never came in."""
        twice = [
            Contradiction(ConflictKind.TWICE, visit.let_ins, visit.let_ins[1].at)
            for visit in self.visits
            if len(visit.let_ins) > 1
        ]
        away = [Contradiction(ConflictKind.TURNED_AWAY, [entry], entry.at) for entry in self.refused_while_out]
        return twice + away


def fold_log(entries: Iterable[LogRow], *, counts_each: bool = False) -> Presence:
    """Fold the rows of one attendee at one check-in list; with `counts_each` each scan counts."""
    entries = [part for entry in entries for part in _parts(entry)]
    by_scan = [entry for entry in entries if entry.outcome in _BY_A_SCAN or entry.outcome in _EXITS]
    scanned_at = {key: entry.at for entry in by_scan for key in (entry.key, entry.about_key) if key}
    ordered = sorted(entries, key=lambda entry: _place(entry, scanned_at))
    withdrawn = {entry.about_key for entry in ordered if entry.outcome == ScanOutcome.WITHDRAWN}
    presence = Presence(counts_each=counts_each)
    for entry in ordered:
        if _is_let_in(entry, withdrawn):
            presence.let_in(entry)
        elif entry.outcome in _EXITS:
            presence.let_out(entry)
        elif entry.outcome == ScanOutcome.EXIT_UNDONE:
            presence.undo_exit(entry)
        elif entry.is_refusal or entry.outcome in TURNED_AWAY:
            if presence.now is not None:
                presence.visit_of[id(entry)] = presence.now
            elif entry.is_refusal:
                presence.refused_while_out.append(entry)
        elif _is_out(entry):
            presence.mark_absent(entry)
    return presence


def _parts(entry: LogRow) -> Sequence[LogRow]:
    """The row; of a stored presence of one who left, the entry and the exit that it stands for."""
    if entry.outcome not in NOT_BY_A_RECORD or entry.left_at is None:
        return [entry]
    out = LogRow(entry.user_id, ScanOutcome.LEFT, max(entry.at, entry.left_at), entry.attendee_id, id=entry.id)
    out.shown, out.left_at, out.received_at = "left", entry.left_at, entry.received
    return [entry, out]


def _is_let_in(entry: LogRow, withdrawn: set[str | None]) -> bool:
    if entry.outcome in {ScanOutcome.ADMITTED, ScanOutcome.RETURNED}:
        return not entry.key or entry.key not in withdrawn
    return entry.outcome in _ALWAYS_IN or (entry.outcome in NOT_BY_A_RECORD and entry.since is not None)


def _is_out(entry: LogRow) -> bool:
    is_otherwise_out = entry.outcome == ScanOutcome.BASELINE and entry.since is None
    return entry.outcome == ScanOutcome.MARKED_ABSENT or is_otherwise_out


def _place(entry: LogRow, scanned_at: Mapping[str, str]) -> tuple[str, int, str, tuple[str, float]]:
    """The sort key of a row: within a millisecond by outcome and key, whatever the order of arrival.

    Manual marks have no key and are always live, so their arrival decides, as of live entries, exits and returns.

    An undo sorts after the check-in or exit that it names, whatever the clocks say: the door time of a prompt scan is
    the server's, when the worker decided it.
    """
    at, key = entry.at, entry.key
    is_live_entry = entry.outcome == ScanOutcome.ADMITTED and entry.shown is None
    if entry.outcome in NOT_BY_A_RECORD:
        rank = 0 if entry.since is None else 1
    elif entry.outcome in _UNDOS:
        rank = 5
        at = max(at, scanned_at.get(entry.about_key or "", at))
    elif entry.outcome in _MOVES or is_live_entry:
        rank = 4
        if entry.shown is None:
            key = ""
    else:
        rank = 3 if entry.outcome in TURNED_AWAY else 2
    return at, rank, key, entry.arrival
