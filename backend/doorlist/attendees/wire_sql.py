"""Attendees as JSON, built by the database (contract 7).

The fields come from the API models by name; a new field needs only a column of that name.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, Boolean, ColumnElement, FromClause, TextClause, literal_column, text
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import MailFilter
from doorlist.attendees.schemas import AttendeeOut
from doorlist.core.api_model import ApiModel
from doorlist.core.db.database import UtcDateTime, is_postgres
from doorlist.core.db.json_sql import POSTGRESQL, SQLITE, JsonSql, json_sql

_ATTENDEES = Attendee.__table__


def of_check_in(
    expression: str,
    attendee: str = "attendees.id",
    at: str = "attendees.attended_at",
    by: str = "attendees.scanned_by",
    list_id: str = "NULL",
) -> str:
    """An expression on `check_in`, the scan log row that admitted the attendee at that time and list.

    Null if no row names a door. Raw SQL, because the model of the scan log is in a higher module. A subquery, because
    PostgreSQL would hash the whole log for a join planned on an empty one; `+ 0` keeps such a plan from reading the
    log in the order of its ids.
    """
    is_at = "x.list_id IS NULL" if list_id == "NULL" else f"coalesce(x.list_id, 0) = coalesce({list_id}, 0)"
    return (
        f"(SELECT {expression} FROM scan_log AS check_in WHERE check_in.id = ("  # noqa: S608 - names
        f"SELECT min(x.id + 0) FROM scan_log AS x WHERE x.attendee_id = {attendee} AND x.scanned_at = {at}"
        f" AND x.user_id = {by} AND x.device <> '' AND {is_at}"
        " AND x.outcome IN ('admitted', 'returned', 'let_in_offline', 'marked_present')))"
    )


PEOPLE_JOINED = (
    " LEFT JOIN users AS seller ON seller.id = attendees.sold_by"
    " LEFT JOIN users AS scanner ON scanner.id = attendees.scanned_by"
    " LEFT JOIN users AS editor ON editor.id = attendees.updated_by"
)
"""The joins that the fields about people need."""


TYPE_JOINED = " LEFT JOIN ticket_types ON ticket_types.id = attendees.ticket_type_id"
"""The join that the ticket type and the price need."""

TICKET_PRICE = "coalesce(ticket_types.price_cents, events.ticket_price_cents)"
"""The price of a ticket, on `events` and what `TYPE_JOINED` joins: the same as ticket_types.rules.ticket_price."""


def attendees_as_json(tx: Session, ids: Sequence[int]) -> str:
    """A JSON array of the attendees in the order of `ids`, without deleted ones."""
    if is_postgres(tx):
        return str(tx.scalar(_STATEMENT_POSTGRESQL, {"ids": list(ids)}))
    return str(tx.scalar(_STATEMENT_SQLITE, {"ids": json.dumps(list(ids))}))


def attendee_object(engine: JsonSql, model: type[ApiModel], given: Mapping[str, str] | None = None) -> str:
    """An object with the fields of `model`, as an expression on `attendees` and what `PEOPLE_JOINED` joins.

    `event` and `owedCents` need `events` as well, `owedCents` and `ticketType` what `TYPE_JOINED` joins. Raises
    KeyError for a field that is neither a column nor known here. `given` has the expressions of other fields.
    """
    joined = {name: expression(engine) for name, expression in _JOINED.items()}
    return row_object(engine, model, _ATTENDEES, joined | dict(given or {}))


def row_object(engine: JsonSql, model: type[ApiModel], table: FromClause, given: Mapping[str, str]) -> str:
    """An object with the fields of `model`: by the expressions in `given`, else as columns of the table.

    Raises KeyError for a field that has neither.
    """
    return engine.object(
        {
            str(field.alias): given.get(name) or _column_expression(engine, table.c[name])
            for name, field in model.model_fields.items()
        }
    )


def _check_in_door(engine: JsonSql) -> str:
    """A `CheckInDoor`; null for an attendee who did not arrive at a door."""
    door = engine.object({"door": "check_in.device", "helper": "check_in.helper"})
    return engine.nested.format(of_check_in(door))


def _ticket_mail(engine: JsonSql) -> str:
    """A `TicketMail`; null for an attendee without a message. Raw SQL, because its models are in a higher module."""
    names = {"state": "m.state", "problem": "m.problem", "at": engine.moment("m.changed_at")}
    return engine.nested.format(
        f"(SELECT {engine.object(names)} FROM mail_tickets AS t JOIN mail_messages AS m ON m.id = t.message_id"  # noqa: S608 - names
        " WHERE t.attendee_id = attendees.id AND t.is_latest)"
    )


def ticket_mail_condition(which: MailFilter) -> str:
    """A condition on `attendees` for the state of the latest message."""
    latest = (
        "EXISTS (SELECT 1 FROM mail_tickets AS t JOIN mail_messages AS m ON m.id = t.message_id"
        " WHERE t.attendee_id = attendees.id AND t.is_latest"
    )
    if which is MailFilter.NOT_SENT:
        return f"NOT {latest})"
    states = "'queued', 'sending'" if which is MailFilter.WAITING else f"'{which}'"
    return f"{latest} AND m.state IN ({states}))"


def stored_expression(engine: JsonSql, field: str) -> str:
    """A column of `attendees` in its JSON form. Raises KeyError where the table has no such column."""
    return _column_expression(engine, _ATTENDEES.c[field])


def _column_expression(engine: JsonSql, column: ColumnElement[Any]) -> str:
    if isinstance(column.type, Boolean):
        return engine.flag(str(column))
    return engine.moment(str(column)) if isinstance(column.type, UtcDateTime) else str(column)


def _ticket_type(engine: JsonSql) -> str:
    """A `TicketTypeRef`; null without a type."""
    names = {"id": "ticket_types.id", "name": "ticket_types.name", "color": "ticket_types.color"}
    return engine.nested.format(f"CASE WHEN ticket_types.id IS NOT NULL THEN {engine.object(names)} END")


def owed_expression(engine: JsonSql) -> str:
    """`rules.owed_cents` in SQL, on `attendees`, `events` and `ticket_types`; a test compares both."""
    missing = f"{TICKET_PRICE} - coalesce(attendees.amount_paid_cents, 0)"
    return (
        "CASE WHEN attendees.payment_group <> 'owed' THEN 0"
        f" WHEN {TICKET_PRICE} IS NOT NULL THEN {engine.largest_of}(0, {missing}) END"
    )


_JOINED: dict[str, Callable[[JsonSql], str]] = {
    "event": lambda engine: engine.object({"id": "events.id", "name": "events.name", "date": "events.date"}),
    "owed_cents": owed_expression,
    "seller": lambda engine: engine.person("seller"),
    "scanner": lambda engine: engine.person("scanner"),
    "updated_by": lambda engine: engine.person("editor"),
    "check_in_door": _check_in_door,
    "inside": lambda engine: engine.flag("(attendees.attended AND attendees.left_at IS NULL)"),
    "ticket_mail": _ticket_mail,
    "ticket_type": _ticket_type,
}
"""The fields that are no columns of the table."""


def owed_column(tx: Session) -> ColumnElement[int | None]:
    """`owed_expression` as a column of a select from `attendees`, `events` and `ticket_types`."""
    return literal_column(owed_expression(json_sql(tx)), BigInteger)


def _statement(engine: JsonSql, *, rows: str, given: str) -> TextClause:
    """The attendees of `given`, as the array that `rows` makes of objects (`{}`)."""
    attendee = attendee_object(engine, AttendeeOut)
    return text(
        f"SELECT {rows.format(attendee)} FROM {given}"  # noqa: S608 - constants
        f" JOIN events ON events.id = attendees.event_id{TYPE_JOINED}{PEOPLE_JOINED}"
    )


_STATEMENT_SQLITE = _statement(
    SQLITE,
    rows="json_group_array({} ORDER BY given.key)",
    given="json_each(:ids) AS given CROSS JOIN attendees ON attendees.id = given.value",
)
_STATEMENT_POSTGRESQL = _statement(
    POSTGRESQL,
    rows="'[' || coalesce(string_agg(CAST({} AS text), ',' ORDER BY place), '') || ']'",
    given=(
        "unnest(CAST(:ids AS bigint[])) WITH ORDINALITY AS given (id, place) JOIN attendees ON attendees.id = given.id"
    ),
)
