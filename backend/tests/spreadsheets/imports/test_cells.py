"""The meaning of cells (contract 5)."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doorlist.settings.rules import Currency
from doorlist.spreadsheets.imports.cells import (
    amount_cents,
    check_in_time,
    payment_status,
    table_number,
    yes_or_no,
)
from doorlist.spreadsheets.rules import formula_safe, phone_cell, strip_formula_guard


class TestGuard:
    @given(st.text() | st.text(alphabet="'=+-@\t\ra"))
    def test_taken_off_it_gives_back_what_the_export_was_given(self, text: str) -> None:
        assert strip_formula_guard(formula_safe(text)) == text
        assert strip_formula_guard(phone_cell(text)) == text

    @pytest.mark.parametrize(
        ("cell", "text"),
        [
            ("'=1", "=1"),
            ("''=1", "'=1"),
            ("'+61(0)", "+61(0)"),
            ("'t Hooft", "'t Hooft"),
            ("'", "'"),
            ("+61 4", "+61 4"),
        ],
    )
    def test_one_apostrophe_before_a_sign(self, cell: str, text: str) -> None:
        assert strip_formula_guard(cell) == text


class TestCells:
    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("7", 7),
            ("7.0", 7),
            (" 7 ", 7),
            ("Table 7", 7),
            ("table no. 7", 7),
            ("Table #12", 12),
            ("#7", 7),
            ("T7", 7),
            ("007", 7),
            ("0", 0),
            ("７", 7),  # noqa: RUF001 - typed on a Japanese keyboard
        ],
    )
    def test_tables(self, text: str, number: int) -> None:
        assert table_number(text) == number

    @pytest.mark.parametrize("text", ["", "VIP", "7.5", "-1", "7 8", "Table", "1e5", "9" * 30, "7th"])
    def test_what_is_no_table(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"' is not a table number$"):
            table_number(text)

    @pytest.mark.parametrize(
        "text", ["Yes", "yes ", "Y", "true", "TRUE", "1", "x", "X", "\u2713", "\u2714\ufe0f", "Present"]
    )
    def test_yes(self, text: str) -> None:
        assert yes_or_no(text) is True

    @pytest.mark.parametrize("text", ["No", "n", "FALSE", "0", "", "  ", "-", "\u2013", "absent", "No-show"])
    def test_no(self, text: str) -> None:
        assert yes_or_no(text) is False

    def test_neither(self) -> None:
        with pytest.raises(ValueError, match=r"^Must be Yes or No$"):
            yes_or_no("maybe")

    @pytest.mark.parametrize(
        ("text", "header", "status"),
        [
            ("Yes", "Paid?", "paid"),
            ("no", "Has paid", "unpaid"),
            ("x", "PAID", "paid"),
            ("", "Paid?", ""),
            ("cash", "Paid?", "cash"),
            ("Yes", "Payment Status", "Yes"),
            ("paid", "Payment", "paid"),
        ],
    )
    def test_a_column_that_asks_whether_paid(self, text: str, header: str, status: str) -> None:
        assert payment_status(text, header=header) == status

    @pytest.mark.parametrize(
        "text",
        [
            "2026-11-20T19:05:00.000Z",
            "2026-11-20T19:05:00Z",
            "2026-11-20 19:05",
            "2026-11-20 19:05:00",
            "2026/11/20 7:05 PM",
            "20/11/2026 7:05 pm",
            "20/11/2026 7:05PM",
            "20/11/26, 19.05",
            "20.11.2026 19:05",
            "20-11-2026 at 7:05 p.m.",
            "20 Nov 2026 7:05 pm",
            "20 November 2026, 19:05",
            "2026-11-21T06:05+11:00",
            "2026-11-20 19:05 UTC",
        ],
    )
    def test_times(self, text: str) -> None:
        assert check_in_time(text) == datetime(2026, 11, 20, 19, 5, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("text", "zone", "moment"),
        [
            ("2026-11-20 19:05", "Australia/Sydney", "2026-11-20T08:05:00+00:00"),
            ("20 Jun 2026 7:05 pm", "Australia/Sydney", "2026-06-20T09:05:00+00:00"),
            ("2026-11-20", "Australia/Sydney", "2026-11-19T13:00:00+00:00"),
            ("2026-11-20 19:05", "Europe/Berlin", "2026-11-20T18:05:00+00:00"),
            ("2026-11-20T19:05:00.123Z", "Australia/Sydney", "2026-11-20T19:05:00.123000+00:00"),
            ("2026-11-20 19:05 +02:00", "Australia/Sydney", "2026-11-20T17:05:00+00:00"),
            # Twice on the clock: the earlier one. Skipped by the clock: as if it had not been put forward yet.
            ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00+00:00"),
            ("2026-03-29 02:30", "Europe/Berlin", "2026-03-29T01:30:00+00:00"),
        ],
    )
    def test_a_time_without_a_zone_is_of_the_zone_that_was_named(self, text: str, zone: str, moment: str) -> None:
        assert check_in_time(text, ZoneInfo(zone)) == datetime.fromisoformat(moment)  # 5.import.15

    def test_the_edge_of_time_is_refused(self) -> None:
        with pytest.raises(ValueError, match="Must be a time"):
            check_in_time("0001-01-01", ZoneInfo("Asia/Tokyo"))

    def test_the_day_stands_before_the_month(self) -> None:
        assert check_in_time("3/4/2026 12:30 am") == datetime(2026, 4, 3, 0, 30, tzinfo=UTC)

    def test_times_keep_their_milliseconds_and_days_begin_at_midnight(self) -> None:
        assert check_in_time("2026-11-20T19:05:01.1239Z") == datetime(2026, 11, 20, 19, 5, 1, 123_000, tzinfo=UTC)
        assert check_in_time("20/11/2026") == datetime(2026, 11, 20, tzinfo=UTC)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "yes",
            "19:05",
            "31/02/2026",
            "11/20/2026",
            "20/11/2026 25:00",
            "20/11/2026 13:05 pm",
            "46346.79",
            "61400111",
            "20 Foo 2026",
            "0001-01-01T00:00+14:00",
            "2026-11-20 19:05 +99:00",
        ],
    )
    def test_what_is_no_time(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"^Must be a time like 2026-11-20 19:05$"):
            check_in_time(text)

    @pytest.mark.parametrize(
        ("text", "cents"),
        [
            ("120.50", 12_050),
            ("$120.50", 12_050),
            ("120,50", 12_050),
            ("A$ 1,200", 120_000),
            ("AUD 1,200.5", 120_050),
            ("1.200,50", 120_050),
            ("1 200,50", 120_050),
            ("1,234,567.89", 123_456_789),
            ("120.50 AUD", 12_050),
            ("0", 0),
            (".5", 50),
            ("7", 700),
        ],
    )
    def test_money(self, text: str, cents: int) -> None:
        assert amount_cents(text) == cents

    @pytest.mark.parametrize(
        ("code", "text", "amount"),
        [
            ("EUR", "45,50 €", 4_550),
            ("EUR", "EUR 1.200,50", 120_050),
            ("JPY", "¥4,500", 4_500),
            ("JPY", "4.500", 4_500),
            ("JPY", "4500.00", 4_500),
            ("KWD", "1.234", 1_234),
            ("KWD", "1,234.5", 1_234_500),
            ("KWD", "45,50 KWD", 45_500),
            ("KWD", "7", 7_000),
        ],
    )
    def test_money_of_another_currency(self, code: str, text: str, amount: int) -> None:
        assert amount_cents(text, Currency(code)) == amount

    # In dinars '1,234' is a thousand or one and a bit.
    @pytest.mark.parametrize(("code", "text"), [("JPY", "45.5"), ("JPY", "1,20"), ("KWD", "1,234"), ("KWD", "1.2345")])
    def test_an_amount_that_is_unclear_in_its_currency_is_refused(self, code: str, text: str) -> None:
        with pytest.raises(ValueError, match=f"^'{text}' is not an amount like "):
            amount_cents(text, Currency(code))

    @pytest.mark.parametrize("text", ["", "free", "-5", "1.200", "1,20,0", "120.505", "$", "1e5", "5 or 10", "9" * 40])
    def test_what_is_no_money(self, text: str) -> None:  # 5.import.1092
        with pytest.raises(ValueError, match=rf"^'{re.escape(text)}' is not an amount like 120\.50$"):
            amount_cents(text)

    @given(st.text(max_size=40) | st.text(alphabet="0123456789.,:/- TZ+$apm", max_size=25))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        for parse in (table_number, yes_or_no, check_in_time, amount_cents):
            with suppress(ValueError):
                parse(text)
