"""Which attendees match, newest first, and how many: quick at a million of them, whatever is asked for.

On SQLite the index is a table of trigrams (FTS5) whose lists are walked from the newest row back; on PostgreSQL a
narrow table with an index of trigrams (pg_trgm). The database keeps both up (docs/decisions/0012-search-index.md).
"""

import json
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.attendees.rules import search_needles
from doorlist.attendees.schemas import AttendeeFilters
from doorlist.core.text import without_case

SHORTEST_INDEXED = 3
# So many of the newest are looked at one by one before the whole index is asked: a common term is among them.
NEWEST = 3_000
NEWEST_PER_WANTED = 20

NO_INDEX = (
    "PostgreSQL has no index for searching, because the extension pg_trgm could not be created; searches of very"
    " long lists are slow. A superuser of the database can mend that with: CREATE EXTENSION pg_trgm; CREATE INDEX"
    " ix_attendee_search_search_text ON attendee_search USING gin (search_text gin_trgm_ops);"
)


class Matches(NamedTuple):
    """Ids of attendees, newest first; `total` is how many match in all, where it was asked for."""

    ids: list[int]
    total: int | None


class Part(NamedTuple):
    """What is asked of a statement: conditions on what they name, all of which must hold, and their values."""

    conditions: list[str]
    values: dict[str, Any]

    def where(self, *more: str) -> str:
        """The conditions as a clause."""
        return " AND ".join([*self.conditions, *more]) or "true"


def find_matches(tx: Session, filters: AttendeeFilters, *, limit: int, after: int | None, counted: bool) -> Matches:
    """At most `limit` ids of attendees that match, newest first, those before the id `after`."""
    if tx.get_bind().dialect.name == "sqlite":
        found = _find_in_order(tx, filters, limit, after, counted=counted, ids=_IDS_IN_SQLITE)
    elif filters.attended is not None and not _asks_for_more_than_attendance(filters):
        found = _find_in_order(tx, filters, limit, after, counted=counted, ids=_IDS_IN_POSTGRES)
    else:
        found = _find_in_postgres(tx, filters, limit, after, counted=counted)
    if counted and after is None and len(found.ids) < limit:
        return Matches(found.ids, len(found.ids))
    return found


def lacks_index(tx: Session) -> bool:
    """Whether this database could not be given the index, so that searches read everything."""
    if tx.get_bind().dialect.name != "postgresql":
        return False
    return not tx.scalar(text("SELECT to_regclass('ix_attendee_search_search_text') IS NOT NULL"))


def _asks_for_more_than_attendance(filters: AttendeeFilters) -> bool:
    return bool(search_needles(filters.search) or without_case(filters.payment) or filters.payment_group)


def _needles(filters: AttendeeFilters) -> list[str]:
    """The texts of which one must occur. Where one contains another, only the shorter one matters."""
    needles = search_needles(filters.search)
    return [n for n in needles if not any(other != n and other in n for other in needles)]


# --- by walking a list that is in order: SQLite, and attendance by itself ---------------------------------------------

_IDS_IN_SQLITE = "json_group_array(id ORDER BY id DESC)"
_IDS_IN_POSTGRES = "CAST(json_agg(id ORDER BY id DESC) AS text)"


def _find_in_order(
    tx: Session, filters: AttendeeFilters, limit: int, after: int | None, *, counted: bool, ids: str
) -> Matches:
    source, row_id, asked = _ordered_source(filters)
    before = () if after is None else (f"{row_id} < :after",)
    # As one value: row by row, each would drop the interpreter's lock and wait to have it back.
    page = text(
        f"SELECT {ids} FROM ("  # noqa: S608 - names of our own, values are bound
        f"SELECT {row_id} AS id FROM {source} WHERE {asked.where(*before)} ORDER BY {row_id} DESC LIMIT :limit) AS page"
    )
    values = {**asked.values, "limit": limit} if after is None else {**asked.values, "limit": limit, "after": after}
    found = json.loads(tx.scalar(page, values) or "[]")
    if not counted or (after is None and len(found) < limit):
        return Matches(found, None)
    count = text(f"SELECT count(*) FROM {source} WHERE {asked.where()}")  # noqa: S608 - the same
    return Matches(found, tx.scalar(count, asked.values))


def _ordered_source(filters: AttendeeFilters) -> tuple[str, str, Part]:
    """Where the matching rows come from, how their id is called there, and what is asked of them.

    What the index knows is asked of it, all in one expression: it walks the lists of all terms side by side.
    """
    terms: list[str] = []
    asked = Part([], {})
    needles, payment = _needles(filters), without_case(filters.payment)
    if needles and min(map(len, needles)) >= SHORTEST_INDEXED:
        terms.append(f"search_text : ({' OR '.join(map(_quoted, needles))})")
    elif needles:
        asked.conditions.append(_one_of(needles, asked.values, "instr(attendees.search_text, :{}) > 0"))
    if len(payment) >= SHORTEST_INDEXED:
        terms.append(f"payment : {_quoted(payment)}")
    elif payment:
        asked.conditions.append("instr(attendees.payment_folded, :payment) > 0")
        asked.values["payment"] = payment
    if filters.payment_group is not None:
        terms.append(f"payment_group : {_quoted(filters.payment_group)}")
    if filters.attended is not None:
        asked.conditions.append("attendees.attended = :attended")
        asked.values["attended"] = filters.attended
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


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _one_of(needles: list[str], values: dict[str, Any], condition: str) -> str:
    names = {f"needle{number}": needle for number, needle in enumerate(needles)}
    values.update(names)
    return "(" + " OR ".join(condition.format(name) for name in names) + ")"


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


_SEARCHED = "attendee_search"
_SEARCHED_WITH_ATTENDANCE = "attendee_search JOIN attendees ON attendees.id = attendee_search.attendee_id"


def _find_in_postgres(
    tx: Session, filters: AttendeeFilters, limit: int, after: int | None, *, counted: bool
) -> Matches:
    # A plan made for any term would suit neither the rare nor the common ones.
    tx.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
    narrowed, asked = _postgres_range(filters, after), _postgres_conditions(filters)
    values = {**narrowed.values, **asked.values, "limit": limit}
    searched = _SEARCHED if filters.attended is None else _SEARCHED_WITH_ATTENDANCE
    looked_at = limit
    if asked.conditions:
        looked_at = max(NEWEST, NEWEST_PER_WANTED * limit)
    newest = text(
        "WITH attendee_search AS MATERIALIZED ("  # noqa: S608 - names of our own, values are bound
        f"SELECT * FROM attendee_search WHERE {narrowed.where()} ORDER BY attendee_id DESC LIMIT :newest"
        f") SELECT ARRAY(SELECT attendee_id FROM {searched} WHERE {asked.where()}"
        " ORDER BY attendee_id DESC LIMIT :limit), (SELECT count(*) FROM attendee_search)"
    )
    ids, seen = tx.execute(newest, {**values, "newest": looked_at}).one()
    if len(ids) < limit and seen == looked_at:
        # Materialised, or else the planner walks the primary key in the hope of meeting enough of them.
        rest = text(
            f"WITH found AS MATERIALIZED (SELECT attendee_id FROM {searched}"  # noqa: S608 - the same
            f" WHERE {asked.where(*narrowed.conditions)}) SELECT ARRAY(SELECT attendee_id FROM found"
            " ORDER BY attendee_id DESC LIMIT :limit), (SELECT count(*) FROM found)"
        )
        ids, total = tx.execute(rest, values).one()
        if after is None:
            return Matches(ids, total)
    if not counted or (after is None and len(ids) < limit):
        return Matches(ids, None)
    everything = _postgres_range(filters, None)
    where = asked.where(*everything.conditions)
    count = text(f"SELECT count(*) FROM {searched} WHERE {where}")  # noqa: S608 - the same
    return Matches(ids, tx.scalar(count, {**everything.values, **asked.values}))


def _postgres_range(filters: AttendeeFilters, after: int | None) -> Part:
    """What a B-tree narrows down, in the order of the list."""
    asked = Part([], {})
    if filters.event_id is not None:
        asked.conditions.append("attendee_search.event_id = :event_id")
        asked.values["event_id"] = filters.event_id
    if after is not None:
        asked.conditions.append("attendee_search.attendee_id < :after")
        asked.values["after"] = after
    return asked


def _postgres_conditions(filters: AttendeeFilters) -> Part:
    asked = Part([], {})
    needles, payment = _needles(filters), without_case(filters.payment)
    if needles:
        patterns = [_pattern(needle) for needle in needles]
        asked.conditions.append(_one_of(patterns, asked.values, "attendee_search.search_text LIKE :{}"))
    if payment:
        asked.conditions.append("attendee_search.payment LIKE :payment")
        asked.values["payment"] = _pattern(payment)
    if filters.payment_group is not None:
        asked.conditions.append("attendee_search.payment_group = :payment_group")
        asked.values["payment_group"] = filters.payment_group.value
    if filters.attended is not None:
        asked.conditions.append("attendees.attended = :attended")
        asked.values["attended"] = filters.attended
    return asked


def _pattern(part: str) -> str:
    """A LIKE pattern for texts that contain the part."""
    for special in "\\%_":
        part = part.replace(special, "\\" + special)
    return f"%{part}%"
