"""Meaning of a status in another tool's row: whether the row is left out, and its payment (contract 5.import.21)."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from doorlist.spreadsheets.imports import words
from doorlist.spreadsheets.imports.cells import payment_status, status_words, yes_or_no
from doorlist.spreadsheets.imports.words import heading_words, says_status

LISTED_STATUSES = 8
_LONGEST_QUOTE = 40
_NO_DIGIT = re.compile(r"[^0-9]+")
_APPROVAL = frozenset({"approval", "approved"})
_MAY_BE_A_PLACE = frozenset({"state"})
_RSVP = frozenset({"rsvp", "attending", "attend", "going", "response"})
_PAYMENTS = frozenset({*words.PAYMENT, "pending"})


class Status(NamedTuple):
    """A status as it was read. `payment` is the text of a payment status; None where the price decides, or nothing."""

    is_left_out: bool = False
    has_ticket: bool = False
    has_arrived: bool = False
    payment: str | None = None


NOTHING = Status()


@lru_cache
def read_status(text: str, *, heading: str) -> Status:
    """Read a cell of the status column. Under a heading such as 'Cancelled' it holds a yes, or the time of it."""
    said, asked = status_words(text), set(status_words(heading).split())
    answer = _answer(text, said)
    asks_about_leaving = asked & (words.LEFT_OUT_WORDS | words.CANCELLATIONS)
    if not text.strip() or (asks_about_leaving and answer is False):
        return NOTHING
    if said in words.HAS_A_TICKET or (asked & _RSVP and answer is True):
        return Status(has_ticket=True, has_arrived=said == "checked in")
    # Under 'Cancelled' any text but a no is a yes; under 'Void status' it may be 'Not void'.
    says_yes = asks_about_leaving and (answer is True or not asked & words.STATUS)
    if _says_left_out(said) or says_yes or (asked & _RSVP and answer is False):
        return Status(is_left_out=True, payment=text)
    if asked & _APPROVAL and said == "invited":
        return Status(is_left_out=True, payment=text)
    if asked == _MAY_BE_A_PLACE:
        return NOTHING
    payment = payment_status(text, header="")
    is_of_a_ticket = "".join(heading_words(heading)) in words.HEADINGS["status"] or not says_status(heading)
    return Status(payment=payment if is_of_a_ticket or payment_status(said, header="") in _PAYMENTS else None)


def _answer(text: str, said: str) -> bool | None:
    """True for a yes, False for a no, even as a sign; a zero amount is a no. None if it is neither."""
    digits = _NO_DIGIT.sub("", text)
    if said in words.NO - {""} or (digits and not digits.strip("0")):
        return False
    try:
        return yes_or_no(text)
    except ValueError:
        return None


def _says_left_out(said: str) -> bool:
    """'cancelled, not refunded' does, and 'partially refunded' does not."""
    # A request is the last word: 'cancelled, requested by guest' is done.
    each = said.split()
    is_request = each[-1:] == ["requested"]
    return said in words.LEFT_OUT or any(
        word in words.LEFT_OUT_WORDS and before not in words.NOT_QUITE and not (is_request and place == len(each) - 2)
        for place, (before, word) in enumerate(zip(["", *each], each, strict=False))
    )


def describe(readings: Counter[tuple[str, str]]) -> str:
    """How each status was read, the most frequent first: "Paid": payment "free" (12); "Canceled": left out (3)."""
    told = [
        f'"{text[:_LONGEST_QUOTE]}": {read_as} ({rows:,})'
        for (text, read_as), rows in readings.most_common(LISTED_STATUSES)
    ]
    more = len(readings) - len(told)
    return "; ".join(told) + (f" and {more:,} more" if more > 0 else "") + "."
