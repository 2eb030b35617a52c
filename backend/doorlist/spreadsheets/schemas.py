"""What crosses the wire about many attendees at once (contract 7)."""

from typing import Any

from doorlist.core.api_model import ApiModel, RowId


class BulkImport(ApiModel):
    """Rows for one event. They are judged one by one, so that a bad one does not spoil the good ones."""

    attendees: list[Any]
    event_id: RowId


class RowError(ApiModel):
    """Why a row was left out. `row` counts from 1."""

    row: int
    field: str
    message: str


class ImportResult(ApiModel):
    """What became of the rows: added, left out as wrong, left out as already there."""

    imported: int
    errors: int
    row_errors: list[RowError]
    duplicates: int
