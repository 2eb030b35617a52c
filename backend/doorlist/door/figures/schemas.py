"""Requests and responses of the doors' figures (contract 7.doors)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator

from doorlist.check_in_lists.schemas import CheckInListOut
from doorlist.core.api_model import ApiModel, ApiRequest, RowId, Timestamp, Whole
from doorlist.door.access.schemas import MOST_WAITING
from doorlist.door.offline.schemas import Milliseconds
from doorlist.door.schemas import Device


def _one(change: int) -> int:
    if change not in {-1, 1}:
        raise ValueError("Must be -1 or 1")
    return change


class ContactRequest(ApiRequest):
    """A device is at its door, with so many check-ins to send; of its newest grant where it names no event."""

    waiting: Annotated[Whole, Field(ge=0, le=MOST_WAITING)]
    event_id: RowId | None = None


class LeaverRequest(ApiRequest):
    """A person who left without a scan (1), or the undo of one (-1). The key makes a second sending harmless.

    `scannedBy` is the user who counted them; `at`, in milliseconds since 1970 by the server's clock, is when they did,
    if it is uploaded later.
    """

    event_id: RowId
    change: Annotated[Whole, AfterValidator(_one)]
    key: UUID
    device: Device | None = None
    at: Milliseconds | None = None
    scanned_by: RowId | None = None

    @model_validator(mode="after")
    def _names_who(self) -> "LeaverRequest":
        if self.at is not None and self.scanned_by is None:
            raise ValueError("Send scannedBy with at")
        return self


class PeopleInside(ApiModel):
    """How many people are inside."""

    inside: int


class ArrivalsPerMinute(ApiModel):
    """Number of present attendees who arrived in one minute."""

    minute: Timestamp
    count: int


class DoorOut(ApiModel):
    """A door by its name; null stands for scans and devices without one. Without a device it has no contact."""

    door: str | None
    check_ins: int
    refused: int
    last_scan_at: Timestamp | None
    devices: int
    is_online: bool
    last_contact_at: Timestamp | None
    waiting: int


class LatestArrival(ApiModel):
    """An attendee who came in."""

    id: int
    full_name: str
    table_number: int
    at: Timestamp
    door: str | None


class ListFigures(CheckInListOut):
    """A check-in list and its figures: the guests who came in, how often, and who is inside where exits count."""

    guests: int
    times: int
    inside: int | None
    refused: int
    last_at: Timestamp | None


class DoorsOut(ApiModel):
    """The evening of an event at a glance, at `as_of`.

    `inside` is less the `leavers`, who left without a scan. These and `left` are null where exits are not counted.
    """

    event_id: int
    as_of: Timestamp
    arrived: int
    expected: int
    inside: int | None
    left: int | None
    leavers: int | None
    possible_extra_people: int
    refused: int
    last_five_minutes: int
    open_conflicts: int
    minutes: list[ArrivalsPerMinute]
    doors: list[DoorOut]
    latest: list[LatestArrival]
    lists: list[ListFigures]
