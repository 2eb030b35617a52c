"""The fold of the log of one guest: a table, and properties that are formulated differently from the code."""

import itertools
import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doorlist.door.admission.fold import fold_log
from doorlist.door.admission.log_row import Attendance, LogRow, VisitStart
from doorlist.door.rules import ScanOutcome

A, B = 1, 2


def entry(outcome: str, at: str, key: str = "", *, by: int = A, **fields: object) -> LogRow:
    row = LogRow(by, ScanOutcome(outcome), at, 7, idempotency_key=key or None, attended_by=by)
    fields = {"attended_at": fields.pop("since", at), "received_at": fields.pop("received", at), **fields}
    return msgspec.structs.replace(row, **fields)


LET_IN = entry("let_in_offline", "19:02", "a", shown="admitted", received="19:40")
TABLE = {
    "nobody": ([], None, []),
    "one": ([LET_IN], VisitStart("19:02", A), []),
    "the earlier one counts": ([entry("admitted", "19:05", "b", by=B), LET_IN], VisitStart("19:02", A), ["twice"]),
    "by hand": ([entry("marked_present", "19:00", by=B)], VisitStart("19:00", B), []),
    "by hand, and let in": ([entry("marked_present", "19:00", by=B), LET_IN], VisitStart("19:00", B), ["twice"]),
    "imported": ([entry("imported", "19:00", since="19:00")], VisitStart("19:00", A), []),
    "imported, and was not there": ([entry("imported", "19:00", since=None)], None, []),
    "a baseline": ([entry("baseline", "19:10", since="19:01"), LET_IN], VisitStart("19:02", A), ["twice"]),
    "a baseline that is out": ([LET_IN, entry("baseline", "19:10", since=None)], None, []),
    "taken back": ([LET_IN, entry("marked_absent", "19:03")], None, []),
    "taken back before": ([LET_IN, entry("marked_absent", "19:01")], VisitStart("19:02", A), []),
    "taken back by its key": ([LET_IN, entry("marked_absent", "19:03", "c", about_key="a")], None, []),
    "taken back by its key, by a clock that is behind": (
        [LET_IN, entry("marked_absent", "19:01", "c", about_key="a")],
        None,
        [],
    ),
    "another one taken back": (
        [LET_IN, entry("marked_absent", "19:03", "c", about_key="b")],
        VisitStart("19:02", A),
        [],
    ),
    "taken back too late": (
        [
            LET_IN,
            entry("marked_absent", "19:03"),
            entry("admitted", "19:04", "b", by=B),
            entry("marked_absent", "19:05", "c", about_key="a"),
        ],
        VisitStart("19:04", B),
        [],
    ),
    "of two, one taken back": (
        [LET_IN, entry("admitted", "19:05", "b"), entry("marked_absent", "19:06", "c", about_key="a")],
        None,
        ["twice"],
    ),
    "in at 19:05, out at 19:06, and late in at 19:02": (
        [entry("admitted", "19:05", "b"), entry("marked_absent", "19:06"), LET_IN],
        None,
        ["twice"],
    ),
    "two visits": (
        [LET_IN, entry("marked_absent", "19:03"), entry("admitted", "19:04", "b", by=B)],
        VisitStart("19:04", B),
        [],
    ),
    "in and out in one millisecond": ([LET_IN, entry("marked_absent", "19:02", "0")], None, []),
    "withdrawn": (
        [
            entry("admitted", "19:02", "a"),
            entry("withdrawn", "19:02", "d", about_key="a", shown="already", certainty="list"),
        ],
        None,
        ["turned_away"],
    ),
    "a derived row": (
        [
            entry("admitted", "19:00", "b", by=B),
            entry("let_in_offline", "19:02", "d", about_key="a"),
            entry("marked_absent", "19:03", "e", about_key="a"),
        ],
        None,
        ["twice"],
    ),
    "turned away": ([entry("turned_away", "19:00", "a", shown="already", certainty="list")], None, ["turned_away"]),
    "turned away, though logged as a repeat": (
        [entry("repeat", "19:00", "a", shown="cancelled", certainty="list")],
        None,
        ["turned_away"],
    ),
    "turned away while in": (
        [LET_IN, entry("turned_away", "19:03", "b", shown="already", certainty="list")],
        VisitStart("19:02", A),
        [],
    ),
    "turned away, then let in": (
        [LET_IN, entry("turned_away", "19:00", "b", shown="already", certainty="list")],
        VisitStart("19:02", A),
        [],
    ),
    "turned away once out": (
        [
            LET_IN,
            entry("marked_absent", "19:03"),
            entry("turned_away", "19:04", "b", shown="already", certainty="list"),
        ],
        None,
        ["turned_away"],
    ),
    "by its own check-in": ([entry("turned_away", "19:00", "a", shown="already", certainty="this_door")], None, []),
    "an ordinary repeat": ([LET_IN, entry("repeat", "19:03", "b")], VisitStart("19:02", A), []),
    "not counted": ([entry("not_counted", "19:00", "a", shown="admitted")], None, []),
}


@pytest.mark.parametrize(("entries", "present", "kinds"), TABLE.values(), ids=TABLE)
def test_the_table(entries: Sequence[LogRow], present: VisitStart | None, kinds: list[str]) -> None:
    # 4.door-time.1, 2, 4, 5, 6; 4.door-time.21, 22
    for order in itertools.permutations(entries):
        presence = fold_log(order)
        assert presence.present == present
        assert [found.kind for found in presence.contradictions] == kinds


OUT = entry("left", "19:10", "x", shown="left")
BACK = entry("let_in_offline", "19:20", "b", by=B, shown="admitted")
SINCE = VisitStart("19:02", A)
EXITS = {
    "left": ([LET_IN, OUT], Attendance(SINCE, "19:10"), []),
    "came back": ([LET_IN, OUT, BACK], Attendance(SINCE), []),
    "came back, and again": (
        [LET_IN, OUT, BACK, entry("admitted", "19:21", "c")],
        Attendance(SINCE),
        ["twice"],
    ),
    "left twice": ([LET_IN, OUT, entry("left", "19:12", "y", shown="left")], Attendance(SINCE, "19:10"), []),
    "an exit without an entry": ([OUT], Attendance(None, "19:10"), []),
    "an exit before the entry": ([OUT, BACK], Attendance(VisitStart("19:20", B)), []),
    "not inside, says the door": (
        [LET_IN, entry("not_inside", "19:10", "x", shown="not_inside")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "not inside, says the server": ([LET_IN, entry("not_inside", "19:10", "x")], Attendance(SINCE, "19:10"), []),
    "not inside, says the server that knew of the entry": (
        [entry("admitted", "19:02", "a"), entry("not_inside", "19:03", "x")],
        Attendance(SINCE),
        [],
    ),
    "not inside, says the server that did not know of the entry": (
        [entry("admitted", "19:02", "a", shown="undecided", received="19:20"), entry("not_inside", "19:10", "x")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "not inside, says the server that did not know of the undo": (
        [
            entry("admitted", "19:02", "a"),
            entry("left", "19:03", "x"),
            entry("not_inside", "19:05", "y"),
            entry("exit_undone", "19:04", "u", about_key="x", received="19:06"),
        ],
        Attendance(SINCE, "19:05"),
        [],
    ),
    "not inside, says the server that knew of the undo": (
        [
            entry("admitted", "19:02", "a"),
            entry("left", "19:03", "x"),
            entry("exit_undone", "19:04", "u", about_key="x"),
            entry("not_inside", "19:05", "y"),
        ],
        Attendance(SINCE),
        [],
    ),
    "never inside": ([entry("not_inside", "19:10", "x")], Attendance(), []),
    "the exit undone": ([LET_IN, OUT, entry("exit_undone", "19:11", "y", about_key="x")], Attendance(SINCE), []),
    "another exit undone": (
        [LET_IN, OUT, entry("exit_undone", "19:11", "y", about_key="z")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "turned away before the exit is undone, then let in": (
        [
            LET_IN,
            OUT,
            entry("turned_away", "19:11", "b", shown="already", certainty="list"),
            entry("exit_undone", "19:12", "y", about_key="x"),
            entry("let_in_offline", "19:13", "c", by=B, shown="admitted"),
        ],
        Attendance(SINCE),
        ["twice"],
    ),
    "an exit without an entry undone": ([OUT, entry("exit_undone", "19:11", "y", about_key="x")], Attendance(), []),
    "the return undone": (
        [LET_IN, OUT, BACK, entry("marked_absent", "19:21", "y", about_key="b")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "the return withdrawn": (
        [LET_IN, OUT, entry("returned", "19:20", "b"), entry("withdrawn", "19:20", "w", about_key="b")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "the entry undone": ([LET_IN, OUT, entry("marked_absent", "19:11", "y", about_key="a")], Attendance(), []),
    "marked absent": ([LET_IN, OUT, entry("marked_absent", "19:11")], Attendance(), []),
    "a baseline of one who left": (
        [entry("baseline", "19:30", since="19:02", left_at="19:10")],
        Attendance(SINCE, "19:10"),
        [],
    ),
    "a baseline of one who left, and a late entry before that": (
        [entry("baseline", "19:02", since="19:02", left_at="19:10"), entry("let_in_offline", "19:05", "b")],
        Attendance(SINCE, "19:10"),
        ["twice"],
    ),
    "a baseline of one who left, and came back": (
        [entry("baseline", "19:02", since="19:02", left_at="19:10"), entry("returned", "19:20", "b")],
        Attendance(SINCE),
        [],
    ),
    "a baseline of one who left without an entry": (
        [LET_IN, entry("baseline", "19:30", since=None, left_at="19:10")],
        Attendance(None, "19:10"),
        [],
    ),
}


@pytest.mark.parametrize(("entries", "attendance", "kinds"), EXITS.values(), ids=EXITS)
def test_exits(entries: Sequence[LogRow], attendance: Attendance, kinds: list[str]) -> None:
    # 4.exit.9, 11, 12, 13, 14
    for order in itertools.permutations(entries):
        presence = fold_log(order)
        assert presence.attendance == attendance
        assert [found.kind for found in presence.contradictions] == kinds


def test_any_number_of_visits() -> None:  # 4.exit.3, 4.exit.13
    times = [f"{minute:05}" for minute in range(10_000)]
    rows = [entry(("let_in_offline", "left")[n % 2], at, at, shown="x") for n, at in enumerate(times)]
    presence = fold_log(rows)
    assert presence.attendance == Attendance(VisitStart(times[0], A), times[-1])
    assert presence.contradictions == []


def test_live_exits_and_returns_of_one_instant_are_in_the_order_of_the_log() -> None:  # 4.exit.16
    for last in (0, 1):
        rows = [LET_IN, *(entry(("left", "returned")[n % 2], "19:10", "zyxwv"[n]) for n in range(3 + last))]
        for number, row in enumerate(rows):
            row.id = number + 1
        assert fold_log(reversed(rows)).attendance.is_inside is (last == 1)


def test_a_live_entry_and_a_refused_exit_of_one_instant_are_in_the_order_of_the_log() -> None:  # 4.exit.16
    entered, refused = entry("admitted", "19:10", "a"), entry("not_inside", "19:10", "x")
    for first, second in ((entered, refused), (refused, entered)):
        first.id, second.id = 1, 2
        assert fold_log([entered, refused]).attendance.is_inside


def test_of_two_at_one_instant_the_key_says_which_is_first() -> None:  # 4.door-time.7
    one, other = entry("let_in_offline", "19:02", "a", by=A), entry("let_in_offline", "19:02", "b", by=B)
    for first, second in ((one, other), (other, one)):
        first.id, second.id = 1, 2
        assert fold_log([first, second]).present == VisitStart("19:02", A)


KEYS = ["a", "b", "c", "d", "e", "f"]
times = st.integers(0, 4).map(lambda minute: f"19:0{minute}")
people = st.sampled_from([A, B])
let_ins = st.tuples(st.sampled_from(["let_in_offline", "admitted"]), times, people)
undos = st.tuples(st.just("marked_absent"), times, st.sampled_from([None, *KEYS]))
moves = st.tuples(st.sampled_from(["left", "not_inside", "undecided"]), times, people)
undone_exits = st.tuples(st.just("exit_undone"), times, st.sampled_from(KEYS))
refusals = st.tuples(st.just("turned_away"), times, st.sampled_from(["list", "this_door"]))


@st.composite
def logs(draw: st.DrawFn) -> list[LogRow]:
    made = draw(st.lists(st.one_of(let_ins, undos, refusals), max_size=len(KEYS)))
    entries = []
    for key, (outcome, at, other) in zip(KEYS, made, strict=False):
        if outcome == "marked_absent":
            entries.append(entry(outcome, at, key, about_key=other))
        elif outcome == "turned_away":
            entries.append(entry(outcome, at, key, shown="already", certainty=other))
        else:
            shown = "undecided" if outcome == "admitted" else "admitted"
            entries.append(entry(outcome, at, key, by=int(other or A), shown=shown))
    return entries


@st.composite
def logs_with_exits(draw: st.DrawFn) -> list[LogRow]:
    made = draw(st.lists(st.one_of(moves, undone_exits), max_size=3))
    exits = [
        entry(
            "not_inside" if outcome == "undecided" else outcome,
            at,
            key,
            about_key=str(other) if outcome == "exit_undone" else None,
            shown=outcome,
        )
        for key, (outcome, at, other) in zip("xyz", made, strict=False)
    ]
    entries = [*draw(logs()), *exits]
    for place, row in zip(draw(st.permutations(range(len(entries)))), entries, strict=True):
        row.received_at = f"20:{place:02}"
    return entries


Moments = list[tuple[str, list[LogRow]]]


def by_minutes(entries: Sequence[LogRow]) -> Moments:
    """The entries and then the exits, minute by minute. An undo comes after its check-in."""
    entered = {row.key: row.at for row in entries if row.outcome in {"let_in_offline", "admitted"}}

    def minute(row: LogRow) -> str:
        waited_for = row.outcome == "marked_absent" and entered.get(row.about_key or "")
        return max(row.at, waited_for or row.at)

    return [(at, [row for row in entries if minute(row) == at]) for at in sorted(set(map(minute, entries)))]


def people_inside(entries: Sequence[LogRow]) -> tuple[list[set[str]], set[str] | None]:
    """A doorkeeper with a slate: writes up each key that enters, wipes the slate when one on it leaves.

    The finished slates, and the one in use.
    """
    finished: list[set[str]] = []
    slate: set[str] = set()
    for _, rows in by_minutes(entries):
        slate |= {row.key for row in rows if row.outcome in {"let_in_offline", "admitted"}}
        leaving = [row for row in rows if row.outcome == "marked_absent"]
        if slate and any(row.about_key is None or row.about_key in slate for row in leaving):
            finished.append(slate)
            slate = set()
    return finished, slate or None


@given(logs_with_exits(), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_neither_order_nor_arrival_changes_anything(entries: list[LogRow], chance: random.Random) -> None:
    # 4.door-time.7
    presence = fold_log(entries)
    shuffled = chance.sample(entries, len(entries))
    for number, row in enumerate(chance.sample(entries, len(entries))):
        row.id = number
    again = fold_log(shuffled)
    assert again.attendance == presence.attendance
    assert [(found.kind, [row.key for row in found.entries], found.at) for found in again.contradictions] == [
        (found.kind, [row.key for row in found.entries], found.at) for found in presence.contradictions
    ]


@given(logs())
@settings(max_examples=300)
def test_a_doorkeeper_with_a_slate_says_the_same(entries: list[LogRow]) -> None:
    # 4.door-time.1, 2, 4; 4.door-time.21
    finished, slate = people_inside(entries)
    presence = fold_log(entries)
    by_key = {row.key: row for row in entries}
    if slate is None:
        assert presence.present is None
    else:
        earliest = min((by_key[key] for key in slate), key=lambda row: (row.at, row.key))
        assert presence.present == VisitStart(earliest.at, earliest.by)
    several = [sorted(some) for some in [*finished, slate or set()] if len(some) > 1]
    found = [sorted(row.key for row in each.entries) for each in presence.contradictions if each.kind == "twice"]
    assert found == several


@given(logs())
@settings(max_examples=300)
def test_a_guest_turned_away_who_never_came_in_is_a_conflict(entries: list[LogRow]) -> None:  # 4.door-time.22
    told = {row.key for each in fold_log(entries).contradictions if each.kind == "turned_away" for row in each.entries}
    let_in = [row.at for row in entries if row.outcome in {"let_in_offline", "admitted"}]
    for row in entries:
        if row.outcome != "turned_away" or row.certainty == "this_door" or any(at > row.at for at in let_in):
            assert row.key not in told
        elif all(at > row.at for at in let_in):
            assert row.key in told


class CountedKey(str):
    """A key that counts how often the fold reads it."""

    __slots__ = ()
    looks = 0

    def __hash__(self) -> int:
        CountedKey.looks += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        CountedKey.looks += 1
        return super().__eq__(other)


def test_undos_of_unknown_keys_do_not_search_all_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CountedKey, "looks", 0)
    let_ins = [entry("let_in_offline", "19:02", CountedKey(f"a{number}")) for number in range(100)]
    undos = [entry("marked_absent", "19:03", f"b{number}", about_key=f"c{number}") for number in range(100)]
    presence = fold_log([*let_ins, *undos])
    assert len(presence.visits[0].let_ins) == 100
    assert presence.now is not None
    assert CountedKey.looks < 2000
