"""The shape of the JSON file, and the answers about it (contract 3 and 7).

Files of other tools are welcome: unknown fields are ignored, and a field is required only if it has no default.
"""

import binascii
import re
from base64 import b64decode
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from doorlist.attendees.fields import MAX_INVOICE_NUMBER_LENGTH
from doorlist.attendees.schemas import AttendeeContent, EditedTableNumber, Email, Notes
from doorlist.check_in_lists.rules import ListRule
from doorlist.check_in_lists.schemas import ListName
from doorlist.core.api_model import ApiModel, ApiRequest, Cents, Characters, Whole, required
from doorlist.core.text import without_controls
from doorlist.door.rules import LONGEST_QR_TEXT
from doorlist.events.retention import Erasures
from doorlist.events.schemas import Address, Capacity, EventDate, EventName, EventTime, Venue
from doorlist.mail.schemas import MailOpening, MailSubject
from doorlist.settings.logo import logo_type
from doorlist.settings.rules import DEFAULT_CURRENCY, MAX_LOGO_KIB, DateFormat, TimeFormat
from doorlist.settings.schemas import AccentColor, CurrencyCode, OrganisationName, TicketText
from doorlist.ticket_types.rules import TicketTypeColor
from doorlist.ticket_types.schemas import TypeName

FILE_VERSION = "1.0"
# A browser rounds larger ids, and later ids need space above.
LARGEST_NUMBER = 2**53 - 1
# Both databases, and years of four digits, hold these.
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
_NUMBERS = re.compile(r"v?([0-9]+(?:\.[0-9]+)*)", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]{1,18}")
_NO_MOMENT = "Must be a timestamp like 2026-11-20T18:30:00.000Z"


def _moment(value: object) -> object:
    """A timestamp in any form of ISO 8601; one without a zone is UTC."""
    if value is None or value == "":
        return None
    try:
        # Values that are not text fail here as well.
        moment = datetime.fromisoformat(value)  # type: ignore[arg-type]
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(_NO_MOMENT) from error
    if not EARLIEST <= moment <= LATEST:
        raise ValueError(_NO_MOMENT)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _person(value: object) -> object:
    """A user: an id, or the name that another tool uses in its place."""
    if isinstance(value, dict):
        value = value.get("id")
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("Must be a whole number")  # noqa: TRY004 - pydantic takes no other
    text = str(value).strip()[:40]
    return int(text) if _DIGITS.fullmatch(text) else without_controls(text)


def _name(value: object) -> object:
    """The name that the file gives a user, if any."""
    name = value.get("fullName") if isinstance(value, dict) else None
    return without_controls(name)[:200] if isinstance(name, str) else None


def _if_valid(value: object, validate: ValidatorFunctionWrapHandler) -> object:
    """The value; None for one of another form, as another tool may use the name for something else."""
    try:
        return validate(value)
    except ValidationError:
        return None


def _logo(value: object) -> object:
    """The bytes of an image, as base64 in the file."""
    if value is None:
        return None
    try:
        content = b64decode(value, validate=True)  # type: ignore[arg-type]
        logo_type(content)
    except (TypeError, binascii.Error) as error:
        raise ValueError("Must be an image as base64") from error
    if len(content) > MAX_LOGO_KIB * 1024:
        raise ValueError(f"Must be at most {MAX_LOGO_KIB} KiB")
    return content


IfValid = WrapValidator(_if_valid)
FileId = Annotated[Whole, Field(ge=1, le=LARGEST_NUMBER)]
Version = Annotated[Whole, Field(ge=1, le=LARGEST_NUMBER)]
Moment = Annotated[datetime | None, BeforeValidator(_moment)]
RequiredMoment = Annotated[datetime, BeforeValidator(lambda value: required(_moment(value)))]
PersonId = Annotated[int | str | None, BeforeValidator(_person)]
PersonName = Annotated[str | None, BeforeValidator(_name)]
InvoiceNumber = Annotated[str, Characters(1, MAX_INVOICE_NUMBER_LENGTH)]
# Normalised like a text that the door reads from a picture, so that a scan finds it.
QrText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QR_TEXT),
    AfterValidator(without_controls),
]


class FileEvent(ApiRequest):
    """An event of the file."""

    id: FileId
    name: EventName
    date: EventDate
    time: EventTime = None
    ticket_price_cents: Cents | None = None
    capacity: Capacity | None = None
    counts_exits: bool = False
    reentry: bool = True
    stops_at_capacity: bool = False
    leavers: Annotated[Whole, Field(ge=0, le=LARGEST_NUMBER)] = 0
    venue: Annotated[Venue, IfValid] = None
    address: Annotated[Address, IfValid] = None
    end_time: Annotated[EventTime, IfValid] = None
    ticket_text: Annotated[TicketText, IfValid] = None
    mail_subject: Annotated[MailSubject, IfValid] = None
    mail_opening: Annotated[MailOpening, IfValid] = None
    version: Version = 1
    created_at: Moment = None
    updated_at: Moment = None
    updated_by: PersonId = None


class FileTicketType(ApiRequest):
    """A ticket type of the file. Files of releases without types have none."""

    id: FileId
    event_id: FileId
    name: TypeName
    color: TicketTypeColor
    price_cents: Cents | None = None
    announce: bool = False


class FileCheckInList(ApiRequest):
    """A check-in list of the file. Files of releases without lists have none."""

    id: FileId
    event_id: FileId
    name: ListName
    rule: ListRule
    ticket_type_ids: list[FileId] | None = None
    capacity: Capacity | None = None
    needs_entrance: bool = False


class FileListCheckIn(ApiRequest):
    """The check-ins of an attendee at a list of the event."""

    list_id: FileId
    first_at: RequiredMoment
    last_at: RequiredMoment
    times: Annotated[Whole, Field(ge=1, le=LARGEST_NUMBER)]
    left_at: Moment = None
    first_by: PersonId = None


class FileSettings(ApiRequest):
    """The settings of the file, with the logo's bytes. Files of releases without settings have none."""

    organisation_name: OrganisationName = None
    accent_color: AccentColor = None
    currency: CurrencyCode = DEFAULT_CURRENCY
    date_format: DateFormat = DateFormat.DAY_FIRST
    time_format: TimeFormat = TimeFormat.HOURS_24
    ticket_text: TicketText = None
    logo: Annotated[bytes | None, BeforeValidator(_logo)] = None


class FileAttendee(AttendeeContent):
    """An attendee of the file. Derived fields, such as sums owed, are ignored."""

    id: FileId
    event_id: FileId
    table_number: EditedTableNumber
    # Another tool may use this name for something else.
    notes: Annotated[Notes | None, BeforeValidator(lambda value: value if isinstance(value, str) else None)] = None
    # A value that is no address is left out, so that a restore does not fail for a list of addresses.
    email: Annotated[Email | None, IfValid] = None
    invoice_number: InvoiceNumber
    qr_code_data: QrText
    attended: bool | None = None
    attended_at: Moment = None
    left_at: Moment = None
    scanned_by: PersonId = None
    scanner: PersonName = None
    sold_by: PersonId = None
    seller: PersonName = None
    version: Version = 1
    created_at: Moment = None
    erased_at: Moment = None
    ticket_type_id: FileId | None = None
    check_ins: Annotated[list[FileListCheckIn], Field(default_factory=list)]
    updated_at: Moment = None
    updated_by: PersonId = None


class BackupPreview(ApiModel):
    """The effect of a restore, counted from the file's arrays and not from its summary.

    `erasures` are those by the retention period, null where there are none. `erased` of the guests were erased since
    the file was made. A file with settings replaces those here.
    """

    version: str | None
    export_date: str | None
    total_events: int
    total_attendees: int
    attended_count: int
    erasures: Erasures | None
    erased: int
    has_settings: bool
    problems: list[str]


class RestoredCounts(ApiModel):
    """The events and attendees after a restore."""

    events: int
    attendees: int


class FileRestored(ApiModel):
    """A finished restore; `safety_backup` is the name of the backup taken before it.

    Some guests were erased since the file was made: `erased_again` stay so, and `brought_back` are guests again.
    """

    restored: RestoredCounts
    safety_backup: str
    erased_again: int
    brought_back: int
    problems: list[str]


def is_newer(version: str | None) -> bool:
    """True if a newer Doorlist wrote the file. A version that is not a number is ignored."""
    numbers = _NUMBERS.fullmatch(version or "")
    return numbers is not None and _parts(numbers[1]) > _parts(FILE_VERSION)


def _parts(numbers: str) -> list[int]:
    parts = [int(part) for part in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return parts


def short_text(value: Any) -> str | None:
    """A version as text, whatever its type; None for a value that cannot be one."""
    text = without_controls(str(value)) if isinstance(value, str | int | float) else ""
    return text.strip()[:40] or None
