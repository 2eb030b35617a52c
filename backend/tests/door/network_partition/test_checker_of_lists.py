"""The checker reports each fault at check-in lists that it is there to find."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import pytest

from tests.door.network_partition.checker import (
    AtList,
    CheckInList,
    Conflict,
    Database,
    Guest,
    History,
    Shown,
    Undone,
    contradictions,
)
from tests.door.network_partition.visits import Row, read_visits

OLIVE, OSCAR = 1, 2
ADA, BEN = 10, 11
VIP, CREW = 1, 2
DINNER = CheckInList(5, "once", frozenset({VIP}), needs_entrance=True, guests=1, times=1)
BAR = CheckInList(6, "reentry", guests=1, times=2, inside=1)
BUS = CheckInList(7, "every", guests=1, times=2)


def key(number: int) -> UUID:
    return UUID(int=number)


# Ada came in, had two dinners at doors apart from each other, left the bar and came back, and took the bus twice: the
# trip between was undone. Ben has a ticket of another type, and Cid has not come in.
ENTRY = Row(1, ADA, key(1), "admitted", 10, OLIVE)
DINED = Row(2, ADA, key(2), "admitted", 20, OLIVE, list=5)
DINED_AGAIN = Row(3, ADA, key(3), "let_in_offline", 25, OSCAR, "admitted", "list", received=90, list=5)
AT_BAR = Row(4, ADA, key(4), "let_in_offline", 30, OSCAR, "admitted", "list", received=90, list=6)
LEFT_BAR = Row(5, ADA, key(5), "left", 40, OLIVE, list=6)
BACK = Row(6, ADA, key(6), "returned", 50, OLIVE, list=6)
TRIPS = [Row(number, ADA, key(number), "admitted", 10 * number, OLIVE, list=7) for number in (7, 8, 9)]
TRIP_UNDONE = Row(10, ADA, key(10), "marked_absent", 100, OLIVE, about=key(8), list=7)
BEN_REFUSED = Row(11, BEN, key(11), "wrong_ticket_type", 110, OLIVE, list=5)
CID_REFUSED = Row(12, 12, key(12), "not_entered", 120, OLIVE, list=5)
LOG = [ENTRY, DINED, DINED_AGAIN, AT_BAR, LEFT_BAR, BACK, *TRIPS, TRIP_UNDONE, BEN_REFUSED, CID_REFUSED]
GUESTS = [
    Guest(ADA, "ada", 10, OLIVE, type=VIP),
    Guest(BEN, "ben", None, None, type=CREW),
    Guest(12, "cid", None, None, type=VIP),
]
AT_DINNER = AtList(ADA, 5, 20, OLIVE, 20, 1)
IN_BAR = AtList(ADA, 6, 30, OSCAR, 50, 2)
ON_BUS = AtList(ADA, 7, 70, OLIVE, 90, 2)
TWICE = Conflict("twice", frozenset({2, 3}), 5)
RIGHT = Database(LOG, GUESTS, [TWICE], [DINNER, BAR, BUS], [AT_DINNER, IN_BAR, ON_BUS])
SEEN = History(
    shown=[
        *(Shown(row.key or key(0), "admitted", "ada", "Gate", list=row.list) for row in LOG[:4]),
        Shown(key(5), "left", "ada", "Gate", list=6),
        *(Shown(key(number), "admitted", "ada", "Gate", list=7 if number > 6 else 6) for number in range(6, 10)),
        Shown(key(11), "wrong_ticket_type", "ben", "Gate", list=5),
        Shown(key(12), "not_entered", "cid", "Gate", list=5),
    ],
    undone=[Undone(key(10), key(8))],
)


def in_log(row: Row, *instead: Row) -> Sequence[Row]:
    return [each for each in LOG if each != row] + list(instead)


def stored(now: AtList, *instead: AtList) -> Sequence[AtList]:
    return [each for each in RIGHT.at_lists if each != now] + list(instead)


def test_it_has_nothing_to_say_where_all_is_right() -> None:
    assert contradictions(SEEN, RIGHT) == []


WRONG = {
    "a check-in that is lost": (replace(RIGHT, log=in_log(AT_BAR)), "Who went in is not once in the log"),
    "a check-in at another list": (
        replace(RIGHT, log=in_log(AT_BAR, replace(AT_BAR, list=7))),
        "Another check-in list in the log",
    ),
    "a check-in at the entrance": (
        replace(RIGHT, log=in_log(DINED, replace(DINED, list=None))),
        "Another check-in list in the log",
    ),
    "a list that counts at the entrance": (
        replace(RIGHT, guests=[replace(GUESTS[0], since=20), *GUESTS[1:]]),
        "is (10, 1) by the log",
    ),
    "a presence that is missing": (replace(RIGHT, at_lists=stored(AT_DINNER)), "by the log of 'once'"),
    "a presence of nobody": (replace(RIGHT, at_lists=[*RIGHT.at_lists, AtList(99, 5, 1, 1, 1, 1)]), "Of no guest"),
    "a presence of a guest who was refused": (
        replace(RIGHT, at_lists=[*RIGHT.at_lists, AtList(BEN, 5, 110, OLIVE, 110, 1)]),
        "should be None by the log of 'once'",
    ),
    "the first to arrive": (
        replace(RIGHT, at_lists=stored(IN_BAR, replace(IN_BAR, first_at=50, first_by=OLIVE))),
        "by the log of 'reentry'",
    ),
    "a guest who came back and left": (
        replace(RIGHT, at_lists=stored(IN_BAR, replace(IN_BAR, left_at=40))),
        "by the log of 'reentry'",
    ),
    "a return that does not count": (
        replace(RIGHT, at_lists=stored(IN_BAR, replace(IN_BAR, times=1))),
        "by the log of 'reentry'",
    ),
    "an undo that does not count": (
        replace(RIGHT, at_lists=stored(ON_BUS, replace(ON_BUS, times=3))),
        "by the log of 'every'",
    ),
    "an undo of the last instead": (
        replace(RIGHT, at_lists=stored(ON_BUS, replace(ON_BUS, last_at=80))),
        "by the log of 'every'",
    ),
    "figures of too many": (replace(RIGHT, lists=[DINNER, BAR, replace(BUS, times=3)]), "should have (1, 2, None)"),
    "figures of people who left": (
        replace(RIGHT, lists=[DINNER, replace(BAR, inside=0), BUS]),
        "should have (1, 2, 1)",
    ),
    "a conflict that is missing": (replace(RIGHT, conflicts=[]), "Missing: twice of [2, 3] at list 5"),
    "a conflict of the entrance": (replace(RIGHT, conflicts=[replace(TWICE, list=None)]), "Missing: twice of [2, 3]"),
    "a conflict of exit and return": (
        replace(RIGHT, conflicts=[TWICE, Conflict("twice", frozenset({4, 6}), 6)]),
        "Invented: twice of [4, 6]",
    ),
    "a conflict where every scan counts": (
        replace(RIGHT, conflicts=[TWICE, Conflict("twice", frozenset({7, 9}), 7)]),
        "Invented: twice of [7, 9]",
    ),
    "a ticket of another type": (
        replace(RIGHT, log=in_log(BEN_REFUSED, replace(BEN_REFUSED, outcome="admitted"))),
        "Admitted with a ticket of another type",
    ),
    "a refusal of an admitted type": (
        replace(RIGHT, guests=[GUESTS[0], replace(GUESTS[1], type=VIP), GUESTS[2]]),
        "Refused with a ticket of",
    ),
    "a guest who has not come in": (
        replace(RIGHT, log=in_log(CID_REFUSED, replace(CID_REFUSED, outcome="admitted"))),
        "Admitted without an entry at the entrance",
    ),
    "a refusal of a guest who has come in": (
        replace(RIGHT, log=in_log(CID_REFUSED, replace(CID_REFUSED, attendee=ADA))),
        "Refused after an entry at the entrance",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_it_finds(fault: str) -> None:
    database, complaint = WRONG[fault]
    found = contradictions(SEEN, database)
    assert any(complaint in each for each in found), found


class TestReading:
    """Entries, exits and undos of one guest at a list where guests are scanned in and out."""

    IN = Row(1, ADA, key(1), "admitted", 10, OLIVE)
    OUT = Row(2, ADA, key(2), "left", 20, OLIVE)
    AGAIN = Row(3, ADA, key(3), "returned", 30, OLIVE)

    def read(self, *rows: Row) -> tuple[int, int | None]:
        """How many visits count, and when the guest left."""
        found = read_visits(rows)
        return len(found.counted), found.left_at

    def test_an_exit_and_a_return(self) -> None:
        assert self.read(self.IN) == (1, None)
        assert self.read(self.OUT, self.IN) == (1, 20)
        assert self.read(self.AGAIN, self.OUT, self.IN) == (2, None)

    def test_undos(self) -> None:
        undo = Row(4, ADA, key(4), "marked_absent", 40, OLIVE, about=key(3))
        assert self.read(self.IN, self.OUT, self.AGAIN, undo) == (1, 20)
        assert self.read(self.IN, self.OUT, replace(undo, about=key(1))) == (0, None)
        out_undone = replace(undo, outcome="exit_undone", about=key(2))
        assert self.read(self.IN, self.OUT, out_undone) == (1, None)
        assert self.read(self.IN, self.OUT, self.AGAIN, out_undone) == (2, None)

    def test_an_exit_without_an_entry(self) -> None:
        assert self.read(self.OUT) == (0, 20)
        assert self.read(self.OUT, self.AGAIN) == (1, None)

    def test_a_refused_exit_of_a_guest_who_was_inside_after_all(self) -> None:
        refused = replace(self.OUT, outcome="not_inside")
        late = replace(self.IN, received=50)
        assert self.read(late, refused) == (1, 20)
        assert self.read(self.IN, refused) == (1, None)
        assert self.read(self.IN, replace(refused, shown="not_inside")) == (1, 20)
