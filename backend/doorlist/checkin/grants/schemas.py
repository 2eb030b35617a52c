"""What crosses the wire about the grants of doors (contract 6.grant and 7.grant)."""

from typing import Annotated

from pydantic import Field

from doorlist.checkin.schemas import Device
from doorlist.core.api_model import ApiModel, PersonRef, RowId, Timestamp, Whole

MOST_WAITING = 1_000_000


class GrantRequest(ApiModel):
    """What a device says of itself: its name, and how many check-ins it still has to send.

    `again` asks for a new grant in place of one that was ended.
    """

    event_id: RowId
    device: Device | None = None
    waiting: Annotated[Whole, Field(ge=0, le=MOST_WAITING)] | None = None
    again: bool = False


class GrantQuery(ApiModel):
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
    """A device at an event, with what it said at its last contact."""

    id: int
    user: PersonRef
    device: str | None
    created_at: Timestamp
    makes_until: Timestamp
    last_contact_at: Timestamp
    waiting: int
    is_this_device: bool
