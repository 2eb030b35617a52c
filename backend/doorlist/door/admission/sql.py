# ruff: noqa: S608 - the texts are made of constants; what callers send goes in as values
"""The SQL of admission, for each engine.

Each statement takes its many values as one JSON text, and returns its many rows as one, with timestamps in wire form:
row by row, SQLite's driver would drop the interpreter's lock and wait for it again with each row.
"""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Uuid

from doorlist.attendees.wire_sql import of_check_in
from doorlist.check_in_lists.rules import ListRule
from doorlist.core.db import json_sql
from doorlist.core.db.database import UtcDateTime
from doorlist.core.db.json_sql import JsonSql
from doorlist.core.locks import AdvisoryKey
from doorlist.door.admission.decide import LoggedRow
from doorlist.door.admission.door_attendee import TICKET_FROM, ticket_columns
from doorlist.door.admission.fold import IN_THE_FOLD
from doorlist.door.admission.log_row import LogRow
from doorlist.door.models import ScanLogEntry
from doorlist.users.session_check import LIVE_SESSIONS


class AdmissionSql(NamedTuple):
    """The statements of one engine.

    `look_up` finds all that a group of live scans refers to, tickets by their texts; `look_up_any` by hash and id as
    well: a group of texts alone pays nothing for the others. `people` counts at places of events that stop at their
    capacity. `held` and the locks are None if all writers wait for each other anyway.
    """

    look_up: str
    look_up_any: str
    tickets_of: str
    admit: str
    move: str
    people: str
    prior: str
    tickets: str
    erased: str
    fold_rows: str
    log: str
    log_ids: str
    presences: str
    held: str | None = None
    lock: str | None = None
    lock_capacity: str | None = None
    try_lock_capacity: str | None = None


_TYPES: dict[type, str] = {int: "bigint", str: "text", UUID: "uuid"}


def _type_of(column: str) -> str:
    """The type of a column of the scan log on PostgreSQL."""
    type_ = ScanLogEntry.__table__.c[column].type
    return "timestamptz" if isinstance(type_, UtcDateTime) else _TYPES[type_.python_type]


_WRITTEN = [column for column in LogRow.__struct_fields__ if column != "id"]
_LOG_COLUMNS = ", ".join(_WRITTEN)
# `+ 0`: PostgreSQL would find the rows of attendees by this condition, among all of the log.
_THIS_EPOCH = "l.id + 0 > (SELECT log_from FROM lineage WHERE id = 1)"
_OF_CHECK_IN = ("l.attendee_id", "l.attended_at", "l.attended_by", "l.list_id")
_PRIOR_FROM = "FROM scan_log AS l LEFT JOIN users AS u ON u.id = l.attended_by"
_ERASED_FROM = (
    "FROM erased_tickets JOIN attendees ON attendees.id = erased_tickets.attendee_id"
    " WHERE attendees.erased_at IS NOT NULL"
)


class _Engine(NamedTuple):
    """The expressions of an engine; `{}` is a placeholder."""

    name: str
    json: JsonSql
    parameter: str
    elements: str
    """The elements of a JSON list among the values, by name and type."""
    among: str
    rows: str
    """Rows as one JSON list."""
    pairs: str
    """Rows as one JSON object."""
    key_digits: str
    """A column of keys as 32 hexadecimal digits."""

    def is_among(self, column: str, name: str, type_: str = "text") -> str:
        return self.among.format(column, self.elements.format(name=name, type=type_))

    def of_event(self) -> str:
        event_id = self.parameter.format("event_id")
        return f"({event_id} IS NULL OR attendees.event_id = {event_id})"

    def named_tickets(self) -> str:
        """Attendees whom the values name by hash, text or id."""
        hashes, texts = (
            self.is_among("attendees.qr_hash", "qr_hashes"),
            self.is_among("attendees.qr_code_data", "qr_texts"),
        )
        return f"({hashes} OR {texts} OR {self.is_among('attendees.id', 'ids', 'bigint')})"

    def select_tickets(self) -> str:
        return f"SELECT {self.rows.format(self.json.list_of.format(ticket_columns(self.json)))} {TICKET_FROM}"

    def logged(self, column: str) -> str:
        """A column of the scan log as in a `LogRow`."""
        type_ = ScanLogEntry.__table__.c[column].type
        if isinstance(type_, UtcDateTime):
            return self.json.moment(f"l.{column}")
        return self.key_digits.format(f"l.{column}") if isinstance(type_, Uuid) else f"l.{column}"

    def prior(self) -> str:
        """The rows of the log with the keys: `decide.LoggedRow`."""
        joined = {
            "attendee_id": f"CASE WHEN {_THIS_EPOCH} THEN l.attendee_id END",
            "is_this_epoch": _THIS_EPOCH,
            "first_name": "u.full_name",
            "first_door": of_check_in("check_in.device", *_OF_CHECK_IN),
            "first_helper": of_check_in("check_in.helper", *_OF_CHECK_IN),
        }
        row = self.json.array(joined.get(field) or self.logged(field) for field in LoggedRow.__struct_fields__)
        return (
            f"SELECT {self.rows.format(row)} {_PRIOR_FROM} WHERE {self.is_among('l.idempotency_key', 'keys', 'uuid')}"
        )

    def fold_rows(self) -> str:
        """The rows of the log that the fold reads: `decide.LoggedRow`, without what is joined."""
        row = self.json.array(map(self.logged, LogRow.__struct_fields__))
        outcomes = ", ".join(f"'{outcome}'" for outcome in IN_THE_FOLD)
        return f"""
            SELECT {self.rows.format(row)} FROM scan_log AS l
            WHERE {self.is_among("l.attendee_id", "ids", "bigint")} AND {_THIS_EPOCH}
                AND (l.outcome IN ({outcomes}) OR l.shown IS NOT NULL)
        """

    def people(self) -> str:
        """The people at the entrance of events, and at check-in lists: event, list (null: entrance) and number."""
        row = self.json.array(["event_id", "list_id", "people"])
        return f"""
            SELECT {self.rows.format(row)} FROM (
                SELECT events.id AS event_id, NULL AS list_id, (
                    SELECT count(*) FROM attendees WHERE attendees.event_id = events.id AND attendees.attended
                        AND (attendees.left_at IS NULL OR NOT events.counts_exits)
                ) - CASE WHEN events.counts_exits THEN events.leavers ELSE 0 END AS people
                FROM events WHERE {self.is_among("events.id", "event_ids", "bigint")}
                UNION ALL
                SELECT l.event_id, l.id, (
                    SELECT count(*) FROM list_presences AS p
                    WHERE p.list_id = l.id AND (p.left_at IS NULL OR l.rule <> '{ListRule.REENTRY}')
                ) FROM check_in_lists AS l
                WHERE {self.is_among("l.id", "list_ids", "bigint")} AND l.rule <> '{ListRule.EVERY}'
            ) AS counted
        """

    def look_up(self, *, any_reference: bool) -> str:
        found = self.is_among("attendees.qr_code_data", "qr_texts")
        if any_reference:
            found = self.named_tickets()
        return f"""
            SELECT
                ({LIVE_SESSIONS[self.name]}),
                ({self.prior()}),
                (SELECT {self.rows.format("id")} FROM events WHERE {self.is_among("id", "event_ids", "bigint")}),
                ({self.select_tickets()} WHERE {found})
        """


_SQLITE = _Engine(
    "sqlite",
    json_sql.SQLITE,
    parameter=":{}",
    elements="SELECT value FROM json_each(:{name})",
    among="{} IN ({})",
    rows="json_group_array({})",
    pairs="json_group_object({}, {})",
    key_digits="{}",
)
_POSTGRES = _Engine(
    "postgresql",
    json_sql.POSTGRESQL,
    parameter="%({})s::bigint",
    elements="SELECT value::{type} FROM json_array_elements_text(%({name})s::json)",
    among="{} = ANY(ARRAY({}))",
    rows="coalesce(json_agg({}), '[]')::text",
    pairs="coalesce(json_object_agg({}, {}), '{{}}')::text",
    key_digits="replace({}::text, '-', '')",
)
_CAPACITY_KEY = f"{AdvisoryKey.CAPACITY:d}, mod(%(event_id)s::bigint, 2147483647)::int"
_SQLITE_ROWS = ", ".join(f"value ->> '{column}'" for column in _WRITTEN)
_POSTGRES_ROWS = ", ".join(f"{column} {_type_of(column)}" for column in _WRITTEN)


def _reads(engine: _Engine) -> dict[str, str]:
    """The statements that read, which the engines share but for their expressions."""
    erased = engine.pairs.format("erased_tickets.qr_hash", "attendees.id")
    log_ids = engine.pairs.format(engine.key_digits.format("l.idempotency_key"), "l.id")
    return {
        "look_up": engine.look_up(any_reference=False),
        "look_up_any": engine.look_up(any_reference=True),
        "tickets_of": f"{engine.select_tickets()} WHERE {engine.is_among('attendees.id', 'ids', 'bigint')}",
        "people": engine.people(),
        "prior": engine.prior(),
        "tickets": f"{engine.select_tickets()} WHERE {engine.named_tickets()} AND {engine.of_event()}",
        "erased": f"""
            SELECT {erased} {_ERASED_FROM}
            AND {engine.is_among("erased_tickets.qr_hash", "former_hashes")} AND {engine.of_event()}
        """,
        "fold_rows": engine.fold_rows(),
        "log_ids": f"SELECT {log_ids} FROM scan_log AS l WHERE {engine.is_among('l.idempotency_key', 'keys', 'uuid')}",
    }


SQLITE = AdmissionSql(
    **_reads(_SQLITE),
    admit="""
        UPDATE attendees
        SET attended = 1, attended_at = due.value ->> 'attended_at', scanned_by = due.value ->> 'scanned_by',
            left_at = NULL
        FROM json_each(:admissions) AS due
        WHERE attendees.id = due.value ->> 'id' AND attendees.attended = 0
    """,
    move="""
        UPDATE attendees SET left_at = due.value ->> 'left_at', returned_at = due.value ->> 'returned_at'
        FROM json_each(:moves) AS due
        WHERE attendees.id = due.value ->> 'id' AND attendees.attended = (due.value ->> 'was_in')
            AND attendees.left_at IS (due.value ->> 'was_left_at')
            AND attendees.returned_at IS (due.value ->> 'was_returned_at')
    """,
    log=f"INSERT INTO scan_log ({_LOG_COLUMNS}) SELECT {_SQLITE_ROWS} FROM json_each(:rows)",
    presences="""
        UPDATE attendees
        SET attended = (due.value ->> 'attended_at') IS NOT NULL, attended_at = due.value ->> 'attended_at',
            scanned_by = due.value ->> 'scanned_by', left_at = due.value ->> 'left_at'
        FROM json_each(:rows) AS due WHERE attendees.id = due.value ->> 'id'
    """,
)
POSTGRES = AdmissionSql(
    **_reads(_POSTGRES),
    # PostgreSQL checks a row again that another worker changed meanwhile. A row that another transaction holds is
    # skipped: the worker tries its scan again later, and no other scan waits for it.
    admit="""
        WITH due AS MATERIALIZED (
            SELECT a.id, d.attended_at, d.scanned_by
            FROM json_to_recordset(%(admissions)s::json) AS d(id bigint, attended_at timestamptz, scanned_by bigint)
            JOIN attendees AS a ON a.id = d.id
            WHERE NOT a.attended ORDER BY a.id FOR UPDATE OF a SKIP LOCKED
        )
        UPDATE attendees AS a
        SET attended = true, attended_at = due.attended_at, scanned_by = due.scanned_by, left_at = NULL
        FROM due WHERE a.id = due.id AND NOT a.attended
    """,
    move="""
        WITH due AS MATERIALIZED (
            SELECT a.id, d.left_at, d.returned_at
            FROM json_to_recordset(%(moves)s::json) AS d(id bigint, was_in boolean, was_left_at timestamptz,
                was_returned_at timestamptz, left_at timestamptz, returned_at timestamptz)
            JOIN attendees AS a ON a.id = d.id
            WHERE a.attended = d.was_in AND date_trunc('milliseconds', a.left_at) IS NOT DISTINCT FROM d.was_left_at
                AND date_trunc('milliseconds', a.returned_at) IS NOT DISTINCT FROM d.was_returned_at
            ORDER BY a.id FOR UPDATE OF a SKIP LOCKED
        )
        UPDATE attendees AS a SET left_at = due.left_at, returned_at = due.returned_at FROM due WHERE a.id = due.id
    """,
    held=f"""
        WITH free AS MATERIALIZED (
            SELECT id FROM attendees WHERE {_POSTGRES.is_among("id", "ids", "bigint")} ORDER BY id
            FOR UPDATE SKIP LOCKED
        )
        SELECT coalesce(json_agg(id), '[]')::text FROM attendees
        WHERE {_POSTGRES.is_among("id", "ids", "bigint")} AND id NOT IN (SELECT id FROM free)
    """,
    lock=f"""
        SELECT coalesce(json_agg(id), '[]')::text FROM (
            SELECT id FROM attendees WHERE ({_POSTGRES.named_tickets()}
                OR id = ANY(ARRAY(
                    SELECT attendee_id FROM scan_log WHERE {_POSTGRES.is_among("idempotency_key", "keys", "uuid")}
                ))
                OR id = ANY(ARRAY(
                    SELECT attendee_id FROM erased_tickets WHERE {_POSTGRES.is_among("qr_hash", "former_hashes")}
                ))) AND {_POSTGRES.of_event()}
            ORDER BY id FOR UPDATE
        ) AS locked
    """,
    # Not the row of the event: an import into it, or an edit, must not stop its doors.
    lock_capacity=f"SELECT 1 FROM pg_advisory_xact_lock({_CAPACITY_KEY})",
    # Live scans of other events, in the same group, must not wait.
    try_lock_capacity=f"SELECT pg_try_advisory_xact_lock({_CAPACITY_KEY})::int",
    log=f"""
        INSERT INTO scan_log ({_LOG_COLUMNS})
        SELECT {_LOG_COLUMNS} FROM json_to_recordset(%(rows)s::json) AS r({_POSTGRES_ROWS})
    """,
    presences="""
        UPDATE attendees AS a
        SET attended = due.attended_at IS NOT NULL, attended_at = due.attended_at, scanned_by = due.scanned_by,
            left_at = due.left_at
        FROM json_to_recordset(%(rows)s::json)
            AS due(id bigint, attended_at timestamptz, scanned_by bigint, left_at timestamptz)
        WHERE a.id = due.id
    """,
)
