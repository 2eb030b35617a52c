"""Records that a device announced and never uploaded: the conflict `missing`."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import Connection, delete, event, select

from doorlist.live.publish import pending_changes
from doorlist.users.models import DoorAccess
from tests.cast import OLIVE, OSCAR
from tests.door.conflicts.test_conflicts import decide, listed
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of, new_attendee


def tell(device: Device, *records: Json, **fields: object) -> None:
    """The contact of a device, with its unsent records."""
    unsent = [record["key"] for record in records]
    body = {"eventId": device.evening.event["id"], "waiting": len(unsent), "unsent": unsent, **fields}
    answer = device.client.post("/api/door/grants", json=body)
    assert answer.status_code == 200, answer.text


def signed_in_again(device: Device) -> None:
    device.client.cookies.update(device.evening.house.signed_in(OLIVE).cookies)


class Outage:
    """A device that announced three check-ins after an outage, ten minutes ago."""

    def __init__(self, evening: Evening, *, is_signed_in: bool = False) -> None:
        self.evening = evening
        self.door = Device(evening, has_grant=True)
        if not is_signed_in:
            self.door.without_session()
        self.guests = [evening.guest, *(new_attendee(evening.staff, evening.event) for _ in range(2))]
        self.made = [self.door.check_in(2 + place, guest) for place, guest in enumerate(self.guests)]
        evening.is_minute(20)
        tell(self.door, *self.made)
        evening.is_minute(30)

    def open(self) -> list[str]:
        """The kinds of the open conflicts."""
        return [item["kind"] for item in listed(self.evening.staff)["items"] if item["state"] == "open"]


def _nothing(_: Outage) -> None:
    """The door is offline still, or its battery is empty."""


def _still_waiting(outage: Outage) -> None:
    tell(outage.door, *outage.made)


def _does_not_say(outage: Outage) -> None:
    """The device cannot read its outbox, or is of an earlier release."""
    body = {"eventId": outage.evening.event["id"], "waiting": 0}
    assert outage.door.client.post("/api/door/grants", json=body).status_code == 200


def _sent(outage: Outage) -> None:
    outage.door.send(*outage.made, unsent=[])


def _sent_one_by_one(outage: Outage) -> None:
    for place, record in enumerate(outage.made, 1):
        outage.door.send(record, unsent=[later["key"] for later in outage.made[place:]])
        outage.evening.is_minute(30 + 2 * place)


def _answered_by_live_scans(outage: Outage) -> None:
    """'Try again' at the door: the same keys, and no number."""
    for record, guest in zip(outage.made, outage.guests, strict=True):
        assert outage.door.scan(guest, idempotencyKey=record["key"]).status_code == 200
    tell(outage.door)


def _overtaken(outage: Outage) -> None:
    """A request arrives after a later one, which announced one more record."""
    _sent(outage)
    late = outage.door.check_in(29)
    tell(outage.door, late)
    outage.evening.is_minute(30.9)
    tell(outage.door)
    assert outage.open() == []
    tell(outage.door, late)
    outage.evening.is_minute(35)
    outage.door.send(late, unsent=[])


def _has_more_than_it_can_tell(outage: Outage) -> None:
    tell(outage.door, *({"key": str(uuid4())} for _ in range(1000)))


def _sent_by_the_session(outage: Outage) -> None:
    signed_in_again(outage.door)
    outage.door.send(*outage.made, unsent=[])


def _removed_and_delivered(outage: Outage) -> None:
    assert outage.door.grant is not None
    outage.evening.staff.delete(f"/api/door/grants/{outage.door.grant['id']}")
    outage.door.send(*outage.made, unsent=[])


def _wiped(outage: Outage) -> None:
    tell(outage.door)


def _wiped_and_scanning(outage: Outage) -> None:
    """A new outbox under the same grant, which counts from 1 again."""
    outage.door.sequence = 0
    outage.door.send(outage.door.check_in(29, new_attendee(outage.evening.staff, outage.evening.event)), unsent=[])


def _died_in_the_middle(outage: Outage) -> None:
    outage.door.send(outage.made[0], unsent=[record["key"] for record in outage.made[1:]])
    outage.evening.is_minute(40)
    tell(outage.door)


def _never_heard_of_again(outage: Outage) -> None:
    outage.evening.time.move(days=31)
    outage.evening.staff = outage.evening.house.signed_in(OSCAR)
    Device(outage.evening, OSCAR, name="Gate B", has_grant=True)


@pytest.mark.parametrize(
    "then",
    [
        _nothing,
        _still_waiting,
        _does_not_say,
        _sent,
        _sent_one_by_one,
        _answered_by_live_scans,
        _overtaken,
        _has_more_than_it_can_tell,
        _sent_by_the_session,
        _removed_and_delivered,
    ],
)
def test_no_false_alarm(evening: Evening, then: Callable[[Outage], None]) -> None:  # 4.missing.2, 3
    outage = Outage(evening)
    then(outage)
    assert "missing" not in outage.open()


@pytest.mark.parametrize("then", [_wiped, _wiped_and_scanning, _died_in_the_middle, _never_heard_of_again])
def test_one_conflict_of_the_device(evening: Evening, then: Callable[[Outage], None]) -> None:  # 4.missing.1
    outage = Outage(evening)
    then(outage)
    [conflict] = [item for item in listed(evening.staff)["items"] if item["kind"] == "missing"]
    assert (conflict["device"], conflict["named"], conflict["person"]["id"]) == (
        "Gate A",
        "Gate A",
        outage.door.user_id,
    )
    assert (conflict["event"]["id"], conflict["attendee"], conflict["timeline"]) == (evening.event["id"], None, [])


@pytest.mark.both_engines
def test_is_gone_when_they_come_after_all_and_open_again_when_more_are_missing(evening: Evening) -> None:
    # 4.missing.4, 5
    outage = Outage(evening)
    tell(outage.door, *outage.made[1:])
    [conflict] = listed(evening.staff)["items"]
    closed = decide(evening.staff, conflict["id"], "dismissed", conflict["version"])
    evening.is_minute(32)
    tell(outage.door, *outage.made[1:])
    assert listed(evening.staff)["open"] == 0
    evening.is_minute(34)
    tell(outage.door, outage.made[2])
    [again] = listed(evening.staff)["items"]
    assert (again["id"], again["state"], again["decidedBy"]) == (conflict["id"], "open", None)
    assert again["version"] == closed["version"] + 1
    # One of the two arrives: fewer are missing, which does not reopen the conflict.
    decide(evening.staff, conflict["id"], "dismissed", again["version"])
    outage.door.send(outage.made[0], unsent=[outage.made[2]["key"]])
    assert [item["state"] for item in listed(evening.staff)["items"]] == ["dismissed"]
    outage.door.send(*outage.made[1:], unsent=[])
    assert listed(evening.staff)["items"] == []
    assert _unsent(evening) == [None]


def test_a_door_that_comes_back_after_its_time_takes_it_away(evening: Evening) -> None:  # 4.missing.4
    outage = Outage(evening)
    _never_heard_of_again(outage)
    assert outage.open() == ["missing"]
    signed_in_again(outage.door)
    assert [result["outcome"] for result in outage.door.send(*outage.made)] == ["admitted"] * 3
    assert outage.open() == []


def test_is_published_to_open_screens(evening: Evening) -> None:  # 7.live.29
    outage = Outage(evening)
    told: list[object] = []
    evening.house.database.after_commit(lambda info: told.append(pending_changes(info).conflicts_of))
    tell(outage.door)
    assert {evening.event["id"]} in told


def test_names_no_event_that_has_its_id_after_a_file_was_restored(evening: Evening) -> None:  # 4.conflict.8
    outage = Outage(evening)
    _wiped(outage)
    with evening.house.database.write() as tx:
        tx.execute(delete(DoorAccess))
    [conflict] = listed(evening.staff)["items"]
    assert (conflict["named"], conflict["event"], conflict["device"]) == ("Gate A", None, None)


def test_a_device_may_announce_a_thousand_at_once(evening: Evening) -> None:  # 7.grant.9; 9.outbox.4
    door = Device(evening, has_grant=True)
    body = {"eventId": evening.event["id"], "unsent": ["00000000-0000-4000-8000-000000000001"] * 1001}
    assert json_of(door.client.post("/api/door/grants", json=body))["code"] == "validation_failed"


def test_what_other_devices_still_have_costs_a_batch_no_writing(evening: Evening) -> None:  # 4.missing.7
    """The transactions that write run as many statements for 12 waiting devices as for 2."""
    door = Device(evening, has_grant=True)
    counts: list[int] = []
    statements: list[str] = []

    def note(connection: Connection, _: object, statement: str, *__: object) -> None:
        if not connection.get_execution_options().get("postgresql_readonly"):
            statements.append(statement)

    event.listen(evening.house.database.engine, "before_cursor_execute", note)
    for devices in (2, 10):
        for _ in range(devices):
            other = Device(evening, has_grant=True)
            tell(other, *(other.check_in(1) for _ in range(3)))
        evening.time.move(minutes=1)
        statements.clear()
        door.send(door.check_in(1, new_attendee(evening.staff, evening.event)))
        counts.append(len([each for each in statements if "door_access" in each or "scan_log" in each]))
    assert counts[0] == counts[1]


@pytest.mark.both_engines
def test_a_record_that_another_device_of_the_user_sends_is_missing_no_more(evening: Evening) -> None:
    # 4.missing.2, 4
    outages = [Outage(evening) for _ in range(2)]
    for outage in outages:
        _wiped(outage)
    assert len(outages[0].open()) == 2
    helper = Device(evening, has_grant=True)
    helper.send(*outages[0].made)
    assert len(outages[0].open()) == 1
    helper.send(*outages[1].made[:2])
    assert [sorted(unsent["missing"]) for unsent in _unsent(evening) if unsent] == [
        [outages[1].made[2]["key"].replace("-", "")]
    ]


class TestContact:
    """'Devices at this event' after a batch, however it arrived."""

    @pytest.mark.parametrize("is_signed_in", [True, False])
    def test_a_batch_notes_it(self, evening: Evening, is_signed_in: bool) -> None:  # 7.settle.8
        outage = Outage(evening, is_signed_in=is_signed_in)
        outage.door.send(outage.made[0], pending=2, unsent=[record["key"] for record in outage.made[1:]])
        with evening.house.database.read() as tx:
            [grant] = tx.scalars(select(DoorAccess))
        assert (grant.last_contact_at, grant.waiting, grant.announced_sequence) == (evening.minute(30), 2, 3)
        assert grant.announced_at == evening.minute(30)
        assert grant.delivers_until - evening.minute(0) >= timedelta(days=30)

    @pytest.mark.both_engines
    def test_not_of_the_grant_of_another_user_or_event(self, evening: Evening) -> None:  # 7.settle.8
        outage = Outage(evening, is_signed_in=True)
        other = Device(evening, OSCAR)
        other.client.cookies.set("doorlist_door", outage.door.client.cookies["doorlist_door"])
        other.send(other.check_in(25, outage.guests[0]))
        outage.door.post(outage.made[0], eventId=None)
        with evening.house.database.read() as tx:
            [grant] = tx.scalars(select(DoorAccess))
        assert (grant.last_contact_at, grant.waiting) == (evening.minute(20), 3)

    def test_not_of_one_that_was_ended(self, evening: Evening) -> None:  # 7.settle.8
        outage = Outage(evening, is_signed_in=True)
        assert outage.door.grant is not None
        evening.staff.delete(f"/api/door/grants/{outage.door.grant['id']}")
        outage.door.send(outage.made[0], pending=2)
        with evening.house.database.read() as tx:
            [grant] = tx.scalars(select(DoorAccess))
        assert (grant.last_contact_at, grant.waiting) == (evening.minute(20), 3)


def _unsent(evening: Evening) -> list[dict[str, dict[str, int]] | None]:
    with evening.house.database.read() as tx:
        return list(tx.scalars(select(DoorAccess.unsent)))
