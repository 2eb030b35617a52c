"""Requests and responses about access: devices (contract 7.grant) and passes (contract 7.pass)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.core.api_model import (
    MAX_ROW_ID,
    ApiModel,
    ApiRequest,
    Characters,
    Flag,
    Moment,
    PersonRef,
    RowId,
    Timestamp,
    Whole,
)
from doorlist.door.guest_list.schemas import ListedEvent
from doorlist.door.rules import LONGEST_DEVICE, MOST_UNSENT
from doorlist.door.schemas import Device
from doorlist.users.rules import MAX_HELPER_LENGTH, MAX_PASS_HOURS, PASS_HOURS

MOST_WAITING = 1_000_000
LONGEST_SECRET = 100

Door = Annotated[str, Characters(1, LONGEST_DEVICE)]
Helper = Annotated[str, Characters(1, MAX_HELPER_LENGTH)]

Unsent = Annotated[list[UUID], Field(max_length=MOST_UNSENT)]
"""The keys of the check-ins and undos that a device has still to send for a user and an event, the first of them."""


class GrantRequest(ApiRequest):
    """The report of a device: its name, the number of unsent check-ins, and its highest sequence number.

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
    """A device at an event, with its latest report. `helper` holds a pass that the user made."""

    id: int
    user: PersonRef
    helper: str | None
    device: str | None
    created_at: Timestamp
    makes_until: Timestamp
    last_contact_at: Timestamp
    waiting: int
    is_this_device: bool


class PassRequest(ApiRequest):
    """A pass to be made: for a door of an event, and for so many hours from now. `listId`: null is the entrance.

    A device can claim the pass until `claimUntil`, or for 30 minutes. `replaces` is the pass of a lost or broken
    device: it ends, and its device may still upload. `helper` is the person whom the new one is for.
    """

    event_id: RowId
    list_id: RowId | None = None
    door: Door
    hours: Annotated[Whole, Field(ge=1, le=MAX_PASS_HOURS)] = PASS_HOURS
    claim_until: Moment | None = None
    helper: Helper | None = None
    replaces: RowId | None = None


class PassOut(ApiModel):
    """A pass. `helper` is who claimed it, or whom it is for; `grantId` is their device's."""

    id: int
    event_id: int
    list: CheckInListRef | None
    door: str
    helper: str | None
    maker: PersonRef
    created_at: Timestamp
    claim_until: Timestamp
    makes_until: Timestamp
    claimed_at: Timestamp | None
    revoked_at: Timestamp | None
    revoked_by: PersonRef | None
    grant_id: int | None
    last_contact_at: Timestamp | None
    waiting: int


class PassMade(PassOut):
    """A new pass. Only this response has its secret, which is not stored; the helper opens /pass#secret."""

    secret: str


class ClaimRequest(ApiRequest):
    """A helper takes a pass: once. The key makes a second sending of the same claim harmless."""

    secret: Annotated[str, Characters(1, LONGEST_SECRET)]
    helper: Helper
    idempotency_key: UUID | None = None


class PassClaimed(ApiModel):
    """The pass for a helper's device. Its check-ins are credited to `user`, the issuer."""

    grant_id: int
    event: ListedEvent
    list: CheckInListRef | None
    door: str
    helper: str
    user: PersonRef
    makes_until: Timestamp
