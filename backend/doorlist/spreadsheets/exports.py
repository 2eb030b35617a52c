"""Spreadsheets out: lines of CSV, a chunk at a time, read lean (contract 7)."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import Any

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.spreadsheets import export_rows, rules
from doorlist.spreadsheets.rules import dollars, formula_safe, phone_cell

# By which spreadsheets know that the letters are UTF-8.
BYTE_ORDER_MARK = "\ufeff"


def attendees_chunk(tx: Session, after: int | None, *, event_id: int | None = None) -> tuple[str, int | None]:
    """The next attendees, oldest first, of one event or of all; and the cursor after them."""
    rows = export_rows.attendees(tx, after=after or 0, event_id=event_id)
    header = rules.EXPORT_COLUMNS if after is None else None
    return _lines(header, map(_attendee_cells, rows)), _cursor(rows)


def all_chunk(tx: Session, after: int | None) -> tuple[str, int | None]:
    """The next attendees, oldest first; after the last of them the events without any. Their cursors are negative."""
    if after is None or after >= 0:
        text, cursor = attendees_chunk(tx, after)
        return text, -1 if cursor is None else cursor
    rows = export_rows.events_without_attendees(tx, after=-after - 1)
    cursor = _cursor(rows)
    return _lines(None, map(_empty_event_cells, rows)), None if cursor is None else -cursor - 1


def events_chunk(tx: Session, after: int | None) -> tuple[str, int | None]:
    """The next events, oldest first; and the cursor after them."""
    rows = export_rows.events(tx, after=after or 0)
    return _lines(rules.EVENT_COLUMNS if after is None else None, map(_event_cells, rows)), _cursor(rows)


def file_name(name: str, zone: tzinfo | None) -> str:
    """`attendees-2026-11-20.csv`."""
    return f"{name}-{clock.today(zone)}.csv"


def _cursor(rows: Sequence[Any]) -> int | None:
    """The last id, where there may be more; every row begins with its id."""
    last: int | None = rows[-1][0] if len(rows) == export_rows.CHUNK else None
    return last


def _lines(header: Sequence[str] | None, rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if header is not None:
        buffer.write(BYTE_ORDER_MARK)
        writer.writerow(header)
    writer.writerows(rows)
    return buffer.getvalue()


def _attendee_cells(row: Sequence[Any]) -> tuple[object, ...]:
    _, name, phone, event_id, table, payment, invoice, attended_at, event_name, cents, seller, scanner = row
    return (
        formula_safe(name),
        phone_cell(phone),
        event_id,
        table,
        formula_safe(payment),
        formula_safe(invoice),
        "Yes" if attended_at else "No",
        attended_at,
        formula_safe(event_name),
        dollars(cents),
        formula_safe(seller) if seller else "",
        formula_safe(scanner) if scanner else "",
    )


def _empty_event_cells(row: Sequence[Any]) -> tuple[object, ...]:
    event_id, event_name = row
    return ("", "", event_id, "", "", "", "", "", formula_safe(event_name), "", "", "")


def _event_cells(row: Sequence[Any]) -> tuple[object, ...]:
    event_id, name, date, time, price, tickets, attended = row
    return event_id, formula_safe(name), date, time, dollars(price), tickets, attended
