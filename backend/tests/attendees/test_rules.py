"""Payment groups, money and search text, as plain functions (contract 3, 7)."""

import pytest

from doorlist.attendees.rules import (
    Misspelled,
    PaymentGroup,
    amount_paid_of_new_ticket,
    owed_cents,
    payment_group,
    pieces_of,
    search_text,
)

PAID, COMPLIMENTARY, OWED = PaymentGroup.PAID, PaymentGroup.COMPLIMENTARY, PaymentGroup.OWED


@pytest.mark.parametrize(
    ("status", "group"),
    [
        ("paid", PAID),
        ("PaId", PAID),
        (" paid ", PAID),
        ("free", COMPLIMENTARY),
        ("COMP", COMPLIMENTARY),
        ("complimentary", OWED),
        ("unpaid", OWED),
        ("partial", OWED),
        ("pending", OWED),
        ("prepaid", OWED),
        ("", OWED),
    ],
)
def test_the_group_of_a_payment_text(status: str, group: PaymentGroup) -> None:  # 3.payment.1..3
    assert payment_group(status) is group


@pytest.mark.parametrize(
    ("group", "given", "price", "stored"),
    [
        (PAID, None, 5000, 5000),
        (PAID, 0, 5000, 0),
        (PAID, 3000, 5000, 3000),
        (PAID, None, None, None),
        (OWED, None, 5000, None),
        (OWED, 2000, 5000, 2000),
        (COMPLIMENTARY, None, 5000, None),
    ],
)
def test_only_a_paid_ticket_without_an_amount_takes_the_price(
    group: PaymentGroup, given: int | None, price: int | None, stored: int | None
) -> None:  # 3.payment.6
    assert amount_paid_of_new_ticket(group, amount_paid_cents=given, ticket_price_cents=price) == stored


@pytest.mark.parametrize(
    ("group", "paid", "price", "owed"),
    [
        (PAID, None, None, 0),
        (PAID, 100, 5000, 0),
        (COMPLIMENTARY, None, 5000, 0),
        (OWED, None, 5000, 5000),
        (OWED, 2000, 5000, 3000),
        (OWED, 6000, 5000, 0),
        (OWED, None, 0, 0),
        (OWED, None, None, None),
        (OWED, 2000, None, None),
    ],
)
def test_what_is_owed_at_the_door(group: PaymentGroup, paid: int | None, price: int | None, owed: int | None) -> None:
    # 3.payment.12
    assert owed_cents(group, amount_paid_cents=paid, ticket_price_cents=price) == owed


def test_the_search_looks_into_name_phone_and_invoice_a_line_each() -> None:
    text = search_text(full_name="José  ÁLVAREZ", phone="+61 (0)400-111", invoice_number="INV-7KQM-3XRD")
    assert text == " jose alvarez \n610400111\ninv7kqm3xrd"


@pytest.mark.parametrize(
    ("typed", "name", "off"),
    [
        ("jhon", "john smith", 1),
        ("smyth", "john smith", 1),
        ("smiht jhon", "john smith", 2),
        ("papadopulos", "sofia papadopoulos", 1),
        ("papadopulo sof", "sofia papadopoulos", 2),
        ("papdopulso", "sofia papadopoulos", None),
        ("sofia", "sofia papadopoulos", 0),
        ("papdop", "sofia papadopoulos", 1),
        ("sofia papdp", "sofia papadopoulos", None),
        ("mullr", "zoe oharamuller", 1),
        ("ann", "anna li", 0),
        ("anya", "anna li", 1),
        ("nana", "anna li", 1),
        ("naan", "anna li", None),
        ("lo", "anna li", None),
        ("smith nobody", "john smith", None),
        ("smith", "", None),
    ],
)
def test_a_name_is_so_many_letters_off_what_was_typed(typed: str, name: str, off: int | None) -> None:
    # 7.similar.2
    misspelled = Misspelled(typed.split())
    assert misspelled.letters_off(name.split()) == off
    assert misspelled.letters_off(name.split()) == off


@pytest.mark.parametrize("word", ["smith", "papadopoulos", "katharina", "lovelace"])
def test_a_piece_is_left_of_a_long_word_with_two_mistakes_and_of_another_with_one(word: str) -> None:
    mistakes = [
        f"{word[:at]}{other}{word[at + cut :]}" for at in range(len(word) + 1) for other in "_" for cut in (0, 1)
    ]
    mistakes += [f"{word[:at]}{word[at + 1 :]}" for at in range(len(word))]
    for mistake in mistakes:
        others = [f"{mistake[:at]}*{mistake[at + 1 :]}" for at in range(len(mistake))] if len(word) >= 7 else [mistake]
        for other in others:
            assert any(piece in f" {word} " for piece in pieces_of(other)), other
