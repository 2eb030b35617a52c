"""The history of one attendee, with the scans of the log (contract 7.history)."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from doorlist.door.models import ScanLogEntry
from tests.audit.entries import entries_of
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import lines, sent


def told(client: TestClient, attendee_id: int, **query: Any) -> Json:
    answer = client.get(f"/api/attendees/{attendee_id}/history", params=query)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def words(read: Json) -> list[str]:
    return [item["entry"]["action"] if item["entry"] else item["scan"]["outcome"] for item in read["items"]]


@pytest.mark.both_engines
def test_entries_and_scans_are_in_the_order_of_door_time(house: House) -> None:  # 7.call.362, 7.history.366
    olive = house.signed_in(OLIVE)
    ada = new_attendee(olive, new_event(olive))
    olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"], "device": "Gate B"})
    olive.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 4})
    olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
    read = told(olive, ada["id"])
    assert words(read) == ["repeat", "attendee.updated", "admitted", "attendee.registered"]
    scan = read["items"][2]["scan"]
    assert scan["person"]["fullName"] == OLIVE.full_name

    # The first scan was made before the guest was on the server's list, and came late.
    with house.database.write() as tx:
        early = entries_of(house.database, "event.created")[0].at
        tx.execute(update(ScanLogEntry).where(ScanLogEntry.outcome == "admitted").values(scanned_at=early))
    assert words(told(olive, ada["id"])) == ["repeat", "attendee.updated", "attendee.registered", "admitted"]


@pytest.mark.both_engines
def test_its_pages_follow_each_other(house: House) -> None:  # 7.history.363
    olive = house.signed_in(OLIVE)
    ada = new_attendee(olive, new_event(olive))
    for table in range(8, 13):
        olive.put(f"/api/attendees/{ada['id']}", json={"tableNumber": table})
        olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
    whole = [item["id"] for item in told(olive, ada["id"])["items"]]
    ids: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        read = told(olive, ada["id"], limit=1, **cursor)
        ids += [item["id"] for item in read["items"]]
        if read["next"] is None:
            break
        cursor = {"after": read["next"]}
    assert ids == whole
    assert len(set(ids)) == 11


def test_an_organizer_sees_who_and_what_but_not_from_where(house: House) -> None:  # 7.history.367
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    ada = new_attendee(olive, new_event(olive))
    assert [item["entry"]["address"] for item in told(sam, ada["id"])["items"]] == ["unknown"]
    assert [item["entry"]["address"] for item in told(olive, ada["id"])["items"]] == [None]
    assert told(olive, ada["id"])["items"][0]["entry"]["person"]["fullName"] == OLIVE.full_name


@pytest.mark.both_engines
def test_a_bulk_change_says_what_this_attendee_had_before(house: House) -> None:  # 7.history.368
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    gala = new_event(olive, ticketPriceCents=4500)
    ada = new_attendee(olive, gala)
    grace = new_attendee(olive, gala, fullName="Grace Hopper", tableNumber=9, paymentStatus="unpaid")
    body = {"ids": [ada["id"], grace["id"]], "expected": 2, "tableNumber": 12, "paymentStatus": "paid"}
    changed = olive.post("/api/attendees/update-many", json=body).json()
    entry = told(olive, grace["id"])["items"][0]["entry"]
    assert entry["action"] == "attendee.updated_many"
    assert entry["before"] == {"tableNumber": 9, "paymentStatus": "unpaid", "amountPaidCents": None}
    assert entry["after"] == {"tableNumber": 12, "paymentStatus": "paid", "amountPaidCents": 4500, "updated": 2}
    # Ada had paid before, and her amount stays.
    assert "amountPaidCents" not in told(olive, ada["id"])["items"][0]["entry"]["after"]
    # The list of all leaves out who had what: there may be 5,000 of them.
    [entry] = sam.get("/api/history?limit=1").json()["items"]
    of_all = {"tableNumber": 12, "paymentStatus": "paid", "updated": 2, "amountChangeCents": 4500}
    assert (entry["before"], entry["after"]) == (None, of_all)
    assert "amountsPaidCents" not in sam.get("/api/history.csv").text
    # The undo names what all of them had since the change, and nobody's former value. Ada was paid before.
    set_for_all = {"tableNumber": 12, "paymentStatus": "paid"}
    assert olive.post(f"/api/attendees/update-many/{changed['id']}/undo").status_code == 200
    [entry] = sam.get("/api/history?limit=1").json()["items"]
    assert (entry["before"], entry["after"]) == (set_for_all, {"updated": 2, "amountChangeCents": -4500})


@pytest.mark.either_engine
def test_an_import_and_several_tickets_are_found_under_each_attendee(house: House) -> None:  # 7.history.368
    olive = house.signed_in(OLIVE)
    gala = new_event(olive)
    sent(olive, lines([("Name", "Phone"), ("Grace", "0400 1"), ("Alan", "0400 2")]), eventId=gala["id"])
    body = {"fullName": "Ada", "phone": "0400 3", "tableNumber": 1, "paymentStatus": "free", "quantity": 3}
    olive.post("/api/attendees", json={"eventId": gala["id"], **body})
    found = {guest["fullName"]: words(told(olive, guest["id"])) for guest in olive.get("/api/attendees").json()}
    assert found == {
        "Grace": ["import.started"],
        "Alan": ["import.started"],
        "Ada": ["attendee.registered"],
        "Ada (2)": ["attendee.registered"],
        "Ada (3)": ["attendee.registered"],
    }


@pytest.mark.either_engine
def test_an_unknown_attendee_and_senseless_parameters(sqlite_house: House) -> None:  # 7.history.364
    olive = sqlite_house.signed_in(OLIVE)
    ada = new_attendee(olive, new_event(olive))
    problem(olive.get("/api/attendees/999/history"), 404, "attendee_not_found")
    problem(olive.get("/api/attendees/x/history"), 400, "validation_failed")
    problem(olive.get(f"/api/attendees/{ada['id']}/history?after=x"), 400, "validation_failed")
