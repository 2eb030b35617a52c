"""An attendee in its wire form, and in that of the audit log."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from doorlist.attendees import rules
from doorlist.attendees.fields import LOGGED, values_of
from doorlist.attendees.schemas import CONTENT, STORED, AttendeeOut, CheckInDoor, TicketMail
from doorlist.core.api_model import PersonRef
from doorlist.events.schemas import EventRef
from doorlist.ticket_types.rules import ticket_price
from doorlist.ticket_types.schemas import TicketTypeRef


def to_wire(row: Row[*tuple[Any, ...]]) -> AttendeeOut:
    """The attendee of a row of `repository.find_attendee`."""
    attendee, event, seller_name, scanner_name, editor_name, door, helper, type_, *mail = row
    return AttendeeOut(
        **values_of(attendee, STORED),
        event=EventRef.model_validate(event),
        owed_cents=rules.owed_cents(
            rules.PaymentGroup(attendee.payment_group),
            amount_paid_cents=attendee.amount_paid_cents,
            ticket_price_cents=ticket_price(
                of_type_cents=None if type_ is None else type_.price_cents, of_event_cents=event.ticket_price_cents
            ),
        ),
        seller=_person(attendee.sold_by, seller_name),
        scanner=_person(attendee.scanned_by, scanner_name),
        check_in_door=None if door is None else CheckInDoor(door=door, helper=helper),
        updated_by=_person(attendee.updated_by, editor_name),
        ticket_type=None if type_ is None else TicketTypeRef.model_validate(type_),
        inside=attendee.attended and attendee.left_at is None,
        ticket_mail=_ticket_mail(*mail),
    )


def audited(attendee: AttendeeOut) -> dict[str, Any]:
    """The fields that staff enter, for the audit log: the ticket type by its name."""
    return values_of(attendee, CONTENT - {"ticket_type_id"}) | {"ticket_type": _type_name(attendee)}


def logged(attendee: AttendeeOut) -> dict[str, Any]:
    """The values that stay in the audit log; the ticket type only if there is one."""
    name = _type_name(attendee)
    return values_of(attendee, LOGGED) | ({} if name is None else {"ticket_type": name})


def _type_name(attendee: AttendeeOut) -> str | None:
    return None if attendee.ticket_type is None else attendee.ticket_type.name


def _ticket_mail(state: str | None, problem: str | None, at: datetime | None) -> TicketMail | None:
    return None if state is None or at is None else TicketMail(state=state, problem=problem, at=at)


def _person(user_id: int | None, full_name: str | None) -> PersonRef | None:
    return None if user_id is None or full_name is None else PersonRef(id=user_id, full_name=full_name)
