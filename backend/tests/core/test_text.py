"""Folding text so that spellings of one thing compare equal."""

import pytest

from doorlist.core.text import bare_digits, fold, is_clean, without_controls
from tests.house import House, new_attendee, new_event


def wide(text: str) -> str:
    """The text in full-width characters, as East Asian keyboards type them."""
    return "".join(chr(ord(character) + 0xFEE0) for character in text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("José  ÁLVAREZ", "jose alvarez"),
        ("Jose\u0301", "jose"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("Ångström", "angstrom"),
        ("İstanbul", "istanbul"),
        (wide("ABC123"), "abc123"),
        ("ﬁancé", "fiance"),
        ("\tAda\u00a0Lovelace \n", "ada lovelace"),
        ("Ελλάδα", "ελλαδα"),
        ("王小明", "王小明"),
        ("", ""),
    ],
)
def test_folding_takes_away_case_accents_widths_and_spaces(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(folded) == folded


@pytest.mark.parametrize(
    ("phone", "digits"),
    [
        ("+61 400-111 222", "61400111222"),
        ("(02) 9999", "029999"),
        (wide("0400") + " " + wide("111"), "0400111"),
        ("none", ""),
        ("", ""),
    ],
)
def test_a_phone_has_its_bare_digits(phone: str, digits: str) -> None:
    assert bare_digits(phone) == digits


@pytest.mark.parametrize("text", ["a\x00", "a\nb", "\x1b[1m", "\x85", "\ud800"])
def test_control_characters_and_half_pairs_are_not_clean(text: str) -> None:
    assert not is_clean(text)
    assert is_clean(without_controls(text))
    assert len(without_controls(text)) == len(text)


@pytest.mark.parametrize("text", ["", "Zoë", "🎟️", "\u200d", "مرحبا"])
def test_everything_else_is_clean_and_stays(text: str) -> None:
    assert is_clean(text)
    assert without_controls(text) == text


def test_search_finds_either_spelling_on_either_engine(house: House) -> None:
    olive = house.signed_in()
    new_attendee(olive, new_event(olive), fullName="José  Álvarez-Straße", phone="+61 (400) 111-222")
    for search in ("jose alvarez", "ÁLVAREZ", "strasse", wide("jose"), "61400111222", "400 111", wide("400"), "0) 111"):
        found = olive.get("/api/attendees", params={"search": search}).json()
        assert [attendee["fullName"] for attendee in found] == ["José  Álvarez-Straße"], search
    for search in ("%", "_", "\\", "jos alv", "nobody"):
        assert olive.get("/api/attendees", params={"search": search}).json() == [], search
