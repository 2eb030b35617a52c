"""The check-in lists of events: creating, editing and deleting them (contract 3, 5 and 7)."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, changed
from doorlist.audit.service import add_audit_entry
from doorlist.check_in_lists import repository
from doorlist.check_in_lists.models import CheckInList
from doorlist.check_in_lists.rules import ENTRANCE, MAX_LISTS, ListRule
from doorlist.check_in_lists.schemas import (
    CheckInListChanges,
    CheckInListIn,
    CheckInListOut,
    CheckInListRef,
    ListCheckIn,
)
from doorlist.core import clock
from doorlist.core.db.flush import flush_or_retry
from doorlist.core.errors import Conflict, InvalidInput, NotFound
from doorlist.core.text import without_case
from doorlist.events.service import find_event, get_event, lock_event
from doorlist.live.publish import publish_after_commit
from doorlist.ticket_types.repository import list_types
from doorlist.ticket_types.service import UNKNOWN_TYPE
from doorlist.users.service import SignedInUser

FIELD = "listId"


class UnknownCheckInList(NotFound):
    code = "check_in_list_not_found"
    title = "Check-in list not found"


class ListNameTaken(Conflict):
    code = "list_name_taken"
    title = "Name already used"

    def __init__(self, name: str) -> None:
        super().__init__(f"This event already has a check-in list '{name}'.")


class TooManyLists(Conflict):
    code = "too_many_lists"
    title = "Too many check-in lists"
    detail = f"An event can have {MAX_LISTS} check-in lists at most, besides its entrance."


class ListInUse(Conflict):
    """Guests came in at the list already; by another rule, its log would mean something else."""

    code = "list_in_use"
    title = "Check-in list in use"
    detail = "Guests have come in at this list, so its rule stays. Create another list, and delete this one."


def list_lists(tx: Session, event_id: int) -> list[CheckInListOut]:
    """The lists of an event in the order of their creation. Raises UnknownEvent."""
    get_event(tx, event_id)
    return [_to_wire(tx, row) for row in repository.list_lists(tx, event_id)]


def list_check_ins(tx: Session, attendee_id: int) -> list[ListCheckIn]:
    """The check-ins of an attendee at the lists of the event, also deleted ones, in the order of the lists."""
    return [
        ListCheckIn(
            list=CheckInListRef(id=row.id, name=row.name),
            first_at=presence.first_at,
            last_at=presence.last_at,
            times=presence.times,
            inside=row.rule == ListRule.REENTRY and presence.left_at is None,
        )
        for row, presence in repository.list_check_ins(tx, attendee_id)
    ]


def create_list(tx: Session, event_id: int, new: CheckInListIn, user: SignedInUser) -> CheckInListOut:
    """Add a list to an event. Raises UnknownEvent, ListNameTaken, TooManyLists, and InvalidInput on a type's id."""
    lock_event(tx, event_id)
    if repository.count_lists(tx, event_id) >= MAX_LISTS:
        raise TooManyLists
    _refuse_taken_name(tx, event_id, new.name)
    _refuse_unknown_types(tx, event_id, new.ticket_type_ids)
    row = CheckInList(event_id=event_id, name_folded=without_case(new.name), **new.model_dump())
    tx.add(row)
    flush_or_retry(tx)
    add_audit_entry(tx, Action.EVENT_LIST_CREATED, by=user, event_id=row.event_id, after=_audited(row))
    publish_after_commit(tx, events=[event_id])
    return _to_wire(tx, row)


def update_list(tx: Session, list_id: int, changes: CheckInListChanges, user: SignedInUser) -> CheckInListOut:
    """Save an edit. Raises UnknownCheckInList, ListNameTaken, ListInUse, and InvalidInput on a type's id."""
    row = _get_for_edit(tx, list_id)
    if changes.name is not None:
        _refuse_taken_name(tx, row.event_id, changes.name, except_id=row.id)
    _refuse_unknown_types(tx, row.event_id, changes.ticket_type_ids, known=row.ticket_type_ids or ())
    if changes.rule not in {None, row.rule} and repository.has_check_ins(tx, list_id):
        raise ListInUse
    before = _audited(row)
    for field, value in changes.model_dump(exclude_unset=True).items():
        setattr(row, field, value)
    row.name_folded = without_case(row.name)
    flush_or_retry(tx)
    old, new = changed(before, _audited(row))
    if new:
        named = {"check_in_list": before["check_in_list"]}
        add_audit_entry(tx, Action.EVENT_LIST_UPDATED, by=user, event_id=row.event_id, before=named | old, after=new)
        publish_after_commit(tx, events=[row.event_id], attendees_of=[row.event_id])
    return _to_wire(tx, row)


def delete_list(tx: Session, list_id: int, user: SignedInUser) -> None:
    """Delete a list. Its log stays, and devices may still upload check-ins that they made at it.

    Raises UnknownCheckInList.
    """
    row = _get_for_edit(tx, list_id)
    row.deleted_at = clock.now()
    tx.flush()
    add_audit_entry(tx, Action.EVENT_LIST_DELETED, by=user, event_id=row.event_id, before=_audited(row))
    publish_after_commit(tx, events=[row.event_id], attendees_of=[row.event_id])


def refs_of_lists(tx: Session, list_ids: Iterable[int | None]) -> dict[int | None, CheckInListRef]:
    """The lists by their ids, also deleted ones; without the entrance, whose id is None."""
    ids = {list_id for list_id in list_ids if list_id is not None}
    found = repository.find_lists(tx, ids)
    return {id_: CheckInListRef(id=id_, name=found[id_].name if id_ in found else "") for id_ in ids}


def refuse_unknown_list(tx: Session, list_id: int | None, event_id: int | None) -> None:
    """Check the list that a caller names until the transaction ends. Raises InvalidInput on `listId`."""
    if list_id is None:
        return
    row = repository.find_list_to_keep(tx, list_id)
    if row is None or event_id not in {None, row.event_id}:
        raise unknown_list()


def unknown_list() -> InvalidInput:
    """The problem for a list that does not exist, or belongs to another event."""
    return InvalidInput.on(FIELD, "This event has no such check-in list. Reload the page, and choose another one.")


def _to_wire(tx: Session, row: CheckInList) -> CheckInListOut:
    """The list, without ticket types that were deleted."""
    made = CheckInListOut.model_validate(row)
    if made.ticket_type_ids is None:
        return made
    there = {type_.id for type_ in list_types(tx, row.event_id)}
    return made.model_copy(update={"ticket_type_ids": [id_ for id_ in made.ticket_type_ids if id_ in there]})


def _get_for_edit(tx: Session, list_id: int) -> CheckInList:
    row = repository.lock_list(tx, list_id)
    # The event may be in deletion.
    if row is None or find_event(tx, row.event_id) is None:
        raise UnknownCheckInList
    return row


def _refuse_taken_name(tx: Session, event_id: int, name: str, *, except_id: int | None = None) -> None:
    folded = without_case(name)
    if folded == without_case(ENTRANCE) or repository.is_name_taken(tx, event_id, folded, except_id=except_id):
        raise ListNameTaken(name)


def _refuse_unknown_types(
    tx: Session, event_id: int, type_ids: Collection[int] | None, *, known: Collection[int] = ()
) -> None:
    """Raises InvalidInput for types that the event does not have; those in `known` may be deleted."""
    if type_ids and not {row.id for row in list_types(tx, event_id)} | set(known) >= set(type_ids):
        raise InvalidInput.on("ticketTypeIds", UNKNOWN_TYPE)


def _audited(row: CheckInList) -> dict[str, Any]:
    return {
        "check_in_list": row.name,
        "rule": row.rule,
        "ticket_type_ids": row.ticket_type_ids,
        "capacity": row.capacity,
        "needs_entrance": row.needs_entrance,
    }
