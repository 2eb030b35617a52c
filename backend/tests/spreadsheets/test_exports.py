"""The downloads: all.csv, events.csv, attendees.csv, and back in again."""

import csv
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook
from sqlalchemy.orm import Session

from doorlist.spreadsheets.attendee_columns import HEADINGS
from doorlist.spreadsheets.exports.files import write_workbook
from doorlist.spreadsheets.exports.tables import EVENTS, Export, Rows
from doorlist.spreadsheets.rules import TEXT, formula_safe, phone_cell, strip_formula_guard
from tests.cast import SAM
from tests.house import House, Json, new_attendee, new_event, problem
from tests.spreadsheets.many import delete_all_attendees, many_events
from tests.spreadsheets.sending import OUR_HEADER, counts, lines, sent

EXPORTS = ("/api/export/all.csv", "/api/export/events.csv", "/api/export/attendees.csv", "/api/attendees/export/csv")
WORKBOOKS = tuple(f"{path[:-3]}xlsx" for path in EXPORTS)
TYPES = {"csv": "text/csv; charset=utf-8", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


# The byte order mark, by which spreadsheets know that the text is UTF-8.
MARK = "\ufeff"


def table(text: str) -> list[Json]:
    assert text[0] == MARK
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


@pytest.mark.smoke
class TestDownloads:
    @pytest.mark.parametrize("path", [*EXPORTS, *WORKBOOKS])
    def test_are_for_whoever_is_signed_in_and_carry_the_date(self, sqlite_house: House, path: str) -> None:
        # 6.roles.5; 7.call.37, 230, 231; 7.export.6; 9.export.1
        ending = re.split(r"[./]", path)[-1]
        problem(sqlite_house.stranger().get(path), 401, "not_signed_in")
        for client in (sqlite_house.signed_in(), sqlite_house.signed_in(SAM)):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == TYPES[ending]
            name = re.fullmatch(
                rf'attachment; filename="(\w+)-\d{{4}}-\d\d-\d\d\.{ending}"', answer.headers["content-disposition"]
            )
            assert name
            assert name[1] == (
                "attendees"
                if path.startswith("/api/attendees")
                else path.rsplit("/", maxsplit=1)[-1].removesuffix(f".{ending}")
            )

    def test_have_a_header_even_of_nothing(self, sqlite_house: House) -> None:  # 7.export.4, 9; 7.export.11
        sam = sqlite_house.signed_in(SAM)
        expected = f"{MARK}{','.join(HEADINGS)}\r\n"
        assert sam.get("/api/export/all.csv").text == expected
        assert sam.get("/api/export/attendees.csv").text == expected
        assert sam.get("/api/export/events.csv").text == (
            f"{MARK}Event ID,Event Name,Date,Time,Ticket Price,Tickets,Attended,Venue,Address,End Time,Ticket Text\r\n"
        )

    def test_all_has_each_attendee_and_each_event_without_any(self, house: House) -> None:  # 7.export.5, 8
        sam = house.signed_in(SAM)
        gala, empty, ball = new_event(sam), new_event(sam, name="=Nobody"), new_event(sam, name="Ball")
        for event in (ball, gala):
            new_attendee(sam, event, fullName=f"Guest of {event['name']}")
        rows = table(sam.get("/api/export/all.csv").text)
        assert [(row["Attendee Name"], row["Event ID"], row["Event Name"]) for row in rows] == [
            ("Guest of Ball", str(ball["id"]), "Ball"),
            ("Guest of Spring Gala", str(gala["id"]), "Spring Gala"),
            ("", str(empty["id"]), "'=Nobody"),
        ]

    def test_events_have_their_figures(self, house: House) -> None:  # 7.export.9
        sam = house.signed_in(SAM)
        gala = new_event(sam, ticketPriceCents=12050)
        new_event(sam, name="Free Evening", time=None)
        ada = new_attendee(sam, gala)
        new_attendee(sam, gala, fullName="Bob")
        sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        first, second = csv.reader(io.StringIO(sam.get("/api/export/events.csv").text).readlines()[1:])
        assert first == [str(gala["id"]), "Spring Gala", "2026-11-20", "19:30", "120.50", "2", "1", *[""] * 4]
        assert second[1:] == ["Free Evening", "2026-11-20", "", "", "0", "0", *[""] * 4]

    @pytest.mark.slow
    @pytest.mark.parametrize("number", [999, 1000, 1001, 2000])
    def test_have_every_row_once_however_they_are_cut(self, sqlite_house: House, number: int) -> None:
        sam = sqlite_house.signed_in(SAM)
        event, _ = new_event(sam), new_event(sam, name="Nobody Yet")
        sent(sam, lines([("Name", "Phone"), *((f"Guest {n}", n + 1) for n in range(number))]), eventId=event["id"])
        expected = [f"Guest {n}" for n in range(number)]
        for path in ("/api/export/attendees.csv", f"/api/attendees/export/csv?eventId={event['id']}"):
            assert [row["Attendee Name"] for row in table(sam.get(path).text)] == expected
        assert [row["Attendee Name"] for row in table(sam.get("/api/export/all.csv").text)] == [*expected, ""]

    def test_every_event_is_there_when_there_are_many(self, sqlite_house: House) -> None:
        sam = sqlite_house.signed_in(SAM)
        many_events(sqlite_house.database, 2001)
        assert len(table(sam.get("/api/export/events.csv").text)) == 2001
        assert len(table(sam.get("/api/export/all.csv").text)) == 2001


NASTY = (
    "=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "'=1+1", "''=1+1", "'plain'", 'He said "hi"', "Comma, Comma",
    "semi;colon", "José Álvarez", "王小明", "👩‍👩‍👧 family", "Ünïcödé", "0123", "1e5", "TRUE",
    "<r>1</r>", "<r></b></r>", "_x0041_x0042_", "_x005F_x0041_", "a & b < c",
    "Total guests", "a'b", "-", "x;=1+1", "x,=1+1", "x|'=1+1", 'x;"=1+1;"', "x; =1+1", "=a;=b", "Ada, +1", "Ada,'+1",
)  # fmt: skip


class TestRoundTrip:
    @pytest.mark.parametrize("ending", ["csv", "xlsx"])
    def test_gives_the_same_file_again_byte_for_byte(self, house: House, ending: str) -> None:
        # 7.export.2, 3, 8, 230, 231, 232; 3.invoice.8
        sam = house.signed_in(SAM)
        gala, ball = new_event(sam, ticketPriceCents=5000), new_event(sam, name='Win,ter "Ball"')
        phones = ("+61 400 111 222", "+1", "=2", "'+3", "0400-1", "-5", "@6", "x7", "+1;+2")
        rows = [
            (
                name,
                phones[n % len(phones)],
                (gala, ball)[n % 2]["id"],
                n,
                ("paid", "=free", "comp, partly", "pending")[n % 4],
                f"=OLD-{n}" if n % 3 else "",
                "yes" if n % 2 else "no",
                "2026-11-20T18:30:00.123Z" if n % 4 == 1 else "",
                "",
                "12.50" if n % 5 == 0 else "",
                f"{name}\n{name}" if n % 7 == 0 else "",
            )
            for n, name in enumerate(NASTY * 60)
        ]
        header = f"{OUR_HEADER},Event Name,Amount Paid,Notes".split(",")
        assert counts(sent(sam, lines([header, *rows]), includeDuplicates=True)) == (len(rows), 0, 0)
        exported = sam.get(f"/api/export/attendees.{ending}")
        written = sam.get("/api/export/attendees.csv").content
        delete_all_attendees(house.database)
        report = sent(sam, exported.content, name=exported.headers["content-disposition"].split('"')[1])
        assert counts(report) == (len(rows), 0, 0)
        assert "Restore JSON" in report["notes"][0]
        assert sam.get("/api/export/attendees.csv").content == written

    def test_all_csv_comes_back_too(self, house: House) -> None:  # 7.export.3
        sam = house.signed_in(SAM)
        event, _ = new_event(sam), new_event(sam, name="Nobody Yet")
        ada = new_attendee(sam, event, amountPaidCents=700)
        sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        there = sam.get(f"/api/attendees/{ada['id']}").json()
        text = sam.get("/api/export/all.csv").text
        sam.delete(f"/api/attendees/{ada['id']}")
        assert counts(sent(sam, text)) == (1, 0, 0)
        [back] = sam.get("/api/attendees").json()
        changed = {"id", "qrCodeData", "seller", "soldBy", "scanner", "scannedBy", "createdAt", "updatedAt"}
        assert {key for key in back if back[key] != there[key]} == changed


class TestWorkbooks:
    def test_hold_the_same_cells_as_the_csv_but_for_its_guards(self, house: House) -> None:  # 7.export.230, 231
        sam = house.signed_in(SAM)
        gala, _ = new_event(sam, ticketPriceCents=12050), new_event(sam, name="=Nobody", time=None)
        ada = new_attendee(
            sam, gala, fullName="007", phone="+61 400 111 222", notes="-1\n=2", tableNumber=9, amountPaidCents=710
        )
        new_attendee(sam, gala, fullName="'=1", tableNumber=12)
        sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        for path in WORKBOOKS:
            [headings, *rows] = sheets_of(sam.get(path).content)[0]
            expected = list(csv.reader(io.StringIO(sam.get(f"{path[:-4]}csv").text[1:], newline="")))
            assert headings == expected[0]
            assert [[shown(cell) for cell in row] for row in rows] == [
                [strip_formula_guard(cell) if cell != "''=1" else cell for cell in row] for row in expected[1:]
            ]
        _, first, second = sheets_of(sam.get("/api/export/attendees.xlsx").content)[0]
        assert first[:5] == ["007", "+61 400 111 222", gala["id"], 9, "paid"]
        assert first[9] == 7.1
        assert second[0] == "''=1"  # An import takes one away (7.export.2).

    def test_of_one_event_have_its_attendees_alone(self, sqlite_house: House) -> None:  # 7.call.231
        sam = sqlite_house.signed_in(SAM)
        gala, ball = new_event(sam), new_event(sam, name="Ball")
        for event in (gala, ball):
            new_attendee(sam, event, fullName=f"Guest of {event['name']}")
        answer = sam.get(f"/api/attendees/export/xlsx?eventId={ball['id']}")
        assert [row[0] for row in sheets_of(answer.content)[0]] == ["Attendee Name", "Guest of Ball"]

    def test_go_on_in_another_sheet(self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 7.export.233
        monkeypatch.setattr("doorlist.spreadsheets.exports.files.ROWS_OF_A_SHEET", 1001)
        many_events(sqlite_house.database, 2001)
        file = io.BytesIO()
        with sqlite_house.database.read() as tx:
            write_workbook(EVENTS, tx, file=file, directory=sqlite_house.settings.data_dir)
        sheets = sheets_of(file.getvalue())
        assert [len(rows) for rows in sheets] == [1001, 1001, 2]
        assert len({rows[0][1] for rows in sheets}) == 1
        assert [rows[1][0] for rows in sheets] == [1, 1001, 2001]
        assert sheet_names(file.getvalue()) == ["Events", "Events 2", "Events 3"]  # 7.export.970

    def test_name_the_sheet_by_its_content(self, sqlite_house: House) -> None:  # 7.export.970
        sam = sqlite_house.signed_in(SAM)
        event = new_event(sam)
        for path, name in (
            (f"attendees/export/xlsx?eventId={event['id']}", "Attendees"),
            ("export/attendees.xlsx", "Attendees"),
            ("export/events.xlsx", "Events"),
            ("export/all.xlsx", "All Data"),
        ):
            assert sheet_names(sam.get(f"/api/{path}").content) == [name]

    def test_leave_nothing_in_the_data_directory(self, sqlite_house: House) -> None:  # 7.export.234
        sam = sqlite_house.signed_in(SAM)
        new_attendee(sam, new_event(sam))
        directory = sqlite_house.settings.data_dir
        before = set(directory.iterdir())
        # One that a killed server left behind, and one that another server writes at this moment.
        left, written_now = directory / "export-in-work-left", directory / "export-in-work-now"
        for place in (left, written_now):
            place.mkdir()
        os.utime(left, (0, 0))
        assert sam.get("/api/export/all.xlsx").status_code == 200
        assert set(directory.iterdir()) - before == {written_now}


def sheets_of(content: bytes) -> list[list[list[Any]]]:
    """The rows of each sheet, as another library reads them."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]


def sheet_names(content: bytes) -> list[str]:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names


def shown(cell: object) -> str:
    """As a spreadsheet shows the cell."""
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() else f"{cell:.2f}"
    return str(cell)


TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40)


class TestCells:
    @settings(max_examples=300)
    @given(TEXTS)
    def test_any_text_comes_back_as_it_was(self, text: str) -> None:  # 7.export.1, 2
        buffer = io.StringIO(newline="")
        csv.writer(buffer).writerow([formula_safe(text), phone_cell(text)])
        [[cell, phone]] = csv.reader(io.StringIO(buffer.getvalue(), newline=""))
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert (strip_formula_guard(cell), strip_formula_guard(phone)) == (text, text)

    @settings(max_examples=1000)
    @given(st.lists(st.text(";,|\t\"' =+-@a1", max_size=8), min_size=3, max_size=3))
    @example(["x;=1+1", "", ""])
    @example(["", 'x;"=1+1;"', ""])
    @example(["", 'x"; =1+1', ""])
    def test_no_cell_is_a_formula_by_whichever_separator_the_file_is_read(self, texts: list[str]) -> None:
        # 7.export.10
        first, phone, last = (text.strip() for text in texts)  # as every text is kept
        buffer = io.StringIO(newline="")
        csv.writer(buffer).writerow([formula_safe(first), phone_cell(phone), formula_safe(last)])
        for separator in ";|\t":
            for [*cells] in csv.reader(io.StringIO(buffer.getvalue(), newline=""), delimiter=separator):
                assert not [cell for cell in cells if re.match(r"[=+\-@\t]|[\r\n ]*=", cell)]

    @settings(max_examples=100)
    @given(st.lists(TEXTS | st.text("<r>/_x0041ABF'=;\n &", min_size=1, max_size=30), min_size=1, max_size=30))
    def test_any_text_comes_back_from_a_workbook(self, texts: list[str]) -> None:  # 7.export.231, 232
        kept = [text for text in texts if not {"\ufffe", "\uffff"} & set(text)]  # no characters of XML
        file = io.BytesIO()
        rows = cast("Rows", [(0, text) for text in kept])
        export = Export("texts", ["Text"], [TEXT], lambda _, __: (rows, None))
        write_workbook(export, Session(), file=file, directory=Path(tempfile.gettempdir()))
        [[_, *found]] = sheets_of(file.getvalue())
        assert [strip_formula_guard(cell) for [cell] in found] == kept

    @given(st.text("'=+-@\t\ra1 ;,|\"", max_size=8))
    def test_however_many_guards_it_had(self, text: str) -> None:  # 7.export.2
        assert strip_formula_guard(formula_safe(text)) == text
