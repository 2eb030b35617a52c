"""Rules of the door as plain functions on plain values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

LONGEST_DEVICE = 100
LONGEST_QR_TEXT = 500  # contract 3
LOGGED_REFUSED_CHARACTERS = 100  # contract 3


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


@dataclass(frozen=True, slots=True)
class Scan:
    """One reading of a code, as a command that the desk can decide at any moment.

    `session` is the fingerprint of the caller's session, or `by` the id and name of the user of a grant. `at` is when
    the server took the scan, `key` the client's own.
    """

    session: str
    qr_data: str
    at: datetime
    scanned_by: int | None = None
    event_id: int | None = None
    key: UUID | None = None
    device: str | None = None
    by: tuple[int, str] | None = None


def is_same_text(logged: str, sent: str) -> bool:
    """Whether the logged text is the one that was sent: refused texts are logged cut."""
    return logged in {sent, refused_as_logged(sent)}


def refused_as_logged(qr_data: str) -> str:
    """The part of a refused text that the log keeps: enough to recognise it."""
    return qr_data[:LOGGED_REFUSED_CHARACTERS]
