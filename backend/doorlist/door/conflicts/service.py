"""Reading and deciding the conflicts of the door (contract 4.conflict and 7.conflict)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.check_in_lists.service import refs_of_lists
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import NotFound, VersionConflict
from doorlist.door.conflicts import repository
from doorlist.door.conflicts.schemas import (
    ConflictAttendee,
    ConflictDecision,
    ConflictOut,
    ConflictPage,
    ConflictQuery,
    LoggedStep,
)
from doorlist.door.data_generation import log_begins_after
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.door.rules import ConflictKind, ConflictState, ScanOutcome
from doorlist.events.schemas import EventRef
from doorlist.live.publish import publish_after_commit
from doorlist.users.service import SignedInUser

_WITHOUT_A_SCAN = {ScanOutcome.IMPORTED, ScanOutcome.BASELINE}


class UnknownConflict(NotFound):
    """No conflict has that id; one that proves to be none is deleted."""

    code = "conflict_not_found"
    title = "Not found"
    detail = "This conflict resolved itself."


def list_page(tx: Session, query: ConflictQuery) -> ConflictPage:
    """One page of the conflicts that match, and how many are open in all."""
    rows = repository.list_conflicts(tx, query)
    shown = rows[: query.limit]
    cursor = repository.cursor_of(shown[-1]).to_wire() if shown and len(rows) > len(shown) else None
    return ConflictPage(items=_to_wire(tx, shown), next=cursor, open=repository.count_open(tx, query.event_id))


def decide(tx: Session, conflict_id: int, decision: ConflictDecision, user: SignedInUser) -> ConflictOut:
    """Close a conflict, or open it again. Neither changes attendance.

    Raises UnknownConflict, and VersionConflict where it changed since the caller read it.
    """
    conflict = repository.lock_for_decision(tx, conflict_id)
    if conflict is None:
        raise UnknownConflict
    if conflict.version != decision.version:
        raise _changed_meanwhile(_get(tx, conflict_id))
    before = {"state": conflict.state}
    _write(conflict, decision, user)
    tx.flush()
    # The note is left out: it may speak of a guest.
    add_audit_entry(
        tx,
        Action.CONFLICT_DECIDED,
        by=user,
        subject_id=conflict_id,
        event_id=conflict.event_id,
        before=before,
        after={"state": conflict.state},
    )
    publish_after_commit(tx, conflicts_of=[conflict.event_id])
    return _get(tx, conflict_id)


def _write(conflict: DoorConflict, decision: ConflictDecision, user: SignedInUser) -> None:
    is_open = decision.state is ConflictState.OPEN
    conflict.state = decision.state
    conflict.decided_by = None if is_open else user.id
    conflict.decided_at = None if is_open else clock.now()
    if decision.note is not None:
        conflict.note = decision.note or None
    conflict.version += 1


def _get(tx: Session, conflict_id: int) -> ConflictOut:
    row = repository.find_conflict(tx, conflict_id)
    if row is None:
        raise UnknownConflict
    [conflict] = _to_wire(tx, [row])
    return conflict


def _changed_meanwhile(current: ConflictOut) -> VersionConflict:
    body = current.model_dump(mode="json", by_alias=True)
    return VersionConflict(
        "Someone changed this conflict.",
        extra={"current": body, "updatedBy": body["decidedBy"], "updatedAt": body["decidedAt"]},
    )


def _to_wire(tx: Session, rows: Sequence[Row[*tuple[Any, ...]]]) -> list[ConflictOut]:
    """The conflicts, each with its timeline. Rows of an earlier epoch speak of other guests and events."""
    log_from = log_begins_after(tx)
    steps, by_attendee = _read_log(tx, [row.DoorConflict for row in rows], log_from=log_from)
    # A conflict about one attendee names them once.
    several = {id_ for row in rows if row.DoorConflict.count is not None for id_ in _shown_log_ids(row.DoorConflict)}
    entries = [step.ScanLogEntry for id_, step in steps.items() if id_ in several and id_ > log_from]
    found = repository.find_attendees(tx, {entry.attendee_id for entry in entries if entry.attendee_id is not None})
    named = {entry.id: found[entry.attendee_id] for entry in entries if entry.attendee_id in found}
    lists = lists_of(tx, steps.values())
    return [_conflict(row, steps, by_attendee, named, lists, log_from=log_from) for row in rows]


def lists_of(tx: Session, rows: Iterable[Row[*tuple[Any, ...]]]) -> dict[int | None, CheckInListRef]:
    """The check-in lists that rows of the scan log name, by their ids."""
    return refs_of_lists(tx, (row.ScanLogEntry.list_id for row in rows))


def _read_log(
    tx: Session, conflicts: Sequence[DoorConflict], *, log_from: int
) -> tuple[dict[int, Row[*tuple[Any, ...]]], dict[int, set[int]]]:
    """The rows of the log by their ids, and the ids by the attendee."""
    log_ids = {id_ for conflict in conflicts for id_ in _shown_log_ids(conflict)}
    present = [conflict for conflict in conflicts if _is_present(conflict, log_from)]
    attendee_ids = {conflict.attendee_id for conflict in present if conflict.attendee_id is not None}
    steps: dict[int, Row[*tuple[Any, ...]]] = {}
    by_attendee: dict[int, set[int]] = defaultdict(set)
    if log_ids or attendee_ids:
        for row in repository.list_log(tx, log_ids, attendee_ids, after=log_from):
            entry: ScanLogEntry = row.ScanLogEntry
            steps[entry.id] = row
            if entry.attendee_id is not None and entry.id > log_from:
                by_attendee[entry.attendee_id].add(entry.id)
    return steps, by_attendee


def _shown_log_ids(conflict: DoorConflict) -> list[int]:
    return conflict.log_ids[: repository.STEPS_PER_ATTENDEE]


def _is_present(conflict: DoorConflict, log_from: int) -> bool:
    """Whether it is of this epoch, so that its ids still stand for the same guest and event."""
    return all(id_ > log_from for id_ in conflict.log_ids)


def _conflict(
    row: Row[*tuple[Any, ...]],
    steps: dict[int, Row[*tuple[Any, ...]]],
    by_attendee: dict[int, set[int]],
    named: dict[int, Attendee],
    lists: Mapping[int | None, CheckInListRef],
    *,
    log_from: int,
) -> ConflictOut:
    conflict: DoorConflict = row.DoorConflict
    own = set(_shown_log_ids(conflict))
    # The missing have no rows, but a grant, which no restore of a file leaves.
    is_present = _is_present(conflict, log_from) and (conflict.kind != ConflictKind.MISSING or bool(row.holder_id))
    around = by_attendee.get(conflict.attendee_id, set()) if conflict.attendee_id and is_present else set()
    shown = [id_ for id_ in sorted(own | around) if id_ in steps]
    timeline = [step_of(steps[id_], is_cause=id_ in own, lists=lists, attendee=named.get(id_)) for id_ in shown]
    return ConflictOut(
        id=conflict.id,
        kind=conflict.kind,
        event=EventRef.model_validate(row.Event) if row.Event and is_present else None,
        attendee=ConflictAttendee.model_validate(row.Attendee) if row.Attendee and is_present else None,
        named=conflict.named,
        count=conflict.count or 1,
        device=row.device,
        person=PersonRef(id=row.holder_id, full_name=row.holder) if row.holder_id else None,
        helper=row.helper,
        state=conflict.state,
        note=conflict.note,
        decided_by=PersonRef(id=conflict.decided_by, full_name=row.decider) if row.decider else None,
        decided_at=conflict.decided_at,
        version=conflict.version,
        at=conflict.at,
        timeline=sorted(timeline, key=lambda step: step.at),
        steps_left_off=(conflict.count or len(conflict.log_ids)) - len(own),
    )


def step_of(
    row: Row[*tuple[Any, ...]],
    *,
    is_cause: bool,
    lists: Mapping[int | None, CheckInListRef],
    attendee: Attendee | None = None,
) -> LoggedStep:
    """A row of the scan log with its user, in words of the door; with the attendee where they are to be named.

    `lists` are the ones of `lists_of`.
    """
    entry: ScanLogEntry = row.ScanLogEntry
    attended = entry.attended_at if entry.outcome in _WITHOUT_A_SCAN else None
    return LoggedStep(
        at=attended or entry.scanned_at,
        received_at=entry.received_at,
        person=PersonRef(id=row.id, full_name=row.full_name) if row.id else None,
        helper=entry.helper,
        device=entry.device,
        outcome=entry.outcome,
        shown=entry.shown,
        certainty=entry.certainty,
        list_as_of=entry.list_as_of,
        is_time_unsure=entry.clock_error is not None,
        is_cause=is_cause,
        list=lists.get(entry.list_id),
        attendee=attendee and ConflictAttendee.model_validate(attendee),
    )
