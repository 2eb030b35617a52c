"""Statements of the door: one attendee at a time by hand, and whole groups of scans at the desk."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.core.db.driver import DriverTransaction
from doorlist.door.admission.sql import POSTGRES, SQLITE
from doorlist.door.admission.ticket import Ticket
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.users.sessions import Caller

# A device may have named an attendee of another event.
_OF_OTHER_EVENTS = (ScanOutcome.OTHER_EVENT, ScanOutcome.NOT_COUNTED)


def hold_attendee(tx: Session, attendee_id: int) -> None:
    """Wait for others who are changing the attendee, and keep them waiting until the transaction ends."""
    tx.execute(select(Attendee.id).where(Attendee.id == attendee_id).with_for_update())


def check_in(tx: Session, attendee_id: int, *, user_id: int, now: datetime) -> bool:
    """Make an absent attendee present. Of any number of doors at the same instant exactly one gets True."""
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, Attendee.attended.is_(False))
        .values(attended=True, attended_at=now, scanned_by=user_id)
        .returning(Attendee.id)
    )
    return tx.scalar(statement) is not None


def undo_check_in(tx: Session, attendee_id: int, *, of: datetime | None) -> bool:
    """Make a present attendee absent, with `of` only if they are in since then. Whether this call did it."""
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, Attendee.attended.is_(True))
        .values(attended=False, attended_at=None, scanned_by=None)
        .returning(Attendee.id)
    )
    if of is not None:
        # The wire tells milliseconds; a row of PostgreSQL may be finer.
        told = of.replace(microsecond=of.microsecond // 1000 * 1000)
        statement = statement.where(
            Attendee.attended_at >= told, Attendee.attended_at < told + timedelta(milliseconds=1)
        )
    return tx.scalar(statement) is not None


def find_logged_event(tx: Session, attendee_id: int) -> int | None:
    """The event at which an attendee was last at the door, also if they were deleted since."""
    query = (
        select(ScanLogEntry.event_id)
        .where(ScanLogEntry.attendee_id == attendee_id, ScanLogEntry.outcome.not_in(_OF_OTHER_EVENTS))
        .order_by(ScanLogEntry.id.desc())
        .limit(1)
    )
    return tx.scalar(query)


class EarlierAttempt(msgspec.Struct, array_like=True, frozen=True):
    """The log row of an attempt with a key, in the order of the statement."""

    key: str
    user_id: int
    qr_data: str | None
    outcome: str
    attendee_id: int | None
    attended_at: str | None
    attended_by: int | None
    attended_by_name: str | None
    scanned_at: str
    # Of the scan that it says let the attendee in.
    door: str | None
    helper: str | None
    event_id: int | None


class Question(msgspec.Struct, frozen=True):
    """All that a group of scans refers to. Each of `keys` has 32 hexadecimal digits."""

    now: str
    sessions: list[str]
    keys: list[str]
    event_ids: list[int]
    qr_texts: list[str]
    qr_hashes: list[str]
    attendee_ids: list[int]


class Known(NamedTuple):
    """The rows for a Question."""

    callers: list[Caller]
    earlier: list[EarlierAttempt]
    event_ids: list[int]
    tickets: list[Ticket]


class Admission(msgspec.Struct, frozen=True):
    """An absent attendee to make present."""

    id: int
    attended_at: str
    scanned_by: int


class LogRow(msgspec.Struct, frozen=True):
    """A row of the scan log to be written; the fields are its columns, `statements.LOG_COLUMNS`."""

    attendee_id: int | None
    event_id: int | None
    user_id: int
    device: str | None
    helper: str | None
    outcome: str
    qr_data: str
    attended_at: str | None
    attended_by: int | None
    scanned_at: str
    idempotency_key: str | None
    grant_id: int | None


_read_callers = msgspec.json.Decoder(list[Caller]).decode
_read_earlier = msgspec.json.Decoder(list[EarlierAttempt]).decode
_read_ids = msgspec.json.Decoder(list[int]).decode
_read_tickets = msgspec.json.Decoder(list[Ticket]).decode
_encode = msgspec.json.Encoder().encode


class ScanRepository:
    """The few statements in which a whole group of scans is decided, inside one transaction.

    Each takes and returns its many values as one JSON text: row by row, SQLite's driver would drop the interpreter's
    lock and wait for it again with each row.
    """

    def __init__(self, tx: DriverTransaction) -> None:
        self._tx = tx
        self._sql = SQLITE if tx.is_sqlite else POSTGRES

    def look_up(self, question: Question) -> Known:
        """Look up all that the group refers to."""
        values = {
            "now": question.now,
            "sessions": _json(question.sessions),
            "keys": _json(question.keys),
            "event_ids": _json(question.event_ids),
            "qr_texts": _json(question.qr_texts),
        }
        look_up = self._sql.look_up
        if question.qr_hashes or question.attendee_ids:
            look_up = self._sql.look_up_any
            values |= {"qr_hashes": _json(question.qr_hashes), "ids": _json(question.attendee_ids)}
        callers, earlier, event_ids, tickets = self._tx.row(look_up, values)
        return Known(_read_callers(callers), _read_earlier(earlier), _read_ids(event_ids), _read_tickets(tickets))

    def tickets_of(self, attendee_ids: list[int]) -> list[Ticket]:
        """The attendees with those ids that still exist."""
        [text] = self._tx.row(self._sql.tickets_of, {"ids": _json(attendee_ids)})
        return _read_tickets(text)

    def admit(self, admissions: list[Admission]) -> int:
        """Make the absent ones present; how many were absent. Two desks never both count the same attendee."""
        return self._tx.change(self._sql.admit, {"admissions": _json(admissions)})

    def log(self, rows: list[LogRow]) -> None:
        """Add the rows to the scan log in their order, and commit."""
        self._tx.change_and_commit(self._sql.log, {"rows": _json(rows)})


def _json(value: Any) -> str:
    return _encode(value).decode()
