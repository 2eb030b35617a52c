"""Rules of the figures as plain functions on plain values (contract 3)."""


def dollars(cents: int) -> float:
    """Whole cents as dollars for the wire. Sums are exact to the cent before this, and stay so in JSON."""
    return cents / 100
