"""An attendee for the door. Every scan reads one, so it has no checks of a model."""

from collections.abc import Sequence

import msgspec

from doorlist.attendees.wire_sql import PEOPLE_JOINED, TICKET_PRICE, TYPE_JOINED, of_check_in, stored_expression
from doorlist.core.db.json_sql import JsonSql
from doorlist.door.admission.log_row import VisitStart
from doorlist.door.rules import LONGEST_QR_TEXT, Record
from doorlist.tickets.rules import half_of_qr_hash, is_our_form, normalise_qr, qr_hash, whole_qr_hash


class DoorAttendee(msgspec.Struct, array_like=True, frozen=True):
    """Every stored field of an AttendeeOut, as a test checks, and the names of event, people and ticket type.

    The price is that of the type, else of the event. `limit` is the capacity of an event that stops at it. Timestamps
    are in wire form.
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
    email: str | None
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
    type_id: int | None
    type_name: str | None
    type_color: str | None
    left_at: str | None
    returned_at: str | None
    counts_exits: bool
    reentry: bool
    limit: int | None


TICKET_FROM = f"FROM attendees JOIN events ON events.id = attendees.event_id{TYPE_JOINED}{PEOPLE_JOINED}"

_JOINED = {
    "event_name": "events.name",
    "event_date": "events.date",
    "limit": "CASE WHEN events.stops_at_capacity THEN events.capacity END",
    # Not for the door (contract 3.email.902).
    "email": "NULL",
    "ticket_price_cents": TICKET_PRICE,
    "scanner_name": "scanner.full_name",
    "check_in_door": of_check_in("check_in.device"),
    "check_in_helper": of_check_in("check_in.helper"),
    "seller_name": "seller.full_name",
    "editor_name": "editor.full_name",
    "type_id": "ticket_types.id",
    "type_name": "ticket_types.name",
    "type_color": "ticket_types.color",
}
_OF_THE_EVENT = ("counts_exits", "reentry")


def ticket_columns(engine: JsonSql) -> str:
    """The expressions of a DoorAttendee's fields, in their order, on what TICKET_FROM joins."""
    joined = _JOINED | {name: engine.flag(f"events.{name}") for name in _OF_THE_EVENT}
    return ", ".join(joined.get(field) or stored_expression(engine, field) for field in DoorAttendee.__struct_fields__)


class TicketRefs(msgspec.Struct, frozen=True):
    """How records refer to tickets: by halves of hashes, spellings of texts, and ids."""

    qr_hashes: list[str]
    qr_texts: list[str]
    ids: list[int]


def refs_of(records: Sequence[Record]) -> TicketRefs:
    return TicketRefs(
        qr_hashes=[half_of_qr_hash(record.qr_hash) for record in records if record.qr_hash is not None],
        qr_texts=[text for record in records if record.qr_data is not None for text in spellings(record.qr_data)],
        ids=[record.attendee_id for record in records if record.attendee_id is not None],
    )


class FoundTickets:
    """The tickets that a lookup found, by each kind of ticket reference."""

    def __init__(self, tickets: Sequence[DoorAttendee], *, by_hash: bool) -> None:
        """Without `by_hash` no record refers to a ticket by its hash."""
        self.by_id = {ticket.id: ticket for ticket in tickets}
        self._by_text = {ticket.qr_code_data: ticket.id for ticket in tickets}
        self._by_hash = _ids_by_hash(tickets) if by_hash else {}

    def find(self, record: Record) -> DoorAttendee | None:
        found: int | None
        if record.qr_data is not None:
            found = next(filter(None, map(self._by_text.get, spellings(record.qr_data))), None)
        else:
            found = record.attendee_id if record.qr_hash is None else self._by_hash.get(record.qr_hash)
        ticket = None if found is None else self.by_id.get(found)
        is_other = ticket and record.listed_hash is not None and qr_hash(ticket.qr_code_data) != record.listed_hash
        return None if is_other else ticket


def _ids_by_hash(tickets: Sequence[DoorAttendee]) -> dict[str, int]:
    """The whole hash of each. Of texts that are one when normalised, that text itself has it, else the oldest."""
    preferred_last = sorted(tickets, key=lambda t: (t.qr_code_data == normalise_qr(t.qr_code_data), -t.id))
    return {whole_qr_hash(ticket.qr_code_data): ticket.id for ticket in preferred_last}


def spellings(qr_data: str) -> tuple[str, ...]:
    """The forms to look up: the normalised text, and the text as read, because a stored text may have any form."""
    if len(qr_data) > LONGEST_QR_TEXT:
        return ()
    return tuple(dict.fromkeys((qr_data, normalise_qr(qr_data))))


def has_own_form(record: Record) -> bool:
    """Whether a record's text has the form of our tickets; hashes and ids are of such texts."""
    return record.qr_data is None or is_our_form(normalise_qr(record.qr_data))


def present_since(
    ticket: DoorAttendee,
    start: VisitStart,
    user_name: str | None,
    *,
    door: str | None,
    helper: str | None,
    left_at: str | None = None,
) -> DoorAttendee:
    """The ticket of an attendee who is present by that check-in, or has left since."""
    return msgspec.structs.replace(
        ticket,
        attended=True,
        attended_at=start.since,
        scanned_by=start.by,
        scanner_name=user_name,
        check_in_door=door,
        check_in_helper=helper,
        left_at=left_at,
    )
