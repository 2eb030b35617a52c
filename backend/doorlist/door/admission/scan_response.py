"""A verdict on the wire: status and body (contract 7).

The fast path and the ordinary route both answer with this, and the description of the API shows the same types.
"""

from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Any

import msgspec

from doorlist.attendees.rules import PaymentGroup, owed_cents
from doorlist.attendees.schemas import JOINED, STORED, AttendeeOut, CheckInDoor
from doorlist.core.api_model import ApiModel, PersonRef
from doorlist.core.errors import Conflict, NotFound, Problem
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.door_attendee import DoorAttendee
from doorlist.door.rules import ScanOutcome
from doorlist.door.schemas import CheckInAtList, ScanAnswer
from doorlist.events.schemas import EventRef
from doorlist.ticket_types.schemas import TicketTypeRef


class TicketInvalid(Problem):
    """The text is not in our form, and no attendee has it."""

    code = "ticket_invalid"
    title = "Invalid QR Code"
    detail = "Invalid QR code: this is not a ticket"


class TicketUnknown(NotFound):
    """The text is in our form, but no attendee has it."""

    code = "ticket_unknown"
    title = "Invalid QR Code"
    detail = "Ticket not found"


class TicketOfOtherEvent(NotFound):
    """A valid ticket at the wrong door; `ticketEvent` is the event of the ticket."""

    code = "ticket_other_event"
    title = "Invalid QR Code"

    def __init__(self, ticket: DoorAttendee) -> None:
        event = EventRef(id=ticket.event_id, name=ticket.event_name, date=ticket.event_date)
        super().__init__(
            "Ticket not found for this event: it is for another one",
            extra={"ticketEvent": event.model_dump(by_alias=True)},
        )


class _GuestRefused(Conflict):
    """A guest of the event who is not let in or out; the answer has the attendee."""

    def __init__(self, attendee: dict[str, Any], detail: str | None = None) -> None:
        super().__init__(detail, extra={"attendee": attendee})


class NotInside(_GuestRefused):
    code = "not_inside"
    title = "Not Inside"
    detail = "This guest is not inside. Scan the ticket on the way in first."


class ReentryNotAllowed(_GuestRefused):
    code = "reentry_not_allowed"
    title = "Already Left"
    detail = "This guest has left, and this event has no re-entry. Ask the organiser before you let them in."


class WrongTicketType(_GuestRefused):
    code = "wrong_ticket_type"
    title = "Not For This List"

    def __init__(self, attendee: dict[str, Any], at_list: CheckInAtList) -> None:
        type_ = (attendee.get("ticketType") or {}).get("name")
        ticket = f"A ticket of the type '{type_}'" if type_ else "A ticket without a type"
        detail = f"{ticket} is not for '{at_list.list.name}'. Ask the organiser before you let the guest in."
        super().__init__(attendee, detail)


class NotEntered(_GuestRefused):
    code = "not_entered"
    title = "Not At The Entrance Yet"
    detail = "This guest has not come in through the entrance. Send them there first."


class Full(_GuestRefused):
    code = "full"
    title = "Full"
    detail = "The capacity is reached. Ask the organiser before you let the guest in."


class ExitsNotCounted(Conflict):
    code = "exits_not_counted"
    title = "Exits are not counted"
    detail = "This event does not count people leaving. Turn its setting countsExits on first."


def _unchecked(model: type[ApiModel], fields: Iterable[str], rare: Iterable[str] = ()) -> Any:
    """A type with the fields of a wire model, without checks: ten times as quick to write.

    The values are in the order of `fields`. The `rare` ones are left out where they are null. Raises KeyError if the
    model has another field.
    """
    names = {name: str(model.model_fields[name].alias) for name in (*fields, *rare)}
    if missing := model.model_fields.keys() - names.keys():
        raise KeyError(f"{model.__name__} has {missing} as well")
    return msgspec.defstruct(
        model.__name__,
        [*((name, Any) for name in fields), *((name, Any, None) for name in rare)],
        rename=names,
        frozen=True,
        gc=False,
        omit_defaults=True,
    )


_Attendee = _unchecked(AttendeeOut, (*STORED, *JOINED))
_Event = _unchecked(EventRef, ("id", "name", "date"))
_Door = _unchecked(CheckInDoor, ("door", "helper"))
_Type = _unchecked(TicketTypeRef, ("id", "name", "color"))
_Person = _unchecked(PersonRef, ("id", "full_name"))
_Answer = _unchecked(
    ScanAnswer, ("already_scanned", "attendee", "message"), rare=("direction", "returned", "left_at", "check_in")
)
_MESSAGES = {
    ScanOutcome.ADMITTED: "Check-in complete",
    ScanOutcome.REPEAT: "Already checked in",
    ScanOutcome.RETURNED: "Welcome back",
    ScanOutcome.LEFT: "Goodbye",
}
_stored_of = attrgetter(*STORED)
_encode = msgspec.json.Encoder().encode


def body_of(verdict: Verdict, *, fields: Collection[str] | None = None) -> bytes:
    """The body of a 200, of the attendee only with these fields (None: all).

    Raises TicketInvalid, TicketUnknown, TicketOfOtherEvent, NotInside, ReentryNotAllowed, ExitsNotCounted,
    WrongTicketType, NotEntered and Full.
    """
    outcome, ticket, at_list = verdict.outcome, verdict.ticket, verdict.at_list
    if ticket is None or outcome not in _MESSAGES:
        raise _refusal(verdict, fields)
    rare: dict[str, Any] = {} if at_list is None else {"check_in": at_list.model_dump(mode="json", by_alias=True)}
    if outcome is ScanOutcome.RETURNED:
        rare |= {"returned": True, "left_at": verdict.left_at}
    elif outcome is ScanOutcome.LEFT:
        rare["direction"] = "out"
    attendee = _attendee(ticket) if fields is None else _on_the_wire(ticket, fields)
    body: bytes = _encode(_Answer(outcome is ScanOutcome.REPEAT, attendee, _MESSAGES[outcome], **rare))
    return body


def _refusal(verdict: Verdict, fields: Collection[str] | None) -> Problem:
    ticket, at_list = verdict.ticket, verdict.at_list
    if verdict.outcome is ScanOutcome.EXITS_NOT_COUNTED:
        return ExitsNotCounted()
    if ticket is None:
        return TicketUnknown() if verdict.outcome is ScanOutcome.UNKNOWN else TicketInvalid()
    if verdict.outcome is ScanOutcome.OTHER_EVENT:
        return TicketOfOtherEvent(ticket)
    attendee = _on_the_wire(ticket, fields)
    if verdict.outcome is ScanOutcome.WRONG_TICKET_TYPE and at_list is not None:
        return WrongTicketType(attendee, at_list)
    return _WITH_ATTENDEE[verdict.outcome](attendee)


_WITH_ATTENDEE: dict[ScanOutcome, Callable[[dict[str, Any]], Problem]] = {
    ScanOutcome.NOT_INSIDE: NotInside,
    ScanOutcome.REENTRY_NOT_ALLOWED: ReentryNotAllowed,
    ScanOutcome.NOT_ENTERED: NotEntered,
    ScanOutcome.FULL: Full,
}


def _on_the_wire(ticket: DoorAttendee, fields: Collection[str] | None) -> dict[str, Any]:
    """The attendee as a dictionary, only with these fields (None: all)."""
    attendee: dict[str, Any] = msgspec.to_builtins(_attendee(ticket))
    return attendee if fields is None else {name: value for name, value in attendee.items() if name in fields}


def _attendee(ticket: DoorAttendee) -> Any:
    return _Attendee(
        *_stored_of(ticket),
        _Event(ticket.event_id, ticket.event_name, ticket.event_date),
        owed_cents(
            PaymentGroup(ticket.payment_group),
            amount_paid_cents=ticket.amount_paid_cents,
            ticket_price_cents=ticket.ticket_price_cents,
        ),
        _person(ticket.sold_by, ticket.seller_name),
        _person(ticket.scanned_by, ticket.scanner_name),
        None if ticket.check_in_door is None else _Door(ticket.check_in_door, ticket.check_in_helper),
        _person(ticket.updated_by, ticket.editor_name),
        None if ticket.type_id is None else _Type(ticket.type_id, ticket.type_name, ticket.type_color),
        ticket.attended and ticket.left_at is None,
        # Not for the door (contract 3.email.902).
        None,
    )


def _person(user_id: int | None, full_name: str | None) -> Any:
    return None if user_id is None or full_name is None else _Person(user_id, full_name)
