"""CSV exports, a chunk at a time: bare rows by bare statements, because there may be 100,000 (contract 7)."""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, String, func, literal_column, select
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import UtcDateTime
from doorlist.core.db.json_sql import JsonSql, json_sql
from doorlist.events.models import Event
from doorlist.spreadsheets.attendee_columns import COLUMNS, HEADINGS
from doorlist.spreadsheets.rules import as_it_is, dollars, text_cell
from doorlist.users.models import User

CHUNK = 1000
# Tells a spreadsheet that the file is UTF-8.
BYTE_ORDER_MARK = "\ufeff"

_Write = Callable[[Any], object]
_Rows = Sequence[Row[*tuple[Any, ...]]]

_SELLER, _SCANNER = aliased(User), aliased(User)
_JOINED = {"event_name": Event.name, "sold_by": _SELLER.full_name, "scanned_by": _SCANNER.full_name}
_WRITERS = [column.write for column in COLUMNS]

_OF_THE_EVENT = select(func.count()).select_from(Attendee).where(Attendee.event_id == Event.id)


class _EventColumn(NamedTuple):
    heading: str
    source: Any
    write: _Write


_EVENT_COLUMNS = (
    _EventColumn("Event ID", Event.id, as_it_is),
    _EventColumn("Event Name", Event.name, text_cell),
    _EventColumn("Date", Event.date, as_it_is),
    _EventColumn("Time", Event.time, as_it_is),
    _EventColumn("Ticket Price", Event.ticket_price_cents, dollars),
    _EventColumn("Tickets", _OF_THE_EVENT.scalar_subquery(), as_it_is),
    _EventColumn("Attended", _OF_THE_EVENT.where(Attendee.attended.is_(True)).scalar_subquery(), as_it_is),
)


def attendees_chunk(tx: Session, after: int | None, *, event_id: int | None = None) -> tuple[str, int | None]:
    """The next attendees, oldest first, of one event or of all; and the cursor after them."""
    query = (
        select(Attendee.id, *(expression(json_sql(tx), column.field) for column in COLUMNS))
        .join(Event, Event.id == Attendee.event_id)
        .outerjoin(_SELLER, _SELLER.id == Attendee.sold_by)
        .outerjoin(_SCANNER, _SCANNER.id == Attendee.scanned_by)
        .where(Attendee.id > (after or 0))
        .order_by(Attendee.id)
        .limit(CHUNK)
    )
    if event_id is not None:
        query = query.where(Attendee.event_id == event_id)
    rows = tx.execute(query).all()
    return _lines(HEADINGS if after is None else None, _cells(rows, _WRITERS)), _cursor(rows)


def all_chunk(tx: Session, after: int | None) -> tuple[str, int | None]:
    """The next attendees, oldest first; after the last, the events without any. The cursors of those are negative."""
    if after is None or after >= 0:
        text, cursor = attendees_chunk(tx, after)
        return text, -1 if cursor is None else cursor
    query = (
        select(Event.id, Event.name)
        .where(Event.id > -after - 1, ~select(Attendee.id).where(Attendee.event_id == Event.id).exists())
        .order_by(Event.id)
        .limit(CHUNK)
    )
    rows = tx.execute(query).all()
    lines = []
    for event_id, name in rows:
        values = {"event_id": event_id, "event_name": name}
        lines.append([column.write(values[column.field]) if column.field in values else "" for column in COLUMNS])
    cursor = _cursor(rows)
    return _lines(None, lines), None if cursor is None else -cursor - 1


def events_chunk(tx: Session, after: int | None) -> tuple[str, int | None]:
    """The next events, oldest first; and the cursor after them."""
    query = select(Event.id, *(column.source for column in _EVENT_COLUMNS))
    rows = tx.execute(query.where(Event.id > (after or 0)).order_by(Event.id).limit(CHUNK)).all()
    headings = [column.heading for column in _EVENT_COLUMNS] if after is None else None
    return _lines(headings, _cells(rows, [column.write for column in _EVENT_COLUMNS])), _cursor(rows)


def file_name(name: str, zone: tzinfo | None) -> str:
    """`attendees-2026-11-20.csv`."""
    return f"{name}-{clock.today(zone)}.csv"


def expression(engine: JsonSql, field: str) -> ColumnElement[Any]:
    """A field as the export reads it: a time as text in the form of the API. Raises KeyError for an unknown field."""
    if field in _JOINED:
        return _JOINED[field].expression
    column = Attendee.__table__.columns[field]
    if isinstance(column.type, UtcDateTime):
        return literal_column(engine.moment(f"attendees.{field}"), String)
    return column


def _cursor(rows: _Rows) -> int | None:
    """The last id, where there may be more; every row begins with its id."""
    last: int | None = rows[-1][0] if len(rows) == CHUNK else None
    return last


def _cells(rows: _Rows, writers: Sequence[_Write]) -> list[tuple[object, ...]]:
    """The rows without their ids, each column written in its own way."""
    _, *columns = zip(*rows, strict=True) if rows else ((),)
    return list(zip(*(map(write, values) for write, values in zip(writers, columns, strict=bool(rows))), strict=True))


def _lines(headings: Sequence[str] | None, rows: Sequence[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if headings is not None:
        buffer.write(BYTE_ORDER_MARK)
        writer.writerow(headings)
    writer.writerows(rows)
    return buffer.getvalue()
