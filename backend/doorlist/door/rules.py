"""Rules of the door as plain functions on plain values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from doorlist.tickets.rules import whole_qr_hash

LONGEST_DEVICE = 100
LONGEST_QR_TEXT = 500  # contract 3
LOGGED_REFUSED_CHARACTERS = 100  # contract 3
UNDO_WITHIN = timedelta(minutes=10)  # contract 6.pass: of a helper
LATE_AFTER = timedelta(seconds=2)  # contract 4.door-time
LONGEST_WAY = timedelta(minutes=10)  # contract 4.door-time: what a live scan claims beyond that is not believed
MOST_UNSENT = 1000  # contract 9.outbox
LOGGED_HASH = "sha256:"  # contract 3
LOGGED_ID = "attendee:"  # contract 3


class ScanOutcome(StrEnum):
    """How an attempt at the door ended: one word of the scan log.

    The door let in by itself (`let_in_offline`); it turned away a ticket that was valid and due (`turned_away`), or one
    that the server had admitted (`withdrawn`). `baseline` is how an attendee stood for another reason than the log's.
    `not_counted` was delivered or made after the grant's end.
    """

    ADMITTED = "admitted"
    REPEAT = "repeat"
    INVALID = "invalid"
    UNKNOWN = "unknown"
    OTHER_EVENT = "other_event"
    MARKED_PRESENT = "marked_present"
    MARKED_ABSENT = "marked_absent"
    IMPORTED = "imported"
    LET_IN_OFFLINE = "let_in_offline"
    TURNED_AWAY = "turned_away"
    WITHDRAWN = "withdrawn"
    BASELINE = "baseline"
    NOT_COUNTED = "not_counted"


REFUSED = frozenset((ScanOutcome.INVALID, ScanOutcome.UNKNOWN, ScanOutcome.OTHER_EVENT, ScanOutcome.TURNED_AWAY))
"""Outcomes that the doors' figures count as refused (contract 7.doors.332)."""


class ConflictKind(StrEnum):
    """How rows of the scan log contradict each other, or the list."""

    TWICE = "twice"
    TURNED_AWAY = "turned_away"
    NOT_ON_LIST = "not_on_list"
    CANCELLED = "cancelled"
    OTHER_EVENT = "other_event"
    REVOKED_DEVICE = "revoked_device"
    MISSING = "missing"


class ConflictState(StrEnum):
    """What a person made of a conflict: `kept` are two people, `dismissed` is one."""

    OPEN = "open"
    KEPT = "kept"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Scan:
    """A ticket at a door, as a command that the desk can decide at any moment.

    `session` is the fingerprint of the caller's session, or `by` the id and name of the user of a grant, `grant_id`,
    which a `helper` may hold. `key` is the client's own. Without `keeps_text` a refused text is logged as its hash.
    One of `qr_data`, `qr_hash` and `attendee_id` names the ticket; with `listed_hash` it must have that too.
    """

    session: str
    qr_data: str | None = None
    qr_hash: str | None = None
    attendee_id: int | None = None
    listed_hash: str | None = None
    scanned_by: int | None = None
    event_id: int | None = None
    key: UUID | None = None
    device: str | None = None
    by: tuple[int, str] | None = None
    grant_id: int | None = None
    helper: str | None = None
    keeps_text: bool = True

    @property
    def only_event(self) -> int | None:
        """The event whose tickets alone exist for the caller; None: the tickets of all events exist."""
        return only_event(self.event_id, self.grant_id)

    @property
    def named(self) -> str:
        """The ticket's name in the log: the text that was read, or in its place the hash or the id."""
        if self.qr_data is not None:
            return self.qr_data
        return f"{LOGGED_ID}{self.attendee_id}" if self.qr_hash is None else f"{LOGGED_HASH}{self.qr_hash}"


def only_event(event_id: int | None, grant_id: int | None) -> int | None:
    """The event whose tickets alone exist for a device: that of its grant, if it has one (contract 7.settle.517)."""
    return None if grant_id is None else event_id


def is_made_in_time(made_at: datetime, *, makes_until: datetime) -> bool:
    """Whether a record of a device counts, live or delivered later: its grant still made check-ins then."""
    return made_at <= makes_until


def time_of_scan(scanned_at: datetime | None, now: datetime) -> datetime:
    """The door time of a live scan: now, or when the door read it if that was a while ago (contract 4.door-time.11)."""
    return max(scanned_at, now - LONGEST_WAY) if scanned_at is not None and is_late(scanned_at, now) else now


def hashed_name(text: str) -> str:
    """The hash that the log stores in place of a text."""
    return f"{LOGGED_HASH}{whole_qr_hash(text)}"


def is_late(scanned_at: datetime | None, now: datetime) -> bool:
    """Whether the door read the ticket so long ago that the scan counts from then."""
    return scanned_at is not None and now - scanned_at > LATE_AFTER


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
