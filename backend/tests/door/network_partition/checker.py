"""Compares the verdicts at the doors with the database. Shares no code with the doors or the server.

Plain functions on plain values, after the words of the contract (4.door-time): each contradiction is a sentence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from tests.door.network_partition.visits import LET_IN, LIVE, UNDONE, Row, Visits, in_order, read_visits


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
    list: int | None = None


@dataclass(frozen=True)
class Undone:
    """A check-in that a person undid."""

    key: UUID
    undoes: UUID


@dataclass(frozen=True)
class Guest:
    """An attendee in the database."""

    id: int
    ticket: str
    since: int | None
    by: int | None
    left_at: int | None = None
    type: int | None = None


@dataclass(frozen=True)
class CheckInList:
    """A check-in list, with its figures on the screen. `types`: the ticket types that it admits, None for all."""

    id: int
    rule: str
    types: frozenset[int] | None = None
    needs_entrance: bool = False
    guests: int = 0
    times: int = 0
    inside: int | None = None


@dataclass(frozen=True)
class AtList:
    """The stored presence of an attendee at a check-in list."""

    attendee: int
    list: int
    first_at: int
    first_by: int | None
    last_at: int
    times: int
    left_at: int | None = None


@dataclass(frozen=True)
class Conflict:
    """A conflict that people are shown, with its check-in list."""

    kind: str
    rows: frozenset[int]
    list: int | None = None


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
    sent_at: dict[UUID, set[int]] = field(default_factory=lambda: defaultdict(set))
    """When a ticket was read, by its live scans: a second reading of an unanswered ticket has the key of the first."""
    read_at: dict[UUID, int] = field(default_factory=dict)
    """When a record was made by the server's clock, as its device of a signed-in user knows it."""


@dataclass(frozen=True)
class Database:
    """The result."""

    log: Sequence[Row]
    guests: Sequence[Guest]
    conflicts: Sequence[Conflict]
    lists: Sequence[CheckInList] = ()
    at_lists: Sequence[AtList] = ()


NOT_A_TICKET = {"unknown", "invalid", "other_event", "not_counted"}
MOST_UPLOADED = 200
TURNED_AWAY = {"already", "already_left", "refused", "wrong_ticket_type", "not_entered"}


def contradictions(history: History, database: Database) -> list[str]:
    """Returns a sentence for each contradiction; none if all is right."""
    return [
        *_about_what_was_shown(history, database.log),
        *_about_what_was_done(history, database.log),
        *_about_access(history, database),
        *_about_guests(database),
        *_about_lists(database),
        *_about_conflicts(database),
    ]


def changes_elsewhere(other: Database) -> list[str]:
    """Returns a sentence for each trace in another event, at which nobody scanned."""
    came = [guest for guest in other.guests if guest.since is not None or guest.left_at is not None]
    return [f"At another event: {trace}" for trace in (*came, *other.log, *other.conflicts)]


def _about_what_was_shown(history: History, log: Sequence[Row]) -> Iterator[str]:
    """Each let-in that a door showed is in the log once, by its key or one that is derived from it."""
    withdrawn = {row.about for row in log if row.outcome == "withdrawn"}
    by_key = {row.key: row for row in log if row.key is not None}
    verdicts = defaultdict[UUID, list[Shown]](list)
    for each in history.shown:
        verdicts[each.key].append(each)
    for key, seen in verdicts.items():
        # Staff may decide after the verdict: the last decision counts.
        shown = seen[-1]
        if not shown.is_kept:
            continue
        rows = [row for row in map(by_key.get, _keys_of(key)) if row is not None]
        if shown.verdict in TURNED_AWAY and any(row.outcome == "not_counted" for row in rows):
            # A refusal that is not counted withdraws nothing (contract 7.settle.9).
            continue
        if shown.verdict in TURNED_AWAY and any(each.verdict == "admitted" and not each.is_kept for each in seen):
            # Let in before, by a device that lost the verdict when it died, perhaps after sending it.
            continue
        let_in = [row for row in rows if _lets_in(row, withdrawn)]
        let_out = [row for row in rows if _lets_out(row)]
        told = f"{seen} has {len(let_in)} let-ins and {len(let_out)} exits in the log: {rows}"
        if shown.verdict == "admitted" and len(let_in) != 1:
            yield f"Who went in is not once in the log. {told}"
        elif shown.verdict == "left" and len(let_out) != 1:
            yield f"Who left is not once in the log. {told}"
        elif shown.verdict in TURNED_AWAY and any(row.attendee not in history.deleted for row in let_in):
            yield f"Who was turned away is in by the log. {told}"
        if any(row.list != shown.list for row in rows):
            yield f"Another check-in list in the log. {told}"


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
        if read_at is None or row.key is None or row.received is None:
            continue
        is_live = row.shown is None and row.about is None
        readings = {read_at, *(history.sent_at.get(row.key, ()) if is_live else ())}
        # Records from the future, of one upload, keep their order by some milliseconds.
        is_near = any(at > row.received and 0 <= row.received - row.at < MOST_UPLOADED for at in readings)
        if row.at not in {min(at, row.received) for at in readings} and not is_near:
            yield f"Made at {read_at}, and at another time by the log: {row}"


def _about_access(history: History, database: Database) -> Iterator[str]:
    """To a device with an access alone, tickets of another event do not exist (contract 7.settle.517)."""
    of_event = {guest.id for guest in database.guests} | history.deleted
    for row in database.log:
        if row.grant is None:
            continue
        if row.outcome == "other_event" or (row.attendee is not None and row.attendee not in of_event):
            yield f"An access reached another event: {row}"


def _is_mark(row: Row) -> bool:
    return row.key is None and row.outcome in {"marked_present", "marked_absent"}


def _by_place(log: Sequence[Row]) -> Mapping[tuple[int, int | None], list[Row]]:
    """The rows of each guest at each list; None is the entrance."""
    rows = defaultdict[tuple[int, int | None], list[Row]](list)
    for row in log:
        if row.attendee is not None:
            rows[row.attendee, row.list].append(row)
    return rows


def _about_guests(database: Database) -> Iterator[str]:
    """The stored presence of each attendee matches the log of the entrance."""
    logs = _by_place(database.log)
    for guest in database.guests:
        log = logs.get((guest.id, None), [])
        read = read_visits(log)
        first = _first_entry(read)
        expected = (first.at, first.user) if first else (None, None)
        if (guest.since, guest.by) != expected:
            yield f"{guest} is {expected} by the log: {in_order(log)}"
        if guest.left_at != read.left_at:
            yield f"{guest} has left at {read.left_at} by the log: {in_order(log)}"


def _first_entry(read: Visits) -> Row | None:
    return read.counted[0].entries[0] if read.counted else None


def _about_lists(database: Database) -> Iterator[str]:
    """The stored presence of each attendee at each check-in list matches the log, and the figures match both."""
    logs, guests = _by_place(database.log), {guest.id: guest for guest in database.guests}
    stored = {(each.attendee, each.list): each for each in database.at_lists}
    if len(stored) < len(database.at_lists):
        yield f"Presences at lists are there twice: {database.at_lists}"
    for each in database.lists:
        expected = list[AtList]()
        for guest in guests:
            log = logs.get((guest, each.id), [])
            read = read_visits(log, counts_each=each.rule == "every")
            now = _at_list(guest, each.id, read)
            expected += [now] if now else []
            if stored.pop((guest, each.id), None) != now:
                found = [at for at in database.at_lists if (at.attendee, at.list) == (guest, each.id)]
                yield f"{found} should be {now} by the log of '{each.rule}': {in_order(log)}"
        inside = sum(at.left_at is None for at in expected) if each.rule == "reentry" else None
        counts = len(expected), sum(at.times for at in expected), inside
        if (each.guests, each.times, each.inside) != counts:
            yield f"{each} should have {counts} guests, check-ins and people inside"
        yield from _about_refusals(database.log, each, guests)
    yield from (f"Of no guest and list of the event: {at}" for at in stored.values())


def _at_list(guest: int, list_id: int, read: Visits) -> AtList | None:
    first = _first_entry(read)
    if first is None:
        return None
    last = read.counted[-1].entries[0]
    return AtList(guest, list_id, first.at, first.user, last.at, len(read.counted), read.left_at)


def _about_refusals(log: Sequence[Row], at: CheckInList, guests: Mapping[int, Guest]) -> Iterator[str]:
    """The server has admitted and refused by ticket type and entrance as the list says."""
    for row in (row for row in log if row.list == at.id and row.attendee in guests):
        is_admitted_type = at.types is None or guests[row.attendee or 0].type in at.types
        if row.outcome in {"admitted", "returned"} and not is_admitted_type:
            yield f"Admitted with a ticket of another type than {at.types}: {row}"
        if row.outcome == "wrong_ticket_type" and is_admitted_type:
            yield f"Refused with a ticket of {at.types}: {row}"
        if row.outcome not in {"admitted", "returned", "not_entered"} or row.shown not in LIVE:
            continue
        before = [each for each in log if each.id < row.id and (each.attendee, each.list) == (row.attendee, None)]
        if row.outcome == "not_entered" and (not at.needs_entrance or _first_entry(read_visits(before))):
            yield f"Refused after an entry at the entrance: {row}; {before}"
        if row.outcome != "not_entered" and at.needs_entrance and not any(each.outcome in LET_IN for each in before):
            yield f"Admitted without an entry at the entrance: {row}"


def _about_conflicts(database: Database) -> Iterator[str]:
    """The conflicts match the log: none is missing, none is invented."""
    expected, rules = set[Conflict](), {each.id: each.rule for each in database.lists}
    for (_, list_id), log in _by_place(database.log).items():
        rows = [row for row in log if row.outcome not in NOT_A_TICKET]
        read = read_visits(rows, counts_each=rules.get(list_id or 0) == "every")
        expected |= {_conflict("twice", *visit.entries) for visit in read.every if len(visit.entries) > 1}
        expected |= {_conflict("turned_away", row) for row in read.turned_away}
    uncounted = [row for row in database.log if row.outcome == "not_counted" and row.shown == "admitted"]
    for grant in {row.grant for row in uncounted}:
        rows = [row for row in uncounted if row.grant == grant]
        # All of one device are one conflict, at whichever lists.
        expected.add(Conflict("revoked_device", frozenset(row.id for row in rows)))
    for row in database.log:
        kinds = _kinds_alone(row)
        if kinds:
            # Which of two kinds it is rests on what the list of that door had.
            given = [
                each
                for each in database.conflicts
                if each.rows == {row.id} and each.list == row.list and each.kind in kinds
            ]
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
    return Conflict(kind, frozenset(row.id for row in rows), rows[0].list)


def _told(conflict: Conflict, log: Sequence[Row]) -> str:
    guests = {row.attendee for row in log if row.id in conflict.rows}
    about = [row for row in log if row.id in conflict.rows or (row.attendee and row.attendee in guests)]
    about = [row for row in about if row.list == conflict.list]
    return f"{conflict.kind} of {sorted(conflict.rows)} at list {conflict.list} in {in_order(about)}"
