"""Undoes a bulk update: all its attendees get their former values again, or none (contract 7.update-many.941)."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from doorlist.attendees import repository
from doorlist.attendees.models import Attendee, BulkUpdate, FormerValues
from doorlist.attendees.repository import LockedAttendee
from doorlist.attendees.rules import UNDO_TIME
from doorlist.attendees.schemas import RestoredMany
from doorlist.attendees.service import ImportRunning
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.flush import flush_or_retry
from doorlist.core.errors import Conflict, NotFound
from doorlist.live.publish import publish_after_commit
from doorlist.ticket_types.repository import keep_types
from doorlist.users.service import SignedInUser

_PLURALS = {
    "table_number": "table_numbers",
    "payment_status": "payment_statuses",
    "ticket_type": "ticket_types",
    "amount_paid_cents": "amounts_paid_cents",
}


class UnknownBulkUpdate(NotFound):
    code = "bulk_update_not_found"
    title = "Nothing to undo"
    detail = "This change can no longer be undone: it was undone already, or it was made more than an hour ago."


class EditedSince(Conflict):
    """`edited` is the number of attendees that were edited, deleted or erased after the bulk update; `name` is one."""

    code = "edited_since"
    title = "Edited since"

    def __init__(self, edited: int, name: str | None) -> None:
        instead = "the change can no longer be undone." if name is None else "an undo would lose that."
        by_hand = "" if name is None else " Change the attendees by hand instead."
        super().__init__(f"{_edited_since(edited, name)} since: {instead}{by_hand}", extra={"edited": edited})


class UndoLaterFirst(Conflict):
    """A later bulk update of `updated` attendees, which can be undone, changed these again, and nothing else did."""

    code = "undo_later_first"
    title = "Changed again since"

    def __init__(self, changed: int, name: str, updated: int) -> None:
        later = "1 attendee" if updated == 1 else f"{updated:,} attendees"
        super().__init__(
            f"{_with_others(name, changed)} changed again by a later change of {later}. Undo that change first."
        )


class FormerTypeDeleted(Conflict):
    code = "former_type_deleted"
    title = "Ticket type deleted"
    detail = "A ticket type that some of these attendees had was deleted since. Change the attendees by hand instead."


def keep_former_values(tx: Session, ids: Sequence[int], update: BulkUpdate) -> None:
    """Store the values of locked attendees before a bulk update. Raises RetryTransaction."""
    tx.add(update)
    flush_or_retry(tx)
    repository.insert_former_values(tx, update.id, ids)


def undo_update(tx: Session, update_id: int, caller: SignedInUser) -> RestoredMany:
    """Restore the values from before a bulk update, for all attendees that it had changed.

    Raises UnknownBulkUpdate, EditedSince, UndoLaterFirst, FormerTypeDeleted, and ImportRunning. Check-ins since
    are no edits.
    """
    now = clock.now()
    update = repository.lock_bulk_update(tx, update_id)
    if update is None or update.updated_at < now - UNDO_TIME:
        raise UnknownBulkUpdate
    former_types = repository.former_types(tx, update_id)
    # Before the attendees, as the deletion of a type does, to avoid a deadlock.
    type_ids = {type_id for type_id in former_types.values() if type_id is not None}
    types = {id_: type_.name for id_, type_ in keep_types(tx, type_ids).items()}
    current = {row.id: row for row in repository.read_for_edit(tx, list(former_types))}
    # With the locks, so that the undo of a later update that held them is counted.
    former = repository.former_values(tx, update_id)
    # An erasure has deleted the values of its guests.
    edited = [each for each in former if _is_edited(current.get(each.attendee_id), each)]
    if edited or len(former) < update.updated:
        raise _refusal(tx, update, edited, current, erased=update.updated - len(former))
    if not former:
        tx.delete(update)
        return RestoredMany(restored=0, amount_change_cents=0)
    if types.keys() != type_ids:
        raise FormerTypeDeleted
    if repository.is_being_imported(tx, *current):
        raise ImportRunning
    repository.restore_former_values(
        tx, update_id, {"version": Attendee.version + 1, "updated_at": now, "updated_by": caller.id}
    )
    repository.count_as_unchanged(tx, update_id)
    tx.delete(update)
    events = {row.event_id for row in current.values()}
    before, after = _changes(current, former, types)
    add_audit_entry(
        tx,
        Action.ATTENDEES_UPDATE_UNDONE,
        by=caller,
        event_id=min(events) if len(events) == 1 else None,
        before=before,
        after={**after, **amount_change(-update.amount_change_cents), "updated": len(former)},
        attendees=list(current),
    )
    publish_after_commit(tx, attendees=list(current), attendees_of=events)
    return RestoredMany(restored=len(former), amount_change_cents=-update.amount_change_cents)


def find_undoable(tx: Session, update_ids: Collection[int]) -> set[int]:
    """Returns the ids of bulk updates that can still be undone."""
    return repository.find_undoable_updates(tx, update_ids, since=clock.now() - UNDO_TIME) if update_ids else set()


def prune_bulk_updates(database: Database) -> None:
    """Delete the former values of bulk updates that can no longer be undone."""
    database.commit(lambda tx: repository.delete_bulk_updates(tx, before=clock.now() - UNDO_TIME))


def with_ids(field: str, values: Iterable[tuple[int, Any]]) -> dict[str, dict[str, list[int]]]:
    """The values of a field for the audit log, each with the ids of its attendees; empty without any."""
    by_value: dict[str, list[int]] = {}
    for attendee_id, value in values:
        text = json.dumps(value) if field == "amount_paid_cents" else "" if value is None else str(value)
        by_value.setdefault(text, []).append(attendee_id)
    return {_PLURALS[field]: by_value} if by_value else {}


def amount_change(cents: int) -> dict[str, int]:
    """The change of the sum of the amounts paid, for the audit log; empty without any."""
    return {"amount_change_cents": cents} if cents else {}


def _refusal(
    tx: Session,
    update: BulkUpdate,
    edited: Sequence[FormerValues],
    current: Mapping[int, LockedAttendee],
    *,
    erased: int,
) -> UndoLaterFirst | EditedSince:
    names = [current[each.attendee_id].full_name for each in edited if each.attendee_id in current]
    ids = [each.attendee_id for each in edited]
    later = repository.count_later_updates(tx, update.id, ids)
    # Each later update adds 1 to the version, and so does any other edit.
    only_by_updates = all(
        each.attendee_id in current and current[each.attendee_id].version - each.version == later.get(each.attendee_id)
        for each in edited
    )
    if only_by_updates and not erased:
        return UndoLaterFirst(len(edited), names[0], repository.latest_update_of(tx, ids).updated)
    return EditedSince(erased + len(edited), names[0] if names else None)


def _edited_since(edited: int, name: str | None) -> str:
    if name is None:
        return "1 of these attendees was deleted" if edited == 1 else f"{edited:,} of these attendees were deleted"
    return f"{_with_others(name, edited)} edited{'' if edited == 1 else ' or deleted'}"


def _with_others(name: str, attendees: int) -> str:
    return f"{name} was" if attendees == 1 else f"{name} and {attendees - 1:,} more were"


def _is_edited(current: LockedAttendee | None, former: FormerValues) -> bool:
    return current is None or current.version != former.version


def _changes(
    current: Mapping[int, LockedAttendee], former: Sequence[FormerValues], types: Mapping[int, str]
) -> tuple[dict[str, dict[str, list[int]]], dict[str, dict[str, list[int]]]]:
    """The values of the changed fields before and after the undo, as the audit log has them for many."""
    before: dict[str, dict[str, list[int]]] = {}
    after: dict[str, dict[str, list[int]]] = {}
    for field in _PLURALS:
        changed = []
        for values in former:
            was = getattr(current[values.attendee_id], field)
            becomes = types.get(values.ticket_type_id or 0) if field == "ticket_type" else getattr(values, field)
            if was != becomes:
                changed.append((values.attendee_id, was, becomes))
        before |= with_ids(field, [(attendee_id, was) for attendee_id, was, _ in changed])
        after |= with_ids(field, [(attendee_id, becomes) for attendee_id, _, becomes in changed])
    return before, after
