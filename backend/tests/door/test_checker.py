"""The checker of the rush hour, on evenings made by hand: one in order, and one for each way not to be."""

from dataclasses import replace
from typing import Any

import pytest

from tests.door.checker import Attempt, Guest, LogRow, find_contradictions

NINE = "2026-11-20T21:00:00.000Z"
TEN = "2026-11-20T22:00:00.000Z"
OLIVE, OSCAR = 1, 2

ADMITTED = Attempt(
    "ADA",
    "key 1",
    OLIVE,
    sent=1.0,
    ended=1.2,
    status=200,
    body="welcome",
    already_scanned=False,
    attended_at=NINE,
    scanned_by=OLIVE,
)
REPEAT = replace(ADMITTED, key="key 2", user_id=OSCAR, body="again", already_scanned=True)
CUT = replace(
    ADMITTED, was_cut=True, status=None, body="", already_scanned=None, attended_at=None, scanned_by=None, ended=1.1
)
BUSY = replace(CUT, was_cut=False, status=503, body="in a moment")
FORGED = replace(CUT, qr_data="FORGED", key="key 3", was_cut=False, status=404, body="not found")

ADA = Guest(7, attended=True, attended_at=NINE, scanned_by=OLIVE)
ABSENT = Guest(7, attended=False, attended_at=None, scanned_by=None)

ADMITTED_ROW = LogRow("key 1", "ADA", OLIVE, "admitted", attendee_id=7, attended_at=NINE, attended_by=OLIVE)
REPEAT_ROW = replace(ADMITTED_ROW, key="key 2", user_id=OSCAR, outcome="repeat")
FORGED_ROW = LogRow("key 3", "FORGED", OLIVE, "unknown", attendee_id=None, attended_at=None, attended_by=None)

EVENING: dict[str, Any] = {
    "attempts": [CUT, BUSY, ADMITTED, ADMITTED, REPEAT, FORGED],
    "guests": {"ADA": ADA},
    "log": [ADMITTED_ROW, REPEAT_ROW, FORGED_ROW],
}


def found(**changed: Any) -> str:
    return "\n".join(find_contradictions(**{**EVENING, **changed}))


class TestNothingIsWrong:
    def test_with_an_evening_in_order(self) -> None:
        assert found() == ""

    def test_with_a_guest_who_did_not_come(self) -> None:
        assert found(guests={"ADA": ADA, "EVE": replace(ABSENT, id=8)}) == ""

    def test_with_a_scan_that_counted_before_its_client_got_the_response(self) -> None:
        assert found(attempts=[CUT, REPEAT, FORGED]) == ""

    def test_with_a_scan_that_never_got_through(self) -> None:
        assert found(attempts=[CUT, BUSY], guests={"ADA": ABSENT}, log=[]) == ""

    def test_with_a_repeat_whose_response_arrives_before_the_admissions(self) -> None:
        assert found(attempts=[replace(REPEAT, ended=1.1), ADMITTED, FORGED]) == ""


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"attempts": [*EVENING["attempts"], replace(CUT, was_cut=False)]}, "got no answer"),
        ({"attempts": [*EVENING["attempts"], replace(BUSY, status=500, body="oh no")]}, "was answered 500: oh no"),
        ({"attempts": [*EVENING["attempts"], replace(BUSY, status=404)]}, "was answered 404"),
        ({"attempts": [*EVENING["attempts"], replace(FORGED, status=200, body="welcome")]}, "was answered 200"),
        ({"attempts": [replace(ADMITTED, attended_at=TEN), REPEAT, FORGED]}, "was told of a check-in at"),
        ({"attempts": [ADMITTED, replace(REPEAT, scanned_by=OSCAR), FORGED]}, "was told of a check-in at"),
        ({"attempts": [replace(ADMITTED, user_id=OSCAR), REPEAT, FORGED]}, "in the name of 1"),
        ({"attempts": [*EVENING["attempts"], replace(REPEAT, body="otherwise")]}, "different answers: repeat"),
        ({"attempts": [*EVENING["attempts"], replace(ADMITTED, already_scanned=True)]}, "'repeat', and its row"),
        ({"attempts": [ADMITTED, replace(REPEAT, sent=0.1, ended=0.2), FORGED]}, "before the scan that made it"),
        ({"attempts": [ADMITTED, replace(ADMITTED, key="key 2"), FORGED]}, "was admitted by 2 scans"),
    ],
    ids=[
        "no answer",
        "a 500",
        "a guest who is unknown",
        "a forged ticket that is good",
        "another time",
        "another scanner",
        "somebody else's admission",
        "a replay with another answer",
        "a replay with another outcome",
        "a repeat before all admissions",
        "two doors that admit",
    ],
)
def test_it_finds_wrong_responses(changed: dict[str, Any], words: str) -> None:
    assert words in found(**changed)


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ([], "was told 'admitted', and the log has no row of it"),
        ([ADMITTED_ROW, FORGED_ROW], "was told 'repeat', and the log has no row of it"),
        ([ADMITTED_ROW, REPEAT_ROW], "was told 'unknown', and the log has no row of it"),
        ([REPEAT_ROW, FORGED_ROW], "the log has no row that admitted them"),
        ([*EVENING["log"], ADMITTED_ROW], "ADA was admitted 2 times"),
        ([*EVENING["log"], REPEAT_ROW], "Key key 2 has 2 rows"),
        ([*EVENING["log"], replace(REPEAT_ROW, key=None)], "1 row of key None, which nobody has sent"),
        ([*EVENING["log"], replace(REPEAT_ROW, key="key 9")], "1 row of key key 9, which nobody has sent"),
        ([REPEAT_ROW, ADMITTED_ROW, FORGED_ROW], "'repeat' in the log before they were admitted"),
        ([ADMITTED_ROW, replace(REPEAT_ROW, user_id=OLIVE), FORGED_ROW], "of another ticket or user"),
        ([ADMITTED_ROW, replace(REPEAT_ROW, qr_data="EVE"), FORGED_ROW], "of another ticket or user"),
        ([ADMITTED_ROW, replace(REPEAT_ROW, attendee_id=8), FORGED_ROW], "names 8 for the ticket of 7"),
        ([ADMITTED_ROW, replace(REPEAT_ROW, outcome="invalid"), FORGED_ROW], "'invalid', names 7"),
        ([ADMITTED_ROW, replace(REPEAT_ROW, attended_at=TEN), FORGED_ROW], f"speaks of a check-in at {TEN}"),
        ([replace(ADMITTED_ROW, user_id=OSCAR), REPEAT_ROW, FORGED_ROW], "is of 2, in the name of 1"),
        ([ADMITTED_ROW, REPEAT_ROW, replace(FORGED_ROW, attendee_id=7)], "of a text of nobody's, and names 7"),
        ([ADMITTED_ROW, REPEAT_ROW, replace(FORGED_ROW, outcome="admitted")], "'admitted', is of a text of nobody's"),
    ],
)
def test_it_finds_what_the_log_should_not_say(log: list[LogRow], words: str) -> None:
    assert words in found(log=log)


@pytest.mark.parametrize(
    ("guest", "words"),
    [
        (ABSENT, "ADA is absent, and 1 row admitted them"),
        (replace(ADA, attended_at=TEN), f"the database holds one at {TEN} by 1"),
        (replace(ADA, scanned_by=OSCAR), f"the database holds one at {NINE} by 2"),
        (replace(ADA, scanned_by=None), "half checked in"),
    ],
)
def test_it_finds_a_list_that_disagrees(guest: Guest, words: str) -> None:
    assert words in found(guests={"ADA": guest})


def test_it_finds_a_guest_who_is_present_though_nobody_let_them_in() -> None:
    assert found(attempts=[], log=[]) == "ADA is present, and no row admitted them."
