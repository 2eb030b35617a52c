"""Payment groups, money and search text, as plain functions (contract 3, 7)."""

import pytest

from doorlist.attendees.rules import (
    PaymentGroup,
    amount_paid_of_new_ticket,
    owed_cents,
    payment_group,
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


def test_the_search_text_has_name_phone_invoice_notes_and_email_on_a_line_each() -> None:
    guest: dict[str, str | None] = {
        "full_name": "José  ÁLVAREZ",
        "phone": "+61 (0)400-111",
        "invoice_number": "INV-7KQM-3XRD",
    }
    guest |= {"invoice_number": "INV-7KQM-3XRD", "notes": None, "email": None}
    text = " jose alvarez \n610400111\ninv7kqm3xrd"
    assert search_text(guest) == text
    assert search_text(guest | {"notes": "Vegán,\nby the window"}) == f"{text}\nvegan by the window"
    assert search_text(guest | {"email": "Jose@Example.com"}) == f"{text}\njose@examplecom"
