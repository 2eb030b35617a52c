"""Registering and reading attendees, over HTTP, on both engines."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, update

from doorlist.attendees import service
from doorlist.attendees.models import Attendee, IssuedInvoiceNumber
from doorlist.attendees.schemas import AttendeeIn, AttendeeOut
from doorlist.audit.models import AuditEntry, AuditEntryAttendee
from doorlist.tickets import rules as ticket_rules
from doorlist.users.models import User
from doorlist.users.service import SignedInUser
from tests.cast import IDA, NORA, OLIVE, OSCAR, SAM, Person
from tests.events.test_events import me, named_fields
from tests.house import House, Json, json_of, new_attendee, new_event, problem

GOOD: Json = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}


def id_of(house: House, person: Person) -> int:
    with house.database.read() as tx:
        return tx.scalars(select(User.id).where(User.username == person.username)).one()


def signed_in_user(house: House, person: Person) -> SignedInUser:
    return SignedInUser(id_of(house, person), person.full_name, person.role, must_change_password=False, token="")


def number_of_attendees(house: House) -> int:
    with house.database.read() as tx:
        return tx.scalar(select(func.count()).select_from(Attendee)) or 0


class TestRegisterAttendee:
    @pytest.mark.either_engine
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().post("/api/attendees", json=GOOD), 401, "not_signed_in")
        problem(house.signed_in(NORA).post("/api/attendees", json=GOOD), 403, "password_change_required")
        assert number_of_attendees(house) == 0

    @pytest.mark.parametrize("person", [OLIVE, SAM], ids=["organizer", "super admin"])
    def test_answers_with_the_attendee_as_it_will_be_read(self, house: House, person: Person) -> None:
        # 3.attendee.7, 8, 12; 7.call.11, 12
        client = house.signed_in(person)
        event = new_event(client)
        attendee = new_attendee(client, event)
        caller = {"id": me(client)["id"], "fullName": person.full_name}
        assert attendee == {
            "id": attendee["id"],
            "eventId": event["id"],
            "event": {"id": event["id"], "name": "Spring Gala", "date": "2026-11-20"},
            "fullName": "Ada Lovelace",
            "phone": "0400 111 222",
            "tableNumber": 7,
            "paymentStatus": "paid",
            "paymentGroup": "paid",
            "amountPaidCents": None,
            "notes": None,
            "email": None,
            "owedCents": 0,
            "invoiceNumber": attendee["invoiceNumber"],
            "qrCodeData": attendee["qrCodeData"],
            "attended": False,
            "attendedAt": None,
            "scannedBy": None,
            "soldBy": caller["id"],
            "seller": caller,
            "scanner": None,
            "checkInDoor": None,
            "createdAt": attendee["createdAt"],
            "erasedAt": None,
            "ticketType": None,
            "inside": False,
            "leftAt": None,
            "ticketMail": None,
            "version": 1,
            "updatedAt": attendee["createdAt"],
            "updatedBy": caller,
        }
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", attendee["createdAt"])
        assert json_of(client.get(f"/api/attendees/{attendee['id']}")) == attendee

    @pytest.mark.either_engine
    def test_makes_an_invoice_number_without_letters_that_are_mistaken_for_each_other(self, house: House) -> None:
        # 3.invoice.1, 3, 4
        olive = house.signed_in()
        event = new_event(olive)
        numbers = {new_attendee(olive, event)["invoiceNumber"] for _ in range(20)}
        assert len(numbers) == 20
        for number in numbers:
            assert re.fullmatch(r"INV-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}", number), number
            assert not set(number.removeprefix("INV-")) & set("01ILOU")

    @pytest.mark.either_engine
    def test_makes_a_qr_text_that_names_the_event_and_nothing_of_the_person(self, house: House) -> None:  # 3.qr.1, 2, 4
        olive = house.signed_in()
        event = new_event(olive)
        texts = [new_attendee(olive, event)["qrCodeData"] for _ in range(5)]
        assert len(set(texts)) == 5
        for text in texts:
            assert re.fullmatch(rf"DL1\.{event['id']}\.[0-9A-HJKMNP-TV-Z]{{26}}", text), text

    @pytest.mark.either_engine
    def test_what_the_server_decides_cannot_be_sent(self, house: House) -> None:  # 3.attendee.11; 3.invoice.1; 3.qr.1
        olive = house.signed_in()
        sent = {
            "id": 4711,
            "invoiceNumber": "INV-AAAA-AAAA",
            "qrCodeData": "DL1.1.AAAA",
            "attended": True,
            "attendedAt": "2020-01-01T00:00:00.000Z",
            "scannedBy": 1,
            "version": 9,
        }
        attendee = new_attendee(olive, new_event(olive), **sent)
        assert {field for field in sent if attendee[field] == sent[field]} == set()

    def test_trims_texts_and_keeps_them_as_typed(self, house: House) -> None:
        olive = house.signed_in()
        attendee = new_attendee(
            olive,
            new_event(olive),
            fullName="  Zoë  O'Neil-Ødegård \n",
            phone=" +61 (0)400-111 222 ",
            paymentStatus=" Part Paid ",
            tableNumber="12",
        )
        assert attendee["fullName"] == "Zoë  O'Neil-Ødegård"
        assert attendee["phone"] == "+61 (0)400-111 222"
        assert (attendee["paymentStatus"], attendee["tableNumber"]) == ("Part Paid", 12)

    def test_takes_the_longest_texts_and_the_last_table(self, house: House) -> None:  # 5.attendee.1..4
        olive = house.signed_in()
        longest = {"fullName": "😀" * 200, "phone": "5" * 40, "paymentStatus": "ß" * 40, "tableNumber": 100_000}
        attendee = new_attendee(olive, new_event(olive), **longest)
        assert {field: attendee[field] for field in longest} == longest

    @pytest.mark.either_engine
    def test_refuses_bad_input_and_names_the_field(self, house: House) -> None:
        # 5.attendee.1..5; 3.attendee.3, 4; 3.payment.5
        olive = house.signed_in()
        good = {**GOOD, "eventId": new_event(olive)["id"]}
        wrong: dict[str, tuple[Json, list[str]]] = {
            "nothing at all": ({}, ["fullName", "phone", "tableNumber", "paymentStatus", "eventId"]),
            "unknown event": ({**good, "eventId": 999}, ["eventId"]),
            "event nought": ({**good, "eventId": 0}, ["eventId"]),
            "event beyond any": ({**good, "eventId": 10**30}, ["eventId"]),
            "event that is no number": ({**good, "eventId": "gala"}, ["eventId"]),
            "null event": ({**good, "eventId": None}, ["eventId"]),
            "blank name": ({**good, "fullName": " \t\n "}, ["fullName"]),
            "null name": ({**good, "fullName": None}, ["fullName"]),
            "name too long": ({**good, "fullName": "x" * 201}, ["fullName"]),
            "name with a control character": ({**good, "fullName": "A\u0007da"}, ["fullName"]),
            "name of two lines": ({**good, "fullName": "Ada\r\nLovelace"}, ["fullName"]),
            "blank phone": ({**good, "phone": ""}, ["phone"]),
            "phone that is a number": ({**good, "phone": 400111222}, ["phone"]),
            "phone too long": ({**good, "phone": "1" * 41}, ["phone"]),
            "phone with a tab inside": ({**good, "phone": "0400\t111"}, ["phone"]),
            "table nought": ({**good, "tableNumber": 0}, ["tableNumber"]),
            "table below nought": ({**good, "tableNumber": -3}, ["tableNumber"]),
            "table too large": ({**good, "tableNumber": 100_001}, ["tableNumber"]),
            "half a table": ({**good, "tableNumber": 1.5}, ["tableNumber"]),
            "table that is true": ({**good, "tableNumber": True}, ["tableNumber"]),
            "table in words": ({**good, "tableNumber": "seven"}, ["tableNumber"]),
            "blank payment": ({**good, "paymentStatus": "  "}, ["paymentStatus"]),
            "payment too long": ({**good, "paymentStatus": "x" * 41}, ["paymentStatus"]),
            "amount below nought": ({**good, "amountPaidCents": -1}, ["amountPaidCents"]),
            "amount of half a cent": ({**good, "amountPaidCents": 1.5}, ["amountPaidCents"]),
            "amount beyond reason": ({**good, "amountPaidCents": 2**63}, ["amountPaidCents"]),
            "key that is no UUID": ({**good, "idempotencyKey": "again"}, ["idempotencyKey"]),
            "seller that is no number": ({**good, "soldBy": "olive"}, ["soldBy"]),
        }
        found = named_fields(olive, "POST", "/api/attendees", {case: body for case, (body, _) in wrong.items()})
        assert found == {case: fields for case, (_, fields) in wrong.items()}
        assert number_of_attendees(house) == 0

    def test_is_in_the_history_with_who_did_it(self, house: House) -> None:
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        with house.database.read() as tx:
            entry = tx.scalars(select(AuditEntry).where(AuditEntry.action == "attendee.registered")).one()
        assert (entry.subject_id, entry.user_id) == (attendee["id"], me(olive)["id"])


@pytest.mark.either_engine
class TestWhoIsCreditedWithTheSale:
    def test_an_organizer_is_credited_and_may_say_so(self, house: House) -> None:  # 6.roles.7; 3.attendee.9
        olive = house.signed_in()
        event = new_event(olive)
        own = me(olive)["id"]
        for said in ({}, {"soldBy": None}, {"soldBy": own}):
            attendee = new_attendee(olive, event, **said)
            assert (attendee["soldBy"], attendee["seller"]["fullName"]) == (own, "Olive Organizer")

    def test_an_organizer_may_name_nobody_else(self, house: House) -> None:  # 6.roles.10; 10.code.7
        olive = house.signed_in()
        event = new_event(olive)
        for other in (id_of(house, OSCAR), id_of(house, SAM), 999, 0, 2**70):
            answer = olive.post("/api/attendees", json={**GOOD, "eventId": event["id"], "soldBy": other})
            problem(answer, 403, "not_you")
        assert number_of_attendees(house) == 0

    def test_a_super_admin_may_name_any_active_user(self, house: House) -> None:  # 6.roles.11
        sam = house.signed_in(SAM)
        event = new_event(sam)
        for seller in (SAM, OLIVE, NORA):
            attendee = new_attendee(sam, event, soldBy=id_of(house, seller))
            assert attendee["seller"] == {"id": id_of(house, seller), "fullName": seller.full_name}
            assert attendee["updatedBy"]["fullName"] == "Sam Superadmin"

    def test_a_super_admin_may_not_name_who_is_inactive_or_unknown(self, house: House) -> None:  # 6.roles.11
        sam = house.signed_in(SAM)
        event = new_event(sam)
        for seller in (id_of(house, IDA), 999, 0):
            answer = sam.post("/api/attendees", json={**GOOD, "eventId": event["id"], "soldBy": seller})
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "soldBy"
        assert number_of_attendees(house) == 0


@pytest.mark.either_engine  # the rules of payment, which no statement works out
class TestMoney:
    @pytest.mark.parametrize(
        ("status", "group"),
        [
            ("paid", "paid"),
            ("PAID", "paid"),
            ("free", "complimentary"),
            ("Comp", "complimentary"),
            ("unpaid", "owed"),
            ("partial", "owed"),
            ("pending", "owed"),
            ("paid by Bob", "owed"),
            ("free?", "owed"),
        ],
    )
    def test_each_payment_text_is_in_one_group_and_kept_as_typed(self, house: House, status: str, group: str) -> None:
        # 3.payment.1..4; 3.attendee.6
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive), paymentStatus=status)
        assert (attendee["paymentStatus"], attendee["paymentGroup"]) == (status, group)

    def test_what_was_paid_and_what_is_owed(self, house: House) -> None:  # 3.payment.5, 6, 12
        olive = house.signed_in()
        priced, unpriced = new_event(olive, ticketPriceCents=5000), new_event(olive)

        def money(event: Json, **fields: Any) -> tuple[object, object]:
            attendee = new_attendee(olive, event, **fields)
            return attendee["amountPaidCents"], attendee["owedCents"]

        found = {
            "paid takes the price": money(priced, paymentStatus="Paid"),
            "paid keeps another amount": money(priced, paymentStatus="paid", amountPaidCents=3000),
            "paid nothing": money(priced, paymentStatus="paid", amountPaidCents=0),
            "paid without a price": money(unpriced, paymentStatus="paid"),
            "free": money(priced, paymentStatus="free"),
            "comp without a price": money(unpriced, paymentStatus="comp"),
            "unpaid": money(priced, paymentStatus="unpaid"),
            "part": money(priced, paymentStatus="partial", amountPaidCents=2000),
            "too much": money(priced, paymentStatus="partial", amountPaidCents=9000),
            "unpaid without a price": money(unpriced, paymentStatus="unpaid"),
            "part without a price": money(unpriced, paymentStatus="partial", amountPaidCents=2000),
        }
        assert found == {
            "paid takes the price": (5000, 0),
            "paid keeps another amount": (3000, 0),
            "paid nothing": (0, 0),
            "paid without a price": (None, 0),
            "free": (None, 0),
            "comp without a price": (None, 0),
            "unpaid": (None, 5000),
            "part": (2000, 3000),
            "too much": (9000, 0),
            "unpaid without a price": (None, None),
            "part without a price": (2000, None),
        }

    def test_a_later_price_changes_what_is_owed_and_not_what_was_paid(self, house: House) -> None:  # 3.payment.7
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=5000)
        paid, unpaid = new_attendee(olive, event), new_attendee(olive, event, paymentStatus="unpaid")
        olive.put(f"/api/events/{event['id']}", json={"ticketPriceCents": 7000})
        assert json_of(olive.get(f"/api/attendees/{paid['id']}"))["amountPaidCents"] == 5000
        assert json_of(olive.get(f"/api/attendees/{unpaid['id']}"))["owedCents"] == 7000


class TestTheSameKeyAgain:
    @pytest.mark.both_engines
    def test_registers_once_and_answers_with_the_same_attendee(self, house: House) -> None:  # 7.register.1
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=5000)
        key = str(uuid4())
        first = new_attendee(olive, event, idempotencyKey=key)
        olive.put(f"/api/events/{event['id']}", json={"ticketPriceCents": 7000})
        assert new_attendee(olive, event, idempotencyKey=key) == first
        assert new_attendee(olive, event, idempotencyKey=key.upper()) == first
        assert number_of_attendees(house) == 1

    def test_with_other_content_is_refused(self, house: House) -> None:
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event, other = new_event(olive), new_event(olive)
        sent = {**GOOD, "eventId": event["id"], "paymentStatus": "partial", "amountPaidCents": 5}
        sent["idempotencyKey"] = str(uuid4())
        first = json_of(olive.post("/api/attendees", json=sent))
        for change in (
            {"fullName": "Grace Hopper"},
            {"phone": "0400 999 999"},
            {"eventId": other["id"]},
            {"tableNumber": 8},
            {"paymentStatus": "free"},
            {"amountPaidCents": 6},
        ):
            problem(olive.post("/api/attendees", json={**sent, **change}), 400, "key_reused")
        problem(oscar.post("/api/attendees", json=sent), 400, "key_reused")
        assert json_of(olive.get(f"/api/attendees/{first['id']}")) == first
        assert number_of_attendees(house) == 1

    def test_for_another_guest_is_refused_after_an_edit_too(self, house: House) -> None:  # 7.register.1
        olive = house.signed_in()
        event, key = new_event(olive), str(uuid4())
        first = new_attendee(olive, event, idempotencyKey=key)
        olive.put(f"/api/attendees/{first['id']}", json={"notes": "Late"})
        sent = {**GOOD, "eventId": event["id"], "fullName": "Grace Hopper", "idempotencyKey": key}
        problem(olive.post("/api/attendees", json=sent), 400, "key_reused")
        assert number_of_attendees(house) == 1

    def test_after_a_check_in_is_still_the_same_attendee(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        key = str(uuid4())
        first = new_attendee(olive, event, idempotencyKey=key)
        olive.post("/api/attendees/scan", json={"qrData": first["qrCodeData"]})
        again = new_attendee(olive, event, idempotencyKey=key)
        assert (again["id"], again["attended"]) == (first["id"], True)

    def test_a_refused_call_does_not_use_the_key_up(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        key = str(uuid4())
        answer = olive.post("/api/attendees", json={**GOOD, "eventId": 999, "idempotencyKey": key})
        problem(answer, 400, "validation_failed")
        assert new_attendee(olive, event, idempotencyKey=key)["fullName"] == "Ada Lovelace"

    def test_from_32_threads_at_once_registers_once(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        caller = signed_in_user(house, OLIVE)
        for _ in range(3):
            before = number_of_attendees(house)
            sent = AttendeeIn.model_validate({**GOOD, "eventId": event["id"], "idempotencyKey": str(uuid4())})
            together = threading.Barrier(32)

            def register(sent: AttendeeIn = sent, together: threading.Barrier = together) -> AttendeeOut:
                together.wait()
                return house.database.commit(lambda tx: service.register_attendee(tx, sent, caller))

            with ThreadPoolExecutor(32) as threads:
                answers = [future.result() for future in [threads.submit(register) for _ in range(32)]]
            assert len({answer.model_dump_json() for answer in answers}) == 1
            assert number_of_attendees(house) == before + 1


class TestSeveralTickets:
    @pytest.mark.both_engines
    def test_are_attendees_of_their_own_and_one_entry_of_the_history(self, house: House) -> None:
        # 3.attendee.16, 7.register.2, 3.history.17
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        answer = new_attendee(olive, event, quantity=3, notes="Wheelchair", idempotencyKey=str(uuid4()))
        everyone = answer.pop("attendees")
        assert everyone[0] == answer
        assert [attendee["fullName"] for attendee in everyone] == [
            "Ada Lovelace",
            "Ada Lovelace (2)",
            "Ada Lovelace (3)",
        ]
        for field in ("invoiceNumber", "qrCodeData", "id"):
            assert len({attendee[field] for attendee in everyone}) == 3
        shared = {
            (a["phone"], a["tableNumber"], a["paymentStatus"], a["amountPaidCents"], a["notes"]) for a in everyone
        }
        assert shared == {("0400 111 222", 7, "paid", 4500, "Wheelchair")}
        assert olive.get("/api/attendees", params={"eventId": event["id"]}).json() == everyone[::-1]
        with house.database.read() as tx:
            entry = tx.scalars(select(AuditEntry).where(AuditEntry.action == "attendee.registered")).one()
            found = set(
                tx.scalars(select(AuditEntryAttendee.attendee_id).where(AuditEntryAttendee.entry_id == entry.id))
            )
        assert (entry.subject_id, (entry.after or {})["quantity"]) == (answer["id"], 3)
        assert found == {attendee["id"] for attendee in everyone}

    def test_one_is_answered_as_ever(self, house: House) -> None:  # 7.register.2
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive), quantity=1)
        assert "attendees" not in attendee
        assert json_of(olive.get(f"/api/attendees/{attendee['id']}")) == attendee

    def test_the_same_key_again_registers_none_of_them_twice(self, house: House) -> None:  # 7.register.1
        olive = house.signed_in()
        event = new_event(olive)
        key = str(uuid4())
        first = new_attendee(olive, event, quantity=4, idempotencyKey=key)
        assert new_attendee(olive, event, quantity=4, idempotencyKey=key) == first
        sent = {**GOOD, "eventId": event["id"], "idempotencyKey": key}
        for quantity in (1, 3, 5):
            problem(olive.post("/api/attendees", json={**sent, "quantity": quantity}), 400, "key_reused")
        # With one of them deleted meanwhile the answer cannot be the same, and a person has to look.
        for attendee in (first["attendees"][2], first):
            olive.delete(f"/api/attendees/{attendee['id']}")
            problem(olive.post("/api/attendees", json={**sent, "quantity": 4}), 400, "key_reused")
        assert number_of_attendees(house) == 2

    def test_two_of_the_same_key_at_once_register_them_once(self, house: House) -> None:  # 7.register.1
        olive = house.signed_in()
        event = new_event(olive)
        body = {**GOOD, "eventId": event["id"], "idempotencyKey": str(uuid4()), "quantity": 50}
        together = threading.Barrier(2)

        def register(client: TestClient) -> Json:
            together.wait()
            return json_of(client.post("/api/attendees", json=body))

        with ThreadPoolExecutor(2) as threads:
            one, other = threads.map(register, [house.signed_in(), house.signed_in()])
        assert one == other
        assert len(one["attendees"]) == number_of_attendees(house) == 50

    @pytest.mark.either_engine
    def test_refuses_an_invalid_quantity_and_a_name_that_is_too_long_for_numbers(self, house: House) -> None:
        # 5.attendee.7, 5.attendee.8
        olive = house.signed_in()
        good = {**GOOD, "eventId": new_event(olive)["id"]}
        wrong: dict[str, tuple[Json, list[str]]] = {
            "none": ({**good, "quantity": 0}, ["quantity"]),
            "below none": ({**good, "quantity": -1}, ["quantity"]),
            "too many": ({**good, "quantity": 51}, ["quantity"]),
            "half a ticket": ({**good, "quantity": 2.5}, ["quantity"]),
            "in words": ({**good, "quantity": "three"}, ["quantity"]),
            "true": ({**good, "quantity": True}, ["quantity"]),
            "null": ({**good, "quantity": None}, ["quantity"]),
            "a list": ({**good, "quantity": [3]}, ["quantity"]),
            "no room for (10)": ({**good, "quantity": 10, "fullName": "x" * 196}, ["fullName"]),
        }
        found = named_fields(olive, "POST", "/api/attendees", {case: body for case, (body, _) in wrong.items()})
        assert found == {case: fields for case, (_, fields) in wrong.items()}
        assert number_of_attendees(house) == 0
        # As the table, it may be digits in a text.
        assert len(json_of(olive.post("/api/attendees", json={**good, "quantity": "3"}))["attendees"]) == 3


class TestWithoutPhoneAndTable:
    @pytest.mark.both_engines
    def test_null_is_no_phone_number_and_no_table(self, house: House) -> None:
        # 5.attendee.940; 3.attendee.5; 7.register.1
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        none: Json = {"phone": None, "tableNumber": None, "idempotencyKey": str(uuid4())}
        guest = new_attendee(olive, event, **none)
        assert (guest["phone"], guest["tableNumber"]) == ("-", 0)
        assert new_attendee(olive, event, **none) == guest
        other = {**none, "tableNumber": 3}
        sent = {"eventId": event["id"], "fullName": "Ada Lovelace", "paymentStatus": "paid", **other}
        problem(olive.post("/api/attendees", json=sent), 400, "key_reused")
        path = f"/api/attendees/{guest['id']}"
        edited = json_of(olive.put(path, json={"phone": "0400 111 222", "tableNumber": 5}))
        assert (edited["phone"], edited["tableNumber"]) == ("0400 111 222", 5)
        problem(olive.put(path, json={"tableNumber": 0}), 400, "validation_failed")
        edited = json_of(olive.put(path, json={"phone": None, "tableNumber": None}))
        assert (edited["phone"], edited["tableNumber"], edited["version"]) == ("-", 0, 3)
        entry = json_of(olive.get(f"{path}/history"))["items"][0]["entry"]
        assert (entry["before"], entry["after"]) == (
            {"phone": "0400 111 222", "tableNumber": 5},
            {"phone": "-", "tableNumber": 0},
        )
        assert olive.get("/api/attendees?tableNumber=0&search=ada").json()[0]["id"] == guest["id"]
        # Rows of an import and a backup file need both.
        row = {"fullName": "Bo", "phone": None, "tableNumber": 1, "paymentStatus": "paid"}
        rows = {"eventId": event["id"], "attendees": [row]}
        report = json_of(olive.post("/api/attendees/bulk-import", json=rows))
        assert [error["field"] for error in report["rowErrors"]] == ["phone"]
        # A backup file brings them back as they were.
        file = sam.get("/api/export/backup.json").content
        assert sam.post("/api/backup/restore-file", files={"file": ("b.json", file)}).status_code == 200
        restored = json_of(sam.get(path))
        assert (restored["phone"], restored["tableNumber"]) == ("-", 0)


class TestInvoiceNumbersAreGivenOnce:
    def test_not_again_after_a_delete(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 3.invoice.2
        olive = house.signed_in()
        event = new_event(olive)
        used = new_attendee(olive, event)["invoiceNumber"]
        olive.delete(f"/api/events/{event['id']}")
        assert number_of_attendees(house) == 0

        drawn = iter([used, used, "INV-FRES-HNEW"])
        monkeypatch.setattr(ticket_rules, "new_invoice_numbers", lambda count: [next(drawn) for _ in range(count)])
        assert new_attendee(olive, new_event(olive))["invoiceNumber"] == "INV-FRES-HNEW"

    def test_the_ledger_knows_every_one_of_them(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        given = {new_attendee(olive, event)["invoiceNumber"] for _ in range(3)}
        olive.delete(f"/api/events/{event['id']}")
        with house.database.read() as tx:
            assert set(tx.scalars(select(IssuedInvoiceNumber.number))) == given


@pytest.mark.either_engine
class TestReadAttendee:
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().get("/api/attendees/1"), 401, "not_signed_in")
        problem(house.signed_in(NORA).get("/api/attendees/1"), 403, "password_change_required")

    def test_shows_who_sold_and_who_scanned(self, house: House) -> None:  # 3.attendee.10; 7.call.11
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        attendee = new_attendee(olive, new_event(olive))
        sam.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        read = json_of(house.signed_in(OSCAR).get(f"/api/attendees/{attendee['id']}"))
        assert read["seller"] == {"id": me(olive)["id"], "fullName": "Olive Organizer"}
        assert read["scanner"] == {"id": me(sam)["id"], "fullName": "Sam Superadmin"}
        assert (read["soldBy"], read["scannedBy"]) == (me(olive)["id"], me(sam)["id"])
        assert read["version"] == 1

    def test_a_seller_who_left_is_nobody(self, house: House) -> None:  # 3.attendee.9, 10
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        with house.database.write() as tx:
            tx.execute(update(Attendee).values(sold_by=None))
        read = json_of(olive.get(f"/api/attendees/{attendee['id']}"))
        assert (read["soldBy"], read["seller"]) == (None, None)

    def test_an_unknown_id_is_404_and_one_that_is_no_number_400(self, house: House) -> None:  # 7.rest.7
        olive = house.signed_in()
        for unknown in ("999", "0", "-1", "9223372036854775808"):
            problem(olive.get(f"/api/attendees/{unknown}"), 404, "attendee_not_found")
        for no_number in ("abc", "1.0", "scan"):
            problem(olive.get(f"/api/attendees/{no_number}"), 400, "validation_failed")
