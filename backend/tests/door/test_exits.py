"""Exits and re-entry: live scans, uploaded records and marks, at an event that counts people leaving."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, update

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.fold import fold_log
from doorlist.door.admission.repository import BatchRepository
from doorlist.door.figures.leavers import count_leaver, read_inside
from doorlist.door.figures.schemas import LeaverRequest
from doorlist.events.models import Event
from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from doorlist.users.door_credentials import DoorCredentials
from tests.cast import OLIVE, OSCAR
from tests.door.door import Door
from tests.door.offline.accesses import of_a_helper, of_staff
from tests.door.offline.doors import Device, Evening, two_doors
from tests.door.test_races import all_at_once
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The evening of an event that counts exits."""
    time = MovingClock()
    monkeypatch.setattr(clock, "now", time.now)
    made = Evening(house, time)
    made.event = new_event(made.staff, countsExits=True)
    made.guest = new_attendee(made.staff, made.event)
    return made


def no_reentry(evening: Evening) -> None:
    path = f"/api/events/{evening.event['id']}"
    body = {name: evening.event[name] for name in ("name", "date", "time")} | {"reentry": False}
    assert evening.staff.put(path, json=body).status_code == 200


def exits(evening: Evening) -> tuple[bool, bool, datetime | None]:
    """Whether the guest has come, whether they are inside, and when they left, as stored and as read."""
    read = json_of(evening.staff.get(f"/api/attendees/{evening.guest['id']}"))
    with evening.house.database.read() as tx:
        row = tx.get_one(Attendee, evening.guest["id"])
        left_at = None if read["leftAt"] is None else clock.from_wire(read["leftAt"])
        assert (row.attended, row.left_at) == (read["attended"], left_at)
        assert read["inside"] is (row.attended and row.left_at is None)
        return read["attended"], read["inside"], left_at


class TestLive:
    def test_a_guest_who_is_inside_leaves_and_comes_back(self, evening: Evening) -> None:
        # 4.exit.1, 4.exit.3, 4.exit.5, 3.attendee.17, 7.exit.1, 7.exit.2
        gate_a, gate_b = two_doors(evening)
        first = json_of(gate_a.scan())["attendee"]
        assert (first["inside"], first["leftAt"]) == (True, None)
        evening.is_minute(70)
        out = json_of(gate_b.scan(direction="out"))
        assert (out["direction"], out["attendee"]["inside"]) == ("out", False)
        assert out["attendee"]["leftAt"] == clock.to_wire(evening.minute(70))
        assert exits(evening) == (True, False, evening.minute(70))
        evening.is_minute(80)
        back = json_of(gate_b.scan())
        assert (back["alreadyScanned"], back["returned"]) == (False, True)
        assert back["leftAt"] == out["attendee"]["leftAt"]
        unchanged = ("attended", "attendedAt", "scannedBy", "scanner", "checkInDoor", "inside", "leftAt")
        assert {name: back["attendee"][name] for name in unchanged} == {name: first[name] for name in unchanged}
        assert evening.outcomes() == ["admitted", "left", "returned"]
        assert evening.kinds() == []

    def test_the_answers_at_the_way_in_stay_as_they_are(self, evening: Evening) -> None:  # 7.exit.7
        gate = Device(evening)
        assert json_of(gate.scan()).keys() == {"alreadyScanned", "attendee", "message"}
        assert json_of(gate.scan(direction="in")).keys() == {"alreadyScanned", "attendee", "message"}

    def test_nobody_leaves_who_is_not_inside(self, evening: Evening) -> None:  # 4.exit.2, 7.exit.3
        gate = Device(evening)
        refusal = problem(gate.scan(direction="out"), 409, "not_inside")
        assert refusal["attendee"]["fullName"] == evening.guest["fullName"]
        gate.scan()
        assert gate.scan(direction="out").status_code == 200
        problem(gate.scan(direction="out"), 409, "not_inside")
        assert evening.outcomes() == ["not_inside", "admitted", "left", "not_inside"]

    @pytest.mark.both_engines
    def test_without_reentry_nobody_comes_back(self, evening: Evening) -> None:  # 4.exit.4, 7.exit.4
        gate = Device(evening)
        no_reentry(evening)
        gate.scan()
        evening.is_minute(45)
        gate.scan(direction="out")
        refusal = problem(gate.scan(), 409, "reentry_not_allowed")
        assert refusal["attendee"]["leftAt"] == clock.to_wire(evening.minute(45))
        assert exits(evening) == (True, False, evening.minute(45))
        assert evening.outcomes() == ["admitted", "left", "reentry_not_allowed"]

    def test_let_in_anyway_after_the_refusal(self, evening: Evening) -> None:  # 4.exit.4
        gate = Device(evening)
        no_reentry(evening)
        gate.scan()
        evening.is_minute(40)
        gate.scan(direction="out")
        evening.is_minute(45)
        key = str(uuid4())
        problem(gate.scan(idempotencyKey=key), 409, "reentry_not_allowed")
        result = gate.send_one(gate.check_in(45, key=key))
        assert (result["outcome"], result["returned"]) == ("admitted", True)
        assert exits(evening) == (True, True, None)
        assert evening.kinds() == []

    def test_an_event_that_does_not_count_exits_refuses_them(self, house: House) -> None:  # 4.exit.6, 7.exit.5
        olive = house.signed_in(OLIVE)
        guest = new_attendee(olive, new_event(olive))
        for _ in range(2):
            answer = olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"], "direction": "out"})
            problem(answer, 409, "exits_not_counted")
            assert olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).status_code == 200
        assert json_of(olive.get(f"/api/attendees/{guest['id']}"))["inside"] is True

    def test_an_event_that_does_not_count_exits_takes_those_that_a_door_saw(self, house: House) -> None:
        # 4.exit.6, 7.exit.8
        evening = Evening(house, MovingClock())
        gate = Device(evening)
        gate.scan()
        refused, left = (gate.check_in(1, direction="out", shown=shown) for shown in ("not_inside", "left"))
        assert gate.send_one(refused)["outcome"] == "exits_not_counted"
        assert exits(evening) == (True, True, None)
        assert gate.send_one(left)["outcome"] == "left"

    def test_a_text_that_is_no_ticket_is_refused_as_at_the_way_in(self, evening: Evening) -> None:  # 7.exit.6
        gate = Device(evening)
        problem(gate.scan(qrData="a menu", direction="out"), 400, "ticket_invalid")
        problem(gate.scan(qrData=f"DL1.{evening.event['id']}.{'0' * 26}", direction="out"), 404, "ticket_unknown")
        other = new_attendee(evening.staff, new_event(evening.staff))
        problem(gate.scan(other, direction="out"), 404, "ticket_other_event")

    def test_a_direction_is_in_or_out(self, evening: Evening) -> None:  # 5.exit.2
        problem(Device(evening).scan(direction="up"), 400, "validation_failed")

    @pytest.mark.parametrize("direction", ["in", "out"])
    def test_the_same_key_has_the_same_answer_and_one_row(self, evening: Evening, direction: str) -> None:
        # 4.exit.7
        gate = Device(evening)
        gate.scan()
        key = str(uuid4())
        if direction == "in":
            gate.scan(direction="out")
        first = json_of(gate.scan(direction=direction, idempotencyKey=key))
        later = gate.scan(direction="out" if direction == "in" else "in")
        assert later.status_code == 200
        assert json_of(gate.scan(direction=direction, idempotencyKey=key)) == first
        assert len(evening.log()) == (4 if direction == "in" else 3)
        opposite = "out" if direction == "in" else "in"
        problem(gate.scan(direction=opposite, idempotencyKey=key), 400, "key_reused")

    def test_a_refused_key_has_the_same_answer(self, evening: Evening) -> None:  # 4.exit.7
        gate, key = Device(evening), str(uuid4())
        first = problem(gate.scan(direction="out", idempotencyKey=key), 409, "not_inside")
        gate.scan()
        again = problem(gate.scan(direction="out", idempotencyKey=key), 409, "not_inside")
        assert (first["code"], first["detail"]) == (again["code"], again["detail"])
        assert exits(evening)[1] is True

    def test_marking_absent_clears_the_exit(self, evening: Evening) -> None:  # 4.exit.8
        gate = Device(evening)
        gate.scan()
        gate.scan(direction="out")
        gate.mark(attended=False)
        assert exits(evening) == (False, False, None)
        assert json_of(gate.scan()).get("returned") is None

    @pytest.mark.parametrize("device_of", [of_staff, of_a_helper])
    def test_a_device_without_a_session_counts_exits(self, evening: Evening, device_of: Any) -> None:  # 6.exit.1
        device = device_of(evening)
        assert device.scan().status_code == 200
        out = json_of(device.scan(direction="out"))
        assert out["attendee"]["inside"] is False
        assert out["attendee"].get("phone", "") == ""
        refusal = problem(device.scan(direction="out"), 409, "not_inside")
        assert refusal["attendee"].get("qrCodeData", "") == ""


class TestUploaded:
    def test_a_night_without_the_server(self, evening: Evening) -> None:  # 4.exit.9, 7.exit.8
        gate = Device(evening)
        entered = gate.check_in(30)
        left = gate.check_in(60, direction="out", shown="left")
        back = gate.check_in(70)
        evening.is_minute(90)
        results = gate.send(back, left, entered)
        assert [(each["outcome"], each["returned"], each["leftAt"]) for each in results] == [
            ("admitted", True, clock.to_wire(evening.minute(60))),
            ("left", False, None),
            ("admitted", False, None),
        ]
        assert exits(evening) == (True, True, None)
        assert evening.state() == (evening.minute(30), gate.user_id)
        assert evening.kinds() == []

    def test_the_later_by_door_time_wins_whatever_comes_first(self, evening: Evening) -> None:  # 4.exit.9
        gate_a, gate_b = two_doors(evening)
        entered, left = gate_a.check_in(30), gate_b.check_in(60, direction="out", shown="left")
        evening.is_minute(90)
        assert gate_b.send_one(left)["outcome"] == "left"
        assert exits(evening) == (False, False, evening.minute(60))
        assert gate_a.send_one(entered)["outcome"] == "admitted"
        assert exits(evening) == (True, False, evening.minute(60))
        assert evening.kinds() == []

    @pytest.mark.both_engines
    def test_an_exit_without_an_entry_is_counted_as_left(self, evening: Evening) -> None:  # 4.exit.11
        gate = Device(evening)
        evening.is_minute(60)
        gate.send(gate.check_in(50, direction="out", shown="left"))
        assert exits(evening) == (False, False, evening.minute(50))
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert (doors["arrived"], doors["inside"], doors["left"]) == (0, 0, 1)
        assert evening.kinds() == []
        assert json_of(gate.scan()).get("returned") is None
        assert exits(evening) == (True, True, None)

    def test_an_exit_of_a_deleted_guest_whose_answer_was_lost_is_in_the_log(self, evening: Evening) -> None:
        # 4.exit.17
        gate = Device(evening)
        deleted = new_attendee(evening.staff, evening.event)
        evening.staff.delete(f"/api/attendees/{deleted['id']}")
        evening.is_minute(1)
        key = str(uuid4())
        problem(gate.scan(deleted, direction="out", idempotencyKey=key), 404, "ticket_unknown")
        exit_ = gate.check_in(1, deleted, key=key, shown="left", direction="out")
        for _ in range(2):
            assert gate.send_one(exit_)["outcome"] == "unknown"
        assert [(row.outcome, row.shown) for row in evening.log()] == [("unknown", None), ("unknown", "left")]
        assert evening.kinds() == []

    def test_an_exit_that_the_log_makes_one_later(self, evening: Evening) -> None:  # 4.exit.12
        gate_a, gate_b = two_doors(evening)
        entered = gate_a.check_in(30)
        evening.is_minute(60)
        problem(gate_b.scan(direction="out"), 409, "not_inside")
        evening.is_minute(90)
        gate_a.send(entered)
        assert exits(evening) == (True, False, evening.minute(60))

    def test_two_entries_of_one_visit_are_a_conflict_and_a_return_is_none(self, evening: Evening) -> None:
        # 4.exit.13
        gate_a, gate_b = two_doors(evening)
        records = [gate_a.check_in(30), gate_a.check_in(40, direction="out", shown="left"), gate_b.check_in(50)]
        evening.is_minute(90)
        gate_a.send(*records[:2])
        assert gate_b.send_one(records[2])["conflict"] is None
        assert evening.kinds() == []
        assert gate_b.send_one(gate_b.check_in(60))["conflict"] == "twice"
        assert evening.kinds() == ["twice"]

    def test_an_undone_exit(self, evening: Evening) -> None:  # 4.exit.14
        gate = Device(evening)
        left = gate.check_in(40, direction="out", shown="left")
        undo = gate.undo(41, left, direction="out")
        evening.is_minute(90)
        assert [each["outcome"] for each in gate.send(gate.check_in(30), left, undo)] == [
            "admitted",
            "left",
            "exit_undone",
        ]
        assert exits(evening) == (True, True, None)

    def test_an_undone_return(self, evening: Evening) -> None:  # 4.exit.14
        gate = Device(evening)
        back = gate.check_in(50)
        left = gate.check_in(40, direction="out", shown="left")
        evening.is_minute(90)
        gate.send(gate.check_in(30), left, back, gate.undo(51, back))
        assert exits(evening) == (True, False, evening.minute(40))

    def test_an_undone_entry_after_the_exit(self, evening: Evening) -> None:  # 4.exit.14
        gate = Device(evening)
        entered = gate.check_in(30)
        evening.is_minute(90)
        gate.send(entered, gate.check_in(40, direction="out", shown="left"), gate.undo(50, entered))
        assert exits(evening) == (False, False, None)

    def test_a_live_exit_is_undone_by_its_key(self, evening: Evening) -> None:  # 4.exit.14
        gate, key = Device(evening), str(uuid4())
        evening.is_minute(30)
        gate.scan()
        evening.is_minute(31)
        gate.scan(direction="out", idempotencyKey=key)
        evening.is_minute(32)
        assert gate.send_one(gate.undo(32, {"key": key}, direction="out"))["outcome"] == "exit_undone"
        assert exits(evening) == (True, True, None)

    def test_a_helper_undoes_their_own_exit_alone(self, evening: Evening) -> None:  # 6.exit.2
        helper, gate = of_a_helper(evening), Device(evening)
        keys = [str(uuid4()), str(uuid4())]
        evening.is_minute(1)
        gate.scan()
        for device, key in ((helper, keys[0]), (gate, keys[1])):
            evening.time.move(seconds=1)
            assert device.scan(direction="out", idempotencyKey=key).status_code == 200
            evening.time.move(seconds=1)
            result = helper.send_one(helper.undo(2, {"key": key}, direction="out"))
            assert result["outcome"] == ("exit_undone" if device is helper else "failed")

    def test_a_late_live_exit_counts_from_when_it_was_read(self, evening: Evening) -> None:  # 4.exit.9
        gate = Device(evening)
        evening.is_minute(30)
        gate.scan()
        evening.is_minute(40)
        out = json_of(gate.scan(direction="out", scannedAt=clock.to_wire(evening.minute(39))))
        assert out["attendee"]["leftAt"] == clock.to_wire(evening.minute(39))
        evening.is_minute(50)
        back = json_of(gate.scan(scannedAt=clock.to_wire(evening.minute(49))))
        assert (back["returned"], back["leftAt"]) == (True, out["attendee"]["leftAt"])
        assert exits(evening) == (True, True, None)
        assert evening.kinds() == []

    @pytest.mark.both_engines
    def test_a_stored_exit_that_the_log_does_not_have_is_kept(self, evening: Evening) -> None:  # 4.exit.15
        gate = Device(evening)
        with evening.house.database.write() as tx:
            values = {"attended": True, "attended_at": evening.minute(10), "scanned_by": gate.user_id}
            values["left_at"] = evening.minute(20)
            tx.execute(update(Attendee).where(Attendee.id == evening.guest["id"]).values(**values))
        evening.is_minute(60)
        assert gate.send_one(gate.check_in(50))["returned"] is True
        assert evening.state() == (evening.minute(10), gate.user_id)

    def restore(self, evening: Evening, **values: Any) -> None:
        """Store a presence that the log does not have, as a JSON restore does."""
        present = {"attended": True, "attended_at": evening.minute(1), "scanned_by": Device(evening).user_id}
        with evening.house.database.write() as tx:
            tx.execute(update(Attendee).where(Attendee.id == evening.guest["id"]).values(**present | values))

    def test_after_a_restore_an_exit_is_undone(self, evening: Evening) -> None:  # 4.exit.14, 4.exit.15
        gate, key = Device(evening), str(uuid4())
        self.restore(evening)
        evening.is_minute(10)
        assert gate.scan(direction="out", idempotencyKey=key).status_code == 200
        evening.is_minute(11)
        assert gate.send_one(gate.undo(11, {"key": key}, direction="out"))["outcome"] == "exit_undone"
        assert exits(evening) == (True, True, None)

    def test_after_a_restore_a_return_is_undone(self, evening: Evening) -> None:  # 4.exit.14, 4.exit.15
        gate, keys = Device(evening), [str(uuid4()), str(uuid4())]
        self.restore(evening, left_at=evening.minute(5))
        evening.is_minute(40)
        assert json_of(gate.scan(idempotencyKey=keys[0]))["returned"] is True
        evening.is_minute(45)
        gate.scan(direction="out", idempotencyKey=keys[1])
        evening.is_minute(50)
        gate.send(gate.undo(49, {"key": keys[1]}, direction="out"), gate.undo(50, {"key": keys[0]}))
        assert exits(evening) == (True, False, evening.minute(5))
        assert evening.state() == (evening.minute(1), gate.user_id)
        assert evening.kinds() == []

    def test_after_a_restore_a_late_entry_before_the_exit_changes_nothing(self, evening: Evening) -> None:
        # 4.exit.9, 4.exit.15
        gate = Device(evening)
        self.restore(evening, left_at=evening.minute(5))
        evening.is_minute(40)
        gate.send(gate.check_in(3))
        assert exits(evening) == (True, False, evening.minute(5))

    @pytest.mark.parametrize("shown", ["admitted", "undecided"])
    def test_a_refused_exit_between_a_late_entry_and_its_upload(self, evening: Evening, shown: str) -> None:
        # 4.exit.12
        gate_a, gate_b = two_doors(evening)
        entered = gate_a.check_in(30, shown=shown)
        evening.is_minute(60)
        problem(gate_b.scan(direction="out"), 409, "not_inside")
        evening.is_minute(90)
        gate_a.send(entered)
        assert exits(evening) == (True, False, evening.minute(60))

    def test_a_late_return_before_a_mark_of_absence_is_a_return(self, evening: Evening) -> None:
        # 4.exit.9, 4.scan.17
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(1)
        gate_b.scan()
        evening.is_minute(5)
        gate_b.scan(direction="out")
        unanswered = gate_a.check_in(30, shown="undecided")
        evening.is_minute(60)
        gate_b.mark(attended=False)
        evening.is_minute(90)
        result = gate_a.send_one(unanswered)
        assert (result["outcome"], result["returned"]) == ("admitted", True)
        again = json_of(gate_a.scan(idempotencyKey=unanswered["key"]))
        assert (again["alreadyScanned"], again["returned"]) == (False, True)

    def test_a_refused_exit_after_an_undo_that_was_not_uploaded_yet(self, evening: Evening) -> None:  # 4.exit.12
        gate_a, gate_b = two_doors(evening)
        key = str(uuid4())
        gate_a.scan()
        evening.is_minute(40)
        gate_a.scan(direction="out", idempotencyKey=key)
        undo = gate_a.undo(50, {"key": key}, direction="out")
        evening.is_minute(60)
        problem(gate_b.scan(direction="out"), 409, "not_inside")
        evening.is_minute(90)
        gate_a.send(undo)
        assert exits(evening) == (True, False, evening.minute(60))

    def test_a_guest_who_came_back_needs_no_check(self, evening: Evening) -> None:  # 4.door-time.22
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(10)
        gate_a.scan()
        evening.is_minute(20)
        gate_a.scan(direction="out")
        evening.is_minute(31)
        assert gate_b.send_one(gate_b.check_in(30, shown="already"))["conflict"] == "turned_away"
        evening.is_minute(35)
        assert json_of(gate_a.scan())["returned"] is True
        listed = json_of(evening.staff.get("/api/door/conflicts", params={"eventId": evening.event["id"]}))
        assert (listed["open"], listed["items"]) == (0, [])

    def test_a_return_without_the_server_is_no_check_in_of_its_door(self, evening: Evening) -> None:  # 7.doors.331
        gate = Device(evening)
        evening.is_minute(90)
        gate.send(gate.check_in(30), gate.check_in(40, direction="out", shown="left"), gate.check_in(50))
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert [(door["door"], door["checkIns"]) for door in doors["doors"]] == [("Gate A", 1)]

    def test_a_return_that_proves_to_be_the_first_entry(self, evening: Evening) -> None:  # 4.exit.3
        gate, key = Device(evening), str(uuid4())
        evening.is_minute(100)
        gate.scan(idempotencyKey=key)
        undo = gate.undo(101, {"key": key})
        evening.is_minute(110)
        gate.scan(direction="out")
        evening.is_minute(120)
        gate.scan()
        evening.is_minute(130)
        gate.send(undo)
        assert evening.state() == (evening.minute(120), gate.user_id)
        read = json_of(evening.staff.get(f"/api/attendees/{evening.guest['id']}"))
        assert read["checkInDoor"] == {"door": "Gate A", "helper": None}
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert [arrival["id"] for arrival in doors["latest"]] == [evening.guest["id"]]

    def test_a_device_of_an_earlier_release_uploads(self, evening: Evening) -> None:  # 7.exit.9
        gate = Device(evening)
        evening.is_minute(60)
        gate.scan()
        gate.scan(direction="out")
        evening.is_minute(90)
        result = gate.send_one(gate.check_in(80))
        assert result["outcome"] == "admitted"
        assert exits(evening) == (True, True, None)


class TestEvents:
    def test_an_event_counts_no_exits_by_default(self, house: House) -> None:  # 3.event.331
        event = new_event(house.signed_in())
        assert (event["countsExits"], event["reentry"]) == (False, True)

    @pytest.mark.both_engines
    def test_the_switches_are_saved_copied_and_in_the_history(self, house: House) -> None:  # 3.event.331
        olive = house.signed_in()
        event = new_event(olive, countsExits=True, reentry=False)
        path, known = f"/api/events/{event['id']}", {name: event[name] for name in ("name", "date", "time")}
        assert (event["countsExits"], event["reentry"]) == (True, False)
        kept = json_of(olive.put(path, json=known))
        assert (kept["countsExits"], kept["reentry"]) == (True, False)
        changed = json_of(olive.put(path, json=known | {"countsExits": False, "reentry": True}))
        assert (changed["countsExits"], changed["reentry"]) == (False, True)

    @pytest.mark.parametrize("value", ["yes", 1, None])
    def test_a_switch_is_true_or_false(self, house: House, value: object) -> None:  # 5.exit.1
        olive = house.signed_in()
        event = new_event(olive)
        known = {name: event[name] for name in ("name", "date", "time")}
        for field in ("countsExits", "reentry"):
            problem(olive.put(f"/api/events/{event['id']}", json=known | {field: value}), 400, "validation_failed")


def leaver(device: Device, change: object) -> Json:
    return {"eventId": device.evening.event["id"], "change": change, "key": str(uuid4()), "device": device.name}


def leave(device: Device, change: object, **fields: Any) -> Any:
    return device.client.post("/api/door/leavers", json=leaver(device, change) | fields)


class TestLeavers:
    def test_they_are_subtracted_and_logged(
        self, evening: Evening
    ) -> None:  # 4.exit.10, 7.leavers.1, 7.leavers.2, 7.door-list.871, 7.call.876
        gate = Device(evening)
        for _ in range(2):
            gate.scan(new_attendee(evening.staff, evening.event))
        assert [json_of(leave(gate, change))["inside"] for change in (1, 1, 1, -1, -1)] == [1, 0, 0, 0, 1]
        row = evening.log()[-1]
        assert (row.outcome, row.device, row.user_id, row.attendee_id) == (
            "leaver_undone",
            "Gate A",
            gate.user_id,
            None,
        )
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert (doors["arrived"], doors["inside"], doors["left"], doors["leavers"]) == (2, 1, 0, 1)
        figures = json_of(evening.staff.get("/api/attendees/figures", params={"eventId": evening.event["id"]}))
        assert (figures["attended"], figures["inside"], figures["left"]) == (2, 1, 0)
        listed = json_of(evening.staff.get("/api/door/list", params={"eventId": evening.event["id"]}))
        assert listed["event"]["leavers"] == 1

    def test_the_same_key_counts_once(self, evening: Evening) -> None:  # 7.leavers.3
        gate, key = Device(evening), str(uuid4())
        for _ in range(2):
            gate.scan(new_attendee(evening.staff, evening.event))
        assert [json_of(leave(gate, 1, key=key))["inside"] for _ in range(3)] == [1, 1, 1]
        problem(leave(gate, -1, key=key), 400, "key_reused")
        assert evening.outcomes().count("leaver") == 1

    def test_they_never_fall_below_zero(self, evening: Evening) -> None:  # 7.leavers.5
        gate = Device(evening)
        for _ in range(2):
            gate.scan(new_attendee(evening.staff, evening.event))
        assert [json_of(leave(gate, change))["inside"] for change in (-1, -1, 1)] == [2, 2, 1]
        listed = json_of(evening.staff.get("/api/door/list", params={"eventId": evening.event["id"]}))
        assert listed["event"]["leavers"] == 1

    def test_a_claimed_pass_knows_them(self, evening: Evening) -> None:  # 7.pass.292
        leave(Device(evening), 1)
        made = evening.staff.post("/api/door/passes", json={"eventId": evening.event["id"], "door": "Gate Z"})
        said = {"secret": json_of(made)["secret"], "helper": "Kim"}
        claimed = json_of(evening.house.stranger().post("/api/door/passes/claim", json=said))
        assert claimed["event"]["leavers"] == 1

    def test_a_device_hears_of_them(self, evening: Evening) -> None:  # 7.leavers.7
        told: list[Changes] = []
        evening.house.database.after_commit(lambda info: told.append(pending_changes(info)))
        leave(Device(evening), 1)
        event_id = evening.event["id"]
        assert told[-1].of_event(event_id) == Changes(attendees={event_id: frozenset({0})})

    def test_a_device_uploads_them_later(self, evening: Evening) -> None:  # 7.leavers.6
        gate = Device(evening, has_grant=True)
        for _ in range(3):
            gate.scan(new_attendee(evening.staff, evening.event))
        key = str(uuid4())
        made = {"at": clock.milliseconds(evening.minute(30)), "scannedBy": gate.user_id, "key": key}
        evening.is_minute(90)
        other = evening.house.signed_in(OSCAR)
        problem(other.post("/api/door/leavers", json=leaver(gate, 1) | made), 403, "not_you")
        # Another user at the same device.
        gate.client.post("/api/login", json={"username": OSCAR.username, "password": OSCAR.password})
        for _ in range(2):
            assert json_of(leave(gate, 1, **made))["inside"] == 2
        row = evening.log()[-1]
        assert (row.outcome, row.user_id, row.scanned_at) == ("leaver", gate.user_id, evening.minute(30))
        assert row.received_at == evening.minute(90)
        problem(leave(gate, 1, at=0), 400, "validation_failed")

    def test_after_the_end_of_a_pass_those_of_before_count(self, evening: Evening) -> None:  # 7.leavers.6
        helper, gate = of_a_helper(evening), Device(evening)
        gate.scan()
        evening.is_minute(60)
        times = [clock.milliseconds(clock.now())]
        evening.time.move(hours=13)
        times.append(clock.milliseconds(clock.now()))
        assert leave(helper, 1).status_code == 401
        by = {"scannedBy": gate.user_id}
        assert [json_of(leave(helper, 1, at=at, **by))["inside"] for at in times] == [0, 0]
        assert evening.outcomes() == ["admitted", "leaver", "not_counted"]
        with evening.house.database.read() as tx:
            assert tx.scalar(select(Event.leavers).where(Event.id == evening.event["id"])) == 1

    def test_only_where_exits_are_counted(self, house: House) -> None:  # 7.leavers.4
        olive = house.signed_in()
        body = {"eventId": new_event(olive)["id"], "change": 1, "key": str(uuid4())}
        problem(olive.post("/api/door/leavers", json=body), 409, "exits_not_counted")
        problem(olive.post("/api/door/leavers", json=body | {"eventId": 10**9}), 400, "validation_failed")

    @pytest.mark.parametrize("change", [0, 2, "1.5", None])
    def test_the_change_is_one_person(self, evening: Evening, change: object) -> None:  # 5.exit.3
        problem(leave(Device(evening), change), 400, "validation_failed")

    @pytest.mark.parametrize("device_of", [of_staff, of_a_helper])
    def test_a_device_without_a_session_counts_at_its_own_event(self, evening: Evening, device_of: Any) -> None:
        # 6.exit.1
        device = device_of(evening)
        assert leave(device, 1).status_code == 200
        elsewhere = new_event(evening.staff, countsExits=True)
        assert leave(device, 1, eventId=elsewhere["id"]).status_code == 401

    def test_an_event_without_exits_has_no_figures_of_them(self, house: House) -> None:  # 7.doors.431
        olive = house.signed_in()
        query = {"eventId": new_event(olive)["id"]}
        doors = json_of(olive.get("/api/doors", params=query))
        assert (doors["inside"], doors["left"], doors["leavers"]) == (None, None, None)
        figures = json_of(olive.get("/api/attendees/figures", params=query))
        assert (figures["inside"], figures["left"]) == (None, None)


class TestRaces:
    """Many doors at one instant, at several workers."""

    @pytest.fixture
    def counting(self, door: Door) -> Door:
        with door.database.write() as tx:
            tx.execute(update(Event).where(Event.id == door.event.id).values(counts_exits=True))
        return door

    @pytest.mark.parametrize("rounds", [2, pytest.param(1_000, marks=pytest.mark.soak)])
    def test_of_20_exits_and_20_returns_exactly_one_each(self, counting: Door, rounds: int) -> None:  # 4.exit.16
        door = counting
        with ThreadPoolExecutor(20) as threads:
            for _ in range(rounds):
                guest = door.guest()
                first = door.scan(guest.qr_code_data, door.staff[0])
                scan = partial(door.scan, guest.qr_code_data, door.staff[0])
                leave = partial(scan, direction="out")
                for call, done, refused in ((leave, "left", "not_inside"), (scan, "returned", "repeat")):
                    verdicts = all_at_once(threads, [call] * 20)
                    assert Counter(each.outcome for each in verdicts) == {done: 1, refused: 19}
                now = door.now(guest)
                assert first.ticket
                assert (now.attended, now.left_at) == (True, None)
                assert clock.to_wire(now.attended_at or now.created_at) == first.ticket.attended_at

    @pytest.mark.parametrize("rounds", [2, pytest.param(10_000, marks=pytest.mark.soak)])
    def test_an_entry_and_an_exit_at_the_same_instant(self, counting: Door, rounds: int) -> None:  # 4.exit.16
        door = counting
        with ThreadPoolExecutor(2) as threads:
            for _ in range(rounds):
                guest = door.guest()
                door.scan(guest.qr_code_data, door.staff[0])
                door.scan(guest.qr_code_data, door.staff[0], direction="out")
                scan = partial(door.scan, guest.qr_code_data, door.staff[0])
                entry, exit_ = all_at_once(threads, [scan, partial(scan, direction="out")])
                assert isinstance(entry, Verdict)
                assert entry.outcome == "returned"
                assert exit_.outcome in {"left", "not_inside"}
                rows = door.log_of(guest)
                assert (door.now(guest).left_at is None) is (exit_.outcome == "not_inside")
                assert Counter(row.outcome for row in rows)["returned"] == 1

    def test_exits_and_returns_of_one_instant_fold_to_what_is_stored(self, counting: Door) -> None:  # 4.exit.16
        door = counting
        with ThreadPoolExecutor(12) as threads:
            for _ in range(10):
                guest = door.guest()
                scan = partial(door.scan, guest.qr_code_data, door.staff[0])
                all_at_once(threads, [scan, partial(scan, direction="out")] * 6)
                moves = [row.outcome for row in door.log_of(guest) if row.outcome in {"admitted", "left", "returned"}]
                # In and out take turns.
                assert [move == "left" for move in moves] == [place % 2 == 1 for place in range(len(moves))]
                now = door.now(guest)
                assert (now.left_at is None) is (moves[-1] != "left")
                with door.database.read() as tx:
                    folded = fold_log(BatchRepository(tx).fold_rows([guest.id]))
                assert folded.attendance.start == (clock.to_wire(now.attended_at or now.created_at), now.scanned_by)
                assert folded.attendance.left_at == (now.left_at and clock.to_wire(now.left_at))
                assert folded.contradictions == []

    @pytest.mark.both_engines
    def test_one_key_of_a_leaver_counts_once(self, counting: Door) -> None:  # 7.leavers.3
        door = counting
        door.scan(door.guest().qr_code_data, door.staff[0])
        door.scan(door.guest().qr_code_data, door.staff[0])
        said = LeaverRequest(event_id=door.event.id, change=1, key=uuid4())
        count = partial(count_leaver, said=said, door=DoorCredentials(door.staff[0]))
        with ThreadPoolExecutor(8) as threads:
            call = partial(door.database.commit, count)
            all_at_once(threads, [call] * 8)
        with door.database.read() as tx:
            assert read_inside(tx, door.event.id).inside == 1
            assert tx.scalar(select(Event.leavers).where(Event.id == door.event.id)) == 1
