"""Rules of the door as plain functions on plain values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from doorlist.tickets.rules import whole_qr_hash

LONGEST_DEVICE = 100
LONGEST_QR_TEXT = 500  # contract 3
LOGGED_REFUSED_CHARACTERS = 100  # contract 3
LOGGED_HASH = "sha256:"  # contract 3
LOGGED_ID = "attendee:"  # contract 3


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
    """A ticket at a door, as a command that the desk can decide at any moment.

    `session` is the fingerprint of the caller's session, or `by` the id and name of the user of a grant. `at` is when
    the server took the scan, `key` the client's own.
    One of `qr_data`, `qr_hash` and `attendee_id` names the ticket; with `listed_hash` it must have that too.
    """

    session: str
    at: datetime
    qr_data: str | None = None
    qr_hash: str | None = None
    attendee_id: int | None = None
    listed_hash: str | None = None
    scanned_by: int | None = None
    event_id: int | None = None
    key: UUID | None = None
    device: str | None = None
    by: tuple[int, str] | None = None

    @property
    def named(self) -> str:
        """The ticket's name in the log: the text that was read, or in its place the hash or the id."""
        if self.qr_data is not None:
            return self.qr_data
        return f"{LOGGED_ID}{self.attendee_id}" if self.qr_hash is None else f"{LOGGED_HASH}{self.qr_hash}"


def is_same_name(logged: str, scan: Scan) -> bool:
    """Whether the log has the scan's name for its ticket, or the same text as its hash; refused texts are cut."""
    if logged in {scan.named, refused_as_logged(scan.named)}:
        return True
    if scan.attendee_id is not None or logged.startswith(LOGGED_ID):
        return False
    return _hash_of(logged) == _hash_of(scan.named)


def _hash_of(name: str) -> str:
    return name.removeprefix(LOGGED_HASH) if name.startswith(LOGGED_HASH) else whole_qr_hash(name)


def refused_as_logged(qr_data: str) -> str:
    """The part of a refused text that the log keeps: enough to recognise it."""
    return qr_data[:LOGGED_REFUSED_CHARACTERS]
