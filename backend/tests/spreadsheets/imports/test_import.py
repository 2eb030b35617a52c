"""POST /api/attendees/import: checking a file, and registering its valid rows."""

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from doorlist.door.models import ScanLogEntry
from doorlist.events.models import Event
from doorlist.spreadsheets import repository
from doorlist.spreadsheets.reading.files import open_rows
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import NO_AMOUNTS, OUR_HEADER, counts, guests, lines, names, preview, send, sent
from tests.spreadsheets.workbook import pack, parts, sheet_of, workbook


def by_name(house: House) -> dict[str, Json]:
    return {a["fullName"]: a for a in house.signed_in().get("/api/attendees").json()}


@pytest.mark.either_engine
class TestWhoMay:
    def test_nobody_who_is_not_signed_in(self, house: House) -> None:  # 6.roles.2
        problem(send(house.stranger(), guests(1)), 401, "not_signed_in")

    def test_both_roles(self, sqlite_house: House) -> None:  # 6.roles.5
        event = new_event(sqlite_house.signed_in())
        for person in (None, SAM):
            client = sqlite_house.signed_in() if person is None else sqlite_house.signed_in(person)
            assert preview(client, guests(2), eventId=event["id"])["imported"] == 2
            assert preview(client, guests(2))["imported"] == 2

    def test_no_other_site(self, sqlite_house: House) -> None:  # 10.origin.1
        answer = sqlite_house.signed_in().post(
            "/api/attendees/import", files={"file": ("x.csv", b"Name,Phone")}, headers={"Sec-Fetch-Site": "cross-site"}
        )
        problem(answer, 403, "cross_site")


@pytest.mark.either_engine
class TestDryRun:
    def test_says_what_would_happen_and_writes_nothing(self, house: House) -> None:  # 4.import.1; 7.call.24
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        text = "Guest,Mobile,Table #\nAda Lovelace,0400111222,7\nBob,1,2\nCleo,,3\nDora,0400 111 222,4\nTotal,,4\n"
        report = preview(olive, text, eventId=event["id"])
        assert counts(report) == (2, 1, 1)
        assert report["importId"] is None
        assert report["columns"] == ["Guest", "Mobile", "Table #"]
        assert report["mapping"] == {"fullName": 0, "phone": 1, "tableNumber": 2}
        assert report["rows"] == 4
        assert report["rowErrors"] == [{"row": 4, "field": "phone", "message": "This field is required"}]
        assert report["duplicateRows"] == [{"row": 2, "fullName": "Ada Lovelace", "phone": "0400111222"}]
        assert report["warnings"] == [
            {"row": 5, "message": "The same phone as a guest on the list, with another name.", **NO_AMOUNTS}
        ]
        assert report["sample"][0] == ["Ada Lovelace", "0400111222", "7"]
        assert report["notes"] == ["The last line looks like a total and is left out."]  # 5.import.5
        assert names(olive) == ["Ada Lovelace"]
        assert olive.get("/api/imports").json() == []

    def test_says_what_an_import_then_does(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Phone,Table\nA,1,1\nB,2,0\nA,1,1\n,3,\nC,4,x\n"
        expected = preview(olive, text, eventId=event["id"])
        done = sent(olive, text, eventId=event["id"])
        assert counts(expected) == counts(done) == (2, 2, 0)
        assert done["rowErrors"] == expected["rowErrors"]
        assert isinstance(done["importId"], int)

    def test_asks_for_the_columns_that_it_cannot_find(self, house: House) -> None:  # 5.import.4
        olive = house.signed_in()
        event = new_event(olive)
        text = "Qui,Où\nAda,0400\n"
        refused = problem(send(olive, text, eventId=event["id"]), 400, "mapping_needed")
        assert refused["errors"][0]["field"] == "mapping"
        assert preview(olive, text, eventId=event["id"], mapping={"fullName": 0})["questions"] == []
        problem(send(olive, text, eventId=event["id"], mapping={"fullName": 0}), 400, "validation_failed")
        assert (
            sent(olive, text, eventId=event["id"], mapping={"fullName": 0, "phone": 1})["imported"] == 1
        )  # 5.import.4


@pytest.mark.either_engine
class TestManagePage:
    def test_gives_its_own_defaults_and_credits_who_imports(self, house: House) -> None:
        # 5.manage-import.2, 3, 5; 4.import.3
        olive = house.signed_in()
        new_event(olive)
        event = new_event(olive, name="Winter Ball", ticketPriceCents=5000)
        text = (
            "Full Name,Phone,Table Number,Payment Status,Event ID\n"
            "Ada,1,,,1\n,2,3,paid,\n  ,,,,\nBob,3,12,PAID,999\nCleo,4,0,paid,\n"
        )
        report = sent(olive, text, eventId=event["id"])
        assert counts(report) == (2, 1, 0)
        assert report["rowErrors"] == [{"row": 6, "field": "tableNumber", "message": "Must be at least 1"}]
        ada, bob = by_name(house)["Ada"], by_name(house)["Bob"]
        assert (ada["tableNumber"], ada["paymentStatus"], ada["event"]["name"]) == (1, "free", "Winter Ball")
        assert ada["seller"]["fullName"] == "Olive Organizer"
        assert (bob["tableNumber"], bob["paymentStatus"], bob["amountPaidCents"]) == (12, "PAID", 5000)
        assert bob["eventId"] == event["id"]

    def test_draws_invoice_numbers_that_rise_with_the_rows(self, sqlite_house: House) -> None:  # 3.invoice.10
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        sent(olive, guests(120), eventId=event["id"])
        rows = olive.get("/api/attendees").json()[::-1]
        numbers = [row["invoiceNumber"] for row in rows]
        assert len(set(numbers)) == 120
        assert numbers == sorted(numbers)

    def test_needs_an_event_that_exists(self, sqlite_house: House) -> None:
        refused = problem(send(sqlite_house.signed_in(), guests(1), eventId=7), 400, "validation_failed")
        assert refused["errors"][0]["field"] == "eventId"


class TestBackupPage:
    @pytest.mark.either_engine
    def test_gives_its_own_defaults_and_credits_nobody(self, house: House) -> None:
        # 5.backup-import.1, 2, 3; 3.attendee.5; 5.import.7; 3.invoice.6
        sam = house.signed_in(SAM)
        gala, ball = new_event(sam), new_event(sam, name="Winter Ball")
        text = (
            f"{OUR_HEADER}\nAda,1,,,,,,\nCleo,3,,,,,No,\n"
            f"Bob,2,{ball['id']},0,paid,OLD-17,yes,2026-11-20T18:30:00.123Z\n"
        )
        assert counts(sent(sam, text)) == (3, 0, 0)
        ada, bob = by_name(house)["Ada"], by_name(house)["Bob"]
        assert (ada["eventId"], ada["tableNumber"], ada["paymentStatus"]) == (gala["id"], 0, "pending")
        assert ada["invoiceNumber"].startswith("INV-")
        assert (ada["seller"], ada["attended"], ada["attendedAt"]) == (None, False, None)
        assert (bob["eventId"], bob["tableNumber"], bob["invoiceNumber"]) == (ball["id"], 0, "OLD-17")
        assert (bob["attended"], bob["attendedAt"], bob["scanner"]) == (True, "2026-11-20T18:30:00.123Z", None)

    def test_who_attended_is_a_row_of_the_scan_log(self, house: House) -> None:  # 3.scan-log.5; 5.import.7
        sam = house.signed_in(SAM)
        event = new_event(sam)
        sent(sam, f"{OUR_HEADER}\nAda,1,,,,,yes,\nBob,2,,,,,,2026-11-20 19:05\nCleo,3,,,,,no,\n")
        guests_by_name = by_name(house)
        with house.database.read() as tx:
            [logged] = tx.scalars(select(ScanLogEntry)).all()
        ada = guests_by_name["Ada"]
        assert (logged.attendee_id, logged.event_id, logged.outcome) == (ada["id"], event["id"], "imported")
        assert ada["attendedAt"] is not None
        repeat = sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]}).json()
        assert repeat["alreadyScanned"] is True
        # The Attended column is there and says nothing, so the time alone does not make them present.
        assert guests_by_name["Bob"]["attended"] is False

    @pytest.mark.parametrize(
        ("event_id", "event_name", "expected"),
        [
            ("", "Winter Ball", "Winter Ball"),
            ("999", "winter  BALL", "Winter Ball"),
            ("{gala}", "", "Spring Gala"),
            ("{ball}.0", "", "Winter Ball"),
            ("999", "", "eventId"),
            ("", "Twin", "eventName"),
            ("abc", "Twin", "eventId"),
            ("", "", "Spring Gala"),
        ],
    )
    def test_the_name_decides_where_the_id_does_not(
        self, sqlite_house: House, event_id: str, event_name: str, expected: str
    ) -> None:  # 5.backup-import.4
        sam = sqlite_house.signed_in(SAM)
        ids = {"gala": new_event(sam)["id"], "ball": new_event(sam, name="Winter Ball")["id"]}
        new_event(sam, name="Twin")
        new_event(sam, name="Twin")
        header = "Attendee Name,Phone,Event ID,Event Name"
        report = sent(sam, f"{header}\nAda,1,{event_id.format(**ids)},{event_name}\n")
        if report["errors"]:
            assert report["rowErrors"][0]["field"] == expected
        else:
            assert by_name(sqlite_house)["Ada"]["event"]["name"] == expected

    def test_an_id_that_means_another_event_here_is_pointed_out(self, sqlite_house: House) -> None:
        sam = sqlite_house.signed_in(SAM)
        event = new_event(sam)
        report = preview(sam, f"Attendee Name,Phone,Event ID,Event Name\nAda,1,{event['id']},Harbour Cruise\n")
        assert report["warnings"] == [
            {"row": 2, "message": "Event 1 is 'Spring Gala' here, not 'Harbour Cruise'.", **NO_AMOUNTS}
        ]

    @pytest.mark.either_engine
    def test_passes_over_events_without_attendees(self, house: House) -> None:  # 5.backup-import.5; 7.export.5
        sam = house.signed_in(SAM)
        new_attendee(sam, new_event(sam))
        new_event(sam, name="Nobody Yet")
        text = sam.get("/api/export/all.csv").text
        assert "Nobody Yet" in text
        assert counts(preview(sam, text)) == (0, 0, 1)

    def test_without_any_event_every_row_is_in_error(self, sqlite_house: House) -> None:
        report = preview(sqlite_house.signed_in(), "Name,Phone\nAda,1\n")
        assert report["rowErrors"] == [{"row": 2, "field": "eventId", "message": "There is no event yet"}]


@pytest.mark.either_engine
class TestRows:
    @pytest.mark.parametrize(
        ("cells", "field", "message"),
        [
            ({"Name": "x" * 201}, "fullName", "Must be at most 200 characters"),
            ({"Name": "A\x07da"}, "fullName", "Must not contain control characters"),
            ({"Name": "\u200b"}, "fullName", "Must be readable: no text of invisible characters"),
            ({"Name": "Ada \u202egnp"}, "fullName", "Must be readable"),
            ({"Phone": "1" * 41}, "phone", "Must be at most 40 characters"),
            ({"Phone": " "}, "phone", "This field is required"),
            ({"Table": "100001"}, "tableNumber", "Must be at most 100000"),
            ({"Table": "twelve"}, "tableNumber", "'twelve' is not a table number"),
            ({"Payment": "p" * 41}, "paymentStatus", "Must be at most 40 characters"),
            ({"Invoice": "I" * 41}, "invoiceNumber", "Must be at most 40 characters"),
            ({"Attended": "perhaps"}, "attended", "Must be Yes or No"),
            ({"Attended": "yes", "Check-in Time": "later"}, "attendedAt", "Must be a time"),
            ({"Amount Paid": "lots"}, "amountPaid", "'lots' is not an amount like 120.50"),
            ({"Amount Paid": "99999999999"}, "amountPaid", "Is too large"),
        ],
    )
    def test_a_bad_one_stays_out_and_is_named(
        self, sqlite_house: House, cells: dict[str, str], field: str, message: str
    ) -> None:  # 4.import.3; 5.text.1; 5.attendee.1..4
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        good = {
            "Name": "Ada",
            "Phone": "0400",
            "Table": "1",
            "Payment": "paid",
            "Invoice": "",
            "Attended": "",
            "Check-in Time": "",
            "Amount Paid": "",
        }
        bad = {**good, **cells}
        report = sent(olive, lines([list(good), list(bad.values()), list(good.values())]), eventId=event["id"])
        assert counts(report) == (1, 1, 0)
        [error] = report["rowErrors"]
        assert (error["row"], error["field"]) == (2, field)
        assert error["message"].startswith(message)

    def test_a_cell_of_several_lines_is_a_name_like_any_other(self, house: House) -> None:  # 5.import.11
        olive = house.signed_in()
        event = new_event(olive)
        report = sent(olive, 'Name,Phone\n"Ada\nLovelace","0400\r\n111"\n', eventId=event["id"])
        assert counts(report) == (1, 0, 0)
        [ada] = olive.get("/api/attendees").json()
        assert (ada["fullName"], ada["phone"]) == ("Ada Lovelace", "0400 111")

    def test_every_wrong_field_of_a_row_is_named_and_the_row_counts_once(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        report = preview(olive, "Name,Phone,Table\nAda,,x\n", eventId=new_event(olive)["id"])
        assert report["errors"] == 1
        assert [error["field"] for error in report["rowErrors"]] == ["phone", "tableNumber"]

    def test_the_cell_of_an_amount_counts_and_a_blank_one_is_none(self, house: House) -> None:  # 5.import.6
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=5000)
        sent(olive, "Name,Phone,Payment,Amount Paid\nA,1,paid,12.50\nB,2,paid,\nC,3,unpaid,$7\n", eventId=event["id"])
        sent(olive, "Name,Phone,Payment\nD,4,paid\nE,5,free\n", eventId=event["id"])
        amounts = {name: guest["amountPaidCents"] for name, guest in by_name(house).items()}
        assert amounts == {"A": 1250, "B": None, "C": 700, "D": 5000, "E": None}

    @pytest.mark.parametrize(
        ("fields", "moment"),
        [({}, "2026-11-20T19:05:00.000Z"), ({"timeZone": "Australia/Sydney"}, "2026-11-20T08:05:00.000Z")],
    )
    def test_a_check_in_time_without_a_zone_is_of_the_device(
        self, house: House, fields: dict[str, str], moment: str
    ) -> None:  # 5.import.15
        olive = house.signed_in()
        text = "Name,Phone,Attended,Check-in Time\nA,1,yes,2026-11-20 19:05\nB,2,yes,2026-11-20T19:05:00Z\n"
        sent(olive, text, eventId=new_event(olive)["id"], **fields)
        times = {name: guest["attendedAt"] for name, guest in by_name(house).items()}
        assert times == {"A": moment, "B": "2026-11-20T19:05:00.000Z"}

    @pytest.mark.parametrize(
        ("content", "seen"),
        [
            ("Zoë Brontë,1\nBjörk,2\n".encode("windows-1252"), '"Zoë Brontë", "Björk"'),
            ("Ada,1,Soirée\n".encode("windows-1252"), '"Soirée"'),
            ("王小明,1\n".encode("gbk"), '"ÍõÐ¡Ã÷"'),
            ("山田,1\n".encode("shift-jis"), '"ŽR“c"'),
        ],
    )
    def test_letters_that_were_guessed_are_shown(self, sqlite_house: House, content: bytes, seen: str) -> None:
        # 5.import.16
        olive = sqlite_house.signed_in()
        report = preview(olive, b"Name,Phone,Event\n" + content, eventId=new_event(olive)["id"])
        expected = f"This file does not name its encoding. It was read as Windows-1252: {seen}."
        assert report["notes"] == [f"{expected} If names look wrong, save the file as CSV UTF-8."]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_letters_that_are_certain_need_no_word(self, sqlite_house: House, encoding: str) -> None:  # 5.import.16
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        for text in ("Name,Phone\nZoë,1\n", "Name,Phone\nAda,1\n"):
            assert preview(olive, text.encode(encoding), eventId=event["id"])["notes"] == []
        assert preview(olive, workbook([["Name", "Phone"], ["Zoë", "1"]]), eventId=event["id"])["notes"] == []

    def test_formulas_that_were_read_as_blank_are_pointed_out(self, sqlite_house: House) -> None:  # 5.import.640
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        head = "".join(
            f'<c r="{letter}1" t="inlineStr"><is><t>{name}</t></is></c>'
            for letter, name in zip("ABCD", ["First name", "Last name", "Phone", "Total"], strict=True)
        )
        rows = "".join(
            f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>Anne</t></is></c><c r="B{row}"><f>X{row}</f><v/></c>'
            f'<c r="C{row}"><v>41234567{row}</v></c><c r="D{row}"><f>1+1</f></c></row>'
            for row in (2, 3)
        )
        made = pack(parts(sheet_of(f'<row r="1">{head}</row>{rows}'.encode())))
        report = preview(olive, made, eventId=event["id"])
        assert report["guests"][0]["fullName"] == "Anne"
        assert report["notes"] == [
            (
                "'Last name' has 2 formulas without a stored value, from row 2, read as blank."
                " Open the file in a spreadsheet program, save it there and import it again."
            )
        ]

    def test_an_event_with_more_attendees_than_its_capacity(self, house: House) -> None:  # 5.import.943
        olive = house.signed_in()
        event = new_event(olive, name="Gala", capacity=3)
        new_attendee(olive, event)
        assert preview(olive, guests(2), eventId=event["id"])["notes"] == []
        told = ["'Gala' has a capacity of 3. After this import it has 4 attendees."]
        assert preview(olive, guests(3), eventId=event["id"])["notes"] == told

    def test_a_guard_against_formulas_is_taken_away_once(self, sqlite_house: House) -> None:  # 7.export.2
        olive = sqlite_house.signed_in()
        sent(olive, "Name,Phone\n'=A1+1,1\n''=A1+1,2\n'quoted',3\n=A1+1,4\n", eventId=new_event(olive)["id"])
        assert names(olive) == ["=A1+1", "'=A1+1", "'quoted'", "=A1+1"]

    def test_a_file_without_a_header_is_read_in_the_usual_order(self, sqlite_house: House) -> None:  # 5.import.4
        olive = sqlite_house.signed_in()
        report = sent(olive, "Ada,0400111222,7,paid\n", eventId=new_event(olive)["id"])
        assert report["columns"] == ["Column 1", "Column 2", "Column 3", "Column 4"]
        assert counts(report) == (1, 0, 0)
        assert by_name(sqlite_house)["Ada"]["tableNumber"] == 7


class TestDuplicates:
    def test_the_same_file_again_adds_nobody(self, house: House) -> None:  # 4.import.4, 5
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Phone\n" + "José Álvarez,+61 400 111\n" * 8
        assert counts(sent(olive, text, eventId=event["id"])) == (8, 0, 0)
        again = "Name,Phone\n" + "JOSE ALVAREZ,61-400-111\n" * 9
        assert counts(sent(olive, again, eventId=event["id"])) == (1, 0, 8)

    def test_who_chooses_so_adds_them_all_the_same(self, house: House) -> None:  # 4.import.5
        olive = house.signed_in()
        event = new_event(olive)
        sent(olive, guests(3), eventId=event["id"])
        report = sent(olive, guests(3), eventId=event["id"], includeDuplicates=True)
        assert report["imported"] == 3
        assert len(names(olive)) == 6

    def test_of_another_event_are_none(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        sent(olive, guests(3), eventId=new_event(olive)["id"])
        assert counts(sent(olive, guests(3), eventId=new_event(olive)["id"])) == (3, 0, 0)

    def test_a_name_or_a_phone_alone_is_a_warning(self, house: House) -> None:  # 4.import.6
        olive = house.signed_in()
        event = new_event(olive)
        text = "Name,Phone\nAda,1\nBob,1\nAda,2\nCleo,1\n"
        report = sent(olive, text, eventId=event["id"])
        assert counts(report) == (4, 0, 0)
        assert report["warnings"] == [
            {"row": 3, "message": "The same phone as row 2, with another name.", **NO_AMOUNTS},
            {"row": 4, "message": "The same name as row 2, with another phone.", **NO_AMOUNTS},
            {"row": 5, "message": "The same phone as row 2, with another name.", **NO_AMOUNTS},
        ]

    def test_two_equal_imports_at_once_add_everybody_once(self, house: House) -> None:  # 4.import.8
        event = new_event(house.signed_in())
        clients = [house.signed_in() for _ in range(3)]
        with ThreadPoolExecutor(len(clients)) as pool:
            reports = list(pool.map(lambda client: sent(client, guests(1500), eventId=event["id"]), clients))
        assert sorted(counts(report) for report in reports) == [(0, 0, 1500), (0, 0, 1500), (1500, 0, 0)]
        assert len(names(clients[0])) == 1500

    def test_one_that_waits_too_long_is_told_so(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.import.8; 10.code.38
        olive = house.signed_in()
        event = new_event(olive)
        monkeypatch.setattr("doorlist.spreadsheets.imports.runner.WAIT_SECONDS", 0.1)
        imports = house.app.state.imports
        with imports.lock():
            problem(send(olive, guests(1), eventId=event["id"]), 409, "another_import")
        assert counts(sent(olive, guests(1), eventId=event["id"])) == (1, 0, 0)

    def test_an_excel_file_that_waits_too_long_for_another_is_told_so(
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 5.import.14; 10.code.65
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        monkeypatch.setattr("doorlist.spreadsheets.reading.xlsx_file.WAIT_SECONDS", 0.1)
        made = workbook([["Name", "Phone"], ["Ada", "0400"]])
        with closing(open_rows(io.BytesIO(made), "other.xlsx")) as other:
            next(other)
            answer = send(olive, made, eventId=event["id"], dryRun=True)
            problem(answer, 503, "another_file")
            assert answer.headers["retry-after"] == "10"
            assert counts(preview(olive, guests(1), eventId=event["id"])) == (1, 0, 0)
        assert counts(preview(olive, made, eventId=event["id"])) == (1, 0, 0)

    @pytest.mark.both_engines
    def test_a_slice_holds_its_events_before_its_import(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        """Otherwise the slice and a deletion of the event deadlock."""
        # 4.import.11
        if house.database.is_sqlite:
            pytest.skip("SQLite has one writer at a time")
        olive = house.signed_in()
        event = new_event(olive)
        count_calmly = repository.count_added
        held: list[bool] = []

        def count_while_looking(*arguments: Any) -> bool:
            with house.database.engine.connect() as other:
                try:
                    other.execute(select(Event.id).where(Event.id == event["id"]).with_for_update(nowait=True))
                    held.append(False)
                except DBAPIError:
                    held.append(True)
            return count_calmly(*arguments)

        monkeypatch.setattr(repository, "count_added", count_while_looking)
        assert counts(sent(olive, guests(1), eventId=event["id"])) == (1, 0, 0)
        assert held == [True]


class TestInvoiceNumbers:
    def test_errors_are_told_in_the_order_of_the_file(self, sqlite_house: House) -> None:  # 4.import.3
        sam = sqlite_house.signed_in(SAM)
        taken = new_attendee(sam, new_event(sam))["invoiceNumber"]
        text = f"Attendee Name,Phone,Invoice Number\nAda,1,{taken}\n,2,\nBob,3,{taken}\n"
        assert [error["row"] for error in preview(sam, text)["rowErrors"]] == [2, 3, 4]

    def test_one_that_somebody_has_is_an_error_of_its_row(self, house: House) -> None:  # 3.invoice.7
        sam = house.signed_in(SAM)
        taken = new_attendee(sam, new_event(sam))["invoiceNumber"]
        text = f"{OUR_HEADER}\nBob,1,,,,{taken},,\nCleo,2,,,,OLD-1,,\nDora,3,,,,OLD-1,,\n"
        report = sent(sam, text)
        assert counts(report) == (1, 2, 0)
        assert [(e["row"], e["field"]) for e in report["rowErrors"]] == [(2, "invoiceNumber"), (4, "invoiceNumber")]
        assert by_name(house)["Ada Lovelace"]["invoiceNumber"] == taken

    def test_one_of_ours_is_recognised_in_whatever_case(self, house: House) -> None:  # 3.invoice.9
        olive = house.signed_in()
        event = new_event(olive)
        ada = new_attendee(olive, event)
        number = ada["invoiceNumber"].lower()
        header = "Name,Phone,Invoice Number\n"
        report = sent(olive, f"{header}Bob,0401,{number}\n", eventId=event["id"])
        assert counts(report) == (0, 1, 0)
        assert report["rowErrors"][0]["message"] == f"{ada['invoiceNumber']} belongs to another attendee"
        assert olive.delete(f"/api/attendees/{ada['id']}").status_code == 204
        rows = f"Ada,0400,{number}\nBob,0401,{number.upper()}\nCleo,0402,tix-1\nDan,0403,TIX-1\n"
        assert counts(sent(olive, header + rows, eventId=event["id"])) == (3, 1, 0)
        kept = {a["fullName"]: a["invoiceNumber"] for a in olive.get("/api/attendees").json()}
        # 3.invoice.6: a number of another tool is kept to the letter.
        assert kept == {"Ada": ada["invoiceNumber"], "Cleo": "tix-1", "Dan": "TIX-1"}

    def test_a_repeated_row_is_a_duplicate_and_no_error(self, house: House) -> None:
        sam = house.signed_in(SAM)
        event = new_event(sam)
        new_attendee(sam, event)
        new_attendee(sam, event)
        text = sam.get("/api/export/attendees.csv").text
        assert counts(preview(sam, text)) == (0, 0, 2)
        assert counts(preview(sam, text, includeDuplicates=True)) == (0, 2, 2)

    def test_of_two_of_one_name_the_one_who_was_deleted_comes_back(self, house: House) -> None:  # 3.invoice.8
        sam = house.signed_in(SAM)
        event = new_event(sam)
        first, second = new_attendee(sam, event), new_attendee(sam, event)
        text = sam.get("/api/export/attendees.csv").text
        sam.delete(f"/api/attendees/{first['id']}")
        assert counts(sent(sam, text)) == (1, 0, 1)
        assert {a["invoiceNumber"] for a in sam.get("/api/attendees").json()} == {
            first["invoiceNumber"],
            second["invoiceNumber"],
        }

    def test_one_that_came_from_outside_is_never_given_out(self, house: House) -> None:  # 3.invoice.2
        sam = house.signed_in(SAM)
        event = new_event(sam)
        sent(sam, f"{OUR_HEADER}\nAda,1,,,,INV-2222-2222,,\n")
        sam.delete(f"/api/attendees/{by_name(house)['Ada']['id']}")
        with pytest.MonkeyPatch.context() as patch:
            drawn = iter(["INV-2222-2222", "INV-3333-3333"])
            patch.setattr(
                "doorlist.tickets.rules.new_invoice_numbers", lambda count: [next(drawn) for _ in range(count)]
            )
            assert new_attendee(sam, event)["invoiceNumber"] == "INV-3333-3333"


@pytest.mark.either_engine
@pytest.mark.parametrize("name", [b"a\0b.csv", b"\x1b[31m.csv", b"\xff\xfe", b"n" * 300, b".."])
def test_a_file_of_whatever_name_is_imported(house: House, name: bytes) -> None:  # 10.problem.4
    olive = house.signed_in()
    event = new_event(olive)
    # By hand, since the test's own client would send such a name in other words.
    part = b'--x\r\nContent-Disposition: form-data; name="%b"'
    body = (
        *(part % b"eventId", b"\r\n\r\n", str(event["id"]).encode(), b"\r\n"),
        *(part % b"file", b'; filename="', name, b'"\r\n\r\n', guests(1).encode(), b"\r\n--x--\r\n"),
    )
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = olive.post("/api/attendees/import", content=b"".join(body), headers=headers)
    assert (answer.status_code, counts(json_of(answer))) == (200, (1, 0, 0)), answer.text
    [made] = olive.get("/api/imports").json()
    assert made["fileName"].isprintable()


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("content", "status", "code"),
        [
            (b"", 400, "unreadable_file"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20, 400, "unreadable_file"),
            (b'{"version": 1}', 400, "unreadable_file"),
            (b"Name,Phone\n" + b"A,1\n" * 200_001, 413, "payload_too_large"),
        ],
        ids=["nothing", "a picture", "a backup", "too many rows"],
    )
    def test_a_file_that_is_none(self, sqlite_house: House, content: bytes, status: int, code: str) -> None:
        # 5.import.8; 10.code.39
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        for dry in (True, False):
            problem(send(olive, content, eventId=event["id"], dryRun=dry), status, code)
        assert olive.get("/api/imports").json() == []

    @pytest.mark.parametrize("zone", ["Mars/Base", "Australia", "../../etc/passwd", "/etc/localtime", "x" * 5000, "é"])
    def test_a_time_zone_that_is_none(self, sqlite_house: House, zone: str) -> None:  # 5.import.15; 7.export.6
        olive = sqlite_house.signed_in()
        refused = problem(
            send(olive, guests(1), eventId=new_event(olive)["id"], timeZone=zone), 400, "validation_failed"
        )
        assert refused["errors"] == [
            {"field": "timeZone", "message": "Must be the name of a time zone, like Australia/Sydney"}
        ]
        for path in ("/api/export/all.csv", "/api/attendees/export/csv", "/api/export/backup.json"):
            assert problem(olive.get(path, params={"timeZone": zone}), 400, "validation_failed")["errors"]

    @pytest.mark.parametrize(
        "mapping", ["", "{", "[]", '{"name": 0}', '{"fullName": -1}', '{"fullName": "0"}', '{"fullName": 1e9}', "true"]
    )
    def test_a_mapping_that_makes_no_sense(self, sqlite_house: House, mapping: str) -> None:
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        answer = send(olive, guests(1), eventId=event["id"], mapping=mapping, dryRun=True)
        if mapping == "":
            assert answer.status_code == 200
        else:
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "mapping"

    def test_a_form_without_a_file_or_with_two(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        path = "/api/attendees/import"
        refused = problem(olive.post(path, data={"eventId": "1"}), 400, "validation_failed")
        assert refused["errors"][0]["field"] == "file"
        two: Any = [("file", ("a.csv", b"x")), ("file", ("b.csv", b"x"))]
        problem(olive.post(path, files=two), 400, "malformed_body")
        problem(olive.post(path, data={"eventId": "one"}, files={"file": ("a.csv", b"x")}), 400, "validation_failed")


class TestLists:
    def test_end_at_a_thousand_and_numbers_count_all(self, sqlite_house: House) -> None:
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        text = "Name,Phone\n" + "".join(f"A{n},\n" for n in range(1200)) + "".join(f"B{n},9\n" for n in range(1200))
        report = preview(olive, text, eventId=event["id"])
        assert counts(report) == (1200, 1200, 0)
        assert (len(report["rowErrors"]), len(report["warnings"])) == (1000, 1000)
        sent(olive, text, eventId=event["id"])
        again = preview(olive, text, eventId=event["id"])
        assert (again["duplicates"], len(again["duplicateRows"])) == (1200, 1000)
