"""Rules of the door as plain functions on plain values."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from doorlist.tickets.rules import whole_qr_hash

# Limits of a record and of its row in the log (contract 3, 9.outbox).
LONGEST_DEVICE = 100
LONGEST_QR_TEXT = 500
LOGGED_REFUSED_CHARACTERS = 100
LATE_AFTER = timedelta(seconds=2)  # contract 4.door-time
MAX_TRANSIT = timedelta(minutes=10)  # contract 4.door-time: what a live scan claims beyond that is not believed
MOST_UNSENT = 1000
LOGGED_HASH = "sha256:"
LOGGED_ID = "attendee:"


class ScanOutcome(StrEnum):
    """How an attempt at the door ended: one word of the scan log.

    The door admitted without the server (`let_in_offline`); it turned away a valid ticket (`turned_away`), or one
    that the server had admitted (`withdrawn`). `baseline` is a stored presence that the log did not have.
    `not_counted` was made after the end of the access, or uploaded after a person ended it.

    Exits: a guest `left`, or was `not_inside`, or the event does not count exits. One who had left `returned`, or was
    refused because the event has no re-entry. Check-in lists refuse a `wrong_ticket_type`, and one who did
    `not_enter` through the entrance. `full`: the event stops at its capacity. `leaver` is a person who left without a
    scan; `leaver_undone` undoes one.
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
    LEFT = "left"
    NOT_INSIDE = "not_inside"
    EXITS_NOT_COUNTED = "exits_not_counted"
    EXIT_UNDONE = "exit_undone"
    RETURNED = "returned"
    REENTRY_NOT_ALLOWED = "reentry_not_allowed"
    WRONG_TICKET_TYPE = "wrong_ticket_type"
    NOT_ENTERED = "not_entered"
    FULL = "full"
    LEAVER = "leaver"
    LEAVER_UNDONE = "leaver_undone"


OF_NO_TICKET = frozenset((ScanOutcome.UNKNOWN, ScanOutcome.INVALID))
"""Outcomes without an attendee of any event."""
REFERS_TO_NO_TICKET = OF_NO_TICKET | {ScanOutcome.OTHER_EVENT}
"""Outcomes without an attendee of the door's event."""
GUEST_REFUSED = frozenset(
    (ScanOutcome.REENTRY_NOT_ALLOWED, ScanOutcome.WRONG_TICKET_TYPE, ScanOutcome.NOT_ENTERED, ScanOutcome.FULL)
)
"""Outcomes of check-ins of absent guests of the event whom a rule of the event or check-in list does not let in."""
REFUSED = REFERS_TO_NO_TICKET | GUEST_REFUSED | {ScanOutcome.TURNED_AWAY}
"""Outcomes that the doors' figures count as refused (contract 7.doors.332)."""
ENTRIES = frozenset(
    (ScanOutcome.ADMITTED, ScanOutcome.RETURNED, ScanOutcome.LET_IN_OFFLINE, ScanOutcome.MARKED_PRESENT)
)
"""Outcomes by which a guest came in at a door or by hand."""
CHANGED = frozenset((ScanOutcome.ADMITTED, ScanOutcome.RETURNED, ScanOutcome.LEFT))
"""Outcomes of live scans that change the attendee."""
EXITS = frozenset((ScanOutcome.LEFT, ScanOutcome.NOT_INSIDE, ScanOutcome.EXITS_NOT_COUNTED))
"""Outcomes of exits with a ticket of the event."""

Direction = Literal["in", "out"]


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
    """The decision of staff on a conflict: `kept` are two people, `dismissed` is one."""

    OPEN = "open"
    KEPT = "kept"
    DISMISSED = "dismissed"


class Shown(StrEnum):
    """The verdict that the person at the door saw. `admitted` stands for 'Welcome Back' too."""

    ADMITTED = "admitted"
    ALREADY = "already"
    ALREADY_LEFT = "already_left"
    WRONG_TICKET_TYPE = "wrong_ticket_type"
    NOT_ENTERED = "not_entered"
    FULL = "full"
    LEFT = "left"
    NOT_INSIDE = "not_inside"
    NOT_ON_LIST = "not_on_list"
    CANCELLED = "cancelled"
    OTHER_EVENT = "other_event"
    INVALID = "invalid"
    UNDECIDED = "undecided"


UNDECIDED = frozenset((None, Shown.UNDECIDED))
"""Verdicts of a door that leave the decision to the server."""


class Certainty(StrEnum):
    """The basis of the verdict that the door showed."""

    CONFIRMED = "confirmed"
    LIST = "list"
    THIS_DOOR = "this_door"
    TEXT = "text"
    NONE = "none"


class Record(Protocol):
    """A check-in, exit or undo made at a door, live or before an upload, and the `key` by which the device knows it.

    A check-in with the `direction` 'out' is an exit; an undo has the direction of the record that it `undoes`. A record
    refers to its ticket in one way: by its text, its whole hash, or the attendee's id; with `listed_hash`, the one on
    the guest list of the device, the ticket must have that hash as well. `list_id` is the check-in list, None the
    entrance; an undo has that of the record that it reverts.

    `sequence` is the number of the record on its device. `shown` is the verdict that the door showed, None for a live
    scan; `as_of` is the time of the guest list behind that verdict, in milliseconds since 1970.
    """

    qr_data: str | None
    qr_hash: str | None
    attendee_id: int | None
    listed_hash: str | None
    kind: Literal["check_in", "undo"]
    direction: Direction
    list_id: int | None
    undoes: UUID | None
    sequence: int | None
    shown: Shown | None
    certainty: Certainty | None
    as_of: int | None

    @property
    def key(self) -> UUID | None:
        """A property, because the key of an uploaded record is never None."""


class RecordOrigin(NamedTuple):
    """The user and device that made a record, and the event of the door (None: all).

    A helper's door `is_of_one_list`, that of `list_id`. `makes_until`, `is_ended` and `undoes_within` are of the access
    of the device, whose id is `grant_id`. `texts_left` is how many refused texts of it are logged as texts (None: all).
    """

    user_id: int
    full_name: str
    event_id: int | None
    device: str | None
    grant_id: int | None = None
    is_of_one_list: bool = False
    list_id: int | None = None
    helper: str | None = None
    makes_until: datetime | None = None
    is_ended: bool = False
    undoes_within: timedelta | None = None
    texts_left: int | None = None

    @property
    def only_event(self) -> int | None:
        """The only event whose tickets exist for a device with an access (contract 7.settle.517); None: all events."""
        return None if self.grant_id is None else self.event_id

    def is_here(self, event_id: int) -> bool:
        """Whether a record may change an attendee of that event."""
        return self.event_id in {None, event_id}

    def counts(self, made_at: datetime) -> bool:
        """Whether a record of that door time counts."""
        return not self.is_ended and (self.makes_until is None or made_at <= self.makes_until)


@dataclass(slots=True)
class Scan:
    """A live scan: a record made now that no door has decided. The worker can decide it at any moment.

    `session` is the fingerprint of the caller's session; `origin` has the user of an access, None for a signed-in one.
    """

    session: str
    qr_data: str | None = None
    qr_hash: str | None = None
    attendee_id: int | None = None
    listed_hash: str | None = None
    scanned_by: int | None = None
    event_id: int | None = None
    key: UUID | None = None
    direction: Direction = "in"
    list_id: int | None = None
    device: str | None = None
    origin: RecordOrigin | None = None
    kind: Literal["check_in", "undo"] = "check_in"
    undoes: UUID | None = None
    sequence: int | None = None
    shown: Shown | None = None
    certainty: Certainty | None = None
    as_of: int | None = None


def time_of_scan(scanned_at: datetime | None, now: datetime) -> datetime:
    """The door time of a live scan: now, or when the door read it if that was a while ago (contract 4.door-time.11)."""
    return max(scanned_at, now - MAX_TRANSIT) if scanned_at is not None and is_late(scanned_at, now) else now


def ticket_ref_of(record: Record) -> str:
    """The ticket reference in the log: the text that was read, or in its place the hash or the id."""
    if record.qr_data is not None:
        return record.qr_data
    return f"{LOGGED_ID}{record.attendee_id}" if record.qr_hash is None else f"{LOGGED_HASH}{record.qr_hash}"


def hashed_ticket_ref(text: str) -> str:
    """The hash that the log stores in place of a text."""
    return f"{LOGGED_HASH}{whole_qr_hash(text)}"


def is_late(scanned_at: datetime | None, now: datetime) -> bool:
    """Whether the door read the ticket so long ago that the scan counts from then."""
    return scanned_at is not None and now - scanned_at > LATE_AFTER


def is_same_ticket_ref(logged: str, record: Record) -> bool:
    """Whether the log has the record's ticket reference, or the same text as its hash; refused texts are cut."""
    ticket_ref = ticket_ref_of(record)
    if logged in {ticket_ref, refused_as_logged(ticket_ref)}:
        return True
    if record.attendee_id is not None or logged.startswith(LOGGED_ID):
        return False
    return _hash_of(logged) == _hash_of(ticket_ref)


def _hash_of(ticket_ref: str) -> str:
    return ticket_ref.removeprefix(LOGGED_HASH) if ticket_ref.startswith(LOGGED_HASH) else whole_qr_hash(ticket_ref)


def refused_as_logged(qr_data: str) -> str:
    """The part of a refused text that the log keeps: enough to recognise it."""
    return qr_data[:LOGGED_REFUSED_CHARACTERS]
