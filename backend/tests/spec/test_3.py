"""Section 3 of the contract: what users, events, attendees, tickets, payments and the scan log are."""

from typing import Any

import pytest
import segno
from fastapi.testclient import TestClient
from sqlalchemy import JSON, BigInteger, Boolean, Integer, LargeBinary, String, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import Uuid

from doorlist.attendees.models import Attendee
from doorlist.core.clock import to_wire
from doorlist.core.db.database import Base, UtcDateTime
from doorlist.door.models import ScanLogEntry
from doorlist.tickets import rules as ticket_rules
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

GIVEN = "given by sam 1"


def user(answer: Any, status: int = 200) -> Json:
    assert answer.status_code == status, answer.text
    return json_of(answer)


def sign_in(house: House, vera: Json, password: str = "") -> TestClient:
    client = house.stranger()
    user(client.post("/api/login", json={"username": vera["username"], "password": password or vera["password"]}))
    return client


def scan(client: TestClient, qr_data: str, **fields: Any) -> int:
    return client.post("/api/attendees/scan", json={"qrData": qr_data, **fields}).status_code


def log(house: House) -> list[tuple[Any, ...]]:
    with house.database.read() as tx:
        return [tuple(row) for row in tx.execute(select(*ScanLogEntry.__table__.columns).order_by(ScanLogEntry.id))]


@pytest.mark.either_engine
class TestUser:
    FIELDS = ("id", "username", "fullName", "role", "isActive", "createdAt", "lastLogin", "mustChangePassword")

    def test_reads_as_eight_fields_wherever_it_reads(self, house: House, sam: TestClient, vera: Json) -> None:
        made = user(sam.post("/api/users", json=vera), 201)  # 3.user.1
        path = f"/api/users/{made['id']}"
        answers = [
            made,
            user(sam.get("/api/me")),
            sam.get("/api/users").json()[-1],
            user(sam.put(path, json={"fullName": "Vera"})),
            user(sam.delete(path)),
            user(sam.post(f"{path}/reactivate")),
            user(house.stranger().post("/api/login", json=vera)),
        ]
        for answer in answers:
            assert set(self.FIELDS) <= set(answer)

    def test_has_an_id_that_is_an_integer(self, sam: TestClient, vera: Json) -> None:
        assert type(user(sam.post("/api/users", json=vera), 201)["id"]) is int  # 3.user.2

    def test_has_a_username_that_nobody_else_has_in_any_case(self, sam: TestClient, vera: Json) -> None:
        made = user(sam.post("/api/users", json=vera), 201)  # 3.user.3
        for taken in ("olive", "OLIVE", " Olive "):
            problem(sam.post("/api/users", json={**vera, "username": taken}), 409, "username_taken")
            problem(sam.put(f"/api/users/{made['id']}", json={"username": taken}), 409, "username_taken")
        own = sam.put(f"/api/users/{made['id']}", json={"username": vera["username"].upper()})
        assert user(own)["username"] == vera["username"].upper()

    def test_has_a_password_that_never_comes_out(self, house: House, sam: TestClient, vera: Json, gala: Json) -> None:
        made = user(sam.post("/api/users", json=vera), 201)  # 3.user.4
        path = f"/api/users/{made['id']}"
        new_attendee(sam, gala, soldBy=made["id"])
        answers = [
            sam.get("/api/users"),
            sam.put(path, json={"password": GIVEN}),
            sam.put(path, json={"fullName": "Vera", "version": 1}),
            house.stranger().post("/api/login", json={"username": vera["username"], "password": GIVEN}),
            sam.delete(path),
            sam.post(f"{path}/reactivate"),
            sam.get("/api/attendees"),
            sam.get("/api/attendees/export/csv"),
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 409, 200, 200, 200, 200, 200]
        for answer in answers:
            for secret in (vera["password"], GIVEN, "argon2", "passwordHash"):
                assert secret not in answer.text

    def test_is_an_organizer_unless_said_otherwise_and_never_a_third_thing(self, sam: TestClient, vera: Json) -> None:
        assert user(sam.post("/api/users", json=vera), 201)["role"] == "organizer"  # 3.user.5
        for role in ("admin", "Organizer", "", None, 1):
            answer = sam.post("/api/users", json={**vera, "username": "somebody", "role": role})
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "role"
        answer = sam.post("/api/users", json={**vera, "username": vera["username"] + "b", "role": "super_admin"})
        assert user(answer, 201)["role"] == "super_admin"

    def test_is_active_when_new(self, sam: TestClient, vera: Json) -> None:
        assert user(sam.post("/api/users", json=vera), 201)["isActive"] is True  # 3.user.6

    def test_says_when_it_was_created_whatever_happens_later(
        self, sam: TestClient, vera: Json, clock: MovingClock
    ) -> None:
        created = to_wire(clock.now())  # 3.user.7
        made = user(sam.post("/api/users", json=vera), 201)
        assert made["createdAt"] == created
        clock.move(minutes=5)
        assert user(sam.put(f"/api/users/{made['id']}", json={"fullName": "Vera"}))["createdAt"] == created

    def test_has_no_last_login_before_the_first(
        self, house: House, sam: TestClient, vera: Json, clock: MovingClock
    ) -> None:
        made = user(sam.post("/api/users", json=vera), 201)  # 3.user.8
        assert made["lastLogin"] is None
        clock.move(minutes=5)
        assert user(sign_in(house, vera).get("/api/me"))["lastLogin"] == to_wire(clock.now())

    def test_must_change_a_password_that_somebody_else_set(self, house: House, sam: TestClient, vera: Json) -> None:
        made = user(sam.post("/api/users", json=vera), 201)  # 3.user.9
        assert made["mustChangePassword"] is True
        client = sign_in(house, vera)
        change = {"currentPassword": vera["password"], "newPassword": "one of my very own"}
        assert client.put("/api/me/password", json=change).status_code == 204
        assert user(client.get("/api/me"))["mustChangePassword"] is False
        path = f"/api/users/{made['id']}"
        assert user(sam.put(path, json={"fullName": "Vera"}))["mustChangePassword"] is False
        assert user(sam.put(path, json={"password": GIVEN}))["mustChangePassword"] is True


class TestEvent:
    @pytest.mark.both_engines
    def test_has_an_id_that_counts_up(self, olive: TestClient) -> None:
        ids = [new_event(olive)["id"] for _ in range(3)]  # 3.event.2
        assert ids == [ids[0], ids[0] + 1, ids[0] + 2]

    def test_keeps_date_and_time_as_the_venues_own(self, olive: TestClient) -> None:
        event = new_event(olive, date="2026-03-29", time="02:30")  # 3.event.3, 4
        read = json_of(olive.get(f"/api/events/{event['id']}"))
        assert (read["date"], read["time"]) == ("2026-03-29", "02:30")

    def test_has_a_version_that_grows_with_each_edit_only(self, olive: TestClient, gala: Json) -> None:
        path = f"/api/events/{gala['id']}"  # 3.event.6
        attendee = new_attendee(olive, gala)
        scan(olive, attendee["qrCodeData"])
        assert [gala["version"], json_of(olive.get(path))["version"]] == [1, 1]
        assert [json_of(olive.put(path, json={"name": name}))["version"] for name in ("A", "B")] == [2, 3]

    def test_says_when_it_was_last_edited_and_by_whom(
        self, olive: TestClient, oscar: TestClient, clock: MovingClock
    ) -> None:
        event = new_event(olive)  # 3.event.7
        assert (event["updatedAt"], event["updatedBy"]["fullName"]) == (to_wire(clock.now()), "Olive Organizer")
        clock.move(minutes=5)
        edited = json_of(oscar.put(f"/api/events/{event['id']}", json={"time": "20:00"}))
        assert (edited["updatedAt"], edited["updatedBy"]["fullName"]) == (to_wire(clock.now()), "Oscar Organizer")

    def test_carries_no_counts_as_the_list_has_a_total(self, olive: TestClient, gala: Json) -> None:
        for _ in range(2):  # 3.event.8
            new_attendee(olive, gala)
        read = json_of(olive.get(f"/api/events/{gala['id']}"))
        assert [name for name in read if "count" in name.lower()] == ["countsExits"]
        page = olive.get("/api/attendees", params={"eventId": gala["id"], "limit": 1})
        assert page.headers["X-Total-Count"] == "2"


class TestAttendee:
    def test_has_an_id_that_counts_up_and_the_id_of_one_event(self, olive: TestClient, gala: Json) -> None:
        made = [new_attendee(olive, gala) for _ in range(3)]  # 3.attendee.1
        first = made[0]["id"]
        assert [(a["id"], a["eventId"]) for a in made] == [(first + n, gala["id"]) for n in range(3)]
        olive.delete(f"/api/attendees/{first + 2}")
        assert new_attendee(olive, gala)["id"] == first + 3

    def test_never_changes_its_event(self, olive: TestClient, gala: Json) -> None:
        attendee, other = new_attendee(olive, gala), new_event(olive, name="Ball")  # 3.attendee.2
        path = f"/api/attendees/{attendee['id']}"
        edited = json_of(olive.put(path, json={"fullName": "Ada King", "eventId": other["id"], "event": other}))
        assert (edited["fullName"], edited["eventId"], edited["event"]["id"]) == ("Ada King", gala["id"], gala["id"])
        assert json_of(olive.get(path))["eventId"] == gala["id"]

    def test_never_loses_name_or_phone(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 3.attendee.3
        path = f"/api/attendees/{attendee['id']}"
        for field in ("fullName", "phone"):
            for empty in ("", " \t"):
                refusal = problem(olive.put(path, json={field: empty}), 400, "validation_failed")
                assert [error["field"] for error in refusal["errors"]] == [field]
        problem(olive.put(path, json={"fullName": None}), 400, "validation_failed")
        assert json_of(olive.get(path)) == attendee

    def test_sits_at_table_1_or_above(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala, tableNumber=1)  # 3.attendee.4
        path = f"/api/attendees/{attendee['id']}"
        for table in (0, -1, 1.5, "two"):
            refusal = problem(olive.put(path, json={"tableNumber": table}), 400, "validation_failed")
            assert [error["field"] for error in refusal["errors"]] == ["tableNumber"]
        assert json_of(olive.put(path, json={"tableNumber": 2}))["tableNumber"] == 2

    def test_keeps_an_edited_payment_as_it_was_typed(self, olive: TestClient, gala: Json) -> None:
        path = f"/api/attendees/{new_attendee(olive, gala)['id']}"  # 3.attendee.6; 3.payment.3, 4
        edited = json_of(olive.put(path, json={"paymentStatus": " Pays at the Door "}))
        assert (edited["paymentStatus"], edited["paymentGroup"]) == ("Pays at the Door", "owed")

    def test_has_time_and_scanner_from_the_check_in_on(
        self, olive: TestClient, oscar: TestClient, gala: Json, clock: MovingClock
    ) -> None:
        attendee = new_attendee(olive, gala)  # 3.attendee.7, 8
        assert [attendee[field] for field in ("attended", "attendedAt", "scannedBy")] == [False, None, None]
        clock.move(minutes=5)
        scan(oscar, attendee["qrCodeData"])
        read = json_of(olive.get(f"/api/attendees/{attendee['id']}"))
        scanner = json_of(oscar.get("/api/me"))["id"]
        assert [read[field] for field in ("attended", "attendedAt", "scannedBy")] == [
            True,
            to_wire(clock.now()),
            scanner,
        ]

    def test_names_seller_and_scanner_or_nobody_in_the_list_too(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 3.attendee.10
        me = json_of(olive.get("/api/me"))["id"]
        (listed,) = olive.get("/api/attendees", params={"eventId": gala["id"]}).json()
        assert (listed["seller"], listed["scanner"]) == ({"id": me, "fullName": "Olive Organizer"}, None)
        scan(olive, attendee["qrCodeData"])
        (listed,) = olive.get("/api/attendees", params={"eventId": gala["id"]}).json()
        assert listed["scanner"] == {"id": me, "fullName": "Olive Organizer"}

    def test_takes_nothing_by_an_edit_that_the_server_decides(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 3.attendee.11
        sent = {
            "id": 4711,
            "invoiceNumber": "INV-AAAA-AAAA",
            "qrCodeData": "mine",
            "attended": True,
            "attendedAt": "2020-01-01T00:00:00.000Z",
            "scannedBy": 1,
        }
        edited = json_of(olive.put(f"/api/attendees/{attendee['id']}", json=sent))
        assert {field: edited[field] for field in sent} == {field: attendee[field] for field in sent}

    def test_has_a_version_that_a_check_in_does_not_touch(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 3.attendee.13
        path = f"/api/attendees/{attendee['id']}"
        scan(olive, attendee["qrCodeData"])
        olive.patch(f"{path}/attendance", json={"attended": False})
        edited = json_of(olive.put(path, json={"phone": "0400", "version": attendee["version"]}))
        assert (attendee["version"], edited["version"]) == (1, 2)


class TestTicket:
    def rows_like(self, house: House, attendee: Json) -> Json:
        with house.database.read() as tx:
            source = tx.get_one(Attendee, attendee["id"])
            return {c.key: getattr(source, c.key) for c in Attendee.__table__.columns if c.key != "id"}

    @pytest.mark.parametrize("field", ["invoice_number", "qr_code_data"])
    def test_shares_neither_invoice_number_nor_qr_text(
        self, house: House, olive: TestClient, gala: Json, field: str
    ) -> None:
        row = self.rows_like(house, new_attendee(olive, gala))  # 3.invoice.2; 3.qr.6
        other = {"invoice_number": "INV-OTHE-ROTH", "qr_code_data": "another text"} | {field: row[field]}
        with pytest.raises(IntegrityError), house.database.write() as tx:
            tx.execute(insert(Attendee).values(**{**row, **other}))

    def test_of_somebody_deleted_leaves_its_invoice_number_used(
        self, olive: TestClient, gala: Json, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        attendee = new_attendee(olive, gala)  # 3.invoice.2
        assert olive.delete(f"/api/attendees/{attendee['id']}").status_code == 204
        drawn = iter([attendee["invoiceNumber"], "INV-NEXT-NEXT"])
        monkeypatch.setattr(ticket_rules, "new_invoice_numbers", lambda count: [next(drawn) for _ in range(count)])
        assert new_attendee(olive, gala)["invoiceNumber"] == "INV-NEXT-NEXT"

    def test_makes_a_qr_code_that_is_alphanumeric_and_small(self) -> None:
        for event_id in (1, 17, 9_999_999):  # 3.qr.5
            code = segno.make_qr(ticket_rules.new_qr_codes([event_id])[0], error="m", boost_error=False)
            assert (code.mode, code.error) == ("alphanumeric", "M")
            assert code.version in {1, 2}

    def test_keeps_its_texts_when_it_is_edited(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 3.qr.6
        path = f"/api/attendees/{attendee['id']}"
        edited = json_of(olive.put(path, json={"fullName": "Ada King", "phone": "1", "tableNumber": 9}))
        assert [edited[f] for f in ("qrCodeData", "invoiceNumber")] == [
            attendee["qrCodeData"],
            attendee["invoiceNumber"],
        ]


@pytest.mark.either_engine
class TestPayment:
    def after(self, client: TestClient, attendee: Json, **changes: Any) -> tuple[int | None, int | None]:
        edited = json_of(client.put(f"/api/attendees/{attendee['id']}", json=changes))
        return edited["amountPaidCents"], edited["owedCents"]

    def test_that_becomes_paid_takes_the_price_of_that_moment(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala, paymentStatus="unpaid")  # 3.payment.6, 7
        assert (attendee["amountPaidCents"], attendee["owedCents"]) == (None, 5000)
        olive.put(f"/api/events/{gala['id']}", json={"ticketPriceCents": 7000})
        assert self.after(olive, attendee, paymentStatus="PAID") == (7000, 0)
        olive.put(f"/api/events/{gala['id']}", json={"ticketPriceCents": 9000})
        assert self.after(olive, attendee, phone="1") == (7000, 0)

    def test_that_becomes_paid_with_an_amount_keeps_that_amount(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala, paymentStatus="unpaid")  # 3.payment.5, 6
        assert self.after(olive, attendee, paymentStatus="paid", amountPaidCents=4200) == (4200, 0)

    def test_that_becomes_paid_without_a_price_has_no_amount(self, olive: TestClient) -> None:
        attendee = new_attendee(olive, new_event(olive), paymentStatus="unpaid")  # 3.payment.6, 12
        assert attendee["owedCents"] is None
        assert self.after(olive, attendee, paymentStatus="paid") == (None, 0)

    def test_that_leaves_paid_loses_its_amount(self, olive: TestClient, gala: Json) -> None:
        for status in ("unpaid", "free", "partial"):  # 3.payment.8
            attendee = new_attendee(olive, gala, paymentStatus="paid")
            assert attendee["amountPaidCents"] == 5000
            assert self.after(olive, attendee, paymentStatus=status)[0] is None

    def test_is_never_a_float_inside_or_outside(self, house: House) -> None:
        whole = (BigInteger, Boolean, JSON, Integer, LargeBinary, String, UtcDateTime, Uuid)  # 3.payment.10
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                assert isinstance(column.type, whole), column
                if column.name.endswith("_cents"):
                    assert isinstance(column.type, BigInteger | Integer), column
        described = json_of(house.stranger().get("/api/openapi.json"))["components"]["schemas"]
        # Sums of figures alone go out in dollars (3.payment.11).
        in_dollars = {"totalRevenue", "totalOutstanding", "revenue"}
        for name, schema in described.items():
            for field, kind in schema.get("properties", {}).items():
                assert '"number"' not in str(kind).replace("'", '"') or field in in_dollars, (name, field)
        assert described["EventOut"]["properties"]["ticketPriceCents"]["anyOf"][0]["type"] == "integer"


class TestScanLog:
    def test_has_a_row_for_each_attempt_whatever_came_of_it(self, house: House, olive: TestClient, gala: Json) -> None:
        before = len(log(house))  # 3.scan-log.1
        other = new_event(olive, name="Ball")
        ticket = new_attendee(olive, gala)["qrCodeData"]
        unknown = "DL1.1." + "Z" * 26
        attempts = [
            scan(olive, ticket),
            scan(olive, ticket),
            scan(olive, ticket, eventId=other["id"]),
            scan(olive, unknown),
            scan(olive, "no ticket"),
            scan(olive, ""),
        ]
        assert attempts == [200, 200, 404, 404, 400, 400]
        rows = [row._mapping for row in self.rows(house)[before:]]
        outcomes = ["admitted", "repeat", "other_event", "unknown", "invalid", "invalid"]
        assert [row["outcome"] for row in rows] == outcomes
        assert {row["user_id"] for row in rows} == {json_of(olive.get("/api/me"))["id"]}

    def test_has_no_row_for_a_call_that_is_none(self, house: House, olive: TestClient, gala: Json) -> None:
        before = log(house)  # 3.scan-log.1
        ticket = new_attendee(olive, gala)["qrCodeData"]
        calls = [
            house.stranger().post("/api/attendees/scan", json={"qrData": ticket}),
            olive.post("/api/attendees/scan", json={}),
            olive.post("/api/attendees/scan", content=b"{"),
            olive.post("/api/attendees/scan", json={"qrData": ticket, "scannedBy": 999}),
            olive.post("/api/attendees/scan", json={"qrData": ticket, "eventId": 99_999}),
        ]
        assert [answer.status_code for answer in calls] == [401, 400, 400, 403, 400]
        assert log(house) == before

    def test_keeps_a_hundred_characters_of_a_refused_text(self, house: House, olive: TestClient) -> None:
        for length in (99, 100, 101, 900):  # 3.scan-log.2
            scan(olive, "x" * length)
        assert [len(row.qr_data) for row in self.rows(house)[-4:]] == [99, 100, 100, 100]

    def test_keeps_every_row_as_it_was_whatever_is_deleted(self, house: House, olive: TestClient, gala: Json) -> None:
        first, second = new_attendee(olive, gala), new_attendee(olive, gala)  # 3.scan-log.4
        scan(olive, first["qrCodeData"])
        scan(olive, second["qrCodeData"])
        before = log(house)
        scan(olive, first["qrCodeData"])
        olive.patch(f"/api/attendees/{first['id']}/attendance", json={"attended": False})
        scan(olive, first["qrCodeData"])
        assert log(house)[: len(before)] == before
        before = log(house)
        assert olive.delete(f"/api/attendees/{first['id']}").status_code == 204
        assert olive.delete(f"/api/events/{gala['id']}").status_code == 204
        assert log(house) == before

    def rows(self, house: House) -> list[Any]:
        with house.database.read() as tx:
            return list(tx.execute(select(*ScanLogEntry.__table__.columns).order_by(ScanLogEntry.id)))
