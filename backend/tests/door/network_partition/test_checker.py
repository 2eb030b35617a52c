"""The checker reports each fault that it is there to find."""

from collections import Counter
from dataclasses import replace
from uuid import UUID, uuid5

import pytest

from tests.door.network_partition.checker import (
    Conflict,
    Database,
    Guest,
    History,
    Shown,
    Undone,
    changes_elsewhere,
    contradictions,
)
from tests.door.network_partition.visits import Row

A, B, C, D = (UUID(int=number) for number in range(1, 5))
OLIVE, OSCAR = 1, 2

# Gate A let Ada in without the server, at 20. The server had let her in at gate B, at 30, and gets A's upload later.
# Gate C never received the server's 'already', and let in by its list. Ben came in, and his check-in was undone.
SEEN = History(
    shown=[
        Shown(A, "admitted", "ada", "Gate A"),
        Shown(B, "admitted", "ada", "Gate B"),
        Shown(C, "admitted", "ada", "Gate C"),
        Shown(D, "admitted", "ben", "Gate A"),
    ],
    undone=[Undone(uuid5(D, "undo"), D)],
    marks=Counter({(11, True): 1, (11, False): 1}),
    known_keys={A, B, C, D},
    read_at={A: 20},
)
AT_B = Row(1, 10, B, "admitted", 30, OSCAR)
ASKED_AT_C = Row(2, 10, C, "repeat", 40, OLIVE)
AT_A = Row(3, 10, A, "let_in_offline", 20, OLIVE, "admitted", "list", received=60)
AT_C = Row(4, 10, uuid5(C, "shown"), "let_in_offline", 40, OLIVE, "admitted", "list", about=C, received=60)
BEN = [
    Row(5, 11, D, "admitted", 21, OLIVE),
    Row(6, 11, uuid5(D, "undo"), "marked_absent", 22, OLIVE, about=D),
    Row(7, 11, None, "marked_present", 23, OLIVE),
    Row(8, 11, None, "marked_absent", 24, OLIVE),
]
LOG = [AT_B, ASKED_AT_C, AT_A, AT_C, *BEN]
GUESTS = [Guest(10, "ada", 20, OLIVE), Guest(11, "ben", None, None)]
TWICE = Conflict("twice", frozenset({1, 3, 4}))
RIGHT = Database(LOG, GUESTS, [TWICE])


def without(row: Row, *instead: Row) -> list[Row]:
    return [each for each in LOG if each != row] + list(instead)


def test_it_has_nothing_to_say_where_all_is_right() -> None:
    assert contradictions(SEEN, RIGHT) == []


WRONG = {
    "no derived row": (
        replace(RIGHT, log=without(AT_C), conflicts=[Conflict("twice", frozenset({1, 3}))]),
        "Who went in is not once in the log",
    ),
    "a verdict before it is stored": (
        Database(without(AT_A), [Guest(10, "ada", 30, OSCAR), GUESTS[1]], [Conflict("twice", frozenset({1, 4}))]),
        "Who went in is not once in the log",
    ),
    "first to arrive wins": (replace(RIGHT, guests=[Guest(10, "ada", 30, OSCAR), GUESTS[1]]), "is (20, 1) by the log"),
    "a let-in that counts twice": (
        replace(RIGHT, log=without(ASKED_AT_C, replace(ASKED_AT_C, outcome="let_in_offline", shown="admitted"))),
        "Who went in is not once in the log",
    ),
    "a row twice": (replace(RIGHT, log=[*LOG, replace(AT_A, id=9)]), "2 times"),
    "a conflict that is missing": (replace(RIGHT, conflicts=[]), "Missing: twice of [1, 3, 4]"),
    "a conflict without one of its let-ins": (
        replace(RIGHT, conflicts=[Conflict("twice", frozenset({1, 3}))]),
        "Missing: twice of [1, 3, 4]",
    ),
    "a conflict that is invented": (
        replace(RIGHT, conflicts=[TWICE, Conflict("turned_away", frozenset({2}))]),
        "Invented: turned_away of [2]",
    ),
    "a conflict that is there twice": (replace(RIGHT, conflicts=[TWICE, TWICE]), "is there 2 times"),
    "an undo that is lost": (
        replace(RIGHT, log=without(BEN[1])),
        "Undone(key=",
    ),
    "a mark that is lost": (replace(RIGHT, log=without(BEN[2])), "Attendee 11 was marked True 1 times; logged: 0"),
    "a row of nobody's": (
        replace(RIGHT, log=[*LOG, Row(9, 11, UUID(int=9), "repeat", 50, OLIVE)]),
        "Nobody did what the log says",
    ),
    "another door time than the door's": (replace(RIGHT, log=without(AT_A, replace(AT_A, at=25))), "Made at 20"),
    "an exit that is not in the log": (
        replace(RIGHT, guests=[replace(GUESTS[0], left_at=50), GUESTS[1]]),
        "has left at None by the log",
    ),
    "a device that is told of another event": (
        replace(RIGHT, log=[*LOG, Row(9, None, UUID(int=9), "other_event", 50, OLIVE, grant=1)]),
        "An access reached another event",
    ),
    "a device that names an attendee of another event": (
        replace(RIGHT, log=[*LOG, Row(9, 99, UUID(int=9), "unknown", 50, OLIVE, grant=1)]),
        "An access reached another event",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_it_finds(fault: str) -> None:
    database, complaint = WRONG[fault]
    assert any(complaint in found for found in contradictions(SEEN, database))


def test_it_finds_that_a_guest_whom_the_door_turned_away_is_in_by_the_log() -> None:
    turned_away = [replace(shown, verdict="already") if shown.key == B else shown for shown in SEEN.shown]
    found = contradictions(replace(SEEN, shown=turned_away), RIGHT)
    assert [complaint.partition(".")[0] for complaint in found] == ["Who was turned away is in by the log"]


def test_a_refusal_that_is_not_counted_withdraws_nothing() -> None:  # 7.settle.9
    turned_away = [replace(shown, verdict="already") if shown.key == B else shown for shown in SEEN.shown]
    refusal = Row(9, 10, uuid5(B, "shown"), "not_counted", 30, OSCAR, "already", "list", about=B, received=60)
    assert contradictions(replace(SEEN, shown=turned_away), replace(RIGHT, log=[*LOG, refusal])) == []


def test_a_refusal_while_the_guest_was_out_is_a_conflict_unless_they_came_in_afterwards() -> None:
    refused = Row(1, 10, A, "turned_away", 20, OLIVE, "already", "list")
    later = Row(2, 10, B, "admitted", 30, OLIVE)
    seen = History(shown=[Shown(A, "already", "ada", "Gate A")], known_keys={A, B})
    away = Conflict("turned_away", frozenset({1}))
    assert contradictions(seen, Database([refused], [Guest(10, "ada", None, None)], [away])) == []
    assert contradictions(seen, Database([refused], [Guest(10, "ada", None, None)], [])) != []
    assert contradictions(seen, Database([refused, later], [Guest(10, "ada", 30, OLIVE)], [])) == []
    assert contradictions(seen, Database([refused, later], [Guest(10, "ada", 30, OLIVE)], [away])) != []


def test_a_let_in_that_the_device_lost_may_reach_the_server_after_a_refusal() -> None:
    let_in = Shown(C, "admitted", "ada", "Gate C", is_kept=False)
    turned_away = replace(let_in, verdict="already", is_kept=True)
    shown = [each for each in SEEN.shown if each.key != C]
    assert contradictions(replace(SEEN, shown=[*shown, let_in, turned_away]), RIGHT) == []
    kept = replace(let_in, is_kept=True)
    found = contradictions(replace(SEEN, shown=[*shown, kept, turned_away]), RIGHT)
    assert [complaint.partition(".")[0] for complaint in found] == ["Who was turned away is in by the log"]


@pytest.mark.parametrize(
    "other",
    [
        Database([], [Guest(99, "cid", 20, OLIVE)], []),
        Database([], [Guest(99, "cid", None, None, left_at=20)], []),
        Database([Row(1, None, A, "unknown", 20, OLIVE)], [], []),
        Database([], [], [Conflict("cancelled", frozenset({1}))]),
    ],
    ids=["a guest who came in", "a guest who left", "a row of the log", "a conflict"],
)
def test_it_finds_a_trace_at_another_event(other: Database) -> None:
    assert len(changes_elsewhere(other)) == 1
    assert changes_elsewhere(Database([], [Guest(99, "cid", None, None)], [])) == []
