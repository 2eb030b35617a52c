"""Reading a list as an import does, without a server."""

import io
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

from doorlist.spreadsheets.imports.readers import FileChoices, ImportContext, KnownEvent
from doorlist.spreadsheets.imports.validation import Report, validate_rows
from doorlist.spreadsheets.reading.files import open_rows

GALA = KnownEvent(1, "Gala", 2500, "2026-11-20")
FREE = KnownEvent(1, "Gala", None, "2026-11-20")


def read(
    text: str,
    *,
    event: KnownEvent = GALA,
    is_chosen: bool = True,
    mapping: dict[str, int | None] | None = None,
    **chosen: Any,
) -> Report:
    """The report of an import of the file."""
    choices = FileChoices(file_name="list.csv", event_id=event.id if is_chosen else None, **chosen)
    context = ImportContext([event], event if is_chosen else None, choices, datetime(2026, 11, 23, tzinfo=UTC))
    with closing(open_rows(io.BytesIO(text.encode()), "list.csv")) as rows:
        return validate_rows(rows, context, mapping)
