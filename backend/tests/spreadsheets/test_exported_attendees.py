"""Which attendees an export holds, in which order, in which time, and the name of its file."""

import csv
import io
import re
import zipfile
from datetime import datetime
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from python_calamine import CalamineWorkbook
from starlette.testclient import TestClient

from doorlist.core.http.attachment import attachment
from doorlist.core.text import in_file_name
from doorlist.spreadsheets.rules import day_cell, moment_cell, moment_text
from tests.cast import SAM
from tests.house import House, Json, new_attendee, new_event
from tests.spreadsheets.many import delete_all_attendees
from tests.spreadsheets.sending import OUR_HEADER, counts, lines, sent

EXPORT = "/api/attendees/export/csv"
SYDNEY = ZoneInfo("Australia/Sydney")


def rows_of(client: TestClient, **query: Any) -> list[Json]:
    answer = client.get(EXPORT, params=query)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def names(client: TestClient, **query: Any) -> str:
    return " ".join(row["Attendee Name"] for row in rows_of(client, **query))


class TestWhichAttendees:
    @pytest.mark.both_engines
    def test_are_those_of_the_list_in_its_order(self, house: House) -> None:  # 7.export.931
        sam = house.signed_in(SAM)
        gala, ball = new_event(sam), new_event(sam, name="Ball")
        people = {
            name: new_attendee(sam, event, fullName=name, tableNumber=table, paymentStatus=paid)
            for name, event, table, paid in (
                ("Cy", gala, 2, "paid"),
                ("Ada", gala, 1, "unpaid"),
                ("Bo", gala, 2, "unpaid"),
                ("Dee", ball, 1, "unpaid"),
            )
        }
        sam.post("/api/attendees/scan", json={"qrData": people["Bo"]["qrCodeData"]})
        of_gala = {"eventId": gala["id"]}
        for query, expected in (
            ({}, "Cy Ada Bo Dee"),
            (of_gala, "Cy Ada Bo"),
            ({"sort": "newest"}, "Dee Bo Ada Cy"),
            ({**of_gala, "sort": "name"}, "Ada Bo Cy"),
            ({**of_gala, "sort": "table"}, "Ada Cy Bo"),
            ({"sort": "arrival"}, "Bo Cy Ada Dee"),
            ({"search": "ada"}, "Ada"),
            ({"payment": "unp", "sort": "lastName"}, "Ada Bo Dee"),
            ({"paymentGroup": "owed", "attended": "false"}, "Dee Ada"),
            ({"tableNumber": 2, "sort": "name"}, "Bo Cy"),
            ({"sort": "name", "newest": people["Bo"]["id"], "except": str(people["Ada"]["id"])}, "Bo Cy"),
        ):
            assert names(sam, **query) == expected, query

    @pytest.mark.both_engines
    def test_are_the_chosen_ones_that_are_still_there(self, house: House) -> None:  # 7.export.932
        sam = house.signed_in(SAM)
        gala, ball = new_event(sam), new_event(sam, name="Ball")
        cy, ada, bo = (
            new_attendee(sam, gala, fullName=name, tableNumber=table)
            for name, table in (("Cy", 2), ("Ada", 3), ("Bo", 1))
        )
        new_attendee(sam, gala, fullName="Not chosen")
        dee = new_attendee(sam, ball, fullName="Dee")
        gone = new_attendee(sam, gala, fullName="Gone")
        sam.delete(f"/api/attendees/{gone['id']}")
        sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        ids = ",".join(str(guest["id"]) for guest in (dee, bo, gone, cy, ada))
        for sort, expected in (
            (None, "Cy Ada Bo Dee"),
            ("newest", "Dee Bo Ada Cy"),
            ("name", "Ada Bo Cy Dee"),
            ("lastName", "Ada Bo Cy Dee"),
            ("table", "Bo Cy Ada Dee"),
            ("arrival", "Ada Cy Bo Dee"),
        ):
            assert names(sam, ids=ids, **({"sort": sort} if sort else {})) == expected, sort
        assert names(sam, ids=ids, eventId=gala["id"]) == "Cy Ada Bo"

    @pytest.mark.either_engine
    def test_are_named_by_numbers_and_not_too_many(self, house: House) -> None:  # 7.export.932
        sam = house.signed_in(SAM)
        for ids in ("", "x", "1,", ",".join(map(str, range(1, 2002)))):
            assert sam.get(EXPORT, params={"ids": ids}).status_code == 400
        assert sam.get(EXPORT, params={"ids": ",".join(map(str, range(1, 2001)))}).status_code == 200

    def test_of_a_long_list_have_every_row_once(self, sqlite_house: House) -> None:  # 7.export.931
        sam = sqlite_house.signed_in(SAM)
        event = new_event(sam)
        people = [(f"Guest {number:04}", number) for number in range(2001)]
        sent(sam, lines([("Name", "Phone"), *people]), eventId=event["id"])
        assert names(sam, sort="name") == " ".join(name for name, _ in people)
        assert names(sam, sort="newest") == " ".join(name for name, _ in reversed(people))


class TestTimes:
    def test_are_of_the_zone_and_come_back_in_it(self, house: House) -> None:  # 7.export.930
        sam = house.signed_in(SAM)
        event = new_event(sam)
        # The clocks of Sydney show 02:30 twice on 5 April 2026.
        moments = ("2026-11-20T08:05:12.345Z", "2026-04-04T15:30:00.000Z", "2026-04-04T16:30:00.000Z")
        guests = [
            (f"Guest {number}", number, event["id"], 1, "paid", "", "yes", moment)
            for number, moment in enumerate(moments)
        ]
        sent(sam, lines([OUR_HEADER.split(","), *guests]))
        assert [row["Check-in Time"] for row in rows_of(sam)] == list(moments)
        written = [row["Check-in Time"] for row in rows_of(sam, timeZone="Australia/Sydney")]
        assert written == ["2026-11-20 19:05:12", "2026-04-05 02:30:00", "2026-04-05 02:30:00+10:00"]
        for ending in ("csv", "xlsx"):
            exported = sam.get(f"/api/export/attendees.{ending}", params={"timeZone": "Australia/Sydney"})
            delete_all_attendees(house.database)
            report = sent(sam, exported.content, name=f"guests.{ending}", timeZone="Australia/Sydney")
            assert counts(report) == (3, 0, 0)
            back = [row["Check-in Time"] for row in rows_of(sam)]
            assert back == ["2026-11-20T08:05:12.000Z", *moments[1:]], ending

    def test_are_dates_in_a_workbook_shown_by_the_settings(self, sqlite_house: House) -> None:  # 7.export.231, 930
        sam = sqlite_house.signed_in(SAM)
        ada = new_attendee(sam, new_event(sam))
        sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        in_sydney = {"timeZone": "Australia/Sydney"}
        [arrived] = [row["Check-in Time"] for row in rows_of(sam, **in_sydney)]
        content = sam.get("/api/attendees/export/xlsx", params=in_sydney).content
        assert sheet_of(content)[1][7] == datetime.fromisoformat(arrived)
        assert "dd/mm/yyyy hh:mm:ss" in styles_of(content)
        assert str(sheet_of(sam.get("/api/export/events.xlsx").content)[1][2]) == "2026-11-20"
        sam.put("/api/settings", json={"dateFormat": "monthFirst", "timeFormat": "12h"})
        assert "mm/dd/yyyy h:mm:ss AM/PM" in styles_of(sam.get("/api/attendees/export/xlsx", params=in_sydney).content)

    @pytest.mark.parametrize(
        ("moment", "text"),
        [
            ("0001-01-01T00:00:00.000Z", "0001-01-01 10:04:52"),
            ("9999-12-31T23:59:59.000Z", "9999-12-31T23:59:59.000Z"),
            (None, None),
        ],
    )
    def test_that_no_workbook_holds_stay_texts(self, moment: str | None, text: str | None) -> None:  # 7.export.930
        assert moment_text(moment, SYDNEY) == moment_cell(moment, SYDNEY) == text

    def test_days_before_1900_stay_texts(self) -> None:  # 7.export.231
        assert day_cell("1899-12-31") == "1899-12-31"


class TestFileNames:
    @pytest.mark.either_engine
    def test_have_the_event_and_the_date(self, house: House) -> None:  # 7.export.6
        sam = house.signed_in(SAM)
        gala = new_event(sam, name='Gala: "Ünïcödé" / 20?')
        for ending in ("csv", "xlsx"):
            header = sam.get(f"/api/attendees/export/{ending}", params={"eventId": gala["id"]}).headers
            plain, full = header["content-disposition"].removeprefix("attachment; ").split("; ")
            assert plain.startswith('filename="attendees-Gala Unicode 20-20')
            name = unquote(full.removeprefix("filename*=UTF-8''"))
            assert name.startswith("attendees-Gala Ünïcödé 20-20")
            assert name.endswith(f".{ending}")
        header = sam.get(EXPORT, params={"eventId": 999_999}).headers
        assert header["content-disposition"].startswith('attachment; filename="attendees-20')

    @pytest.mark.either_engine
    def test_tell_a_part_of_the_list_from_the_whole(self, house: House) -> None:  # 7.export.946
        sam = house.signed_in(SAM)
        gala = new_event(sam, name="Gala")
        first, second = new_attendee(sam, gala)["id"], new_attendee(sam, gala)["id"]
        whole: list[Json] = [{}, {"sort": "name"}, {"newest": second}, {"search": ""}, {"timeZone": "Asia/Tokyo"}]
        filters: list[Json] = [{"search": "a"}, {"payment": "paid"}, {"paymentGroup": "owed"}, {"attended": "false"}]
        parts: list[tuple[Json, str]] = [
            *((query, "") for query in whole),
            *((query, "-filtered") for query in (*filters, {"tableNumber": 0}, {"ticketMail": "sent"})),
            ({"ids": f"{first},{second},{first}"}, "-selected-2"),
            ({"ids": first, "search": "a"}, "-selected-1"),
            ({"except": first, "newest": second, "search": "a"}, "-selected"),
        ]
        for query, part in parts:
            for ending in ("csv", "xlsx"):
                for event, name in (({}, "attendees"), ({"eventId": gala["id"]}, "attendees-Gala")):
                    answer = sam.get(f"/api/attendees/export/{ending}", params=query | event)
                    disposition = answer.headers["content-disposition"]
                    assert re.fullmatch(
                        rf'attachment; filename="{name}{part}-20\d\d-\d\d-\d\d\.{ending}"', disposition
                    ), (query, disposition)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Spring Gala", "Spring Gala"),
            (' a/b\\c:d*e?f"g<h>i|j ', "a b c d e f g h i j"),
            ("The end...", "The end"),
            ("???", "event"),
            ("x" * 60, "x" * 50),
            ("\u202egnp.exe", "gnp.exe"),
        ],
    )
    def test_have_only_safe_characters(self, text: str, expected: str) -> None:  # 7.export.6
        assert in_file_name(text) == expected

    def test_beyond_ascii_have_a_plain_one_beside(self) -> None:
        assert attachment("gala.csv") == 'attachment; filename="gala.csv"'
        assert attachment("50%.csv") == "attachment; filename=\"50.csv\"; filename*=UTF-8''50%25.csv"
        assert attachment("王.csv") == "attachment; filename=\".csv\"; filename*=UTF-8''%E7%8E%8B.csv"


def sheet_of(content: bytes) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def styles_of(content: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read("xl/styles.xml").decode()
