"""What crosses the wire about attendees (contract 3 and 7)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, field_validator

from doorlist.attendees.rules import (
    LARGEST_PAGE,
    LARGEST_TABLE,
    LONGEST_NAME,
    LONGEST_NOTES,
    LONGEST_PAYMENT_STATUS,
    LONGEST_PHONE,
    SMALLEST_TABLE,
    PaymentGroup,
)
from doorlist.core.api_model import (
    ApiModel,
    Cents,
    Characters,
    PersonRef,
    RowId,
    Timestamp,
    Version,
    Versioned,
    Whole,
    required,
)
from doorlist.events.schemas import EventRef

FullName = Annotated[str, Characters(1, LONGEST_NAME)]
Phone = Annotated[str, Characters(1, LONGEST_PHONE)]
PaymentStatus = Annotated[str, Characters(1, LONGEST_PAYMENT_STATUS)]
Notes = Annotated[str, Characters(0, LONGEST_NOTES, several_lines=True), AfterValidator(lambda text: text or None)]
TableNumber = Annotated[Whole, Field(ge=SMALLEST_TABLE, le=LARGEST_TABLE)]
# An attendee imported without a table has 0, and an edit that leaves it alone is accepted (contract 5).
EditedTableNumber = Annotated[Whole, Field(ge=0, le=LARGEST_TABLE)]


class AttendeeContent(ApiModel):
    """What people enter about an attendee. It is stored as it was sent."""

    full_name: FullName
    phone: Phone
    table_number: TableNumber
    payment_status: PaymentStatus
    amount_paid_cents: Cents | None = None
    notes: Notes | None = None


class AttendeeIn(AttendeeContent):
    """An attendee to be registered. `soldBy` is checked, not believed; the key makes a second sending harmless."""

    event_id: RowId
    sold_by: RowId | None = None
    idempotency_key: UUID | None = None


class AttendeeChanges(ApiModel):
    """Changes to an attendee: absent fields stay; null clears the amount or the notes (contract 7)."""

    full_name: FullName | None = None
    phone: Phone | None = None
    table_number: EditedTableNumber | None = None
    payment_status: PaymentStatus | None = None
    amount_paid_cents: Cents | None = None
    notes: Notes | None = None
    version: Version | None = None

    @field_validator("full_name", "phone", "table_number", "payment_status")
    @classmethod
    def _cannot_be_cleared(cls, value: object) -> object:
        return required(value)


class AttendeeFilters(ApiModel):
    """Which attendees, and how many of them (contract 7)."""

    event_id: RowId | None = None
    search: Annotated[str, Characters(0, 200)] = ""
    payment: Annotated[str, Characters(0, 40)] = ""
    payment_group: PaymentGroup | None = None
    attended: bool | None = None
    limit: Annotated[Whole, Field(ge=1, le=LARGEST_PAGE)] | None = None
    after: RowId | None = None


class AttendeeOut(Versioned):
    """An attendee, with the names of the people and the event that the ids stand for."""

    id: int
    event_id: int
    event: EventRef
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    payment_group: PaymentGroup
    amount_paid_cents: int | None
    notes: str | None
    owed_cents: int | None
    invoice_number: str
    qr_code_data: str
    attended: bool
    attended_at: Timestamp | None
    scanned_by: int | None
    sold_by: int | None
    seller: PersonRef | None
    scanner: PersonRef | None
    created_at: Timestamp


CONTENT = frozenset(AttendeeContent.model_fields)
"""The fields that people enter; an AttendeeIn also says who sold the ticket, for which event, and has a key."""

JOINED = {"event", "owed_cents", "seller", "scanner", "updated_by"}
"""The fields of an answer that need more than the attendee's own row."""

STORED = tuple(field for field in AttendeeOut.model_fields if field not in JOINED)
"""The fields of an answer that are columns of the table, under the same name."""
