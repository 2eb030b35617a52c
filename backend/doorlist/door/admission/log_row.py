"""A row of the scan log, and the attendance that it stands for."""

from math import inf
from typing import NamedTuple

import msgspec

from doorlist.door.rules import EXITS, OF_NO_TICKET, UNDECIDED, Record, ScanOutcome, is_same_ticket_ref

NOT_BY_A_RECORD = frozenset((ScanOutcome.IMPORTED, ScanOutcome.BASELINE))
"""Outcomes of rows that stand for a stored presence."""
TURNED_AWAY = frozenset((ScanOutcome.TURNED_AWAY, ScanOutcome.REPEAT, ScanOutcome.WITHDRAWN))
_ADMITTED = frozenset((ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE))
_RETURNED = _ADMITTED | {ScanOutcome.RETURNED}
_NOT_REFUSED = UNDECIDED | {"admitted"}


class VisitStart(NamedTuple):
    """Since when an attendee is in, and by whom: the first entry, also of one who has left or come back since."""

    since: str
    by: int | None


class Attendance(NamedTuple):
    """The first entry of an attendee who came in, and when they left, unless they came back.

    One who left without having come in, by the log, has no first entry.
    """

    start: VisitStart | None = None
    left_at: str | None = None

    @property
    def is_inside(self) -> bool:
        return self.start is not None and self.left_at is None

    @property
    def has_left(self) -> bool:
        """Whether the attendee came in, and left."""
        return self.start is not None and self.left_at is not None


class LogRow(msgspec.Struct, omit_defaults=True):
    """A row of the scan log, which is a decided record; the fields are the columns of the log.

    Moments are in wire form, keys 32 hexadecimal digits. `attended_at` and `attended_by` are the first entry of the
    attendee who was in by it, or left by it. `left_at` is when one who came back, or was not let in again, had left.
    `about_key` is the key of the check-in or exit that an undo reverts, or that a followup decides again.
    A row that is not logged yet has the `id` 0.
    """

    user_id: int
    outcome: ScanOutcome
    scanned_at: str
    attendee_id: int | None = None
    event_id: int | None = None
    device: str | None = None
    helper: str | None = None
    qr_data: str | None = None
    attended_at: str | None = None
    attended_by: int | None = None
    idempotency_key: str | None = None
    received_at: str | None = None
    grant_id: int | None = None
    sequence: int | None = None
    shown: str | None = None
    certainty: str | None = None
    list_as_of: str | None = None
    clock_error: int | None = None
    about_key: str | None = None
    left_at: str | None = None
    list_id: int | None = None
    id: int = 0

    @property
    def key(self) -> str:
        """The key by which the device recognises it; '' without one."""
        return self.idempotency_key or ""

    @property
    def first(self) -> VisitStart | None:
        return None if self.attended_at is None else VisitStart(self.attended_at, self.attended_by)

    @first.setter
    def first(self, first: VisitStart | None) -> None:
        self.attended_at, self.attended_by = first or (None, None)

    @property
    def at(self) -> str:
        """The door time; of an imported guest, the first entry."""
        is_imported = self.outcome == ScanOutcome.IMPORTED
        return self.attended_at if is_imported and self.attended_at else self.scanned_at

    @property
    def since(self) -> str | None:
        """Since when the attendee is in, if by this row."""
        return self.attended_at if self.outcome in NOT_BY_A_RECORD else self.scanned_at

    @property
    def by(self) -> int | None:
        """The user by whom the attendee is in, if by this row."""
        return self.attended_by if self.outcome in NOT_BY_A_RECORD else self.user_id

    @property
    def received(self) -> str:
        """When the server got it."""
        return self.received_at or self.scanned_at

    @property
    def arrival(self) -> tuple[str, float]:
        """The place in the order in which the server got the rows; a row without an id is not logged yet."""
        return self.received, self.id or inf

    @property
    def is_refusal(self) -> bool:
        """Whether the door turned a ticket away that is valid at it, for another reason than its own check-in."""
        return self.outcome in TURNED_AWAY and self.shown not in _NOT_REFUSED and self.certainty != "this_door"

    @property
    def is_admission(self) -> bool:
        """Whether the attendee came in by this record."""
        return self.first is not None and self.first == (self.scanned_at, self.user_id) and self.outcome in _ADMITTED

    @property
    def attendance(self) -> Attendance:
        """The attendance of the attendee after this record."""
        if self.outcome == ScanOutcome.LEFT:
            return Attendance(self.first, self.scanned_at)
        return Attendance(self.first, self.left_at if self.outcome == ScanOutcome.REENTRY_NOT_ALLOWED else None)

    @property
    def is_return(self) -> bool:
        """Whether the attendee came back by this record, after having left."""
        return self.left_at is not None and self.outcome in _RETURNED

    @property
    def is_exit(self) -> bool:
        """Whether it is an exit with a ticket of the event."""
        return self.outcome in EXITS

    def refers_to(self, record: Record, ticket_id: int | None) -> bool:
        """Whether another record is of the same ticket, in whatever way it refers to it, also of a deleted attendee.

        An erasure empties the texts of unknown tickets; then records of the same key have the same ticket.
        """
        if self.qr_data is None and self.attendee_id is None:
            return self.outcome in OF_NO_TICKET
        if self.qr_data is not None and is_same_ticket_ref(self.qr_data, record):
            return True
        return self.attendee_id is not None and self.attendee_id == (ticket_id or record.attendee_id)

    def seen_at(self, only_event: int | None) -> "LogRow | None":
        """The record for a device to which the tickets of one event alone exist; None if it was made at another one."""
        if only_event not in {None, self.event_id}:
            return None
        if only_event is not None and self.outcome == ScanOutcome.OTHER_EVENT:
            return msgspec.structs.replace(self, outcome=ScanOutcome.UNKNOWN, attendee_id=None)
        return self
