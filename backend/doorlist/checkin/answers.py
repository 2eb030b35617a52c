"""What the door says on the wire: a verdict as a status and a body (contract 7).

The short cut and the ordinary route both answer with this, and the description of the API shows the same types.
"""

from typing import Any

import msgspec

from doorlist.attendees.rules import PaymentGroup, owed_cents
from doorlist.attendees.schemas import AttendeeOut
from doorlist.checkin.repository import Ticket
from doorlist.checkin.rules import ScanOutcome
from doorlist.checkin.schemas import ScanAnswer
from doorlist.checkin.service import Verdict
from doorlist.core.api_model import ApiModel, PersonRef
from doorlist.core.errors import Problem
from doorlist.events.schemas import EventRef


class TicketInvalid(Problem):
    """The text is no ticket of ours, nor one that was brought along."""

    code = "ticket_invalid"
    title = "Invalid QR Code"

    def __init__(self) -> None:
        super().__init__("Invalid QR code: this is not a ticket")


class TicketUnknown(Problem):
    """A text in our form that nobody on the list has."""

    status = 404
    code = "ticket_unknown"
    title = "Invalid QR Code"

    def __init__(self) -> None:
        super().__init__("Ticket not found")


class TicketOfOtherEvent(Problem):
    """A good ticket at the wrong door; `ticketEvent` says which event it is for."""

    status = 404
    code = "ticket_other_event"
    title = "Invalid QR Code"

    def __init__(self, ticket: Ticket) -> None:
        event = EventRef(id=ticket.event_id, name=ticket.event_name, date=ticket.event_date)
        super().__init__(
            "Ticket not found for this event: it is for another one",
            extra={"ticketEvent": event.model_dump(by_alias=True)},
        )


def _lean(model: type[ApiModel]) -> Any:
    """A type with the very fields of a model of ours, for values that need no checking: ten times as quick to write."""
    fields = [(name, Any) for name in model.model_fields]
    names = {name: str(field.alias) for name, field in model.model_fields.items()}
    return msgspec.defstruct(model.__name__, fields, rename=names, frozen=True, gc=False)


_Attendee, _Event, _Person, _Answer = _lean(AttendeeOut), _lean(EventRef), _lean(PersonRef), _lean(ScanAnswer)
_encode = msgspec.json.Encoder().encode


def body_of(verdict: Verdict) -> bytes:
    """The body of a 200. Raises TicketInvalid, TicketUnknown and TicketOfOtherEvent."""
    match verdict.outcome, verdict.ticket:
        case ScanOutcome.ADMITTED, ticket if ticket:
            return _body(ticket, already_scanned=False, message="Check-in complete")
        case ScanOutcome.REPEAT, ticket if ticket:
            return _body(ticket, already_scanned=True, message="Already checked in")
        case ScanOutcome.OTHER_EVENT, ticket if ticket:
            raise TicketOfOtherEvent(ticket)
        case ScanOutcome.UNKNOWN, _:
            raise TicketUnknown
        case _:
            raise TicketInvalid


def _body(ticket: Ticket, *, already_scanned: bool, message: str) -> bytes:
    attendee = _Attendee(
        id=ticket.id,
        event_id=ticket.event_id,
        event=_Event(id=ticket.event_id, name=ticket.event_name, date=ticket.event_date),
        full_name=ticket.full_name,
        phone=ticket.phone,
        table_number=ticket.table_number,
        payment_status=ticket.payment_status,
        payment_group=ticket.payment_group,
        amount_paid_cents=ticket.amount_paid_cents,
        owed_cents=owed_cents(
            PaymentGroup(ticket.payment_group),
            amount_paid_cents=ticket.amount_paid_cents,
            ticket_price_cents=ticket.ticket_price_cents,
        ),
        invoice_number=ticket.invoice_number,
        qr_code_data=ticket.qr_code_data,
        attended=bool(ticket.attended),
        attended_at=ticket.attended_at,
        scanned_by=ticket.scanned_by,
        sold_by=ticket.sold_by,
        seller=_person(ticket.sold_by, ticket.seller_name),
        scanner=_person(ticket.scanned_by, ticket.scanner_name),
        created_at=ticket.created_at,
        version=ticket.version,
        updated_at=ticket.updated_at,
        updated_by=_person(ticket.updated_by, ticket.editor_name),
    )
    body: bytes = _encode(_Answer(already_scanned=already_scanned, attendee=attendee, message=message))
    return body


def _person(user_id: int | None, full_name: str | None) -> Any:
    return None if user_id is None or full_name is None else _Person(id=user_id, full_name=full_name)
