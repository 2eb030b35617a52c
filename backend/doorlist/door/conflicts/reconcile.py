"""Makes the stored conflicts match the log: inserted, reopened, deleted (contract 4.door-time)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.admission.fold import Contradiction, Presence
from doorlist.door.admission.log_row import LogRow
from doorlist.door.admission.presences import Place
from doorlist.door.conflicts import repository
from doorlist.door.models import DoorConflict
from doorlist.door.rules import LOGGED_ID, OF_NO_TICKET, Certainty, ConflictKind, ConflictState, ScanOutcome, Shown

_OF_THE_LOG = (ConflictKind.TWICE, ConflictKind.TURNED_AWAY)
MOST_NAMED = 200
"""Maximum number of rows of the log that the conflict of one access names."""
_BY_THE_LIST = {Certainty.LIST, Certainty.THIS_DOOR}


def kind_of_row(decided: LogRow) -> ConflictKind | None:
    """The kind of conflict if the door admitted a ticket that the server does not admit at this event; else None."""
    if decided.shown != Shown.ADMITTED:
        return None
    if decided.outcome == ScanOutcome.NOT_COUNTED:
        return ConflictKind.REVOKED_DEVICE
    if decided.outcome == ScanOutcome.OTHER_EVENT:
        return ConflictKind.OTHER_EVENT
    if decided.outcome not in OF_NO_TICKET:
        return None
    is_by_the_list = decided.certainty in _BY_THE_LIST or (decided.qr_data or "").startswith(LOGGED_ID)
    return ConflictKind.CANCELLED if is_by_the_list else ConflictKind.NOT_ON_LIST


def kinds_by_key(presences: Iterable[Presence]) -> dict[str, ConflictKind]:
    """The conflict that each row of the log is part of, by the key of the row."""
    return {
        entry.key: found.kind for presence in presences for found in presence.contradictions for entry in found.entries
    }


def insert_row_conflicts(
    tx: Session, decided: Sequence[LogRow], ids: Mapping[str, int], *, now: datetime
) -> set[int | None]:
    """Insert the conflicts that a new row alone is; returns their events."""
    found = [(row, kind) for row in decided if (kind := kind_of_row(row)) is not None]
    uncounted = [row for row, kind in found if kind == ConflictKind.REVOKED_DEVICE]
    if uncounted:
        _record_uncounted(tx, uncounted, ids, now)
    for row, kind in found:
        if kind == ConflictKind.REVOKED_DEVICE:
            continue
        tx.add(
            DoorConflict(
                kind=kind,
                event_id=row.event_id,
                attendee_id=row.attendee_id,
                named=None if row.attendee_id else row.qr_data,
                grant_id=row.grant_id,
                list_id=row.list_id,
                log_ids=[ids[row.key]],
                at=clock.from_wire(row.scanned_at),
                created_at=now,
            )
        )
    return {row.event_id for row, _ in found}


def _record_uncounted(tx: Session, rows: Sequence[LogRow], ids: Mapping[str, int], now: datetime) -> None:
    """One conflict for each access, however many check-ins come after its end; a new one opens it again.

    The rows are of one batch, and so of one access, which the transaction has locked.
    """
    # Guests first: staff have to look for them, and not for what was invented.
    of_guests = [ids[row.key] for row in rows if row.attendee_id is not None]
    others = [ids[row.key] for row in rows if row.attendee_id is None]
    at = max(clock.from_wire(row.scanned_at) for row in rows)
    known = repository.lock_uncounted(tx, rows[0].grant_id)
    if known is None:
        tx.add(
            DoorConflict(
                kind=ConflictKind.REVOKED_DEVICE,
                event_id=rows[0].event_id,
                grant_id=rows[0].grant_id,
                log_ids=[*of_guests, *others][:MOST_NAMED],
                count=len(rows),
                at=at,
                created_at=now,
            )
        )
        return
    known.log_ids = [*of_guests, *known.log_ids, *others][:MOST_NAMED]
    known.count = (known.count or 0) + len(rows)
    known.at = max(known.at, at)
    known.version += 1
    known.reopen()


def update_conflicts(
    tx: Session, presences: Mapping[Place, tuple[int, Presence]], ids: Mapping[str, int], *, now: datetime
) -> set[int | None]:
    """Make the stored conflicts of the attendees match the folded log; returns the events with a change.

    `presences` has the event and presence of each attendee at each list. A conflict with a new row is reopened; one
    that is not in the log is deleted.
    """
    stored = repository.lock_conflicts(tx, {attendee_id for attendee_id, _ in presences}, _OF_THE_LOG)
    by_place = defaultdict[tuple[int | None, int | None], list[DoorConflict]](list)
    for row in stored:
        by_place[row.attendee_id, row.list_id].append(row)
    changed = set[int | None]()
    for place, (event_id, presence) in presences.items():
        left = by_place[place]
        for found in presence.contradictions:
            log_ids = sorted(entry.id or ids[entry.key] for entry in found.entries)
            known = next((row for row in left if row.kind == found.kind and set(row.log_ids) & set(log_ids)), None)
            if known is None:
                tx.add(_new(found, log_ids, place, event_id, now))
                changed.add(event_id)
            else:
                left.remove(known)
                if _renew(known, found, log_ids):
                    changed.add(event_id)
        if left:
            repository.delete_conflicts(tx, [row.id for row in left])
            changed.add(event_id)
    return changed


def _new(found: Contradiction, log_ids: list[int], place: Place, event_id: int, now: datetime) -> DoorConflict:
    return DoorConflict(
        kind=found.kind,
        event_id=event_id,
        attendee_id=place[0],
        list_id=place[1],
        log_ids=log_ids,
        at=clock.from_wire(found.at),
        created_at=now,
    )


def _renew(known: DoorConflict, found: Contradiction, log_ids: list[int]) -> bool:
    """Update a conflict's rows. Whether they changed."""
    if sorted(known.log_ids) == log_ids:
        return False
    is_more = not set(log_ids) <= set(known.log_ids)
    known.log_ids, known.at = log_ids, clock.from_wire(found.at)
    known.version += 1
    if is_more and known.state != ConflictState.OPEN:
        known.reopen()
    return True
