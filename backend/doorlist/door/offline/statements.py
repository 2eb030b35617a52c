# ruff: noqa: S608 - the texts are made of constants; what callers send goes in as values
"""The SQL that settles a batch, for each engine. Many values go in, and many rows come out, as one JSON text each."""

from typing import NamedTuple

from doorlist.core.db import json_sql
from doorlist.core.db.json_sql import JsonSql
from doorlist.door.admission.fold import IN_THE_FOLD
from doorlist.door.admission.ticket import TICKET_FROM, ticket_columns


class Statements(NamedTuple):
    """The statements of a batch for one engine. `lock` is None where all writers wait for each other anyway."""

    lock: str | None
    earlier: str
    tickets: str
    erased: str
    entries: str
    log: str
    ids_of: str
    attendances: str


LOG_TYPES = {
    "attendee_id": "bigint",
    "event_id": "bigint",
    "user_id": "bigint",
    "device": "text",
    "helper": "text",
    "outcome": "text",
    "qr_data": "text",
    "attended_at": "timestamptz",
    "attended_by": "bigint",
    "scanned_at": "timestamptz",
    "idempotency_key": "uuid",
    "received_at": "timestamptz",
    "grant_id": "bigint",
    "sequence": "bigint",
    "shown": "text",
    "certainty": "text",
    "list_as_of": "timestamptz",
    "clock_error": "bigint",
    "about_key": "uuid",
}
_COLUMNS = ", ".join(LOG_TYPES)
_THIS_EPOCH = "l.id > (SELECT log_from FROM lineage)"
_IN_THE_FOLD = ", ".join(f"'{outcome}'" for outcome in IN_THE_FOLD)
_SQLITE_LIST = "(SELECT value FROM json_each(:{}))"
_POSTGRES_LIST = "ANY(ARRAY(SELECT value{} FROM json_array_elements_text(CAST(%({})s AS json))))"


def _entries(engine: JsonSql, key: str, about: str) -> str:
    """The rows of the fold: `attendance.LogEntry`."""
    scanned, attended = engine.moment("l.scanned_at"), engine.moment("l.attended_at")
    at = f"CASE WHEN l.outcome = 'imported' THEN coalesce({attended}, {scanned}) ELSE {scanned} END"
    is_otherwise = "l.outcome IN ('imported', 'baseline')"
    by = f"CASE WHEN {is_otherwise} THEN l.attended_by ELSE l.user_id END"
    since = f"CASE WHEN {is_otherwise} THEN {attended} ELSE {scanned} END"
    values = ["l.id", "l.attendee_id", f"coalesce({key}, '')", "l.outcome", at, since, by, about, "l.shown"]
    return engine.array([*values, "l.certainty", "l.helper IS NOT NULL"])


def _earlier(engine: JsonSql, key: str, about: str) -> str:
    """`repository.Earlier`."""
    moments = [engine.moment("l.scanned_at"), engine.moment("l.attended_at")]
    names = ["l.id", key, "l.user_id", "l.qr_data", "l.outcome", "l.attendee_id", "l.event_id", *moments]
    return engine.array([*names, "l.attended_by", about, "l.shown", "l.certainty", "l.grant_id", _THIS_EPOCH])


_ERASED_FROM = (
    "FROM erased_tickets JOIN attendees ON attendees.id = erased_tickets.attendee_id"
    " WHERE attendees.erased_at IS NOT NULL AND erased_tickets.qr_hash"
)
_EARLIER_FROM = "FROM scan_log AS l WHERE l.idempotency_key"
_ENTRIES_WHERE = f"{_THIS_EPOCH} AND (l.outcome IN ({_IN_THE_FOLD}) OR l.shown IS NOT NULL)"
_LITE, _POST = json_sql.SQLITE, json_sql.POSTGRESQL
_UNHYPHENED = "replace(l.{}::text, '-', '')"
_POSTGRES_KEYS = _POSTGRES_LIST.format("::uuid", "keys")
_POSTGRES_FOUND = f"""
    attendees.qr_hash = {_POSTGRES_LIST.format("", "qr_hashes")}
    OR attendees.qr_code_data = {_POSTGRES_LIST.format("", "qr_texts")}
    OR attendees.id = {_POSTGRES_LIST.format("::bigint", "ids")}
"""
_SQLITE_OF_EVENT = "(:event_id IS NULL OR attendees.event_id = :event_id)"
_POSTGRES_OF_EVENT = "(%(event_id)s::bigint IS NULL OR attendees.event_id = %(event_id)s::bigint)"

SQLITE = Statements(
    lock=None,
    earlier=f"""
        SELECT json_group_array({_earlier(_LITE, "l.idempotency_key", "l.about_key")})
        {_EARLIER_FROM} IN {_SQLITE_LIST.format("keys")}
    """,
    tickets=f"""
        SELECT json_group_array(json_array({ticket_columns(_LITE)})) {TICKET_FROM}
        WHERE (attendees.qr_hash IN {_SQLITE_LIST.format("qr_hashes")}
            OR attendees.qr_code_data IN {_SQLITE_LIST.format("qr_texts")}
            OR attendees.id IN {_SQLITE_LIST.format("ids")}) AND {_SQLITE_OF_EVENT}
    """,
    erased=f"""
        SELECT json_group_object(erased_tickets.qr_hash, attendees.id)
        {_ERASED_FROM} IN {_SQLITE_LIST.format("former")} AND {_SQLITE_OF_EVENT}
    """,
    entries=f"""
        SELECT json_group_array({_entries(_LITE, "l.idempotency_key", "l.about_key")}) FROM scan_log AS l
        WHERE l.attendee_id IN {_SQLITE_LIST.format("ids")} AND {_ENTRIES_WHERE}
    """,
    log=f"""
        INSERT INTO scan_log ({_COLUMNS})
        SELECT {", ".join(f"value ->> '{column}'" for column in LOG_TYPES)} FROM json_each(:rows)
    """,
    ids_of=f"""
        SELECT json_group_object(l.idempotency_key, l.id) FROM scan_log AS l
        WHERE l.idempotency_key IN {_SQLITE_LIST.format("keys")}
    """,
    attendances="""
        UPDATE attendees
        SET attended = (due.value ->> 'attended_at') IS NOT NULL, attended_at = due.value ->> 'attended_at',
            scanned_by = due.value ->> 'scanned_by'
        FROM json_each(:rows) AS due WHERE attendees.id = due.value ->> 'id'
    """,
)
POSTGRES = Statements(
    lock=f"""
        SELECT coalesce(json_agg(id), '[]')::text FROM (
            SELECT id FROM attendees WHERE ({_POSTGRES_FOUND}
                OR id = ANY(ARRAY(SELECT attendee_id FROM scan_log WHERE idempotency_key = {_POSTGRES_KEYS}))
                OR id = ANY(ARRAY(
                    SELECT attendee_id FROM erased_tickets WHERE qr_hash = {_POSTGRES_LIST.format("", "former")}
                ))) AND {_POSTGRES_OF_EVENT}
            ORDER BY id FOR UPDATE
        ) AS held
    """,
    earlier=f"""
        SELECT coalesce(json_agg(
            {_earlier(_POST, _UNHYPHENED.format("idempotency_key"), _UNHYPHENED.format("about_key"))}
        ), '[]')::text {_EARLIER_FROM} = {_POSTGRES_KEYS}
    """,
    tickets=f"""
        SELECT coalesce(json_agg(json_build_array({ticket_columns(_POST)})), '[]')::text {TICKET_FROM}
        WHERE ({_POSTGRES_FOUND}) AND {_POSTGRES_OF_EVENT}
    """,
    erased=f"""
        SELECT coalesce(json_object_agg(erased_tickets.qr_hash, attendees.id), '{{}}')::text
        {_ERASED_FROM} = {_POSTGRES_LIST.format("", "former")} AND {_POSTGRES_OF_EVENT}
    """,
    entries=f"""
        SELECT coalesce(json_agg(
            {_entries(_POST, _UNHYPHENED.format("idempotency_key"), _UNHYPHENED.format("about_key"))}
        ), '[]')::text
        FROM scan_log AS l WHERE l.attendee_id = {_POSTGRES_LIST.format("::bigint", "ids")} AND {_ENTRIES_WHERE}
    """,
    log=f"""
        INSERT INTO scan_log ({_COLUMNS}) SELECT {_COLUMNS}
        FROM json_to_recordset(%(rows)s::json) AS r({", ".join(f"{name} {kind}" for name, kind in LOG_TYPES.items())})
    """,
    ids_of=f"""
        SELECT coalesce(json_object_agg({_UNHYPHENED.format("idempotency_key")}, l.id), '{{}}')::text
        FROM scan_log AS l WHERE l.idempotency_key = {_POSTGRES_KEYS}
    """,
    attendances="""
        UPDATE attendees AS a
        SET attended = due.attended_at IS NOT NULL, attended_at = due.attended_at, scanned_by = due.scanned_by
        FROM json_to_recordset(%(rows)s::json) AS due(id bigint, attended_at timestamptz, scanned_by bigint)
        WHERE a.id = due.id
    """,
)
