"""What crosses the wire at the door (contract 7)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, StringConstraints

from doorlist.attendees.schemas import AttendeeOut
from doorlist.checkin.rules import LONGEST_DEVICE
from doorlist.core.api_model import ApiModel, Characters, RowId
from doorlist.core.text import without_controls

Device = Annotated[str, Characters(0, LONGEST_DEVICE)]
QrText = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(without_controls)]
"""Whatever a camera or a keyboard read, trimmed. Nothing is refused here: a strange text is an attempt too."""


class ScanRequest(ApiModel):
    """One reading of a code at a door. The key makes a second sending harmless; `device` is for the log."""

    qr_data: QrText
    scanned_by: RowId | None = None
    event_id: RowId | None = None
    idempotency_key: UUID | None = None
    device: Device | None = None


class ScanAnswer(ApiModel):
    """A valid ticket: admitted now, or `alreadyScanned`, with the first check-in's time and scanner."""

    already_scanned: bool
    attendee: AttendeeOut
    message: str


class AttendanceRequest(ApiModel):
    """Present or absent, by hand."""

    attended: bool
    scanned_by: RowId | None = None


class AttendanceAnswer(ApiModel):
    """The attendee as they are now."""

    message: str
    attendee: AttendeeOut
