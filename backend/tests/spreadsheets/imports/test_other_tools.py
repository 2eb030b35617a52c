"""Lists of other tools are read as they are (contract 5.import)."""

from datetime import UTC, datetime

import pytest

from doorlist.spreadsheets.imports.columns import guess_mapping
from doorlist.spreadsheets.imports.readers import KnownEvent
from doorlist.spreadsheets.imports.statuses import read_status
from tests.cast import SAM
from tests.house import House, new_event
from tests.spreadsheets.imports.other_tools import ARRIVED, CANCELLED, PEOPLE, TOOLS, WITHOUT_A_PHONE, Tool
from tests.spreadsheets.imports.reading import FREE, GALA, read
from tests.spreadsheets.sending import NO_AMOUNTS, counts, names, preview, sent


@pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS)
class TestEachTool:
    def test_every_name_is_right_and_nobody_who_cancelled_is_let_in(self, tool: Tool) -> None:
        # 5.import.17, 5.import.18, 5.import.21
        report = read(tool.file())
        left_out = CANCELLED if tool.says_who_cancelled else set()
        assert [(row.attendee.full_name, row.attendee.phone) for row in report.valid] == [
            (person.name, person.phone) for person in PEOPLE if person.phone and person.number not in left_out
        ]
        assert (report.rows, report.errors, report.left_out) == (20, len(WITHOUT_A_PHONE), len(left_out))
        assert report.without_phone == len(WITHOUT_A_PHONE)

    def test_everybody_comes_in_who_is_asked_for(self, tool: Tool) -> None:  # 5.import.21, 5.import.24
        report = read(tool.file(), include_left_out=True, include_without_phone=True)
        assert [(row.attendee.full_name, row.attendee.phone) for row in report.valid] == [
            (person.name, person.phone or "-") for person in PEOPLE
        ]
        assert report.errors == 0

    def test_who_has_arrived_is_in(self, tool: Tool) -> None:  # 5.import.22
        attended = {row.attendee.full_name for row in read(tool.file()).valid if row.attendee.attended_at}
        assert attended == {PEOPLE[number].name for number in ARRIVED if tool.says_who_arrived}


class TestHeadings:
    @pytest.mark.parametrize(
        "heading",
        ["Attendee #", "Guest No.", "Name ID", "Attendee Status", "Guest type", "Ticket name", "Product name",
         "Group name", "Name label", "Guest fee", "Attendee reference", "Buyer name", "Order name", "Guest of",
         "Phone type", "Phone 1 - Label", "Payment type", "Payment Reference", "Fees Paid", "Paid ticket #",
         "Payment providers", "Paid at", "Paid on", "Paid via", "Paid with card",
         "Device Name", "Booking telephone", "Name of your school"],
    )  # fmt: skip
    def test_that_speak_of_something_else_are_left_alone(self, heading: str) -> None:  # 5.import.19
        assert not guess_mapping([heading]).keys() & {"fullName", "phone", "paymentStatus"}

    @pytest.mark.parametrize(
        ("header", "mapping"),
        [
            ("Vorname,Name", {"firstName": 0, "lastName": 1}),
            ("Name,Surname", {"firstName": 0, "lastName": 1}),
            ("Nom,Téléphone", {"fullName": 0, "phone": 1}),
            ("First Name,Middle Name,Last Name", {"firstName": 0, "middleName": 1, "lastName": 2}),
            ("Voornaam,Tussenvoegsel,Achternaam", {"firstName": 0, "middleName": 1, "lastName": 2}),
            ("name,first_name,last_name", {"fullName": 0, "firstName": 1, "lastName": 2}),
            ("Your first name,Your last name", {"firstName": 0, "lastName": 1}),
            ("Name of the guest,Guest of", {"fullName": 0}),
            ("First Name,Last Name,Device Name,Guest", {"firstName": 0, "lastName": 1}),
            ("Booking telephone,Attendee: Mobile,Attendee: First Name", {"phone": 1, "firstName": 2}),
            ("N° de téléphone,Nom complet", {"phone": 0, "fullName": 1}),
        ],
    )
    def test_of_names(self, header: str, mapping: dict[str, int]) -> None:  # 5.import.17, 5.import.204
        assert guess_mapping(header.split(",")) == mapping

    @pytest.mark.parametrize(
        ("header", "is_ours"),
        [
            ("Attendee Name,Phone,Event ID", True),
            ("Full Name,Phone,Event ID,Table Number,Payment Status,Invoice Number,Attended,Check-in Time", True),
            ("Attendee Name,Phone,Event ID,Sold By,Scanned By,My own remark", True),
            ("First Name,Last Name,Phone,Event ID", False),
            ("Attendee Name,Phone,Event ID,Public ID", False),
        ],
    )
    def test_name_events_by_id_in_our_own_form_alone(self, header: str, is_ours: bool) -> None:  # 5.import.20
        assert ("eventId" in guess_mapping(header.split(","))) == is_ours
        report = read(f"{header}\n", is_chosen=False)
        assert any("another tool's" in note for note in report.notes) != is_ours

    @pytest.mark.parametrize("heading", ["Booking Reference", "Booking ref", "Reference", "Ref"])
    def test_of_a_booking_are_no_invoice_of_each_guest(self, heading: str) -> None:  # 5.import.452
        report = read(f"Name,Phone,{heading}\nAda,1,AB12\nBob,2,AB12\n")
        assert [row.attendee.invoice_number for row in report.valid] == [None, None]

    def test_beneath_titles_are_found(self) -> None:  # 5.import.18
        rows = "Summer party,,\n20 November,,\nName,Phone,Table\nAda,0400,7\n"
        report = read(rows)
        assert (report.columns, [row.row for row in report.valid]) == (["Name", "Phone", "Table"], [4])

    @pytest.mark.parametrize("text", ["Guest\nAda\nBob\n", "Ada Lovelace\nBob,0400 111 222\n"])
    def test_a_first_row_that_is_none_is_no_title(self, text: str) -> None:
        assert read(text, include_without_phone=True).imported == 2


class TestStatuses:
    @pytest.mark.parametrize(
        ("status", "event", "price", "payment"),
        [
            ("Completed", GALA, "", "paid"),
            ("c", FREE, "25.00", "paid"),
            ("approved", FREE, "0.00", "free"),
            ("ACTIVE", FREE, "", "free"),
            ("bestätigt", GALA, "", "paid"),
            ("ausstehend", GALA, "", "unpaid"),
            ("VIP", GALA, "", "VIP"),
            ("", GALA, "", "free"),
        ],
    )
    def test_give_the_payment(self, status: str, event: KnownEvent, price: str, payment: str) -> None:
        # 5.import.21, 5.import.25
        report = read(f"Name,Phone,Status,Price\nAda,1,{status},{price}\n", event=event)
        assert [row.attendee.payment_status for row in report.valid] == [payment]
        told = f'How \'Status\' was read: "{status}": payment "{payment}" (1).'
        assert report.notes == ([told] if status else [])

    def test_a_state_may_be_a_place(self) -> None:  # 5.import.21
        report = read("Name,Phone,State\nAda,1,VIC\nBob,2,refunded\n")
        assert [(row.attendee.full_name, row.attendee.payment_status) for row in report.valid] == [("Ada", "free")]

    def test_do_not_where_a_column_of_payments_does(self) -> None:  # 5.import.25
        report = read("Name,Phone,Status,Bezahlt\nAda,1,Confirmed,nein\nBob,2,Cancelled,ja\n")
        assert [row.attendee.payment_status for row in report.valid] == ["unpaid"]
        assert report.notes == ["How 'Status' was read: \"Cancelled\": left out (1)."]

    @pytest.mark.parametrize(
        ("text", "heading"),
        [
            ("Canceled (paid fee)", "Status"), ("REFUNDED", "Order Status"), ("pending_approval", "approval_status"),
            ("invited", "approval_status"), ("zurückerstattet", "Status"), ("annulée", "Statut"),
            ("Liste d'attente", "Statut"), ("lista de espera", "Estado"), ("rifiutata", "Stato"),
            ("geannuleerd", "Status"), ("Yes", "Cancelled"), ("2026-11-01 10:00", "Refunded"),
            ("2026-11-01 10:00", "Voided at"), ("no", "RSVP"), ("Cancelled, not refunded", "Status"),
            ("Canceled - refund requested", "Status"), ("Storniert, nicht erstattet", "Status"), ("✓", "Cancelled"),
            ("❌", "RSVP"), ("$12.00", "Refunded"), ("Wait-listed", "Status"), ("Wait listed", "Status"),
            ("On waiting list", "Status"), ("Not yet approved", "Status"), ("Disapproved", "Status"),
            ("Full refund", "Status"), ("Revoked", "Status"), ("Canceled (requested by attendee)", "Status"),
            ("Cancelled, requested by guest", "Status"),
        ],
    )  # fmt: skip
    def test_leave_rows_out(self, text: str, heading: str) -> None:  # 5.import.21
        assert read_status(text, heading=heading).is_left_out

    @pytest.mark.parametrize(
        ("text", "heading"),
        [("Partially refunded", "Status"), ("Cancelled requested", "Status"), ("Partial refund", "Status"),
         ("No", "Cancelled"), ("", "Void"), ("invited", "Status"), ("yes", "RSVP"),
         ("nicht storniert", "Status"), ("Attending", "Attendee Status"), ("N/A", "Cancelled at"),
         ("$0.00", "Refunded"), ("none", "Refunded"), ("non remboursé", "Statut")],
    )  # fmt: skip
    def test_leave_others_in(self, text: str, heading: str) -> None:  # 5.import.21
        assert not read_status(text, heading=heading).is_left_out

    @pytest.mark.parametrize(
        ("heading", "cell"),
        [("Invitation Status", "Declined"), ("Reservation status", "Cancelled"), ("Invite Status", "declined"),
         ("Attendance Status", "Not attending"), ("Status of ticket", "Void"), ("Anmeldestatus", "abgesagt"),
         ("Statut du participant", "annulé"), ("Attending?", "No"), ("Going?", "no"), ("Response", "Declined"),
         ("Response", "No"), ("Cancelled on", "2026-11-01"), ("Cancellation date", "2026-11-01"),
         ("Cancellation status", "Cancelled")],
    )  # fmt: skip
    def test_of_a_heading_that_says_status_leave_rows_out(self, heading: str, cell: str) -> None:  # 5.import.450
        assert guess_mapping([heading]) == {"status": 0}
        report = read(f"Name,Phone,{heading}\nAda,1,{cell}\nBob,2,\n")
        assert ([row.attendee.full_name for row in report.valid], report.left_out) == (["Bob"], 1)
        further = read(f"Name,Phone,Status,{heading}\nAda,1,confirmed,{cell}\nBob,2,confirmed,\n")
        assert [row.attendee.full_name for row in further.valid] == ["Bob"]

    @pytest.mark.parametrize(
        "heading",
        ["Payment status", "Zahlungs-Status", "Statut du paiement", "Email status", "Marital status", "Estado civil",
         "Check in status", "Scan status", "Newsletter status", "Cancellation insurance", "Expire le"],
    )  # fmt: skip
    def test_of_something_else_are_none(self, heading: str) -> None:  # 5.import.450
        assert "status" not in guess_mapping([heading])

    def test_of_an_invitation_are_no_payment(self) -> None:  # 5.import.450
        report = read("Name,Phone,Invitation status\nAda,1,Sent\nBob,2,unpaid\nCleo,3,Accepted\n")
        assert [row.attendee.payment_status for row in report.valid] == ["free", "unpaid", "paid"]

    def test_any_column_of_them_leaves_a_row_out(self) -> None:  # 5.import.21
        text = "Name,Phone,Ticket status,Order status\nAda,1,,Refunded\nBob,2,Void,complete\nCleo,3,,complete\n"
        report = read(text)
        assert [row.attendee.full_name for row in report.valid] == ["Cleo"]
        assert report.valid[0].attendee.payment_status == "paid"


class TestCells:
    @pytest.mark.parametrize(
        ("cell", "attended"),
        [("ja", True), ("Oui", True), ("sí", True), ("sì", True), ("TRUE", True), ("x", True), ("nee", False),
         ("2026-11-20 19:05", True)],
    )  # fmt: skip
    def test_of_check_ins(self, cell: str, attended: bool) -> None:  # 5.import.22
        [row] = read(f"Name,Phone,Checked in\nAda,1,{cell}\n").valid
        assert (row.attendee.attended_at is not None) is attended
        if cell.startswith("2026"):
            assert row.attendee.attended_at == datetime(2026, 11, 20, 19, 5, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("heading", "cell", "payment"),
        [("Zahlungsstatus", "bezahlt", "paid"), ("Payment", "Payé", "paid"), ("Paid?", "sì", "paid"),
         ("payé", "non", "unpaid"), ("Payment Status", "niet betaald", "unpaid"), ("Payment", "gratis", "free"),
         ("Payment", "Bar an Tür", "Bar an Tür")],
    )  # fmt: skip
    def test_of_payments(self, heading: str, cell: str, payment: str) -> None:  # 5.import.23
        [row] = read(f"Name,Phone,{heading}\nAda,1,{cell}\n").valid
        assert row.attendee.payment_status == payment

    def test_of_our_own_export_stay_as_they_are(self) -> None:  # 5.import.23; 7.export.3
        [row] = read("Attendee Name,Phone,Payment Status,Sold By,Scanned By\nAda,1,bezahlt,,\n").valid
        assert row.attendee.payment_status == "bezahlt"


def test_a_whole_list_comes_in(house: House) -> None:  # 5.import.21, 5.import.24; 7.call.24
    sam = house.signed_in(SAM)
    event = new_event(sam, ticketPriceCents=2500)
    text, choices = TOOLS["pretix"].file(), {"eventId": event["id"], "includeWithoutPhone": True}
    expected = preview(sam, text, **choices)
    assert (expected["imported"], expected["leftOut"], expected["withoutPhone"]) == (17, 3, 3)
    assert counts(sent(sam, text, **choices)) == (17, 0, 0)
    assert names(sam) == [person.name for person in PEOPLE if not person.is_cancelled]
    guests = sam.get("/api/attendees").json()
    assert {(guest["paymentStatus"], guest["amountPaidCents"]) for guest in guests} == {("paid", 2500)}
    assert {guest["fullName"] for guest in guests if guest["attended"]} == {PEOPLE[n].name for n in ARRIVED}
    again = preview(sam, text, includeLeftOut=True, **choices)
    assert (counts(again), again["warnings"]) == ((3, 0, 17), [])


@pytest.mark.either_engine
def test_no_phone_is_no_phone_in_common(house: House) -> None:  # 5.import.24
    olive = house.signed_in()
    event = new_event(olive)
    text = "Name,Phone\nAda,\nBob,\nAda,0400 1\n"
    assert counts(preview(olive, text, eventId=event["id"])) == (1, 2, 0)
    report = sent(olive, text, eventId=event["id"], includeWithoutPhone=True)
    assert (counts(report), report["warnings"]) == (
        (3, 0, 0),
        [{"row": 4, "message": "The same name as row 2.", **NO_AMOUNTS}],
    )
    assert counts(sent(olive, "Vorname\nAda\nBob\nCleo\n", eventId=event["id"], includeWithoutPhone=True)) == (1, 0, 2)
