"""The ticket types of events: creating, editing, deleting, and giving them to attendees (contract 3, 5 and 7)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, changed
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.flush import flush_or_retry
from doorlist.core.errors import Conflict, InvalidInput, NotFound
from doorlist.core.text import without_case
from doorlist.events.service import find_event, get_event, lock_event
from doorlist.live.publish import publish_after_commit
from doorlist.ticket_types import repository
from doorlist.ticket_types.models import TicketType
from doorlist.ticket_types.rules import MAX_MOVED_WITH_DELETION, MAX_TYPES, MOVE_SLICE, next_color
from doorlist.ticket_types.schemas import NO_TYPE, TicketTypeChanges, TicketTypeIn, TicketTypeOut
from doorlist.users.service import SignedInUser

FIELD = "ticketTypeId"
UNKNOWN_TYPE = "This event has no such ticket type"


class UnknownTicketType(NotFound):
    code = "ticket_type_not_found"
    title = "Ticket type not found"


class TypeNameTaken(Conflict):
    code = "type_name_taken"
    title = "Name already used"

    def __init__(self, name: str) -> None:
        super().__init__(f"This event already has a ticket type '{name}'.")


class TooManyTypes(Conflict):
    code = "too_many_types"
    title = "Too many ticket types"
    detail = f"An event can have {MAX_TYPES} ticket types at most."


class ImportRunning(Conflict):
    """An import that may give guests the type, or take such guests away, is still adding or removing its rows."""

    code = "import_running"
    title = "Import running"
    detail = "An import of guests of this event is still running. Try again when it is done."


class TypeInUse(Conflict):
    """Attendees have the type, and the caller did not say where they go; `attendees` is how many they are."""

    code = "type_in_use"
    title = "Ticket type in use"

    def __init__(self, attendees: int) -> None:
        guests = "1 guest has" if attendees == 1 else f"{attendees:,} guests have"
        super().__init__(
            f"{guests} this ticket type. Choose the type that they get instead, or none.",
            extra={"attendees": attendees},
        )


def list_types(tx: Session, event_id: int) -> list[TicketTypeOut]:
    """The types of an event in the order of their creation. Raises UnknownEvent."""
    get_event(tx, event_id)
    return [TicketTypeOut.model_validate(row) for row in repository.list_types(tx, event_id)]


def create_type(tx: Session, event_id: int, new: TicketTypeIn, user: SignedInUser) -> TicketTypeOut:
    """Add a type to an event. Raises UnknownEvent, TypeNameTaken and TooManyTypes."""
    present = _types_to_add_to(tx, event_id)
    _refuse_taken_name(tx, event_id, new.name)
    return TicketTypeOut.model_validate(_add_type(tx, event_id, new, present, user))


def get_or_create_types(tx: Session, event_id: int, names: Sequence[str], user: SignedInUser) -> list[int]:
    """The ids of the types with these names, ignoring case. Types that the event lacks are added to it.

    Raises UnknownEvent and TooManyTypes.
    """
    present = _types_to_add_to(tx, event_id)
    ids = {row.name_folded: row.id for row in present}
    for name in names:
        if without_case(name) not in ids:
            row = _add_type(tx, event_id, TicketTypeIn(name=name), present, user)
            present.append(row)
            ids[row.name_folded] = row.id
    return [ids[without_case(name)] for name in names]


def update_type(tx: Session, type_id: int, changes: TicketTypeChanges, user: SignedInUser) -> TicketTypeOut:
    """Save an edit. Raises UnknownTicketType and TypeNameTaken."""
    row = _get_for_edit(tx, type_id)
    if changes.name is not None:
        _refuse_taken_name(tx, row.event_id, changes.name, except_id=row.id)
    before = _audited(row)
    for field, value in changes.model_dump(exclude_unset=True).items():
        setattr(row, field, value)
    row.name_folded = without_case(row.name)
    flush_or_retry(tx)
    old, new = changed(before, _audited(row))
    if new:
        named = {"ticket_type": before["ticket_type"]}
        add_audit_entry(tx, Action.EVENT_TYPE_UPDATED, by=user, event_id=row.event_id, before=named | old, after=new)
        # Attendees show the type's name and colour, and the amount owed depends on its price.
        publish_after_commit(tx, events=[row.event_id], attendees=None, attendees_of=[row.event_id])
    return TicketTypeOut.model_validate(row)


def delete_type(database: Database, type_id: int, user: SignedInUser, *, move_to: str | None) -> None:
    """Delete a type. Attendees who have it get the type `move_to`, or none for 'none'.

    If very many have it, they are moved in slices, each in its own transaction, so that the door has its turn between
    them; attendees of earlier slices stay moved if a later one fails. Raises UnknownTicketType, ImportRunning,
    InvalidInput on `moveTo`, and TypeInUse where attendees have it and `move_to` is None.
    """
    moved = 0
    while in_slice := database.commit(
        partial(_move_or_delete, type_id=type_id, user=user, move_to=move_to, moved=moved)
    ):
        moved += in_slice


def type_given(tx: Session, type_id: int | None, *, locks: bool = True) -> TicketType | None:
    """The type that a caller assigns to attendees, locked until the transaction ends unless for a preview.

    Call it before the attendees are locked. Raises InvalidInput on `ticketTypeId` for an unknown type.
    """
    if type_id is None:
        return None
    row = repository.keep_types(tx, [type_id]).get(type_id) if locks else repository.find_type(tx, type_id)
    if row is None:
        raise unknown_type()
    return row


def refuse_other_event(given: TicketType | None, event_id: int) -> None:
    """Raises InvalidInput on `ticketTypeId` for a type of another event."""
    if given is not None and given.event_id != event_id:
        raise unknown_type()


def refuse_unknown_type(tx: Session, type_id: int | None, event_id: int | None, *, field: str = FIELD) -> None:
    """Check the type that a filter names, and that it is of the event. Raises InvalidInput on the field."""
    if type_id is not None:
        row = repository.find_type(tx, type_id)
        if row is None or event_id not in {None, row.event_id}:
            raise unknown_type(field)


def unknown_type(field: str = FIELD) -> InvalidInput:
    """The problem for a type that does not exist, or belongs to another event."""
    return InvalidInput.on(field, UNKNOWN_TYPE)


def _types_to_add_to(tx: Session, event_id: int) -> list[TicketType]:
    """The types of an event, to which nobody else adds one until the transaction ends. Raises UnknownEvent."""
    lock_event(tx, event_id)
    return repository.list_types(tx, event_id)


def _add_type(
    tx: Session, event_id: int, new: TicketTypeIn, present: Sequence[TicketType], user: SignedInUser
) -> TicketType:
    """Add a type to an event that has the `present` ones; without a colour it gets a free one, if any.

    Raises TooManyTypes.
    """
    if len(present) >= MAX_TYPES:
        raise TooManyTypes
    color = new.color or next_color([other.color for other in present])
    row = TicketType(event_id=event_id, name_folded=without_case(new.name), **(new.model_dump() | {"color": color}))
    tx.add(row)
    flush_or_retry(tx)
    add_audit_entry(tx, Action.EVENT_TYPE_CREATED, by=user, event_id=row.event_id, after=_audited(row))
    publish_after_commit(tx, events=[event_id])
    return row


def _get_for_edit(tx: Session, type_id: int) -> TicketType:
    row = repository.lock_type(tx, type_id)
    # The event may be in deletion.
    if row is None or find_event(tx, row.event_id) is None:
        raise UnknownTicketType
    return row


def _move_or_delete(tx: Session, *, type_id: int, user: SignedInUser, move_to: str | None, moved: int) -> int:
    """Move a slice of the type's attendees, and return their number; or move the rest, delete the type and return 0.

    `moved` is the number of attendees in earlier slices.
    """
    row = _get_for_edit(tx, type_id)
    if repository.is_import_running(tx, row.event_id):
        raise ImportRunning
    target = _target(tx, row, move_to)
    if move_to is None and (attendees := repository.count_attendees(tx, type_id)):
        raise TypeInUse(attendees)
    is_last = not repository.has_more_attendees(tx, type_id, MOVE_SLICE if moved else MAX_MOVED_WITH_DELETION)
    ids = repository.move_attendees(
        tx,
        type_id,
        move_to=None if target is None else target.id,
        limit=None if is_last else MOVE_SLICE,
        user_id=user.id,
        now=clock.now(),
    )
    name = None if target is None else target.name
    if is_last:
        repository.delete_type(tx, type_id)
        after = {"moved": moved + len(ids), "moved_to": name} if moved + len(ids) else None
        add_audit_entry(
            tx,
            Action.EVENT_TYPE_DELETED,
            by=user,
            event_id=row.event_id,
            before=_audited(row),
            after=after,
            attendees=ids,
        )
    else:
        add_audit_entry(
            tx,
            Action.ATTENDEES_UPDATED,
            by=user,
            event_id=row.event_id,
            before={"ticket_types": {row.name: ids}},
            after={"ticket_type": name, "updated": len(ids)},
            attendees=ids,
        )
    publish_after_commit(
        tx, events=[row.event_id] if is_last else [], attendees=ids, attendees_of=[row.event_id] if ids else []
    )
    return 0 if is_last else len(ids)


def _target(tx: Session, row: TicketType, move_to: str | None) -> TicketType | None:
    if move_to in {None, NO_TYPE}:
        return None
    target_id = int(move_to or 0)
    target = repository.keep_types(tx, [target_id]).get(target_id)
    if target is None or target.event_id != row.event_id or target.id == row.id:
        raise InvalidInput.on("moveTo", "This event has no such other ticket type")
    return target


def _refuse_taken_name(tx: Session, event_id: int, name: str, *, except_id: int | None = None) -> None:
    if repository.is_name_taken(tx, event_id, without_case(name), except_id=except_id):
        raise TypeNameTaken(name)


def _audited(row: TicketType) -> dict[str, Any]:
    return {
        "ticket_type": row.name,
        "color": row.color,
        "price_cents": row.price_cents,
        "announce": row.announce,
    }
