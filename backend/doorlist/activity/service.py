"""Reads the audit log, with the names of users and subjects (contract 3 and 7.history)."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.activity import repository
from doorlist.activity.schemas import (
    ActivityCursor,
    AttendeeHistoryItem,
    AttendeeHistoryPage,
    HistoryEntryOut,
    HistoryFilters,
    HistoryPage,
    HistoryPerson,
    HistoryQuery,
    HistorySubject,
    PageQuery,
)
from doorlist.attendees.bulk_undo import find_undoable
from doorlist.attendees.rules import UNDO_TIME
from doorlist.attendees.service import UnknownAttendee
from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.door.conflicts.service import lists_of, step_of
from doorlist.door.data_generation import log_begins_after
from doorlist.spreadsheets.repository import undoable as undoable_imports
from doorlist.users.service import SignedInUser

_Row = Row[*tuple[Any, ...]]
# The logged field that names the subject.
_NAMED_BY = {"event": "name", "import": "fileName", "grant": "device"}
# The logged field with the id of a bulk update.
_UPDATE_ID = "updateId"
# The sum of all attendees.
_AMOUNT_CHANGE = "amountChangeCents"


def list_page(tx: Session, query: HistoryQuery) -> HistoryPage:
    """One page of the entries that match, newest first."""
    rows = repository.list_entries(tx, query, query.cursor, limit=query.limit + 1)
    shown = rows[: query.limit]
    more = len(rows) > len(shown)
    items = _to_wire(tx, shown)
    updates = {row.id: row.after[_UPDATE_ID] for row in shown if row.after is not None and _UPDATE_ID in row.after}
    # Whether an import can be undone is read from the whole log, so only entries of the last hour ask for it.
    since = clock.now() - UNDO_TIME
    recent = [row for row in shown if row.at > since]
    imports = {row.id: row.subject_id for row in recent if row.action == Action.IMPORT_STARTED}
    for ids, undoable in (
        (updates, find_undoable(tx, [*updates.values()])),
        (imports, undoable_imports(tx, [*imports.values()])),
    ):
        for item in items:
            if ids.get(item.id) in undoable:
                item.undo_id = ids[item.id]
    return HistoryPage(items=items, next=_cursor_of(shown[-1]).to_wire() if more else None)


def list_chunk(
    tx: Session, filters: HistoryFilters, after: ActivityCursor | None, *, limit: int
) -> tuple[list[HistoryEntryOut], ActivityCursor | None]:
    """The next entries that match, and the cursor after them; None at the end."""
    rows = repository.list_entries(tx, filters, after, limit=limit)
    return _to_wire(tx, rows), _cursor_of(rows[-1]) if len(rows) == limit else None


def list_page_of_attendee(tx: Session, attendee_id: int, query: PageQuery, caller: SignedInUser) -> AttendeeHistoryPage:
    """One page of an attendee's entries and scans, newest first by door time. Raises UnknownAttendee.

    Only super administrators get the addresses.
    """
    if not repository.is_attendee(tx, attendee_id):
        raise UnknownAttendee
    limit = query.limit + 1
    epoch = repository.epoch_begins_after(tx)
    rows = repository.list_entries_of(tx, attendee_id, query.cursor, since=epoch, limit=limit)
    scans = repository.list_scans_of(tx, attendee_id, query.cursor, since=log_begins_after(tx), limit=limit)
    found: dict[ActivityCursor, AttendeeHistoryItem] = {}
    for row, entry in zip(rows, _to_wire(tx, rows, attendee_id), strict=True):
        if not caller.is_super_admin:
            entry.address = None
        found[_cursor_of(row)] = AttendeeHistoryItem(id=f"entry-{entry.id}", at=entry.at, entry=entry)
    lists = lists_of(tx, scans)
    for row in scans:
        step, log_id = step_of(row, is_cause=False, lists=lists), row.ScanLogEntry.id
        found[ActivityCursor(step.at, 0, log_id)] = AttendeeHistoryItem(id=f"scan-{log_id}", at=step.at, scan=step)
    places = sorted(found, reverse=True)
    shown = places[: query.limit]
    more = len(places) > len(shown)
    return AttendeeHistoryPage(items=[found[cursor] for cursor in shown], next=shown[-1].to_wire() if more else None)


def _cursor_of(row: _Row) -> ActivityCursor:
    return ActivityCursor(row.at, 1, row.id)


_BULK_ACTIONS = {Action.ATTENDEES_UPDATED, Action.ATTENDEES_UPDATE_UNDONE}
_OF_MANY: dict[str, tuple[str, Callable[[str], Any]]] = {
    "tableNumbers": ("tableNumber", int),
    "paymentStatuses": ("paymentStatus", str),
    "amountsPaidCents": ("amountPaidCents", json.loads),
    "ticketTypes": ("ticketType", lambda name: name or None),
}


_SET_FOR_MANY = [plural for plural in _OF_MANY if plural != "amountsPaidCents"]


def _of_all(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields in which all attendees of a bulk entry had one value, but for amounts, which are a sum."""
    alike = ((_OF_MANY[plural], *fields[plural]) for plural in _SET_FOR_MANY if len(fields.get(plural, {})) == 1)
    return {field: read(value) for (field, read), value in alike}


def _of_one(attendee_id: int | None, fields: dict[str, Any] | None) -> dict[str, Any] | None:
    """The values of a bulk entry for one attendee; fields with differing values list the ids of each value."""
    if fields is None:
        return None
    left_out = {_UPDATE_ID, *_OF_MANY, *(() if attendee_id is None else (_AMOUNT_CHANGE,))}
    own = {field: value for field, value in fields.items() if field not in left_out}
    for plural, (field, read) in _OF_MANY.items():
        for value in (value for value, ids in fields.get(plural, {}).items() if attendee_id in ids):
            own[field] = read(value)
    return own


class _Names(NamedTuple):
    """The names for some entries. `there`: of existing rows; `kept`: logged names of deleted ones."""

    users: Mapping[int, str]
    there: Mapping[tuple[str, int], str]
    kept: Mapping[tuple[str, int], str]
    epoch: int

    def person(self, row: _Row) -> HistoryPerson | None:
        return None if row.user_id is None else HistoryPerson(id=row.user_id, full_name=self.users.get(row.user_id))

    def subject(self, row: _Row) -> HistorySubject:
        if row.subject == "user":
            name = self.users.get(row.subject_id)
            return HistorySubject(id=row.subject_id, name=name, is_there=name is not None)
        return self.named(row, row.subject, row.subject_id) or HistorySubject(id=None, name=None, is_there=False)

    def named(self, row: _Row, kind: str, id_: int | None) -> HistorySubject | None:
        """Resolve an id to a name. For entries of an earlier epoch use only the logged name: ids were reassigned."""
        if id_ is None:
            return None
        name = self.there.get((kind, id_)) if row.id > self.epoch else None
        kept = self.kept.get((kind, id_)) if row.id > self.epoch else None
        if kind == row.subject:
            kept = kept or _kept_name(kind, row)
        return HistorySubject(id=id_, name=name or kept, is_there=name is not None)


def _before(row: _Row, attendee_id: int | None) -> dict[str, Any] | None:
    if row.action == Action.ATTENDEES_UPDATE_UNDONE and attendee_id is None and row.before and row.after:
        return _of_all(row.before)
    return _of_one(attendee_id, row.before) if row.action in _BULK_ACTIONS else row.before


def _to_wire(tx: Session, rows: list[_Row], attendee_id: int | None = None) -> list[HistoryEntryOut]:
    names = _names_around(tx, rows)
    return [
        HistoryEntryOut(
            id=row.id,
            at=row.at,
            person=names.person(row),
            address=row.address,
            action=row.action,
            subject=names.subject(row),
            event=names.named(row, "event", row.event_id),
            before=_before(row, attendee_id),
            after=_of_one(attendee_id, row.after) if row.action in _BULK_ACTIONS else row.after,
        )
        for row in rows
    ]


def _names_around(tx: Session, rows: list[_Row]) -> _Names:
    epoch = repository.epoch_begins_after(tx)
    users = {row.user_id for row in rows} | {row.subject_id for row in rows if row.subject == "user"}
    wanted = defaultdict[str, set[int]](set)
    for row in rows:
        if row.id > epoch:
            wanted[row.subject].add(row.subject_id)
            wanted["event"].add(row.event_id)
    there = {
        (kind, id_): name
        for kind in ("attendee", "event")
        for id_, name in repository.names_of(tx, kind, _ids(wanted[kind])).items()
    }
    kept = {
        (kind, row.subject_id): name
        for kind, ids in wanted.items()
        for row in repository.naming_entries(
            tx, kind, [id_ for id_ in _ids(ids) if (kind, id_) not in there], since=epoch
        )
        if (name := _kept_name(kind, row)) is not None
    }
    return _Names(repository.names_of(tx, "user", _ids(users)), there, kept, epoch)


def _kept_name(kind: str, row: _Row) -> str | None:
    for field in _fields_naming(kind, row):
        for values in (row.after, row.before):
            if values is not None and isinstance(values.get(field), str):
                name: str = values[field]
                return name
    return None


def _fields_naming(kind: str, row: _Row) -> tuple[str, ...]:
    if kind != "attendee":
        return (_NAMED_BY[kind],) if kind in _NAMED_BY else ()
    # The name goes when the guest would be erased (contract 4.erase.520); an edit's is another value.
    return ("fullName", "invoiceNumber") if row.action == Action.ATTENDEE_DELETED else ("invoiceNumber",)


def _ids(found: Iterable[int | None]) -> list[int]:
    return sorted(id_ for id_ in set(found) if id_ is not None)
