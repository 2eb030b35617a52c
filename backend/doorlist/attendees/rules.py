"""Rules of an attendee as plain functions on plain values: payment groups, money, search text."""

from enum import StrEnum

from doorlist.core.text import bare_digits, fold, without_case

SMALLEST_TABLE = 1  # contract 9
LARGEST_TABLE = 100_000  # contract 5
LONGEST_NAME = 200  # contract 5
LONGEST_PHONE = 40  # contract 5
LONGEST_PAYMENT_STATUS = 40  # contract 5
LONGEST_INVOICE_NUMBER = 40
LONGEST_NOTES = 500  # contract 5
LARGEST_PAGE = 500  # contract 7

PAID_WORDS = {"paid"}
COMPLIMENTARY_WORDS = {"free", "comp"}


class PaymentGroup(StrEnum):
    """What a free payment text counts as in badges and figures (contract 3)."""

    PAID = "paid"
    COMPLIMENTARY = "complimentary"
    OWED = "owed"


def payment_group(payment_status: str) -> PaymentGroup:
    """The group of a payment text, in whatever case; anything unknown is owed."""
    word = without_case(payment_status)
    if word in PAID_WORDS:
        return PaymentGroup.PAID
    if word in COMPLIMENTARY_WORDS:
        return PaymentGroup.COMPLIMENTARY
    return PaymentGroup.OWED


def amount_paid_of_new_ticket(
    group: PaymentGroup, *, amount_paid_cents: int | None, ticket_price_cents: int | None
) -> int | None:
    """A ticket that is paid without an amount keeps the event's price of this moment (contract 3)."""
    if amount_paid_cents is None and group is PaymentGroup.PAID:
        return ticket_price_cents
    return amount_paid_cents


def amount_paid_after_edit(
    before: PaymentGroup,
    after: PaymentGroup,
    *,
    kept_cents: int | None,
    given_cents: int | None,
    ticket_price_cents: int | None,
) -> int | None:
    """The amount of a ticket whose payment was edited, `given_cents` being None where no amount was sent.

    Becoming paid takes the event's price of this moment, leaving paid clears it again (contract 3).
    """
    if given_cents is not None:
        return given_cents
    if after is PaymentGroup.PAID:
        return kept_cents if before is PaymentGroup.PAID or kept_cents is not None else ticket_price_cents
    return None if before is PaymentGroup.PAID else kept_cents


def owed_cents(group: PaymentGroup, *, amount_paid_cents: int | None, ticket_price_cents: int | None) -> int | None:
    """What is still to be paid at the door; None when the event has no price to tell it by."""
    if group is not PaymentGroup.OWED:
        return 0
    if ticket_price_cents is None:
        return None
    return max(0, ticket_price_cents - (amount_paid_cents or 0))


def search_text(*, full_name: str, phone: str, invoice_number: str) -> str:
    """What the search looks into: name, phone as typed and as bare digits, invoice number; folded, a line each."""
    return "\n".join((fold(full_name), fold(phone), bare_digits(phone), fold(invoice_number)))


def search_needles(query: str) -> list[str]:
    """The texts of which one must occur in the search text: the query folded, and its digits when it is a phone."""
    needles = [fold(query)]
    digits = bare_digits(query)
    if digits and not any(c.isalpha() for c in query):
        needles.append(digits)
    return [needle for needle in dict.fromkeys(needles) if needle]
