"""What crosses the wire about the grants of doors (contract 6.grant and 7.grant)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from doorlist.core.api_model import MAX_ROW_ID, ApiModel, ApiRequest, Flag, Moment, PersonRef, RowId, Timestamp, Whole
from doorlist.door.rules import MOST_UNSENT
from doorlist.door.schemas import Device

MOST_WAITING = 1_000_000

Unsent = Annotated[list[UUID], Field(max_length=MOST_UNSENT)]
"""The keys of the check-ins and undos that a device has still to send for a user and an event, the first of them."""


class GrantRequest(ApiRequest):
    """What a device says of itself: its name, how many check-ins it still has to send, and its highest number of one.

    `again` asks for a new grant in place of one that was ended.
    `made_at` is when the first of what waits was made: a grant that an older backup does not know counts from then.
    """

    event_id: RowId
    device: Device | None = None
    waiting: Annotated[Whole, Field(ge=0, le=MOST_WAITING)] | None = None
    unsent: Unsent | None = None
    last_sequence: Annotated[Whole, Field(ge=0, le=MAX_ROW_ID)] | None = None
    again: Flag = False
    made_at: Moment | None = None


class GrantQuery(ApiRequest):
    """Whose devices: those at this event."""

    event_id: RowId


class GrantOut(ApiModel):
    """The device's own grant. Its secret is in the cookie alone."""

    id: int
    event_id: int
    user: PersonRef
    device: str | None
    created_at: Timestamp
    makes_until: Timestamp
    delivers_until: Timestamp


class GrantListed(ApiModel):
    """A device at an event, with what it said at its last contact. `helper` holds a pass of the user's."""

    id: int
    user: PersonRef
    helper: str | None
    device: str | None
    created_at: Timestamp
    makes_until: Timestamp
    last_contact_at: Timestamp
    waiting: int
    is_this_device: bool
