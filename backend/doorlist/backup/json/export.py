"""Writes the Complete System Backup: every event and attendee in one JSON file (contract 3)."""

import json
from base64 import b64encode
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.attendees.wire_sql import PEOPLE_JOINED, attendee_object, row_object
from doorlist.backup.json.schemas import (
    FILE_VERSION,
    FileAttendee,
    FileCheckInList,
    FileEvent,
    FileListCheckIn,
    FileSettings,
    FileTicketType,
)
from doorlist.check_in_lists.models import CheckInList, ListPresence
from doorlist.core import clock
from doorlist.core.db.json_sql import POSTGRESQL, JsonSql, json_sql
from doorlist.events.models import Event
from doorlist.settings.service import find_logo, get_settings, has_settings
from doorlist.ticket_types.models import TicketType

CHUNK = 1000


class _Written(NamedTuple):
    """The entries of one array of the file."""

    rows: int
    attended: int


def write_backup_file(tx: Session, *, file: BinaryIO) -> None:
    """Write the whole file, with events and attendees of one snapshot, oldest first.

    One transaction reads all chunks, so sales, edits and deletions meanwhile cannot make events, attendees and summary
    disagree. It writes to a file, so a slow download holds no transaction open. Memory does not grow with the rows.
    """
    engine = json_sql(tx)
    if engine is POSTGRESQL:
        # By default each statement sees its own snapshot. SQLite's transactions see one anyway.
        tx.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    file.seek(0)
    file.truncate()
    head = {"version": FILE_VERSION, "exportDate": clock.to_wire(clock.now())} | _settings(tx)
    file.write(_json(head).removesuffix(b"}") + b',\n"events":[')
    events = _write_rows(tx, file, _events(engine))
    file.write(b'],\n"ticketTypes":[')
    _write_rows(tx, file, _ticket_types(engine))
    file.write(b'],\n"checkInLists":[')
    _write_rows(tx, file, _check_in_lists(engine))
    file.write(b'],\n"attendees":[')
    attendees = _write_rows(tx, file, _attendees(engine))
    # The sums count the entries written, so they agree with the arrays.
    summary = {"totalEvents": events.rows, "totalAttendees": attendees.rows, "attendedCount": attendees.attended}
    file.write(b'],\n"summary":' + _json(summary) + b"}\n")


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


def _events(engine: JsonSql) -> str:
    given = {
        "mail_subject": "event_mails.subject",
        "mail_opening": "event_mails.opening",
        "updated_by": engine.person("editor"),
    }
    entry = row_object(engine, FileEvent, Event.__table__, given)
    return (
        f"SELECT events.id AS id, 0 AS attended, CAST({entry} AS TEXT) AS entry FROM events"  # noqa: S608 - constants
        " LEFT JOIN users AS editor ON editor.id = events.updated_by"
        " LEFT JOIN event_mails ON event_mails.event_id = events.id"
        " WHERE events.id > :after AND events.deleted_at IS NULL"
    )


def _settings(tx: Session) -> dict[str, Any]:
    """The settings, if there are any, with the logo as base64."""
    if not has_settings(tx):
        return {}
    settings, logo = get_settings(tx), find_logo(tx)
    stored = FileSettings(**{field: getattr(settings, field) for field in FileSettings.model_fields if field != "logo"})
    content = None if logo is None else b64encode(logo.content).decode()
    return {"installationSettings": stored.model_dump(mode="json", by_alias=True, exclude={"logo"}) | {"logo": content}}


def _ticket_types(engine: JsonSql) -> str:
    return _of_events("ticket_types", row_object(engine, FileTicketType, TicketType.__table__, {}))


def _check_in_lists(engine: JsonSql) -> str:
    given = {"ticket_type_ids": engine.nested.format("check_in_lists.ticket_type_ids")}
    entry = row_object(engine, FileCheckInList, CheckInList.__table__, given)
    return f"{_of_events('check_in_lists', entry)} AND check_in_lists.deleted_at IS NULL"


def _of_events(table: str, entry: str, *, joined: str = "", attended: str = "0") -> str:
    """The rows of a table that belong to events, as far as those are not being deleted."""
    return (
        f"SELECT {table}.id AS id, {attended} AS attended, CAST({entry} AS TEXT) AS entry FROM {table}{joined}"  # noqa: S608 - constants
        f" WHERE {table}.id > :after"
        f" AND {table}.event_id NOT IN (SELECT id FROM events WHERE deleted_at IS NOT NULL)"
    )


def _check_ins(engine: JsonSql) -> str:
    """The check-ins of an attendee at lists, as an expression on `attendees`."""
    entry = row_object(engine, FileListCheckIn, ListPresence.__table__.alias("presence"), {})
    return engine.nested.format(
        f"(SELECT {engine.all_of.format(entry, 'presence.list_id')} FROM list_presences AS presence"  # noqa: S608 - constants
        " JOIN check_in_lists ON check_in_lists.id = presence.list_id AND check_in_lists.deleted_at IS NULL"
        " WHERE presence.attendee_id = attendees.id)"
    )


def _attendees(engine: JsonSql) -> str:
    """The stored fields of an attendee, by the names of the model; no derived ones, such as sums owed."""
    entry = attendee_object(engine, FileAttendee, {"check_ins": _check_ins(engine)})
    attended = "CAST(attendees.attended AS INTEGER)"
    return _of_events("attendees", entry, joined=PEOPLE_JOINED, attended=attended)


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
