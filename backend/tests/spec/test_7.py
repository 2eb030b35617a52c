"""Section 7 of the contract, as far as the server answers: the calls, reading and writing, lists, scans, exports."""

import csv
import io
import re
from datetime import date
from typing import Any

import pytest
from fastapi.testclient import TestClient

from doorlist.spreadsheets.rules import formula_safe
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

GUEST: Json = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}


def of_event(client: TestClient, event: Json, **query: Any) -> list[Json]:
    listed: list[Json] = client.get("/api/attendees", params={"eventId": event["id"], **query}).json()
    return listed


class TestEditAttendee:
    @pytest.mark.both_engines
    def test_answers_with_the_attendee_as_it_will_be_read(
        self, olive: TestClient, oscar: TestClient, gala: Json
    ) -> None:
        attendee = new_attendee(olive, gala)  # 7.call.20
        path = f"/api/attendees/{attendee['id']}"
        changes = {"fullName": "Ada King", "phone": "0499", "tableNumber": 9, "paymentStatus": "free"}
        answer = oscar.put(path, json={**changes, "version": 1})
        assert answer.status_code == 200
        edited = json_of(answer)
        assert {field: edited[field] for field in changes} == changes
        assert (edited["paymentGroup"], edited["version"]) == ("complimentary", 2)
        assert edited["updatedBy"]["fullName"] == "Oscar Organizer"
        assert json_of(olive.get(path)) == edited

    def test_is_found_by_the_new_name_phone_and_payment_and_no_longer_by_the_old(
        self, olive: TestClient, gala: Json
    ) -> None:
        attendee = new_attendee(olive, gala, fullName="Grace", phone="0411")  # 7.call.20; 7.list.8, 11, 12
        olive.put(f"/api/attendees/{attendee['id']}", json={"fullName": "Zoë", "phone": "99", "paymentStatus": "comp"})
        for query in ({"search": "zoe"}, {"search": "99"}, {"payment": "COM"}, {"paymentGroup": "complimentary"}):
            assert len(of_event(olive, gala, **query)) == 1, query
        for query in ({"search": "grace"}, {"search": "0411"}, {"payment": "paid"}, {"paymentGroup": "paid"}):
            assert of_event(olive, gala, **query) == [], query

    def test_keeps_what_is_absent_and_clears_what_is_null(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala, paymentStatus="partial", amountPaidCents=2000)  # 7.rest.1..3
        path = f"/api/attendees/{attendee['id']}"
        kept = json_of(olive.put(path, json={"tableNumber": 8, "colour": "red"}))
        changed = {field for field, value in kept.items() if attendee[field] != value}
        assert changed <= {"tableNumber", "version", "updatedAt"}
        cleared = json_of(olive.put(path, json={"amountPaidCents": None}))
        assert (cleared["amountPaidCents"], cleared["paymentStatus"]) == (None, "partial")

    def test_on_a_stale_version_is_refused_with_what_is_there(
        self, olive: TestClient, oscar: TestClient, gala: Json
    ) -> None:
        path = f"/api/attendees/{new_attendee(olive, gala)['id']}"  # 7.rest.4, 5; 10.code.18
        current = json_of(oscar.put(path, json={"fullName": "By Oscar", "version": 1}))
        refusal = problem(olive.put(path, json={"fullName": "By Olive", "version": 1}), 409, "version_conflict")
        assert refusal["current"] == current
        assert (refusal["updatedBy"], refusal["updatedAt"]) == (current["updatedBy"], current["updatedAt"])
        assert json_of(olive.get(path)) == current

    def test_without_a_version_is_the_last_write(self, olive: TestClient, oscar: TestClient, gala: Json) -> None:
        path = f"/api/attendees/{new_attendee(olive, gala)['id']}"  # 7.rest.6
        oscar.put(path, json={"fullName": "By Oscar"})
        assert json_of(olive.put(path, json={"fullName": "By Olive"}))["version"] == 3
        assert json_of(olive.put(path, json={"phone": "1", "version": None}))["fullName"] == "By Olive"

    def test_of_nobody_is_404(self, olive: TestClient) -> None:
        problem(olive.put("/api/attendees/99999", json={}), 404, "attendee_not_found")  # 7.rest.7
        problem(olive.put("/api/attendees/ada", json={}), 400, "validation_failed")


class TestDeleteAttendee:
    def test_is_204_and_again_404(self, olive: TestClient, gala: Json) -> None:
        gone, stays = new_attendee(olive, gala), new_attendee(olive, gala)  # 7.call.21
        path = f"/api/attendees/{gone['id']}"
        answer = olive.delete(path)
        assert (answer.status_code, answer.content) == (204, b"")
        problem(olive.delete(path), 404, "attendee_not_found")
        problem(olive.get(path), 404, "attendee_not_found")
        assert of_event(olive, gala) == [stays]

    def test_leaves_a_ticket_that_is_unknown_at_the_door(self, olive: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 7.scan.4
        olive.delete(f"/api/attendees/{attendee['id']}")
        refusal = olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        problem(refusal, 404, "ticket_unknown")


@pytest.mark.either_engine
class TestEvent:
    def test_is_read_as_it_was_answered(self, olive: TestClient, gala: Json) -> None:
        assert json_of(olive.get(f"/api/events/{gala['id']}")) == gala  # 7.call.5, 6
        assert gala in olive.get("/api/events").json()

    def test_is_deleted_with_an_empty_body_of_any_kind(self, olive: TestClient) -> None:
        for options in ({}, {"content": b""}, {"headers": {"Content-Type": "application/json"}}):  # 7.rest.9
            path = f"/api/events/{new_event(olive)['id']}"
            assert olive.request("DELETE", path, **options).status_code == 204
            problem(olive.request("DELETE", path, **options), 404, "event_not_found")


@pytest.mark.either_engine
class TestUsers:
    def path(self, sam: TestClient, vera: Json) -> str:
        answer = sam.post("/api/users", json=vera)
        assert answer.status_code == 201
        return f"/api/users/{json_of(answer)['id']}"

    def test_come_as_an_array_by_full_name(self, sam: TestClient, vera: Json) -> None:
        for number, full_name in enumerate(("zoe Zimmer", "Élodie Durand", "Aaron Ash", "eli Edwards")):
            new = {
                **vera,
                "username": f"{vera['username']}-{9 - number}",
                "fullName": full_name,
            }  # 7.call.27; 7.list.16
            assert sam.post("/api/users", json=new).status_code == 201
        users = sam.get("/api/users").json()
        names = [user["fullName"] for user in users if user["username"].startswith(f"{vera['username']}-")]
        assert names == ["Aaron Ash", "eli Edwards", "Élodie Durand", "zoe Zimmer"]
        assert {"Ida Inactive", "Sam Superadmin"} <= {user["fullName"] for user in users}

    def test_are_created(self, sam: TestClient, vera: Json) -> None:
        answer = sam.post("/api/users", json={**vera, "role": "super_admin"})  # 7.call.28
        assert answer.status_code == 201
        assert json_of(answer).items() >= {"username": vera["username"], "role": "super_admin"}.items()
        assert json_of(answer) in sam.get("/api/users").json()

    def test_are_edited(self, sam: TestClient, vera: Json) -> None:
        path = self.path(sam, vera)  # 7.call.29; 7.rest.1, 3
        changes = {"username": f"{vera['username']}x", "fullName": "Vera Renamed", "role": "super_admin"}
        answer = sam.put(path, json={**changes, "version": 1, "colour": "red"})
        assert answer.status_code == 200
        assert json_of(answer).items() >= {**changes, "version": 2}.items()
        kept = json_of(sam.put(path, json={"fullName": "Vera Again"}))
        assert (kept["username"], kept["role"]) == (changes["username"], "super_admin")

    def test_on_a_stale_version_are_refused_with_what_is_there(self, sam: TestClient, vera: Json) -> None:
        path = self.path(sam, vera)  # 7.rest.4..6
        current = json_of(sam.put(path, json={"fullName": "First", "version": 1}))
        refusal = problem(sam.put(path, json={"fullName": "Second", "version": 1}), 409, "version_conflict")
        assert refusal["current"] == current
        assert (refusal["updatedBy"], refusal["updatedAt"]) == (current["updatedBy"], current["updatedAt"])
        assert json_of(sam.put(path, json={"fullName": "Third"}))["fullName"] == "Third"

    def test_are_deactivated_and_reactivated_any_number_of_times(self, sam: TestClient, vera: Json) -> None:
        path = self.path(sam, vera)  # 7.call.30, 31
        for call, is_active in (("DELETE", False), ("DELETE", False), ("POST", True), ("POST", True)):
            answer = sam.request(call, path if call == "DELETE" else f"{path}/reactivate")
            assert (answer.status_code, json_of(answer)["isActive"]) == (200, is_active)
            assert json_of(answer) in sam.get("/api/users").json()

    def test_of_a_strange_id_are_400_or_404(self, sam: TestClient) -> None:
        for method, end in (("PUT", ""), ("DELETE", ""), ("POST", "/reactivate")):  # 7.rest.7
            problem(sam.request(method, f"/api/users/99999{end}", json={}), 404, "user_not_found")
            problem(sam.request(method, f"/api/users/vera{end}", json={}), 400, "validation_failed")


class TestBulkImport:
    def test_answers_with_four_counts_and_names_each_bad_row(self, olive: TestClient, gala: Json) -> None:
        new_attendee(olive, gala)  # 7.call.22
        bad = {"fullName": "", "phone": "", "tableNumber": "x"}
        rows = [GUEST, bad, {**GUEST, "fullName": "Grace Hopper"}]
        answer = olive.post("/api/attendees/bulk-import", json={"attendees": rows, "eventId": gala["id"]})
        assert answer.status_code == 200
        body = json_of(answer)
        assert set(body) == {"imported", "errors", "rowErrors", "duplicates"}
        assert (body["imported"], body["errors"], body["duplicates"]) == (1, 1, 1)
        assert [(e["row"], e["field"]) for e in body["rowErrors"]] == [
            (2, "fullName"),
            (2, "phone"),
            (2, "tableNumber"),
        ]
        assert all(set(error) == {"row", "field", "message"} and error["message"] for error in body["rowErrors"])
        assert [a["fullName"] for a in of_event(olive, gala)] == ["Grace Hopper", "Ada Lovelace"]


class TestList:
    def test_takes_the_named_filters(self, house: House) -> None:
        document = json_of(house.stranger().get("/api/openapi.json"))  # 7.list.3; 7.call.10
        parameters = document["paths"]["/api/attendees"]["get"]["parameters"]
        assert {(parameter["name"], parameter["required"]) for parameter in parameters} == {
            ("eventId", False),
            ("search", False),
            ("payment", False),
            ("paymentGroup", False),
            ("attended", False),
            ("ticketTypeId", False),
            ("tableNumber", False),
            ("ticketMail", False),
            ("sort", False),
            ("limit", False),
            ("after", False),
        }

    def test_is_a_plain_array_with_and_without_a_limit(self, olive: TestClient, gala: Json) -> None:
        made = [new_attendee(olive, gala) for _ in range(3)][::-1]  # 7.list.1, 2, 5, 6, 15
        assert of_event(olive, gala) == made
        page = olive.get("/api/attendees", params={"eventId": gala["id"], "limit": 2})
        assert (page.json(), page.headers["X-Total-Count"]) == (made[:2], "3")
        rest = olive.get(page.headers["Link"].partition("<")[2].partition(">")[0])
        assert (rest.json(), "X-Total-Count" in rest.headers, "Link" in rest.headers) == (made[2:], False, False)


class TestScan:
    def test_without_an_event_admits_a_ticket_of_any(self, olive: TestClient) -> None:
        for event in (new_event(olive), new_event(olive, name="Ball", date="2027-01-01")):  # 7.scan.7
            scan = {"qrData": new_attendee(olive, event)["qrCodeData"]}
            assert json_of(olive.post("/api/attendees/scan", json=scan))["alreadyScanned"] is False

    def test_with_its_own_event_admits_it(self, olive: TestClient, gala: Json) -> None:
        scan = {"qrData": new_attendee(olive, gala)["qrCodeData"], "eventId": gala["id"], "device": "door 1"}
        answer = olive.post("/api/attendees/scan", json=scan)  # 7.call.14; 7.scan.1
        assert answer.status_code == 200
        assert set(json_of(answer)) == {"alreadyScanned", "attendee", "message"}
        assert json_of(answer)["message"]

    def test_refusals_say_not_found_and_invalid(self, olive: TestClient, gala: Json) -> None:
        other = new_event(olive, name="Ball")  # 7.scan.9
        ticket = new_attendee(olive, gala)["qrCodeData"]

        def detail(**scan: Any) -> str:
            answer = json_of(olive.post("/api/attendees/scan", json=scan))
            assert answer["detail"]
            return str(answer["detail"]).lower()

        assert "not found" in detail(qrData=ticket, eventId=other["id"])
        assert "not found" in detail(qrData="DL1.1." + "Z" * 26)
        assert "invalid" in detail(qrData="a strange text")


@pytest.mark.either_engine
class TestExport:
    COLUMNS = (
        "Attendee Name,Phone,Event ID,Table Number,Payment Status,Invoice Number,Attended,Check-in Time,"
        "Event Name,Amount Paid,Sold By,Scanned By,Notes,Ticket Type,Email"
    )

    def rows(self, client: TestClient, event: Json) -> list[dict[str, str]]:
        answer = client.get("/api/attendees/export/csv", params={"eventId": event["id"]})
        text = answer.content.decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text)))

    def test_begins_with_the_columns_of_an_import(self, olive: TestClient, gala: Json) -> None:
        answer = olive.get("/api/attendees/export/csv", params={"eventId": gala["id"]})  # 7.export.4
        assert answer.content.decode("utf-8-sig").splitlines() == [self.COLUMNS]

    def test_notes_come_back_with_their_line_breaks(self, olive: TestClient, gala: Json) -> None:
        """Through the call, the list, the spreadsheet, an edit and the door (3.attendee.14, 15; 5.attendee.6)."""
        notes = 'Wheelchair: ramp at the side.\n=1+1, and "nuts"'
        ada = new_attendee(olive, gala, fullName="Ada", notes=f"  {notes.replace(chr(10), chr(13) + chr(10))} ")
        assert ada["notes"] == notes
        assert new_attendee(olive, gala, fullName="Bob")["notes"] is None
        exported = olive.get("/api/attendees/export/csv", params={"eventId": gala["id"]}).content
        for attendee in olive.get("/api/attendees").json():
            olive.delete(f"/api/attendees/{attendee['id']}")
        file = {"file": ("guests.csv", exported)}
        sent = olive.post("/api/attendees/import", files=file, data={"eventId": str(gala["id"])})
        assert json_of(sent)["imported"] == 2
        bob, ada = sorted(
            olive.get("/api/attendees").json(), key=lambda attendee: str(attendee["fullName"]), reverse=True
        )
        assert (ada["notes"], bob["notes"]) == (notes, None)
        scanned = json_of(olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]}))
        assert scanned["attendee"]["notes"] == notes
        path = f"/api/attendees/{ada['id']}"
        assert json_of(olive.put(path, json={"fullName": "Ada B"}))["notes"] == notes
        assert json_of(olive.put(path, json={"notes": " "}))["notes"] is None
        longest = "x" * 249 + "\r\n" + "y" * 250
        assert json_of(olive.put(path, json={"notes": longest}))["notes"] == longest.replace("\r\n", "\n")
        for bad in ("x" * 501, "a\u0007b", "a\n\u202eb"):
            assert json_of(olive.put(path, json={"notes": bad}))["errors"][0]["field"] == "notes"

    def test_begins_with_a_byte_order_mark(self, olive: TestClient) -> None:
        for path in ("attendees/export/csv", "export/all.csv", "export/events.csv", "export/attendees.csv"):
            assert olive.get(f"/api/{path}").content.startswith(b"\xef\xbb\xbf")  # 7.export.11

    def test_is_a_download_with_the_date_in_its_name(self, olive: TestClient, clock: MovingClock) -> None:
        answer = olive.get("/api/attendees/export/csv")  # 7.call.23; 7.export.6
        day = clock.now().date().isoformat()
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="attendees-{day}.csv"'

    @pytest.mark.parametrize(
        "path",
        ["attendees/export/csv", "export/all.csv", "export/events.csv", "export/attendees.csv", "export/backup.json"],
    )
    def test_has_the_date_of_the_device(self, olive: TestClient, path: str) -> None:
        names = [
            olive.get(f"/api/{path}", params={"timeZone": zone}).headers["content-disposition"]
            for zone in ("Pacific/Kiritimati", "Pacific/Niue")
        ]
        first, last = (
            date.fromisoformat(found[0]) for name in names if (found := re.search(r"[0-9-]{10}(?=\.)", name))
        )
        # 25 hours lie between the two.
        assert (first - last).days in {1, 2}  # 7.export.6

    def test_is_of_one_event_or_of_all(self, olive: TestClient, gala: Json) -> None:
        ball = new_event(olive, name="Ball")  # 7.call.23
        ids = {new_attendee(olive, event)["invoiceNumber"]: event["id"] for event in (gala, ball)}
        (row,) = self.rows(olive, gala)
        assert ids[row["Invoice Number"]] == gala["id"]
        everybody = olive.get("/api/attendees/export/csv").text
        assert all(number in everybody for number in ids)

    @pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"], ids=ascii)
    def test_makes_no_value_a_formula(self, start: str) -> None:
        assert formula_safe(f"{start}1+1") == f"'{start}1+1"  # 7.export.1

    def test_keeps_a_plain_phone_and_nothing_else_that_begins_with_a_plus(self, olive: TestClient, gala: Json) -> None:
        # 7.export.1
        new_attendee(olive, gala, fullName="+61 400", phone="+61 400 111 222", paymentStatus="+1")
        new_attendee(olive, gala, fullName="=SUM(A1)", phone="+61(400)", paymentStatus="@home")
        first, second = self.rows(olive, gala)
        assert [first[c] for c in ("Attendee Name", "Phone", "Payment Status")] == [
            "'+61 400",
            "+61 400 111 222",
            "'+1",
        ]
        assert [second[c] for c in ("Attendee Name", "Phone", "Payment Status")] == ["'=SUM(A1)", "'+61(400)", "'@home"]
