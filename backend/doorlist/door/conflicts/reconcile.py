"""Keeps the conflicts as the log has them: found, opened again, and forgotten (contract 4.door-time)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.admission.fold import Contradiction, Story
from doorlist.door.models import DoorConflict
from doorlist.door.offline import repository
from doorlist.door.offline.deciding import Decided
from doorlist.door.offline.schemas import Certainty, Shown
from doorlist.door.rules import LOGGED_ID, ConflictKind, ConflictState, ScanOutcome

_OF_THE_STORY = (ConflictKind.TWICE, ConflictKind.TURNED_AWAY)
MOST_NAMED = 200
"""Maximum number of rows of the log that the conflict of one access names."""
_BY_THE_LIST = {Certainty.LIST, Certainty.THIS_DOOR}


def kind_of_row(decided: Decided) -> ConflictKind | None:
    """The conflict that a let-in is by itself: the server knows of nobody who may come in by that ticket here."""
    if decided.shown != Shown.ADMITTED:
        return None
    if decided.outcome == ScanOutcome.NOT_COUNTED:
        return ConflictKind.REVOKED_DEVICE
    if decided.outcome == ScanOutcome.OTHER_EVENT:
        return ConflictKind.OTHER_EVENT
    if decided.outcome not in {ScanOutcome.UNKNOWN, ScanOutcome.INVALID}:
        return None
    is_by_the_list = decided.certainty in _BY_THE_LIST or (decided.named or "").startswith(LOGGED_ID)
    return ConflictKind.CANCELLED if is_by_the_list else ConflictKind.NOT_ON_LIST


def kinds_by_key(stories: Iterable[Story]) -> dict[str, ConflictKind]:
    """The conflict that each row of the log is part of, by the key of the row."""
    return {entry.key: found.kind for story in stories for found in story.contradictions for entry in found.entries}


def note_rows(tx: Session, decided: Sequence[Decided], ids: Mapping[str, int], *, now: datetime) -> set[int | None]:
    """Write the conflicts of new rows that are one by themselves; the events of these."""
    found = [(row, kind) for row in decided if (kind := kind_of_row(row)) is not None]
    uncounted = [row for row, kind in found if kind == ConflictKind.REVOKED_DEVICE]
    if uncounted:
        _note_uncounted(tx, uncounted, ids, now)
    for row, kind in found:
        if kind == ConflictKind.REVOKED_DEVICE:
            continue
        tx.add(
            DoorConflict(
                kind=kind,
                event_id=row.event_id,
                attendee_id=row.attendee_id,
                named=None if row.attendee_id else row.named,
                grant_id=row.row and row.row["grant_id"],
                log_ids=[ids[row.key]],
                at=clock.from_wire(row.at),
                state=ConflictState.OPEN,
                version=1,
                created_at=now,
            )
        )
    return {row.event_id for row, _ in found}


def _note_uncounted(tx: Session, rows: Sequence[Decided], ids: Mapping[str, int], now: datetime) -> None:
    """One conflict for each access, however many check-ins come after its end; a new one opens it again.

    The rows are of one batch, and so of one access, which the transaction has locked.
    """
    # Guests first: staff have to look for them, and not for what was invented.
    of_guests = [ids[row.key] for row in rows if row.attendee_id is not None]
    others = [ids[row.key] for row in rows if row.attendee_id is None]
    at = max(clock.from_wire(row.at) for row in rows)
    known = repository.find_uncounted(tx, rows[0].grant_id)
    if known is None:
        tx.add(
            DoorConflict(
                kind=ConflictKind.REVOKED_DEVICE,
                event_id=rows[0].event_id,
                grant_id=rows[0].grant_id,
                log_ids=[*of_guests, *others][:MOST_NAMED],
                count=len(rows),
                at=at,
                state=ConflictState.OPEN,
                version=1,
                created_at=now,
            )
        )
        return
    known.log_ids = [*of_guests, *known.log_ids, *others][:MOST_NAMED]
    known.count = (known.count or 0) + len(rows)
    known.at = max(known.at, at)
    known.version += 1
    known.state, known.decided_by, known.decided_at = ConflictState.OPEN, None, None


def reconcile(
    tx: Session, stories: Mapping[int, tuple[int, Story]], ids: Mapping[str, int], *, now: datetime
) -> set[int | None]:
    """Let the stored conflicts of attendees be those of their stories, each with the event; the events of any change.

    A conflict with a let-in that is new to it is open again; one that is none any more is forgotten.
    """
    stored = repository.find_conflicts(tx, list(stories), _OF_THE_STORY)
    by_attendee = defaultdict[int | None, list[DoorConflict]](list)
    for row in stored:
        by_attendee[row.attendee_id].append(row)
    changed = set[int | None]()
    for attendee_id, (event_id, story) in stories.items():
        left = by_attendee[attendee_id]
        for found in story.contradictions:
            log_ids = sorted(entry.id or ids[entry.key] for entry in found.entries)
            known = next((row for row in left if row.kind == found.kind and set(row.log_ids) & set(log_ids)), None)
            if known is None:
                tx.add(_new(found, log_ids, attendee_id, event_id, now))
                changed.add(event_id)
            else:
                left.remove(known)
                if _renew(known, found, log_ids):
                    changed.add(event_id)
        if left:
            repository.forget_conflicts(tx, [row.id for row in left])
            changed.add(event_id)
    return changed


def _new(found: Contradiction, log_ids: list[int], attendee_id: int, event_id: int, now: datetime) -> DoorConflict:
    return DoorConflict(
        kind=found.kind,
        event_id=event_id,
        attendee_id=attendee_id,
        log_ids=log_ids,
        at=clock.from_wire(found.at),
        state=ConflictState.OPEN,
        version=1,
        created_at=now,
    )


def _renew(known: DoorConflict, found: Contradiction, log_ids: list[int]) -> bool:
    """Whether anything about the conflict is another thing now."""
    if sorted(known.log_ids) == log_ids:
        return False
    is_more = not set(log_ids) <= set(known.log_ids)
    known.log_ids, known.at = log_ids, clock.from_wire(found.at)
    known.version += 1
    if is_more and known.state != ConflictState.OPEN:
        known.state, known.decided_by, known.decided_at = ConflictState.OPEN, None, None
    return True
