"""An attendee for the door. Every scan reads one, so it has no checks of a model."""

from collections.abc import Sequence

import msgspec

from doorlist.attendees.wire_sql import PEOPLE_JOINED, stored_expression
from doorlist.core.db.json_sql import JsonSql
from doorlist.door.rules import LONGEST_QR_TEXT
from doorlist.tickets.rules import normalise_qr, whole_qr_hash


class Ticket(msgspec.Struct, array_like=True, frozen=True):
    """Every stored field of an AttendeeOut, as a test checks, and the names of event and people.

    Timestamps are in wire form.
    """

    qr_code_data: str
    id: int
    event_id: int
    event_name: str
    event_date: str
    ticket_price_cents: int | None
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    payment_group: str
    amount_paid_cents: int | None
    notes: str | None
    invoice_number: str
    attended: bool
    attended_at: str | None
    scanned_by: int | None
    scanner_name: str | None
    check_in_door: str | None
    check_in_helper: str | None
    sold_by: int | None
    seller_name: str | None
    created_at: str
    erased_at: str | None
    version: int
    updated_at: str
    updated_by: int | None
    editor_name: str | None


TICKET_FROM = f"FROM attendees JOIN events ON events.id = attendees.event_id{PEOPLE_JOINED}"

_JOINED = {
    "event_name": "events.name",
    "event_date": "events.date",
    "ticket_price_cents": "events.ticket_price_cents",
    "scanner_name": "scanner.full_name",
    "check_in_door": "check_in.device",
    "check_in_helper": "check_in.helper",
    "seller_name": "seller.full_name",
    "editor_name": "editor.full_name",
}


def ticket_columns(engine: JsonSql) -> str:
    """The expressions of a Ticket's fields, in their order, on what TICKET_FROM joins."""
    return ", ".join(_JOINED.get(field) or stored_expression(engine, field) for field in Ticket.__struct_fields__)


def ids_by_hash(tickets: Sequence[Ticket]) -> dict[str, int]:
    """The whole hash of each. Of texts that are one when normalised, that text itself has it, else the oldest."""
    preferred_last = sorted(tickets, key=lambda t: (t.qr_code_data == normalise_qr(t.qr_code_data), -t.id))
    return {whole_qr_hash(ticket.qr_code_data): ticket.id for ticket in preferred_last}


def spellings(qr_data: str) -> tuple[str, ...]:
    """The forms to look up: the normalised text, and the text as read, because a stored text may have any form."""
    if len(qr_data) > LONGEST_QR_TEXT:
        return ()
    return tuple(dict.fromkeys((qr_data, normalise_qr(qr_data))))
