"""Amounts of a file against the price of the tickets and the payment status (contract 5): pure functions."""

from doorlist.attendees.rules import PaymentGroup, payment_group
from doorlist.spreadsheets.imports.cells import status_words

_OWED = frozenset({"unpaid", "not paid", "partial", "partially paid", "part paid", "pending", "open", "due", "owing"})


def is_unknown(status: str) -> bool:
    """True for a payment status that is none of the usual ones, such as an amount or a remark; it counts as owed."""
    return payment_group(status) is PaymentGroup.OWED and status_words(status) not in _OWED


def shares_of(paid_cents: int, guests: int) -> list[int]:
    """The amount divided among guests; the first ones have a cent more where it leaves a remainder."""
    share, remainder = divmod(paid_cents, guests)
    return [share + 1] * remainder + [share] * (guests - remainder)


def status_by_amount(paid_cents: int, price_cents: int | None) -> str | None:
    """The payment status by the amount, where nothing else says it; None for 0 without a price.

    The price is that of all its tickets.
    """
    if paid_cents == 0:
        return "unpaid" if price_cents else None
    return "paid" if price_cents is None or paid_cents >= price_cents else "partial"


def amount_problem(status: str, paid_cents: int, price_cents: int | None) -> str | None:
    """The contradiction between an amount, the payment status and the price of all its tickets, as a sentence."""
    group = payment_group(status)
    if group is PaymentGroup.COMPLIMENTARY and paid_cents > 0:
        return f"The payment is '{status}', but an amount was paid."
    if price_cents is None:
        return None
    if group is PaymentGroup.PAID and paid_cents < price_cents:
        return f"The payment is '{status}', but the amount paid is below the ticket price."
    return "The amount paid is above the ticket price." if paid_cents > price_cents else None
