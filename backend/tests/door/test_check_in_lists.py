"""Check-ins at the lists of an event: live scans, uploaded records, helpers, conflicts, figures and races."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from doorlist.audit.rules import Action
from doorlist.check_in_lists.models import ListPresence
from doorlist.core import clock
from doorlist.door.models import ScanLogEntry
from doorlist.door.offline.late_scan import decide_alone
from doorlist.door.rules import Scan
from doorlist.users.door_credentials import DoorCredentials, DoorUser
from doorlist.users.models import User
from tests.audit.entries import entries_of
from tests.cast import OLIVE, OSCAR, SAM
from tests.check_in_lists.lists import check_ins, new_list
from tests.door.offline.accesses import of_staff
from tests.door.offline.doors import Device, Evening, two_doors
from tests.door.test_races import all_at_once
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type, wrong_fields
from tests.users.moving_clock import MovingClock


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    time = MovingClock()
    monkeypatch.setattr(clock, "now", time.now)
    return Evening(house, time)


def at(evening: Evening, minutes: float) -> str:
    return clock.to_wire(evening.minute(minutes))


def of_a_helper(evening: Evening, made: Json | None) -> Device:
    """A device with a claimed pass for a list, or for the entrance."""
    device = Device(evening, name="Kim's door")
    body = {"eventId": evening.event["id"], "door": "Gate K", "listId": made and made["id"]}
    answer = evening.staff.post("/api/door/passes", json=body)
    assert answer.status_code == 201, answer.text
    named = made and {"id": made["id"], "name": made["name"]}
    assert json_of(answer)["list"] == named
    device.client = evening.house.stranger()
    claimed = device.client.post("/api/door/passes/claim", json={"secret": json_of(answer)["secret"], "helper": "Kim"})
    assert claimed.status_code == 200, claimed.text
    assert json_of(claimed)["list"] == named
    device.grant = {"id": json_of(claimed)["grantId"]}
    return device


def times(evening: Evening, guest: Json | None = None) -> list[int]:
    return [each["times"] for each in check_ins(evening.staff, guest or evening.guest)]


def is_untouched(evening: Evening) -> bool:
    """Whether nothing of the entrance shows the check-ins at lists."""
    read = json_of(evening.staff.get(f"/api/attendees/{evening.guest['id']}"))
    return {
        name: read[name] for name in ("attended", "attendedAt", "scannedBy", "inside", "leftAt", "checkInDoor")
    } == {
        "attended": False,
        "attendedAt": None,
        "scannedBy": None,
        "inside": False,
        "leftAt": None,
        "checkInDoor": None,
    }


class TestLive:
    def test_once_admits_a_guest_once(self, evening: Evening) -> None:
        # 4.check-in-list.900, 4.check-in-list.901; 7.check-in-list.900, 7.check-in-list.901
        made = new_list(evening.staff, evening.event)
        gate_a, gate_b = two_doors(evening)
        first = json_of(gate_a.scan(listId=made["id"]))
        assert (first["alreadyScanned"], first["attendee"]["attended"]) == (False, False)
        check_in = {
            "list": {"id": made["id"], "name": "Dinner"},
            "firstAt": at(evening, 0),
            "lastAt": at(evening, 0),
            "times": 1,
            "inside": False,
            "checkedInBy": {"id": gate_a.user_id, "fullName": "Olive Organizer"},
            "checkInDoor": {"door": "Gate A", "helper": None},
        }
        assert first["checkIn"] == check_in
        evening.is_minute(5)
        again = json_of(gate_b.scan(listId=made["id"]))
        assert (again["alreadyScanned"], again["checkIn"]) == (True, check_in)
        out = problem(gate_b.scan(listId=made["id"], direction="out"), 409, "exits_not_counted")
        assert "attendee" not in out
        assert evening.outcomes() == ["admitted", "repeat", "exits_not_counted"]
        assert {row.list_id for row in evening.log()} == {made["id"]}
        kept = ("list", "firstAt", "lastAt", "times", "inside")
        assert check_ins(evening.staff, evening.guest) == [{name: check_in[name] for name in kept}]
        assert is_untouched(evening)
        assert evening.kinds() == []

    def test_reentry_counts_people_in_and_out(self, evening: Evening) -> None:  # 4.check-in-list.902
        made = new_list(evening.staff, evening.event, rule="reentry")
        gate = Device(evening)
        problem(gate.scan(listId=made["id"], direction="out"), 409, "not_inside")
        first = json_of(gate.scan(listId=made["id"]))
        assert (first["checkIn"]["times"], first["checkIn"]["inside"]) == (1, True)
        evening.is_minute(5)
        assert json_of(gate.scan(listId=made["id"]))["alreadyScanned"] is True
        out = json_of(gate.scan(listId=made["id"], direction="out"))
        assert (out["direction"], out["checkIn"]["inside"], out["checkIn"]["times"]) == ("out", False, 1)
        problem(gate.scan(listId=made["id"], direction="out"), 409, "not_inside")
        evening.is_minute(9)
        back = json_of(gate.scan(listId=made["id"]))
        assert (back["returned"], back["leftAt"]) == (True, at(evening, 5))
        told = back["checkIn"]
        assert (told["firstAt"], told["lastAt"], told["times"], told["inside"]) == (
            at(evening, 0),
            at(evening, 9),
            2,
            True,
        )
        assert evening.outcomes() == ["not_inside", "admitted", "repeat", "left", "not_inside", "returned"]
        assert is_untouched(evening)

    def test_every_counts_each_scan(self, evening: Evening) -> None:  # 4.check-in-list.903
        made = new_list(evening.staff, evening.event, "Bus", rule="every")
        gate = Device(evening)
        for minute in (0, 4, 9):
            evening.is_minute(minute)
            told = json_of(gate.scan(listId=made["id"]))
            assert (told["alreadyScanned"], told["checkIn"]["lastAt"]) == (False, at(evening, minute))
        assert (told["checkIn"]["times"], told["checkIn"]["firstAt"], told["checkIn"]["inside"]) == (
            3,
            at(evening, 0),
            False,
        )
        problem(gate.scan(listId=made["id"], direction="out"), 409, "exits_not_counted")
        assert evening.outcomes() == ["admitted"] * 3 + ["exits_not_counted"]
        assert times(evening) == [3]

    def test_a_ticket_of_another_type_is_refused_by_name(self, evening: Evening) -> None:
        # 4.check-in-list.904; 7.check-in-list.902; 10.code.904
        vip, plain = new_type(evening.staff, evening.event), new_type(evening.staff, evening.event, "Standard")
        made = new_list(evening.staff, evening.event, "Backstage", ticketTypeIds=[vip["id"]])
        typed = new_attendee(evening.staff, evening.event, ticketTypeId=plain["id"])
        admitted = new_attendee(evening.staff, evening.event, ticketTypeId=vip["id"])
        gate = Device(evening)
        refusal = problem(gate.scan(typed, listId=made["id"]), 409, "wrong_ticket_type")
        assert (refusal["title"], refusal["attendee"]["ticketType"]["name"]) == ("Not For This List", "Standard")
        assert "'Standard'" in refusal["detail"]
        assert "'Backstage'" in refusal["detail"]
        problem(gate.scan(listId=made["id"]), 409, "wrong_ticket_type")
        assert gate.scan(admitted, listId=made["id"]).status_code == 200
        assert evening.outcomes() == ["wrong_ticket_type", "wrong_ticket_type", "admitted"]
        assert check_ins(evening.staff, typed) == []

    def test_a_list_may_need_the_entrance_first(self, evening: Evening) -> None:
        # 4.check-in-list.905; 7.check-in-list.903; 10.code.905
        made = new_list(evening.staff, evening.event, needsEntrance=True)
        gate = Device(evening)
        refusal = problem(gate.scan(listId=made["id"]), 409, "not_entered")
        assert (refusal["title"], refusal["attendee"]["id"]) == ("Not At The Entrance Yet", evening.guest["id"])
        gate.scan()
        assert gate.scan(listId=made["id"]).status_code == 200
        assert evening.outcomes() == ["not_entered", "admitted", "admitted"]

    def test_a_list_that_is_not_of_the_event_is_an_error_on_it(self, evening: Evening) -> None:
        # 5.check-in-list.902; 7.check-in-list.904
        gate = Device(evening)
        other = new_event(evening.staff)
        theirs = new_list(evening.staff, other)
        for list_id in (theirs["id"], 999):
            assert wrong_fields(gate.scan(listId=list_id)) == {"listId"}
        assert wrong_fields(gate.scan(listId=0)) == {"listId"}
        assert evening.log() == []
        # Without an event of the door, a ticket of another event than the list's.
        problem(gate.scan(listId=theirs["id"], eventId=None), 404, "ticket_other_event")
        guest = new_attendee(evening.staff, other)
        problem(gate.scan(guest, listId=new_list(evening.staff, evening.event)["id"]), 404, "ticket_other_event")

    @pytest.mark.parametrize("rule", ["once", "reentry", "every"])
    def test_the_same_key_gets_the_same_answer(self, evening: Evening, rule: str) -> None:  # 4.check-in-list.906
        made, other = new_list(evening.staff, evening.event, rule=rule), new_list(evening.staff, evening.event, "Bar")
        gate = Device(evening)
        key = str(uuid4())
        first = gate.scan(listId=made["id"], idempotencyKey=key)
        assert gate.scan(listId=made["id"], idempotencyKey=key).content == first.content
        problem(gate.scan(listId=other["id"], idempotencyKey=key), 400, "key_reused")
        problem(gate.scan(idempotencyKey=key), 400, "key_reused")
        assert evening.outcomes() == ["admitted"]
        assert times(evening) == [1]
        refused = str(uuid4())
        gate.scan(idempotencyKey=refused)
        problem(gate.scan(listId=made["id"], idempotencyKey=refused), 400, "key_reused")
        evening.staff.delete(f"/api/check-in-lists/{made['id']}")
        assert gate.scan(listId=made["id"], idempotencyKey=key).status_code == first.status_code
        problem(gate.scan(listId=made["id"], idempotencyKey=str(uuid4())), 400, "validation_failed")

    @pytest.mark.parametrize("listed", [True, False])
    def test_a_refused_text_is_refused_as_at_the_entrance(self, evening: Evening, listed: bool) -> None:
        # 7.check-in-list.905
        extra = {"listId": new_list(evening.staff, evening.event)["id"]} if listed else {}
        for device in (Device(evening), of_staff(evening)):
            problem(device.scan(qrData="no ticket", **extra), 400, "ticket_invalid")
            unknown = f"DL1.{evening.event['id']}.{'0' * 26}"
            problem(device.scan(qrData=unknown, **extra), 404, "ticket_unknown")

    def test_a_late_scan_counts_from_when_the_door_read_it(self, evening: Evening) -> None:  # 4.check-in-list.907
        made = new_list(evening.staff, evening.event, rule="reentry")
        gate = Device(evening)
        evening.is_minute(5)
        told = json_of(gate.scan(listId=made["id"], scannedAt=clock.to_wire(evening.minute(2))))
        assert told["checkIn"]["firstAt"] == at(evening, 2)

    def test_a_staff_device_uses_lists_of_its_event_alone(self, evening: Evening) -> None:  # 5.check-in-list.902
        made = new_list(evening.staff, evening.event)
        theirs = new_list(evening.staff, new_event(evening.staff))
        gate = of_staff(evening)
        assert gate.scan(listId=made["id"]).status_code == 200
        assert wrong_fields(gate.scan(listId=theirs["id"])) == {"listId"}
        [failed] = gate.send(gate.check_in(0, listId=theirs["id"]))
        assert failed["outcome"] == "failed"
        assert len(evening.log()) == 1


class TestHelpers:
    def test_a_pass_is_for_one_list(self, evening: Evening) -> None:  # 6.pass.900, 6.pass.901, 2.lists.5
        made, other = new_list(evening.staff, evening.event), new_list(evening.staff, evening.event, "Bar")
        kim = of_a_helper(evening, made)
        told = json_of(kim.scan(listId=made["id"]))
        assert told["checkIn"]["checkInDoor"] == {"door": "Gate K", "helper": "Kim"}
        assert "phone" not in told["attendee"]
        for extra in ({}, {"listId": other["id"]}):
            assert wrong_fields(kim.scan(**extra)) == {"listId"}
            [failed] = kim.send(kim.check_in(0, **extra))
            assert (failed["outcome"], "another check-in list" in failed["detail"]) == ("failed", True)
        assert [row.list_id for row in evening.log()] == [made["id"]]
        assert is_untouched(evening)

    def test_a_pass_for_the_entrance_is_for_no_list(self, evening: Evening) -> None:  # 6.pass.901
        made = new_list(evening.staff, evening.event)
        kim = of_a_helper(evening, None)
        assert wrong_fields(kim.scan(listId=made["id"])) == {"listId"}
        [failed] = kim.send(kim.check_in(0, listId=made["id"]))
        assert failed["outcome"] == "failed"
        assert kim.scan().status_code == 200

    def test_a_pass_for_a_list_of_another_event_is_refused(self, evening: Evening) -> None:  # 6.pass.900
        theirs = new_list(evening.staff, new_event(evening.staff))
        for list_id in (theirs["id"], 999):
            body = {"eventId": evening.event["id"], "door": "Gate K", "listId": list_id}
            assert wrong_fields(evening.staff.post("/api/door/passes", json=body)) == {"listId"}

    @pytest.mark.both_engines
    def test_the_audit_log_names_the_list_of_a_pass(self, evening: Evening) -> None:  # 3.history.910
        made = new_list(evening.staff, evening.event, "Backstage")
        kim = of_a_helper(evening, made)
        evening.staff.put(f"/api/check-in-lists/{made['id']}", json={"name": "Stage door"})
        evening.staff.delete(f"/api/door/passes/{(kim.grant or {})['id']}")
        of_a_helper(evening, None)
        database = evening.house.database
        [created, at_entrance] = entries_of(database, Action.PASS_CREATED)
        [claimed, entrance_claimed] = entries_of(database, Action.PASS_CLAIMED)
        [revoked] = entries_of(database, Action.PASS_REVOKED)
        assert created.after is not None
        assert (created.after["door"], created.after["checkInList"]) == ("Gate K", "Backstage")
        assert claimed.after == {"door": "Gate K", "checkInList": "Backstage", "helper": "Kim"}
        assert revoked.before == {"door": "Gate K", "checkInList": "Stage door", "helper": "Kim"}
        for entry in (at_entrance, entrance_claimed):
            assert entry.after is not None
            assert "checkInList" not in entry.after

    def test_a_helper_undoes_their_own_within_ten_minutes(self, evening: Evening) -> None:  # 6.pass.902
        made = new_list(evening.staff, evening.event, rule="reentry")
        kim, staff = of_a_helper(evening, made), Device(evening)
        entry = kim.check_in(1, listId=made["id"])
        exit_ = kim.check_in(2, listId=made["id"], shown="left", direction="out")
        evening.is_minute(3)
        assert [each["outcome"] for each in kim.send(entry, exit_)] == ["admitted", "left"]
        undo = kim.undo(3, exit_, direction="out", listId=made["id"])
        assert kim.send_one(undo)["outcome"] == "exit_undone"
        assert check_ins(evening.staff, evening.guest)[0]["inside"] is True
        assert kim.send_one(kim.undo(3, entry, listId=made["id"]))["outcome"] == "marked_absent"
        assert check_ins(evening.staff, evening.guest) == []
        theirs = staff.check_in(4, listId=made["id"])
        own = kim.check_in(4, new_attendee(evening.staff, evening.event), listId=made["id"])
        evening.is_minute(5)
        staff.send_one(theirs)
        kim.send_one(own)
        assert kim.send_one(kim.undo(5, theirs, listId=made["id"]))["outcome"] == "failed"
        evening.is_minute(16)
        assert kim.send_one(kim.undo(16, own, listId=made["id"]))["outcome"] == "failed"


class TestUploads:
    @pytest.mark.parametrize(("rule", "kinds"), [("once", ["twice"]), ("reentry", ["twice"]), ("every", [])])
    def test_two_doors_that_both_let_in(self, evening: Evening, rule: str, kinds: list[str]) -> None:
        # 4.check-in-list.908, 4.check-in-list.909
        made = new_list(evening.staff, evening.event, rule=rule)
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        first = gate_b.send_one(gate_b.check_in(10, listId=made["id"]))
        second = gate_a.send_one(gate_a.check_in(5, listId=made["id"]))
        assert (first["outcome"], second["outcome"]) == ("admitted", "admitted")
        assert evening.kinds() == kinds
        assert times(evening) == [2 if rule == "every" else 1]
        path = f"/api/door/conflicts?eventId={evening.event['id']}"
        listed = json_of(evening.staff.get(path))["items"]
        assert len(listed) == len(kinds)
        for conflict in listed:
            assert {step["list"]["name"] for step in conflict["timeline"] if step["isCause"]} == {"Dinner"}
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert doors["possibleExtraPeople"] == 0
        assert is_untouched(evening)

    @pytest.mark.both_engines
    def test_entries_at_the_entrance_and_a_list_do_not_contradict(self, evening: Evening) -> None:
        # 4.check-in-list.908
        made, other = new_list(evening.staff, evening.event), new_list(evening.staff, evening.event, "Bar")
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(5), gate_a.check_in(6, listId=made["id"]))
        gate_b.send(gate_b.check_in(7, listId=other["id"]))
        assert evening.kinds() == []
        assert evening.state() == (evening.minute(5), gate_a.user_id)
        assert times(evening) == [1, 1]

    @pytest.mark.parametrize("refusal", ["wrong_ticket_type", "not_entered"])
    def test_let_in_anyway_after_a_refusal(self, evening: Evening, refusal: str) -> None:  # 4.check-in-list.910
        vip = new_type(evening.staff, evening.event)
        fields: Json = {"needsEntrance": True} if refusal == "not_entered" else {"ticketTypeIds": [vip["id"]]}
        made = new_list(evening.staff, evening.event, **fields)
        gate = Device(evening)
        evening.is_minute(5)
        key = str(uuid4())
        problem(gate.scan(listId=made["id"], idempotencyKey=key), 409, refusal)
        assert gate.send_one(gate.check_in(5, listId=made["id"], key=key))["outcome"] == "admitted"
        assert times(evening) == [1]
        assert evening.kinds() == []
        # Offline, the door refused, and then let in with another record.
        guest = new_attendee(evening.staff, evening.event)
        evening.is_minute(9)
        refused = gate.check_in(6, guest, listId=made["id"], shown=refusal)
        let_in = gate.check_in(7, guest, listId=made["id"])
        assert [each["outcome"] for each in gate.send(refused, let_in)] == [refusal, "admitted"]
        assert times(evening, guest) == [1]
        assert evening.kinds() == []

    def test_the_server_decides_what_no_door_has(self, evening: Evening) -> None:  # 4.check-in-list.904, 905
        vip = new_type(evening.staff, evening.event)
        typed = new_list(evening.staff, evening.event, "Backstage", ticketTypeIds=[vip["id"]])
        entered = new_list(evening.staff, evening.event, needsEntrance=True)
        gate = Device(evening)
        evening.is_minute(5)
        made = [gate.check_in(2, listId=each["id"], shown="undecided") for each in (typed, entered)]
        assert [each["outcome"] for each in gate.send(*made)] == ["wrong_ticket_type", "not_entered"]

    def test_a_record_without_a_list_is_of_the_entrance(self, evening: Evening) -> None:  # 4.check-in-list.911
        new_list(evening.staff, evening.event, needsEntrance=True)
        gate = Device(evening)
        assert gate.send_one(gate.check_in(0))["outcome"] == "admitted"
        assert evening.state() == (evening.minute(0), gate.user_id)
        assert check_ins(evening.staff, evening.guest) == []

    def test_a_deleted_list_still_takes_the_records_of_devices(self, evening: Evening) -> None:  # 3.check-in-list.905
        made = new_list(evening.staff, evening.event)
        gate = Device(evening)
        evening.staff.delete(f"/api/check-in-lists/{made['id']}")
        evening.is_minute(5)
        assert gate.send_one(gate.check_in(2, listId=made["id"]))["outcome"] == "admitted"
        assert times(evening) == [1]
        failed = gate.send_one(gate.check_in(2, listId=999))
        assert (failed["outcome"], "does not exist" in failed["detail"]) == ("failed", True)

    def test_an_undo_is_of_the_list_of_its_check_in(self, evening: Evening) -> None:  # 4.check-in-list.912
        made = new_list(evening.staff, evening.event, rule="reentry")
        gate = Device(evening)
        evening.is_minute(5)
        entry = gate.check_in(1, listId=made["id"])
        at_entrance = gate.check_in(1)
        gate.send(entry, at_entrance)
        # An undo in the form of an earlier release names no list.
        assert gate.send_one(gate.undo(2, entry))["outcome"] == "marked_absent"
        assert check_ins(evening.staff, evening.guest) == []
        assert evening.state() is not None
        assert [row.list_id for row in evening.log()] == [made["id"], None, made["id"]]

    @pytest.mark.both_engines
    def test_an_undo_in_the_middle_takes_one_time_of_every_list(self, evening: Evening) -> None:  # 4.check-in-list.903
        made = new_list(evening.staff, evening.event, "Bus", rule="every")
        gate = Device(evening)
        evening.is_minute(20)
        trips = [gate.check_in(minute, listId=made["id"]) for minute in (1, 5, 9)]
        gate.send(*trips)
        gate.send_one(gate.undo(10, trips[1], listId=made["id"]))
        [told] = check_ins(evening.staff, evening.guest)
        assert (told["times"], told["firstAt"], told["lastAt"]) == (2, at(evening, 1), at(evening, 9))
        gate.send_one(gate.undo(11, trips[2], listId=made["id"]))
        gate.send_one(gate.undo(11, trips[2], listId=made["id"]))
        [told] = check_ins(evening.staff, evening.guest)
        assert (told["times"], told["firstAt"], told["lastAt"]) == (1, at(evening, 1), at(evening, 1))
        gate.send_one(gate.undo(12, trips[0], listId=made["id"]))
        assert check_ins(evening.staff, evening.guest) == []
        gate.send_one(gate.check_in(15, listId=made["id"]))
        assert times(evening) == [1]

    @pytest.mark.parametrize("rule", ["once", "every"])
    def test_an_exit_that_a_door_saw_takes_nothing_where_none_are_counted(self, evening: Evening, rule: str) -> None:
        # 4.check-in-list.913
        made = new_list(evening.staff, evening.event, rule=rule)
        gate = Device(evening)
        evening.is_minute(20)
        gate.send_one(gate.check_in(1, listId=made["id"]))
        if rule == "every":
            gate.send_one(gate.check_in(2, listId=made["id"]))
        # The device has a list of when the rule was another one.
        gate.send_one(gate.check_in(5, listId=made["id"], direction="out", shown="left"))
        before = times(evening)
        assert before == [2 if rule == "every" else 1]
        again = gate.send_one(gate.check_in(9, listId=made["id"], shown="undecided"))
        assert again["outcome"] == ("admitted" if rule == "every" else "already")
        assert again["returned"] is False
        assert times(evening) == [3 if rule == "every" else 1]

    def test_a_guest_who_came_in_after_all_needs_no_check(self, evening: Evening) -> None:  # 4.check-in-list.909
        for rule in ("once", "reentry", "every"):
            made = new_list(evening.staff, evening.event, rule, rule=rule)
            gate_a, gate_b = two_doors(evening)
            evening.is_minute(20)
            gate_a.send_one(gate_a.check_in(1, listId=made["id"], shown="not_on_list"))
            gate_b.send_one(gate_b.check_in(5, listId=made["id"]))
        assert evening.kinds() == []


class TestTheEntrance:
    @pytest.mark.both_engines
    def test_shows_nothing_of_a_list(self, evening: Evening) -> None:  # 4.check-in-list.901; 7.doors.900
        vip = new_type(evening.staff, evening.event)
        made = new_list(evening.staff, evening.event, rule="reentry", capacity=7)
        typed = new_list(evening.staff, evening.event, "Backstage", ticketTypeIds=[vip["id"]])
        bus = new_list(evening.staff, evening.event, "Bus", rule="every")
        path = f"/api/doors?eventId={evening.event['id']}"
        exported = f"/api/export/attendees.csv?eventId={evening.event['id']}"
        analytics = [
            f"/api/analytics/{name}?eventId={evening.event['id']}" for name in ("overview", "by-time", "types")
        ]
        before = json_of(evening.staff.get(path))
        told = [evening.staff.get(each).text for each in (exported, *analytics)]
        gate = Device(evening)
        gate.scan(listId=made["id"])
        gate.scan(listId=bus["id"])
        gate.scan(listId=bus["id"])
        gate.scan(listId=typed["id"])
        gate.scan(listId=typed["id"], qrData="no ticket")
        after = json_of(evening.staff.get(path))
        for figures in (before, after):
            del figures["asOf"]
        lists = after.pop("lists")
        assert [each["guests"] for each in before.pop("lists")] == [0, 0, 0]
        assert after == before
        assert [evening.staff.get(each).text for each in (exported, *analytics)] == told
        counted = [[each[name] for name in ("name", "guests", "times", "inside", "refused")] for each in lists]
        assert counted == [["Dinner", 1, 1, 1, 0], ["Backstage", 0, 0, None, 2], ["Bus", 1, 2, None, 0]]
        assert (lists[0]["lastAt"], lists[1]["lastAt"], lists[0]["capacity"]) == (at(evening, 0), None, 7)

    def test_an_undo_at_a_list_is_not_when_the_guest_was_marked_absent(self, evening: Evening) -> None:
        # 4.check-in-list.901
        made = new_list(evening.staff, evening.event)
        gate = Device(evening)
        evening.is_minute(5)
        entry = gate.check_in(1, listId=made["id"])
        gate.send(entry, gate.undo(2, entry, listId=made["id"]))
        [ticket] = guest_list(evening)["tickets"]
        assert ticket[11] is None

    def test_the_door_of_the_entrance_stays_at_the_same_moment(self, evening: Evening) -> None:  # 4.check-in-list.901
        made = new_list(evening.staff, evening.event)
        at_list, gate = Device(evening, name="Dinner door"), Device(evening)
        at_list.scan(listId=made["id"])
        key = str(uuid4())
        first = json_of(gate.scan(idempotencyKey=key))
        assert first["attendee"]["checkInDoor"] == {"door": "Gate A", "helper": None}
        again = json_of(gate.scan(idempotencyKey=key))
        assert again["attendee"]["checkInDoor"] == {"door": "Gate A", "helper": None}
        read = json_of(evening.staff.get(f"/api/attendees/{evening.guest['id']}"))
        assert read["checkInDoor"] == {"door": "Gate A", "helper": None}

    def test_marking_absent_leaves_the_lists(self, evening: Evening) -> None:  # 4.check-in-list.901
        made = new_list(evening.staff, evening.event)
        gate = Device(evening)
        gate.scan()
        gate.scan(listId=made["id"])
        gate.mark(attended=False)
        assert times(evening) == [1]


def guest_list(evening: Evening, **headers: str) -> Json:
    return json_of(evening.staff.get(f"/api/door/list?eventId={evening.event['id']}", headers=headers))


class TestTheListOfADoor:
    @pytest.mark.both_engines
    def test_has_lists_and_check_ins_and_changes_with_them(self, evening: Evening) -> None:
        # 7.door-list.900, 7.door-list.901
        path = f"/api/door/list?eventId={evening.event['id']}"
        tags = []

        def read() -> Json:
            answer = evening.staff.get(path)
            tags.append(answer.headers["etag"])
            same = evening.staff.get(path, headers={"If-None-Match": tags[-1]})
            assert same.status_code == 304
            return json_of(answer)

        assert read()["event"]["lists"] == []
        made = new_list(evening.staff, evening.event, rule="reentry")
        told = read()
        assert (told["event"]["lists"], told["tickets"][0][-1]) == ([made], None)
        evening.staff.put(f"/api/check-in-lists/{made['id']}", json={"name": "Supper"})
        assert read()["event"]["lists"] == [made | {"name": "Supper"}]
        gate = Device(evening)
        gate.scan(listId=made["id"])
        came = clock.milliseconds(evening.minute(0))
        assert read()["tickets"][0][-1] == [[made["id"], came, came, 1, None]]
        evening.is_minute(5)
        gate.scan(listId=made["id"], direction="out")
        left = clock.milliseconds(evening.minute(5))
        assert read()["tickets"][0][-1] == [[made["id"], came, came, 1, left]]
        evening.staff.delete(f"/api/check-in-lists/{made['id']}")
        told = read()
        assert (told["event"]["lists"], told["tickets"][0][-1]) == ([], None)
        assert len(set(tags)) == len(tags)


RACERS = 20
ROUNDS = [1, pytest.param(200, marks=pytest.mark.soak)]


class TestRaces:
    def race(self, evening: Evening, *places: Json) -> Counter[str]:
        """The outcomes of scans that all begin together, by the calls of the scan's endpoint."""
        before = len(self.log(evening))
        database, text = evening.house.database, evening.guest["qrCodeData"]
        with database.read() as tx:
            found = tx.scalars(select(User).where(User.username.in_((OLIVE.username, OSCAR.username))))
            users = [DoorUser(user.id, user.full_name) for user in found]
        scans = [
            Scan(
                "",
                qr_data=text,
                event_id=evening.event["id"],
                list_id=place["listId"],
                direction=place.get("direction", "in"),
            )
            for place in places
        ]
        calls = [
            partial(
                database.commit,
                partial(
                    decide_alone, scan=scan, scanned_at=None, user=users[n % 2], door=DoorCredentials(None, secrets=[])
                ),
            )
            for n, scan in enumerate(scans)
        ]
        with ThreadPoolExecutor(len(calls)) as threads:
            all_at_once(threads, calls)
        return Counter(self.log(evening)[before:])

    def log(self, evening: Evening) -> list[str]:
        """The outcomes of the guest's scans."""
        with evening.house.database.read() as tx:
            of_guest = select(ScanLogEntry.outcome).where(ScanLogEntry.attendee_id == evening.guest["id"])
            return list(tx.scalars(of_guest.order_by(ScanLogEntry.id)))

    def next_guest(self, evening: Evening) -> None:
        evening.guest = new_attendee(evening.staff, evening.event)
        evening.time.move(seconds=1)

    def presence(self, evening: Evening) -> ListPresence:
        with evening.house.database.read() as tx:
            return tx.scalars(select(ListPresence).where(ListPresence.attendee_id == evening.guest["id"])).one()

    @pytest.mark.parametrize("rounds", ROUNDS)
    def test_one_entry_one_exit_and_one_return(self, evening: Evening, rounds: int) -> None:  # 4.check-in-list.914
        made = new_list(evening.staff, evening.event, rule="reentry")
        once = new_list(evening.staff, evening.event, "Once")
        into: Json = {"listId": made["id"]}
        out = into | {"direction": "out"}
        for _ in range(rounds):
            self.next_guest(evening)
            for place, done, refused in (
                (into, "admitted", "repeat"),
                (out, "left", "not_inside"),
                (into, "returned", "repeat"),
                ({"listId": once["id"]}, "admitted", "repeat"),
            ):
                assert self.race(evening, *[place] * RACERS) == {done: 1, refused: RACERS - 1}
                evening.time.move(seconds=1)
            assert [each["times"] for each in check_ins(evening.staff, evening.guest)] == [2, 1]
        assert evening.kinds() == []

    @pytest.mark.parametrize("rounds", ROUNDS)
    def test_entries_and_exits_at_one_instant_take_turns(self, evening: Evening, rounds: int) -> None:
        # 4.check-in-list.914
        made = new_list(evening.staff, evening.event, rule="reentry")
        into: Json = {"listId": made["id"]}
        for _ in range(rounds):
            self.next_guest(evening)
            for _ in range(3):
                assert self.race(evening, *[into, into | {"direction": "out"}] * (RACERS // 2))
                evening.time.move(seconds=1)
            moves = [outcome for outcome in self.log(evening) if outcome in {"admitted", "left", "returned"}]
            assert moves == (["admitted"] + ["left", "returned"] * len(moves))[: len(moves)]
            presence = self.presence(evening)
            assert presence.times == sum(move != "left" for move in moves)
            assert (presence.left_at is None) is (moves[-1] != "left")
        assert evening.kinds() == []

    @pytest.mark.parametrize("pairs", [5, pytest.param(1_000, marks=pytest.mark.soak)])
    def test_a_return_and_an_exit_of_one_instant(self, evening: Evening, pairs: int) -> None:  # 4.check-in-list.914
        made = new_list(evening.staff, evening.event, rule="reentry")
        into: Json = {"listId": made["id"]}
        out = into | {"direction": "out"}
        for _ in range(pairs):
            self.next_guest(evening)
            for place in (into, out):
                self.race(evening, place)
                evening.time.move(seconds=1)
            came = self.race(evening, into, out)
            assert came in ({"returned": 1, "left": 1}, {"returned": 1, "not_inside": 1})
            presence = self.presence(evening)
            assert (presence.times, presence.left_at is None) == (2, "not_inside" in came)
        assert evening.kinds() == []

    @pytest.mark.parametrize("rounds", ROUNDS)
    def test_every_scan_of_every_list_counts(self, evening: Evening, rounds: int) -> None:  # 4.check-in-list.914
        made = new_list(evening.staff, evening.event, rule="every")
        for _ in range(rounds):
            self.next_guest(evening)
            assert self.race(evening, *[{"listId": made["id"]}] * RACERS) == {"admitted": RACERS}
            assert self.presence(evening).times == RACERS
        assert evening.kinds() == []


def test_a_super_admin_scans_as_well(evening: Evening) -> None:  # 4.check-in-list.900
    made = new_list(evening.staff, evening.event)
    extra: dict[str, Any] = {"listId": made["id"]}
    assert Device(evening, SAM).scan(**extra).status_code == 200
    stranger = evening.house.stranger()
    body = {"qrData": evening.guest["qrCodeData"], "listId": made["id"]}
    problem(stranger.post("/api/attendees/scan", json=body), 401, "not_signed_in")
