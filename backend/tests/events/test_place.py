"""Venue, address, end and ticket text of an event (contract 3.event.900)."""

import csv
import io

import pytest
from fastapi.testclient import TestClient

from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event

PLACE = {
    "venue": "The Grand Hall",
    "address": "1 High Street\nMelbourne",
    "endTime": "01:00",
    "ticketText": "Black tie.\nDoors close at 23:00.",
}
NONE: Json = dict.fromkeys(PLACE)


@pytest.fixture
def olive(house: House) -> TestClient:
    return house.signed_in()


@pytest.mark.both_engines
def test_an_event_has_a_place_or_none(olive: TestClient) -> None:  # 3.event.900
    assert new_event(olive).items() >= NONE.items()
    event = new_event(olive, **PLACE)
    assert event.items() >= PLACE.items()
    path = f"/api/events/{event['id']}"
    # Fields that are not sent stay; null or a blank text clears.
    assert json_of(olive.put(path, json={"name": "Ball"})).items() >= PLACE.items()
    cleared = {"venue": None, "address": " ", "endTime": "", "ticketText": None}
    assert json_of(olive.put(path, json=cleared)).items() >= NONE.items()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("venue", "x" * 121),
        ("venue", "two\nlines"),
        ("address", "x" * 301),
        ("endTime", "25:00"),
        ("ticketText", "x" * 501),
    ],
)
def test_a_wrong_value_is_refused_by_name(olive: TestClient, field: str, value: str) -> None:  # 5.event.900
    sent = {"name": "Gala", "date": "2026-11-21", field: value}
    answer = olive.post("/api/events", json=sent)
    assert answer.status_code == 400
    assert [error["field"] for error in json_of(answer)["errors"]] == [field]


def test_the_columns_are_the_last_of_the_events_file(olive: TestClient) -> None:  # 7.export.945
    new_event(olive, **PLACE)
    text = olive.get("/api/export/events.csv").content.decode("utf-8-sig")
    headings, row = csv.reader(io.StringIO(text))
    assert headings[-5:] == ["Attended", "Venue", "Address", "End Time", "Ticket Text"]
    assert row[-4:] == list(PLACE.values())


def test_the_json_backup_has_them(house: House, olive: TestClient) -> None:  # 3.backup-file.901
    event = new_event(olive, **PLACE)
    file = olive.get("/api/export/backup.json").content
    olive.delete(f"/api/events/{event['id']}")
    sam = house.signed_in(SAM)
    assert sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)}).status_code == 200
    assert json_of(sam.get(f"/api/events/{event['id']}")).items() >= PLACE.items()


def test_the_guests_page_gets_place_end_and_text(house: House, olive: TestClient) -> None:  # 7.ticket.900
    guest = new_attendee(olive, new_event(olive, **PLACE))
    ticket = json_of(house.stranger().post("/api/ticket", json={"qrData": guest["qrCodeData"]}))
    assert ticket["event"].items() >= {field: PLACE[field] for field in ("venue", "address", "endTime")}.items()
    assert ticket["terms"] == ["Black tie.", "Doors close at 23:00."]
