"""Contents of the exports: bare rows by bare statements, in chunks, because there may be 100,000 (contract 7)."""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, String, func, literal_column, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from doorlist.attendees.lists import list_ids
from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import AttendeeSort
from doorlist.attendees.schemas import AttendeeFilters, NarrowedAttendees
from doorlist.attendees.sorting import order_of
from doorlist.core import clock
from doorlist.core.db.database import UtcDateTime
from doorlist.core.db.json_sql import JsonSql, json_sql
from doorlist.events.models import Event
from doorlist.spreadsheets.attendee_columns import COLUMNS, HEADINGS
from doorlist.spreadsheets.rules import AS_IT_IS, DAY, MONEY, TEXT, CellKind
from doorlist.spreadsheets.schemas import ExportedAttendees
from doorlist.ticket_types.models import TicketType
from doorlist.ticket_types.service import refuse_unknown_type
from doorlist.users.models import User

CHUNK = 1000

Rows = Sequence[Sequence[Any]]
"""Each begins with an id; the values of the columns follow."""
Cursor = int | str | tuple[Any, ...]
"""The last id, or the cursor of a list in another order."""

_SELLER, _SCANNER = aliased(User), aliased(User)
_JOINED = {
    "event_name": Event.name,
    "sold_by": _SELLER.full_name,
    "scanned_by": _SCANNER.full_name,
    "ticket_type_id": TicketType.name,
}
_OF_THE_EVENT = select(func.count()).select_from(Attendee).where(Attendee.event_id == Event.id)


class Export(NamedTuple):
    """A table to download. `read` gives the rows after a cursor (None at the start) and the next cursor, if any.

    Times are written in `zone`; without it in UTC, in their wire form. `selection` is the part of the
    file's name that a part of the list has. `sheet` names the sheet of a workbook.
    """

    name: str
    headings: Sequence[str]
    kinds: Sequence[CellKind]
    read: Callable[[Session, Any], tuple[Rows, Cursor | None]]
    zone: tzinfo | None = None
    selection: str = ""
    sheet: str = "Attendees"


class _EventColumn(NamedTuple):
    heading: str
    source: Any
    kind: CellKind


_EVENT_COLUMNS = (
    _EventColumn("Event ID", Event.id, AS_IT_IS),
    _EventColumn("Event Name", Event.name, TEXT),
    _EventColumn("Date", Event.date, DAY),
    _EventColumn("Time", Event.time, AS_IT_IS),
    _EventColumn("Ticket Price", Event.ticket_price_cents, MONEY),
    _EventColumn("Tickets", _OF_THE_EVENT.scalar_subquery(), AS_IT_IS),
    _EventColumn("Attended", _OF_THE_EVENT.where(Attendee.attended.is_(True)).scalar_subquery(), AS_IT_IS),
    _EventColumn("Venue", Event.venue, TEXT),
    _EventColumn("Address", Event.address, TEXT),
    _EventColumn("End Time", Event.end_time, AS_IT_IS),
    _EventColumn("Ticket Text", Event.ticket_text, TEXT),
)


def _attendees(tx: Session) -> Select[*tuple[Any, ...]]:
    return (
        select(Attendee.id, *(expression(json_sql(tx), column.field) for column in COLUMNS))
        .join(Event, Event.id == Attendee.event_id)
        .outerjoin(_SELLER, _SELLER.id == Attendee.sold_by)
        .outerjoin(_SCANNER, _SCANNER.id == Attendee.scanned_by)
        .outerjoin(TicketType, TicketType.id == Attendee.ticket_type_id)
        .where(Event.deleted_at.is_(None))
    )


def _read_listed(tx: Session, after: str | None, *, which: ExportedAttendees) -> tuple[Rows, str | None]:
    """In the order of the list, by its own search. Raises InvalidInput on `ticketTypeId`."""
    filters = AttendeeFilters(
        **{field: getattr(which, field) for field in NarrowedAttendees.model_fields},
        sort=which.sort or AttendeeSort.NEWEST,
        after=after,
    )
    page = list_ids(tx, filters, limit=CHUNK, counted=False)
    newest, left_out = which.newest, set(which.left_out or ())
    wanted = [found for found in page.ids if found not in left_out and (newest is None or found <= newest)]
    rows = {row[0]: row for row in tx.execute(_attendees(tx).where(Attendee.id.in_(wanted)))}
    return [rows[row_id] for row_id in wanted if row_id in rows], page.next_after


def _read_chosen(tx: Session, _: None, *, which: ExportedAttendees) -> tuple[Rows, None]:
    """Reads the attendees in `ids`, without deleted ones."""
    query = _attendees(tx).where(Attendee.id.in_(which.ids or ()))
    if which.event_id is not None:
        query = query.where(Attendee.event_id == which.event_id)
    order = [Attendee.id] if which.sort is None else order_of(which.sort)
    return tx.execute(query.order_by(*order)).all(), None


def _read_attendees(tx: Session, after: int | None, *, which: ExportedAttendees) -> tuple[Rows, int | None]:
    """Oldest first, of an event, a ticket type and a table, or of any. Raises InvalidInput on `ticketTypeId`."""
    if after is None:
        refuse_unknown_type(tx, which.ticket_type_id, which.event_id)
    query = _attendees(tx)
    for column in _COLUMN_FILTERS:
        if (value := getattr(which, column)) is not None:
            query = query.where(getattr(Attendee, column) == value)
    return _next_chunk(tx, query, Attendee.id, after or 0)


def _read_all(tx: Session, after: int | None) -> tuple[Rows, int | None]:
    """The attendees, oldest first; after the last, the events without any. The cursors of those are negative."""
    if after is None or after >= 0:
        rows, cursor = _read_attendees(tx, after, which=_EVERYONE)
        return rows, -1 if cursor is None else cursor
    of_event = {"event_id": Event.id, "event_name": Event.name}
    query = select(Event.id, *(of_event.get(column.field, literal_column("NULL")) for column in COLUMNS))
    is_empty = ~select(Attendee.id).where(Attendee.event_id == Event.id).exists()
    rows, cursor = _next_chunk(tx, query.where(Event.deleted_at.is_(None), is_empty), Event.id, -after - 1)
    return rows, None if cursor is None else -cursor - 1


def _read_events(tx: Session, after: int | None) -> tuple[Rows, int | None]:
    """Oldest first."""
    query = select(Event.id, *(column.source for column in _EVENT_COLUMNS)).where(Event.deleted_at.is_(None))
    return _next_chunk(tx, query, Event.id, after or 0)


def _next_chunk(
    tx: Session, query: Select[*tuple[Any, ...]], id_: InstrumentedAttribute[int], after: int
) -> tuple[Rows, int | None]:
    """The next rows by their ids, and the last id if there may be more."""
    rows = tx.execute(query.where(id_ > after).order_by(id_).limit(CHUNK)).all()
    return rows, rows[-1][0] if len(rows) == CHUNK else None


def attendees(which: ExportedAttendees) -> Export:
    read: Callable[..., tuple[Rows, Cursor | None]]
    if which.ids is not None:
        read = _read_chosen
    elif which.sort is not None or which.model_fields_set - {*_COLUMN_FILTERS, "time_zone"}:
        read = _read_listed
    else:
        read = _read_attendees
    return Export("attendees", HEADINGS, _KINDS, partial(read, which=which), which.time_zone, _selection_of(which))


def _selection_of(which: ExportedAttendees) -> str:
    """`-selected-12`, `-selected` or `-filtered`; nothing where the list is complete."""
    if which.ids is not None:
        return f"-selected-{len(set(which.ids))}"
    if which.left_out:
        return "-selected"
    return "-filtered" if which.model_copy(update={"event_id": None}).is_narrowed else ""


_EVERYONE = ExportedAttendees()
_COLUMN_FILTERS = ("event_id", "ticket_type_id", "table_number")
_KINDS = [column.kind for column in COLUMNS]
ATTENDEES = attendees(_EVERYONE)
ALL = Export("all", HEADINGS, _KINDS, _read_all, sheet="All Data")
EVENTS = Export(
    "events",
    [column.heading for column in _EVENT_COLUMNS],
    [column.kind for column in _EVENT_COLUMNS],
    _read_events,
    sheet="Events",
)


def file_name(name: str, ending: str, zone: tzinfo | None) -> str:
    """`attendees-2026-11-20.csv`."""
    return f"{name}-{clock.today(zone)}.{ending}"


def cells(rows: Rows, writers: Sequence[Callable[[Any], object]]) -> list[tuple[object, ...]]:
    """The rows without their ids, each column written in its own way."""
    _, *columns = zip(*rows, strict=True) if rows else ((),)
    return list(zip(*(map(write, values) for write, values in zip(writers, columns, strict=bool(rows))), strict=True))


def expression(engine: JsonSql, field: str) -> ColumnElement[Any]:
    """A field as the export reads it: a time as text in the form of the API. Raises KeyError for an unknown field."""
    if field in _JOINED:
        return _JOINED[field].expression
    column = Attendee.__table__.columns[field]
    if isinstance(column.type, UtcDateTime):
        return literal_column(engine.moment(f"attendees.{field}"), String)
    return column
