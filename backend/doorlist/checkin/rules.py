"""Rules of the door as plain functions on plain values."""

from enum import StrEnum

LONGEST_QR_TEXT = 500  # contract 3
LOGGED_REFUSED_CHARACTERS = 100  # contract 10


class ScanOutcome(StrEnum):
    """How an attempt at the door ended: one word of the scan log."""

    ADMITTED = "admitted"
    REPEAT = "repeat"
    INVALID = "invalid"
    UNKNOWN = "unknown"
    OTHER_EVENT = "other_event"
    MARKED_PRESENT = "marked_present"
    MARKED_ABSENT = "marked_absent"
    IMPORTED = "imported"


def refused_as_logged(qr_data: str) -> str:
    """What the log keeps of a refused text: enough to recognise it, never more."""
    return qr_data[:LOGGED_REFUSED_CHARACTERS]
