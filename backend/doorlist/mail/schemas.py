"""API models of sending tickets by email (contract 7.mail)."""

from typing import Annotated

from pydantic import AfterValidator, Field

from doorlist.attendees.rules import NOT_AN_EMAIL
from doorlist.attendees.schemas import Email, FilteredTable, WhichAttendees
from doorlist.core.api_model import (
    BLANK_IS_NONE,
    ApiModel,
    ApiRequest,
    Characters,
    Flag,
    PersonRef,
    RowId,
    Timestamp,
    Whole,
    as_optional,
)
from doorlist.events.schemas import EventRef
from doorlist.mail.rules import (
    MAX_OPENING_LENGTH,
    MAX_SUBJECT_LENGTH,
    MAX_TICKETS_PER_REQUEST,
    address_on_the_wire,
)

MailSubject = Annotated[Annotated[str, Characters(1, MAX_SUBJECT_LENGTH)] | None, BLANK_IS_NONE]
MailOpening = Annotated[Annotated[str, Characters(1, MAX_OPENING_LENGTH, several_lines=True)] | None, BLANK_IS_NONE]


class SendRequest(WhichAttendees):
    """Send the tickets of the guests in `ids`, or of all matching ones; `expected` is their number.

    Guests who were sent theirs are left out unless `again`. `tellsChange` says in the message that date, time or place
    changed. With `dryRun` nothing is queued.
    """

    attended: Flag | None = None
    ticket_type_id: RowId | None = None
    table_number: FilteredTable | None = None
    ids: Annotated[list[RowId], Field(min_length=1, max_length=MAX_TICKETS_PER_REQUEST)] | None = None
    expected: Annotated[Whole, Field(ge=1, le=MAX_TICKETS_PER_REQUEST)]
    again: Annotated[Flag, Field(json_schema_extra=as_optional)] = False
    tells_change: Annotated[Flag, Field(json_schema_extra=as_optional)] = False
    dry_run: Annotated[Flag, Field(json_schema_extra=as_optional)] = False


class AddressCount(ApiModel):
    """An address and the number of tickets for it."""

    address: str
    tickets: int


class SendResult(ApiModel):
    """The guests whose tickets are queued, in so many messages, and the guests left out, each counted once.

    `without_email` have no address; `already_sent` were sent a ticket, or are being sent one; `erased` were erased.
    `addresses` are the recipients of up to three messages, with `dryRun`; otherwise it is empty.
    """

    queued: int
    messages: int
    without_email: int
    already_sent: int
    erased: int
    addresses: list[AddressCount]


class MailStatus(ApiModel):
    """Whether this server can send. `problem` is a sentence: what is wrong, and what to do."""

    is_set_up: bool
    is_ready: bool
    problem: str | None
    server: str | None
    sender: str | None
    per_minute: int | None


class MailRunOut(ApiModel):
    """One request to send, with its tickets by their state. `event` is null for several events."""

    id: int
    event: EventRef | None
    created_by: PersonRef | None
    created_at: Timestamp
    total: int
    waiting: int
    sent: int
    failed: int
    unknown: int


class Sending(ApiModel):
    """The state of sending: unfinished requests and the requests of the last hour, the newest first."""

    mail: MailStatus
    runs: list[MailRunOut]


class Resolution(ApiRequest):
    """A person's decision on a message of unknown outcome."""

    attendee_id: RowId
    arrived: Flag


def _reachable(address: str | None) -> str:
    if address is None:
        raise ValueError(NOT_AN_EMAIL)
    address_on_the_wire(address)
    return address


class MailTest(ApiRequest):
    """The address for a test message."""

    to: Annotated[Email, AfterValidator(_reachable)]


class MailTestResult(ApiModel):
    """Whether the mail server took the test message; if not, the reason as a sentence."""

    is_sent: bool
    problem: str | None


class EventMailTexts(ApiRequest):
    """Subject and opening text of an event's messages; null is the usual one."""

    subject: MailSubject = None
    opening: MailOpening = None


class EventMailOut(ApiModel):
    """Texts of an event's messages, and the number of guests whose message says another date, time or place."""

    subject: str | None
    opening: str | None
    usual_subject: str
    to_tell: int


class MailPreview(ApiModel):
    """A message as its reader sees it, for one made-up guest."""

    subject: str
    text: str
    html: str
