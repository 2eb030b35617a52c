"""Amounts of a file against the price of the tickets and the payment status (contract 5): pure functions."""

from doorlist.attendees.rules import PaymentGroup, payment_group


def status_by_amount(paid_cents: int, price_cents: int | None) -> str:
    """The payment status of an amount above 0, where nothing else says it. The price is that of all its tickets."""
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
