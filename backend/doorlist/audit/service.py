"""Adding to the history, in the transaction that makes the change (decision 0020)."""

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

_IDS = {
    "sqlite": "SELECT value AS id FROM json_each(:ids)",
    "postgresql": "SELECT value::bigint AS id FROM json_array_elements_text(CAST(:ids AS json))",
}


class Actor(Protocol):
    """The caller who does something, and the address that they call from. Both may be unknown."""

    @property
    def id(self) -> int | None:
        """The user; None where nobody is signed in."""

    @property
    def address(self) -> str | None:
        """As the request has it; the history shortens it."""


@dataclass(frozen=True)
class AnonymousActor:
    """A caller who is not signed in, or is only just signing in or out."""

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
    """Note in the same transaction what `by` (None: the shell, or the server itself) did.

    `before` and `after` hold the fields that changed, by the names of their columns; they are kept by their names on
    the wire. Never hand over a password, a token, a session or the text of a QR code. Where one act concerns many
    `attendees`, each of them finds the entry.
    """
    entry = AuditEntry(
        at=clock.now(),
        user_id=None if by is None else by.id,
        address=None if by is None or by.address is None else logged_address(by.address),
        action=action,
        subject=action.subject,
        subject_id=subject_id,
        event_id=event_id,
        before=_on_the_wire(before),
        after=_on_the_wire(after),
    )
    tx.add(entry)
    if attendees:
        tx.flush()
        ids = _IDS[tx.get_bind().dialect.name]
        statement = (
            "INSERT INTO history_attendees (attendee_id, entry_id)"  # noqa: S608 - a constant
            f" SELECT ids.id, :entry_id FROM ({ids}) AS ids"
        )
        tx.execute(text(statement), {"ids": json.dumps(list(attendees)), "entry_id": entry.id})


def add_attendees_of_import(tx: Session, import_id: int, attendee_ids: Collection[int]) -> None:
    """Let each of the attendees find the entry of the import that brings them."""
    ids = _IDS[tx.get_bind().dialect.name]
    statement = (
        "INSERT INTO history_attendees (attendee_id, entry_id)"  # noqa: S608 - a constant
        f" SELECT ids.id, history.id FROM ({ids}) AS ids, history"
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
