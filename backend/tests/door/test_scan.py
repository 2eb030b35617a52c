"""POST /api/attendees/scan: every outcome, over HTTP, on both engines."""

from uuid import uuid4

import pytest
from sqlalchemy import select

from doorlist.door.models import ScanLogEntry
from tests.cast import NORA, OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem

pytestmark = pytest.mark.smoke


def log_of(house: House) -> list[ScanLogEntry]:
    with house.database.read() as tx:
        return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))


class TestScan:
    def test_needs_somebody_signed_in(self, house: House) -> None:
        problem(house.stranger().post("/api/attendees/scan", json={"qrData": "x"}), 401, "not_signed_in")
        assert log_of(house) == []

    def test_needs_somebody_with_a_password_of_their_own(self, house: House) -> None:
        answer = house.signed_in(NORA).post("/api/attendees/scan", json={"qrData": "x"})
        problem(answer, 403, "password_change_required")

    def test_admits_a_valid_ticket_once(self, house: House) -> None:  # 7.scan.1, 2; 7.call.14; 6.roles.8
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        first = olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        assert first.status_code == 200
        body = json_of(first)
        assert body["alreadyScanned"] is False
        assert body["message"] == "Check-in complete"
        assert body["attendee"]["attended"] is True
        assert body["attendee"]["scanner"]["fullName"] == "Olive Organizer"

        again = json_of(oscar.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]}))
        assert again["alreadyScanned"] is True
        assert again["attendee"]["attendedAt"] == body["attendee"]["attendedAt"]
        assert again["attendee"]["scanner"]["fullName"] == "Olive Organizer"
        assert [entry.outcome for entry in log_of(house)] == ["admitted", "repeat"]

    def test_reads_a_ticket_whatever_its_case_and_the_spaces_around_it(self, house: House) -> None:  # 5.scan.1
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        answer = olive.post("/api/attendees/scan", json={"qrData": f" {attendee['qrCodeData'].lower()}\n"})
        assert answer.status_code == 200

    def test_refuses_a_text_that_is_no_ticket_and_logs_its_first_hundred_characters(self, house: House) -> None:
        # 7.scan.3, 9; 3.scan-log.2
        olive = house.signed_in()
        refusal = problem(olive.post("/api/attendees/scan", json={"qrData": "x" * 5000}), 400, "ticket_invalid")
        assert "invalid" in refusal["detail"].lower()
        assert [(entry.outcome, entry.qr_data) for entry in log_of(house)] == [("invalid", "x" * 100)]

    def test_refuses_a_ticket_of_ours_that_nobody_has(self, house: House) -> None:  # 7.scan.4, 9
        olive = house.signed_in()
        answer = olive.post("/api/attendees/scan", json={"qrData": "DL1.1." + "A" * 26})
        assert "not found" in problem(answer, 404, "ticket_unknown")["detail"]
        assert [entry.outcome for entry in log_of(house)] == ["unknown"]

    def test_refuses_a_ticket_for_another_event_and_names_that_event(self, house: House) -> None:  # 7.scan.5, 6
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball", date="2026-12-01")
        attendee = new_attendee(olive, ball)
        answer = olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"], "eventId": gala["id"]})
        refusal = problem(answer, 404, "ticket_other_event")
        assert refusal["ticketEvent"] == {"id": ball["id"], "name": "Winter Ball", "date": "2026-12-01"}
        assert json_of(olive.get(f"/api/attendees/{attendee['id']}"))["attended"] is False
        assert [(entry.outcome, entry.event_id) for entry in log_of(house)] == [("other_event", gala["id"])]

    def test_an_invoice_number_admits_nobody(self, house: House) -> None:  # 3.invoice.5
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        answer = olive.post("/api/attendees/scan", json={"qrData": attendee["invoiceNumber"]})
        problem(answer, 400, "ticket_invalid")

    def test_an_unknown_event_is_bad_input_and_no_attempt(self, house: House) -> None:  # 7.scan.8
        olive = house.signed_in()
        answer = olive.post("/api/attendees/scan", json={"qrData": "x", "eventId": 999})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "eventId"
        assert log_of(house) == []

    def test_credits_only_who_is_signed_in(self, house: House) -> None:  # 6.roles.9
        sam, olive = house.signed_in(SAM), house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        other = json_of(olive.get("/api/me"))["id"]
        answer = sam.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"], "scannedBy": other})
        problem(answer, 403, "not_you")
        assert log_of(house) == []

    def test_the_next_scan_after_absent_is_a_first_scan(self, house: House) -> None:  # 4.attendance.4
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        scan = {"qrData": attendee["qrCodeData"]}
        olive.post("/api/attendees/scan", json=scan)
        olive.patch(f"/api/attendees/{attendee['id']}/attendance", json={"attended": False})
        assert json_of(olive.post("/api/attendees/scan", json=scan))["alreadyScanned"] is False
        assert [entry.outcome for entry in log_of(house)] == ["admitted", "marked_absent", "admitted"]


class TestTheSameKeyAgain:
    def scan(self, house: House, **fields: object) -> tuple[Json, Json, int]:
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        scan = {"qrData": attendee["qrCodeData"], "idempotencyKey": str(uuid4()), **fields}
        first, again = (olive.post("/api/attendees/scan", json=scan) for _ in range(2))
        assert first.status_code == again.status_code
        return json_of(first), json_of(again), len(log_of(house))

    def test_gets_the_same_answer_and_no_second_row(self, house: House) -> None:  # 7.scan.10, 11
        first, again, rows = self.scan(house)
        assert first == again
        assert first["alreadyScanned"] is False
        assert rows == 1

    def test_gets_the_same_refusal(self, house: House) -> None:  # 7.scan.10, 11
        first, again, rows = self.scan(house, qrData="y" * 300)
        assert first == again
        assert rows == 1

    def test_gets_the_verdict_of_then_after_somebody_marked_them_absent(self, house: House) -> None:  # 7.scan.10
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        scan = {"qrData": attendee["qrCodeData"], "idempotencyKey": str(uuid4())}
        first = json_of(olive.post("/api/attendees/scan", json=scan))
        olive.patch(f"/api/attendees/{attendee['id']}/attendance", json={"attended": False})
        assert json_of(olive.post("/api/attendees/scan", json=scan)) == first

    def test_is_refused_with_another_text_or_by_another_user(self, house: House) -> None:  # 7.scan.12
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        scan = {"qrData": attendee["qrCodeData"], "idempotencyKey": str(uuid4())}
        olive.post("/api/attendees/scan", json=scan)
        problem(olive.post("/api/attendees/scan", json={**scan, "qrData": "other"}), 400, "key_reused")
        problem(oscar.post("/api/attendees/scan", json=scan), 400, "key_reused")
