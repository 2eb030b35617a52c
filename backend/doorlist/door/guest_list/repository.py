# ruff: noqa: S608 - the texts are made of constants; what callers send goes in as values
"""Statements of a door's list. The database makes the JSON (core/json_sql.py)."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.attendees.wire_sql import TYPE_JOINED, of_check_in, owed_expression, stored_expression
from doorlist.check_in_lists.repository import count_lists
from doorlist.core.db.json_sql import POSTGRESQL, SQLITE, JsonSql, json_sql
from doorlist.door.guest_list.schemas import ListedTicket


class Page(NamedTuple):
    """Tickets as JSON arrays with commas between them; their number, and the last id."""

    tickets: str
    found: int
    last: int


_FROM = (
    f" FROM attendees JOIN events ON events.id = attendees.event_id{TYPE_JOINED}"
    " LEFT JOIN users AS scanner ON scanner.id = attendees.scanned_by"
)
_HELPER_AND_DOOR = "check_in.helper || ', ' || check_in.device"
_ORDER = " ORDER BY attendees.event_id, attendees.id LIMIT :limit"
_PART = {
    # SQLite enters the index by the first column of a row comparison alone, and would walk to the page from the start.
    "sqlite": f" WHERE attendees.event_id = :event_id AND attendees.id > :after{_ORDER}",
    # A range of both columns, so that the planner walks the index of the event and never the whole table's.
    "postgresql": " WHERE attendees.event_id <= :event_id"
    f" AND (attendees.event_id, attendees.id) > (:event_id, :after){_ORDER}",
}
_NAMED = {
    "sqlite": " WHERE attendees.id IN (SELECT value FROM json_each(:ids)) AND attendees.event_id = :event_id",
    "postgresql": " WHERE attendees.id = ANY(CAST(:ids AS bigint[])) AND attendees.event_id = :event_id",
}
_STATES = {
    # Nothing that the list shows is changed without a new row of a table that counts its rows, of the scan log or the
    # history at least; except that attendees go. After a restore the numbers may come again, but not the time.
    "sqlite": """
        SELECT (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence) || '.'
            || (SELECT count(*) FROM attendees WHERE event_id = :event_id) || '.'
            || coalesce((SELECT at FROM history ORDER BY id DESC LIMIT 1), '')
    """,
    # Not a sequence: it advances before the commit. `xmin` is the transaction that last wrote the row.
    "postgresql": """
        SELECT concat_ws('.', count(*), sum(CAST(CAST(xmin AS text) AS bigint)),
            (SELECT CAST(xmin AS text) FROM events WHERE id = :event_id), (SELECT sum(id * version) FROM users),
            (SELECT sum(CAST(CAST(xmin AS text) AS bigint)) FROM ticket_types WHERE event_id = :event_id),
            (SELECT sum(CAST(CAST(xmin AS text) AS bigint)) FROM check_in_lists WHERE event_id = :event_id),
            (SELECT concat(count(*), '/', sum(CAST(CAST(xmin AS text) AS bigint))) FROM list_presences
                WHERE list_id IN (SELECT id FROM check_in_lists WHERE event_id = :event_id)))
        FROM attendees WHERE event_id = :event_id
    """,
}


def page(tx: Session, event_id: int, *, after: int, limit: int) -> Page:
    """The next tickets of the event, in the order of their ids."""
    values = {"event_id": event_id, "after": after, "limit": limit}
    return _page(tx, event_id, _PART[tx.get_bind().dialect.name], values)


def named(tx: Session, event_id: int, ids: Sequence[int]) -> Page:
    """The tickets with these ids that are of the event."""
    dialect = tx.get_bind().dialect.name
    values = {"event_id": event_id, "ids": list(ids) if dialect == "postgresql" else json.dumps(list(ids))}
    return _page(tx, event_id, _NAMED[dialect], values)


def state(tx: Session, event_id: int) -> str:
    """A version token that changes with any change to the event or its tickets (the ETag)."""
    return str(tx.scalar(text(_STATES[tx.get_bind().dialect.name]), {"event_id": event_id}))


def _page(tx: Session, event_id: int, which: str, values: Mapping[str, object]) -> Page:
    ticket = _TICKETS[json_sql(tx), count_lists(tx, event_id) > 0]
    statement = (
        "SELECT coalesce(string_agg(entry, ',' ORDER BY id), ''), count(*), coalesce(max(id), 0)"
        f" FROM (SELECT attendees.id AS id, CAST({ticket} AS TEXT) AS entry{_FROM}{which}) AS page"
    )
    return Page(*tx.execute(text(statement), values).one())


_TYPE = ("ticket_types.id", "ticket_types.name", "ticket_types.color")


def _check_ins(engine: JsonSql) -> str:
    """The check-ins at lists, as an expression on `attendees`."""
    moments = [engine.milliseconds(f"presence.{name}_at") for name in ("first", "last")]
    left_at = engine.milliseconds("presence.left_at")
    check_in = engine.array(["presence.list_id", *moments, "presence.times", left_at])
    every = engine.all_of.format(check_in, "presence.list_id")
    of_guest = "FROM list_presences AS presence WHERE presence.attendee_id = attendees.id"
    return engine.nested.format(f"CASE WHEN EXISTS (SELECT 1 {of_guest}) THEN (SELECT {every} {of_guest}) END")


def _ticket(engine: JsonSql, *, has_lists: bool) -> str:
    joined = {
        "owed_cents": owed_expression(engine),
        "attended_at": engine.milliseconds("attendees.attended_at"),
        "left_at": engine.milliseconds("attendees.left_at"),
        # Events without lists do not pay for them.
        "check_ins": _check_ins(engine) if has_lists else "NULL",
        "ticket_type": engine.nested.format(f"CASE WHEN ticket_types.id IS NOT NULL THEN {engine.array(_TYPE)} END"),
        "marked_absent_at": "CASE WHEN attendees.attended_at IS NULL THEN"
        f" (SELECT max({engine.milliseconds('gone.scanned_at')}) FROM scan_log AS gone"
        " WHERE gone.attendee_id = attendees.id AND gone.outcome = 'marked_absent' AND gone.list_id IS NULL"
        " AND gone.id > (SELECT log_from FROM lineage)) END",
        # Show the helper and the door, not the issuer of the pass: door staff know the helper.
        "scanner_name": f"coalesce({of_check_in(_HELPER_AND_DOOR)}, scanner.full_name)",
    }
    return engine.array(joined.get(field) or stored_expression(engine, field) for field in ListedTicket._fields)


_TICKETS = {
    (engine, has_lists): _ticket(engine, has_lists=has_lists)
    for engine in (SQLITE, POSTGRESQL)
    for has_lists in (False, True)
}
