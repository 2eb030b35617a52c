"""Folding text so that spellings of one thing compare equal."""

import json
from pathlib import Path

import pytest

from doorlist.core.text import bare_digits, fold, is_clean, search_form, search_words, without_controls

SEARCH_VECTORS = json.loads((Path(__file__).parents[1] / "attendees" / "search_vectors.json").read_text("utf-8"))


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


def test_searched_texts_and_typed_words_have_the_form_that_the_browser_gives_them() -> None:  # 7.list.9, 10, 640
    assert [[text, search_form(text)] for text, _ in SEARCH_VECTORS["forms"]] == SEARCH_VECTORS["forms"]
    assert [[query, search_words(query)] for query, _ in SEARCH_VECTORS["words"]] == SEARCH_VECTORS["words"]
    for _, form in SEARCH_VECTORS["forms"]:
        assert search_form(form) == form


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
