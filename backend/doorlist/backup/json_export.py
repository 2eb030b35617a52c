"""Writing the Complete System Backup: every event and attendee in one JSON file (contract 3).

Each engine makes the JSON itself: handing 100,000 rows through the interpreter would keep the door waiting for it.
"""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.core import clock

FILE_VERSION = "1.0"
CHUNK = 1000


class _Engine(NamedTuple):
    """How an engine spells what the two spell differently; `{}` stands for a column."""

    object: str
    nested: str
    flag: str
    moment: str


_SQLITE = _Engine(
    object="json_object",
    nested="json({})",
    flag="json(iif({}, 'true', 'false'))",
    moment="{}",  # stored as the wire has it
)
_POSTGRESQL = _Engine(
    object="json_build_object",
    nested="{}",
    flag="{}",
    moment="""to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
)


class _Written(NamedTuple):
    """What of an array is in the file."""

    rows: int
    attended: int


def write_backup_file(tx: Session, file: BinaryIO) -> None:
    """Write the whole file, with events and attendees as they all were at one moment, oldest first.

    One transaction that sees a single moment reads all chunks, and they go to a file first, not to whoever asked: a
    slow download holds no transaction open, and what is sold, edited or deleted meanwhile cannot set the attendees
    against the events, or the summary against either. Memory does not grow with the number of rows.
    """
    engine = _SQLITE
    if tx.get_bind().dialect.name == "postgresql":
        engine = _POSTGRESQL
        # Otherwise each statement would see a moment of its own; SQLite's transactions see one anyway.
        tx.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    file.seek(0)
    file.truncate()
    head = {"version": FILE_VERSION, "exportDate": clock.to_wire(clock.now())}
    file.write(_json(head).removesuffix(b"}") + b',\n"events":[')
    events = _write_rows(tx, file, _events(engine))
    file.write(b'],\n"attendees":[')
    attendees = _write_rows(tx, file, _attendees(engine))
    # Counted from what was written, so that the sums cannot but agree with the arrays.
    summary = {"totalEvents": events.rows, "totalAttendees": attendees.rows, "attendedCount": attendees.attended}
    file.write(b'],\n"summary":' + _json(summary) + b"}\n")


def backup_file_name() -> str:
    """`doorlist-backup-2026-11-20.json`."""
    return f"doorlist-backup-{clock.now().date().isoformat()}.json"


def _write_rows(tx: Session, file: BinaryIO, page: str) -> _Written:
    chunk = text(
        "SELECT string_agg(entry, ',\n' ORDER BY id), count(*), max(id), sum(attended)"  # noqa: S608 - constants
        f" FROM ({page} ORDER BY id LIMIT {CHUNK}) AS page"
    )
    rows, attended, after = 0, 0, 0
    while True:
        entries, count, last, present = tx.execute(chunk, {"after": after}).one()
        if not count:
            return _Written(rows, attended)
        file.write(b",\n" if rows else b"\n")
        file.write(entries.encode())
        rows, attended, after = rows + count, attended + int(present), last


def _events(engine: _Engine) -> str:
    entry = _object(
        engine,
        {
            "id": "events.id",
            "name": "events.name",
            "date": "events.date",
            "time": "events.time",
            "ticketPriceCents": "events.ticket_price_cents",
            **_edits(engine, "events"),
        },
    )
    return (
        f"SELECT events.id AS id, 0 AS attended, CAST({entry} AS TEXT) AS entry FROM events"  # noqa: S608 - constants
        " LEFT JOIN users AS editor ON editor.id = events.updated_by"
        " WHERE events.id > :after"
    )


def _attendees(engine: _Engine) -> str:
    """All that is stored of an attendee, as the calls name it; not what follows from it, such as what is owed."""
    entry = _object(
        engine,
        {
            "id": "attendees.id",
            "eventId": "attendees.event_id",
            "fullName": "attendees.full_name",
            "phone": "attendees.phone",
            "tableNumber": "attendees.table_number",
            "paymentStatus": "attendees.payment_status",
            "amountPaidCents": "attendees.amount_paid_cents",
            "invoiceNumber": "attendees.invoice_number",
            "qrCodeData": "attendees.qr_code_data",
            "attended": engine.flag.format("attendees.attended"),
            "attendedAt": engine.moment.format("attendees.attended_at"),
            "scannedBy": "attendees.scanned_by",
            "soldBy": "attendees.sold_by",
            "seller": _person(engine, "seller"),
            "scanner": _person(engine, "scanner"),
            **_edits(engine, "attendees"),
        },
    )
    return (
        "SELECT attendees.id AS id, CAST(attendees.attended AS INTEGER) AS attended,"  # noqa: S608 - constants
        f" CAST({entry} AS TEXT) AS entry FROM attendees"
        " LEFT JOIN users AS seller ON seller.id = attendees.sold_by"
        " LEFT JOIN users AS scanner ON scanner.id = attendees.scanned_by"
        " LEFT JOIN users AS editor ON editor.id = attendees.updated_by"
        " WHERE attendees.id > :after"
    )


def _edits(engine: _Engine, table: str) -> dict[str, str]:
    return {
        "version": f"{table}.version",
        "createdAt": engine.moment.format(f"{table}.created_at"),
        "updatedAt": engine.moment.format(f"{table}.updated_at"),
        "updatedBy": _person(engine, "editor"),
    }


def _person(engine: _Engine, user: str) -> str:
    person = _object(engine, {"id": f"{user}.id", "fullName": f"{user}.full_name"})
    return engine.nested.format(f"CASE WHEN {user}.id IS NOT NULL THEN {person} END")


def _object(engine: _Engine, fields: Mapping[str, str]) -> str:
    pairs = ", ".join(f"'{name}', {expression}" for name, expression in fields.items())
    return f"{engine.object}({pairs})"


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
