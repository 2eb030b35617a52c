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
from doorlist.core.db.database import is_postgres
from doorlist.core.text import search_words, without_case
from doorlist.tickets.rules import is_our_form, normalise_qr

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
    """Ids of attendees, newest first; `total` is the number of all matches where finding these has shown it."""

    ids: list[int]
    total: int | None


class Selection(NamedTuple):
    """The matching rows of a table and what is joined to it: conditions, joined with AND, and their values."""

    table: str
    id: str
    joined: str
    conditions: list[str]
    values: dict[str, Any]

    @property
    def source(self) -> str:
        return self.table + self.joined

    @property
    def row_id(self) -> str:
        return f"{self.table}.{self.id}"

    @property
    def ids(self) -> str:
        """A statement for the ids of all rows."""
        return f"SELECT {self.row_id} FROM {self.source} WHERE {self.where()}"  # noqa: S608 - names of our own, values are bound

    def where(self, *more: str) -> str:
        return " AND ".join([*self.conditions, *more]) or "true"

    def add_equal(self, table: str, **values: Any) -> None:
        """Add a condition for each column that has a value."""
        given = {column: value for column, value in values.items() if value is not None}
        self.conditions.extend(f"{table}.{column} = :{column}" for column in given)
        self.values.update(given)


def find_matches(tx: Session, filters: AttendeeFilters, *, limit: int, after: int | None = None) -> Matches:
    """Returns at most `limit` matching ids below `after`, newest first."""
    return (_find_in_postgres if is_postgres(tx) else _find_in_sqlite)(tx, filters, limit, after)


def count_matches(tx: Session, filters: AttendeeFilters) -> int:
    found = select_matches(tx, filters)
    count = text(f"SELECT count(*) FROM {found.source} WHERE {found.where()}")  # noqa: S608 - names of our own, values are bound
    return int((with_custom_plan if is_postgres(tx) else _row)(tx, count, found.values)[0])


def select_matches(tx: Session, filters: AttendeeFilters) -> Selection:
    if not is_postgres(tx):
        return sqlite_selection(filters)
    found = postgres_selection(filters)
    found.add_equal(found.table, event_id=filters.event_id)
    return found


def _texts(filters: AttendeeFilters) -> list[tuple[str, str]]:
    """The texts to search for, each with its column of the search index."""
    words = [] if _ticket_code(filters) else search_words(filters.search)
    texts = [("search_text", word) for word in words]
    payment = without_case(filters.payment)
    return [*texts, ("payment", payment)] if payment else texts


def _ticket_code(filters: AttendeeFilters) -> str | None:
    """The text of one of our QR codes, if that is searched for (contract 7.list.1080)."""
    code = normalise_qr(filters.search)
    return code if is_our_form(code) else None


def _add_row_conditions(found: Selection, filters: AttendeeFilters) -> None:
    """Add the filters by columns that the search index lacks."""
    found.add_equal(
        "attendees",
        attended=filters.attended,
        ticket_type_id=filters.ticket_type_id,
        table_number=filters.table_number,
    )
    if code := _ticket_code(filters):
        # Every statement has the id; the inner query reads the unique index of the codes once.
        found.conditions.append("attendees.id = (SELECT id FROM attendees WHERE qr_code_data = :qr_code_data)")
        found.values["qr_code_data"] = code
    if filters.ticket_mail is not None:
        found.conditions.append(ticket_mail_condition(filters.ticket_mail))


def lacks_index(tx: Session) -> bool:
    """True if the database has no search index, so that a search reads every row."""
    if not is_postgres(tx):
        return False
    return not tx.scalar(text("SELECT to_regclass('ix_attendee_search_search_text') IS NOT NULL"))


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _find_in_sqlite(tx: Session, filters: AttendeeFilters, limit: int, after: int | None) -> Matches:
    found = sqlite_selection(filters)
    if after is not None:
        found.conditions.append(f"{found.row_id} < :after")
        found.values["after"] = after
    # One JSON value: reading row by row releases and reacquires the interpreter lock each time.
    page = text(
        "SELECT json_group_array(id ORDER BY id DESC) FROM ("  # noqa: S608 - as above
        f"SELECT {found.row_id} AS id FROM {found.source} WHERE {found.where()}"
        f" ORDER BY {found.row_id} DESC LIMIT :limit) AS page"
    )
    return Matches(json.loads(tx.scalar(page, {**found.values, "limit": limit}) or "[]"), None)


def sqlite_selection(filters: AttendeeFilters) -> Selection:
    """The matching rows, by the index where it serves: one MATCH of all terms reads their lists in parallel."""
    texts = _texts(filters)
    terms = [f"{column} : {phrase(term)}" for column, term in texts if len(term) >= MIN_INDEXED_LENGTH]
    if filters.payment_group is not None:
        # Three letters identify a group, and need one list only.
        terms.append(f"payment_group : {phrase(filters.payment_group[:MIN_INDEXED_LENGTH])}")
    found = _sqlite_rows([short for short in texts if len(short[1]) < MIN_INDEXED_LENGTH])
    _add_row_conditions(found, filters)
    if not terms:
        found.add_equal("attendees", event_id=filters.event_id)
        return found
    if filters.event_id is not None:
        terms.append(f'event : ":{filters.event_id}:"')
    joined = " CROSS JOIN attendees ON attendees.id = attendee_search.rowid" if found.conditions else ""
    conditions = ["attendee_search MATCH :terms", *found.conditions]
    return Selection("attendee_search", "rowid", joined, conditions, {**found.values, "terms": " AND ".join(terms)})


def sqlite_rows(filters: AttendeeFilters) -> Selection:
    """The matching rows of `attendees`, without the index."""
    found = _sqlite_rows(_texts(filters))
    found.add_equal("attendees", event_id=filters.event_id, payment_group=filters.payment_group)
    _add_row_conditions(found, filters)
    return found


def _sqlite_rows(texts: list[tuple[str, str]]) -> Selection:
    """The rows of `attendees` that contain the texts."""
    columns = {"search_text": "search_text", "payment": "payment_folded"}
    conditions = [f"instr(attendees.{columns[column]}, :text{at}) > 0" for at, (column, _) in enumerate(texts)]
    return Selection("attendees", "id", "", conditions, {f"text{at}": term for at, (_, term) in enumerate(texts)})


def phrase(term: str) -> str:
    """An FTS5 phrase for texts that contain the term, which has at least three letters."""
    return '"' + term.replace('"', '""') + '"'


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

_COLUMNS = {
    "attendee_search": "attendee_id, event_id, payment_group, payment, search_text",
    "attendees": "id, event_id, attended, ticket_type_id, table_number, qr_code_data",
}


def _find_in_postgres(tx: Session, filters: AttendeeFilters, limit: int, after: int | None) -> Matches:
    found = postgres_selection(filters)
    values = {**found.values, "limit": limit, "event_id": filters.event_id, "after": after}
    looked_at = max(NEWEST, NEWEST_PER_WANTED * limit) if found.conditions else limit
    newest = text(
        f"WITH {found.table} AS MATERIALIZED ("  # noqa: S608 - as above
        f"SELECT {_COLUMNS[found.table]} FROM {found.table} {_postgres_newest(found.id, filters, after)} LIMIT :newest"
        f") SELECT ARRAY(SELECT {found.row_id} FROM {found.source} WHERE {found.where()}"
        f" ORDER BY {found.row_id} DESC LIMIT :limit), (SELECT count(*) FROM {found.table})"
    )
    ids, seen = _row(tx, newest, {**values, "newest": looked_at})
    if len(ids) == limit or seen < looked_at:
        return Matches(ids, None)
    found.add_equal(found.table, event_id=filters.event_id)
    if after is not None:
        found.conditions.append(f"{found.row_id} < :after")
    # Materialized; else the planner walks the primary key, expecting enough matches there.
    rest = text(
        f"WITH found AS MATERIALIZED (SELECT {found.row_id} AS id FROM {found.source}"  # noqa: S608 - as above
        f" WHERE {found.where()}) SELECT ARRAY(SELECT id FROM found"
        " ORDER BY id DESC LIMIT :limit), (SELECT count(*) FROM found)"
    )
    ids, total = with_custom_plan(tx, rest, values)
    return Matches(ids, total if after is None else None)


def with_custom_plan(tx: Session, statement: TextClause, values: dict[str, Any]) -> Any:
    """Run a statement with a custom plan: a generic plan suits neither rare nor common terms. Returns its row."""
    tx.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
    row = _row(tx, statement, values)
    tx.execute(text("SET LOCAL plan_cache_mode = auto"))
    return row


def _row(tx: Session, statement: TextClause, values: dict[str, Any]) -> Any:
    return tx.execute(statement, values).one()


def _postgres_newest(row_id: str, filters: AttendeeFilters, after: int | None) -> str:
    """The rows of the event before `after`, from the newest back."""
    if filters.event_id is None:
        range_ = "" if after is None else f"WHERE {row_id} < :after"
        return f"{range_} ORDER BY {row_id} DESC"
    # A range of both columns, which only one index has in this order. For an equal event the planner may walk the
    # primary key instead, past the attendees of all other events.
    place = "event_id <= :event_id" if after is None else f"(event_id, {row_id}) < (:event_id, :after)"
    return f"WHERE event_id >= :event_id AND {place} ORDER BY event_id DESC, {row_id} DESC"


def postgres_selection(filters: AttendeeFilters) -> Selection:
    """The matching rows of all events: the caller adds the event, which a B-tree index serves."""
    found = Selection("attendee_search", "attendee_id", "", [], {})
    for at, (column, term) in enumerate(_texts(filters)):
        found.conditions.append(f"attendee_search.{column} LIKE :text{at}")
        found.values[f"text{at}"] = like_pattern(term)
    group = filters.payment_group
    found.add_equal("attendee_search", payment_group=None if group is None else group.value)
    searched = len(found.conditions)
    _add_row_conditions(found, filters)
    if len(found.conditions) == searched:
        return found
    if searched:
        return found._replace(joined=" JOIN attendees ON attendees.id = attendee_search.attendee_id")
    return found._replace(table="attendees", id="id")


def like_pattern(part: str) -> str:
    for special in "\\%_":
        part = part.replace(special, "\\" + special)
    return f"%{part}%"
