"""Presence of an attendee, folded from the scan log in the order of door time (contract 4.door-time, decision 0030).

Plain functions on plain values. Neither the order of arrival nor a row that arrives twice changes the result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from doorlist.door.rules import ConflictKind, ScanOutcome

_ALWAYS_IN = {ScanOutcome.LET_IN_OFFLINE, ScanOutcome.MARKED_PRESENT}
_OTHERWISE = {ScanOutcome.IMPORTED, ScanOutcome.BASELINE}
_BY_A_SCAN = {ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE}
_TURNED_AWAY = {ScanOutcome.TURNED_AWAY, ScanOutcome.REPEAT, ScanOutcome.WITHDRAWN}
IN_THE_FOLD = ("admitted", "withdrawn", "marked_absent", *_ALWAYS_IN, *_OTHERWISE)
"""The outcomes that change presence. Other rows matter only for the verdict that the door showed."""
_NOT_REFUSED = {None, "admitted", "undecided"}


class FoldRow(msgspec.Struct, array_like=True):
    """A row of the scan log, about one attendee. Moments are in wire form, keys 32 hexadecimal digits.

    `at` is its door time. `since` and `by` are since when the attendee is in by it, and by whom.
    `is_helpers`: it was made by a pass.
    """

    id: int
    attendee_id: int | None
    key: str
    outcome: str
    at: str
    since: str | None
    by: int | None
    about: str | None = None
    shown: str | None = None
    certainty: str | None = None
    is_helpers: bool | int = False

    @property
    def is_refusal(self) -> bool:
        """Whether the door turned a ticket away that is valid at it, for another reason than its own check-in."""
        return self.outcome in _TURNED_AWAY and self.shown not in _NOT_REFUSED and self.certainty != "this_door"


class VisitStart(NamedTuple):
    """Since when an attendee is in, and by whom."""

    since: str
    by: int | None


@dataclass
class Visit:
    """From an entry until the attendee is out again, with all entries of that time in the order of door time."""

    let_ins: list[FoldRow] = field(default_factory=list)
    until: str | None = None
    """The door time at which the attendee was out again; None while they are in."""
    _keys: set[str | None] = field(default_factory=set)

    def add(self, entry: FoldRow) -> None:
        """Add a let-in."""
        self.let_ins.append(entry)
        self._keys.update((entry.key, entry.about))

    @property
    def present(self) -> VisitStart:
        """The start of the visit: its first entry."""
        first = self.let_ins[0]
        return VisitStart(first.since or first.at, first.by)

    def has(self, key: str) -> bool:
        """Whether the scan with that key was let in."""
        return key in self._keys

    def is_ended_by(self, out: FoldRow) -> bool:
        """Whether the attendee is out by it: a helper's undo does not revert an earlier check-in."""
        if out.about is None:
            return True
        return self.has(out.about) and not (out.is_helpers and self.began_before(out.about))

    def began_before(self, key: str) -> bool:
        """Whether another scan than the one with that key brought the attendee in."""
        return key not in {self.let_ins[0].key, self.let_ins[0].about}


class Contradiction(NamedTuple):
    """Rows that contradict each other, and the door time from which on they do."""

    kind: ConflictKind
    entries: Sequence[FoldRow]
    at: str


@dataclass
class Presence:
    """The presence of one attendee: their visits, and the refusals outside of them."""

    visits: list[Visit] = field(default_factory=list)
    now: Visit | None = None
    refused_while_out: list[FoldRow] = field(default_factory=list)
    visit_of: dict[int, Visit] = field(default_factory=dict)
    """The visit of each let-in, and of each refusal while the attendee was in, by the identity of its entry."""

    @property
    def present(self) -> VisitStart | None:
        """None: out."""
        return self.now.present if self.now else None

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


def fold_log(entries: Iterable[FoldRow]) -> Presence:
    """Fold the rows of one attendee."""
    entries = list(entries)
    by_scan = [entry for entry in entries if entry.outcome in _BY_A_SCAN]
    let_in_at = {key: entry.at for entry in by_scan for key in (entry.key, entry.about) if key}
    ordered = sorted(entries, key=lambda entry: _place(entry, let_in_at))
    withdrawn = {entry.about for entry in ordered if entry.outcome == ScanOutcome.WITHDRAWN}
    presence = Presence()
    for entry in ordered:
        if _is_let_in(entry, withdrawn):
            if presence.now is None:
                presence.now = Visit()
                presence.visits.append(presence.now)
                # An attendee who came in later needs no check by staff.
                presence.refused_while_out.clear()
            presence.now.add(entry)
            presence.visit_of[id(entry)] = presence.now
        elif entry.is_refusal or entry.outcome in _TURNED_AWAY:
            if presence.now is not None:
                presence.visit_of[id(entry)] = presence.now
            elif entry.is_refusal:
                presence.refused_while_out.append(entry)
        elif _is_out(entry) and presence.now and presence.now.is_ended_by(entry):
            presence.now.until = max(entry.at, presence.now.let_ins[-1].at)
            presence.now = None
    return presence


def _is_let_in(entry: FoldRow, withdrawn: set[str | None]) -> bool:
    if entry.outcome == ScanOutcome.ADMITTED:
        return not entry.key or entry.key not in withdrawn
    return entry.outcome in _ALWAYS_IN or (entry.outcome in _OTHERWISE and entry.since is not None)


def _is_out(entry: FoldRow) -> bool:
    is_otherwise_out = entry.outcome == ScanOutcome.BASELINE and entry.since is None
    return entry.outcome == ScanOutcome.MARKED_ABSENT or is_otherwise_out


def _place(entry: FoldRow, let_in_at: Mapping[str, str]) -> tuple[str, int, str, int]:
    """The sort key of a row: within a millisecond by outcome and key, whatever the order of arrival.

    Manual marks have no key and are always live, so their id decides.

    An undo sorts after the check-in that it names, whatever the clocks say: the door time of a prompt scan is the
    server's, when the worker decided it.
    """
    at = entry.at
    if entry.outcome in _OTHERWISE:
        rank = 0 if entry.since is None else 1
    elif entry.outcome == ScanOutcome.MARKED_ABSENT:
        rank = 4
        at = max(at, let_in_at.get(entry.about or "", at))
    else:
        rank = 3 if entry.outcome in _TURNED_AWAY else 2
    return at, rank, entry.key, entry.id
