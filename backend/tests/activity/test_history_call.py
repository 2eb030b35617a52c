"""The history as super administrators read it: pages, filters, names, the CSV file (contract 7.history)."""

import csv
import io
import re
from functools import partial

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.orm import Session

from doorlist.audit.models import AuditEntry
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.core import clock
from tests.audit.entries import add_test_entry, entries_of
from tests.backup.json.files import file_of, send
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def page(client: TestClient, **query: object) -> Json:
    answer = client.get("/api/history", params={name: str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def actions(client: TestClient, **query: object) -> list[str]:
    return [item["action"] for item in page(client, **query)["items"]]


def test_entries_are_listed_newest_first_with_names_before_and_after(house: House) -> None:  # 7.call.360, 7.history.360
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    gala = new_event(olive)
    ada = new_attendee(olive, gala)
    olive.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 4})
    edit, registration, creation = page(sam, limit=3)["items"]
    assert [edit["action"], registration["action"], creation["action"]] == [
        "attendee.updated",
        "attendee.registered",
        "event.created",
    ]
    assert edit["person"]["fullName"] == OLIVE.full_name
    assert edit["subject"] == {"id": ada["id"], "name": "Ada Lovelace", "isThere": True}
    assert edit["event"] == {"id": gala["id"], "name": "Spring Gala", "isThere": True}
    assert (edit["before"], edit["after"]) == ({"tableNumber": 7}, {"tableNumber": 4})


@pytest.mark.both_engines
def test_what_is_gone_is_named_as_the_history_kept_it(house: House) -> None:  # 7.history.361
    sam = house.signed_in(SAM)
    gala = new_event(sam)
    ada = new_attendee(sam, gala)
    sam.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 4})
    sam.delete(f"/api/attendees/{ada['id']}")
    sam.delete(f"/api/events/{gala['id']}")
    of_ada = page(sam, attendeeId=ada["id"])["items"]
    assert [item["action"] for item in of_ada] == ["attendee.deleted", "attendee.updated", "attendee.registered"]
    for item in of_ada:
        assert item["subject"] == {"id": ada["id"], "name": "Ada Lovelace", "isThere": False}
        assert item["event"] == {"id": gala["id"], "name": "Spring Gala", "isThere": False}


@pytest.mark.both_engines
def test_a_deleted_guest_keeps_the_name_until_the_guest_would_be_erased(house: House) -> None:
    # 7.history.361, 4.erase.520
    sam = house.signed_in(SAM)
    ada = new_attendee(sam, new_event(sam, date="2020-01-01"))
    bo = new_attendee(sam, new_event(sam, date="2099-01-01"), fullName="Bo Later")
    for guest in (ada, bo):
        sam.delete(f"/api/attendees/{guest['id']}")
    assert "Ada Lovelace" in sam.get("/api/history.csv").text
    sam.put("/api/privacy", json={"keepDays": 30, "guests": 0})
    BackupScheduler(Backups(house.database, house.settings)).erase_due_guests()
    named = {item["subject"]["name"] for item in page(sam, kind="attendee")["items"]}
    assert named == {ada["invoiceNumber"], "Bo Later"}
    assert "Ada Lovelace" not in sam.get("/api/history.csv").text


def test_an_id_that_came_back_with_a_json_file_names_nobody_else(house: House) -> None:  # 7.history.362, 460
    sam = house.signed_in(SAM)
    ada = new_attendee(sam, new_event(sam))
    sam.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 4})
    file = json_of(sam.get("/api/export/backup.json"))
    file["attendees"][0]["fullName"] = "Mallory Other"
    answer = send(sam, file_of(events=file["events"], attendees=file["attendees"]))
    assert answer.status_code == 200, answer.text
    assert "Mallory" not in str(page(sam))
    assert json_of(sam.get(f"/api/attendees/{ada['id']}/history"))["items"] == []
    # Nor is it mixed with its namesake where the list or the file is about one attendee.
    sam.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 5})
    assert actions(sam, attendeeId=ada["id"]) == ["attendee.updated"]
    told = csv.DictReader(io.StringIO(sam.get("/api/history.csv", params={"attendeeId": ada["id"]}).text))
    assert [row["Action"] for row in told] == ["attendee.updated"]


@pytest.mark.both_engines
def test_the_filters_and_their_combinations(house: House) -> None:  # 7.history.360
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    gala = new_event(olive)
    ada = new_attendee(sam, gala)
    own = json_of(sam.get("/api/me"))["id"]
    last = entries_of(house.database)[-1].id

    def age(tx: Session) -> None:
        moment = clock.from_wire("2026-11-20T13:30:00.000Z")
        tx.execute(update(AuditEntry).where(AuditEntry.id == last).values(at=moment))

    house.database.commit(age)
    assert actions(sam, kind="event") == ["event.created"]
    assert actions(sam, userId=own) == ["attendee.registered"]
    assert actions(sam, userId=own, kind="event") == []
    assert actions(sam, attendeeId=ada["id"], userId=own) == ["attendee.registered"]
    assert actions(sam, day="2026-11-20", kind="attendee") == ["attendee.registered"]
    # Half past midnight in Sydney.
    assert actions(sam, day="2026-11-20", timeZone="Australia/Sydney") == []
    assert actions(sam, day="2026-11-21", timeZone="Australia/Sydney", userId=own) == ["attendee.registered"]
    assert actions(sam, userId=10**30) == []


@pytest.mark.both_engines
def test_pages_follow_each_other_without_gap_or_repeat(house: House) -> None:  # 7.history.363
    sam = house.signed_in(SAM)
    for number in range(25):
        house.database.commit(partial(add_test_entry, number=number))
    expected = [entry.id for entry in reversed(entries_of(house.database))]
    ids: list[int] = []
    cursor: dict[str, str] = {}
    while True:
        read = page(sam, limit=10, **cursor)
        ids += [item["id"] for item in read["items"]]
        if read["next"] is None:
            break
        cursor = {"after": read["next"]}
        # Newer ones come at the front, where the reader has been.
        house.database.commit(add_test_entry)
    assert ids == expected


@pytest.mark.either_engine
@pytest.mark.parametrize(
    "query",
    [
        "kind=nonsense",
        "userId=x",
        "attendeeId=1.5",
        "day=2026-02-30",
        "day=0001-01-01&timeZone=Asia/Tokyo",
        "day=9999-12-31",
        "timeZone=Mars/Base",
        "after=1~2",
        "after=2026-11-20T18:30:00.000Z~1~99999999999999999999",
        "after=2026-99-20T18:30:00.000Z~1~1",
        "limit=0",
        "limit=201",
    ],
)
def test_senseless_parameters_are_refused(sqlite_house: House, query: str) -> None:  # 7.history.364
    sam = sqlite_house.signed_in(SAM)
    problem(sam.get(f"/api/history?{query}"), 400, "validation_failed")


def test_the_csv_has_what_the_filters_match_and_no_formula(house: House) -> None:  # 7.call.361, 7.history.365
    sam = house.signed_in(SAM)
    event = new_event(sam, name="=1+1")
    ada = new_attendee(sam, event)
    sam.put(f"/api/attendees/{ada['id']}", json={"fullName": "Ada King"})
    answer = sam.get("/api/history.csv?kind=attendee&timeZone=Australia/Sydney")
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith("\ufeff".encode())
    heading, edit, registration = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert heading == ["Time", "Person", "Address", "Action", "What", "Event", "Before", "After"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", edit[0])
    assert edit[1:] == [
        SAM.full_name,
        "unknown",
        "attendee.updated",
        "Ada King",
        "'=1+1",
        "fullName: Ada Lovelace",
        "fullName: Ada King",
    ]
    assert registration[3] == "attendee.registered"
    assert entries_of(house.database, "export.history")[-1].after is not None


def test_a_long_csv_is_whole(house: House) -> None:  # 7.history.365
    sam = house.signed_in(SAM)

    def fill(tx: Session) -> None:
        for number in range(1201):
            add_test_entry(tx, number)

    house.database.commit(fill)
    number = len(entries_of(house.database))
    lines = sam.get("/api/history.csv").text.splitlines()
    assert len(lines) == number + 1
