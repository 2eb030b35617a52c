"""A restore, or a loss on the device, between a check-in and its upload, by real requests."""

import json
from datetime import timedelta

import pytest

from doorlist.door.offline.sync import records_at_once
from doorlist.tickets.rules import qr_hash
from tests.cast import OLIVE, OSCAR, SAM
from tests.door.conflicts.test_conflicts import listed
from tests.door.offline.doors import Device, Evening, two_doors
from tests.door.offline.test_missing_records import signed_in_again, tell
from tests.house import Json, json_of, new_attendee, problem

DAY = 24 * 60


def restore_file(evening: Evening, file: Json) -> None:
    sent = {"file": ("backup.json", json.dumps(file).encode(), "application/json")}
    answer = evening.house.signed_in(SAM).post("/api/backup/restore-file", files=sent)
    assert answer.status_code == 200, answer.text


def back_up(evening: Evening) -> str:
    name: str = json_of(evening.house.signed_in(SAM).post("/api/backup/create"))["filename"]
    return name


def restore_backup(evening: Evening, filename: str) -> None:
    answer = evening.house.signed_in(SAM).post("/api/backup/restore", json={"filename": filename})
    assert answer.status_code == 200, answer.text


def test_a_file_that_gives_the_ids_to_others_lets_in_nobody_else(evening: Evening) -> None:
    # 4.door-time.9, 10, 24; 4.settle.8; 4.outbox.20
    gate = Device(evening, has_grant=True)
    found, both = new_attendee(evening.staff, evening.event), new_attendee(evening.staff, evening.event)
    file = json_of(evening.staff.get("/api/export/backup.json"))
    by_id = {"qrHash": None, "attendeeId": found["id"], "listedHash": qr_hash(found["qrCodeData"])}
    by_hash = gate.check_in(2)
    by_name, of_both = gate.check_in(3, found, **by_id), gate.check_in(4, both)
    undo = gate.undo(5, of_both)
    first, second, third = sorted(file["attendees"], key=lambda attendee: attendee["id"])
    # The guest has another id now, the one who was found by name is another person, and the third is as before.
    first["id"], second["id"] = second["id"], first["id"]
    second["qrCodeData"], second["invoiceNumber"] = f"DL1.{evening.event['id']}.{'7' * 26}", "DL-777777"
    evening.is_minute(10)
    restore_file(evening, file)
    gate.without_session()
    problem(gate.post(by_hash), 401, "not_signed_in")
    signed_in_again(gate)
    evening.is_minute(20)
    results = gate.send(by_hash, by_name, of_both, undo)
    assert [(result["outcome"], result["conflict"]) for result in results] == [
        ("admitted", None),
        ("unknown", "cancelled"),
        ("admitted", None),
        ("marked_absent", None),
    ]
    assert results[0]["attendeeId"] == first["id"]
    assert evening.state(first) == (evening.minute(2), gate.user_id)
    assert (evening.state(second), evening.state(third)) == (None, None)
    assert gate.send(by_hash, by_name, of_both, undo) == results


def test_the_key_of_a_live_scan_still_means_the_guest_of_its_ticket(evening: Evening) -> None:
    # 4.door-time.9, 4.scan.13
    gate = Device(evening)
    other = new_attendee(evening.staff, evening.event, fullName="Other Otto")
    key: Json = {"idempotencyKey": "00000000-0000-4000-8000-000000000001"}
    scanned = json_of(gate.scan(**key))
    file = json_of(evening.staff.get("/api/export/backup.json"))
    first, second = sorted(file["attendees"], key=lambda attendee: attendee["id"])
    first["id"], second["id"] = second["id"], first["id"]
    restore_file(evening, file)
    signed_in_again(gate)
    again = json_of(gate.scan(**key))
    assert again["attendee"]["id"] == other["id"]
    assert again["attendee"]["fullName"] == scanned["attendee"]["fullName"]
    assert not again["alreadyScanned"]
    problem(gate.scan(other, **key), 400, "key_reused")


def test_an_event_that_another_has_the_id_of_lets_in_nobody(evening: Evening) -> None:  # 4.door-time.9, 24
    gate = Device(evening)
    record = gate.check_in(2)
    file = json_of(evening.staff.get("/api/export/backup.json"))
    file["events"][0]["name"] = "Winter Ball"
    [guest] = file["attendees"]
    guest |= {"fullName": "Somebody Else", "qrCodeData": "DL1.9.77777777777777777777777777"}
    restore_file(evening, file)
    evening.is_minute(20)
    assert gate.send_one(record)["conflict"] == "cancelled"
    assert evening.state(guest) is None


def test_a_file_leaves_a_conflict_to_nobody_who_has_its_ids_now(evening: Evening) -> None:
    # 4.conflict.8; 3.overview.11
    gate_a, gate_b = two_doors(evening)
    file = json_of(evening.staff.get("/api/export/backup.json"))
    file["events"][0]["name"] = "Winter Ball"
    evening.is_minute(10)
    gate_a.send(gate_a.check_in(2))
    gate_b.send(gate_b.check_in(4))
    event_id = evening.event["id"]
    assert listed(evening.staff, eventId=event_id)["open"] == 1

    def extra_people(**query: int) -> int:
        sam = evening.house.signed_in(SAM)
        count: int = json_of(sam.get("/api/analytics/overview", params=query))["possibleExtraPeople"]
        return count

    restore_file(evening, file)
    assert listed(evening.staff, eventId=event_id) == {"items": [], "next": None, "open": 0}
    assert (extra_people(eventId=event_id), extra_people()) == (0, 1)
    [old] = listed(evening.staff)["items"]
    assert (old["event"], old["attendee"], len(old["timeline"])) == (None, None, 2)
    # The check-ins of the guest who has the id now neither change the conflict nor end it.
    evening.is_minute(20)
    gate_a.send(gate_a.check_in(12))
    assert listed(evening.staff)["items"] == [old]


def test_doors_refill_an_older_server_backup_and_the_conflicts_with_it(evening: Evening) -> None:
    # 4.settle.7; 6.lineage.2; 4.door-time.1, 7, 21; 4.conflict.4
    gate_a = Device(evening, has_grant=True).without_session()
    gate_b = Device(evening, OSCAR, name="Gate B", has_grant=True).without_session()
    other = new_attendee(evening.staff, evening.event)
    told = [gate_a.check_in(5), gate_b.check_in(4)]
    live = gate_a.check_in(6, other)
    evening.is_minute(3)
    backup = back_up(evening)
    evening.is_minute(6)
    assert json_of(gate_a.scan(other, idempotencyKey=live["key"]))["alreadyScanned"] is False
    evening.is_minute(10)
    gate_a.send(told[0], unsent=[])
    gate_b.send(told[1], unsent=[])
    kept = gate_a.undo(11, live)
    before = (evening.state(), evening.kinds(), [conflict.at for conflict in evening.conflicts()])
    evening.is_minute(20)
    restore_backup(evening, backup)
    evening.staff = evening.house.signed_in(OLIVE)
    assert (evening.state(), evening.state(other), evening.kinds()) == (None, None, [])
    # In any order: first the records that were never sent, then the ones that the backup lacks.
    assert [result["outcome"] for result in gate_a.send(kept, live, told[0])] == [
        "marked_absent",
        "admitted",
        "admitted",
    ]
    gate_b.send(told[1])
    assert (evening.state(), evening.kinds(), [conflict.at for conflict in evening.conflicts()]) == before
    assert evening.state(other) is None
    assert evening.state() == (evening.minute(4), gate_b.user_id)
    assert len(evening.log()) == 4


def test_records_announced_before_a_server_backup_are_missing_until_the_door_refills(evening: Evening) -> None:
    # 4.missing.1, 2, 4
    gate = Device(evening, has_grant=True).without_session()
    record = gate.check_in(2)
    evening.is_minute(3)
    tell(gate, record)
    backup = back_up(evening)
    evening.is_minute(4)
    gate.send(record, unsent=[])
    evening.is_minute(20)
    restore_backup(evening, backup)
    evening.staff = evening.house.signed_in(OLIVE)
    # The device does not know of the restore yet, and names nothing.
    tell(gate)
    assert [item["kind"] for item in listed(evening.staff)["items"]] == ["missing"]
    assert gate.send_one(record, unsent=[])["outcome"] == "admitted"
    assert listed(evening.staff)["items"] == []
    assert evening.state() == (evening.minute(2), gate.user_id)


def test_a_guest_who_was_deleted_takes_neither_check_in_nor_undo(evening: Evening) -> None:  # 4.door-time.24
    gate = Device(evening)
    evening.is_minute(2)
    record = gate.check_in(2)
    gate.send(record)
    undo, again = gate.undo(3, record), gate.check_in(4)
    assert evening.staff.delete(f"/api/attendees/{evening.guest['id']}").status_code == 204
    evening.is_minute(20)
    results = gate.send(undo, again)
    assert [(result["outcome"], result["conflict"]) for result in results] == [
        ("unknown", None),
        ("unknown", "cancelled"),
    ]


def test_a_door_that_is_removed_in_the_middle_of_its_delivery(evening: Evening) -> None:
    # 4.door-time.26; 7.settle.9, 11
    gate = Device(evening, has_grant=True).without_session()
    first, last = evening.guest, new_attendee(evening.staff, evening.event)
    others = records_at_once(evening.house.database) - 1
    made = [gate.check_in(1), *(gate.check_in(2, shown="already") for _ in range(others)), gate.check_in(3, last)]
    evening.is_minute(20)
    ended: list[int] = []

    def remove(_: object) -> None:
        if gate.grant and not ended:
            ended.append(gate.grant["id"])
            answer = evening.staff.delete(f"/api/door/grants/{gate.grant['id']}")
            assert answer.status_code == 204

    evening.house.database.after_commit(remove)
    results = gate.send(*made)
    assert (results[0]["outcome"], results[-1]["outcome"]) == ("admitted", "not_counted")
    assert {result["outcome"] for result in results[1:-1]} == {"already"}
    assert (evening.state(first), evening.state(last)) == ((evening.minute(1), gate.user_id), None)
    assert evening.kinds() == ["revoked_device"]
    assert gate.send(*made) == results


@pytest.mark.parametrize("days", [29, 31])
@pytest.mark.parametrize("is_signed_in", [True, False])
def test_a_door_that_comes_back_after_a_month(evening: Evening, days: int, is_signed_in: bool) -> None:
    # 4.door-time.8; 7.settle.3; 6.grant.2
    gate = Device(evening, has_grant=True).without_session()
    record, undone = gate.check_in(2), new_attendee(evening.staff, evening.event)
    mistaken = gate.check_in(3, undone)
    undo = gate.undo(4, mistaken)
    evening.is_minute(days * DAY)
    if is_signed_in:
        signed_in_again(gate)
    if days == 31 and not is_signed_in:
        problem(gate.post(record), 401, "not_signed_in")
        assert evening.log() == []
        signed_in_again(gate)
    results = gate.send(undo, record, mistaken)
    assert [result["outcome"] for result in results] == ["marked_absent", "admitted", "admitted"]
    # The record still counts, from the earliest accepted door time; and the undo ends the visit.
    made = evening.minute(2) if days == 29 else evening.time.now() - timedelta(days=30)
    assert (evening.state(), evening.state(undone)) == ((made, gate.user_id), None)
    assert [row.clock_error is not None for row in evening.log()] == [days == 31] * 3
