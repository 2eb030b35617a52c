"""The history as a table to download, newest first (contract 7.history)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from doorlist.activity import service
from doorlist.activity.schemas import ActivityCursor, HistoryFilters
from doorlist.core import clock
from doorlist.spreadsheets.exports.tables import Export, Rows
from doorlist.spreadsheets.rules import AS_IT_IS, MOMENT, TEXT

CHUNK = 500
HEADINGS = ("Time", "Person", "Address", "Action", "What", "Event", "Before", "After")
_KINDS = (MOMENT, TEXT, TEXT, AS_IT_IS, TEXT, TEXT, TEXT, TEXT)


def history(filters: HistoryFilters) -> Export:
    """The entries that match."""
    return Export("history", HEADINGS, _KINDS, partial(_read, filters=filters), filters.time_zone)


def _read(tx: Session, after: ActivityCursor | None, *, filters: HistoryFilters) -> tuple[Rows, ActivityCursor | None]:
    entries, cursor = service.list_chunk(tx, filters, after, limit=CHUNK)
    rows = [
        (
            entry.id,
            clock.to_wire(entry.at),
            entry.person.full_name if entry.person else None,
            entry.address,
            entry.action,
            entry.subject.name,
            entry.event.name if entry.event else None,
            _fields(entry.before),
            _fields(entry.after),
        )
        for entry in entries
    ]
    return rows, cursor


def _fields(values: Mapping[str, Any] | None) -> str | None:
    """`tableNumber: 4, paymentStatus: paid`."""
    return None if values is None else ", ".join(f"{field}: {value}" for field, value in values.items())
