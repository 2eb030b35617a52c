"""Adds audit entries, in the transaction that makes the change (decision 0020)."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic.alias_generators import to_camel
from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action, logged_address
from doorlist.core import clock
from doorlist.core.db.json_sql import json_sql


class Actor(Protocol):
    """The user who did something, and their address. Both may be unknown."""

    @property
    def id(self) -> int | None:
        """The user; None for an anonymous caller."""

    @property
    def address(self) -> str | None:
        """The address of the request, which the audit log shortens."""


@dataclass(frozen=True)
class AnonymousActor:
    """A caller who is not signed in, or is signing in or out."""

    address: str | None
    id: int | None = None


def add_audit_entry(
    tx: Session,
    action: Action,
    *,
    by: Actor | None,
    subject_id: int | None = None,
    event_id: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    attendees: Collection[int] = (),
) -> None:
    """Record an act of `by` (None: the shell or the server).

    `before` and `after` have the changed fields by column name; they are stored under their API names. Never pass a
    password, a token, a session or a QR text. If the act concerns several `attendees`, the entry is listed for each.
    The subject of an act on an event is the event.
    """
    entry = AuditEntry(
        at=clock.now(),
        user_id=None if by is None else by.id,
        address=None if by is None or by.address is None else logged_address(by.address),
        action=action,
        subject=action.subject,
        subject_id=event_id if action.subject == "event" else subject_id,
        event_id=event_id,
        before=_on_the_wire(before),
        after=_on_the_wire(after),
    )
    tx.add(entry)
    if attendees:
        tx.flush()
        statement = (
            "INSERT INTO history_attendees (attendee_id, entry_id)"  # noqa: S608 - a constant
            f" SELECT CAST(value AS bigint), :entry_id FROM ({json_sql(tx).elements.format('ids')}) AS ids"
        )
        tx.execute(text(statement), {"ids": json.dumps(list(attendees)), "entry_id": entry.id})


def add_attendees_of_import(tx: Session, import_id: int, attendee_ids: Collection[int]) -> None:
    """List the entry of an import for each of its attendees."""
    statement = (
        "INSERT INTO history_attendees (attendee_id, entry_id)"  # noqa: S608 - a constant
        f" SELECT CAST(value AS bigint), history.id FROM ({json_sql(tx).elements.format('ids')}) AS ids, history"
        " WHERE history.subject = :subject AND history.subject_id = :import_id AND history.action = :action"
    )
    values = {
        "ids": json.dumps(list(attendee_ids)),
        "subject": Action.IMPORT_STARTED.subject,
        "import_id": import_id,
        "action": Action.IMPORT_STARTED.value,
    }
    tx.execute(text(statement), values)


def _on_the_wire(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if values is None else {to_camel(field): value for field, value in values.items()}
