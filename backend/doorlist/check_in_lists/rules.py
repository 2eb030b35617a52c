"""Rules of check-in lists as plain values."""

from enum import StrEnum

# Limits of contract 5.
MAX_LIST_NAME_LENGTH = 40
MAX_LISTS = 20

ENTRANCE = "Entrance"
"""The name of the list that every event has. It is no row, and its id is null."""


class ListRule(StrEnum):
    """How often a guest may come in at a list.

    `once`; `reentry`: again after each exit; `every`: each scan counts, as on a shuttle.
    """

    ONCE = "once"
    REENTRY = "reentry"
    EVERY = "every"
