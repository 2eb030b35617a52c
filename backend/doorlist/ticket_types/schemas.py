"""Wire formats of ticket types (contract 3 and 7)."""

from typing import Annotated

from pydantic import AfterValidator

from doorlist.core.api_model import MAX_ROW_ID, NOT_CLEARED, ApiModel, ApiRequest, Cents, Characters, Flag
from doorlist.ticket_types.rules import MAX_TYPE_NAME_LENGTH, TicketTypeColor

NO_TYPE = "none"

TypeName = Annotated[str, Characters(1, MAX_TYPE_NAME_LENGTH)]


def _target(text: str) -> str:
    is_id = text.isascii() and text.isdecimal() and 0 < int(text[:20]) <= MAX_ROW_ID
    if text != NO_TYPE and not is_id:
        raise ValueError("Must be the id of a ticket type, or 'none'")
    return text


MoveTarget = Annotated[str, AfterValidator(_target)]
"""Where the attendees of a deleted type go: the id of another type of the event, or `NO_TYPE`."""


class TicketTypeIn(ApiRequest):
    """A ticket type to be created. Without a colour the server chooses one."""

    name: TypeName
    color: TicketTypeColor | None = None
    price_cents: Cents | None = None
    announce: Flag = False


class TicketTypeChanges(ApiRequest):
    """Changes to a ticket type: absent fields stay; null clears the price (contract 7)."""

    name: Annotated[TypeName | None, NOT_CLEARED] = None
    color: Annotated[TicketTypeColor | None, NOT_CLEARED] = None
    price_cents: Cents | None = None
    announce: Annotated[Flag | None, NOT_CLEARED] = None


class TicketTypeRef(ApiModel):
    """A ticket type as shown beside an attendee."""

    id: int
    name: str
    color: TicketTypeColor


class TicketTypeOut(TicketTypeRef):
    """A ticket type. Tickets of a type without a price cost what the event's cost."""

    event_id: int
    price_cents: int | None
    announce: bool
