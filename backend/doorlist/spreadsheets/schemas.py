"""What crosses the wire about many attendees at once (contract 7)."""

from enum import StrEnum
from typing import Any

from doorlist.core.api_model import ApiModel, PersonRef, RowId, Timestamp
from doorlist.events.schemas import EventRef


class BulkImport(ApiModel):
    """Rows for one event. Each is checked by itself, so that a bad row does not affect the others."""

    attendees: list[Any]
    event_id: RowId


class RowError(ApiModel):
    """Why a row was left out. `row` counts from 1; of a file it is the line of the spreadsheet."""

    row: int
    field: str
    message: str


class RowWarning(ApiModel):
    """Something to look at in a row that is imported all the same."""

    row: int
    message: str


class DuplicateRow(ApiModel):
    """A row of an attendee who is on the list already."""

    row: int
    full_name: str
    phone: str


class ImportResult(ApiModel):
    """How many rows were added, left out as errors, and left out as duplicates."""

    imported: int
    errors: int
    row_errors: list[RowError]
    duplicates: int


class ImportReport(ImportResult):
    """What an import of a file does or, as a dry run, would do; `import_id` is null for a dry run.

    `columns` are the header's cells, `mapping` says which of them, counted from 0, is read as which field, `rows` is
    the number of rows beneath the header and `sample` the first of them.
    """

    import_id: int | None
    columns: list[str]
    mapping: dict[str, int]
    rows: int
    warnings: list[RowWarning]
    duplicate_rows: list[DuplicateRow]
    sample: list[list[str]]
    notes: list[str]


class ImportState(StrEnum):
    """The state of an import."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    UNDONE = "undone"
    FAILED = "failed"


class ImportOut(ApiModel):
    """One import: `added` of `total` rows so far, and the counts of all. `event` is null for several events."""

    id: int
    state: ImportState
    file_name: str
    event: EventRef | None
    total: int
    added: int
    imported: int
    errors: int
    duplicates: int
    created_at: Timestamp
    finished_at: Timestamp | None
    created_by: PersonRef | None
    can_undo: bool
    message: str | None
