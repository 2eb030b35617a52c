"""The downloads: all.csv, events.csv, attendees.csv, and back in again."""

import csv
import io
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from doorlist.spreadsheets.attendee_columns import HEADINGS
from doorlist.spreadsheets.rules import formula_safe, phone_cell, strip_formula_guard
from tests.cast import SAM
from tests.house import House, Json, new_attendee, new_event, problem
from tests.spreadsheets.many import delete_all_attendees, many_events
from tests.spreadsheets.sending import OUR_HEADER, counts, lines, sent

EXPORTS = ("/api/export/all.csv", "/api/export/events.csv", "/api/export/attendees.csv", "/api/attendees/export/csv")


# By which spreadsheets know that the letters are UTF-8.
MARK = "\ufeff"


def table(text: str) -> list[Json]:
    assert text[0] == MARK
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


@pytest.mark.smoke
class TestDownloads:
    @pytest.mark.parametrize("path", EXPORTS)
    def test_are_for_whoever_is_signed_in_and_carry_the_date(self, sqlite_house: House, path: str) -> None:
        # 6.roles.5; 7.call.37; 7.export.6; 9.export.1
        problem(sqlite_house.stranger().get(path), 401, "not_signed_in")
        for client in (sqlite_house.signed_in(), sqlite_house.signed_in(SAM)):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/csv; charset=utf-8"
            name = re.fullmatch(
                r'attachment; filename="(\w+)-\d{4}-\d\d-\d\d\.csv"', answer.headers["content-disposition"]
            )
            assert name
            assert name[1] == (
                "attendees" if path.startswith("/api/attendees") else path.rsplit("/", maxsplit=1)[-1][:-4]
            )

    def test_have_a_header_even_of_nothing(self, sqlite_house: House) -> None:  # 7.export.4, 9; 7.export.11
        sam = sqlite_house.signed_in(SAM)
        expected = f"{MARK}{','.join(HEADINGS)}\r\n"
        assert sam.get("/api/export/all.csv").text == expected
        assert sam.get("/api/export/attendees.csv").text == expected
        assert sam.get("/api/export/events.csv").text == (
            f"{MARK}Event ID,Event Name,Date,Time,Ticket Price,Tickets,Attended\r\n"
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
        assert first == [str(gala["id"]), "Spring Gala", "2026-11-20", "19:30", "120.50", "2", "1"]
        assert second[1:] == ["Free Evening", "2026-11-20", "", "", "0", "0"]

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
    "Total guests", "a'b", "-", "x;=1+1", "x,=1+1", "x|'=1+1", 'x;"=1+1;"', "x; =1+1", "=a;=b", "Ada, +1", "Ada,'+1",
)  # fmt: skip


class TestRoundTrip:
    def test_gives_the_same_file_again_byte_for_byte(self, house: House) -> None:  # 7.export.2, 3, 8; 3.invoice.8
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
            )
            for n, name in enumerate(NASTY * 60)
        ]
        header = f"{OUR_HEADER},Event Name,Amount Paid".split(",")
        assert counts(sent(sam, lines([header, *rows]), includeDuplicates=True)) == (len(rows), 0, 0)
        exported = sam.get("/api/export/attendees.csv")
        delete_all_attendees(house.database)
        report = sent(sam, exported.content, name=exported.headers["content-disposition"].split('"')[1])
        assert counts(report) == (len(rows), 0, 0)
        assert "Restore JSON" in report["notes"][0]
        assert sam.get("/api/export/attendees.csv").content == exported.content

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


TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40)


class TestCells:
    @settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
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

    @given(st.text("'=+-@\t\ra1 ;,|\"", max_size=8))
    def test_however_many_guards_it_had(self, text: str) -> None:  # 7.export.2
        assert strip_formula_guard(formula_safe(text)) == text
