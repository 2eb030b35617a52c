"""What crosses the wire about door passes (contract 6.pass and 7.pass)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from doorlist.core.api_model import ApiModel, ApiRequest, Characters, Moment, PersonRef, RowId, Timestamp, Whole
from doorlist.door.guest_list.schemas import ListedEvent
from doorlist.door.rules import LONGEST_DEVICE
from doorlist.users.rules import LONGEST_HELPER, MOST_PASS_HOURS, PASS_HOURS

LONGEST_SECRET = 100

Door = Annotated[str, Characters(1, LONGEST_DEVICE)]
Helper = Annotated[str, Characters(1, LONGEST_HELPER)]


class PassRequest(ApiRequest):
    """A pass to be made: for a door of an event, and for so many hours from now.

    It can be claimed until `claimUntil`, or for 30 minutes. `replaces` is the pass of a device that is lost or dead:
    it ends, and what its device made is still delivered. `helper` is whom the new one is for.
    """

    event_id: RowId
    door: Door
    hours: Annotated[Whole, Field(ge=1, le=MOST_PASS_HOURS)] = PASS_HOURS
    claim_until: Moment | None = None
    helper: Helper | None = None
    replaces: RowId | None = None


class PassQuery(ApiRequest):
    """Whose passes: those for this event."""

    event_id: RowId


class PassOut(ApiModel):
    """A pass. `helper` is who claimed it, or whom it is for; `grantId` is their device's."""

    id: int
    event_id: int
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
    """A new pass. Its secret is told this once, and stored nowhere; the helper opens /pass#secret."""

    secret: str


class ClaimRequest(ApiRequest):
    """A helper takes a pass: once. The key makes a second sending of the same claim harmless."""

    secret: Annotated[str, Characters(1, LONGEST_SECRET)]
    helper: Helper
    idempotency_key: UUID | None = None


class PassClaimed(ApiModel):
    """What a helper's device may know of its pass. `user` is who made it, and to whom its check-ins are credited."""

    grant_id: int
    event: ListedEvent
    door: str
    helper: str
    user: PersonRef
    makes_until: Timestamp
