# ruff: noqa: S608 - the texts are made of constants; what callers send goes in as values
"""The SQL with which the desk decides a group of scans, for each engine.

Each statement takes its many values as one JSON text, and returns its many rows as one, with timestamps in wire form.
"""

from typing import NamedTuple

from doorlist.attendees.wire_sql import check_in_entry
from doorlist.core.db import json_sql
from doorlist.door.admission.ticket import TICKET_FROM, ticket_columns
from doorlist.users.sessions import live_sessions_sql


class Statements(NamedTuple):
    """The statements of the desk for one engine.

    `look_up` finds tickets by their texts, `look_up_any` by hash and id as well: a group of texts alone pays nothing
    for the others.
    """

    look_up: str
    look_up_any: str
    tickets_of: str
    admit: str
    log: str


LOG_COLUMNS = (
    "attendee_id",
    "event_id",
    "user_id",
    "device",
    "helper",
    "outcome",
    "qr_data",
    "attended_at",
    "attended_by",
    "scanned_at",
    "idempotency_key",
    "grant_id",
)
_LET_IN = check_in_entry("l.attendee_id", "l.attended_at", "l.attended_by")
_EARLIER_FROM = (
    "FROM scan_log AS l LEFT JOIN users AS u ON u.id = l.attended_by"
    f" LEFT JOIN scan_log AS check_in ON check_in.id = {_LET_IN}"
)

_SQLITE_TICKETS = f"SELECT json_group_array(json_array({ticket_columns(json_sql.SQLITE)})) {TICKET_FROM}"
_SQLITE_LOOK_UP = f"""
    SELECT
        ({live_sessions_sql("sqlite")}),
        (SELECT json_group_array(json_array(
            l.idempotency_key, l.user_id, l.qr_data, l.outcome, l.attendee_id, l.attended_at, l.attended_by,
            u.full_name, l.scanned_at, check_in.device, check_in.helper, l.event_id
         )) {_EARLIER_FROM} WHERE l.idempotency_key IN (SELECT value FROM json_each(:keys))),
        (SELECT json_group_array(id) FROM events WHERE id IN (SELECT value FROM json_each(:event_ids))),
        ({_SQLITE_TICKETS} WHERE attendees.qr_code_data IN (SELECT value FROM json_each(:qr_texts)){{more}})
"""
_SQLITE_MORE = """
            OR attendees.qr_hash IN (SELECT value FROM json_each(:qr_hashes))
            OR attendees.id IN (SELECT value FROM json_each(:ids))
"""
_SQLITE_TICKETS_OF = f"{_SQLITE_TICKETS} WHERE attendees.id IN (SELECT value FROM json_each(:ids))"
_SQLITE_ADMIT = """
    UPDATE attendees
    SET attended = 1, attended_at = due.value ->> 'attended_at', scanned_by = due.value ->> 'scanned_by'
    FROM json_each(:admissions) AS due
    WHERE attendees.id = due.value ->> 'id' AND attendees.attended = 0
"""
_SQLITE_LOG = f"""
    INSERT INTO scan_log ({", ".join(LOG_COLUMNS)})
    SELECT {", ".join(f"value ->> '{column}'" for column in LOG_COLUMNS)} FROM json_each(:rows)
"""

_POSTGRES_TICKETS = f"""
    SELECT coalesce(json_agg(json_build_array({ticket_columns(json_sql.POSTGRESQL)})), '[]')::text {TICKET_FROM}
"""
_POSTGRES_LOOK_UP = f"""
    SELECT
        ({live_sessions_sql("postgresql")}),
        (SELECT coalesce(json_agg(json_build_array(
            replace(l.idempotency_key::text, '-', ''), l.user_id, l.qr_data, l.outcome, l.attendee_id,
            {json_sql.POSTGRESQL.moment("l.attended_at")}, l.attended_by, u.full_name,
            {json_sql.POSTGRESQL.moment("l.scanned_at")}, check_in.device, check_in.helper, l.event_id
         )), '[]')::text {_EARLIER_FROM} WHERE l.idempotency_key = ANY(
            ARRAY(SELECT value::uuid FROM json_array_elements_text(%(keys)s::json)))),
        (SELECT coalesce(json_agg(id), '[]')::text FROM events
         WHERE id = ANY(ARRAY(SELECT value::bigint FROM json_array_elements_text(%(event_ids)s::json)))),
        ({_POSTGRES_TICKETS} WHERE attendees.qr_code_data = ANY(
            ARRAY(SELECT value FROM json_array_elements_text(%(qr_texts)s::json))){{more}})
"""
_POSTGRES_MORE = """
            OR attendees.qr_hash = ANY(ARRAY(SELECT value FROM json_array_elements_text(%(qr_hashes)s::json)))
            OR attendees.id = ANY(ARRAY(SELECT value::bigint FROM json_array_elements_text(%(ids)s::json)))
"""
_POSTGRES_TICKETS_OF = f"""
    {_POSTGRES_TICKETS}
    WHERE attendees.id = ANY(ARRAY(SELECT value::bigint FROM json_array_elements_text(%(ids)s::json)))
"""
# PostgreSQL checks a row again that another desk changed meanwhile. A row that another transaction holds is skipped:
# the desk tries its scan again later, and no other scan waits for it.
_POSTGRES_ADMIT = """
    WITH due AS MATERIALIZED (
        SELECT a.id, d.attended_at, d.scanned_by
        FROM json_to_recordset(%(admissions)s::json) AS d(id bigint, attended_at timestamptz, scanned_by bigint)
        JOIN attendees AS a ON a.id = d.id
        WHERE NOT a.attended ORDER BY a.id FOR UPDATE OF a SKIP LOCKED
    )
    UPDATE attendees AS a SET attended = true, attended_at = due.attended_at, scanned_by = due.scanned_by
    FROM due WHERE a.id = due.id AND NOT a.attended
"""
_POSTGRES_LOG = f"""
    INSERT INTO scan_log ({", ".join(LOG_COLUMNS)})
    SELECT {", ".join(LOG_COLUMNS)}
    FROM json_to_recordset(%(rows)s::json) AS r(
        attendee_id bigint, event_id bigint, user_id bigint, device text, helper text, outcome text, qr_data text,
        attended_at timestamptz, attended_by bigint, scanned_at timestamptz, idempotency_key uuid, grant_id bigint
    )
"""

SQLITE = Statements(
    _SQLITE_LOOK_UP.format(more=""),
    _SQLITE_LOOK_UP.format(more=_SQLITE_MORE),
    _SQLITE_TICKETS_OF,
    _SQLITE_ADMIT,
    _SQLITE_LOG,
)
POSTGRES = Statements(
    _POSTGRES_LOOK_UP.format(more=""),
    _POSTGRES_LOOK_UP.format(more=_POSTGRES_MORE),
    _POSTGRES_TICKETS_OF,
    _POSTGRES_ADMIT,
    _POSTGRES_LOG,
)
