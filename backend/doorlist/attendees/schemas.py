"""API models of attendees (contract 3 and 7)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, ValidationInfo, ValidatorFunctionWrapHandler, WrapValidator, field_validator

from doorlist.attendees.cursors import ListCursor, decode_cursor
from doorlist.attendees.fields import (
    MAX_EMAIL_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTES_LENGTH,
    MAX_PAYMENT_STATUS_LENGTH,
    MAX_PHONE_LENGTH,
    NO_PHONE,
    NO_TABLE,
)
from doorlist.attendees.rules import (
    MAX_PAGE_SIZE,
    MAX_TABLE,
    MAX_TICKETS_PER_REQUEST,
    MAX_UPDATED_PER_REQUEST,
    MIN_TABLE,
    NOT_AN_EMAIL,
    AttendeeSort,
    MailFilter,
    PaymentGroup,
    is_email,
)
from doorlist.check_in_lists.schemas import ListCheckIn
from doorlist.core.api_model import (
    NOT_CLEARED,
    ApiModel,
    ApiRequest,
    Cents,
    Characters,
    Flag,
    PersonRef,
    RowId,
    Timestamp,
    Version,
    Versioned,
    Whole,
    as_nullable,
    as_optional,
)
from doorlist.events.schemas import EventRef
from doorlist.ticket_types.schemas import TicketTypeRef

MAX_CURSOR_LENGTH = 1_500

FullName = Annotated[str, Characters(1, MAX_NAME_LENGTH)]
Phone = Annotated[str, Characters(1, MAX_PHONE_LENGTH)]
PaymentStatus = Annotated[str, Characters(1, MAX_PAYMENT_STATUS_LENGTH)]
Notes = Annotated[str, Characters(0, MAX_NOTES_LENGTH, several_lines=True), AfterValidator(lambda text: text or None)]


def _one_address(text: str) -> str | None:
    if text and not is_email(text):
        raise ValueError(NOT_AN_EMAIL)
    return text or None


Email = Annotated[str, Characters(0, MAX_EMAIL_LENGTH), AfterValidator(_one_address)]
TableNumber = Annotated[Whole, Field(ge=MIN_TABLE, le=MAX_TABLE)]
# An attendee imported without a table has 0; an edit may leave it at 0 (contract 5).
EditedTableNumber = Annotated[Whole, Field(ge=0, le=MAX_TABLE)]
# 0 finds the attendees without a table.
FilteredTable = Annotated[Whole, Field(ge=0, le=MAX_TABLE)]


def _none_as(stored: str | int) -> WrapValidator:
    def validate(value: object, validate_given: ValidatorFunctionWrapHandler) -> object:
        return stored if value is None else validate_given(value)

    return WrapValidator(validate)


PhoneOrNone = Annotated[Phone, _none_as(NO_PHONE), Field(json_schema_extra=as_nullable)]
TableOrNone = Annotated[TableNumber, _none_as(NO_TABLE), Field(json_schema_extra=as_nullable)]


class AttendeeContent(ApiRequest):
    """The fields of an attendee that staff enter. They are stored as sent."""

    full_name: FullName
    phone: Phone
    table_number: TableNumber
    payment_status: PaymentStatus
    amount_paid_cents: Cents | None = None
    notes: Notes | None = None
    email: Email | None = None
    ticket_type_id: RowId | None = None


class AttendeeIn(AttendeeContent):
    """A registration of one attendee, or of `quantity` attendees.

    `soldBy` is checked. With an idempotency key, sending it twice adds nothing.
    """

    event_id: RowId
    sold_by: RowId | None = None
    idempotency_key: UUID | None = None
    quantity: Annotated[Whole, Field(ge=1, le=MAX_TICKETS_PER_REQUEST, json_schema_extra=as_optional)] = 1


class Registration(AttendeeIn):
    """A registration on a form or by its call, where null is no phone number, or no table."""

    phone: PhoneOrNone
    table_number: TableOrNone


class AttendeeChanges(ApiRequest):
    """Changes to an attendee: absent fields stay; null clears any except the name and the payment (contract 7)."""

    full_name: Annotated[FullName | None, NOT_CLEARED] = None
    phone: Phone | None = None
    table_number: EditedTableNumber | None = None
    payment_status: Annotated[PaymentStatus | None, NOT_CLEARED] = None
    amount_paid_cents: Cents | None = None
    notes: Notes | None = None
    email: Email | None = None
    ticket_type_id: RowId | None = None
    version: Version | None = None


class TicketMail(ApiModel):
    """A message with an attendee's ticket: its state since `at`, and the reason of a failure."""

    state: str
    problem: str | None
    at: Timestamp


class WhichAttendees(ApiRequest):
    """Filters of attendees (contract 7)."""

    event_id: RowId | None = None
    search: Annotated[str, Characters(0, 200), Field(json_schema_extra=as_optional)] = ""
    payment: Annotated[str, Characters(0, 40), Field(json_schema_extra=as_optional)] = ""
    payment_group: PaymentGroup | None = None
    attended: bool | None = None
    ticket_mail: MailFilter | None = None


class NarrowedAttendees(WhichAttendees):
    """All filters of a list."""

    ticket_type_id: RowId | None = None
    table_number: FilteredTable | None = None

    @property
    def is_narrowed(self) -> bool:
        """True if a filter is set."""
        return any(getattr(self, name) != field.default for name, field in NarrowedAttendees.model_fields.items())


class SortedAttendees(NarrowedAttendees):
    """Filters and order of a list."""

    sort: AttendeeSort = AttendeeSort.NEWEST


class AttendeeFilters(SortedAttendees):
    """Filters, order and page of a list (contract 7)."""

    limit: Annotated[Whole, Field(ge=1, le=MAX_PAGE_SIZE)] | None = None
    after: Annotated[str, Characters(0, MAX_CURSOR_LENGTH)] | None = None

    @field_validator("after")
    @classmethod
    def _is_of_this_order(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and "sort" in info.data:
            decode_cursor(info.data["sort"], value)
        return value

    @property
    def cursor(self) -> ListCursor | int | None:
        """The decoded `after`: an id if the newest come first."""
        return None if self.after is None else decode_cursor(self.sort, self.after)


class ManyChanges(WhichAttendees):
    """A table, a payment or a ticket type for the attendees in `ids` or all matching ones.

    `expected` is their number. `ofTicketTypeId` and `ofTableNumber` are filters, `ticketTypeId` and `tableNumber` the
    new values; null is no type, or no table. With `paidInFull`, who then counts as paid has paid at least the price.
    """

    attended: Flag | None = None
    ids: Annotated[list[RowId], Field(min_length=1, max_length=MAX_UPDATED_PER_REQUEST)] | None = None
    expected: Annotated[Whole, Field(ge=1, le=MAX_UPDATED_PER_REQUEST)]
    table_number: TableNumber | None = None
    payment_status: Annotated[PaymentStatus | None, NOT_CLEARED] = None
    ticket_type_id: RowId | None = None
    of_ticket_type_id: RowId | None = None
    paid_in_full: Annotated[Flag, Field(json_schema_extra=as_optional)] = False
    of_table_number: FilteredTable | None = None
    idempotency_key: UUID | None = None


class UpdatedMany(ApiModel):
    """The number of attendees, which is the expected one, and the id under which the change can be undone.

    `unchanged` of them had all the new values before, and were left as they were. `amountChangeCents` is by how much
    the change raised the sum of the amounts paid; below 0, it lowered it.
    """

    id: int
    updated: int
    unchanged: int
    amount_change_cents: int


class PreviewOfMany(ApiModel):
    """The effect of a change of many: the sums of all its attendees before and after it.

    `unchanged` of them have all the new values already. The sum owed is null where a ticket price is unknown.
    `paidByFreeCents` and `owedByFreeCents` are the parts of the change that concern free guests, `partPaymentsCents`
    the amount paid by attendees who do not count as paid. `belowPrice` and `abovePrice` are the numbers of attendees
    who then count as paid and have paid less, or more, than their price; `belowPriceCents` and `abovePriceCents` are
    these differences.
    """

    unchanged: int
    paid_by_free_cents: int
    owed_by_free_cents: int
    part_payments_cents: int
    below_price: int
    below_price_cents: int
    above_price: int
    above_price_cents: int
    amount_paid_cents: int
    amount_paid_after_cents: int
    owed_cents: int | None
    owed_after_cents: int | None


class RestoredMany(ApiModel):
    """The number of attendees that have their former values again, and the change of the sum of the amounts paid."""

    restored: int
    amount_change_cents: int


class Neighbours(ApiModel):
    """An attendee's position in a list from 1, the number of its attendees, and the ids before and after.

    All are null where the filters do not match the attendee.
    """

    position: int | None = None
    matches: int | None = None
    previous_id: int | None = None
    next_id: int | None = None


class SimilarQuery(ApiRequest):
    """A typed name without matches, and the event to search (contract 7)."""

    name: Annotated[str, Characters(1, 200)]
    event_id: RowId | None = None


class CheckInDoor(ApiModel):
    """The door that admitted an attendee. `helper` is the name on the door pass; null for staff."""

    door: str
    helper: str | None


class AttendeeOut(Versioned):
    """An attendee, with the names of their event, seller and scanner."""

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
    email: str | None
    owed_cents: int | None
    invoice_number: str
    qr_code_data: str
    attended: bool
    attended_at: Timestamp | None
    scanned_by: int | None
    sold_by: int | None
    seller: PersonRef | None
    scanner: PersonRef | None
    check_in_door: CheckInDoor | None
    created_at: Timestamp
    erased_at: Timestamp | None
    ticket_type: TicketTypeRef | None
    inside: bool
    left_at: Timestamp | None
    ticket_mail: TicketMail | None


class AttendeeDetails(AttendeeOut):
    """An attendee with the check-ins at further lists than the entrance."""

    check_ins: list[ListCheckIn] = Field(default_factory=list, exclude_if=lambda check_ins: not check_ins)


class EventFigures(ApiModel):
    """Ticket and payment figures of an event; `owed_cents` is null if an unpaid ticket has no price.

    `inside` and `left` are null where exits are not counted.
    """

    event_id: int
    tickets: int
    attended: int
    inside: int | None
    left: int | None
    unpaid_tickets: int
    owed_cents: int | None


class RegisteredTogether(AttendeeOut):
    """The first attendee of a registration; `attendees` has all."""

    attendees: list[AttendeeOut]


CONTENT = frozenset(AttendeeContent.model_fields)
"""The fields that staff enter."""

JOINED = (
    "event",
    "owed_cents",
    "seller",
    "scanner",
    "check_in_door",
    "updated_by",
    "ticket_type",
    "inside",
    "ticket_mail",
)
"""The fields of a response that are no columns of the table, in the order of door/admission/scan_response.py."""

STORED = tuple(field for field in AttendeeOut.model_fields if field not in JOINED)
"""The fields of a response that are columns of the table."""
