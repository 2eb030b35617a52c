"""Changes merge without end and stay small."""

import json
from functools import reduce

import pytest

from doorlist.live.changes import EVERYTHING, NOTHING, Changes, changes_of
from doorlist.live.schemas import from_wire, to_wire


def checked_in(*attendee_ids: int, event_id: int = 3) -> Changes:
    return changes_of(attendees=attendee_ids, attendees_of=[event_id])


def test_changes_are_ids_and_nothing_else() -> None:  # 7.live.2
    changes = checked_in(18, 17) | changes_of(events=[4]) | changes_of(users=[5], imports=True)
    assert json.loads(to_wire(changes)) == {
        "attendees": [17, 18],
        "attendeesOf": [3],
        "events": [4],
        "users": [5],
        "imports": True,
    }


def test_a_hundred_attendees_are_named_and_one_more_is_any_of_the_event() -> None:  # 7.live.3
    hundred = checked_in(*range(1, 101))
    assert len(json.loads(to_wire(hundred))["attendees"]) == 100
    assert json.loads(to_wire(hundred | checked_in(101))) == {"attendeesOf": [3]}


def test_any_attendee_of_an_event_and_a_named_one_are_any_of_both_events() -> None:
    both = changes_of(attendees=None, attendees_of=[3]) | checked_in(9, event_id=4)
    assert json.loads(to_wire(both)) == {"attendeesOf": [3, 4]}


def test_an_event_without_anybody_changes_no_list() -> None:
    assert changes_of(attendees=None, attendees_of=[]) == NOTHING
    assert not NOTHING


def test_too_many_events_are_everything() -> None:
    assert reduce(Changes.__or__, (checked_in(n, event_id=n) for n in range(1, 52))) == EVERYTHING
    assert json.loads(to_wire(EVERYTHING | checked_in(1))) == {"everything": True}


@pytest.mark.parametrize(
    "changes",
    [
        EVERYTHING,
        checked_in(1, 2),
        changes_of(attendees=None, attendees_of=[3]),
        changes_of(events=[1], users=[2], imports=True),
    ],
)
def test_they_come_back_from_the_wire_as_they_were(changes: Changes) -> None:
    assert from_wire(to_wire(changes)) == changes


def test_the_largest_fits_into_a_notification() -> None:
    ids = [2**63 - 1 - n for n in range(100)]
    largest = changes_of(attendees=ids, attendees_of=ids[:50], events=ids[:50], users=ids[:50], imports=True)
    assert not largest.everything
    assert len(json.dumps({"origin": "0" * 16, "facts": to_wire(largest)})) < 8000
