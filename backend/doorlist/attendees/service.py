"""Registers, edits, deletes and reads attendees (contract 3, 5 and 7)."""

from collections.abc import Collection, Sequence
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from doorlist.attendees import repository, rules
from doorlist.attendees.bulk_insert import NewAttendee, derived_columns, insert_rows
from doorlist.attendees.fields import LOGGED, MAX_NAME_LENGTH, NO_PHONE, NO_TABLE, SOURCES, values_of
from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import (
    CONTENT,
    AttendeeChanges,
    AttendeeDetails,
    AttendeeIn,
    AttendeeOut,
    EventFigures,
    RegisteredTogether,
)
from doorlist.attendees.wire_sql import attendees_as_json
from doorlist.audit.rules import Action, changed
from doorlist.audit.service import add_audit_entry
from doorlist.check_in_lists.service import list_check_ins
from doorlist.core import clock
from doorlist.core.api_model import stale_version
from doorlist.core.errors import Conflict, InvalidInput, KeyReused, NotFound
from doorlist.events.schemas import EventOut
from doorlist.events.service import event_named
from doorlist.live.publish import publish_after_commit
from doorlist.ticket_types.models import TicketType
from doorlist.ticket_types.rules import ticket_price
from doorlist.ticket_types.service import refuse_other_event, type_given
from doorlist.users.service import SignedInUser, is_active_user, refuse_another_name

_ATTENDEES = TypeAdapter(list[AttendeeOut])
_STORED_FOR_NONE = {"phone": NO_PHONE, "table_number": NO_TABLE}


class UnknownAttendee(NotFound):
    code = "attendee_not_found"
    title = "Attendee not found"


class ImportRunning(Conflict):
    code = "import_running"
    title = "Import running"
    detail = "This attendee belongs to an import that is still running. Try again when it is done."


class AttendeeErased(Conflict):
    code = "attendee_erased"
    title = "Guest erased"

    def __init__(self, ids: Sequence[int] = ()) -> None:
        super().__init__(
            f"{len(ids):,} of the selected guests were erased and cannot be edited. Nothing was changed."
            " Leave them out, then try again."
            if ids
            else "This guest was erased and cannot be edited. To sell the place again, delete it and add a guest.",
            extra={"erased": list(ids)} if ids else {},
        )


def register_attendee(tx: Session, attendee: AttendeeIn, caller: SignedInUser) -> AttendeeOut:
    """Register an attendee with a ticket, or `quantity` attendees of one buyer.

    A known idempotency key adds nothing and returns the attendees registered under it. Raises InvalidInput on
    `eventId`, `soldBy`, `fullName` or `ticketTypeId`, NotYou, KeyReused.
    """
    seller = _seller(tx, attendee, caller)
    if attendee.idempotency_key is not None:
        earlier = repository.find_by_registration_keys(tx, rules.keys_of_tickets(attendee.idempotency_key))
        if earlier:
            return _registered_before(tx, earlier, attendee, seller)
    event = event_named(tx, attendee.event_id)
    type_ = type_given(tx, attendee.ticket_type_id)
    refuse_other_event(type_, event.id)
    # Raises RetryTransaction if the key was used, or the event deleted, at the same moment.
    ids = insert_rows(tx, _new_rows(attendee, event, type_, seller, caller))
    publish_after_commit(tx, attendees=ids, attendees_of=[event.id])
    registered = _registered(tx, ids)
    several = {"quantity": len(ids)} if len(ids) > 1 else {}
    add_audit_entry(
        tx,
        Action.ATTENDEE_REGISTERED,
        by=caller,
        subject_id=registered.id,
        event_id=event.id,
        after=_logged(registered) | several,
        attendees=ids if several else (),
    )
    return registered


def update_attendee(tx: Session, attendee_id: int, changes: AttendeeChanges, caller: SignedInUser) -> AttendeeOut:
    """Save an edit; without a changed value nothing is written (contract 3.attendee.1221).

    Raises UnknownAttendee, AttendeeErased, ImportRunning, InvalidInput on `tableNumber` or `ticketTypeId`, and
    VersionConflict on a stale version.
    """
    # Before the attendee, like the deletion of a type, which avoids deadlocks.
    type_ = type_given(tx, changes.ticket_type_id)
    row = repository.lock_attendee(tx, attendee_id)
    if row is None:
        raise UnknownAttendee
    if row.erased_at is not None:
        raise AttendeeErased
    _refuse_while_imported(tx, attendee_id)
    current = get_attendee(tx, attendee_id)
    if changes.version not in {None, row.version}:
        raise stale_version("attendee", current)
    if changes.table_number is not None and changes.table_number < rules.MIN_TABLE and row.table_number:
        raise InvalidInput.on("tableNumber", f"Must be at least {rules.MIN_TABLE}")
    refuse_other_event(type_, row.event_id)
    before = _audited(current)
    given = changes.model_dump(exclude_unset=True, exclude={"version"})
    edited: dict[str, Any] = {
        field: _STORED_FOR_NONE.get(field) if value is None else value for field, value in given.items()
    }
    group = rules.payment_group(edited.get("payment_status", row.payment_status))
    if group != row.payment_group or "amount_paid_cents" in edited:
        edited["amount_paid_cents"] = rules.amount_paid_after_edit(
            rules.PaymentGroup(row.payment_group),
            group,
            kept_cents=None if "amount_paid_cents" in edited else row.amount_paid_cents,
            given_cents=changes.amount_paid_cents,
            ticket_price_cents=repository.find_price(
                tx, row.event_id, edited.get("ticket_type_id", row.ticket_type_id)
            ),
        )
    # No query from here on: it would write what has changed so far, and the comparison would miss that.
    for field, value in edited.items():
        setattr(row, field, value)
    for column, value in derived_columns(values_of(row, SOURCES)).items():
        setattr(row, column, value)
    if not tx.is_modified(row):
        return current
    row.version += 1
    row.updated_at = clock.now()
    row.updated_by = caller.id
    tx.flush()
    updated = get_attendee(tx, attendee_id)
    old, new = changed(before, _audited(updated))
    add_audit_entry(
        tx, Action.ATTENDEE_UPDATED, by=caller, subject_id=row.id, event_id=row.event_id, before=old, after=new
    )
    publish_after_commit(tx, attendees=[row.id], attendees_of=[row.event_id])
    return updated


def delete_attendee(tx: Session, attendee_id: int, caller: SignedInUser) -> None:
    """Delete an attendee, whose ticket then admits nobody. Raises UnknownAttendee and ImportRunning."""
    _refuse_while_imported(tx, attendee_id)
    deleted = repository.delete_attendee(tx, attendee_id, ("event_id", "full_name", *LOGGED))
    if deleted is None:
        raise UnknownAttendee
    event_id = deleted.pop("event_id")
    if deleted["ticket_type"] is None:
        del deleted["ticket_type"]
    add_audit_entry(tx, Action.ATTENDEE_DELETED, by=caller, subject_id=attendee_id, event_id=event_id, before=deleted)
    publish_after_commit(tx, attendees=[attendee_id], attendees_of=[event_id])


def get_attendee(tx: Session, attendee_id: int) -> AttendeeOut:
    """Raises UnknownAttendee."""
    found = get_attendees(tx, [attendee_id])
    if not found:
        raise UnknownAttendee
    return found[0]


def get_details(tx: Session, attendee_id: int) -> AttendeeDetails:
    """An attendee with the check-ins at lists. Raises UnknownAttendee."""
    attendee = get_attendee(tx, attendee_id)
    return AttendeeDetails(**dict(attendee), check_ins=list_check_ins(tx, attendee_id))


def read_figures(tx: Session, event_id: int) -> EventFigures:
    """Ticket and payment figures of an event; all 0 for an unknown event."""
    row = repository.count_tickets(tx, event_id)
    return EventFigures(
        event_id=event_id,
        tickets=row.tickets,
        attended=row.attended,
        unpaid_tickets=row.unpaid,
        owed_cents=None if row.unpriced else int(row.owed),
        inside=None if row.leavers is None else rules.people_inside(row.inside, row.leavers),
        left=None if row.leavers is None else row.left,
    )


def get_attendees(tx: Session, ids: Collection[int]) -> list[AttendeeOut]:
    """The existing attendees among `ids`, by id. The session has written its changes."""
    return _ATTENDEES.validate_json(attendees_as_json(tx, sorted(set(ids))))


def _refuse_while_imported(tx: Session, attendee_id: int) -> None:
    if repository.is_being_imported(tx, attendee_id):
        raise ImportRunning


def _new_rows(
    attendee: AttendeeIn, event: EventOut, type_: TicketType | None, seller: int, caller: SignedInUser
) -> list[NewAttendee]:
    names = rules.names_of_tickets(attendee.full_name, attendee.quantity)
    if len(names[-1]) > MAX_NAME_LENGTH:
        most = MAX_NAME_LENGTH - len(names[-1]) + len(attendee.full_name)
        raise InvalidInput.on("fullName", f"Use {most} characters or fewer, so that ' ({len(names)})' fits behind it")
    now = clock.now()
    key = attendee.idempotency_key
    keys = [None] * len(names) if key is None else rules.keys_of_tickets(key, len(names))
    content = values_of(attendee, CONTENT)
    content["amount_paid_cents"] = rules.amount_paid_of_new_ticket(
        rules.payment_group(attendee.payment_status),
        amount_paid_cents=attendee.amount_paid_cents,
        ticket_price_cents=ticket_price(
            of_type_cents=None if type_ is None else type_.price_cents, of_event_cents=event.ticket_price_cents
        ),
    )
    first = NewAttendee(
        event_id=event.id, sold_by=seller, created_at=now, updated_at=now, updated_by=caller.id, **content
    )
    return [first._replace(full_name=name, registration_key=key) for name, key in zip(names, keys, strict=True)]


def _seller(tx: Session, attendee: AttendeeIn, caller: SignedInUser) -> int:
    if not caller.is_super_admin or attendee.sold_by is None:
        refuse_another_name(caller, attendee.sold_by)
        return caller.id
    if not is_active_user(tx, attendee.sold_by):
        raise InvalidInput.on("soldBy", "There is no such active user")
    return attendee.sold_by


def _registered_before(tx: Session, earlier: Sequence[Attendee], attendee: AttendeeIn, seller: int) -> AttendeeOut:
    """The response to a repeated request. Edits of anything but the name are ignored; other content raises KeyReused.

    Another name or number of tickets raises it even after an edit: it may be a new sale, which must not be lost.
    """
    if len(earlier) != attendee.quantity:
        raise KeyReused
    # Without an amount, the price at that time may have been stored.
    compared = CONTENT - {"amount_paid_cents"} if attendee.amount_paid_cents is None else CONTENT
    names = rules.names_of_tickets(attendee.full_name, attendee.quantity)
    for row, name in zip(earlier, names, strict=True):
        sent = attendee.model_copy(update={"full_name": name})
        is_same = all(getattr(sent, field) == getattr(row, field) for field in compared)
        is_same_guest = (row.event_id, row.sold_by, row.full_name) == (attendee.event_id, seller, name)
        if not is_same_guest or (row.version == 1 and not is_same):
            raise KeyReused
    return _registered(tx, [row.id for row in earlier])


def _registered(tx: Session, ids: Sequence[int]) -> AttendeeOut:
    attendees = get_attendees(tx, ids)
    first = attendees[0]
    return RegisteredTogether(**dict(first), attendees=attendees) if len(attendees) > 1 else first


def _audited(attendee: AttendeeOut) -> dict[str, Any]:
    """The fields that staff enter, for the audit log: the ticket type by its name."""
    return values_of(attendee, CONTENT - {"ticket_type_id"}) | {"ticket_type": _type_name(attendee)}


def _logged(attendee: AttendeeOut) -> dict[str, Any]:
    """The values that stay in the audit log; the ticket type only if there is one."""
    name = _type_name(attendee)
    return values_of(attendee, LOGGED) | ({} if name is None else {"ticket_type": name})


def _type_name(attendee: AttendeeOut) -> str | None:
    return None if attendee.ticket_type is None else attendee.ticket_type.name
