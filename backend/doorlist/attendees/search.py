"""Finds and counts matching attendees, newest first, quickly even among a million.

SQLite has an FTS5 table of trigrams, read from the newest row back; PostgreSQL a narrow table with a pg_trgm index.
Triggers update both (docs/decisions/0012-search-index.md).
"""

import json
from typing import Any, NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeFilters
from doorlist.attendees.wire_sql import ticket_mail_condition
from doorlist.core.text import search_words, without_case

MIN_INDEXED_LENGTH = 3
# Newest rows that are scanned before the index is used: they contain matches of any common term.
NEWEST = 6_000
NEWEST_PER_WANTED = 20

NO_INDEX = (
    "PostgreSQL has no index for searching, because the extension pg_trgm could not be created; searches of very"
    " long lists are slow. A superuser of the database can mend that with: CREATE EXTENSION pg_trgm; CREATE INDEX"
    " ix_attendee_search_search_text ON attendee_search USING gin (search_text gin_trgm_ops);"
)


class Matches(NamedTuple):
    """Ids of attendees, newest first; `total` is the number of all matches, or None if not requested."""

    ids: list[int]
    total: int | None


class WhereClause(NamedTuple):
    """Conditions of a statement, joined with AND, and their values."""

    conditions: list[str]
    values: dict[str, Any]

    def where(self, *more: str) -> str:
        return " AND ".join([*self.conditions, *more]) or "true"


def find_matches(tx: Session, filters: AttendeeFilters, *, limit: int, after: int | None, counted: bool) -> Matches:
    """Returns at most `limit` matching ids below `after`, newest first."""
    find = _find_in_postgres if tx.get_bind().dialect.name == "postgresql" else _find_in_sqlite
    found = find(tx, filters, limit, after, counted=counted)
    if counted and after is None and len(found.ids) < limit:
        return Matches(found.ids, len(found.ids))
    return found


def count_matches(tx: Session, filters: AttendeeFilters) -> int:
    return (_count_in_postgres if tx.get_bind().dialect.name == "postgresql" else _count_in_sqlite)(tx, filters)


def matching_ids(tx: Session, filters: AttendeeFilters) -> tuple[str, dict[str, Any]]:
    """A subquery of all matching ids, and its values."""
    if tx.get_bind().dialect.name == "postgresql":
        table, asked = postgres_conditions(filters)
        narrowed = postgres_range(table, filters, None)
        where = asked.where(*narrowed.conditions)
        return f"SELECT {table.name}.{table.id} FROM {table.source} WHERE {where}", {**narrowed.values, **asked.values}  # noqa: S608 - names of our own, values are bound
    source, row_id, asked = sqlite_source(filters)
    return f"SELECT {row_id} FROM {source} WHERE {asked.where()}", asked.values  # noqa: S608 - the same


def _of_rows(filters: AttendeeFilters) -> dict[str, Any]:
    """The filters by columns that the search index lacks."""
    of_rows = {
        "attended": filters.attended,
        "ticket_type_id": filters.ticket_type_id,
        "table_number": filters.table_number,
    }
    return {column: value for column, value in of_rows.items() if value is not None}


def _of_mail(filters: AttendeeFilters) -> list[str]:
    return [] if filters.ticket_mail is None else [ticket_mail_condition(filters.ticket_mail)]


def lacks_index(tx: Session) -> bool:
    """True if the database has no search index, so that a search reads every row."""
    if tx.get_bind().dialect.name != "postgresql":
        return False
    return not tx.scalar(text("SELECT to_regclass('ix_attendee_search_search_text') IS NOT NULL"))


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _find_in_sqlite(tx: Session, filters: AttendeeFilters, limit: int, after: int | None, *, counted: bool) -> Matches:
    source, row_id, asked = sqlite_source(filters)
    before = () if after is None else (f"{row_id} < :after",)
    # One JSON value: reading row by row releases and reacquires the interpreter lock each time.
    page = text(
        "SELECT json_group_array(id ORDER BY id DESC) FROM ("  # noqa: S608 - names of our own, values are bound
        f"SELECT {row_id} AS id FROM {source} WHERE {asked.where(*before)} ORDER BY {row_id} DESC LIMIT :limit) AS page"
    )
    values = {**asked.values, "limit": limit} if after is None else {**asked.values, "limit": limit, "after": after}
    found = json.loads(tx.scalar(page, values) or "[]")
    if not counted or (after is None and len(found) < limit):
        return Matches(found, None)
    return Matches(found, _count_in_sqlite(tx, filters))


def _count_in_sqlite(tx: Session, filters: AttendeeFilters) -> int:
    source, _, asked = sqlite_source(filters)
    count = text(f"SELECT count(*) FROM {source} WHERE {asked.where()}")  # noqa: S608 - the same
    return tx.scalar(count, asked.values) or 0


def sqlite_source(filters: AttendeeFilters) -> tuple[str, str, WhereClause]:
    """Returns the source of the matching rows, the name of its id column, and the conditions.

    All indexed terms are one MATCH expression, which reads their lists in parallel.
    """
    terms: list[str] = []
    asked = WhereClause([], {})
    payment = without_case(filters.payment)
    for number, word in enumerate(search_words(filters.search)):
        if len(word) >= MIN_INDEXED_LENGTH:
            terms.append(f"search_text : {phrase(word)}")
        else:
            asked.conditions.append(f"instr(attendees.search_text, :word{number}) > 0")
            asked.values[f"word{number}"] = word
    if len(payment) >= MIN_INDEXED_LENGTH:
        terms.append(f"payment : {phrase(payment)}")
    elif payment:
        asked.conditions.append("instr(attendees.payment_folded, :payment) > 0")
        asked.values["payment"] = payment
    if filters.payment_group is not None:
        # Three letters identify a group, and need one list only.
        terms.append(f"payment_group : {phrase(filters.payment_group[:MIN_INDEXED_LENGTH])}")
    of_rows = _of_rows(filters)
    asked.conditions.extend(f"attendees.{column} = :{column}" for column in of_rows)
    asked.values.update(of_rows)
    asked.conditions.extend(_of_mail(filters))
    if filters.event_id is not None and terms:
        terms.append(f'event : ":{filters.event_id}:"')
    elif filters.event_id is not None:
        asked.conditions.append("attendees.event_id = :event_id")
        asked.values["event_id"] = filters.event_id
    if not terms:
        return "attendees", "attendees.id", asked
    needs_rows = bool(asked.conditions)
    asked.conditions.insert(0, "attendee_search MATCH :terms")
    asked.values["terms"] = " AND ".join(terms)
    rows = " CROSS JOIN attendees ON attendees.id = attendee_search.rowid" if needs_rows else ""
    return f"attendee_search{rows}", "attendee_search.rowid", asked


def sqlite_row_conditions(filters: AttendeeFilters) -> WhereClause:
    """The conditions for a row, without the index."""
    asked = WhereClause([], {})
    payment = without_case(filters.payment)
    for number, word in enumerate(search_words(filters.search)):
        asked.conditions.append(f"instr(attendees.search_text, :word{number}) > 0")
        asked.values[f"word{number}"] = word
    if payment:
        asked.conditions.append("instr(attendees.payment_folded, :payment) > 0")
        asked.values["payment"] = payment
    for column in ("event_id", "payment_group", "attended", "ticket_type_id", "table_number"):
        value = getattr(filters, column)
        if value is not None:
            asked.conditions.append(f"attendees.{column} = :{column}")
            asked.values[column] = value
    asked.conditions.extend(_of_mail(filters))
    return asked


def phrase(term: str) -> str:
    """An FTS5 phrase for texts that contain the term, which has at least three letters."""
    return '"' + term.replace('"', '""') + '"'


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


class _Table(NamedTuple):
    name: str
    id: str
    columns: str
    joined: str = ""

    @property
    def source(self) -> str:
        return self.name + self.joined


_INDEXED = _Table("attendee_search", "attendee_id", "attendee_id, event_id, payment_group, payment, search_text")
_WITH_ROWS = _INDEXED._replace(joined=" JOIN attendees ON attendees.id = attendee_search.attendee_id")
_ATTENDEES = _Table("attendees", "id", "id, event_id, attended, ticket_type_id, table_number")


def _find_in_postgres(
    tx: Session, filters: AttendeeFilters, limit: int, after: int | None, *, counted: bool
) -> Matches:
    table, asked = postgres_conditions(filters)
    narrowed = postgres_range(table, filters, after)
    values = {**narrowed.values, **asked.values, "limit": limit}
    looked_at = limit
    if asked.conditions:
        looked_at = max(NEWEST, NEWEST_PER_WANTED * limit)
    newest = text(
        f"WITH {table.name} AS MATERIALIZED ("  # noqa: S608 - names of our own, values are bound
        f"SELECT {table.columns} FROM {table.name} {_postgres_newest(table, filters, after)} LIMIT :newest"
        f") SELECT ARRAY(SELECT {table.name}.{table.id} FROM {table.source} WHERE {asked.where()}"
        f" ORDER BY {table.name}.{table.id} DESC LIMIT :limit), (SELECT count(*) FROM {table.name})"
    )
    ids, seen = _run(tx, newest, {**values, "newest": looked_at})
    if len(ids) < limit and seen == looked_at:
        # Materialized; else the planner walks the primary key, expecting enough matches there.
        rest = text(
            f"WITH found AS MATERIALIZED (SELECT {table.name}.{table.id} AS id FROM {table.source}"  # noqa: S608 - as above
            f" WHERE {asked.where(*narrowed.conditions)}) SELECT ARRAY(SELECT id FROM found"
            " ORDER BY id DESC LIMIT :limit), (SELECT count(*) FROM found)"
        )
        ids, total = with_custom_plan(tx, rest, values)
        if after is None:
            return Matches(ids, total)
    if not counted or (after is None and len(ids) < limit):
        return Matches(ids, None)
    return Matches(ids, _count_in_postgres(tx, filters))


def _count_in_postgres(tx: Session, filters: AttendeeFilters) -> int:
    table, asked = postgres_conditions(filters)
    everything = postgres_range(table, filters, None)
    where = asked.where(*everything.conditions)
    count = text(f"SELECT count(*) FROM {table.source} WHERE {where}")  # noqa: S608 - the same
    return int(with_custom_plan(tx, count, {**everything.values, **asked.values})[0])


def with_custom_plan(tx: Session, statement: TextClause, values: dict[str, Any]) -> Any:
    """Run a statement with a custom plan: a generic plan suits neither rare nor common terms. Returns its row."""
    tx.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
    row = _run(tx, statement, values)
    tx.execute(text("SET LOCAL plan_cache_mode = auto"))
    return row


def _run(tx: Session, statement: TextClause, values: dict[str, Any]) -> Any:
    return tx.execute(statement, values).one()


def _postgres_newest(table: _Table, filters: AttendeeFilters, after: int | None) -> str:
    """The range of `postgres_range`, from its newest row back."""
    if filters.event_id is None:
        range_ = "" if after is None else f"WHERE {table.id} < :after"
        return f"{range_} ORDER BY {table.id} DESC"
    # A range of both columns, which only one index has in this order. For an equal event the planner may walk the
    # primary key instead, past the attendees of all other events.
    place = "event_id <= :event_id" if after is None else f"(event_id, {table.id}) < (:event_id, :after)"
    return f"WHERE event_id >= :event_id AND {place} ORDER BY event_id DESC, {table.id} DESC"


def postgres_range(table: _Table, filters: AttendeeFilters, after: int | None) -> WhereClause:
    """The conditions that a B-tree index serves, in the order of the list."""
    asked = WhereClause([], {})
    if filters.event_id is not None:
        asked.conditions.append(f"{table.name}.event_id = :event_id")
        asked.values["event_id"] = filters.event_id
    if after is not None:
        asked.conditions.append(f"{table.name}.{table.id} < :after")
        asked.values["after"] = after
    return asked


def postgres_conditions(filters: AttendeeFilters) -> tuple[_Table, WhereClause]:
    """Returns the source of the matching rows, and the conditions beside the range."""
    asked = WhereClause([], {})
    payment = without_case(filters.payment)
    for number, word in enumerate(search_words(filters.search)):
        asked.conditions.append(f"attendee_search.search_text LIKE :word{number}")
        asked.values[f"word{number}"] = like_pattern(word)
    if payment:
        asked.conditions.append("attendee_search.payment LIKE :payment")
        asked.values["payment"] = like_pattern(payment)
    if filters.payment_group is not None:
        asked.conditions.append("attendee_search.payment_group = :payment_group")
        asked.values["payment_group"] = filters.payment_group.value
    of_rows, of_mail = _of_rows(filters), _of_mail(filters)
    if not of_rows and not of_mail:
        return _INDEXED, asked
    table = _WITH_ROWS if asked.conditions else _ATTENDEES
    asked.conditions.extend(f"attendees.{column} = :{column}" for column in of_rows)
    asked.conditions.extend(of_mail)
    asked.values.update(of_rows)
    return table, asked


def like_pattern(part: str) -> str:
    for special in "\\%_":
        part = part.replace(special, "\\" + special)
    return f"%{part}%"
