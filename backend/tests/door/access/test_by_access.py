"""Requests of a device with an access and without a session, and attacks on them."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select, update
from starlette.types import Scope

from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.door.admission import fast_path
from doorlist.door.models import ScanLogEntry
from doorlist.tickets.rules import whole_qr_hash
from doorlist.users import auth, cookies, service
from doorlist.users.accounts import set_password_for
from doorlist.users.models import User
from doorlist.users.rules import AccessKind
from tests.audit.entries import entries_of
from tests.cast import NORA, OLIVE, OSCAR, SAM, Person
from tests.door.access.test_devices import granted, rows, secrets_of
from tests.house import COOKIE_DOMAIN, House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

KEY = "00000000-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


class Door:
    """A device with a grant of Olive's for one event, and a guest of that event."""

    def __init__(self, house: House, person: Person = OLIVE, **said: Any) -> None:
        self.house = house
        self.device = house.signed_in(person)
        self.event = new_event(self.device)
        self.guest = new_attendee(self.device, self.event)
        self.grant = granted(self.device, self.event, **said)
        self.user_id = self.grant["user"]["id"]

    def without_session(self) -> "Door":
        self.device.cookies.delete("doorlist_session")
        return self

    def taken_over_by(self, person: Person) -> "Door":
        """The same device, with the session of another user."""
        token = self.house.signed_in(person).cookies["doorlist_session"]
        self.device.cookies.set("doorlist_session", token, domain=COOKIE_DOMAIN)
        return self

    def scan(self, guest: Json | None = None, **fields: Any) -> Response:
        body = {
            "qrData": (guest or self.guest)["qrCodeData"],
            "eventId": self.event["id"],
            "scannedBy": self.user_id,
            **fields,
        }
        sent = {name: value for name, value in body.items() if value is not None}
        return self.device.post("/api/attendees/scan", json=sent)

    def delivered(self, *, made_at: datetime, guest: Json | None = None) -> str:
        """The outcome of a check-in of that time that the device uploads now."""
        record = {
            "key": str(uuid4()),
            "at": clock.milliseconds(made_at),
            "clockOffset": 0,
            "qrHash": whole_qr_hash((guest or self.guest)["qrCodeData"]),
            "shown": "admitted",
            "certainty": "list",
        }
        body = {"eventId": self.event["id"], "scannedBy": self.user_id, "sentAt": clock.milliseconds(clock.now())}
        [result] = passed(self.device.post("/api/door/scans", json=body | {"items": [record]}))["items"]
        outcome: str = result["outcome"]
        return outcome

    def undo(self, **fields: Any) -> Response:
        path = f"/api/attendees/{self.guest['id']}/attendance"
        return self.device.patch(path, json={"attended": False, "scannedBy": self.user_id, **fields})


def log(house: House) -> list[ScanLogEntry]:
    with house.database.read() as tx:
        return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))


def passed(answer: Response) -> Json:
    assert answer.status_code == 200, answer.text
    return json_of(answer)


class TestAScan:
    def test_is_credited_to_the_user_of_the_grant(self, house: House) -> None:  # 6.grant.6
        door = Door(house, device="Gate B").without_session()
        attendee = passed(door.scan())["attendee"]
        assert attendee["scanner"] == {"id": door.user_id, "fullName": "Olive Organizer"}
        [row] = log(house)
        assert (row.user_id, row.device, row.event_id) == (door.user_id, "Gate B", door.event["id"])

    @pytest.mark.either_engine
    def test_names_the_device_of_the_request_before_that_of_the_grant(self, house: House) -> None:  # 6.grant.6
        door = Door(house, device="Gate B").without_session()
        passed(door.scan(device="Gate C"))
        assert log(house)[0].device == "Gate C"

    def test_goes_on_when_the_session_is_over_until_the_grant_is(self, house: House, time: MovingClock) -> None:
        # 6.grant.2, 3, 17
        door = Door(house)
        time.move(hours=8)
        problem(door.device.get("/api/me"), 401, "not_signed_in")
        passed(door.scan())
        time.move(hours=8)
        assert passed(door.scan())["alreadyScanned"]
        time.move(seconds=1)
        problem(door.scan(), 401, "not_signed_in")

    @pytest.mark.either_engine
    @pytest.mark.parametrize("left_out", ["scannedBy", "eventId"])
    def test_has_to_name_user_and_event(self, house: House, left_out: str) -> None:  # 6.grant.3
        door = Door(house).without_session()
        problem(door.scan(**{left_out: None}), 401, "not_signed_in")

    def test_of_a_ticket_for_another_event_is_refused(self, house: House) -> None:  # 6.grant.3
        door = Door(house)
        other = new_attendee(door.device, new_event(door.device))
        door.without_session()
        problem(door.scan(other), 404, "ticket_unknown")
        problem(door.scan(other, eventId=other["event"]["id"]), 401, "not_signed_in")

    def test_is_answered_alike_by_session_and_by_grant(self, house: House) -> None:  # 6.grant.6
        door = Door(house)
        first = passed(door.scan(idempotencyKey=KEY))
        door.without_session()
        again = passed(door.scan(idempotencyKey=KEY))
        assert again["attendee"].pop("phone") == again["attendee"].pop("qrCodeData") == ""
        assert first["attendee"].pop("phone") == "0400 111 222"
        assert first["attendee"].pop("qrCodeData") == door.guest["qrCodeData"]
        assert again == first
        assert len(log(house)) == 1

    def test_by_id_or_hash_returns_no_phone_and_no_text_of_the_ticket(self, house: House) -> None:  # 6.grant.14
        door = Door(house).without_session()
        text, phone = door.guest["qrCodeData"], door.guest["phone"]
        answers = [
            door.scan(qrData=None, attendeeId=door.guest["id"]),
            door.undo(),
            door.scan(qrData=None, qrHash=whole_qr_hash(text)),
            door.device.get("/api/door/list", params={"eventId": door.event["id"]}),
        ]
        for answer in answers:
            assert answer.status_code == 200, answer.text
            assert text not in answer.text
            assert phone not in answer.text

    def test_by_an_id_of_another_event_returns_nothing_of_that_event(self, house: House) -> None:  # 6.grant.14
        door = Door(house)
        other = new_attendee(door.device, new_event(door.device, name="Winter Ball"))
        door.without_session()
        answer = door.scan(qrData=None, attendeeId=other["id"])
        problem(answer, 404, "ticket_unknown")
        assert "Winter Ball" not in answer.text

    @pytest.mark.parametrize("by_id", [True, False])
    def test_of_an_earlier_key_returns_nothing_of_another_event(self, house: House, by_id: bool) -> None:
        # 6.grant.14; 7.settle.517
        door = Door(house)
        other = new_attendee(door.device, new_event(door.device), fullName="Grace Hopper")
        passed(door.scan(other, eventId=other["event"]["id"], idempotencyKey=KEY))
        door.without_session()
        named = {"attendeeId": other["id"]} if by_id else {"qrHash": whole_qr_hash(other["qrCodeData"])}
        answer = door.scan(qrData=None, idempotencyKey=KEY, **named)
        problem(answer, 400, "key_reused")
        assert "Grace Hopper" not in answer.text

    @pytest.mark.parametrize("ends_by", ["the clock", "a sign-out"])
    @pytest.mark.parametrize("seconds", [-60, -1, 0, 1, 60])
    def test_counts_as_the_same_record_of_a_batch(
        self, house: House, time: MovingClock, ends_by: str, seconds: int
    ) -> None:  # 6.grant.17; 7.settle.9
        """Made so many seconds after the end: live at once, live a while later, and delivered."""
        door = Door(house)
        guests = [door.guest, *(new_attendee(door.device, door.event) for _ in range(2))]
        ends = time.now() + (timedelta(hours=16) if ends_by == "the clock" else timedelta(minutes=5))
        made_at = ends + timedelta(seconds=seconds)
        came: list[bool] = []

        def end() -> None:
            time.moment = ends
            if ends_by == "a sign-out":
                door.device.cookies.set("doorlist_session", session, domain=COOKIE_DOMAIN)
                assert door.device.post("/api/logout").status_code == 204

        session = door.device.cookies["doorlist_session"]
        door.without_session()
        if seconds > 0:
            end()
        time.moment = made_at
        came.append(door.scan(guests[0]).status_code == 200)
        if seconds <= 0:
            end()
        time.moment = max(made_at, ends) + timedelta(seconds=60)
        read = {"scannedAt": f"{made_at:%Y-%m-%dT%H:%M:%SZ}"}
        came += [door.scan(guests[1], **read).status_code == 200]
        came += [door.delivered(made_at=made_at, guest=guests[2]) == "admitted"]
        assert came == [seconds <= 0] * 3
        attended = [json_of(house.signed_in().get(f"/api/attendees/{guest['id']}"))["attended"] for guest in guests]
        assert attended == came

    def test_with_a_living_session_looks_up_no_access(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 6.grant.7
        asked: list[AccessKind] = []
        read = cookies.read_secrets

        def read_and_count(scope: Scope, kind: AccessKind, settings: Settings) -> list[str]:
            asked.append(kind)
            return read(scope, kind, settings)

        monkeypatch.setattr(fast_path, "read_secrets", read_and_count)
        door = Door(house)
        for _ in range(2):  # the first scan of a session goes the ordinary way
            passed(door.scan())
        door.taken_over_by(OSCAR)
        passed(door.scan(scannedBy=None))
        assert asked == []
        passed(door.scan())
        assert asked == [AccessKind.STAFF]


class TestTwoUsersOnOneDevice:
    def test_the_second_sends_what_the_first_made(self, house: House) -> None:  # 6.grant.6; 10.cookie.10
        door = Door(house)
        door.taken_over_by(OSCAR)
        oscar = granted(door.device, door.event)["user"]["id"]
        second = new_attendee(door.device, door.event)
        assert passed(door.scan())["attendee"]["scanner"]["id"] == door.user_id
        assert passed(door.scan(second, scannedBy=oscar))["attendee"]["scanner"]["id"] == oscar
        assert [row.user_id for row in log(house)] == [door.user_id, oscar]
        door.without_session()
        assert passed(door.undo(scannedBy=oscar))["message"] == "Marked absent"
        assert [row.user_id for row in log(house)] == [door.user_id, oscar, oscar]

    def test_nobody_is_credited_without_a_grant_of_theirs(self, house: House) -> None:  # 6.grant.6; 6.roles.9
        door = Door(house)
        sam = house.signed_in(SAM).get("/api/me").json()["id"]
        door.taken_over_by(OSCAR)
        problem(door.scan(scannedBy=sam), 403, "not_you")
        problem(door.undo(scannedBy=sam), 403, "not_you")
        door.without_session()
        problem(door.scan(scannedBy=sam), 401, "not_signed_in")
        problem(door.undo(scannedBy=sam), 401, "not_signed_in")
        assert log(house) == []

    def test_a_grant_at_another_event_helps_nobody(self, house: House) -> None:  # 6.grant.3
        door = Door(house)
        other = new_event(door.device)
        door.taken_over_by(OSCAR)
        problem(door.scan(eventId=other["id"]), 403, "not_you")

    def test_a_user_who_must_change_the_password_sends_for_the_other(self, house: House) -> None:  # 6.grant.6
        door = Door(house).taken_over_by(NORA)
        passed(door.scan())
        problem(door.scan(scannedBy=None), 403, "password_change_required")

    def test_the_ended_grant_of_the_first_is_not_made_good_by_the_second(self, house: House) -> None:  # 6.grant.9
        door = Door(house).taken_over_by(OSCAR)
        granted(door.device, door.event)
        house.signed_in(SAM).delete(f"/api/door/grants/{door.grant['id']}")
        problem(door.scan(), 403, "grant_ended")
        problem(door.undo(), 403, "grant_ended")
        assert log(house) == []


class TestMarkingByHand:
    def test_counts_until_the_grant_makes_nothing(self, house: House, time: MovingClock) -> None:  # 6.grant.17
        door = Door(house).without_session()
        passed(door.scan())
        time.move(hours=16)
        passed(door.undo())
        time.move(seconds=1)
        problem(door.undo(), 401, "not_signed_in")

    def test_absent_is_for_a_grant_too_and_present_is_not(self, house: House) -> None:  # 6.grant.3, 6
        door = Door(house, device="Gate B")
        passed(door.scan())
        door.without_session()
        assert passed(door.undo())["message"] == "Marked absent"
        assert [(row.user_id, row.device, row.outcome) for row in log(house)[1:]] == [
            (door.user_id, "Gate B", "marked_absent")
        ]
        problem(door.undo(attended=True), 401, "not_signed_in")

    def test_counts_no_ids_of_other_events(self, house: House) -> None:  # 6.grant.15
        door = Door(house)
        other = new_attendee(door.device, new_event(door.device))
        gone = new_attendee(door.device, door.event)
        assert door.device.delete(f"/api/attendees/{gone['id']}").status_code == 204
        door.without_session()
        # The response to an attempt reveals nothing either.
        problem(door.scan(qrData=None, attendeeId=other["id"]), 404, "ticket_unknown")
        for attendee_id in (other["id"], gone["id"], other["id"] + 1000):
            door.guest = {"id": attendee_id}
            problem(door.undo(), 401, "not_signed_in")

    @pytest.mark.both_engines
    def test_of_a_checked_in_guest_who_was_deleted_is_not_found(self, house: House) -> None:  # 6.grant.15
        door = Door(house)
        passed(door.scan())
        assert door.device.delete(f"/api/attendees/{door.guest['id']}").status_code == 204
        problem(door.without_session().undo(), 404, "attendee_not_found")


class TestTelling:
    @pytest.mark.both_engines
    def test_without_a_session_moves_no_end(self, house: House, time: MovingClock) -> None:  # 6.grant.2; 7.grant.2
        door = Door(house).without_session()
        time.move(hours=20)
        told = granted(door.device, door.event, waiting=5, device="Gate C")
        assert told == door.grant | {"device": "Gate C"}
        [row] = rows(house)
        assert (row.waiting, row.last_contact_at) == (5, time.now())

    def test_again_is_for_those_who_sign_in(self, house: House) -> None:  # 7.grant.6
        door = Door(house).without_session()
        house.signed_in(SAM).delete(f"/api/door/grants/{door.grant['id']}")
        body = {"eventId": door.event["id"], "again": True}
        problem(door.device.post("/api/door/grants", json=body), 403, "grant_ended")

    def test_a_secret_that_the_server_does_not_know_is_replaced_at_the_next_sign_in(self, house: House) -> None:
        # 7.grant.7
        door = Door(house)
        door.device.cookies.set("doorlist_door", "u" * 43, domain=COOKIE_DOMAIN)
        new = granted(door.device, door.event)
        assert new["id"] != door.grant["id"]
        [secret] = secrets_of(door.device)
        assert secret != "u" * 43
        passed(door.without_session().scan())

    def test_a_session_that_was_ended_meanwhile_makes_none(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 6.grant.9
        door = Door(house)
        other = new_event(door.device)
        found = service.find_signed_in_user

        def deactivated_after(*args: Any, **named: Any) -> Any:
            user = found(*args, **named)
            monkeypatch.setattr(auth, "find_signed_in_user", found)
            assert house.signed_in(SAM).delete(f"/api/users/{door.user_id}").status_code == 200
            return user

        monkeypatch.setattr(auth, "find_signed_in_user", deactivated_after)
        problem(door.device.post("/api/door/grants", json={"eventId": other["id"]}), 401, "not_signed_in")
        assert len(rows(house)) == 1


class TestEnds:
    @pytest.mark.parametrize(
        ("method", "body"),
        [("DELETE", None), ("PUT", {"password": "a wholly new pass phrase"}), ("PUT", {"role": "super_admin"})],
    )
    def test_what_another_person_does_to_the_account_ends_its_grants(
        self, house: House, method: str, body: Json | None
    ) -> None:  # 6.grant.9
        door, other = Door(house).without_session(), Door(house, OSCAR).without_session()
        sam = house.signed_in(SAM)
        assert sam.request(method, f"/api/users/{door.user_id}", json=body).status_code == 200
        ended = problem(door.scan(), 403, "grant_ended")
        assert ended["endedBy"]["fullName"] == "Sam Superadmin"
        if method == "DELETE":
            sam.post(f"/api/users/{door.user_id}/reactivate")
            problem(door.scan(), 403, "grant_ended")
        passed(other.scan())

    def test_a_password_from_the_shell_does(self, house: House) -> None:  # 6.grant.9; 7.grant.5
        door = Door(house).without_session()
        set_password_for(house.database, OLIVE.username, "a wholly new pass phrase")
        assert problem(door.scan(), 403, "grant_ended")["endedBy"] is None

    @pytest.mark.both_engines
    def test_other_edits_and_ones_own_password_do_not(self, house: House) -> None:  # 6.grant.10
        door = Door(house, SAM)
        edits: list[Json] = [{"fullName": "Sam Renamed"}, {"password": "a wholly new pass phrase"}]
        for edit in edits:
            assert door.device.put(f"/api/users/{door.user_id}", json=edit).status_code == 200
        change = {"currentPassword": "a wholly new pass phrase", "newPassword": "another wholly new one"}
        assert door.device.put("/api/me/password", json=change).status_code == 204
        passed(door.without_session().scan())

    def test_the_deletion_of_the_event_removes_them(self, house: House) -> None:  # 6.grant.13
        door = Door(house)
        assert house.signed_in(SAM).delete(f"/api/events/{door.event['id']}").status_code == 204
        assert rows(house) == []
        problem(door.scan(), 400, "validation_failed")
        problem(door.without_session().scan(), 401, "not_signed_in")

    def test_a_sign_out_ends_making_and_not_delivering(self, house: House, time: MovingClock) -> None:  # 6.grant.10
        door, elsewhere = Door(house), Door(house).without_session()
        time.move(minutes=1)
        assert door.device.post("/api/logout").status_code == 204
        problem(door.device.get("/api/door/list", params={"eventId": door.event["id"]}), 401, "not_signed_in")
        time.move(seconds=1)
        problem(door.scan(), 401, "not_signed_in")
        problem(door.undo(), 401, "not_signed_in")
        assert door.delivered(made_at=time.now() - timedelta(seconds=2)) == "admitted"
        assert elsewhere.device.get("/api/door/list", params={"eventId": elsewhere.event["id"]}).status_code == 200
        door.taken_over_by(OLIVE)
        assert granted(door.device, door.event)["id"] == door.grant["id"]
        door.without_session()
        assert door.device.get("/api/door/list", params={"eventId": door.event["id"]}).status_code == 200

    @pytest.mark.both_engines
    def test_a_sign_out_leaves_what_another_user_makes_here(self, house: House) -> None:  # 6.grant.10
        door = Door(house).taken_over_by(OSCAR)
        granted(door.device, door.event)
        assert door.device.post("/api/logout").status_code == 204
        assert door.device.get("/api/door/list", params={"eventId": door.event["id"]}).status_code == 200

    def test_a_sign_in_ends_the_making_of_others_on_the_device(self, house: House, time: MovingClock) -> None:
        # 6.grant.16, 17
        door, elsewhere = Door(house).without_session(), Door(house).without_session()
        credentials = {"username": OSCAR.username, "password": OSCAR.password}
        assert door.device.post("/api/login", json=credentials).status_code == 200
        door.without_session()
        problem(door.device.get("/api/door/list", params={"eventId": door.event["id"]}), 401, "not_signed_in")
        time.move(seconds=1)
        problem(door.scan(), 401, "not_signed_in")
        assert door.delivered(made_at=time.now() - timedelta(seconds=1)) == "admitted"
        assert elsewhere.device.get("/api/door/list", params={"eventId": elsewhere.event["id"]}).status_code == 200

    def test_a_sign_in_goes_on_with_ones_own(self, house: House) -> None:  # 6.grant.16
        door = Door(house).without_session()
        credentials = {"username": OLIVE.username, "password": OLIVE.password}
        assert door.device.post("/api/login", json=credentials).status_code == 200
        door.without_session()
        assert door.device.get("/api/door/list", params={"eventId": door.event["id"]}).status_code == 200

    def test_a_sign_out_without_a_session_is_that_of_the_newest_grant(self, house: House, time: MovingClock) -> None:
        # 6.grant.10, 17
        door = Door(house).without_session()
        assert door.device.post("/api/logout").status_code == 204
        problem(door.device.get("/api/door/list", params={"eventId": door.event["id"]}), 401, "not_signed_in")
        [entry] = entries_of(house.database, Action.USER_SIGNED_OUT)
        assert entry.user_id == door.user_id
        assert door.delivered(made_at=time.now()) == "admitted"

    def test_an_inactive_user_makes_and_delivers_nothing_however_it_came(self, house: House) -> None:  # 6.grant.9
        door = Door(house).without_session()
        with house.database.write() as tx:
            tx.execute(update(User).where(User.id == door.user_id).values(is_active=False))
        problem(door.scan(), 401, "not_signed_in")


class TestBackups:
    def test_a_json_backup_holds_none_and_its_restore_leaves_none(self, house: House) -> None:
        # 4.restore-file.6; 6.grant.13
        door = Door(house, device="Gate B")
        sam = house.signed_in(SAM)
        file = sam.get("/api/export/backup.json").content
        assert b"Gate B" not in file
        assert b"rant" not in file
        answer = sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)})
        assert answer.status_code == 200, answer.text
        assert rows(house) == []
        problem(door.without_session().scan(), 401, "not_signed_in")

    def test_a_server_backup_brings_those_of_its_moment_back(self, house: House, time: MovingClock) -> None:
        # 4.restore-file.6; 7.grant.7
        door = Door(house)
        sam = house.signed_in(SAM)
        filename = json_of(sam.post("/api/backup/create"))["filename"]
        younger = new_event(door.device)
        lost = granted(door.device, younger)
        time.move(minutes=1)
        assert sam.post("/api/backup/restore", json={"filename": filename}).status_code == 200
        assert [row.id for row in rows(house)] == [door.grant["id"]]
        problem(door.device.get("/api/me"), 401, "not_signed_in")
        passed(door.scan())
        problem(door.scan(eventId=lost["eventId"]), 401, "not_signed_in")


class TestTheList:
    def test_is_read_by_a_grant_until_it_makes_nothing(self, house: House, time: MovingClock) -> None:  # 6.grant.4
        door = Door(house).without_session()
        asked = {"eventId": door.event["id"]}
        assert [ticket[1] for ticket in door.device.get("/api/door/list", params=asked).json()["tickets"]] == [
            door.guest["id"]
        ]
        time.move(hours=16, seconds=-1)
        assert door.device.get("/api/door/list", params=asked).status_code == 200
        time.move(seconds=1)
        problem(door.device.get("/api/door/list", params=asked), 401, "not_signed_in")

    @pytest.mark.either_engine
    @pytest.mark.parametrize("event_id", ["", "x", "0", "-1", "9" * 30, "1e0"])
    def test_of_a_strange_event_is_refused(self, house: House, event_id: str) -> None:  # 6.grant.3; 10.problem.4
        door = Door(house).without_session()
        answer = door.device.get("/api/door/list", params={"eventId": event_id})
        assert answer.status_code in {400, 401}


@pytest.mark.either_engine  # a cookie is read before anything is looked up
class TestJunk:
    @pytest.mark.parametrize("cookie", [b"x" * 43, b"." * 4000, b"\xff" * 43, b"", b'"' * 60, b"%00" * 20])
    def test_is_a_stranger(self, house: House, cookie: bytes) -> None:  # 10.cookie.13; 10.problem.4
        door = Door(house)
        client: TestClient = house.stranger()
        headers = {b"cookie": b"doorlist_door=" + cookie}
        for method, path in (("GET", "/api/door/grants"), ("POST", "/api/attendees/scan"), ("GET", "/api/live")):
            answer = client.request(method, path, headers=headers, params={"eventId": door.event["id"]})
            problem(answer, 401, "not_signed_in")
        assert client.post("/api/logout", headers=headers).status_code == 204

    def test_of_more_than_eight_the_first_eight_are_read(self, house: House) -> None:  # 10.cookie.10
        door = Door(house).without_session()
        [secret] = secrets_of(door.device)
        others = [letter * 43 for letter in "abcdefgh"]
        for place, status in ((0, 200), (7, 200), (8, 401)):
            cookie = ".".join([*others[:place], secret, *others[place:]])
            door.device.cookies.set("doorlist_door", cookie, domain=COOKIE_DOMAIN)
            assert door.scan().status_code == status

    def test_the_database_holds_no_secret_that_opens_anything(self, house: House, time: MovingClock) -> None:
        # 10.cookie.4
        door = Door(house).without_session()
        [row] = rows(house)
        door.device.cookies.set("doorlist_door", row.secret_hash or "", domain=COOKIE_DOMAIN)
        problem(door.scan(), 401, "not_signed_in")
        door.device.cookies.set("doorlist_door", (row.secret_hash or "")[:43], domain=COOKIE_DOMAIN)
        problem(door.scan(), 401, "not_signed_in")
        assert row.makes_until - time.now() == timedelta(hours=16)
