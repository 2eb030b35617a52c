"""Rules of an attendee as plain functions on plain values: payment groups, money, search text."""

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from uuid import UUID, uuid5

from doorlist.attendees.fields import SEARCHED
from doorlist.core.text import fold, search_form, without_case

# Limits of tables and requests (contract 5, 7 and 9).
MIN_TABLE = 1
MAX_TABLE = 100_000
MAX_PAGE_SIZE = 500
MAX_TICKETS_PER_REQUEST = 50
MAX_UPDATED_PER_REQUEST = 5_000
MAX_SORT_KEY_LENGTH = 100
# How long a bulk update can be undone; its former values are deleted within the next hour.
UNDO_TIME = timedelta(hours=1)

_NUMBERED = re.compile(r"(?<=\S)( \([0-9]{1,3}\))+$")

PAID_WORDS = {"paid"}
COMPLIMENTARY_WORDS = {"free", "comp"}


def people_inside(by_scans: int, leavers: int) -> int:
    """The people inside: the guests inside by scans, less the people who left without one (contract 4.exit.10)."""
    return max(0, by_scans - leavers)


class MailFilter(StrEnum):
    """A choice of the list by the latest message with a guest's ticket."""

    SENT = "sent"
    WAITING = "waiting"
    FAILED = "failed"
    UNKNOWN = "unknown"
    NOT_SENT = "notSent"


class PaymentGroup(StrEnum):
    """The category of a free payment text, for badges and figures (contract 3)."""

    PAID = "paid"
    COMPLIMENTARY = "complimentary"
    OWED = "owed"


def names_of_tickets(full_name: str, quantity: int) -> list[str]:
    """The names on the tickets of one buyer: 'Name', 'Name (2)', 'Name (3)' and so on."""
    return [full_name, *(f"{full_name} ({number})" for number in range(2, quantity + 1))]


def keys_of_tickets(key: UUID, quantity: int = MAX_TICKETS_PER_REQUEST) -> list[UUID]:
    """The registration keys of tickets that were sent under one key; the first has the key itself."""
    return [key, *(uuid5(key, str(number)) for number in range(2, quantity + 1))]


def party_name(full_name: str) -> str:
    """The folded name without trailing numbers, which all members of a party share."""
    return fold(_NUMBERED.sub("", full_name))


class AttendeeSort(StrEnum):
    NEWEST = "newest"
    NAME = "name"
    LAST_NAME = "lastName"
    TABLE = "table"
    ARRIVAL = "arrival"


_LOCAL_PART = r"(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_LABEL = r"[^\W_](?:(?:[^\W_]|-){0,61}[^\W_])?"
_EMAIL = re.compile(rf"{_LOCAL_PART}@(?:{_LABEL}\.)+{_LABEL}")
NOT_AN_EMAIL = "Must be one email address like name@example.com"

_NUMBER = re.compile(r"[0-9]+")
_LETTER = re.compile(r"[^\W_]")
_LEADING_SIGNS = re.compile(r"^[\W_]+")
_PARTY_NUMBER = re.compile(r"\s*\([0-9]+\)$")


def is_email(text: str) -> bool:
    """True if the text is one plain address: no name beside it, no list, nothing that needs quotes (contract 5)."""
    return _EMAIL.fullmatch(text) is not None


def payment_group(payment_status: str) -> PaymentGroup:
    """The group of a payment text, ignoring case; an unknown text is owed."""
    word = without_case(payment_status)
    if word in PAID_WORDS:
        return PaymentGroup.PAID
    if word in COMPLIMENTARY_WORDS:
        return PaymentGroup.COMPLIMENTARY
    return PaymentGroup.OWED


def amount_paid_of_new_ticket(
    group: PaymentGroup, *, amount_paid_cents: int | None, ticket_price_cents: int | None
) -> int | None:
    """The amount of a new ticket. Paid without an amount, it is the event's current price (contract 3)."""
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
    """The amount of a ticket after an edit of its payment; `given_cents` is None if no amount was sent.

    A ticket that becomes paid gets the event's current price; one that ceases to be paid loses it (contract 3).
    """
    if given_cents is not None:
        return given_cents
    if after is PaymentGroup.PAID:
        return kept_cents if before is PaymentGroup.PAID or kept_cents is not None else ticket_price_cents
    return None if before is PaymentGroup.PAID else kept_cents


def owed_cents(group: PaymentGroup, *, amount_paid_cents: int | None, ticket_price_cents: int | None) -> int | None:
    """The amount to be paid at the door; None if the event has no price."""
    if group is not PaymentGroup.OWED:
        return 0
    if ticket_price_cents is None:
        return None
    return max(0, ticket_price_cents - (amount_paid_cents or 0))


def search_text(values: Mapping[str, str | None]) -> str:
    """The searched fields that are set, a line each. Blanks mark where the name's first and last word begin and end."""
    name, *others = (search_form(value) for field in SEARCHED if (value := values[field]) is not None)
    return "\n".join((f" {name} ", *others))


def name_key(full_name: str) -> str:
    """The sort key of a list by name, compared bytewise: folded, without leading signs, 'Guest 9' before 'Guest 10'.

    Migration 0014 has its own copy; a change of the rule needs a migration that fills the columns again.
    """
    return _sort_key(fold(full_name))


def last_name_key(full_name: str) -> str:
    """The sort key of a list by last name: the last word without a trailing '(2)', then the whole name."""
    name = fold(full_name)
    words = [word for word in _PARTY_NUMBER.sub("", name).split() if _LETTER.search(word)] or [name]
    return _sort_key(f"{_without_leading_signs(words[-1])} {name}")


def _sort_key(folded: str) -> str:
    # Each number is prefixed with its number of digits.
    return _NUMBER.sub(_with_length, _without_leading_signs(folded))[:MAX_SORT_KEY_LENGTH]


def _without_leading_signs(folded: str) -> str:
    return _LEADING_SIGNS.sub("", folded) or folded


def _with_length(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0") or "0"
    return f"{min(len(digits), 9)}{digits}"
