"""Lists matching attendees by name, last name, table or arrival (docs/decisions/0033-orders-of-the-list.md).

A page walks the index of its order. If too few of the next rows match, the search index finds all matches, which are
then sorted.
"""

import json
from typing import Any, NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from doorlist.attendees import search
from doorlist.attendees.cursors import ListCursor
from doorlist.attendees.rules import AttendeeSort
from doorlist.attendees.schemas import AttendeeFilters
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


# The same orders as comparable values, ascending; the newest come first by descending ids.
_ORDER_KEYS = {
    AttendeeSort.NEWEST: ("attendees.id",),
    AttendeeSort.NAME: ("name_key", "attendees.id"),
    AttendeeSort.LAST_NAME: ("last_name_key", "attendees.id"),
    AttendeeSort.TABLE: ("(table_number = 0)", "table_number", "attendees.id"),
    AttendeeSort.ARRIVAL: ("(attended_at IS NULL)", "coalesce(attended_at, 'epoch')", "attendees.id"),
}


def order_of(sort: AttendeeSort) -> list[TextClause]:
    """The terms of the whole order, for a statement that reads `attendees`."""
    if sort is AttendeeSort.NEWEST:
        return [text("attendees.id DESC")]
    first, *others = SORT_SEGMENTS[sort]
    segment = [text(f"({first.condition}) DESC")] if others else []
    return [*segment, text(_order(first, "attendees."))]


class SortedMatches(NamedTuple):
    """The cursors of attendees in order; `total` is the number of all matches, or None if not requested."""

    places: list[ListCursor]
    total: int | None


def find_sorted(
    tx: Session, filters: AttendeeFilters, *, limit: int, after: ListCursor | None, counted: bool
) -> SortedMatches:
    """Returns at most `limit` matching attendees after the cursor, by `filters.sort`."""
    found: list[ListCursor] = []
    for number, section in enumerate(SORT_SEGMENTS[filters.sort]):
        missing = limit - len(found)
        if missing and (after is None or after.section <= number):
            start = after if after is not None and after.section == number else None
            found += _of_section(tx, filters, section, number, missing, start)
    if not counted:
        return SortedMatches(found, None)
    if after is None and len(found) < limit:
        return SortedMatches(found, len(found))
    return SortedMatches(found, search.count_matches(tx, filters))


def find_adjacent(tx: Session, attendee_id: int, filters: AttendeeFilters) -> dict[str, Any] | None:
    """Position and ids for `Neighbours`; None where the filters do not match the attendee."""
    where, values = "true", dict[str, Any]()
    if filters.is_narrowed:
        matching, values = search.matching_ids(tx, filters)
        where = f"attendees.id IN ({matching})"
    keys = _ORDER_KEYS[filters.sort]
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
    is_postgres = tx.get_bind().dialect.name == "postgresql"
    walk, sort = (_walk_in_postgres, _sort_in_postgres) if is_postgres else (_walk_in_sqlite, _sort_in_sqlite)
    values: dict[str, Any] = {"limit": limit, "walked": limit}
    conditions = [section.condition]
    if after is not None:
        values["after"] = after.id
        if section.key is None:
            conditions.append("id > :after")
        else:
            key = "CAST(:key AS timestamptz)" if is_postgres and section.key == "attended_at" else ":key"
            conditions.append(f"({section.key}, id) > ({key}, :after)")
            values["key"] = after.key

    def run(statement: TextClause, more: dict[str, Any]) -> list[ListCursor]:
        rows = tx.scalar(statement, {**values, **more})
        return [
            ListCursor(number, key, row_id) for row_id, key in (json.loads(rows) if isinstance(rows, str) else rows)
        ]

    where = " AND ".join(conditions)
    if not filters.is_narrowed:
        return run(*walk(tx, filters, section, where))
    values["walked"] = WALKED
    if not section.is_indexed or _few_match(tx, filters):
        return run(*sort(tx, filters, section, where))
    found = run(*walk(tx, filters, section, where))
    return found if len(found) == limit else run(*sort(tx, filters, section, where))


def _order(section: SortSegment, table: str = "") -> str:
    return f"{table}id" if section.key is None else f"{table}{section.key}, {table}id"


def _page(tx: Session, section: SortSegment, rows: str) -> TextClause:
    """Ids and keys as one JSON value: reading row by row reacquires the interpreter lock each time."""
    engine = json_sql(tx)
    key = "NULL" if section.key is None else section.key
    pair = engine.array(["id", engine.moment(key) if key == "attended_at" else key])
    return text(f"SELECT {engine.all_of.format(pair, _order(section))} FROM ({rows}) AS page")  # noqa: S608 - names of our own, values are bound


def _few_match(tx: Session, filters: AttendeeFilters) -> bool:
    """True if at most FEW match; False without counting if that would take longer than the walk."""
    if tx.get_bind().dialect.name == "postgresql":
        table, asked = search.postgres_conditions(filters)
        if asked.conditions:
            # The trigram index finds all matches before it returns the first.
            return False
        source, row_id, asked = table.source, table.id, search.postgres_range(table, filters, None)
    else:
        source, row_id, asked = search.sqlite_source(filters)
        if source != "attendee_search" and asked.conditions != ["attendees.event_id = :event_id"]:
            return False
    some = f"SELECT {row_id} FROM {source} WHERE {asked.where()} LIMIT :most"  # noqa: S608 - as above
    count = text(f"SELECT count(*) FROM ({some}) AS few")  # noqa: S608 - as above
    return bool(tx.scalar(count, {**asked.values, "most": FEW + 1}) <= FEW)


def _walk_in_sqlite(
    tx: Session, filters: AttendeeFilters, section: SortSegment, where: str
) -> tuple[TextClause, dict[str, Any]]:
    asked = search.sqlite_row_conditions(filters)
    columns = ", ".join(dict.fromkeys(("id", section.key or "id", "event_id", *_asked_columns(filters))))
    walked = f"SELECT {columns} FROM attendees WHERE {where} ORDER BY {_order(section)} LIMIT :walked"  # noqa: S608 - as above
    rows = f"SELECT * FROM ({walked}) AS attendees WHERE {asked.where()} LIMIT :limit"  # noqa: S608 - as above
    return _page(tx, section, rows), asked.values


def _asked_columns(filters: AttendeeFilters) -> list[str]:
    """The filtered columns beside the event, and no others, so that the index may suffice."""
    asked = {
        "search_text": filters.search,
        "payment_folded": filters.payment,
        "payment_group": filters.payment_group,
        "attended": filters.attended is not None,
        "ticket_type_id": filters.ticket_type_id is not None,
        "table_number": filters.table_number is not None,
    }
    return [column for column, is_asked in asked.items() if is_asked]


def _sort_in_sqlite(
    tx: Session, filters: AttendeeFilters, section: SortSegment, where: str
) -> tuple[TextClause, dict[str, Any]]:
    source, row_id, asked = search.sqlite_source(filters)
    # Not by the index of the order, which would read the rows in a scattered sequence.
    found = f"(SELECT {row_id} AS found_id FROM {source} WHERE {asked.where()})"  # noqa: S608 - as above
    joined = f"{found} CROSS JOIN attendees ON attendees.id = found_id"
    if source == "attendees":
        index = "NOT INDEXED" if filters.event_id is None else "INDEXED BY ix_attendees_event_id_id"
        joined, where = f"attendees {index}", asked.where(where)
    order = _order(section, "attendees.")
    rows = f"SELECT attendees.* FROM {joined} WHERE {where} ORDER BY {order} LIMIT :limit"  # noqa: S608 - as above
    return _page(tx, section, rows), asked.values


def _walk_in_postgres(
    tx: Session, filters: AttendeeFilters, section: SortSegment, where: str
) -> tuple[TextClause, dict[str, Any]]:
    table, asked = search.postgres_conditions(filters)
    narrowed = search.postgres_range(table, filters, None)
    # Under the names that the conditions have, so that the rows of the index need not be looked up.
    columns = "*, id AS attendee_id, payment_folded AS payment"
    walked = f"SELECT {columns} FROM attendees WHERE {where} ORDER BY {_order(section)} LIMIT :walked"  # noqa: S608 - as above
    rows = (
        f"SELECT {table.name}.* FROM ({walked}) AS {table.name}{table.joined}"  # noqa: S608 - as above
        f" WHERE {asked.where(*narrowed.conditions)} ORDER BY {_order(section, table.name + '.')} LIMIT :limit"
    )
    return _page(tx, section, rows), {**narrowed.values, **asked.values}


def _sort_in_postgres(
    tx: Session, filters: AttendeeFilters, section: SortSegment, where: str
) -> tuple[TextClause, dict[str, Any]]:
    table, asked = search.postgres_conditions(filters)
    narrowed = search.postgres_range(table, filters, None)
    rows = (
        f"WITH found AS MATERIALIZED (SELECT {table.name}.{table.id} AS found_id FROM {table.source}"  # noqa: S608 - as above
        f" WHERE {asked.where(*narrowed.conditions)})"
        f" SELECT attendees.* FROM found JOIN attendees ON attendees.id = found_id WHERE {where}"
        f" ORDER BY {_order(section)} LIMIT :limit"
    )
    return _page(tx, section, rows), {**narrowed.values, **asked.values}
