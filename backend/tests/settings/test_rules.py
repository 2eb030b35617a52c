"""Amounts of a currency (contract 9.settings)."""

import pytest

from doorlist.settings.rules import CURRENCIES, Currency, is_color


@pytest.mark.parametrize(
    ("code", "amount", "text"),
    [
        ("AUD", 12_050, "120.50"),
        ("EUR", 5, "0.05"),
        ("JPY", 12_050, "12050"),
        ("JPY", 0, "0"),
        ("KWD", 12_050, "12.050"),
        ("KWD", 1, "0.001"),
    ],
)
def test_an_amount_has_the_decimals_of_its_currency(code: str, amount: int, text: str) -> None:  # 9.settings.2
    assert Currency(code).text(amount) == text
    assert Currency(code).number(amount) == float(text)


def test_the_currencies_have_codes_of_three_letters() -> None:
    assert len(CURRENCIES) > 150
    assert all(len(code) == 3 and code.isupper() for code in CURRENCIES)


@pytest.mark.parametrize(("text", "is_one"), [("#0b6e4f", True), ("#0B6E4F", False), ("red", False), ("#fff", False)])
def test_a_colour_has_six_digits(text: str, is_one: bool) -> None:
    assert is_color(text) is is_one
