"""The five calls about events, over HTTP, on both engines."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from doorlist.attendees.models import Attendee
from doorlist.audit.models import AuditEntry
from doorlist.events import service
from doorlist.events.schemas import EventIn, EventOut
from doorlist.users.models import User
from doorlist.users.service import SignedInUser
from tests.cast import NORA, OLIVE, OSCAR, SAM, Person
from tests.house import House, Json, json_of, new_attendee, new_event, problem

TIMESTAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def named_fields(client: TestClient, method: str, path: str, bodies: dict[str, Any]) -> dict[str, object]:
    """Which fields each of the bodies is refused for; the status where it is not refused."""
    found: dict[str, object] = {}
    for case, body in bodies.items():
        answer = client.request(method, path, json=body)
        refused = answer.status_code == 400
        found[case] = [e["field"] for e in json_of(answer).get("errors", [])] if refused else answer.status_code
    return found


def me(client: TestClient) -> Json:
    return json_of(client.get("/api/me"))


@pytest.mark.either_engine
class TestWhoMayCall:
    CALLS = (
        ("GET", "/api/events"),
        ("GET", "/api/events/1"),
        ("POST", "/api/events"),
        ("PUT", "/api/events/1"),
        ("DELETE", "/api/events/1"),
    )

    def test_anonymous_callers_and_users_who_must_change_their_password_are_refused(self, house: House) -> None:
        stranger, nora = house.stranger(), house.signed_in(NORA)
        for method, path in self.CALLS:
            problem(stranger.request(method, path, json={}), 401, "not_signed_in")
            problem(nora.request(method, path, json={}), 403, "password_change_required")

    @pytest.mark.parametrize("person", [OLIVE, SAM], ids=["organizer", "super admin"])
    def test_both_roles_may_make_all_of_them(self, house: House, person: Person) -> None:  # 6.roles.1
        client = house.signed_in(person)
        event = new_event(client)
        assert client.get("/api/events").status_code == 200
        assert client.get(f"/api/events/{event['id']}").status_code == 200
        assert client.put(f"/api/events/{event['id']}", json={"name": "Ball"}).status_code == 200
        assert client.delete(f"/api/events/{event['id']}").status_code == 204


@pytest.mark.either_engine
class TestCreateEvent:
    def test_answers_with_the_event_as_it_will_be_read(self, house: House) -> None:  # 3.event.1, 2, 5; 7.call.6, 7
        olive = house.signed_in()
        event = new_event(olive, name="Spring Gala", date="2026-11-20", time="19:30", ticketPriceCents=4550)
        assert event == {
            "id": event["id"],
            "name": "Spring Gala",
            "date": "2026-11-20",
            "time": "19:30",
            "ticketPriceCents": 4550,
            "capacity": None,
            "countsExits": False,
            "reentry": True,
            "stopsAtCapacity": False,
            "venue": None,
            "address": None,
            "endTime": None,
            "ticketText": None,
            "version": 1,
            "updatedAt": event["updatedAt"],
            "updatedBy": {"id": me(olive)["id"], "fullName": "Olive Organizer"},
        }
        assert isinstance(event["id"], int)
        assert json_of(olive.get(f"/api/events/{event['id']}")) == event

    def test_needs_only_a_name_and_a_date(self, house: House) -> None:  # 5.create-event.1; 3.event.1
        olive = house.signed_in()
        answer = olive.post("/api/events", json={"name": "Gala", "date": "2026-11-20"})
        assert answer.status_code == 201
        assert (answer.json()["time"], answer.json()["ticketPriceCents"]) == (None, None)

    def test_trims_texts_and_takes_an_empty_time_for_none(self, house: House) -> None:
        olive = house.signed_in()
        for time in ("", "  ", None):
            event = new_event(olive, name="\t Spring  Gala \n", date=" 2026-11-20 ", time=time)
            assert (event["name"], event["date"], event["time"]) == ("Spring  Gala", "2026-11-20", None)
        assert new_event(olive, time=" 09:05 ")["time"] == "09:05"

    def test_takes_the_past_leap_days_and_the_longest_name(self, house: House) -> None:  # 5.event.1, 3
        olive = house.signed_in()
        for date in ("1999-12-31", "2024-02-29", "0001-01-01", "9999-12-31"):
            assert new_event(olive, date=date)["date"] == date
        for time in ("00:00", "23:59"):
            assert new_event(olive, time=time)["time"] == time
        assert new_event(olive, name="é" * 200)["name"] == "é" * 200

    def test_ignores_fields_it_does_not_know_and_those_that_are_not_the_callers(self, house: House) -> None:  # 7.rest.3
        event = new_event(house.signed_in(), colour="red", version=9, updatedBy=None, id=77_000)
        assert (event["version"], event["id"] == 77_000, "colour" in event) == (1, False, False)

    def test_refuses_bad_input_and_names_the_field(self, house: House) -> None:
        # 5.create-event.1; 5.event.1, 2, 4; 3.event.3, 4, 5
        good = {"name": "Gala", "date": "2026-11-20"}
        wrong: dict[str, tuple[Json, list[str]]] = {
            "nothing at all": ({}, ["name", "date"]),
            "no name": ({"date": "2026-11-20"}, ["name"]),
            "no date": ({"name": "Gala"}, ["date"]),
            "blank name": ({**good, "name": " \t "}, ["name"]),
            "null name": ({**good, "name": None}, ["name"]),
            "name that is no text": ({**good, "name": 5}, ["name"]),
            "name too long": ({**good, "name": "x" * 201}, ["name"]),
            "name with a control character": ({**good, "name": "Ga\u0000la"}, ["name"]),
            "name of two lines": ({**good, "name": "Ga\nla"}, ["name"]),
            "blank date": ({**good, "date": " "}, ["date"]),
            "null date": ({**good, "date": None}, ["date"]),
            "day that does not exist": ({**good, "date": "2026-02-30"}, ["date"]),
            "leap day of no leap year": ({**good, "date": "2025-02-29"}, ["date"]),
            "month that does not exist": ({**good, "date": "2026-13-01"}, ["date"]),
            "year nought": ({**good, "date": "0000-01-01"}, ["date"]),
            "date of another order": ({**good, "date": "20-11-2026"}, ["date"]),
            "date without dashes": ({**good, "date": "20261120"}, ["date"]),
            "date of a week": ({**good, "date": "2026-W47-5"}, ["date"]),
            "date with a time": ({**good, "date": "2026-11-20T00:00:00Z"}, ["date"]),
            "date in other digits": ({**good, "date": "\u0662\u0660\u0662\u0666-11-20"}, ["date"]),
            "date that is no text": ({**good, "date": 20261120}, ["date"]),
            "time 24:00": ({**good, "time": "24:00"}, ["time"]),
            "time of 60 minutes": ({**good, "time": "19:60"}, ["time"]),
            "time of one digit": ({**good, "time": "9:30"}, ["time"]),
            "time with seconds": ({**good, "time": "19:30:00"}, ["time"]),
            "time of twelve hours": ({**good, "time": "7:30 pm"}, ["time"]),
            "time that is no text": ({**good, "time": 1930}, ["time"]),
            "price below nought": ({**good, "ticketPriceCents": -1}, ["ticketPriceCents"]),
            "price of half a cent": ({**good, "ticketPriceCents": 0.5}, ["ticketPriceCents"]),
            "price beyond reason": ({**good, "ticketPriceCents": 10_000_000_001}, ["ticketPriceCents"]),
            "key that is no UUID": ({**good, "idempotencyKey": "again"}, ["idempotencyKey"]),
            "price that is true": ({**good, "ticketPriceCents": True}, ["ticketPriceCents"]),
            "room for nobody": ({**good, "capacity": 0}, ["capacity"]),
            "room beyond reason": ({**good, "capacity": 100_001}, ["capacity"]),
            "room for half a guest": ({**good, "capacity": 1.5}, ["capacity"]),
            "two at once": ({"name": "", "date": "x"}, ["name", "date"]),
        }
        olive = house.signed_in()
        found = named_fields(olive, "POST", "/api/events", {case: body for case, (body, _) in wrong.items()})
        assert found == {case: fields for case, (_, fields) in wrong.items()}
        assert olive.get("/api/events").json() == []

    def test_says_in_the_detail_what_is_wrong_with_the_first_field(self, house: House) -> None:  # 10.problem.2
        answer = house.signed_in().post("/api/events", json={"name": "Gala", "date": "2026-02-30"})
        body = problem(answer, 400, "validation_failed")
        assert body["errors"] == [{"field": "date", "message": "Must be a day that exists, like 2026-11-20"}]
        assert "Must be a day that exists" in body["detail"]

    @pytest.mark.parametrize("body", [b"", b"{", b'{"name": NaN}', b'{"name": 1e999}', b"[" * 5000, b'"\\ud800"'])
    def test_refuses_a_body_that_is_no_json(self, house: House, body: bytes) -> None:
        answer = house.signed_in().post("/api/events", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
        assert answer.json()["code"] in {"malformed_body", "validation_failed"}


class TestCreatingTwiceWithOneKey:  # 7.create-event.1
    def test_gives_the_same_event_also_after_an_edit(self, house: House) -> None:
        olive = house.signed_in()
        key = str(uuid4())
        first = new_event(olive, ticketPriceCents=4550, idempotencyKey=key)
        assert new_event(olive, ticketPriceCents=4550, idempotencyKey=key) == first
        assert new_event(olive, ticketPriceCents=4550, idempotencyKey=key.upper()) == first
        olive.put(f"/api/events/{first['id']}", json={"name": "Autumn Gala"})
        assert new_event(olive, ticketPriceCents=4550, idempotencyKey=key)["name"] == "Autumn Gala"
        assert len(olive.get("/api/events").json()) == 1

    def test_with_other_content_or_from_another_user_is_refused(self, house: House) -> None:  # 10.code.10
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        key = str(uuid4())
        first = new_event(olive, idempotencyKey=key)
        sent = {"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "idempotencyKey": key}
        for change in (
            {"name": "Ball"},
            {"date": "2026-11-21"},
            {"time": None},
            {"ticketPriceCents": 1},
            {"capacity": 1},
        ):
            problem(olive.post("/api/events", json={**sent, **change}), 400, "key_reused")
        problem(oscar.post("/api/events", json=sent), 400, "key_reused")
        assert olive.get("/api/events").json() == [first]

    def test_without_a_key_or_with_another_there_are_two(self, house: House) -> None:
        olive = house.signed_in()
        keys = (None, None, str(uuid4()), str(uuid4()))
        assert len({new_event(olive, idempotencyKey=key)["id"] for key in keys}) == len(keys)

    def test_a_refused_call_does_not_use_the_key_up(self, house: House) -> None:
        olive = house.signed_in()
        key = str(uuid4())
        answer = olive.post("/api/events", json={"name": "", "date": "2026-11-20", "idempotencyKey": key})
        problem(answer, 400, "validation_failed")
        assert new_event(olive, idempotencyKey=key)["name"] == "Spring Gala"

    def test_from_32_threads_at_once_creates_once(self, house: House) -> None:
        with house.database.read() as tx:
            own = tx.scalars(select(User.id).where(User.username == OLIVE.username)).one()
        caller = SignedInUser(own, OLIVE.full_name, OLIVE.role, must_change_password=False, token="")
        sent = EventIn.model_validate({"name": "Gala", "date": "2026-11-20", "idempotencyKey": str(uuid4())})
        together = threading.Barrier(32)

        def create() -> EventOut:
            together.wait()
            return house.database.commit(lambda tx: service.create_event(tx, sent, caller))

        with ThreadPoolExecutor(32) as threads:
            answers = [future.result() for future in [threads.submit(create) for _ in range(32)]]
        assert len({answer.model_dump_json() for answer in answers}) == 1
        assert len(house.signed_in().get("/api/events").json()) == 1


class TestListEvents:
    def test_is_a_plain_array_by_date_then_time_with_none_last_then_id(self, house: House) -> None:
        # 7.list.1, 14; 7.call.5
        olive = house.signed_in()
        assert olive.get("/api/events").json() == []
        order = [
            new_event(olive, name=name, date=date, time=time)["id"]
            for name, date, time in (
                ("no time", "2026-11-20", None),
                ("evening", "2026-11-20", "19:30"),
                ("the year before", "2025-12-31", None),
                ("morning", "2026-11-20", "08:00"),
                ("evening again", "2026-11-20", "19:30"),
                ("no time again", "2026-11-20", None),
                ("the year after", "2027-01-01", "00:00"),
            )
        ]
        listed = olive.get("/api/events").json()
        assert [event["name"] for event in listed] == [
            "the year before",
            "morning",
            "evening",
            "evening again",
            "no time",
            "no time again",
            "the year after",
        ]
        assert sorted(event["id"] for event in listed) == order


@pytest.mark.either_engine
class TestReadEvent:
    def test_an_unknown_id_is_404_and_one_that_is_no_number_400(self, house: House) -> None:  # 7.rest.7
        olive = house.signed_in()
        for unknown in ("999", "0", "-1", "9223372036854775807", "9223372036854775808", "9" * 30):
            problem(olive.get(f"/api/events/{unknown}"), 404, "event_not_found")
        for no_number in ("abc", "1.5", "1e3", "0x10", "%20", "null", "9" * 41):
            answer = olive.get(f"/api/events/{no_number}")
            assert len(problem(answer, 400, "validation_failed")["errors"]) == 1


class TestUpdateEvent:
    @pytest.mark.both_engines
    def test_saves_all_fields_and_says_who_saved_them(self, house: House) -> None:  # 7.call.8; 3.event.6
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event = new_event(olive)
        changed = {
            "name": "Winter Ball",
            "date": "2026-12-01",
            "time": "20:00",
            "ticketPriceCents": 100,
            "capacity": 250,
            "countsExits": True,
            "reentry": False,
            "stopsAtCapacity": True,
            "venue": "The Grand Hall",
            "address": "1 High Street",
            "endTime": "01:00",
            "ticketText": "Black tie.",
        }
        answer = oscar.put(f"/api/events/{event['id']}", json=changed)
        assert answer.status_code == 200
        saved = json_of(answer)
        assert saved == {
            "id": event["id"],
            **changed,
            "version": 2,
            "updatedAt": saved["updatedAt"],
            "updatedBy": {"id": me(oscar)["id"], "fullName": "Oscar Organizer"},
        }
        assert saved["updatedAt"] >= event["updatedAt"]
        assert json_of(olive.get(f"/api/events/{event['id']}")) == saved

    @pytest.mark.either_engine
    def test_leaves_absent_fields_and_clears_with_null_what_may_be_empty(self, house: House) -> None:
        # 7.rest.1..3; 5.edit-event.2
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4550)
        path = f"/api/events/{event['id']}"

        def after(**changes: Any) -> tuple[object, ...]:
            saved = json_of(olive.put(path, json=changes))
            return saved["name"], saved["date"], saved["time"], saved["ticketPriceCents"]

        assert after() == ("Spring Gala", "2026-11-20", "19:30", 4550)
        assert after(name=" Ball ") == ("Ball", "2026-11-20", "19:30", 4550)
        assert after(time=None) == ("Ball", "2026-11-20", None, 4550)
        assert after(time="08:00", ticketPriceCents=None) == ("Ball", "2026-11-20", "08:00", None)
        assert after(time="") == ("Ball", "2026-11-20", None, None)
        assert after(colour="red", updatedBy=1) == ("Ball", "2026-11-20", None, None)

    @pytest.mark.both_engines
    def test_the_capacity_stays_where_a_client_does_not_know_it_and_is_in_the_history(self, house: House) -> None:
        """3.event.330, 5.event.330: from 1 to 100,000; absent it stays, null clears it."""
        olive = house.signed_in()
        event = new_event(olive, capacity=1)
        path = f"/api/events/{event['id']}"
        known = {field: event[field] for field in ("name", "date", "time", "ticketPriceCents")}
        saved = [
            json_of(olive.put(path, json=body))["capacity"]
            for body in ({"capacity": 100_000}, known, {"capacity": None})
        ]
        assert (event["capacity"], saved) == (1, [100_000, 100_000, None])
        with house.database.read() as tx:
            query = select(AuditEntry.before, AuditEntry.after).order_by(AuditEntry.id.desc()).limit(3)
            [cleared, _, changed] = tx.execute(query).all()
        assert (changed.before["capacity"], changed.after["capacity"]) == (1, 100_000)
        assert (cleared.before["capacity"], cleared.after["capacity"]) == (100_000, None)

    @pytest.mark.either_engine
    def test_refuses_bad_input_names_the_field_and_changes_nothing(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        wrong: dict[str, tuple[Json, list[str]]] = {
            "null name": ({"name": None}, ["name"]),
            "blank name": ({"name": "  "}, ["name"]),
            "name too long": ({"name": "x" * 201}, ["name"]),
            "null date": ({"date": None}, ["date"]),
            "day that does not exist": ({"date": "2026-04-31"}, ["date"]),
            "time 24:00": ({"time": "24:00"}, ["time"]),
            "price below nought": ({"ticketPriceCents": -1}, ["ticketPriceCents"]),
            "room for nobody": ({"capacity": 0}, ["capacity"]),
            "version that is no number": ({"version": "one"}, ["version"]),
            "good and bad together": ({"name": "Ball", "date": "soon"}, ["date"]),
        }
        path = f"/api/events/{event['id']}"
        found = named_fields(olive, "PUT", path, {case: body for case, (body, _) in wrong.items()})
        assert found == {case: fields for case, (_, fields) in wrong.items()}
        assert json_of(olive.get(path)) == event

    def test_a_stale_version_is_refused_with_what_is_there_now(self, house: House) -> None:  # 7.rest.4, 5
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event = new_event(olive)
        path = f"/api/events/{event['id']}"
        current = json_of(oscar.put(path, json={"name": "Oscar's Ball", "version": event["version"]}))
        refusal = problem(olive.put(path, json={"name": "Olive's", "version": 1}), 409, "version_conflict")
        assert refusal["current"] == current
        assert refusal["updatedBy"] == {"id": me(oscar)["id"], "fullName": "Oscar Organizer"}
        assert refusal["updatedAt"] == current["updatedAt"]
        assert json_of(olive.get(path)) == current
        assert json_of(olive.put(path, json={"name": "Olive's", "version": 2}))["name"] == "Olive's"

    def test_a_version_that_never_was_is_a_conflict_however_large(self, house: House) -> None:
        olive = house.signed_in()
        path = f"/api/events/{new_event(olive)['id']}"
        for version in (0, -1, 2, 2**31, 2**63 - 1, 2**63, 10**30):
            problem(olive.put(path, json={"name": "Ball", "version": version}), 409, "version_conflict")

    def test_without_a_version_the_last_write_wins(self, house: House) -> None:  # 7.rest.6
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        path = f"/api/events/{new_event(olive)['id']}"
        oscar.put(path, json={"name": "Oscar's"})
        assert json_of(olive.put(path, json={"name": "Olive's", "version": None}))["version"] == 3
        assert json_of(olive.get(path))["name"] == "Olive's"

    @pytest.mark.both_engines
    def test_a_check_in_meanwhile_is_no_conflict(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        attendee = new_attendee(olive, event)
        olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        answer = olive.put(f"/api/events/{event['id']}", json={"name": "Ball", "version": event["version"]})
        assert answer.status_code == 200

    @pytest.mark.either_engine
    def test_a_new_name_and_date_change_no_ticket(self, house: House) -> None:  # 3.qr.7
        olive = house.signed_in()
        event = new_event(olive)
        attendee = new_attendee(olive, event)
        olive.put(f"/api/events/{event['id']}", json={"name": "Ball", "date": "2027-01-01"})
        now = json_of(olive.get(f"/api/attendees/{attendee['id']}"))
        assert (now["qrCodeData"], now["invoiceNumber"]) == (attendee["qrCodeData"], attendee["invoiceNumber"])
        assert now["event"] == {"id": event["id"], "name": "Ball", "date": "2027-01-01"}

    def test_an_unknown_event_is_404_with_or_without_a_version(self, house: House) -> None:
        olive = house.signed_in()
        for body in ({"name": "Ball"}, {"name": "Ball", "version": 1}):
            problem(olive.put("/api/events/999", json=body), 404, "event_not_found")


class TestDeleteEvent:
    def test_takes_its_attendees_with_it_and_nobody_elses(self, house: House) -> None:  # 7.rest.9
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive, name="Ball")
        gone = [new_attendee(olive, gala), new_attendee(olive, gala, fullName="Grace Hopper")]
        stays = new_attendee(olive, ball)
        answer = olive.delete(f"/api/events/{gala['id']}")
        assert (answer.status_code, answer.content) == (204, b"")
        problem(olive.get(f"/api/events/{gala['id']}"), 404, "event_not_found")
        for attendee in gone:
            problem(olive.get(f"/api/attendees/{attendee['id']}"), 404, "attendee_not_found")
        assert olive.get("/api/attendees").json() == [stays]
        with house.database.read() as tx:
            assert tx.scalar(select(func.count()).select_from(Attendee)) == 1

    def test_a_second_time_is_404(self, house: House) -> None:  # 7.call.9
        olive = house.signed_in()
        path = f"/api/events/{new_event(olive)['id']}"
        assert olive.delete(path).status_code == 204
        problem(olive.delete(path), 404, "event_not_found")
        problem(olive.put(path, json={"name": "Ball"}), 404, "event_not_found")

    def test_a_ticket_of_it_is_unknown_at_the_door(self, house: House) -> None:  # 7.scan.4
        olive = house.signed_in()
        event = new_event(olive)
        attendee = new_attendee(olive, event)
        olive.delete(f"/api/events/{event['id']}")
        answer = olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        problem(answer, 404, "ticket_unknown")

    def test_an_id_is_not_given_to_another_event(self, house: House) -> None:  # 3.event.2
        olive = house.signed_in()
        event = new_event(olive)
        olive.delete(f"/api/events/{event['id']}")
        assert new_event(olive)["id"] > event["id"]


def test_every_change_is_in_the_history_with_who_made_it(house: House) -> None:
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    event = new_event(olive)
    sam.put(f"/api/events/{event['id']}", json={"name": "Ball"})
    olive.delete(f"/api/events/{event['id']}")
    olive.delete(f"/api/events/{event['id']}")
    with house.database.read() as tx:
        entries = tx.scalars(select(AuditEntry).where(AuditEntry.action.like("event.%")).order_by(AuditEntry.id)).all()
    olives, sams = me(olive)["id"], me(sam)["id"]
    assert [(entry.action, entry.subject_id, entry.user_id) for entry in entries] == [
        ("event.created", event["id"], olives),
        ("event.updated", event["id"], sams),
        ("event.deleted", event["id"], olives),
    ]
