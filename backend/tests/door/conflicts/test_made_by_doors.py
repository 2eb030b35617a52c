"""Each kind of conflict, made by real calls of real devices, then listed, closed, and opened again."""

from collections.abc import Callable

import pytest

from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from doorlist.tickets.rules import whole_qr_hash
from tests.cast import OSCAR, SAM
from tests.door.conflicts.test_conflicts import decide, listed
from tests.door.offline.doors import Device, Evening
from tests.house import json_of, new_attendee, new_event

Make = Callable[[Evening], None]


def _twice(evening: Evening) -> None:
    """Offline at one door, online at the other, and sent later."""
    one, other = Device(evening), Device(evening, OSCAR, name="Gate B")
    evening.is_minute(5)
    answer = other.client.post(
        "/api/attendees/scan",
        json={"qrData": evening.guest["qrCodeData"], "eventId": evening.event["id"], "device": "Gate B"},
    )
    assert answer.status_code == 200, answer.text
    evening.is_minute(20)
    one.send(one.check_in(2))


def _turned_away(evening: Evening) -> None:
    door = Device(evening)
    evening.is_minute(20)
    door.send(door.check_in(2, shown="not_on_list"))


def _not_on_list(evening: Evening) -> None:
    door = Device(evening)
    evening.is_minute(20)
    door.send(door.check_in(2, qrHash=whole_qr_hash("DL1.1.NOBODYS"), certainty="text"))


def _cancelled(evening: Evening) -> None:
    door = Device(evening)
    record = door.check_in(2)
    evening.is_minute(20)
    evening.staff.delete(f"/api/attendees/{evening.guest['id']}")
    door.send(record)


def _other_event(evening: Evening) -> None:
    door = Device(evening)
    stranger = new_attendee(evening.staff, new_event(evening.staff, name="Winter Ball"))
    evening.is_minute(20)
    door.send(door.check_in(2, stranger))


def _revoked_device(evening: Evening) -> None:
    door = Device(evening, has_grant=True)
    assert door.grant is not None
    evening.is_minute(10)
    assert evening.staff.delete(f"/api/door/grants/{door.grant['id']}").status_code == 204
    evening.is_minute(20)
    door.without_session().send(door.check_in(2))


KINDS: dict[str, tuple[Make, int]] = {
    "twice": (_twice, 1),
    "turned_away": (_turned_away, 0),
    "not_on_list": (_not_on_list, 1),
    "cancelled": (_cancelled, 0),
    "other_event": (_other_event, 0),
    "revoked_device": (_revoked_device, 0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_conflict_of_each_kind_is_listed_closed_and_opened_again(
    evening: Evening, kind: str
) -> None:  # 4.conflict.1, 2, 3, 4; 7.live.29
    told: list[Changes] = []
    evening.house.database.after_commit(lambda info: told.append(pending_changes(info)))
    make, extra = KINDS[kind]
    make(evening)
    page = listed(evening.staff)
    [conflict] = page["items"]
    assert (conflict["kind"], conflict["state"], page["open"]) == (kind, "open", 1)
    assert [changes.conflicts_of for changes in told if changes.conflicts_of] == [{evening.event["id"]}]
    causes = [step for step in conflict["timeline"] if step["isCause"]]
    assert causes
    assert all(step["person"] for step in causes)
    assert _extra_people(evening) == extra

    before = evening.state() if kind != "cancelled" else None
    closed = decide(evening.staff, conflict["id"], "dismissed", conflict["version"], note="Looked at")
    assert closed["decidedBy"]["fullName"] == "Olive Organizer"
    assert (listed(evening.staff)["open"], _extra_people(evening)) == (0, 0)
    opened = decide(evening.staff, conflict["id"], "open", closed["version"])
    assert (opened["state"], opened["note"], listed(evening.staff)["open"]) == ("open", "Looked at", 1)
    assert (evening.state() if kind != "cancelled" else None) == before


def test_an_entry_at_two_doors_names_both(evening: Evening) -> None:
    # 7.conflict.1, 2
    _twice(evening)
    [conflict] = listed(evening.staff)["items"]
    first, second = conflict["timeline"]
    assert conflict["attendee"]["id"] == evening.guest["id"]
    assert (first["device"], first["person"]["fullName"]) == ("Gate A", "Olive Organizer")
    assert (first["outcome"], first["shown"], first["certainty"]) == ("let_in_offline", "admitted", "list")
    assert first["receivedAt"] > second["at"] > first["at"]
    assert (second["device"], second["person"]["fullName"]) == ("Gate B", "Oscar Organizer")
    assert (second["outcome"], second["receivedAt"]) == ("admitted", None)


def test_a_guest_who_was_turned_away_and_came_in_by_a_live_scan_is_listed_no_more(
    evening: Evening,
) -> None:  # 4.conflict.5
    _turned_away(evening)
    assert listed(evening.staff)["open"] == 1
    evening.is_minute(30)
    scan = {"qrData": evening.guest["qrCodeData"]}
    assert evening.staff.post("/api/attendees/scan", json=scan).status_code == 200
    assert listed(evening.staff) == {"items": [], "next": None, "open": 0}


@pytest.mark.parametrize("then", ["marked_absent", "deleted"])
def test_it_stays_so_when_the_guest_leaves_or_is_deleted(evening: Evening, then: str) -> None:  # 4.conflict.5
    _turned_away(evening)
    evening.is_minute(30)
    gate_b = Device(evening, name="Gate B")
    assert gate_b.scan().status_code == 200
    evening.is_minute(40)
    if then == "deleted":
        assert evening.staff.delete(f"/api/attendees/{evening.guest['id']}").status_code == 204
    else:
        gate_b.mark(attended=False)
    assert listed(evening.staff) == {"items": [], "next": None, "open": 0}


def test_an_admission_that_was_withdrawn_resolves_no_conflict(evening: Evening) -> None:  # 4.conflict.5; 4.door-time.6
    _turned_away(evening)
    gate_b = Device(evening, name="Gate B")
    evening.is_minute(30)
    key = "00000000-0000-4000-8000-000000000001"
    assert gate_b.scan(idempotencyKey=key).status_code == 200
    gate_b.send(gate_b.check_in(30, key=key, shown="already"))
    assert {step["outcome"] for item in listed(evening.staff)["items"] for step in item["timeline"]} >= {"withdrawn"}


@pytest.mark.both_engines
def test_a_new_entry_reopens_a_closed_conflict(evening: Evening) -> None:
    # 4.conflict.3
    _twice(evening)
    [conflict] = listed(evening.staff)["items"]
    decide(evening.staff, conflict["id"], "dismissed", conflict["version"], note="One person")
    third = Device(evening, name="Gate C")
    evening.is_minute(40)
    third.send(third.check_in(8))
    [again] = listed(evening.staff)["items"]
    assert (again["id"], again["state"], again["decidedBy"]) == (conflict["id"], "open", None)
    assert [step["device"] for step in again["timeline"]] == ["Gate A", "Gate B", "Gate C"]


def _extra_people(evening: Evening) -> int:
    overview = json_of(evening.house.signed_in(SAM).get("/api/analytics/overview"))
    counted: int = overview["possibleExtraPeople"]
    return counted
