"""Rows of the list as the JSON that AttendeeOut has, made by the database.

Handing a long list through the interpreter row by row would keep the door waiting for it: each row drops and retakes
the lock that the door needs as well (contract 7).
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session


class _Engine(NamedTuple):
    """How an engine spells what the two spell differently; `{}` stands for a column, or for an object's fields."""

    object: str
    field: str
    nested: str
    flag: str
    moment: str
    largest: str
    rows: str
    given: str


_SQLITE = _Engine(
    object="json_object({})",
    field="'{name}', {value}",
    nested="json({})",
    flag="json(iif({}, 'true', 'false'))",
    moment="{}",  # stored as the wire has it
    largest="max",
    rows="json_group_array({} ORDER BY attendees.id DESC)",
    given="json_each(:ids) AS given CROSS JOIN attendees ON attendees.id = given.value",
)
_POSTGRESQL = _Engine(
    # json_build_object would put spaces between its parts.
    object="(SELECT row_to_json(fields) FROM (SELECT {}) AS fields)",
    field='{value} AS "{name}"',
    nested="{}",
    flag="{}",
    moment="""to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
    largest="greatest",
    rows="'[' || coalesce(string_agg(CAST({} AS text), ',' ORDER BY attendees.id DESC), '') || ']'",
    given="unnest(CAST(:ids AS bigint[])) AS given JOIN attendees ON attendees.id = given",
)


def attendees_as_json(tx: Session, ids: Sequence[int]) -> str:
    """A JSON array of the attendees with these ids, newest first; those deleted meanwhile are left out."""
    if tx.get_bind().dialect.name == "postgresql":
        return str(tx.scalar(_STATEMENT_POSTGRESQL, {"ids": list(ids)}))
    return str(tx.scalar(_STATEMENT_SQLITE, {"ids": json.dumps(list(ids))}))


def _statement(engine: _Engine) -> str:
    attendee = _object(
        engine,
        {
            "version": "attendees.version",
            "updatedAt": engine.moment.format("attendees.updated_at"),
            "updatedBy": _person(engine, "editor"),
            "id": "attendees.id",
            "eventId": "attendees.event_id",
            "event": _object(engine, {"id": "events.id", "name": "events.name", "date": "events.date"}),
            "fullName": "attendees.full_name",
            "phone": "attendees.phone",
            "tableNumber": "attendees.table_number",
            "paymentStatus": "attendees.payment_status",
            "paymentGroup": "attendees.payment_group",
            "amountPaidCents": "attendees.amount_paid_cents",
            "owedCents": _owed(engine),
            "invoiceNumber": "attendees.invoice_number",
            "qrCodeData": "attendees.qr_code_data",
            "attended": engine.flag.format("attendees.attended"),
            "attendedAt": engine.moment.format("attendees.attended_at"),
            "scannedBy": "attendees.scanned_by",
            "soldBy": "attendees.sold_by",
            "seller": _person(engine, "seller"),
            "scanner": _person(engine, "scanner"),
            "createdAt": engine.moment.format("attendees.created_at"),
        },
    )
    return (
        f"SELECT {engine.rows.format(attendee)} FROM {engine.given}"  # noqa: S608 - constants
        " JOIN events ON events.id = attendees.event_id"
        " LEFT JOIN users AS seller ON seller.id = attendees.sold_by"
        " LEFT JOIN users AS scanner ON scanner.id = attendees.scanned_by"
        " LEFT JOIN users AS editor ON editor.id = attendees.updated_by"
    )


def _owed(engine: _Engine) -> str:
    """The same as rules.owed_cents, which a test holds against it."""
    missing = "events.ticket_price_cents - coalesce(attendees.amount_paid_cents, 0)"
    return (
        "CASE WHEN attendees.payment_group <> 'owed' THEN 0"
        f" WHEN events.ticket_price_cents IS NOT NULL THEN {engine.largest}(0, {missing}) END"
    )


def _person(engine: _Engine, user: str) -> str:
    person = _object(engine, {"id": f"{user}.id", "fullName": f"{user}.full_name"})
    return engine.nested.format(f"CASE WHEN {user}.id IS NOT NULL THEN {person} END")


def _object(engine: _Engine, fields: Mapping[str, str]) -> str:
    pairs = (engine.field.format(name=name, value=value) for name, value in fields.items())
    return engine.object.format(", ".join(pairs))


# A colon inside quotes is no value to be bound.
_STATEMENT_SQLITE = text(_statement(_SQLITE))
_STATEMENT_POSTGRESQL = text(_statement(_POSTGRESQL).replace(":MI:SS", r"\:MI\:SS"))
