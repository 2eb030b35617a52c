"""Compares the verdicts at the doors with the database. Shares no code with the doors or the server.

Plain functions on plain values, after the words of the contract (4.door-time): each contradiction is a sentence.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID, uuid5


@dataclass(frozen=True)
class Shown:
    """A verdict that a person at a door saw, in the order of seeing.

    `is_kept`: the device said that it keeps it, or it did not die afterwards.
    """

    key: UUID
    verdict: str
    ticket: str
    door: str
    is_kept: bool = True


@dataclass(frozen=True)
class Undone:
    """A check-in that a person undid."""

    key: UUID
    undoes: UUID


@dataclass(frozen=True)
class Row:
    """A row of the scan log; moments in milliseconds since 1970."""

    id: int
    attendee: int | None
    key: UUID | None
    outcome: str
    at: int
    user: int
    shown: str | None = None
    certainty: str | None = None
    about: UUID | None = None
    received: int | None = None
    grant: int | None = None


@dataclass(frozen=True)
class Guest:
    """An attendee in the database."""

    id: int
    ticket: str
    since: int | None
    by: int | None
    left_at: int | None = None


@dataclass(frozen=True)
class Conflict:
    """A conflict that people are shown."""

    kind: str
    rows: frozenset[int]


@dataclass
class History:
    """All that happened, as recorded by the people and devices involved."""

    shown: list[Shown] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    marks: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """The number of marks by hand, present or absent, that changed a guest according to the server."""
    deleted: set[int] = field(default_factory=set)
    known_keys: set[UUID] = field(default_factory=set)
    """The keys of all records of all devices."""
    read_at: dict[UUID, int] = field(default_factory=dict)
    """When a record was made by the server's clock, as its device of a signed-in user knows it."""


@dataclass(frozen=True)
class Database:
    """The result."""

    log: Sequence[Row]
    guests: Sequence[Guest]
    conflicts: Sequence[Conflict]


LET_IN = {"admitted", "returned", "let_in_offline", "marked_present"}
NOT_A_TICKET = {"unknown", "invalid", "other_event", "not_counted"}
UNDONE = {"marked_absent", "exit_undone"}
TURNED_AWAY = {"already", "already_left", "refused"}
REFUSALS = {"repeat", "turned_away", "withdrawn"}


def contradictions(history: History, database: Database, *, counts_exits: bool = False) -> list[str]:
    """Returns a sentence for each contradiction; none if all is right.

    Where exits are counted, presence and conflicts are not checked.
    """
    found = [*_about_what_was_shown(history, database.log), *_about_what_was_done(history, database.log)]
    return found if counts_exits else [*found, *_about_guests(database), *_about_conflicts(database)]


def _about_what_was_shown(history: History, log: Sequence[Row]) -> Iterator[str]:
    """Each let-in that a door showed is in the log once, by its key or one that is derived from it."""
    withdrawn = {row.about for row in log if row.outcome == "withdrawn"}
    by_key = {row.key: row for row in log if row.key is not None}
    # Staff may decide after the verdict: the last decision counts.
    for key, shown in {each.key: each for each in history.shown}.items():
        if not shown.is_kept:
            continue
        rows = [row for row in map(by_key.get, _keys_of(key)) if row is not None]
        let_in = [row for row in rows if _lets_in(row, withdrawn)]
        let_out = [row for row in rows if _lets_out(row)]
        told = f"{shown} has {len(let_in)} let-ins and {len(let_out)} exits in the log: {rows}"
        if shown.verdict == "admitted" and len(let_in) != 1:
            yield f"Who went in is not once in the log. {told}"
        elif shown.verdict == "left" and len(let_out) != 1:
            yield f"Who left is not once in the log. {told}"
        elif shown.verdict in TURNED_AWAY and any(row.attendee not in history.deleted for row in let_in):
            yield f"Who was turned away is in by the log. {told}"


def _keys_of(key: UUID) -> list[UUID]:
    """The keys of a scan: its own, of the verdict that the door showed instead, and of the decision of staff."""
    shown = uuid5(key, "shown")
    return [key, shown, uuid5(shown, "shown")]


def _lets_out(row: Row) -> bool:
    return row.outcome == "left" or (row.outcome in NOT_A_TICKET and row.shown == "left")


def _lets_in(row: Row, withdrawn: set[UUID | None]) -> bool:
    if row.outcome in {"admitted", "returned"}:
        return row.key not in withdrawn
    return row.outcome == "let_in_offline" or (row.outcome in NOT_A_TICKET and row.shown == "admitted")


def _about_what_was_done(history: History, log: Sequence[Row]) -> Iterator[str]:
    """Undos and marks are in the log once, and it has nothing that nobody did."""
    keys = Counter(row.key for row in log if row.key is not None)
    yield from (f"The log has key {key} {times} times" for key, times in keys.items() if times > 1)
    by_key = {row.key: row for row in log}
    for undone in history.undone:
        row = by_key.get(undone.key)
        if row is None or row.about != undone.undoes or row.outcome not in {*UNDONE, *NOT_A_TICKET}:
            yield f"{undone} is not in the log: {row}"
    logged = Counter((row.attendee or 0, row.outcome == "marked_present") for row in log if _is_mark(row))
    for mark in history.marks.keys() | logged.keys():
        if history.marks[mark] != logged[mark]:
            yield f"Attendee {mark[0]} was marked {mark[1]} {history.marks[mark]} times; logged: {logged[mark]}"
    done = history.known_keys | {shown.key for shown in history.shown} | {undone.key for undone in history.undone}
    made = {derived for key in done for derived in _keys_of(key)}
    for row in log:
        if row.key not in made and not _is_mark(row):
            yield f"Nobody did what the log says: {row}"
        read_at = history.read_at.get(row.key) if row.key and row.received is not None else None
        if read_at is not None and row.received is not None and row.at != min(read_at, row.received):
            yield f"Made at {read_at}, and at another time by the log: {row}"


def _is_mark(row: Row) -> bool:
    return row.key is None and row.outcome in {"marked_present", "marked_absent"}


@dataclass
class _Read:
    """The log of one guest, read in the order of door time: its spells, and who was turned away since the last."""

    spells: list[list[Row]] = field(default_factory=list)
    is_in: bool = False
    turned_away: list[Row] = field(default_factory=list)


def _read(log: Sequence[Row]) -> _Read:
    read = _Read()
    withdrawn = {row.about for row in log if row.outcome == "withdrawn"}
    for row in _in_order(log):
        if row.outcome in LET_IN and (row.key is None or row.key not in withdrawn):
            if not read.is_in:
                read.spells.append([])
            read.spells[-1].append(row)
            read.is_in, read.turned_away = True, []
        elif row.outcome == "marked_absent":
            # An undo names the check-in that it reverts; a mark does not.
            spell = read.spells[-1] if read.is_in else []
            is_of_another = row.about is not None and all(row.about not in {each.key, each.about} for each in spell)
            read.is_in = read.is_in and is_of_another
        elif not read.is_in and row.outcome in REFUSALS and row.shown not in {None, "admitted", "undecided"}:
            # A refusal because of a check-in at the same door is correct, as far as the door knows.
            read.turned_away += [row] if row.certainty != "this_door" else []
    return read


def _in_order(log: Sequence[Row]) -> list[Row]:
    """The order by door time. Within a millisecond: in, refused, out, and then by the keys of the devices."""
    let_in_at = {key: row.at for row in log if row.outcome in LET_IN for key in (row.key, row.about) if key}

    def place(row: Row) -> tuple[int, int, str, int]:
        if row.outcome == "marked_absent":
            behind = let_in_at.get(row.about, row.at) if row.about else row.at
            return max(row.at, behind), 2, row.key.hex if row.key else "", row.id
        return row.at, int(row.outcome in REFUSALS), row.key.hex if row.key else "", row.id

    return sorted(log, key=place)


def _by_guest(log: Sequence[Row]) -> Mapping[int, list[Row]]:
    about_guests = sorted((row for row in log if row.attendee is not None), key=lambda row: (row.attendee, row.id))
    return {guest or 0: list(rows) for guest, rows in groupby(about_guests, key=lambda row: row.attendee)}


def _about_guests(database: Database) -> Iterator[str]:
    """The stored presence of each attendee matches the log."""
    logs = _by_guest(database.log)
    for guest in database.guests:
        log = logs.get(guest.id, [])
        read = _read(log)
        first = read.spells[-1][0] if read.is_in else None
        expected = (first.at, first.user) if first else (None, None)
        if (guest.since, guest.by) != expected:
            yield f"{guest} is {expected} by the log: {_in_order(log)}"


def _about_conflicts(database: Database) -> Iterator[str]:
    """The conflicts match the log: none is missing, none is invented."""
    expected = set[Conflict]()
    for log in _by_guest(database.log).values():
        read = _read([row for row in log if row.outcome not in NOT_A_TICKET])
        expected |= {_conflict("twice", *spell) for spell in read.spells if len(spell) > 1}
        expected |= {_conflict("turned_away", row) for row in read.turned_away}
    uncounted = [row for row in database.log if row.outcome == "not_counted" and row.shown == "admitted"]
    for grant in {row.grant for row in uncounted}:
        expected.add(_conflict("revoked_device", *(row for row in uncounted if row.grant == grant)))
    for row in database.log:
        kinds = _kinds_alone(row)
        if kinds:
            # Which of two kinds it is rests on what the list of that door had.
            given = [each for each in database.conflicts if each.rows == {row.id} and each.kind in kinds]
            expected.add(given[0] if given else _conflict(min(kinds), row))
    found = Counter(database.conflicts)
    yield from (f"{conflict} is there {times} times" for conflict, times in found.items() if times > 1)
    yield from (f"Missing: {_told(conflict, database.log)}" for conflict in expected - found.keys())
    yield from (f"Invented: {_told(conflict, database.log)}" for conflict in found.keys() - expected)


def _kinds_alone(row: Row) -> set[str]:
    """The kinds of conflict of one row: an entry without a ticket of the event."""
    if row.shown != "admitted":
        return set()
    by_outcome = {"other_event": {"other_event"}}
    return by_outcome.get(row.outcome, {"not_on_list", "cancelled"} if row.outcome in {"unknown", "invalid"} else set())


def _conflict(kind: str, *rows: Row) -> Conflict:
    return Conflict(kind, frozenset(row.id for row in rows))


def _told(conflict: Conflict, log: Sequence[Row]) -> str:
    guests = {row.attendee for row in log if row.id in conflict.rows}
    about = [row for row in log if row.id in conflict.rows or (row.attendee and row.attendee in guests)]
    return f"{conflict.kind} of {sorted(conflict.rows)} in {_in_order(about)}"
