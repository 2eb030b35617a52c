"""Lists matching attendees by name, last name, table or arrival (docs/decisions/0033-orders-of-the-list.md).

A page walks the index of its order. If too few of the next rows match, the search index finds all matches, which are
then sorted.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from doorlist.attendees import search
from doorlist.attendees.cursors import ListCursor
from doorlist.attendees.rules import AttendeeSort
from doorlist.attendees.schemas import AttendeeFilters
from doorlist.core.db.database import is_postgres
from doorlist.core.db.json_sql import json_sql

# Up to this number of matches, sorting is quicker than walking.
FEW = 2_000
# Rows to walk before all matches are sorted instead.
WALKED = 6_000


class SortSegment(NamedTuple):
    """A part of an order: its condition, its sort column before the id, and whether that has an index."""

    condition: str
    key: str | None
    is_indexed: bool = True


SORT_SEGMENTS = {
    AttendeeSort.NAME: (SortSegment("true", "name_key"),),
    AttendeeSort.LAST_NAME: (SortSegment("true", "last_name_key"),),
    # 0 means no table.
    AttendeeSort.TABLE: (
        SortSegment("table_number > 0", "table_number"),
        SortSegment("table_number = 0", "table_number"),
    ),
    # No index: every scan would have to update it.
    AttendeeSort.ARRIVAL: (
        SortSegment("attended_at IS NOT NULL", "attended_at", is_indexed=False),
        SortSegment("attended_at IS NULL", None),
    ),
}


def order_of(sort: AttendeeSort) -> list[TextClause]:
    """The terms of the whole order, for a statement that reads `attendees`."""
    if sort is AttendeeSort.NEWEST:
        return [text("attendees.id DESC")]
    return [text(key) for key in _order_keys(sort)]


def _order_keys(sort: AttendeeSort) -> list[str]:
    """The whole order as ascending values, none of them null; of the newest, whose ids descend, the id alone."""
    if sort is AttendeeSort.NEWEST:
        return ["attendees.id"]
    first, *later = SORT_SEGMENTS[sort]
    key = f"attendees.{first.key}"
    if not later:
        return [key, "attendees.id"]
    # Only a time may be null.
    return [f"NOT ({first.condition})", key if later[0].key else f"coalesce({key}, 'epoch')", "attendees.id"]


def find_sorted(
    tx: Session, filters: AttendeeFilters, *, limit: int, after: ListCursor | None = None
) -> list[ListCursor]:
    """The cursors of at most `limit` matching attendees after the cursor, by `filters.sort`."""
    found: list[ListCursor] = []
    for number, section in enumerate(SORT_SEGMENTS[filters.sort]):
        missing = limit - len(found)
        if missing and (after is None or after.section <= number):
            start = after if after is not None and after.section == number else None
            found += _of_section(tx, filters, section, number, missing, start)
    return found


def find_adjacent(tx: Session, attendee_id: int, filters: AttendeeFilters) -> dict[str, Any] | None:
    """Position and ids for `Neighbours`; None where the filters do not match the attendee."""
    where, values = "true", dict[str, Any]()
    if filters.is_narrowed:
        matching = search.select_matches(tx, filters)
        where, values = f"attendees.id IN ({matching.ids})", matching.values
    keys = _order_keys(filters.sort)
    row = ", ".join(keys)
    forward, back = (", ".join(f"{key} {way}" for key in keys) for way in ("ASC", "DESC"))
    # One attendee's keys: a subquery, so that both sides are of the same type.
    at = f"(SELECT {row} FROM attendees WHERE id = :attendee_id)"  # noqa: S608 - as above
    lower, higher = (f"FROM attendees WHERE {where} AND ({row}) {sign} {at}" for sign in "<>")
    before, after = f"{lower} ORDER BY {back}", f"{higher} ORDER BY {forward}"
    counted = lower
    if filters.sort is AttendeeSort.NEWEST:
        before, after, counted = after, before, higher
    neighbours = text(
        f"SELECT (SELECT count(*) {counted}) + 1 AS position, (SELECT id {before} LIMIT 1) AS previous_id,"  # noqa: S608 - as above
        f" (SELECT id {after} LIMIT 1) AS next_id FROM attendees WHERE id = :attendee_id AND {where}"
    )
    found = tx.execute(neighbours, {**values, "attendee_id": attendee_id}).one_or_none()
    return None if found is None else found._asdict()


def _of_section(
    tx: Session, filters: AttendeeFilters, section: SortSegment, number: int, limit: int, after: ListCursor | None
) -> list[ListCursor]:
    on_postgres = is_postgres(tx)
    values: dict[str, Any] = {"limit": limit, "walked": WALKED if filters.is_narrowed else limit}
    where = section.condition
    if after is not None:
        values["after"] = after.id
        if section.key is None:
            where += " AND id > :after"
        else:
            key = "CAST(:key AS timestamptz)" if on_postgres and section.key == "attended_at" else ":key"
            where += f" AND ({section.key}, id) > ({key}, :after)"
            values["key"] = after.key

    def run(in_engine: _Rows, matching: search.Selection) -> list[ListCursor]:
        statement = _page(tx, section, in_engine(matching, filters, section, where))
        rows = tx.scalar(statement, {**values, **matching.values})
        return [
            ListCursor(number, key, row_id) for row_id, key in (json.loads(rows) if isinstance(rows, str) else rows)
        ]

    matching = search.select_matches(tx, filters)
    if not filters.is_narrowed or (section.is_indexed and not _few_match(tx, matching)):
        found = run(_walk_in_postgres, matching) if on_postgres else run(_walk_in_sqlite, search.sqlite_rows(filters))
        if len(found) == limit or not filters.is_narrowed:
            return found
    return run(_sort_in_postgres if on_postgres else _sort_in_sqlite, matching)


def _order(section: SortSegment, table: str = "") -> str:
    return f"{table}id" if section.key is None else f"{table}{section.key}, {table}id"


def _page(tx: Session, section: SortSegment, rows: str) -> TextClause:
    """Ids and keys as one JSON value: reading row by row reacquires the interpreter lock each time."""
    engine = json_sql(tx)
    key = "NULL" if section.key is None else section.key
    pair = engine.array(["id", engine.moment(key) if key == "attended_at" else key])
    return text(f"SELECT {engine.all_of.format(pair, _order(section))} FROM ({rows}) AS page")  # noqa: S608 - names of our own, values are bound


def _few_match(tx: Session, matching: search.Selection) -> bool:
    """True if at most FEW match; False without counting if that would take longer than the walk."""
    has_others = any(condition != f"{matching.table}.event_id = :event_id" for condition in matching.conditions)
    # The trigram index finds all matches before it returns the first; SQLite's search index counts its own quickly.
    if has_others and (is_postgres(tx) or matching.source != "attendee_search"):
        return False
    some = f"SELECT {matching.row_id} FROM {matching.source} WHERE {matching.where()} LIMIT :most"  # noqa: S608 - as above
    count = text(f"SELECT count(*) FROM ({some}) AS few")  # noqa: S608 - as above
    return bool(tx.scalar(count, {**matching.values, "most": FEW + 1}) <= FEW)


_Rows = Callable[[search.Selection, AttendeeFilters, SortSegment, str], str]
"""The statement for the next rows, by walking the index of the order or by sorting all matches."""


def _walk_in_sqlite(matching: search.Selection, filters: AttendeeFilters, section: SortSegment, where: str) -> str:
    columns = ", ".join(dict.fromkeys(("id", section.key or "id", "event_id", *_filtered_columns(filters))))
    walked = f"SELECT {columns} FROM attendees WHERE {where} ORDER BY {_order(section)} LIMIT :walked"  # noqa: S608 - as above
    return f"SELECT * FROM ({walked}) AS attendees WHERE {matching.where()} LIMIT :limit"  # noqa: S608 - as above


def _filtered_columns(filters: AttendeeFilters) -> list[str]:
    """The filtered columns beside the event, and no others, so that the index may suffice."""
    filtered = {
        "search_text": filters.search,
        "payment_folded": filters.payment,
        "payment_group": filters.payment_group,
        "attended": filters.attended is not None,
        "ticket_type_id": filters.ticket_type_id is not None,
        "table_number": filters.table_number is not None,
    }
    return [column for column, is_filtered in filtered.items() if is_filtered]


def _sort_in_sqlite(matching: search.Selection, filters: AttendeeFilters, section: SortSegment, where: str) -> str:
    # Not by the index of the order, which would read the rows in a scattered sequence.
    found = f"(SELECT {matching.row_id} AS found_id FROM {matching.source} WHERE {matching.where()})"  # noqa: S608 - as above
    joined = f"{found} CROSS JOIN attendees ON attendees.id = found_id"
    if matching.source == "attendees":
        index = "NOT INDEXED" if filters.event_id is None else "INDEXED BY ix_attendees_event_id_id"
        joined, where = f"attendees {index}", matching.where(where)
    order = _order(section, "attendees.")
    return f"SELECT attendees.* FROM {joined} WHERE {where} ORDER BY {order} LIMIT :limit"  # noqa: S608 - as above


def _walk_in_postgres(matching: search.Selection, _: AttendeeFilters, section: SortSegment, where: str) -> str:
    table = matching.table
    # Under the names that the conditions have, so that the rows of the index need not be looked up.
    columns = "*, id AS attendee_id, payment_folded AS payment"
    walked = f"SELECT {columns} FROM attendees WHERE {where} ORDER BY {_order(section)} LIMIT :walked"  # noqa: S608 - as above
    return (
        f"SELECT {table}.* FROM ({walked}) AS {table}{matching.joined}"  # noqa: S608 - as above
        f" WHERE {matching.where()} ORDER BY {_order(section, table + '.')} LIMIT :limit"
    )


def _sort_in_postgres(matching: search.Selection, _: AttendeeFilters, section: SortSegment, where: str) -> str:
    return (
        f"WITH found AS MATERIALIZED (SELECT {matching.row_id} AS found_id FROM {matching.source}"  # noqa: S608 - as above
        f" WHERE {matching.where()})"
        f" SELECT attendees.* FROM found JOIN attendees ON attendees.id = found_id WHERE {where}"
        f" ORDER BY {_order(section)} LIMIT :limit"
    )
