"""Attendance as the scan log tells it, read in the order of door time (contract 4.door-time, decision 0030).

Plain functions on plain values. The order in which the rows came in plays no part, nor does a row that came twice.
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
"""The outcomes that say who is in. Other rows matter only for what the door showed."""
_NOT_REFUSED = {None, "admitted", "undecided"}


class LogEntry(msgspec.Struct, array_like=True):
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


class Present(NamedTuple):
    """Since when an attendee is in, and by whom."""

    since: str
    by: int | None


@dataclass
class Spell:
    """From a let-in until the attendee is out again: all that were let in meanwhile, in the order of door time."""

    let_ins: list[LogEntry] = field(default_factory=list)
    until: str | None = None
    """The door time at which the attendee was out again; None while they are in."""
    _keys: set[str | None] = field(default_factory=set)

    def add(self, entry: LogEntry) -> None:
        """Add a let-in."""
        self.let_ins.append(entry)
        self._keys.update((entry.key, entry.about))

    @property
    def present(self) -> Present:
        """By the first of them."""
        first = self.let_ins[0]
        return Present(first.since or first.at, first.by)

    def has(self, key: str) -> bool:
        """Whether the scan with that key was let in."""
        return key in self._keys

    def is_ended_by(self, out: LogEntry) -> bool:
        """Whether the attendee is out by it: a helper's undo does not take back another check-in, which came first."""
        if out.about is None:
            return True
        return self.has(out.about) and not (out.is_helpers and self.began_before(out.about))

    def began_before(self, key: str) -> bool:
        """Whether another scan than the one with that key brought the attendee in."""
        return key not in {self.let_ins[0].key, self.let_ins[0].about}


class Contradiction(NamedTuple):
    """Rows that do not go together, and the door time at which they came to."""

    kind: ConflictKind
    entries: Sequence[LogEntry]
    at: str


@dataclass
class Story:
    """What the rows of one attendee come to."""

    spells: list[Spell] = field(default_factory=list)
    now: Spell | None = None
    refused_while_out: list[LogEntry] = field(default_factory=list)
    spell_of: dict[int, Spell] = field(default_factory=dict)
    """The spell of each let-in, and of each refusal while the attendee was in, by the identity of its entry."""

    @property
    def present(self) -> Present | None:
        """None: out."""
        return self.now.present if self.now else None

    def spell_at(self, at: str) -> Spell | None:
        """The spell that a let-in of that door time would be a part of; None if it would begin one of its own.

        It is the present one always, so that nobody comes in twice; else the first that was not over by then.
        """
        return self.now or next((spell for spell in self.spells if at <= (spell.until or "")), None)

    def is_undone_in_vain(self, key: str) -> bool:
        """Whether a helper's undo of the scan with that key leaves the attendee in, by another let-in before it."""
        return any(spell.has(key) and spell.began_before(key) for spell in self.spells)

    @property
    def contradictions(self) -> list[Contradiction]:
        """Two let-ins of a spell; and who was turned away with a valid ticket and never came in."""
        twice = [
            Contradiction(ConflictKind.TWICE, spell.let_ins, spell.let_ins[1].at)
            for spell in self.spells
            if len(spell.let_ins) > 1
        ]
        away = [Contradiction(ConflictKind.TURNED_AWAY, [entry], entry.at) for entry in self.refused_while_out]
        return twice + away


def read_in_door_time(entries: Iterable[LogEntry]) -> Story:
    """Read the rows of one attendee."""
    entries = list(entries)
    by_scan = [entry for entry in entries if entry.outcome in _BY_A_SCAN]
    let_in_at = {key: entry.at for entry in by_scan for key in (entry.key, entry.about) if key}
    ordered = sorted(entries, key=lambda entry: _place(entry, let_in_at))
    withdrawn = {entry.about for entry in ordered if entry.outcome == ScanOutcome.WITHDRAWN}
    story = Story()
    for entry in ordered:
        if _is_let_in(entry, withdrawn):
            if story.now is None:
                story.now = Spell()
                story.spells.append(story.now)
                # Who came in after all needs no second look.
                story.refused_while_out.clear()
            story.now.add(entry)
            story.spell_of[id(entry)] = story.now
        elif entry.is_refusal or entry.outcome in _TURNED_AWAY:
            if story.now is not None:
                story.spell_of[id(entry)] = story.now
            elif entry.is_refusal:
                story.refused_while_out.append(entry)
        elif _is_out(entry) and story.now and story.now.is_ended_by(entry):
            story.now.until = max(entry.at, story.now.let_ins[-1].at)
            story.now = None
    return story


def _is_let_in(entry: LogEntry, withdrawn: set[str | None]) -> bool:
    if entry.outcome == ScanOutcome.ADMITTED:
        return not entry.key or entry.key not in withdrawn
    return entry.outcome in _ALWAYS_IN or (entry.outcome in _OTHERWISE and entry.since is not None)


def _is_out(entry: LogEntry) -> bool:
    is_otherwise_out = entry.outcome == ScanOutcome.BASELINE and entry.since is None
    return entry.outcome == ScanOutcome.MARKED_ABSENT or is_otherwise_out


def _place(entry: LogEntry, let_in_at: Mapping[str, str]) -> tuple[str, int, str, int]:
    """Two of the same millisecond stand in an order that no upload changes. Rows by hand have no key, and come live.

    An undo stands behind the check-in that it names, whatever the clocks say: the server counts a prompt scan from when
    it took it.
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
