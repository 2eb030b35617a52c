"""POST /api/attendees/bulk-import and GET /api/attendees/export/csv."""

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from doorlist.spreadsheets.imports.runner import Imports
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem

ADA = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}


class TestBulkImport:
    @pytest.mark.either_engine
    def test_needs_somebody_signed_in(self, house: House) -> None:
        answer = house.stranger().post("/api/attendees/bulk-import", json={"attendees": [], "eventId": 1})
        problem(answer, 401, "not_signed_in")

    def test_adds_the_good_rows_and_reports_the_bad_ones(self, house: House) -> None:  # 7.call.22; 5.bulk-import.1, 2
        olive = house.signed_in()
        event = new_event(olive)
        rows = [
            ADA,
            {"fullName": " ", "phone": "1"},
            {"fullName": "Bob", "phone": ""},
            {"fullName": "Cleo", "phone": "2", "tableNumber": "twelve"},
            {"fullName": "Dora", "phone": "3", "tableNumber": "", "paymentStatus": " "},
            {"fullName": "Emil", "phone": "4", "tableNumber": "12"},
        ]
        answer = olive.post("/api/attendees/bulk-import", json={"attendees": rows, "eventId": event["id"]})
        assert answer.status_code == 200
        body = json_of(answer)
        assert (body["imported"], body["errors"], body["duplicates"]) == (3, 3, 0)
        assert [(error["row"], error["field"]) for error in body["rowErrors"]] == [
            (2, "fullName"),
            (3, "phone"),
            (4, "tableNumber"),
        ]
        listed = {a["fullName"]: a for a in olive.get("/api/attendees").json()}
        assert set(listed) == {"Ada Lovelace", "Dora", "Emil"}
        assert (listed["Dora"]["tableNumber"], listed["Dora"]["paymentStatus"]) == (1, "free")
        assert listed["Emil"]["tableNumber"] == 12
        assert listed["Emil"]["seller"]["fullName"] == "Olive Organizer"

    def test_skips_who_was_there_before(self, house: House) -> None:  # 7.call.22
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        body = self.post(house, event, [ADA, ADA])
        assert (body["imported"], body["errors"], body["duplicates"]) == (1, 0, 1)

    def test_the_same_rows_again_add_nobody(self, house: House) -> None:
        event = new_event(house.signed_in())
        assert self.post(house, event, [ADA] * 8)["imported"] == 8
        again = self.post(house, event, [ADA] * 8)
        assert (again["imported"], again["duplicates"]) == (0, 8)

    @pytest.mark.either_engine
    def test_refuses_an_unknown_event(self, house: House) -> None:
        answer = house.signed_in().post("/api/attendees/bulk-import", json={"attendees": [ADA], "eventId": 99})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "eventId"

    def test_a_thousand_rows_have_a_thousand_invoice_numbers(self, house: House) -> None:
        event = new_event(house.signed_in())
        rows = [{**ADA, "fullName": f"Guest {number}"} for number in range(1500)]
        assert self.post(house, event, rows)["imported"] == 1500
        listed = house.signed_in().get("/api/attendees").json()
        assert len({a["invoiceNumber"] for a in listed}) == len({a["qrCodeData"] for a in listed}) == 1500
        assert [a["fullName"] for a in listed[:2]] == ["Guest 1499", "Guest 1498"]

    def post(self, house: House, event: Json, rows: list[Json]) -> Json:
        olive = house.signed_in()
        return json_of(olive.post("/api/attendees/bulk-import", json={"attendees": rows, "eventId": event["id"]}))


class TestRaces:
    def test_two_equal_imports_at_once_add_everybody_once(self, house: House) -> None:
        event = new_event(house.signed_in())
        rows = [{**ADA, "fullName": f"Name {number}"} for number in range(50)]
        clients = [house.signed_in() for _ in range(4)]
        call = {"attendees": rows, "eventId": event["id"]}
        with ThreadPoolExecutor(len(clients)) as pool:
            sent = [pool.submit(client.post, "/api/attendees/bulk-import", json=call) for client in clients]
            answers = [json_of(answer.result()) for answer in sent]
        assert sorted(answer["imported"] for answer in answers) == [0, 0, 0, 50]
        assert sum(answer["duplicates"] for answer in answers) == 150
        assert len(clients[0].get("/api/attendees").json()) == 50

    @pytest.mark.both_engines
    def test_an_event_deleted_meanwhile_is_told_as_unknown(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        imports: Imports = house.app.state.imports
        apply_calmly = imports.apply

        def apply_after_a_delete(*arguments: Any) -> None:
            assert sam.delete(f"/api/events/{event['id']}").status_code == 204
            apply_calmly(*arguments)

        monkeypatch.setattr(imports, "apply", apply_after_a_delete)
        answer = olive.post("/api/attendees/bulk-import", json={"attendees": [ADA], "eventId": event["id"]})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "eventId"
        assert olive.get("/api/attendees").json() == []


class TestLimits:
    def test_a_row_that_is_no_object_spoils_only_itself(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        call = {"attendees": [ADA, None, "x", []], "eventId": new_event(olive)["id"]}
        body = json_of(olive.post("/api/attendees/bulk-import", json=call))
        assert (body["imported"], body["errors"]) == (1, 3)
        assert [(error["row"], error["message"]) for error in body["rowErrors"]] == [
            (2, "Must be a JSON object"),
            (3, "Must be a JSON object"),
            (4, "Must be a JSON object"),
        ]

    def test_more_than_ten_thousand_rows_are_too_many(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        call = {"attendees": [{}] * 10_001, "eventId": new_event(olive)["id"]}
        answer = olive.post("/api/attendees/bulk-import", json=call)
        assert "10,000" in problem(answer, 413, "payload_too_large")["detail"]

    def test_a_thousand_row_errors_are_listed_and_all_are_counted(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        call = {"attendees": [{"fullName": "A"}] * 1500, "eventId": new_event(olive)["id"]}
        body = json_of(olive.post("/api/attendees/bulk-import", json=call))
        assert (body["errors"], len(body["rowErrors"])) == (1500, 1000)


class TestExportCsv:
    def test_has_a_line_for_each_attendee_and_no_formula(self, house: House) -> None:  # 7.call.23; 7.export.1
        olive = house.signed_in()
        gala, ball = new_event(olive, ticketPriceCents=12000), new_event(olive, name="Winter Ball")
        ada = new_attendee(olive, gala, fullName="=Ada()", phone="+61 400 111 222")
        new_attendee(olive, ball, fullName="Bob, the Builder", paymentStatus="comp")
        house.signed_in(SAM).post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        answer = olive.get("/api/attendees/export/csv")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.headers["content-disposition"].startswith('attachment; filename="attendees-20')
        exported, bob = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
        assert bob["Attendee Name"] == "Bob, the Builder"
        assert exported["Attendee Name"] == "'=Ada()"
        assert exported["Phone"] == "+61 400 111 222"
        assert (exported["Event ID"], exported["Event Name"]) == (str(gala["id"]), "Spring Gala")
        assert (exported["Table Number"], exported["Payment Status"], exported["Amount Paid"]) == (
            "7",
            "paid",
            "120.00",
        )
        assert (exported["Attended"], exported["Sold By"], exported["Scanned By"]) == (
            "Yes",
            "Olive Organizer",
            "Sam Superadmin",
        )

    @pytest.mark.either_engine
    def test_can_be_of_one_event(self, house: House) -> None:  # 7.call.23
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball")
        new_attendee(olive, gala)
        new_attendee(olive, ball, fullName="Bob")
        text = olive.get(f"/api/attendees/export/csv?eventId={ball['id']}").text.removeprefix("\ufeff")
        assert [row["Attendee Name"] for row in csv.DictReader(io.StringIO(text))] == ["Bob"]
