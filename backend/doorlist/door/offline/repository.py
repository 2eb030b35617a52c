"""Statements that settle a batch, inside one transaction."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import CheckInDoor
from doorlist.core import clock
from doorlist.core.errors import RetryTransaction
from doorlist.door.admission.fold import LogEntry, Present
from doorlist.door.admission.ticket import Ticket
from doorlist.door.lineage import log_begins_after
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.door.offline.statements import LOG_TYPES, POSTGRES, SQLITE
from doorlist.door.rules import ConflictKind, ScanOutcome
from doorlist.users.models import DoorGrant, User


class Earlier(msgspec.Struct, array_like=True, frozen=True):
    """A row of the log with a key that comes again. Its attendee's id means something in `is_this_epoch` alone."""

    id: int
    key: str
    user_id: int
    named: str | None
    outcome: str
    attendee_id: int | None
    event_id: int | None
    scanned_at: str
    attended_at: str | None
    attended_by: int | None
    about: str | None
    shown: str | None
    certainty: str | None
    grant_id: int | None
    is_this_epoch: bool | int


class NewAttendance(msgspec.Struct, frozen=True):
    """How an attendee stands now."""

    id: int
    attended_at: str | None
    scanned_by: int | None


class Named(msgspec.Struct, frozen=True):
    """How the records of a batch name their tickets. `former`: hashes by which an erased guest's ticket is found."""

    qr_hashes: list[str]
    qr_texts: list[str]
    ids: list[int]
    former: list[str]


_LETS_IN = (ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE, ScanOutcome.MARKED_PRESENT)

LetIn = tuple[int | None, Present | None]
"""An attendee, and since when and by whom they are in."""

LogRow = dict[str, Any]
"""A row to be written: its columns, as `statements.LOG_TYPES` has them."""

_read_earlier = msgspec.json.Decoder(list[Earlier]).decode
_read_tickets = msgspec.json.Decoder(list[Ticket]).decode
_read_entries = msgspec.json.Decoder(list[LogEntry]).decode
_read_ids = msgspec.json.Decoder(dict[str, int]).decode
_read_held = msgspec.json.Decoder(set[int]).decode
_encode = msgspec.json.Encoder().encode


class SettlingRepository:
    """The few statements for a whole batch. Row by row, SQLite's driver would keep the door waiting."""

    def __init__(self, tx: Session) -> None:
        self._tx = tx
        self._sql = POSTGRES if tx.get_bind().dialect.name == "postgresql" else SQLITE

    def lock(self, named: Named, keys: Collection[str], event_id: int | None) -> set[int] | None:
        """Hold the attendees of a batch until the transaction ends, in the order of their ids; of one event, if given.

        The ids of the attendees; None where no other transaction writes meanwhile.
        """
        if self._sql.lock is None:
            return None
        return _read_held(self._one(self._sql.lock, event_id, keys=keys, **_fields(named)))

    def earlier(self, keys: Collection[str]) -> list[Earlier]:
        """The rows of the log with these keys."""
        return _read_earlier(self._one(self._sql.earlier, keys=keys))

    def tickets(self, named: Named, event_id: int | None) -> list[Ticket]:
        """The attendees that are named in any of these ways; of one event, if given."""
        return _read_tickets(self._one(self._sql.tickets, event_id, **_fields(named)))

    def erased(self, former: Collection[str], event_id: int | None) -> dict[str, int]:
        """The erased attendees by the hashes of the tickets that they had; of one event, if given."""
        return _read_ids(self._one(self._sql.erased, event_id, former=former))

    def entries(self, attendee_ids: Collection[int]) -> list[LogEntry]:
        """What the log of this epoch has of the attendees."""
        return _read_entries(self._one(self._sql.entries, ids=attendee_ids))

    def log(self, rows: Sequence[LogRow]) -> dict[str, int]:
        """Add rows to the scan log; the id of each by its key. Raises RetryTransaction where a key is there by now."""
        try:
            self._run(self._sql.log, rows=[dict.fromkeys(LOG_TYPES) | row for row in rows])
        except IntegrityError as error:
            raise RetryTransaction from error
        return _read_ids(self._one(self._sql.ids_of, keys=[row["idempotency_key"] for row in rows]))

    def write_attendances(self, rows: Sequence[NewAttendance]) -> None:
        """Let the attendees stand as their logs say."""
        self._run(self._sql.attendances, rows=rows)

    def _one(self, statement: str, event_id: int | None = None, **values: Any) -> str:
        text: str = self._run(statement, event_id, **values).scalar_one()
        return text

    def _run(self, statement: str, event_id: int | None = None, **values: Any) -> Any:
        packed = {name: _encode(list(value)).decode() for name, value in values.items()}
        return self._tx.connection().exec_driver_sql(statement, packed | {"event_id": event_id})


def _fields(named: Named) -> dict[str, list[Any]]:
    return msgspec.structs.asdict(named)


def names_of_users(tx: Session, user_ids: Collection[int]) -> dict[int, str]:
    """The full name of each."""
    users = tx.scalars(select(User).where(User.id.in_(user_ids)))
    return {user.id: user.full_name for user in users}


def doors_of(tx: Session, let_in: Collection[LetIn]) -> dict[LetIn, CheckInDoor]:
    """The doors that let these attendees in then; those without a name are left out."""
    asked = [(attendee_id, present) for attendee_id, present in let_in if attendee_id is not None and present]
    if not asked:
        return {}
    query = select(ScanLogEntry).where(
        ScanLogEntry.attendee_id.in_({attendee_id for attendee_id, _ in asked}),
        ScanLogEntry.scanned_at.in_({clock.from_wire(present.since) for _, present in asked}),
        ScanLogEntry.outcome.in_(_LETS_IN),
        ScanLogEntry.device > "",
    )
    doors = dict[LetIn, CheckInDoor]()
    for row in tx.scalars(query.order_by(ScanLogEntry.id)):
        let_in_by = (row.attendee_id, Present(clock.to_wire(row.scanned_at), row.user_id))
        doors.setdefault(let_in_by, CheckInDoor(door=row.device or "", helper=row.helper))
    return doors


def find_conflicts(tx: Session, attendee_ids: Collection[int], kinds: Collection[ConflictKind]) -> list[DoorConflict]:
    """The conflicts of this epoch, of these kinds and about the attendees, oldest first. Holds them."""
    are_theirs = (DoorConflict.attendee_id.in_(attendee_ids), DoorConflict.kind.in_(kinds))
    found = list(tx.scalars(select(DoorConflict).where(*are_theirs).order_by(DoorConflict.id).with_for_update()))
    log_from = log_begins_after(tx) if found else 0
    return [conflict for conflict in found if min(conflict.log_ids) > log_from]


def find_uncounted(tx: Session, grant_id: int | None) -> DoorConflict | None:
    """The conflict of this epoch about check-ins that came after the end of an access. Holds it."""
    is_its = (DoorConflict.grant_id == grant_id, DoorConflict.kind == ConflictKind.REVOKED_DEVICE)
    newest = select(DoorConflict).where(*is_its, DoorConflict.count.is_not(None)).order_by(DoorConflict.id.desc())
    found = tx.scalar(newest.limit(1).with_for_update())
    return found if found is not None and min(found.log_ids) > log_begins_after(tx) else None


def forget_conflicts(tx: Session, ids: Collection[int]) -> None:
    """Delete conflicts that are none any more."""
    tx.execute(delete(DoorConflict).where(DoorConflict.id.in_(ids)))


def hold_grant(tx: Session, grant_id: int) -> DoorGrant | None:
    """The grant as it is now; batches of its device wait for each other."""
    return tx.scalar(select(DoorGrant).where(DoorGrant.id == grant_id).with_for_update())


def note_contact(tx: Session, grant_id: int, values: dict[str, Any]) -> None:
    """Note what the device of a grant said of itself."""
    tx.execute(update(DoorGrant).where(DoorGrant.id == grant_id).values(**values))
