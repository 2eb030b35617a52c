"""Changes merge without end and stay small."""

import json
from functools import reduce

import msgspec
import pytest

from doorlist.live.changes import EVERYTHING, NOTHING, Changes, changes_of
from doorlist.live.postgres_notify import Notice
from doorlist.live.schemas import to_wire


def checked_in(*attendee_ids: int, event_id: int = 3) -> Changes:
    return changes_of(attendees=attendee_ids, attendees_of=[event_id])


def test_changes_are_ids_and_nothing_else() -> None:  # 7.live.2
    changes = checked_in(18, 17) | changes_of(events=[4]) | changes_of(users=[5], imports=True)
    changes |= changes_of(conflicts_of=[3]) | changes_of(conflicts_of=[None]) | changes_of(doors_of=[6])
    assert json.loads(to_wire(changes)) == {
        "attendees": [17, 18],
        "attendeesOf": [3],
        "events": [4],
        "users": [5],
        "conflictsOf": [0, 3],
        "doorsOf": [6],
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
    assert changes_of(conflicts_of=range(51)) == EVERYTHING
    assert changes_of(doors_of=range(21)) == EVERYTHING
    assert json.loads(to_wire(EVERYTHING | checked_in(1))) == {"everything": True}


@pytest.mark.parametrize(
    "changes",
    [
        EVERYTHING,
        checked_in(1, 2),
        changes_of(attendees=None, attendees_of=[3]),
        changes_of(attendees=None, attendees_of=[3]) | checked_in(1, 2, event_id=4) | checked_in(3, event_id=5),
        changes_of(events=[1], users=[2], imports=True),
        changes_of(conflicts_of=[0, 7]),
        changes_of(doors_of=[4, 7]),
    ],
)
def test_they_reach_another_server_as_they_were(changes: Changes) -> None:
    notice = Notice("0" * 16, changes)
    assert msgspec.json.decode(msgspec.json.encode(notice), type=Notice) == notice


def test_the_largest_fits_into_a_notification() -> None:
    ids = [2**63 - 1 - n for n in range(100)]
    checked_in_at_each = reduce(Changes.__or__, (checked_in(ids[n], event_id=ids[n % 50]) for n in range(100)))
    others = changes_of(events=ids[:50], users=ids[:50], conflicts_of=ids[:50], doors_of=ids[:20], imports=True)
    largest = checked_in_at_each | others
    assert not largest.everything
    assert len(json.loads(to_wire(largest))["attendees"]) == 100
    assert len(msgspec.json.encode(Notice("0" * 16, largest))) < 8000


class TestAnEventsPart:
    def test_has_no_id_of_another_event(self) -> None:  # 6.grant.5
        both = checked_in(17, event_id=3) | checked_in(18, event_id=4) | changes_of(events=[3, 4], users=[5])
        both |= changes_of(conflicts_of=[3], doors_of=[3])
        assert json.loads(to_wire(both.of_event(3))) == {"attendees": [17], "attendeesOf": [3], "events": [3]}
        assert json.loads(to_wire(both.of_event(4))) == {"attendees": [18], "attendeesOf": [4], "events": [4]}
        assert both.of_event(5) == NOTHING

    def test_is_any_attendee_of_it_where_only_that_is_known(self) -> None:  # 6.grant.5
        both = changes_of(attendees=None, attendees_of=[3]) | checked_in(9, event_id=4)
        assert json.loads(to_wire(both.of_event(3))) == {"attendeesOf": [3]}
        assert json.loads(to_wire(both.of_event(4))) == {"attendees": [9], "attendeesOf": [4]}
        assert EVERYTHING.of_event(3) == EVERYTHING
