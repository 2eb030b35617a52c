"""The history as a CSV file, in chunks (contract 7.history)."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from doorlist.activity import service
from doorlist.activity.schemas import ActivityCursor, HistoryFilters
from doorlist.core import clock
from doorlist.spreadsheets.exports.files import BYTE_ORDER_MARK
from doorlist.spreadsheets.rules import moment_text, text_cell

CHUNK = 500
HEADINGS = ("Time", "Person", "Address", "Action", "What", "Event", "Before", "After")


def history_chunk(
    tx: Session, after: ActivityCursor | None, *, filters: HistoryFilters
) -> tuple[str, ActivityCursor | None]:
    """The next entries that match, newest first, and the cursor after them."""
    entries, cursor = service.list_chunk(tx, filters, after, limit=CHUNK)
    zone = filters.time_zone
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if after is None:
        buffer.write(BYTE_ORDER_MARK)
        writer.writerow(HEADINGS)
    writer.writerows(
        (
            clock.to_wire(entry.at) if zone is None else moment_text(clock.to_wire(entry.at), zone),
            text_cell(entry.person.full_name if entry.person else None),
            text_cell(entry.address),
            entry.action,
            text_cell(entry.subject.name),
            text_cell(entry.event.name if entry.event else None),
            text_cell(_fields(entry.before)),
            text_cell(_fields(entry.after)),
        )
        for entry in entries
    )
    return buffer.getvalue(), cursor


def _fields(values: Mapping[str, Any] | None) -> str | None:
    """`tableNumber: 4, paymentStatus: paid`."""
    return None if values is None else ", ".join(f"{field}: {value}" for field, value in values.items())
