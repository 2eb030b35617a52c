"""Rules of ticket types as plain functions on plain values."""

from collections.abc import Sequence
from enum import StrEnum

# Limits of contract 5.
MAX_TYPE_NAME_LENGTH = 40
MAX_TYPES = 20

# The attendees whom the deletion of a type moves in its own transaction. If more have it, all are moved in slices.
# On SQLite every writer waits meanwhile.
MAX_MOVED_WITH_DELETION = 5_000
MOVE_SLICE = 500


class TicketTypeColor(StrEnum):
    """The colour beside the name of a type (contract 3)."""

    SLATE = "slate"
    BLUE = "blue"
    TEAL = "teal"
    GREEN = "green"
    GOLD = "gold"
    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"


def ticket_price(*, of_type_cents: int | None, of_event_cents: int | None) -> int | None:
    """The price of a ticket: that of its type, else that of the event."""
    return of_event_cents if of_type_cents is None else of_type_cents


def next_color(taken: Sequence[str]) -> TicketTypeColor:
    """A colour for a new type: the first that no type of the event has, else the least used one."""
    return min(TicketTypeColor, key=taken.count)
