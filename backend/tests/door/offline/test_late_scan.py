"""A live scan that names when the door read the ticket (`scannedAt`)."""

from typing import Any

import pytest

from doorlist.core import clock
from doorlist.door.access.callers import user_of_scan
from doorlist.door.offline.late_scan import decide_alone
from doorlist.door.rules import Scan
from doorlist.door.schemas import ScanRequest
from doorlist.users.door_credentials import DoorCredentials
from doorlist.users.session_check import NotSignedIn
from tests.door.access.test_devices import secrets_of
from tests.door.offline.doors import Device, Evening, two_doors
from tests.house import json_of, problem

KEY = "00000000-0000-4000-8000-000000000001"


def minute(evening: Evening, minutes: float) -> dict[str, Any]:
    return {"scannedAt": clock.to_wire(evening.minute(minutes))}


@pytest.fixture(params=["fast path", "ordinary way"])
def gates(request: pytest.FixtureRequest, evening: Evening) -> tuple[Device, Device]:
    both = two_doors(evening)
    if request.param == "fast path":
        for gate in both:
            # The admission worker has seen the session.
            problem(gate.client.post("/api/attendees/scan", json={"qrData": "x"}), 400, "ticket_invalid")
    return both


def test_counts_from_when_the_door_read_it(evening: Evening, gates: tuple[Device, Device]) -> None:  # 4.door-time.11
    gate_a, gate_b = gates
    evening.is_minute(12)
    answer = json_of(gate_a.scan(idempotencyKey=KEY, **minute(evening, 10)))
    assert (answer["alreadyScanned"], answer["attendee"]["attendedAt"]) == (False, "2026-11-20T18:40:00.000Z")
    assert answer["attendee"]["scanner"]["id"] == gate_a.user_id
    assert evening.state() == (evening.minute(10), gate_a.user_id)
    row = evening.log()[-1]
    assert (row.outcome, row.scanned_at, row.received_at) == ("admitted", evening.minute(10), evening.minute(12))
    assert json_of(gate_a.scan(idempotencyKey=KEY, **minute(evening, 10))) == answer
    assert json_of(gate_a.scan(idempotencyKey=KEY)) == answer
    assert evening.log()[-1].id == row.id
    # Earlier than the other, that came first.
    assert gate_b.send_one(gate_b.check_in(9))["outcome"] == "admitted"
    assert evening.kinds() == ["twice"]


@pytest.mark.either_engine
def test_within_two_seconds_it_is_an_ordinary_one(evening: Evening, gates: tuple[Device, Device]) -> None:
    # 4.door-time.11
    evening.is_minute(12)
    assert json_of(gates[0].scan(**minute(evening, 12 - 2 / 60)))["alreadyScanned"] is False
    row = evening.log()[-1]
    assert (row.scanned_at, row.received_at) == (evening.minute(12), None)


def test_a_guest_who_is_in_by_then_is_not_let_in_twice(evening: Evening, gates: tuple[Device, Device]) -> None:
    # 4.door-time.11
    gate_a, gate_b = gates
    evening.is_minute(11)
    gate_b.scan()
    evening.is_minute(12)
    answer = json_of(gate_a.scan(**minute(evening, 10)))
    assert (answer["alreadyScanned"], answer["attendee"]["attendedAt"]) == (True, "2026-11-20T18:41:00.000Z")
    assert evening.conflicts() == []


def test_a_guest_who_was_in_then_and_has_left_since_is_not_let_in_twice(
    evening: Evening, gates: tuple[Device, Device]
) -> None:  # 4.door-time.11
    gate_a, gate_b = gates
    evening.is_minute(9)
    gate_b.scan()
    evening.is_minute(11)
    gate_b.mark(attended=False)
    evening.is_minute(12)
    answer = json_of(gate_a.scan(**minute(evening, 10)))
    assert (answer["alreadyScanned"], answer["attendee"]["attendedAt"]) == (True, "2026-11-20T18:39:00.000Z")
    assert (evening.outcomes()[-1], evening.conflicts(), evening.state()) == ("repeat", [], None)


@pytest.mark.either_engine  # the arithmetic of clocks
def test_what_is_later_than_now_or_older_than_ten_minutes_is_not_believed(
    evening: Evening, gates: tuple[Device, Device]
) -> None:  # 4.door-time.11
    gate_a, gate_b = gates
    evening.is_minute(30)
    gate_a.scan(**minute(evening, 40))
    assert evening.state() == (evening.minute(30), gate_a.user_id)
    gate_a.mark(attended=False)
    evening.is_minute(50)
    gate_b.scan(**minute(evening, 1))
    assert evening.state() == (evening.minute(40), gate_b.user_id)


def test_is_refused_as_an_ordinary_one_is(evening: Evening, gates: tuple[Device, Device]) -> None:
    # 4.door-time.11; 7.scan.3, 4, 5, 8, 12
    gate_a, _ = gates
    evening.is_minute(12)
    late = minute(evening, 10)
    problem(gate_a.scan({"qrCodeData": "x"}, **late), 400, "ticket_invalid")
    unknown = {"qrCodeData": f"DL1.{evening.event['id']}.00000000000000000000000000"}
    problem(gate_a.scan(unknown, **late), 404, "ticket_unknown")
    problem(gate_a.scan(eventId=999, **late), 400, "validation_failed")
    gate_a.scan(idempotencyKey=KEY, **late)
    problem(gate_a.scan(unknown, idempotencyKey=KEY, **late), 400, "key_reused")
    for wrong in ("noon", "2026-11-20T18:30:00", 5):
        problem(gate_a.scan(scannedAt=wrong), 400, "validation_failed")


def test_by_a_grant(evening: Evening) -> None:  # 4.door-time.11; 6.grant.14
    evening.is_minute(11)
    gate_a = Device(evening, has_grant=True).without_session()
    evening.is_minute(12)
    answer = json_of(gate_a.scan(**minute(evening, 10)))
    assert (answer["attendee"]["attendedAt"], answer["attendee"]["phone"]) == ("2026-11-20T18:41:00.000Z", "")


def test_a_batch_that_came_first_answers_the_live_call(evening: Evening) -> None:  # 7.settle.4
    gate_a, gate_b = two_doors(evening)
    evening.is_minute(12)
    first, second = gate_a.check_in(10), gate_b.check_in(11)
    gate_a.send(first)
    gate_b.send(second)
    answers = [json_of(gate.scan(idempotencyKey=item["key"])) for gate, item in ((gate_a, first), (gate_b, second))]
    assert [answer["alreadyScanned"] for answer in answers] == [False, True]
    assert len(evening.log()) == 2


@pytest.mark.parametrize("scanned_at", [None, 11.5])
def test_the_key_of_a_record_that_let_nobody_in_is_no_scan(
    evening: Evening, scanned_at: float | None
) -> None:  # 7.settle.14
    here, gate_a = Device(evening), Device(evening, has_grant=True).without_session()
    assert gate_a.grant is not None
    evening.is_minute(12)
    refused, marked = gate_a.check_in(10, shown="cancelled"), gate_a.check_in(10.5)
    undone = gate_a.undo(11, marked)
    gate_a.send(refused, marked, undone)
    evening.staff.delete(f"/api/door/grants/{gate_a.grant['id']}")
    uncounted = gate_a.check_in(11.5)
    assert gate_a.send_one(uncounted)["outcome"] == "not_counted"
    rows = evening.outcomes()
    late = {} if scanned_at is None else minute(evening, scanned_at)
    for record in (refused, undone, uncounted):
        problem(here.scan(idempotencyKey=record["key"], **late), 400, "key_reused")
    assert evening.outcomes() == rows


def test_a_grant_that_ends_while_the_scan_waits_lets_nobody_in(evening: Evening) -> None:  # 6.grant.14
    gate_a = Device(evening, has_grant=True)
    assert gate_a.grant is not None
    evening.is_minute(1)
    fields = {"qrData": evening.guest["qrCodeData"], "eventId": evening.event["id"], "scannedBy": gate_a.user_id}
    request = ScanRequest.model_validate(fields | minute(evening, 0))
    door = DoorCredentials(None, secrets=secrets_of(gate_a.client))
    with evening.house.database.read() as tx:
        user = user_of_scan(tx, door, request)
    evening.staff.delete(f"/api/door/grants/{gate_a.grant['id']}")
    assert request.scanned_at is not None
    scan = Scan("", qr_data=request.qr_data, scanned_by=request.scanned_by, event_id=request.event_id)
    with pytest.raises(NotSignedIn), evening.house.database.write() as tx:
        decide_alone(tx, scan, request.scanned_at, user, door)
    assert evening.log() == []
