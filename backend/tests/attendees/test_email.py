"""The email address of an attendee: written, found, exported, imported, backed up and erased; never at the door."""

import json

import pytest
from fastapi.testclient import TestClient

from doorlist.attendees.rules import is_email
from doorlist.spreadsheets.imports.cells import email, email_problem
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event
from tests.spreadsheets.imports.reading import read
from tests.spreadsheets.sending import counts, preview, sent

ADDRESS = "ada.lovelace+gala@mail.example.com"


@pytest.mark.parametrize(
    "address",
    [
        "a@b.co",
        ADDRESS,
        "o'brien@example.com",
        "x_1@ex-ample.com.au",
        f"{'a' * 64}@example.com",
        "a@zoë.fr",
    ],
)
def test_one_address_is_accepted(address: str) -> None:  # 5.email.900
    assert is_email(address)


@pytest.mark.parametrize(
    "text",
    [
        *("ada", "ada@", "@example.com", "ada@example", "ada@.com", "ada@example..com", "ada@-example.com"),
        *("a@b.com, c@d.com", "a@b.com;c@d.com", "a@b.com c@d.com", "Ada <a@b.com>", "<a@b.com>", '"a b"@c.com'),
        *("a@b.com\nBcc: c@d.com", "a@b.com\r\n", ".a@b.com", "a.@b.com", "a..b@c.com", "ä@b.com", "a@b_c.com"),
        *(f"{'a' * 65}@example.com", "a@b@c.com", "a@[127.0.0.1]", "a\u0000@b.com"),
    ],
)
def test_anything_else_is_refused(text: str) -> None:  # 5.email.900
    assert not is_email(text)


def test_a_cell_may_name_the_person_or_say_that_there_is_no_address() -> None:  # 5.email.903
    assert [email(cell) for cell in ("Ada <ada@example.com>", "mailto:ada@example.com")] == ["ada@example.com"] * 2
    assert [email_problem(cell) for cell in ("", "-", "N/A", "ada@example.com")] == [None] * 4
    for cell in ("a@b.com, c@d.com", "ask Bob"):
        assert email(cell) is None
        assert email_problem(cell) == f"'{cell}' is not one email address. The guest is imported without it."


@pytest.mark.parametrize(
    "heading",
    ["Email", "E-mail", "E-Mail-Adresse", "Courriel", "Correo electrónico", "Indirizzo e-mail", "Buyer email"],
)
def test_headings_of_an_email(heading: str) -> None:  # 5.email.901
    assert read(f"Name,Phone,{heading}\nAda,1,a@b.co\n").mapping["email"] == 2


def test_the_guests_own_address_comes_before_the_buyers() -> None:  # 5.email.901
    text = "Name,Buyer email,Phone,Attendee email\nAda,x@y.co,1,a@b.co\n"
    assert read(text).valid[0].attendee.email == "a@b.co"


def test_a_column_is_known_by_its_cells() -> None:  # 5.email.902
    assert read("Name,Phone,Seller contact,Wohin\nAda,1,s@s.co,a@b.co\nBob,2,s@s.co,\n").mapping["email"] == 3
    assert read("Name,Phone,Mail,Wohin\nAda,1,yes,a@b.co\nBob,2,no,b@b.co\n").mapping["email"] == 3
    assert "email" not in read("Name,Phone,Mail\nAda,1,yes\nBob,2,no\n").mapping
    assert read("Name,Phone,Email\nAda,1,\nBob,2,\n").mapping["email"] == 2


def test_a_wrong_address_leaves_no_guest_out() -> None:  # 5.email.903
    report = read("Name,Phone,Email\nAda,1,a@b.co\nBob,2,ask Bob\nCleo,3,n/a\n")
    assert [row.attendee.email for row in report.valid] == ["a@b.co", None, None]
    assert [(warning.row, warning.message[:9]) for warning in report.warnings] == [(3, "'ask Bob'")]


@pytest.fixture
def olive(house: House) -> TestClient:
    return house.signed_in()


@pytest.fixture
def gala(olive: TestClient) -> Json:
    return new_event(olive)


@pytest.mark.both_engines
def test_is_written_found_and_cleared(olive: TestClient, gala: Json) -> None:  # 3.email.900, 901; 5.email.900
    ada = new_attendee(olive, gala, email=f" {ADDRESS} ", quantity=2)
    assert [each["email"] for each in ada["attendees"]] == [ADDRESS] * 2
    new_attendee(olive, gala, fullName="Bob", email="")
    for query in ("lovelace+gala", "ADA.LOVELACE", ADDRESS, "mail.example.com"):
        found = olive.get("/api/attendees", params={"search": query}).json()
        assert [each["email"] for each in found] == [ADDRESS] * 2, query
    path = f"/api/attendees/{ada['id']}"
    assert json_of(olive.put(path, json={"fullName": "Ada K"}))["email"] == ADDRESS
    for bad in ("ada", "a@b.com, c@d.com", "a@b.com\nBcc: x@y.com", f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 80}.com"):
        error = json_of(olive.put(path, json={"email": bad}))["errors"][0]
        assert error["field"] == "email", bad
    assert json_of(olive.put(path, json={"email": None}))["email"] is None
    assert len(olive.get("/api/attendees", params={"search": ADDRESS}).json()) == 1


def test_the_door_has_no_address(house: House) -> None:  # 3.email.902
    olive = house.signed_in()
    event = new_event(olive)
    ada = new_attendee(olive, event, email=ADDRESS)
    granted = olive.post("/api/door/grants", json={"eventId": event["id"], "device": "Door"})
    assert granted.is_success, granted.text
    scan = olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"], "eventId": event["id"]})
    assert json_of(scan)["attendee"]["email"] is None
    assert ADDRESS not in olive.get("/api/door/list", params={"eventId": event["id"]}).text
    assert ADDRESS not in house.stranger().post("/api/ticket", json={"qrData": ada["qrCodeData"]}).text
    assert json_of(olive.get(f"/api/attendees/{ada['id']}"))["email"] == ADDRESS


def test_goes_through_a_spreadsheet_both_ways(olive: TestClient, gala: Json) -> None:  # 7.export.900
    ada = new_attendee(olive, gala, email=ADDRESS)
    exported = olive.get("/api/attendees/export/csv", params={"eventId": gala["id"]}).content
    workbook = olive.get("/api/attendees/export/xlsx", params={"eventId": gala["id"]}).content
    olive.delete(f"/api/attendees/{ada['id']}")
    assert preview(olive, workbook, name="guests.xlsx", eventId=gala["id"])["guests"][0]["email"] == ADDRESS
    assert counts(sent(olive, exported, eventId=gala["id"])) == (1, 0, 0)
    assert [each["email"] for each in olive.get("/api/attendees").json()] == [ADDRESS]


def test_goes_through_the_backup_file(house: House) -> None:  # 3.email.903
    sam = house.signed_in(SAM)
    event = new_event(sam)
    new_attendee(sam, event, email=ADDRESS)
    new_attendee(sam, event, fullName="Bob", email="bob@example.com")
    file = json_of(sam.get("/api/export/backup.json"))
    assert sorted(each["email"] for each in file["attendees"]) == [ADDRESS, "bob@example.com"]
    for each in file["attendees"]:
        if each["fullName"] == "Bob":
            each["email"] = ["not", "one"]
    sent_file = {"file": ("backup.json", json.dumps(file).encode())}
    assert sam.post("/api/backup/restore-file", files=sent_file).is_success
    restored = {each["fullName"]: each["email"] for each in sam.get("/api/attendees").json()}
    assert restored == {"Ada Lovelace": ADDRESS, "Bob": None}


def test_is_erased_everywhere(house: House) -> None:  # 3.email.904
    sam = house.signed_in(SAM)
    ada = new_attendee(sam, new_event(sam), email="former@example.org")
    path = f"/api/attendees/{ada['id']}"
    sam.put(path, json={"email": ADDRESS})
    sam.post("/api/attendees/scan", json={"qrData": f"MECARD:EMAIL:{ADDRESS};"})
    assert sam.post(f"{path}/erase", json={}).is_success
    assert json_of(sam.get(path))["email"] is None
    held = sam.get(f"{path}/held").text + sam.get("/api/history").text
    assert ADDRESS not in held
    assert "former@example.org" not in held
    assert sam.get("/api/attendees", params={"search": "former"}).json() == []
