"""Rules of an attendee as plain functions on plain values: payment groups, money, search text."""

import re
from collections.abc import Mapping
from enum import StrEnum
from uuid import UUID, uuid5

from doorlist.attendees.fields import SEARCHED
from doorlist.core.text import fold, search_form, without_case

MIN_TABLE = 1  # contract 9
MAX_TABLE = 100_000  # contract 5
MAX_NAME_LENGTH = 200  # contract 5
MAX_PHONE_LENGTH = 40  # contract 5
MAX_PAYMENT_STATUS_LENGTH = 40  # contract 5
MAX_INVOICE_NUMBER_LENGTH = 40
MAX_NOTES_LENGTH = 500  # contract 5
MAX_PAGE_SIZE = 500  # contract 7
MAX_TICKETS_PER_REQUEST = 50  # contract 5
MAX_UPDATED_PER_REQUEST = 5_000  # contract 5
MAX_SORT_KEY_LENGTH = 100

_NUMBERED = re.compile(r"(?<=\S)( \([0-9]{1,3}\))+$")

PAID_WORDS = {"paid"}
COMPLIMENTARY_WORDS = {"free", "comp"}


class PaymentGroup(StrEnum):
    """What a free payment text counts as in badges and figures (contract 3)."""

    PAID = "paid"
    COMPLIMENTARY = "complimentary"
    OWED = "owed"


def names_of_tickets(full_name: str, quantity: int) -> list[str]:
    """The names on several tickets of one buyer: 'Name', 'Name (2)', 'Name (3)' and on."""
    return [full_name, *(f"{full_name} ({number})" for number in range(2, quantity + 1))]


def keys_of_tickets(key: UUID, quantity: int = MAX_TICKETS_PER_REQUEST) -> list[UUID]:
    """The registration keys of several tickets that were sent under one key: the first has the key itself."""
    return [key, *(uuid5(key, str(number)) for number in range(2, quantity + 1))]


def party_name(full_name: str) -> str:
    """By which name a party is known: without the numbers behind it, however it is written."""
    return fold(_NUMBERED.sub("", full_name))


class AttendeeSort(StrEnum):
    """What the list is sorted by (contract 7)."""

    NEWEST = "newest"
    NAME = "name"
    LAST_NAME = "lastName"
    TABLE = "table"
    ARRIVAL = "arrival"


_NUMBER = re.compile(r"[0-9]+")
_LETTER = re.compile(r"[^\W_]")
_LEADING_SIGNS = re.compile(r"^[\W_]+")
_PARTY_NUMBER = re.compile(r"\s*\([0-9]+\)$")


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


def search_text(values: Mapping[str, str | None]) -> str:
    """The searched fields, a line each. Blanks around the name mark where its first and last word begin and end."""
    name, *others = (search_form(values[field] or "") for field in SEARCHED)
    return "\n".join((f" {name} ", *others))


def name_key(full_name: str) -> str:
    """What a list by name compares, sign by sign: folded, without signs before it, 'Guest 9' before 'Guest 10'.

    Migration 0014 has its own copy; a change of the rule needs a migration that fills the columns again.
    """
    return _sort_key(fold(full_name))


def last_name_key(full_name: str) -> str:
    """The same for a list by last name: the last word of the name, a trailing '(2)' aside, then the whole name."""
    name = fold(full_name)
    words = [word for word in _PARTY_NUMBER.sub("", name).split() if _LETTER.search(word)] or [name]
    return _sort_key(f"{_without_leading_signs(words[-1])} {name}")


def _sort_key(folded: str) -> str:
    # A number begins with how many digits it has.
    return _NUMBER.sub(_with_length, _without_leading_signs(folded))[:MAX_SORT_KEY_LENGTH]


def _without_leading_signs(folded: str) -> str:
    return _LEADING_SIGNS.sub("", folded) or folded


def _with_length(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0") or "0"
    return f"{min(len(digits), 9)}{digits}"
