"""Check-in lists, and check-ins at them, in the JSON file."""

import json

import pytest
from fastapi.testclient import TestClient

from tests.backup.json.files import export, file_attendee, file_event, file_of, preview, restored, without_date
from tests.cast import SAM
from tests.check_in_lists.lists import check_ins, new_list
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type


@pytest.fixture
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


def scan(client: TestClient, guest: Json, made: Json, **fields: str) -> Json:
    body = {"qrData": guest["qrCodeData"], "eventId": guest["eventId"], "listId": made["id"], **fields}
    answer = client.post("/api/attendees/scan", json=body)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


@pytest.mark.both_engines
def test_lists_and_check_ins_come_back_and_further_scans_count_on(
    house: House, sam: TestClient
) -> None:  # 3.check-in-list.907
    event = new_event(sam)
    vip = new_type(sam, event, "VIP")
    guest = new_attendee(sam, event, ticketTypeId=vip["id"])
    bus = new_list(sam, event, "Bus", rule="every", capacity=40)
    stage = new_list(sam, event, "Backstage", rule="reentry", ticketTypeIds=[vip["id"]])
    gone = new_list(sam, event, "Gone")
    for _ in range(3):
        scan(sam, guest, bus)
    scan(sam, guest, stage)
    scan(sam, guest, stage, direction="out")
    scan(sam, guest, gone)
    assert sam.delete(f"/api/check-in-lists/{gone['id']}").status_code == 204
    told = [each for each in check_ins(sam, guest) if each["list"]["id"] != gone["id"]]
    lists = sam.get(f"/api/events/{event['id']}/check-in-lists").json()

    file = export(house, sam)
    restored(sam, file)
    assert check_ins(sam, guest) == told
    assert sam.get(f"/api/events/{event['id']}/check-in-lists").json() == lists
    assert without_date(export(house, sam)) == without_date(file)

    fourth = scan(sam, guest, bus)["checkIn"]
    assert (fourth["times"], fourth["firstAt"]) == (4, told[0]["firstAt"])
    assert fourth["lastAt"] > told[0]["lastAt"]
    back = scan(sam, guest, stage)
    assert (back["returned"], back["leftAt"], back["checkIn"]["times"]) == (True, file_left_at(file), 2)


def file_left_at(file: bytes) -> str:
    [guest] = json.loads(file)["attendees"]
    [left_at] = [each["leftAt"] for each in guest["checkIns"] if each["leftAt"]]
    return str(left_at)


LIST: Json = {"id": 4, "eventId": 1, "name": "Dinner", "rule": "once"}
CHECK_IN: Json = {
    "listId": 4,
    "firstAt": "2026-11-20T18:30:00.000Z",
    "lastAt": "2026-11-20T19:30:00.000Z",
    "times": 2,
}


@pytest.mark.parametrize(
    ("lists", "check_in", "place"),
    [
        ([LIST, LIST | {"id": 5, "name": "DINNER"}], CHECK_IN, "checkInLists.1.name"),
        ([LIST, LIST | {"name": "Bar"}], CHECK_IN, "checkInLists.1.id"),
        ([LIST, LIST | {"id": 5, "name": "entrance"}], CHECK_IN, "checkInLists.1.name"),
        ([LIST | {"eventId": 2}], CHECK_IN, "checkInLists.0.eventId"),
        ([LIST | {"rule": "twice"}], CHECK_IN, "checkInLists.0.rule"),
        ([LIST | {"id": 4 + n, "name": f"List {n}"} for n in range(21)], CHECK_IN, "checkInLists.20.eventId"),
        ([LIST], CHECK_IN | {"listId": 9}, "attendees.0.checkIns"),
        ([LIST], CHECK_IN | {"times": 0}, "attendees.0.checkIns.0.times"),
        ([LIST], CHECK_IN | {"firstAt": None}, "attendees.0.checkIns.0.firstAt"),
        ([LIST], CHECK_IN | {"lastAt": "2026-11-20T18:00:00.000Z"}, "attendees.0.checkIns"),
    ],
)
def test_a_file_that_is_wrong_about_them_is_refused_with_the_place(
    sam: TestClient, lists: list[Json], check_in: Json, place: str
) -> None:  # 5.check-in-list.903
    good = file_of([file_event()], [file_attendee(checkIns=[CHECK_IN])], checkInLists=[LIST])
    assert preview(sam, good).status_code == 200
    bad = file_of([file_event()], [file_attendee(checkIns=[check_in])], checkInLists=lists)
    refused = problem(preview(sam, bad), 400, "backup_invalid")
    assert place in {error["field"] for error in refused["errors"]}


@pytest.mark.both_engines
def test_an_undo_after_a_restore_leaves_the_last_check_in_of_the_file(sam: TestClient) -> None:
    # 3.check-in-list.907
    file = file_of([file_event()], [file_attendee(checkIns=[CHECK_IN])], checkInLists=[LIST | {"rule": "every"}])
    restored(sam, file)
    guest = json_of(sam.get("/api/attendees/1"))
    before = check_ins(sam, guest)
    key = "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a01"
    scan(sam, guest, LIST, idempotencyKey=key)
    assert check_ins(sam, guest)[0]["times"] == 3
    undo = {"key": "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a02", "kind": "undo", "undoes": key, "listId": 4}
    now = 1000 * 60 * 60 * 24 * 365 * 60
    sent = {"eventId": 1, "scannedBy": json_of(sam.get("/api/me"))["id"], "sentAt": now, "items": [undo | {"at": now}]}
    answer = json_of(sam.post("/api/door/scans", json=sent))
    assert answer["items"][0]["outcome"] == "marked_absent"
    assert check_ins(sam, guest) == before


@pytest.mark.both_engines
def test_the_id_of_a_deleted_type_admits_no_later_type(sam: TestClient) -> None:  # 3.check-in-list.907
    types = [{"id": 1, "eventId": 1, "name": "VIP", "color": "teal"}]
    lists = [LIST | {"ticketTypeIds": [1, 2]}, LIST | {"id": 5, "name": "Stage", "ticketTypeIds": [2]}]
    restored(sam, file_of([file_event()], [], ticketTypes=types, checkInLists=lists))
    [event] = sam.get("/api/events").json()
    path = f"/api/events/{event['id']}/check-in-lists"
    told = [each["ticketTypeIds"] for each in sam.get(path).json()]
    assert told == [[1], []]
    new_type(sam, event, "Standard")
    assert [each["ticketTypeIds"] for each in sam.get(path).json()] == told
