"""Which rows count as duplicates, and cells that no spreadsheet reads as formulas."""

import pytest

from doorlist.spreadsheets.rules import (
    duplicate_key,
    duplicates,
    formula_safe,
    money_cell,
    phone_cell,
    strip_formula_guard,
)

ADA, BOB = duplicate_key(1, "Ada Lovelace", "0400 111 222"), duplicate_key(1, "Bob", "0400 333 444")


class TestDuplicates:
    def test_equal_rows_of_a_new_guest_are_that_many_guests(self) -> None:
        assert duplicates([ADA] * 8, already_there=[]) == [False] * 8

    def test_the_same_file_again_adds_nobody(self) -> None:
        assert duplicates([ADA] * 8, already_there=[ADA] * 8) == [True] * 8

    def test_who_is_there_once_is_repeated_once(self) -> None:
        assert duplicates([ADA, BOB, ADA], already_there=[ADA]) == [True, False, False]

    def test_a_shared_phone_or_a_shared_name_is_another_guest(self) -> None:
        shared_phone, shared_name = duplicate_key(1, "Eve", "0400 111 222"), duplicate_key(1, "Ada Lovelace", "0499")
        assert duplicates([shared_phone, shared_name], already_there=[ADA]) == [False, False]

    def test_accents_case_and_phone_spaces_make_no_other_guest(self) -> None:
        assert duplicate_key(1, "JOSÉ  Álvarez", "+61 400-111") == duplicate_key(1, "jose alvarez", "61400111")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+SUM(A1)", "'+SUM(A1)"),
        ("-3", "'-3"),
        ("@here", "'@here"),
        ("\tx", "'\tx"),
        ("'=quoted", "''=quoted"),
        ("+61 400 111 222", "'+61 400 111 222"),
        ("\rx", "'\rx"),
        ("'+61", "''+61"),
        ("'t Hooft", "'t Hooft"),
        ("Ada", "Ada"),
        ("", ""),
        ("x;=1+1", "x;'=1+1"),
        ("x,+1", "x,'+1"),
        ("x|-1", "x|'-1"),
        ("x\t@SUM(1)", "x\t'@SUM(1)"),
        ("a;=1;=2,=3", "a;'=1;'=2,'=3"),
        ("=1;=2", "'=1;'=2"),
        ("\t=1", "'\t'=1"),
        ("x;'=1", "x;''=1"),
        ('x;"=1;"', 'x;\'"=1;"'),
        ("x; =1", "x;' =1"),
        ("x;'\"'=1", "x;''\"'=1"),
        ("Ada, +1", "Ada, +1"),
        ("Lovelace, Ada", "Lovelace, Ada"),
        ("a=b; c-d", "a=b; c-d"),
        ("x;'t Hooft", "x;'t Hooft"),
    ],
)
def test_a_cell_is_never_a_formula(text: str, cell: str) -> None:  # 7.export.1, 7.export.10
    assert formula_safe(text) == cell
    assert strip_formula_guard(cell) == text


@pytest.mark.parametrize(
    ("phone", "cell"),
    [
        ("+61 400 111 222", "+61 400 111 222"),
        ("0400 111 222", "0400 111 222"),
        ("+61(0)400", "'+61(0)400"),
        ("+61+1", "'+61+1"),
        ("-61 400", "'-61 400"),
        ("=61", "'=61"),
        ("+61 400;+61 401", "'+61 400;'+61 401"),
    ],
)
def test_a_phone_keeps_its_plus_where_nothing_else_makes_it_a_formula(phone: str, cell: str) -> None:
    assert phone_cell(phone) == cell  # 7.export.1


@pytest.mark.parametrize(("cents", "cell"), [(12050, "120.50"), (5, "0.05"), (0, "0.00"), (None, "")])
def test_money_is_written_in_dollars(cents: int | None, cell: str) -> None:
    assert money_cell(cents) == cell
