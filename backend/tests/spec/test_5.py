"""Section 5 of the contract, as far as the server judges: what each field takes."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import func, select, update

from doorlist.attendees.models import Attendee
from doorlist.door.models import ScanLogEntry
from tests.house import House, Json, json_of, new_attendee, new_event, problem

GUEST: Json = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}
EVENING: Json = {"name": "Spring Gala", "date": "2026-11-20", "time": "19:30"}


def refused(answer: Response) -> list[str]:
    """The fields that a call is refused for."""
    return [error["field"] for error in problem(answer, 400, "validation_failed")["errors"]]


def user_path(sam: TestClient, vera: Json) -> str:
    return f"/api/users/{json_of(sam.post('/api/users', json=vera))['id']}"


@pytest.mark.either_engine
class TestText:
    @pytest.mark.parametrize("control", ["\x00", "\x07", "\n", "\x1b", "\x7f", "\x85"], ids=ascii)
    def test_has_no_control_characters(
        self, olive: TestClient, sam: TestClient, gala: Json, vera: Json, control: str
    ) -> None:
        text = f"abc{control}def"  # 5.text.1
        attendee = new_attendee(olive, gala)
        event_path, attendee_path = f"/api/events/{gala['id']}", f"/api/attendees/{attendee['id']}"
        assert refused(olive.post("/api/events", json={**EVENING, "name": text})) == ["name"]
        assert refused(olive.put(event_path, json={"name": text})) == ["name"]
        for field in ("fullName", "phone", "paymentStatus"):
            guest = {**GUEST, "eventId": gala["id"], field: text}
            assert refused(olive.post("/api/attendees", json=guest)) == [field]
            assert refused(olive.put(attendee_path, json={field: text})) == [field]
            rows = {"eventId": gala["id"], "attendees": [{**GUEST, field: text}]}
            imported = json_of(olive.post("/api/attendees/bulk-import", json=rows))
            assert [error["field"] for error in imported["rowErrors"]] == [field]
        for field in ("username", "fullName"):
            assert refused(sam.post("/api/users", json={**vera, field: text})) == [field]
            assert refused(sam.put("/api/users/1", json={field: text})) == [field]
        ticket = {"qrData": attendee["qrCodeData"], "device": text}
        assert refused(olive.post("/api/attendees/scan", json=ticket)) == ["device"]

    def test_is_measured_after_trimming(self, olive: TestClient, sam: TestClient, gala: Json, vera: Json) -> None:
        wide = " " * 300  # 5.event.1; 5.attendee.1, 2, 4; 5.user.1, 2
        assert new_event(olive, name=f"{wide}x{wide}")["name"] == "x"
        attendee = new_attendee(olive, gala, fullName=f"{wide}x", phone=f"y{wide}", paymentStatus=f"{wide}z")
        assert [attendee[field] for field in ("fullName", "phone", "paymentStatus")] == ["x", "y", "z"]
        for short in ("  ab  ", "ab ", " "):
            assert refused(sam.post("/api/users", json={**vera, "username": short})) == ["username"]


@pytest.mark.either_engine
class TestUser:
    def test_has_a_username_of_3_to_64_characters(self, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.user.1
        for bad in ("", "ab", "x" * 65):
            assert refused(sam.post("/api/users", json={**vera, "username": bad})) == ["username"]
            assert refused(sam.put(path, json={"username": bad})) == ["username"]
        for good in ("abc", "x" * 64):
            assert json_of(sam.put(path, json={"username": good}))["username"] == good

    def test_has_a_full_name_of_1_to_200_characters(self, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.user.2
        for bad in ("", "x" * 201):
            assert refused(sam.post("/api/users", json={**vera, "username": "somebody", "fullName": bad})) == [
                "fullName"
            ]
            assert refused(sam.put(path, json={"fullName": bad})) == ["fullName"]
        for good in ("x", "x" * 200):
            assert json_of(sam.put(path, json={"fullName": good}))["fullName"] == good

    def test_has_a_password_of_10_to_128_characters_that_is_not_common(self, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.password.1, 2
        for bad in ("x" * 9, "x" * 129, "1234567890", "Password123"):
            new = {**vera, "username": "somebody", "password": bad}
            assert refused(sam.post("/api/users", json=new)) == ["password"]
            assert refused(sam.put(path, json={"password": bad})) == ["password"]
        for good in ("ten chars!", "seven geese over the dark river " * 4):
            assert sam.put(path, json={"password": good}).status_code == 200

    def test_has_a_password_of_any_kind_of_characters(self, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.password.3
        for good in ("alllowercaseletters", "8274018263502", "пароль на русском"):
            assert sam.put(path, json={"password": good}).status_code == 200

    def test_cannot_change_the_own_password_without_the_current_one(self, house: House) -> None:
        olive = house.signed_in()  # 5.password.4
        for current in ("wrong horse battery", "", None):
            change = {"currentPassword": current, "newPassword": "a better horse battery"}
            assert refused(olive.put("/api/me/password", json=change)) == ["currentPassword"]
        answer = olive.put("/api/me/password", json={"newPassword": "a better horse battery"})
        assert refused(answer) == ["currentPassword"]
        house.signed_in()

    def test_keeps_username_and_full_name_in_an_edit(self, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.users.1
        for field in ("username", "fullName"):
            for empty in ("", "   ", None):
                assert refused(sam.put(path, json={field: empty})) == [field]

    def test_keeps_the_password_when_it_is_blank_or_absent(self, house: House, sam: TestClient, vera: Json) -> None:
        path = user_path(sam, vera)  # 5.users.2
        for blank in ({"password": ""}, {"password": None}, {}):
            assert json_of(sam.put(path, json={"fullName": "Vera", **blank}))["fullName"] == "Vera"
        signed_in = house.stranger().post("/api/login", json=vera)
        assert signed_in.status_code == 200

    def test_is_never_deactivated_by_themselves(self, sam: TestClient) -> None:
        me = json_of(sam.get("/api/me"))["id"]  # 5.users.4
        refusal = problem(sam.delete(f"/api/users/{me}"), 409, "cannot_deactivate_yourself")
        assert refusal["detail"] == "Cannot deactivate yourself"
        assert json_of(sam.get("/api/me"))["isActive"] is True


@pytest.mark.either_engine
class TestAttendee:
    @pytest.mark.parametrize(
        ("field", "good", "bad"),
        [
            ("fullName", ["x", "x" * 200], ["", "x" * 201]),  # 5.attendee.1
            ("phone", ["x", "5" * 40, "no form at all!"], ["", "5" * 41]),  # 5.attendee.2
            ("tableNumber", [1, 100_000, "12"], [0, -1, 100_001, 1.5, "two"]),  # 5.attendee.3
            ("paymentStatus", ["x", "x" * 40, "Pays at the door"], [" ", "x" * 41]),  # 5.attendee.4
        ],
    )
    def test_is_held_to_the_same_limits_by_every_call(
        self, olive: TestClient, gala: Json, field: str, good: list[Any], bad: list[Any]
    ) -> None:
        path = f"/api/attendees/{new_attendee(olive, gala)['id']}"

        def imported(value: Any) -> Json:
            rows = [{**GUEST, "fullName": f"Guest {value!s:.20}", field: value}]
            return json_of(olive.post("/api/attendees/bulk-import", json={"eventId": gala["id"], "attendees": rows}))

        for value in good:
            edited = json_of(olive.put(path, json={field: value}))
            assert str(edited[field]) == str(value)
            assert str(new_attendee(olive, gala, **{field: value})[field]) == str(value)
            assert imported(value)["errors"] == 0
        for value in bad:
            assert refused(olive.put(path, json={field: value})) == [field]
            assert refused(olive.post("/api/attendees", json={**GUEST, "eventId": gala["id"], field: value})) == [field]
            if str(value).strip():
                assert [error["field"] for error in imported(value)["rowErrors"]] == [field]

    def test_belongs_to_an_event_that_there_is(self, olive: TestClient) -> None:
        for unknown in (99_999, 0, -1):  # 5.attendee.5
            assert refused(olive.post("/api/attendees", json={**GUEST, "eventId": unknown})) == ["eventId"]
            rows = {"eventId": unknown, "attendees": [GUEST]}
            assert refused(olive.post("/api/attendees/bulk-import", json=rows)) == ["eventId"]

    def test_without_a_table_yet_may_stay_so_in_an_edit(self, house: House, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 5.details.4
        path = f"/api/attendees/{attendee['id']}"
        with house.database.write() as tx:
            tx.execute(update(Attendee).where(Attendee.id == attendee["id"]).values(table_number=0))
        edited = json_of(olive.put(path, json={**GUEST, "fullName": "Ada King", "tableNumber": 0}))
        assert (edited["fullName"], edited["tableNumber"]) == ("Ada King", 0)
        assert json_of(olive.put(path, json={"phone": "1"}))["tableNumber"] == 0
        assert json_of(olive.put(path, json={"tableNumber": 4}))["tableNumber"] == 4
        assert refused(olive.put(path, json={"tableNumber": 0})) == ["tableNumber"]


@pytest.mark.either_engine
class TestBulkImport:
    def imported(self, olive: TestClient, event: Json, *rows: Json) -> Json:
        return json_of(olive.post("/api/attendees/bulk-import", json={"eventId": event["id"], "attendees": list(rows)}))

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"tableNumber": "twelve"}, "tableNumber"),
            ({"tableNumber": "12a"}, "tableNumber"),
            ({"fullName": ""}, "fullName"),
            ({"fullName": "  "}, "fullName"),
            ({"fullName": None}, "fullName"),
            ({"phone": ""}, "phone"),
            ({"phone": " "}, "phone"),
        ],
        ids=str,
    )
    def test_leaves_out_a_row_that_is_in_error(self, olive: TestClient, gala: Json, change: Json, field: str) -> None:
        body = self.imported(olive, gala, {**GUEST, **change})  # 5.bulk-import.1
        assert (body["imported"], body["errors"], body["duplicates"]) == (0, 1, 0)
        assert [(error["row"], error["field"]) for error in body["rowErrors"]] == [(1, field)]

    @pytest.mark.parametrize("blank", ["", "  ", None, ...], ids=str)
    def test_takes_a_blank_table_for_1_and_a_blank_status_for_free(
        self, olive: TestClient, gala: Json, blank: Any
    ) -> None:
        blanks = {} if blank is ... else {"tableNumber": blank, "paymentStatus": blank}  # 5.bulk-import.2
        assert self.imported(olive, gala, {"fullName": "Ada", "phone": "1", **blanks})["imported"] == 1
        (made,) = olive.get("/api/attendees", params={"eventId": gala["id"]}).json()
        assert (made["tableNumber"], made["paymentStatus"]) == (1, "free")


class TestScan:
    def test_text_is_trimmed_and_put_in_upper_case(self, olive: TestClient, gala: Json) -> None:
        ticket = new_attendee(olive, gala)["qrCodeData"]  # 5.scan.1
        for spelling in (ticket.lower(), f"\t {ticket} \r\n", ticket.capitalize()):
            assert olive.post("/api/attendees/scan", json={"qrData": spelling}).status_code == 200, spelling

    @pytest.mark.parametrize("text", ["older-Ticket/5", "7", "https://example.org/t?id=9", "x" * 500, "INV-7KQM-3XRE"])
    def test_knows_a_stored_text_whatever_its_form(
        self, house: House, olive: TestClient, gala: Json, text: str
    ) -> None:
        attendee = new_attendee(olive, gala)  # 5.scan.2
        own = attendee["qrCodeData"]
        scan = {"qrData": f" {text}\n"}
        assert olive.post("/api/attendees/scan", json=scan).status_code == 400
        with house.database.write() as tx:
            tx.execute(update(Attendee).where(Attendee.id == attendee["id"]).values(qr_code_data=text))
        verdict = json_of(olive.post("/api/attendees/scan", json=scan))
        assert (verdict["alreadyScanned"], verdict["attendee"]["id"]) == (False, attendee["id"])
        problem(olive.post("/api/attendees/scan", json={"qrData": own}), 404, "ticket_unknown")

    def test_key_is_a_uuid(self, house: House, olive: TestClient, gala: Json) -> None:
        ticket = new_attendee(olive, gala)["qrCodeData"]  # 5.scan.4
        rows = self.rows(house)
        for key in ("again", "", 7, "0b7e6c1e-0000-0000-0000-00000000000"):
            scan = {"qrData": ticket, "idempotencyKey": key}
            assert refused(olive.post("/api/attendees/scan", json=scan)) == ["idempotencyKey"]
            guest = {**GUEST, "eventId": gala["id"], "idempotencyKey": key}
            assert refused(olive.post("/api/attendees", json=guest)) == ["idempotencyKey"]
        assert self.rows(house) == rows
        scan = {"qrData": ticket, "idempotencyKey": "0b7e6c1e-0000-4000-8000-000000000001"}
        assert olive.post("/api/attendees/scan", json=scan).status_code == 200

    def rows(self, house: House) -> int:
        with house.database.read() as tx:
            return tx.scalar(select(func.count()).select_from(ScanLogEntry)) or 0
