"""Requests and responses of live scans and manual marks (contract 7)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from doorlist.attendees.schemas import AttendeeOut, CheckInDoor
from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.core.api_model import (
    ApiModel,
    ApiRequest,
    Characters,
    Flag,
    Moment,
    PersonRef,
    RowId,
    Timestamp,
    as_optional,
)
from doorlist.core.errors import REQUIRED
from doorlist.core.text import without_controls
from doorlist.door.rules import LONGEST_DEVICE, Direction
from doorlist.tickets.rules import LISTED_HASH_CHARACTERS, is_whole_qr_hash

Device = Annotated[str, Characters(0, LONGEST_DEVICE)]
QrText = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(without_controls)]
"""Whatever a camera or a keyboard read, trimmed. Nothing is refused here: a strange text is an attempt too."""


def _whole_hash(text: str) -> str:
    if not is_whole_qr_hash(text):
        raise ValueError("Must be 43 characters of base64url: the SHA-256 of the normalised text")
    return text


WholeHash = Annotated[str, AfterValidator(_whole_hash)]
"""The whole SHA-256 of a normalised text (contract 7.scan.17)."""


class ScanRequest(ApiRequest):
    """A ticket at a door, named in one way: the text that was read, the SHA-256 of it, or the attendee's id.

    The key makes a second sending harmless; `device` is for the log. `listedHash` beside an id is the hash that the
    door's list had for it: a restored file may have given the id to another guest. `scannedAt` is when the door read
    the ticket, by the server's clock. The `direction` 'out' is an exit. `listId` is a check-in list, null the entrance.
    """

    qr_hash: WholeHash | None = None
    attendee_id: RowId | None = None
    listed_hash: Annotated[str, Characters(LISTED_HASH_CHARACTERS, LISTED_HASH_CHARACTERS)] | None = None
    # The last of the three, because its check reads the other two.
    qr_data: QrText | None = Field(default=None, validate_default=True)
    scanned_by: RowId | None = None
    event_id: RowId | None = None
    idempotency_key: UUID | None = None
    device: Device | None = None
    scanned_at: Moment | None = None
    direction: Annotated[Direction, Field(json_schema_extra=as_optional)] = "in"
    list_id: RowId | None = None

    @field_validator("qr_data")
    @classmethod
    def _is_named_in_one_way(cls, qr_data: str | None, info: ValidationInfo) -> str | None:
        if not {"qr_hash", "attendee_id"} <= info.data.keys():
            # Refused already.
            return qr_data
        given = [name for name in (qr_data, info.data["qr_hash"], info.data["attendee_id"]) if name is not None]
        if not given:
            raise PydanticCustomError("missing", REQUIRED)
        if len(given) > 1:
            raise ValueError("Send only one of qrData, qrHash and attendeeId")
        return qr_data


class EventQuery(ApiRequest):
    """The event whose devices, passes, figures or guests are listed."""

    event_id: RowId


class CheckInAtList(ApiModel):
    """The check-ins of an attendee at the list of a scan, and by whom and at which door they first came in there.

    The times are null for one who has not come in. `inside` is true after an entry until an exit.
    """

    list: CheckInListRef
    first_at: Timestamp | None
    last_at: Timestamp | None
    times: int
    inside: bool
    checked_in_by: PersonRef | None
    check_in_door: CheckInDoor | None


class ScanAnswer(ApiModel):
    """A valid ticket: admitted now, or `alreadyScanned`, with the first check-in's time and scanner.

    With the `direction` 'out' the guest left. `returned`: the guest had left at `leftAt` and came back. `checkIn`: at
    a check-in list. These fields are left out otherwise.
    """

    already_scanned: bool
    attendee: AttendeeOut
    message: str
    direction: Direction | None = None
    returned: bool | None = None
    left_at: Timestamp | None = None
    check_in: CheckInAtList | None = None


class AttendanceRequest(ApiRequest):
    """Present or absent, by hand.

    With `attendedAt`, absent undoes only the check-in of that time, and leaves a later one as it is. `anyway`: the
    event was full, and the caller confirmed.
    """

    attended: Flag
    anyway: Flag | None = None
    attended_at: Moment | None = None
    scanned_by: RowId | None = None


class AttendanceAnswer(ApiModel):
    """The attendee as they are now."""

    message: str
    attendee: AttendeeOut
