"""GET /api/attendees: the plain array, the pages, the filters; over HTTP, on both engines."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert, select, update

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import AttendeeSort
from doorlist.core import clock
from tests.attendees.test_register import id_of
from tests.cast import NORA, OLIVE, OSCAR, SAM
from tests.house import House, Json, new_attendee, new_event, problem

pytestmark = pytest.mark.smoke

SEARCH_VECTORS = json.loads(Path(__file__).with_name("search_vectors.json").read_text("utf-8"))


def names(client: TestClient, **query: Any) -> list[str]:
    answer = client.get("/api/attendees", params=query)
    assert answer.status_code == 200, answer.text
    return [attendee["fullName"] for attendee in answer.json()]


def next_page(answer: Any) -> str | None:
    link = re.fullmatch(r'<([^>]+)>; rel="next"', answer.headers.get("Link", ""))
    return link.group(1) if link else None


class TestTheWholeList:
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().get("/api/attendees"), 401, "not_signed_in")
        problem(house.signed_in(NORA).get("/api/attendees"), 403, "password_change_required")

    def test_is_a_plain_array_newest_first_for_both_roles(self, house: House) -> None:  # 7.list.1, 2, 15; 7.call.10
        olive = house.signed_in()
        assert olive.get("/api/attendees").json() == []
        event = new_event(olive)
        made = [new_attendee(olive, event, fullName=name) for name in ("first", "second", "third")]
        for person in (OLIVE, OSCAR, SAM):
            answer = house.signed_in(person).get("/api/attendees")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json() == made[::-1]
            assert "X-Total-Count" not in answer.headers
            assert "Link" not in answer.headers

    def test_shows_seller_and_scanner_and_keeps_its_order_after_a_scan(self, house: House) -> None:  # 3.attendee.10
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        event = new_event(olive)
        first, second = (new_attendee(olive, event, fullName=name) for name in ("first", "second"))
        sam.post("/api/attendees/scan", json={"qrData": first["qrCodeData"]})
        listed = olive.get("/api/attendees").json()
        assert [attendee["id"] for attendee in listed] == [second["id"], first["id"]]
        assert listed[1]["scanner"] == {"id": id_of(house, SAM), "fullName": "Sam Superadmin"}
        assert listed[1]["seller"]["fullName"] == "Olive Organizer"
        assert listed[0]["scanner"] is None

    def test_goes_on_from_a_cursor_without_a_limit_too(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        made = [new_attendee(olive, event, fullName=name) for name in ("first", "second", "third")]
        assert names(olive, after=made[2]["id"]) == ["second", "first"]


class TestTablesAndNotes:
    @pytest.mark.both_engines
    def test_a_table_narrows_lists_exports_and_changes_of_many(self, house: House) -> None:
        # 7.list.940; 7.export.940; 7.update-many.940
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(6):
            new_attendee(olive, event, fullName=f"Guest {number}", tableNumber=7 + number % 3)
        with house.database.write() as tx:
            tx.execute(update(Attendee).where(Attendee.full_name == "Guest 5").values(table_number=0))
        at_7 = {"eventId": event["id"], "tableNumber": 7}
        for query in (at_7, {"tableNumber": 7}, {**at_7, "search": "guest"}, {**at_7, "payment": "pai"}):
            assert names(olive, **query) == ["Guest 3", "Guest 0"]
            for sort in ("name", "table", "arrival"):
                assert names(olive, **query, sort=sort) == ["Guest 0", "Guest 3"]
        assert names(olive, tableNumber=0) == ["Guest 5"]
        assert names(olive, tableNumber=99) == []
        page = olive.get("/api/attendees", params={**at_7, "limit": 1})
        assert (page.headers["X-Total-Count"], "tableNumber=7" in page.headers["Link"]) == ("2", True)
        text = olive.get("/api/attendees/export/csv", params=at_7).text
        assert [row["Table Number"] for row in csv.DictReader(io.StringIO(text))] == ["7", "7"]
        assert olive.get("/api/attendees/export/xlsx", params=at_7).status_code == 200
        body = {"eventId": event["id"], "ofTableNumber": 7, "expected": 2, "tableNumber": 70}
        assert olive.post("/api/attendees/update-many", json=body).json()["updated"] == 2
        assert names(olive, tableNumber=70) == ["Guest 3", "Guest 0"]
        for bad in (-1, 100_001, "seven", 1.5):
            for path in ("/api/attendees", "/api/attendees/export/csv", "/api/attendees/export/xlsx"):
                problem(olive.get(path, params={"tableNumber": bad}), 400, "validation_failed")
            wrong = olive.post("/api/attendees/update-many", json=body | {"ofTableNumber": bad})
            problem(wrong, 400, "validation_failed")

    def test_words_of_the_notes_are_found_until_they_change(self, house: House) -> None:  # 7.list.8; 2.manage.942
        olive = house.signed_in()
        event = new_event(olive)
        ada = new_attendee(olive, event, notes="Nut allergy,\nby the Café")
        new_attendee(olive, event, fullName="Bo")
        for search in ("allergy", "cafe nut", "lovelace allergy", "0400 111 222 cafe"):
            assert names(olive, search=search) == ["Ada Lovelace"], search
        assert names(olive, search="allergy bo") == []
        olive.put(f"/api/attendees/{ada['id']}", json={"notes": None})
        assert names(olive, search="allergy") == []
        olive.put(f"/api/attendees/{ada['id']}", json={"notes": "Wheelchair"})
        assert names(olive, search="wheelch") == ["Ada Lovelace"]


class TestPages:
    def test_following_the_link_sees_everyone_once_even_while_others_are_added(self, house: House) -> None:
        # 7.list.5..7
        olive = house.signed_in()
        event = new_event(olive)
        made = [new_attendee(olive, event, fullName=f"Guest {n}")["id"] for n in range(7)]
        seen: list[int] = []
        path: str | None = "/api/attendees?limit=3"
        totals: list[str | None] = []
        while path:
            answer = olive.get(path)
            seen += [attendee["id"] for attendee in answer.json()]
            totals.append(answer.headers.get("X-Total-Count"))
            path = next_page(answer)
            new_attendee(olive, event, fullName="Late")
        assert seen == made[::-1]
        assert totals == ["7", None, None]

    @pytest.mark.both_engines
    def test_the_link_keeps_the_filters(self, house: House) -> None:  # 7.list.3, 5
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive)
        for n in range(5):
            new_attendee(olive, gala, fullName=f"Zoë & {n}", paymentStatus="un+paid 100%")
            new_attendee(olive, ball, fullName=f"Zoë & {n}", paymentStatus="un+paid 100%")
        query: Json = {"limit": 2, "search": "zoe &", "payment": "n+paid 100%", "eventId": gala["id"]}
        answer = olive.get("/api/attendees", params={**query, "attended": "false", "paymentGroup": "owed"})
        assert answer.headers["X-Total-Count"] == "5"
        seen = [attendee["fullName"] for attendee in answer.json()]
        while path := next_page(answer):
            assert path.startswith("/api/attendees?")
            answer = olive.get(path)
            seen += [attendee["fullName"] for attendee in answer.json()]
        assert seen == [f"Zoë & {n}" for n in (4, 3, 2, 1, 0)]

    def test_the_last_page_has_no_link_even_when_it_is_full(self, house: House) -> None:  # 7.list.5
        olive = house.signed_in()
        event = new_event(olive)
        for _ in range(2):
            new_attendee(olive, event)
        answer = olive.get("/api/attendees?limit=2")
        assert (len(answer.json()), next_page(answer), answer.headers["X-Total-Count"]) == (2, None, "2")

    def test_an_empty_page_has_a_total_of_nought(self, house: House) -> None:
        answer = house.signed_in().get("/api/attendees?limit=1")
        assert (answer.json(), answer.headers["X-Total-Count"]) == ([], "0")

    def test_a_limit_is_1_to_500(self, house: House) -> None:  # 7.list.4
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        for good in ("1", "500"):
            assert olive.get(f"/api/attendees?limit={good}").status_code == 200
        for bad in ("0", "-1", "501", "9" * 30, "ten", "1.5", "", "true"):
            body = problem(olive.get(f"/api/attendees?limit={bad}"), 400, "validation_failed")
            assert [error["field"] for error in body["errors"]] == ["limit"], bad

    def test_a_cursor_that_is_no_number_is_refused_and_one_beyond_the_end_finds_nothing(self, house: House) -> None:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        body = problem(olive.get("/api/attendees?limit=1&after=x"), 400, "validation_failed")
        assert [error["field"] for error in body["errors"]] == ["after"]
        for after in ("1", "0", "-5"):
            answer = olive.get(f"/api/attendees?limit=1&after={after}")
            assert (answer.json(), "X-Total-Count" in answer.headers) == ([], False)


class TestSearch:
    def test_finds_the_guests_of_the_vectors_that_the_browser_finds_too(self, house: House) -> None:
        """7.list.8, 7.list.9, 7.list.10, 7.list.640."""
        olive = house.signed_in()
        event_id, now = new_event(olive)["id"], clock.now()
        same = {"event_id": event_id, "table_number": 1, "payment_status": "paid", "created_at": now, "updated_at": now}
        with house.database.write() as tx:
            insert_rows(
                tx,
                [
                    NewAttendee(
                        full_name=guest["fullName"],
                        phone=guest["phone"],
                        invoice_number=guest["invoiceNumber"],
                        **same,
                    )
                    for guest in SEARCH_VECTORS["guests"]
                ],
            )
        for query, found in SEARCH_VECTORS["finds"] + SEARCH_VECTORS["findsByPhone"]:
            assert sorted(names(olive, search=query)) == sorted(found), query

    def test_percent_underscore_and_backslash_mean_themselves(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        for name in ("100% Ada", "snake_case", "back\\slash", "for/ward", "plain"):
            new_attendee(olive, event, fullName=name, phone="n", paymentStatus=name)
        for text, name in (("%", "100% Ada"), ("_", "snake_case"), ("\\", "back\\slash"), ("/", "for/ward")):
            assert names(olive, search=text) == [name]
            assert names(olive, payment=text) == [name]
        for nothing in ("p%n", "pl_in", "\\%", "%%", "'; --", '"'):
            assert names(olive, search=nothing) == []
            assert names(olive, payment=nothing) == []

    def test_blank_finds_everybody(self, house: House) -> None:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        assert names(olive, search=" '- ", payment=" ") == ["Ada Lovelace"]


class TestFilters:
    def test_payment_is_a_part_of_the_text_in_any_case(self, house: House) -> None:  # 7.list.11
        olive = house.signed_in()
        event = new_event(olive)
        for status in ("paid", "Unpaid", "free", "PAID by card"):
            new_attendee(olive, event, fullName=status, paymentStatus=status)
        assert names(olive, payment="paid") == ["PAID by card", "Unpaid", "paid"]
        assert names(olive, payment="UNPAID") == ["Unpaid"]
        assert names(olive, payment="card") == ["PAID by card"]
        assert names(olive, payment="comp") == []

    def test_payment_group_is_one_of_three(self, house: House) -> None:  # 7.list.12
        olive = house.signed_in()
        event = new_event(olive)
        for status in ("PAID", "Unpaid", "free", "COMP", "later"):
            new_attendee(olive, event, fullName=status, paymentStatus=status)
        assert names(olive, paymentGroup="paid") == ["PAID"]
        assert names(olive, paymentGroup="complimentary") == ["COMP", "free"]
        assert names(olive, paymentGroup="owed") == ["later", "Unpaid"]
        for bad in ("free", "Paid", ""):
            body = problem(olive.get("/api/attendees", params={"paymentGroup": bad}), 400, "validation_failed")
            assert [error["field"] for error in body["errors"]] == ["paymentGroup"]

    def test_attended_is_true_or_false(self, house: House) -> None:  # 7.list.3
        olive = house.signed_in()
        event = new_event(olive)
        here = new_attendee(olive, event, fullName="here")
        new_attendee(olive, event, fullName="not yet")
        olive.post("/api/attendees/scan", json={"qrData": here["qrCodeData"]})
        assert names(olive, attended="true") == ["here"]
        assert names(olive, attended="false") == ["not yet"]
        assert names(olive) == ["not yet", "here"]
        body = problem(olive.get("/api/attendees?attended=maybe"), 400, "validation_failed")
        assert [error["field"] for error in body["errors"]] == ["attended"]

    def test_an_event_is_an_id_and_an_unknown_one_finds_nothing(self, house: House) -> None:  # 7.list.3, 13
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive)
        new_attendee(olive, gala, fullName="at the gala")
        new_attendee(olive, ball, fullName="at the ball")
        assert names(olive, eventId=gala["id"]) == ["at the gala"]
        for unknown in ("999", "0", "-1", "9" * 30):
            assert names(olive, eventId=unknown) == []
            answer = olive.get("/api/attendees", params={"eventId": unknown, "limit": 5})
            assert (answer.json(), answer.headers["X-Total-Count"]) == ([], "0")
        body = problem(olive.get("/api/attendees?eventId=gala"), 400, "validation_failed")
        assert [error["field"] for error in body["errors"]] == ["eventId"]

    @pytest.mark.both_engines
    def test_all_filters_must_match_and_the_total_counts_every_match(self, house: House) -> None:
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive)
        for event, name, status in (
            (gala, "Ada one", "paid"),
            (gala, "Ada two", "paid"),
            (gala, "Ada three", "unpaid"),
            (gala, "Grace", "paid"),
            (ball, "Ada four", "paid"),
        ):
            new_attendee(olive, event, fullName=name, paymentStatus=status, phone="0")
        answer = olive.get(
            "/api/attendees",
            params={"eventId": gala["id"], "search": "ada", "paymentGroup": "paid", "attended": "false", "limit": 1},
        )
        assert [attendee["fullName"] for attendee in answer.json()] == ["Ada two"]
        assert answer.headers["X-Total-Count"] == "2"

    def test_parameters_it_does_not_know_are_ignored(self, house: House) -> None:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        assert names(olive, colour="red") == ["Ada Lovelace"]

    def test_texts_too_long_or_with_control_characters_are_refused_by_name(self, house: House) -> None:
        olive = house.signed_in()
        for field, bad in (("search", "x" * 201), ("search", "a\u0000b"), ("payment", "x" * 41), ("payment", "a\nb")):
            body = problem(olive.get("/api/attendees", params={field: bad}), 400, "validation_failed")
            assert [error["field"] for error in body["errors"]] == [field]


def test_a_list_longer_than_one_chunk_is_whole(house: House) -> None:  # 7.list.2
    olive = house.signed_in()
    new_attendee(olive, new_event(olive))
    with house.database.write() as tx:
        source = tx.scalars(select(Attendee)).one()
        same = {c.key: getattr(source, c.key) for c in Attendee.__table__.columns if c.key != "id"}
        rows = [same | {"invoice_number": f"INV-{n}", "qr_code_data": f"Q{n}"} for n in range(2500)]
        tx.execute(insert(Attendee), rows)
    ids = [attendee["id"] for attendee in olive.get("/api/attendees").json()]
    assert len(ids) == 2501
    assert ids == sorted(set(ids), reverse=True)


@pytest.mark.both_engines
def test_the_text_of_a_qr_code_finds_its_attendee_alone(house: House) -> None:  # 7.list.1080
    olive = house.signed_in()
    event = new_event(olive)
    ada = new_attendee(olive, event, notes="VIP")
    new_attendee(olive, event, fullName="Bo", notes=ada["qrCodeData"])
    code = ada["qrCodeData"]
    for search in (code, f"  {code.lower()} "):
        for sort in AttendeeSort:
            for more in ({}, {"eventId": event["id"]}, {"payment": "paid"}, {"attended": False}):
                answer = olive.get("/api/attendees", params={"search": search, "sort": sort, "limit": 5, **more})
                assert [row["id"] for row in answer.json()] == [ada["id"]], (search, sort, more)
                assert answer.headers["X-Total-Count"] == "1"
    place = olive.get(f"/api/attendees/{ada['id']}/neighbours", params={"search": code, "sort": "name"}).json()
    assert (place["position"], place["matches"]) == (1, 1)
    assert names(olive, search=code, attended="true") == []
    # A part of a code is ordinary text.
    assert names(olive, search=code[:-1]) == ["Bo"]
