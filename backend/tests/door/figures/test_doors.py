"""The doors of an event at a glance, and the contact of a device, over HTTP, on both engines."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from doorlist.core import clock
from doorlist.door.models import DataGeneration
from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from tests.cast import OLIVE, OSCAR, SAM
from tests.door.access.test_devices import granted
from tests.door.offline.doors import Device, Evening
from tests.house import COOKIE_DOMAIN, House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


def doors_of(client: TestClient, event: Json) -> Json:
    answer = client.get("/api/doors", params={"eventId": event["id"]})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def scan(client: TestClient, event: Json, qr_data: str, device: str | None = None, **more: Any) -> None:
    client.post("/api/attendees/scan", json={"qrData": qr_data, "eventId": event["id"], "device": device, **more})


def say(client: TestClient, waiting: int, **more: Any) -> int:
    return client.post("/api/door/contact", json={"waiting": waiting, **more}).status_code


class TestTheFigures:
    @pytest.mark.smoke
    def test_count_who_is_in_each_door_and_what_was_refused(self, house: House, time: MovingClock) -> None:
        """7.doors.331..335, 7.call.330."""
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive, name="Another")
        ada, bob, cem, dan, eve = (
            new_attendee(olive, event, fullName=name) for name in ["Ada", "Bob", "Cem", "Dan", "Eve"]
        )
        stranger = new_attendee(olive, other)
        begin = time.now().replace(second=10, microsecond=0)
        time.move(seconds=(begin + timedelta(minutes=1) - time.now()).total_seconds())
        scan(olive, event, ada["qrCodeData"], "Gate B")
        time.move(minutes=3)
        scan(olive, event, bob["qrCodeData"], "Gate B")
        scan(olive, event, bob["qrCodeData"], "gate a")
        scan(olive, event, stranger["qrCodeData"], "gate a")
        scan(olive, event, "no ticket", "gate a")
        time.move(minutes=3)
        scan(olive, event, cem["qrCodeData"])
        scan(olive, event, dan["qrCodeData"], "Gate B")
        olive.patch(f"/api/attendees/{dan['id']}/attendance", json={"attended": False})
        olive.patch(f"/api/attendees/{eve['id']}/attendance", json={"attended": True})
        scan(olive, other, stranger["qrCodeData"], "Gate B")

        told = doors_of(olive, event)
        assert [told[name] for name in ("eventId", "arrived", "expected", "refused")] == [event["id"], 4, 5, 2]
        assert (told["lastFiveMinutes"], told["openConflicts"], told["possibleExtraPeople"]) == (3, 0, 0)
        minutes = [(minute["minute"][14:], minute["count"]) for minute in told["minutes"]]
        assert [count for _, count in minutes] == [1, 1, 2]
        assert {moment[2:] for moment, _ in minutes} == {":00.000Z"}
        doors = [(door["door"], door["checkIns"], door["refused"]) for door in told["doors"]]
        assert doors == [("gate a", 0, 2), ("Gate B", 3, 0), (None, 1, 0)]
        assert told["doors"][0]["lastScanAt"] == clock.to_wire(begin + timedelta(minutes=4))
        assert told["doors"][1]["lastScanAt"] == clock.to_wire(begin + timedelta(minutes=7))
        latest = [(guest["fullName"], guest["door"]) for guest in told["latest"]]
        assert latest == [("Eve", None), ("Cem", None), ("Bob", "Gate B"), ("Ada", "Gate B")]
        assert told["asOf"] == clock.to_wire(time.now())

        figures = json_of(olive.get("/api/attendees/figures", params={"eventId": event["id"]}))
        sam = house.signed_in(SAM)
        overview = json_of(sam.get("/api/analytics/overview", params={"eventId": event["id"]}))
        # 3.doors.330
        assert figures["attended"] == overview["scannedTickets"] == told["arrived"]

    @pytest.mark.both_engines
    def test_after_a_restore_of_other_data_the_old_log_counts_for_no_door(self, house: House) -> None:  # 7.doors.333
        olive = house.signed_in()
        event = new_event(olive)
        scan(olive, event, new_attendee(olive, event)["qrCodeData"], "Gate B")
        assert [door["door"] for door in doors_of(olive, event)["doors"]] == ["Gate B"]
        with house.database.write() as tx:
            tx.execute(update(DataGeneration).values(log_from=2**40))
        assert (doors_of(olive, event)["doors"], doors_of(olive, event)["arrived"]) == ([], 1)

    def test_count_what_doors_decided_apart(self, house: House, time: MovingClock) -> None:  # 7.doors.332, 333
        evening = Evening(house, time)
        apart, removed = Device(evening, name="Gate A"), Device(evening, OSCAR, name="Gate C", has_grant=True)
        removed.without_session()
        other = new_attendee(evening.staff, evening.event)
        evening.is_minute(3)
        assert apart.send_one(apart.check_in(1, shown="cancelled"))["outcome"] == "turned_away"
        assert apart.send_one(apart.check_in(2, other))["outcome"] == "admitted"
        grant = removed.grant or {}
        assert house.signed_in(SAM).delete(f"/api/door/grants/{grant['id']}").status_code == 204
        assert removed.send_one(removed.check_in(2))["outcome"] == "not_counted"
        told = doors_of(evening.staff, evening.event)
        doors = [(door["door"], door["checkIns"], door["refused"]) for door in told["doors"]]
        assert (told["refused"], doors) == (1, [("Gate A", 1, 1), ("Gate C", 0, 0)])
        # A guest whom a door turned away, and one whom a removed device let in, need a decision of staff.
        assert (told["openConflicts"], told["possibleExtraPeople"]) == (2, 0)
        gate_d = Device(evening, OSCAR, name="Gate D")
        gate_d.send(gate_d.check_in(1, other))
        told = doors_of(evening.staff, evening.event)
        assert (told["openConflicts"], told["possibleExtraPeople"]) == (3, 1)

    def test_the_refusals_of_a_batch_are_published_once(self, house: House, time: MovingClock) -> None:  # 7.live.570
        evening = Evening(house, time)
        device = Device(evening)
        told: list[Changes] = []
        house.database.after_commit(lambda info: told.append(pending_changes(info)))
        invented = [
            device.check_in(1, qrHash=None, qrData=f"no ticket {number}", shown="invalid") for number in range(3)
        ]
        device.send(*invented, device.check_in(2, shown="not_on_list"))
        assert [changes.doors_of for changes in told if changes.doors_of] == [{evening.event["id"]}]

    def test_who_went_out_and_came_back_came_once(self, house: House, time: MovingClock) -> None:  # 7.doors.335
        olive = house.signed_in()
        event = new_event(olive)
        ada = new_attendee(olive, event)
        scan(olive, event, ada["qrCodeData"], "Gate B")
        time.move(minutes=1)
        olive.patch(f"/api/attendees/{ada['id']}/attendance", json={"attended": False})
        time.move(minutes=1)
        scan(olive, event, ada["qrCodeData"], "Gate A")
        told = doors_of(olive, event)
        assert [(guest["at"], guest["door"]) for guest in told["latest"]] == [(clock.to_wire(time.now()), "Gate A")]

    def test_show_the_last_eight_and_three_hours(self, house: House, time: MovingClock) -> None:  # 7.doors.332, 335
        olive = house.signed_in()
        event = new_event(olive)
        guests = [new_attendee(olive, event, fullName=f"Guest {number}") for number in range(10)]
        begin = time.now()
        for number, guest in enumerate(guests):
            # Four hours in all, and the first at exactly three before the last.
            minutes = [0, 59, 60, 61, 62, 63, 64, 65, 239, 240][number]
            time.move(seconds=(begin + timedelta(minutes=minutes) - time.now()).total_seconds())
            scan(olive, event, guest["qrCodeData"])
        told = doors_of(olive, event)
        assert [guest["fullName"] for guest in told["latest"]] == [f"Guest {number}" for number in range(9, 1, -1)]
        shown = [minute["minute"] for minute in told["minutes"]]
        assert shown == [clock.to_wire(begin + timedelta(minutes=m)) for m in (61, 62, 63, 64, 65, 239, 240)]

    @pytest.mark.either_engine
    def test_of_no_event_and_of_one_without_guests(self, house: House) -> None:  # 7.doors.331
        olive = house.signed_in()
        problem(olive.get("/api/doors?eventId=999999"), 404, "event_not_found")
        problem(olive.get("/api/doors"), 400, "validation_failed")
        problem(olive.get("/api/doors?eventId=x"), 400, "validation_failed")
        told = doors_of(olive, new_event(olive))
        assert (told["arrived"], told["expected"], told["minutes"], told["doors"]) == (0, 0, [], [])


class TestContact:
    def test_says_who_is_at_a_door_and_since_when_one_is_not(self, house: House, time: MovingClock) -> None:
        """7.grant.330, 7.call.331, 7.doors.334."""
        olive = house.signed_in()
        event = new_event(olive)
        granted(olive, event, device="Gate B")
        time.move(minutes=10)

        def door() -> tuple[bool, str, int]:
            [one] = doors_of(olive, event)["doors"]
            assert (one["door"], one["devices"], one["checkIns"]) == ("Gate B", 1, 0)
            return one["isOnline"], one["lastContactAt"], one["waiting"]

        assert door()[0] is False
        heard = clock.to_wire(time.now())
        assert say(olive, 3, eventId=event["id"]) == 204
        assert door() == (True, heard, 3)
        time.move(seconds=35)
        assert door() == (True, heard, 3)
        time.move(seconds=1)
        assert door() == (False, heard, 3)
        # Without a session its grant speaks for it.
        reader = house.signed_in(OSCAR)
        olive.cookies.delete("doorlist_session")
        assert say(olive, 0) == 204
        [one] = doors_of(reader, event)["doors"]
        assert (one["isOnline"], one["waiting"]) == (True, 0)

    @pytest.mark.either_engine
    def test_of_another_event_user_or_device_is_refused(self, house: House) -> None:  # 7.grant.330, 6.grant.3
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event, other = new_event(olive), new_event(olive)
        grant = granted(olive, event)
        problem(oscar.post("/api/door/contact", json={"waiting": 0}), 404, "grant_not_found")
        problem(olive.post("/api/door/contact", json={"waiting": 0, "eventId": other["id"]}), 404, "grant_not_found")
        problem(house.stranger().post("/api/door/contact", json={"waiting": 0}), 401, "not_signed_in")
        # The device was another user's: who is signed in on it now has no grant.
        session = olive.cookies["doorlist_session"]
        olive.cookies.set("doorlist_session", oscar.cookies["doorlist_session"], domain=COOKIE_DOMAIN)
        problem(olive.post("/api/door/contact", json={"waiting": 0}), 404, "grant_not_found")
        olive.cookies.set("doorlist_session", session, domain=COOKIE_DOMAIN)
        for waiting in (-1, 1_000_001, 0.5, None, "many"):
            problem(olive.post("/api/door/contact", json={"waiting": waiting}), 400, "validation_failed")
        olive.delete(f"/api/door/grants/{grant['id']}")
        problem(olive.post("/api/door/contact", json={"waiting": 0}), 403, "grant_ended")
        olive.cookies.delete("doorlist_session")
        problem(olive.post("/api/door/contact", json={"waiting": 0, "eventId": other["id"]}), 401, "not_signed_in")
