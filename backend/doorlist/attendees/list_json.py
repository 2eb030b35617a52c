"""Rows of the list as the JSON that AttendeeOut has, made by the database (contract 7)."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.core.json_sql import POSTGRESQL, SQLITE, JsonSql


class _Engine(NamedTuple):
    """How an engine spells what the two spell differently; `{}` stands for an object."""

    json: JsonSql
    largest: str
    rows: str
    given: str


_ON_SQLITE = _Engine(
    json=SQLITE,
    largest="max",
    rows="json_group_array({} ORDER BY attendees.id DESC)",
    given="json_each(:ids) AS given CROSS JOIN attendees ON attendees.id = given.value",
)
_ON_POSTGRESQL = _Engine(
    json=POSTGRESQL,
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
    made = engine.json
    attendee = made.object(
        {
            "version": "attendees.version",
            "updatedAt": made.moment("attendees.updated_at"),
            "updatedBy": made.person("editor"),
            "id": "attendees.id",
            "eventId": "attendees.event_id",
            "event": made.object({"id": "events.id", "name": "events.name", "date": "events.date"}),
            "fullName": "attendees.full_name",
            "phone": "attendees.phone",
            "tableNumber": "attendees.table_number",
            "paymentStatus": "attendees.payment_status",
            "paymentGroup": "attendees.payment_group",
            "amountPaidCents": "attendees.amount_paid_cents",
            "owedCents": _owed(engine),
            "invoiceNumber": "attendees.invoice_number",
            "qrCodeData": "attendees.qr_code_data",
            "attended": made.flag("attendees.attended"),
            "attendedAt": made.moment("attendees.attended_at"),
            "scannedBy": "attendees.scanned_by",
            "soldBy": "attendees.sold_by",
            "seller": made.person("seller"),
            "scanner": made.person("scanner"),
            "createdAt": made.moment("attendees.created_at"),
        }
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


# A colon inside quotes is no value to be bound.
_STATEMENT_SQLITE = text(_statement(_ON_SQLITE))
_STATEMENT_POSTGRESQL = text(_statement(_ON_POSTGRESQL).replace(":MI:SS", r"\:MI\:SS"))
