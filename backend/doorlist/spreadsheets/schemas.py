"""Wire formats of the operations on many attendees at once (contract 7)."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from doorlist.attendees.rules import AttendeeSort
from doorlist.attendees.schemas import NarrowedAttendees
from doorlist.core.api_model import ApiModel, ApiRequest, DeviceZone, PersonRef, RowId, Timestamp
from doorlist.events.retention import Erasures, ExpectedErasures
from doorlist.events.schemas import EventRef
from doorlist.spreadsheets.rules import MAX_EXPORTED_IDS


def _separated(values: object) -> object:
    return [number for value in values for number in str(value).split(",")] if isinstance(values, list) else values


_Ids = Annotated[list[RowId], Field(max_length=MAX_EXPORTED_IDS), BeforeValidator(_separated)]


class ExportedAttendees(NarrowedAttendees):
    """Which attendees to export, in the order of `sort`, or the oldest first.

    `ids` names them one by one; attendees in `except` or registered after `newest` are left out. Commas separate ids.
    """

    sort: AttendeeSort | None = None
    ids: _Ids | None = None
    newest: RowId | None = None
    left_out: Annotated[_Ids | None, Field(alias="except")] = None
    time_zone: DeviceZone | None = None


class BulkImport(ApiRequest):
    """Rows for one event. Each is checked separately, so that a bad row does not affect the others.

    `expectedErasures` is the number of erasures that the caller has confirmed.
    """

    attendees: list[Any]
    event_id: RowId
    expected_erasures: ExpectedErasures = 0


class RowError(ApiModel):
    """Why a row was left out. `row` counts from 1; of a file it is the line of the spreadsheet."""

    row: int
    field: str
    message: str


class RowWarning(ApiModel):
    """A remark on a row that is imported anyway.

    One about the amount in the file has it, and the price of the row's tickets if that is known.
    """

    row: int
    message: str
    paid_cents: int | None
    price_cents: int | None


class DuplicateRow(ApiModel):
    """A row of an attendee who is on the list already."""

    row: int
    full_name: str
    phone: str


class QuestionReason(StrEnum):
    """Why a column is asked about: none was found, two are as good, its cells are odd, only last names were found."""

    MISSING = "missing"
    EQUAL = "equal"
    ODD = "odd"
    LAST_NAME_ONLY = "lastNameOnly"


class ColumnQuestion(ApiModel):
    """Which column holds the field? `columns` are those in question; 'name' stands for the name and its parts."""

    field: str
    reason: QuestionReason
    columns: list[int]


class CodeProblem(StrEnum):
    """Why no ticket code of a column can be kept."""

    SHORT = "short"
    LONG = "long"
    OUR_FORM = "ourForm"
    REPEATED = "repeated"
    SEQUENTIAL = "sequential"
    ROUNDED = "rounded"
    PICTURE = "picture"


class TicketCodes(ApiModel):
    """The column of another tool's ticket codes, and for how many guests they can be kept."""

    column: int
    guests: int
    problem: CodeProblem | None


class NewTicketType(ApiModel):
    """A ticket type that the event lacks, and how many of the guests have it."""

    event_name: str
    name: str
    guests: int


class DividedAmount(ApiModel):
    """The amount paid of a row for several people, which is divided among them."""

    row: int
    amount_cents: int
    guests: int


class Parties(ApiModel):
    """The rows for several people: their number, the guests they add, and the first amount that is divided.

    `column` is that of the quantity.
    """

    column: int
    rows: int
    guests: int
    divided: DividedAmount | None


class DefaultEvent(ApiModel):
    """The event of the rows that name none, and their number."""

    event: EventRef
    rows: int


class PreviewGuest(ApiModel):
    """A guest as the import would add them. `columns` says by field which columns its value came from, if from any."""

    row: int
    event_name: str
    full_name: str
    phone: str
    table_number: int
    payment_status: str
    amount_paid_cents: int | None
    attended_at: Timestamp | None
    invoice_number: str | None
    notes: str | None
    email: str | None
    ticket_code: str | None
    ticket_type: str | None
    columns: dict[str, list[int]]


class ImportResult(ApiModel):
    """How many rows were added, left out as errors, and left out as duplicates."""

    imported: int
    errors: int
    row_errors: list[RowError]
    duplicates: int


class ImportReport(ImportResult):
    """The result of importing a file or, for a dry run, the expected one; `import_id` is null for a dry run.

    `columns` are the header's cells, `mapping` says which of them, counted from 0, is read as which field, `rows` is
    the number of rows beneath the header and `sample` the first of them. `guest_names` are the names in the rows
    with errors and warnings, by the number of the row. `left_out` rows have a status such as cancelled,
    `without_phone` rows lack only a phone; `matching` rows have the event, name and phone of an earlier row; all
    count whether they are taken or not. `without_name` rows have no name, and without a chosen event no phone
    either; they are left out, and `without_name_rows` are the first of them. The guests of `erased` rows were
    erased and are left out, `brought_back` of them are guests again. `questions` are those about the guessed
    mapping, `guests` the first that are added. `ticket_codes` is null where no column has them, `parties` where no
    row is for several people, `default_event` where each row names its event. `new_ticket_types` are created where
    that is wanted. `erasures` are those by the retention period, null where there are none.
    """

    import_id: int | None
    columns: list[str]
    mapping: dict[str, int]
    rows: int
    left_out: int
    without_phone: int
    without_name: int
    without_name_rows: list[int]
    matching: int
    erased: int
    brought_back: int
    warnings: list[RowWarning]
    guest_names: dict[int, str]
    duplicate_rows: list[DuplicateRow]
    sample: list[list[str]]
    notes: list[str]
    questions: list[ColumnQuestion]
    guests: list[PreviewGuest]
    ticket_codes: TicketCodes | None
    parties: Parties | None
    default_event: DefaultEvent | None
    new_ticket_types: list[NewTicketType]
    erasures: Erasures | None


class ImportState(StrEnum):
    """The state of an import."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    UNDONE = "undone"
    FAILED = "failed"


class ImportOut(ApiModel):
    """One import: `added` of `total` rows so far, and the counts of all. `event` is null for several events.

    `erased` guests were left out because they were erased, `brought_back` of such are guests again.
    """

    id: int
    state: ImportState
    file_name: str
    event: EventRef | None
    total: int
    added: int
    imported: int
    errors: int
    duplicates: int
    erased: int
    brought_back: int
    created_at: Timestamp
    finished_at: Timestamp | None
    created_by: PersonRef | None
    can_undo: bool
    message: str | None
