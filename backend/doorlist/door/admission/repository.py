"""Statements of admission: whole groups of records, and one attendee at a time by hand."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, or_, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import is_postgres
from doorlist.core.db.driver import PLAN_SETTINGS, DriverTransaction
from doorlist.core.errors import RetryTransaction
from doorlist.door.admission.capacity import PeopleAt
from doorlist.door.admission.decide import LoggedRow
from doorlist.door.admission.door_attendee import DoorAttendee, TicketRefs, refs_of
from doorlist.door.admission.log_row import LogRow
from doorlist.door.admission.sql import POSTGRES, SQLITE
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Scan, ScanOutcome
from doorlist.events.models import Event
from doorlist.users.session_check import LiveSession

# A device may have named an attendee of another event.
_OF_OTHER_EVENTS = (ScanOutcome.OTHER_EVENT, ScanOutcome.NOT_COUNTED)


def lock_attendee(tx: Session, attendee_id: int) -> None:
    """Wait for others who are changing the attendee, and keep them waiting until the transaction ends."""
    tx.execute(select(Attendee.id).where(Attendee.id == attendee_id).with_for_update())


def check_in(tx: Session, attendee_id: int, *, user_id: int, now: datetime) -> bool:
    """Make an absent attendee present. Of any number of doors at the same instant exactly one gets True."""
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, Attendee.attended.is_(False))
        .values(attended=True, attended_at=now, scanned_by=user_id, left_at=None)
        .returning(Attendee.id)
    )
    return tx.scalar(statement) is not None


def undo_check_in(tx: Session, attendee_id: int, *, of: datetime | None) -> bool:
    """Make a present attendee absent, with `of` only if they are in since then. Whether this call did it.

    One who has left is absent as well then, as if they had never come.
    """
    statement = (
        update(Attendee)
        .where(Attendee.id == attendee_id, or_(Attendee.attended.is_(True), Attendee.left_at.is_not(None)))
        .values(attended=False, attended_at=None, scanned_by=None, left_at=None, returned_at=None)
        .returning(Attendee.id)
    )
    if of is not None:
        # Requests have milliseconds; PostgreSQL stores microseconds.
        told = of.replace(microsecond=of.microsecond // 1000 * 1000)
        statement = statement.where(
            Attendee.attended_at >= told, Attendee.attended_at < told + timedelta(milliseconds=1)
        )
    return tx.scalar(statement) is not None


def find_logged_event(tx: Session, attendee_id: int) -> int | None:
    """The event at which an attendee was last at the door, even if they were deleted since."""
    query = (
        select(ScanLogEntry.event_id)
        .where(ScanLogEntry.attendee_id == attendee_id, ScanLogEntry.outcome.not_in(_OF_OTHER_EVENTS))
        .order_by(ScanLogEntry.id.desc())
        .limit(1)
    )
    return tx.scalar(query)


class ScanLookupResult(NamedTuple):
    """The rows that a group of scans refers to."""

    callers: list[LiveSession]
    prior: list[LoggedRow]
    event_ids: list[int]
    tickets: list[DoorAttendee]


class Admission(msgspec.Struct, frozen=True):
    """An absent attendee to make present."""

    id: int
    attended_at: str
    scanned_by: int


class Move(msgspec.Struct, frozen=True):
    """An attendee who leaves or returns, or was not inside and stays so: their state in the database and the new one.

    `was_in` includes one who came in and left since.
    """

    id: int
    was_in: bool
    was_left_at: str | None
    was_returned_at: str | None
    left_at: str | None
    returned_at: str | None


class StoredPresence(msgspec.Struct, frozen=True):
    """Since when an attendee is present, by whom, and when they left; None: absent, and inside."""

    id: int
    attended_at: str | None
    scanned_by: int | None
    left_at: str | None


_read_callers = msgspec.json.Decoder(list[LiveSession]).decode
_read_rows = msgspec.json.Decoder(list[LoggedRow]).decode
_read_ids = msgspec.json.Decoder(list[int]).decode
_read_tickets = msgspec.json.Decoder(list[DoorAttendee]).decode
_read_people = msgspec.json.Decoder(list[PeopleAt]).decode
_read_id_of_each = msgspec.json.Decoder(dict[str, int]).decode
_encode = msgspec.json.Encoder().encode


class ScanRepository:
    """The few statements that decide a whole group of live scans, inside one transaction of the driver."""

    def __init__(self, tx: DriverTransaction) -> None:
        self._tx = tx
        self._sql = SQLITE if tx.is_sqlite else POSTGRES

    def look_up(self, scans: Sequence[Scan]) -> ScanLookupResult:
        refs = refs_of(scans)
        values = {
            "now": clock.to_wire(clock.now()),
            "sessions": _json(list({scan.session for scan in scans})),
            "keys": _json([scan.key.hex for scan in scans if scan.key is not None]),
            "event_ids": _json(list({scan.event_id for scan in scans if scan.event_id is not None})),
            "qr_texts": _json(refs.qr_texts),
        }
        look_up = self._sql.look_up
        if refs.qr_hashes or refs.ids:
            look_up = self._sql.look_up_any
            values |= {"qr_hashes": _json(refs.qr_hashes), "ids": _json(refs.ids)}
        callers, prior, event_ids, tickets = self._tx.row(look_up, values)
        return ScanLookupResult(_read_callers(callers), _read_rows(prior), _read_ids(event_ids), _read_tickets(tickets))

    def lock_capacities(self, event_ids: Collection[int]) -> set[int] | None:
        """Make other doors of these events wait until the transaction ends. Returns the events that others hold.

        None if no other transaction writes meanwhile.
        """
        lock = self._sql.try_lock_capacity
        if lock is None:
            return None
        return {each for each in sorted(event_ids) if not int(self._tx.row(lock, {"event_id": str(each)})[0])}

    def count_people(self, event_ids: Collection[int]) -> list[PeopleAt]:
        """The people at the entrances of events."""
        [text] = self._tx.row(self._sql.people, {"event_ids": _json(sorted(event_ids)), "list_ids": "[]"})
        return _read_people(text)

    def tickets_of(self, attendee_ids: list[int]) -> list[DoorAttendee]:
        """The attendees with those ids that still exist."""
        [text] = self._tx.row(self._sql.tickets_of, {"ids": _json(attendee_ids)})
        return _read_tickets(text)

    def admit(self, admissions: list[Admission]) -> int:
        """Make the absent ones present; how many were absent. Two workers never both count the same attendee."""
        return self._tx.change(self._sql.admit, {"admissions": _json(admissions)})

    def move(self, moves: list[Move]) -> int:
        """Make attendees leave or return; how many were in the state in which each move begins.

        One who stays outside is locked until the transaction ends: a batch may let them in meanwhile.
        """
        return self._tx.change(self._sql.move, {"moves": _json(moves)})

    def held(self, attendee_ids: list[int]) -> set[int]:
        """The attendees among these whom another transaction holds."""
        if self._sql.held is None:
            return set()
        [text] = self._tx.row(self._sql.held, {"ids": _json(attendee_ids)})
        return set(_read_ids(text))

    def log(self, rows: list[LogRow]) -> None:
        """Add the rows to the scan log in their order, and commit."""
        self._tx.change_and_commit(self._sql.log, {"rows": _json(rows)})


class BatchRepository:
    """The few statements that decide a whole batch of records, inside one transaction of the session."""

    def __init__(self, tx: Session) -> None:
        self._tx = tx
        self._sql = POSTGRES if is_postgres(tx) else SQLITE

    def lock(
        self, refs: TicketRefs, former_hashes: Collection[str], keys: Collection[str], event_id: int | None
    ) -> set[int] | None:
        """Lock the attendees of a batch until the transaction ends, in the order of their ids; of one event, if given.

        `former_hashes` find the guests of erased tickets. The ids of the attendees; None if no other transaction writes
        meanwhile.
        """
        if self._sql.lock is None:
            return None
        # The plans of live scans, which suit an empty log and a long one (decision 0011).
        self._tx.execute(select(*(func.set_config(name, value, true()) for name, value in PLAN_SETTINGS.items())))
        values = msgspec.structs.asdict(refs)
        return set(_read_ids(self._one(self._sql.lock, event_id, former_hashes=former_hashes, keys=keys, **values)))

    def lock_capacities(self, event_id: int | None) -> list[int]:
        """The events that stop at their capacity, this one or all; other doors of them wait until the transaction ends.

        Take it before attendees are locked.
        """
        stopping = select(Event.id).where(Event.stops_at_capacity).order_by(Event.id)
        ids = list(self._tx.scalars(stopping if event_id is None else stopping.where(Event.id == event_id)))
        if self._sql.lock_capacity is not None:
            for each in ids:
                self._run(self._sql.lock_capacity, each)
        return ids

    def count_people(self, event_ids: Collection[int], list_ids: Collection[int]) -> list[PeopleAt]:
        """The people at the entrances of events and at check-in lists, without lists where each scan counts."""
        return _read_people(self._one(self._sql.people, event_ids=event_ids, list_ids=list_ids))

    def prior(self, keys: Collection[str]) -> list[LoggedRow]:
        """The rows of the log with these keys."""
        return _read_rows(self._one(self._sql.prior, keys=keys))

    def tickets(self, refs: TicketRefs, event_id: int | None) -> list[DoorAttendee]:
        """The attendees whom the records refer to; of one event, if given."""
        return _read_tickets(self._one(self._sql.tickets, event_id, **msgspec.structs.asdict(refs)))

    def erased(self, former_hashes: Collection[str], event_id: int | None) -> dict[str, int]:
        """The erased attendees by the hashes of their former tickets; of one event, if given."""
        return _read_id_of_each(self._one(self._sql.erased, event_id, former_hashes=former_hashes))

    def fold_rows(self, attendee_ids: Collection[int]) -> list[LoggedRow]:
        """The rows of this epoch's log about the attendees, for the fold."""
        return _read_rows(self._one(self._sql.fold_rows, ids=attendee_ids))

    def log(self, rows: Sequence[LogRow]) -> dict[str, int]:
        """Add rows to the scan log; the id of each by its key. Raises RetryTransaction where a key is there by now."""
        try:
            self._run(self._sql.log, rows=rows)
        except IntegrityError as error:
            raise RetryTransaction from error
        return _read_id_of_each(self._one(self._sql.log_ids, keys=[row.idempotency_key for row in rows]))

    def write_presences(self, rows: Sequence[StoredPresence]) -> None:
        self._run(self._sql.presences, rows=rows)

    def _one(self, statement: str, event_id: int | None = None, **values: Any) -> str:
        text: str = self._run(statement, event_id, **values).scalar_one()
        return text

    def _run(self, statement: str, event_id: int | None = None, **values: Any) -> Any:
        packed = {name: _json(list(value)) for name, value in values.items()}
        return self._tx.connection().exec_driver_sql(statement, packed | {"event_id": event_id})


def _json(value: Any) -> str:
    return _encode(value).decode()
