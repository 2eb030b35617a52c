"""Events that stop at their capacity: who is refused, and who is let in anyway."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import update

from doorlist.core import clock
from doorlist.door.admission import worker as worker_module
from doorlist.door.admission.repository import BatchRepository
from doorlist.events.models import Event
from doorlist.events.schemas import EventIn
from doorlist.events.service import create_event
from tests.door.door import Door
from tests.door.offline.accesses import of_a_helper, of_staff
from tests.door.offline.doors import Device, Evening, two_doors
from tests.door.test_races import all_at_once
from tests.door.test_worker import waits_until
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock


@pytest.fixture
def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The evening of an event for two people."""
    time = MovingClock()
    monkeypatch.setattr(clock, "now", time.now)
    made = Evening(house, time)
    made.event = new_event(made.staff, capacity=2, stopsAtCapacity=True)
    made.guest = new_attendee(made.staff, made.event)
    return made


def guests(evening: Evening, number: int, **fields: Any) -> list[Json]:
    return [new_attendee(evening.staff, evening.event, **fields) for _ in range(number)]


def change(evening: Evening, **fields: Any) -> None:
    answer = evening.staff.put(f"/api/events/{evening.event['id']}", json=fields)
    assert answer.status_code == 200, answer.text


class TestLive:
    def test_the_guest_after_the_last_place_is_refused(
        self, evening: Evening
    ) -> None:  # 4.full.1, 7.full.1, 10.code.906
        gate = Device(evening)
        first, second, third = guests(evening, 3)
        assert gate.scan(first).status_code == gate.scan(second).status_code == 200
        refusal = problem(gate.scan(third), 409, "full")
        assert (refusal["title"], refusal["attendee"]["id"]) == ("Full", third["id"])
        assert refusal["attendee"]["attended"] is False
        # The capacity does not matter to a guest who is in.
        assert json_of(gate.scan(first))["alreadyScanned"] is True
        assert evening.outcomes() == ["admitted", "admitted", "full", "repeat"]
        doors = json_of(evening.staff.get("/api/doors", params={"eventId": evening.event["id"]}))
        assert (doors["arrived"], doors["refused"]) == (2, 1)

    @pytest.mark.both_engines
    def test_without_the_setting_nobody_is_refused(self, evening: Evening) -> None:  # 4.full.1
        change(evening, stopsAtCapacity=False)
        assert {Device(evening).scan(each).status_code for each in guests(evening, 4)} == {200}
        change(evening, stopsAtCapacity=True, capacity=None)
        assert Device(evening).scan().status_code == 200

    def test_a_place_that_is_marked_absent_is_free(self, evening: Evening) -> None:  # 4.full.2
        gate = Device(evening)
        first, second, third = guests(evening, 3)
        gate.scan(first), gate.scan(second)
        gate.mark(second, attended=False)
        assert gate.scan(third).status_code == 200
        problem(gate.scan(second), 409, "full")

    @pytest.mark.both_engines
    def test_a_mark_although_it_is_full_is_told_in_the_history(self, evening: Evening) -> None:  # 3.scan-log.1090
        first, second, third = guests(evening, 3)

        def mark(guest: Json, **body: Any) -> list[tuple[str, str | None]]:
            path = f"/api/attendees/{guest['id']}"
            assert evening.staff.patch(f"{path}/attendance", json=body).status_code == 200
            items = json_of(evening.staff.get(f"{path}/history"))["items"]
            return [(item["scan"]["outcome"], item["scan"]["certainty"]) for item in items if item["scan"]]

        assert mark(first, attended=True) == mark(second, attended=True) == [("marked_present", None)]
        assert mark(third, attended=True, anyway=True) == [("marked_present", "none")]
        # Marking absent overrides nothing.
        assert mark(third, attended=False, anyway=True)[0] == ("marked_absent", None)

    @pytest.mark.both_engines
    def test_who_leaves_makes_room_where_exits_are_counted(self, evening: Evening) -> None:  # 4.full.2
        change(evening, countsExits=True)
        gate = Device(evening)
        first, second, third = guests(evening, 3)
        gate.scan(first), gate.scan(second)
        problem(gate.scan(third), 409, "full")
        gate.scan(first, direction="out")
        assert gate.scan(third).status_code == 200
        problem(gate.scan(first), 409, "full")
        leaver = {"eventId": evening.event["id"], "change": 1, "key": str(uuid4())}
        assert evening.staff.post("/api/door/leavers", json=leaver).status_code == 200
        assert json_of(gate.scan(first))["returned"] is True

    def test_without_exits_who_left_keeps_the_place(self, evening: Evening) -> None:  # 4.full.2
        change(evening, countsExits=True)
        gate = Device(evening)
        first, second, third = guests(evening, 3)
        gate.scan(first), gate.scan(second), gate.scan(first, direction="out")
        change(evening, countsExits=False)
        problem(gate.scan(third), 409, "full")

    def test_the_same_key_has_the_same_answer(self, evening: Evening) -> None:  # 4.full.3
        change(evening, capacity=1)
        gate, key = Device(evening), str(uuid4())
        first, second = guests(evening, 2)
        gate.scan(first)
        problem(gate.scan(second, idempotencyKey=key), 409, "full")
        gate.mark(first, attended=False)
        problem(gate.scan(second, idempotencyKey=key), 409, "full")
        assert gate.scan(second).status_code == 200

    @pytest.mark.parametrize("device_of", [of_staff, of_a_helper])
    def test_a_device_without_a_session_is_refused_too(self, evening: Evening, device_of: Any) -> None:  # 4.full.1
        change(evening, capacity=1)
        device = device_of(evening)
        assert device.scan().status_code == 200
        [other] = guests(evening, 1)
        refusal = problem(device.scan(other), 409, "full")
        assert refusal["attendee"].get("phone", "") == ""


def test_the_setting_is_read_and_kept(evening: Evening) -> None:  # 3.event.332, 5.exit.1
    read = json_of(evening.staff.get(f"/api/events/{evening.event['id']}"))
    assert read["stopsAtCapacity"] is True
    listed = json_of(evening.staff.get("/api/door/list", params={"eventId": evening.event["id"]}))
    assert listed["event"]["stopsAtCapacity"] is True
    change(evening, name="Gala II")
    assert json_of(evening.staff.get(f"/api/events/{evening.event['id']}"))["stopsAtCapacity"] is True
    assert new_event(evening.staff)["stopsAtCapacity"] is False
    for wrong in (None, "yes"):
        answer = evening.staff.put(f"/api/events/{evening.event['id']}", json={"stopsAtCapacity": wrong})
        problem(answer, 400, "validation_failed")


class TestUploaded:
    def test_the_door_decides_and_the_server_what_it_left_open(self, evening: Evening) -> None:  # 4.full.4
        gate = Device(evening)
        first, second, third, fourth = guests(evening, 4)
        records = [
            gate.check_in(10, first),
            gate.check_in(11, second),
            gate.check_in(12, third, shown="full"),
            gate.check_in(13, fourth, shown="undecided", certainty="none"),
        ]
        evening.is_minute(60)
        assert [each["outcome"] for each in gate.send(*records)] == ["admitted", "admitted", "full", "full"]
        assert evening.outcomes() == ["let_in_offline", "let_in_offline", "full", "full"]
        assert evening.kinds() == []

    @pytest.mark.both_engines
    def test_what_a_batch_undoes_makes_room_in_it(self, evening: Evening) -> None:  # 4.full.2
        change(evening, capacity=1, countsExits=True)
        gate = Device(evening)
        first, second, third = guests(evening, 3)
        entered, left = gate.check_in(10, first), gate.check_in(11, first, direction="out", shown="left")
        open_ = {"shown": "undecided", "certainty": "none"}
        records = [
            entered,
            left,
            gate.undo(12, left, direction="out"),
            gate.check_in(13, second, **open_),
            gate.undo(14, entered),
            gate.check_in(15, third, **open_),
        ]
        evening.is_minute(60)
        outcomes = [each["outcome"] for each in gate.send(*records)]
        assert outcomes == ["admitted", "left", "exit_undone", "full", "marked_absent", "admitted"]

    def test_let_in_anyway_counts(self, evening: Evening) -> None:  # 4.full.3
        change(evening, capacity=1)
        gate, key = Device(evening), str(uuid4())
        first, second = guests(evening, 2)
        gate.scan(first)
        problem(gate.scan(second, idempotencyKey=key), 409, "full")
        evening.is_minute(1)
        let_in = gate.check_in(0, second) | {"key": key}
        assert gate.send_one(let_in)["outcome"] == "admitted"
        assert evening.state(second) is not None
        assert evening.outcomes() == ["admitted", "full", "let_in_offline"]
        assert evening.kinds() == []

    def test_doors_apart_may_exceed_it(self, evening: Evening) -> None:  # 4.full.4
        one, other = two_doors(evening)
        made = guests(evening, 4)
        evening.is_minute(60)
        for gate, mine in ((one, made[:2]), (other, made[2:])):
            outcomes = {each["outcome"] for each in gate.send(*(gate.check_in(10, guest) for guest in mine))}
            assert outcomes == {"admitted"}
        problem(one.scan(), 409, "full")


class TestAtLists:
    @pytest.fixture
    def at_list(self, evening: Evening) -> Any:
        change(evening, capacity=None)

        def add(rule: str, capacity: int | None = 1) -> Json:
            path = f"/api/events/{evening.event['id']}/check-in-lists"
            new = {"name": rule, "rule": rule, "capacity": capacity}
            return {"listId": json_of(evening.staff.post(path, json=new))["id"]}

        return add

    @pytest.mark.parametrize("rule", ["once", "reentry"])
    def test_a_list_has_its_own_capacity(self, evening: Evening, at_list: Any, rule: str) -> None:  # 4.full.5
        gate, place, open_place = Device(evening), at_list(rule), at_list("once" if rule == "reentry" else "reentry", 2)
        first, second = guests(evening, 2)
        assert gate.scan(first, **place).status_code == 200
        problem(gate.scan(second, **place), 409, "full")
        assert gate.scan(second, **open_place).status_code == 200
        assert gate.scan(second).status_code == 200
        if rule == "reentry":
            assert gate.scan(first, direction="out", **place).status_code == 200
            assert gate.scan(second, **place).status_code == 200
            problem(gate.scan(first, **place), 409, "full")

    def test_a_list_where_each_scan_counts_never_stops(self, evening: Evening, at_list: Any) -> None:  # 4.full.5
        gate, place = Device(evening), at_list("every")
        assert {gate.scan(each, **place).status_code for each in guests(evening, 3)} == {200}

    def test_without_the_setting_a_list_refuses_nobody(self, evening: Evening, at_list: Any) -> None:  # 4.full.5
        change(evening, stopsAtCapacity=False)
        gate, place = Device(evening), at_list("once")
        assert {gate.scan(each, **place).status_code for each in guests(evening, 3)} == {200}


@pytest.mark.parametrize("rounds", [5, pytest.param(500, marks=pytest.mark.soak)])
def test_of_40_guests_at_one_instant_exactly_the_capacity_comes_in(door: Door, rounds: int) -> None:  # 4.full.6
    with ThreadPoolExecutor(40) as threads:
        for number in range(1, rounds + 1):
            values = {"stops_at_capacity": True, "capacity": 7 * number}
            with door.database.write() as tx:
                tx.execute(update(Event).where(Event.id == door.event.id).values(**values))
            made = [door.guest() for _ in range(40)]
            scans = [partial(door.scan, guest.qr_code_data, door.staff[0]) for guest in made]
            outcomes = Counter(each.outcome for each in all_at_once(threads, scans))
            assert outcomes == {"admitted": 7, "full": 33}


@pytest.mark.parametrize("rounds", [5, pytest.param(500, marks=pytest.mark.soak)])
def test_the_guest_of_the_last_place_is_never_told_that_it_is_full(door: Door, rounds: int) -> None:  # 4.full.1
    with ThreadPoolExecutor(12) as threads:
        for number in range(1, rounds + 1):
            values = {"stops_at_capacity": True, "capacity": number}
            with door.database.write() as tx:
                tx.execute(update(Event).where(Event.id == door.event.id).values(**values))
            guest = door.guest()
            scans = [partial(door.scan, guest.qr_code_data, door.staff[0])] * 12
            outcomes = Counter(each.outcome for each in all_at_once(threads, scans))
            assert outcomes == {"admitted": 1, "repeat": 11}


@pytest.mark.both_engines
def test_scans_of_other_events_do_not_wait_for_a_capacity(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.full.6
    if door.database.is_sqlite:
        pytest.skip("all writers wait for each other")
    monkeypatch.setattr(worker_module, "LOCK_WAIT_SECONDS", 600)
    with door.database.write() as tx:
        tx.execute(update(Event).where(Event.id == door.event.id).values(stops_at_capacity=True, capacity=5))
        here = door.event
        door.event = create_event(tx, EventIn(name="Ball", date="2026-11-21"), door.staff[0])
    elsewhere, door.event = door.guest(), here
    limited = door.guest()
    # Both at one server.
    door.turns = cycle(door.workers[:1])
    with ThreadPoolExecutor(2) as threads:
        with door.database.write() as tx:
            BatchRepository(tx).lock_capacities(here.id)
            waits = threads.submit(door.scan, limited.qr_code_data, door.staff[0])
            waits_until(lambda: bool(door.workers[0]._aside))
            other = threads.submit(door.scan, elsewhere.qr_code_data, door.staff[0])
            assert other.result(60).outcome == "admitted"
            assert not waits.done()
        assert waits.result(60).outcome == "admitted"


def test_a_late_scan_and_a_live_one_share_the_last_place(evening: Evening) -> None:  # 4.full.2
    change(evening, capacity=1)
    gate = Device(evening)
    first, second = guests(evening, 2)
    evening.is_minute(5)
    late = clock.to_wire(evening.minute(4))
    assert gate.scan(first, scannedAt=late).status_code == 200
    problem(gate.scan(second, scannedAt=late), 409, "full")
    problem(gate.scan(second), 409, "full")
