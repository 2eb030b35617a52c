"""The headings of columns (contract 5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doorlist.spreadsheets.attendee_columns import COLUMNS, HEADINGS
from doorlist.spreadsheets.imports.columns import (
    cell_of,
    guess_mapping,
    is_trailing_total,
    looks_like_header,
    mapping_by_position,
)


def guessed(*header: str) -> dict[str, int]:
    return {str(field): column for field, column in guess_mapping(header).items()}


class TestMapping:
    def test_our_own_export(self) -> None:
        read = {column.name: place for place, column in enumerate(COLUMNS) if column.read is not None}
        assert list(read)[:3] == ["fullName", "phone", "eventId"]
        assert guessed(*HEADINGS) == read

    def test_the_columns_of_5_backup_import_1(self) -> None:
        header = ("Full Name", "Phone", "Event ID", "Table Number", "Payment Status", "Invoice Number")
        assert list(guessed(*header, "Attended (Yes or no)", "Check-in Time").values()) == [0, 1, 2, 3, 4, 5, 6, 7]

    def test_other_words(self) -> None:
        assert guessed(
            "Guest", "Mobile", "Table #", "Paid?", "Invoice No.", "Checked in", "Arrival time", "Amount"
        ) == {
            "fullName": 0,
            "phone": 1,
            "tableNumber": 2,
            "paymentStatus": 3,
            "invoiceNumber": 4,
            "attended": 5,
            "attendedAt": 6,
            "amountPaid": 7,
        }

    @pytest.mark.parametrize("header", ["NAME", " name ", "Náme", "Guest Name:", "full_name", "fullName", "Full-Name"])
    def test_case_accents_and_marks_make_no_difference(self, header: str) -> None:
        assert guessed(header) == {"fullName": 0}

    @pytest.mark.parametrize(
        "header", ["Phone number", "Tel", "Tel.", "TELEPHONE", "Mob.", "Contact number", "Phone (mobile)"]
    )
    def test_phones(self, header: str) -> None:
        assert guessed("Guest", header) == {"fullName": 0, "phone": 1}

    @pytest.mark.parametrize(
        "header", ["Comment", "Comments", "Remarks", "Guest notes", "Kommentar", "Commentaire", "Comentarios", "Nota"]
    )
    def test_notes(self, header: str) -> None:  # 5.import.641
        assert guessed("Name", "Phone", header) == {"fullName": 0, "phone": 1, "notes": 2}
        assert guessed("Name", header, "Notes") == {"fullName": 0, "notes": 2}

    def test_the_exact_name_beats_the_loose_one(self) -> None:
        assert guessed("Name of partner", "Guest", "Full Name") == {"fullName": 2}
        assert guessed("Payment", "Payment Status") == {"paymentStatus": 1}
        assert guessed("Table name", "Table Number") == {"tableNumber": 1}

    def test_one_word_in_a_longer_name(self) -> None:
        assert guessed("Name on the list", "Your mobile please", "Table (1-20)") == {
            "fullName": 0,
            "phone": 1,
            "tableNumber": 2,
        }

    def test_one_column_for_each_and_the_first_of_two(self) -> None:
        assert guessed("Name", "Name", "Phone", "Phone") == {"fullName": 0, "phone": 2}

    def test_what_is_about_something_else_is_left_alone(self) -> None:
        assert (
            guessed(
                "Maiden name", "Company name", "Sold By", "Scanned By", "Seller email", "Payment date", "Amount due"
            )
            == {}
        )

    def test_without_header_the_order_of_the_contract(self) -> None:
        # 5.backup-import.1
        assert {str(f): n for f, n in mapping_by_position(4, event_is_chosen=False).items()} == {
            "fullName": 0,
            "phone": 1,
            "eventId": 2,
            "tableNumber": 3,
        }
        assert {str(f): n for f, n in mapping_by_position(4, event_is_chosen=True).items()} == {
            "fullName": 0,
            "phone": 1,
            "tableNumber": 2,
            "paymentStatus": 3,
        }

    def test_a_short_row_has_empty_cells(self) -> None:
        mapping = guess_mapping(["Name", "Phone", "Table"])
        assert [cell_of(["Ada"], mapping, field) for field in mapping] == ["Ada", "", ""]

    @given(st.lists(st.text(max_size=20), max_size=20))
    def test_any_header_gives_each_field_a_column_of_its_own(self, header: list[str]) -> None:
        columns = list(guess_mapping(header).values())
        assert len(set(columns)) == len(columns)
        assert all(0 <= column < len(header) for column in columns)


class TestHeader:
    @pytest.mark.parametrize(
        "row",
        [["Name", "Phone"], ["Guest"], ["", "Attendee Name", ""], ["Navn", "Telefon", "Bord"], ["Name", "Phone 1"]],
    )
    def test_names_of_columns(self, row: list[str]) -> None:
        assert looks_like_header(row)

    @pytest.mark.parametrize(
        "row",
        [
            ["Ada", "0400 111 222"],
            ["Ada Lovelace"],
            ["Ada", "", "7"],
            ["Name", "+61 400 111 222"],
            ["", ""],
            ["Bob", "$5"],
        ],
    )
    def test_somebody(self, row: list[str]) -> None:
        assert not looks_like_header(row)


class TestTotals:
    @pytest.mark.parametrize(
        "first",
        ["Total", "TOTAL:", "Grand total", "Sum: 120", "Subtotal", "Total guests: 45", "Count = 12", "Total 1,200.50"],
    )
    def test_are_no_guests(self, first: str) -> None:
        mapping = guess_mapping(["Name", "Phone", "Amount"])
        assert is_trailing_total([first, "", "5,400"], mapping)
        assert is_trailing_total(["", first, "5,400"], mapping)

    @pytest.mark.parametrize(
        "row", [["Total", "0400 111 222"], ["Totally Ada", ""], ["Sumi", ""], ["Countess Ada", ""], []]
    )
    def test_a_guest_is_a_guest(self, row: list[str]) -> None:
        assert not is_trailing_total(row, guess_mapping(["Name", "Phone"]))
