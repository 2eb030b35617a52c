"""GET /api/export/backup.json: everything in one file, at one moment (contract 3 and 7)."""

import json
import threading

import pytest
from sqlalchemy import delete, event, update

from doorlist.attendees.models import Attendee
from doorlist.core.clock import from_wire
from doorlist.events.models import Event
from doorlist.users.models import User
from tests.cast import NORA, OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def exported(house: House) -> Json:
    answer = house.signed_in().get("/api/export/backup.json")
    assert answer.status_code == 200, answer.text
    assert int(answer.headers["content-length"]) == len(answer.content)
    return json_of(answer)


@pytest.mark.either_engine
def test_is_for_both_roles_and_for_nobody_else(house: House) -> None:  # 6.roles.5; 7.call.38
    problem(house.stranger().get("/api/export/backup.json"), 401, "not_signed_in")
    problem(house.signed_in(NORA).get("/api/export/backup.json"), 403, "password_change_required")
    for person in (OLIVE, SAM):
        assert house.signed_in(person).get("/api/export/backup.json").status_code == 200


@pytest.mark.either_engine
def test_an_empty_house_gives_an_empty_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 3.backup-file.1; 7.export.6
    monkeypatch.setattr("doorlist.core.clock.now", lambda: from_wire("2026-11-20T18:30:00.125Z"))
    answer = house.signed_in().get("/api/export/backup.json")
    assert list(json_of(answer)) == [
        "version",
        "exportDate",
        "events",
        "ticketTypes",
        "checkInLists",
        "attendees",
        "summary",
    ]
    assert json_of(answer) == {
        "version": "1.0",
        "exportDate": "2026-11-20T18:30:00.125Z",
        "events": [],
        "ticketTypes": [],
        "checkInLists": [],
        "attendees": [],
        "summary": {"totalEvents": 0, "totalAttendees": 0, "attendedCount": 0},
    }
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="doorlist-backup-2026-11-20.json"'


def test_says_what_the_calls_say_oldest_first(house: House) -> None:  # 3.backup-file.1; 3.check-in-door.292; 3.qr.8
    olive, sam = house.signed_in(), house.signed_in(SAM)
    gala = new_event(olive, name='Gala "Ünder" the \\ stars', ticketPriceCents=12_000, capacity=300)
    ball = new_event(olive, date="2025-01-01", time=None)
    ada = new_attendee(olive, gala, fullName="Łukasz 🎭 O'Neil", phone="+61 4\u00a000", paymentStatus="partial")
    new_attendee(sam, ball, amountPaidCents=5)
    olive.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 9})
    sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})

    file = exported(house)
    assert [row["id"] for row in file["events"]] == [gala["id"], ball["id"]]
    for row in file["events"]:
        assert row.pop("createdAt") == row["updatedAt"]
        # The API shows it with the people inside alone, once exits are counted.
        assert row.pop("leavers") == 0
        assert (row.pop("mailSubject"), row.pop("mailOpening")) == (None, None)
        assert row == json_of(olive.get(f"/api/events/{row['id']}"))
    assert [row["eventId"] for row in file["attendees"]] == [gala["id"], ball["id"]]
    for row in file["attendees"]:
        whole = json_of(olive.get(f"/api/attendees/{row['id']}"))
        # Derived values are not stored twice, and a file says nothing of messages.
        left_out = {"event", "owedCents", "paymentGroup", "checkInDoor", "ticketType", "inside", "ticketMail"}
        assert (row.pop("ticketTypeId"), row.pop("checkIns")) == (None, [])
        assert {name: value for name, value in whole.items() if name not in left_out} == row
    assert file["attendees"][0]["scanner"]["fullName"] == "Sam Superadmin"
    assert file["attendees"][0]["updatedBy"]["fullName"] == "Olive Organizer"
    assert file["summary"] == {"totalEvents": 2, "totalAttendees": 2, "attendedCount": 1}


@pytest.mark.either_engine
def test_holds_no_secret_of_any_user(house: House) -> None:  # 3.backup-file.2; 3.user.4
    olive = house.signed_in()
    new_attendee(olive, new_event(olive))
    answer = olive.get("/api/export/backup.json").text
    with house.database.read() as tx:
        user = tx.get_one(User, json_of(olive.get("/api/me"))["id"])
    for secret in (user.password_hash, f'"{user.username}"', "assword", "ash", "oken", "sername"):
        assert secret not in answer


@pytest.mark.either_engine
def test_a_sale_without_a_seller_has_none_in_the_file(house: House) -> None:
    olive = house.signed_in()
    attendee = new_attendee(olive, new_event(olive))
    with house.database.write() as tx:
        tx.execute(update(Attendee).values(sold_by=None, updated_by=None))
    [row] = exported(house)["attendees"]
    assert (row["id"], row["soldBy"], row["seller"], row["updatedBy"]) == (attendee["id"], None, None, None)


def fill(house: House, events: int, attendees: int) -> None:
    """Write many attendees at once, spread over the events."""
    at = from_wire("2026-11-20T18:30:00.000Z")
    edits = {"version": 1, "created_at": at, "updated_at": at}
    rows = [
        {
            "id": number,
            "event_id": number % events + 1,
            "full_name": f"Guest {number}",
            "phone": "0",
            "table_number": 1,
            "payment_status": "paid",
            "payment_folded": "paid",
            "payment_group": "paid",
            "invoice_number": f"INV-{number}",
            "qr_code_data": f"QR-{number}",
            "qr_hash": "",
            "attended": number % 3 == 0,
            "attended_at": at if number % 3 == 0 else None,
            "search_text": "",
            "name_key": "",
            "last_name_key": "",
            **edits,
        }
        for number in range(1, attendees + 1)
    ]
    with house.database.write() as tx:
        tx.add_all(
            Event(id=number + 1, name=f"Evening {number}", date="2026-11-20", **edits) for number in range(events)
        )
        tx.flush()
        tx.execute(Attendee.__table__.insert(), rows)  # type: ignore[attr-defined]


def test_every_attendee_of_many_chunks_is_there_once(house: House) -> None:
    fill(house, 3, 2003)
    file = exported(house)
    assert [row["id"] for row in file["attendees"]] == list(range(1, 2004))
    assert file["summary"] == {"totalEvents": 3, "totalAttendees": 2003, "attendedCount": 667}


@pytest.mark.both_engines
def test_a_file_of_exactly_one_chunk_ends_well(house: House) -> None:
    fill(house, 1, 1000)
    assert exported(house)["summary"]["totalAttendees"] == 1000


@pytest.mark.both_engines
def test_shows_one_moment_whatever_happens_while_it_is_written(house: House) -> None:  # 3.backup-file.4
    """After its first statement, everything that could spoil the file happens at once."""
    fill(house, 2, 1500)
    olive = house.signed_in()
    spoilt = threading.Event()

    def spoil() -> None:
        with house.database.write() as tx:
            tx.execute(delete(Event).where(Event.id == 1))
            tx.execute(update(Attendee).values(attended=True, attended_at=from_wire("2026-11-21T00:00:00.000Z")))
        new_attendee(olive, new_event(olive, name="Too late"))

    @event.listens_for(house.database._reader, "after_cursor_execute")
    def after_the_first_chunk(*about: object) -> None:
        if "json" in str(about[2]) and not spoilt.is_set():
            spoilt.set()
            thread = threading.Thread(target=spoil)
            thread.start()
            thread.join()

    file = exported(house)
    assert spoilt.is_set()
    assert [row["name"] for row in file["events"]] == ["Evening 0", "Evening 1"]
    assert {row["eventId"] for row in file["attendees"]} == {1, 2}
    assert file["summary"] == {"totalEvents": 2, "totalAttendees": 1500, "attendedCount": 500}
    assert exported(house)["summary"]["totalEvents"] == 2


@pytest.mark.either_engine
def test_leaves_nothing_behind_in_the_data_directory(house: House) -> None:
    exported(house)
    before = sorted(path.name for path in house.settings.data_dir.iterdir())
    exported(house)
    assert sorted(path.name for path in house.settings.data_dir.iterdir()) == before


@pytest.mark.either_engine
def test_is_json_that_every_reader_reads_alike(house: House) -> None:
    """Control characters cannot be stored, quotes and backslashes can."""
    olive = house.signed_in()
    name = "\"\\/<script>\u2028\u00ad\U0001f600\ufffd&'"
    new_attendee(olive, new_event(olive, name=name), fullName=name, phone=name, paymentStatus=name)
    text = olive.get("/api/export/backup.json").content.decode("utf-8")
    [row] = json.loads(text)["attendees"]
    assert (row["fullName"], row["phone"], row["paymentStatus"]) == (name, name, name)
