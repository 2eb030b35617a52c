"""The ticket types that the rows of an import name: existing ones, and ones that the import creates (contract 5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from doorlist.spreadsheets.imports.named_types import KnownType
from doorlist.spreadsheets.imports.validation import Report, ValidRow
from doorlist.spreadsheets.schemas import NewTicketType
from doorlist.ticket_types.rules import MAX_TYPES
from doorlist.ticket_types.service import get_or_create_types
from doorlist.users.service import SignedInUser


def choose_types(report: Report, *, creates: bool) -> None:
    """Find the types to create for the rows that are added. Rows of the others are added without a type.

    Without `creates` none is created. Nor is any at an event that would have more than MAX_TYPES then.
    """
    guests = Counter(
        type_id
        for row in (*report.valid, *report.to_bring_back)
        if (type_id := row.attendee.ticket_type_id) is not None and type_id in report.types.new
    )
    new = {placeholder: report.types.new[placeholder] for placeholder in sorted(guests, reverse=True)}
    at_each = Counter(type_.event_id for type_ in new.values())
    too_many = {event for event, number in at_each.items() if report.types.number_at(event) + number > MAX_TYPES}
    for event_id in sorted(too_many):
        report.notes.append(
            f"The file names {at_each[event_id]:,} ticket types that '{report.event_names[event_id]}' does not have. An"
            f" event can have {MAX_TYPES}, so none of them is created and these guests get no type."
        )
    created = {placeholder: type_ for placeholder, type_ in new.items() if type_.event_id not in too_many}
    report.new_ticket_types = [
        NewTicketType(event_name=report.event_names[type_.event_id], name=type_.name, guests=guests[placeholder])
        for placeholder, type_ in created.items()
    ]
    report.types_to_create = created if creates else {}
    dropped = dict.fromkeys(placeholder for placeholder in new if placeholder not in report.types_to_create)
    report.valid = with_types(report.valid, dropped)
    report.to_bring_back = with_types(report.to_bring_back, dropped)


def create_types_of_rows(tx: Session, new: Iterable[KnownType], *, by: SignedInUser) -> dict[int | None, int | None]:
    """Create the types, unless the event got one of that name meanwhile. Returns their ids by placeholder."""
    ids: dict[int | None, int | None] = {}
    by_event = defaultdict[int, list[KnownType]](list)
    for type_ in new:
        by_event[type_.event_id].append(type_)
    for event_id, types in by_event.items():
        found = get_or_create_types(tx, event_id, [type_.name for type_ in types], by)
        ids |= zip([type_.id for type_ in types], found, strict=True)
    return ids


def with_types(rows: Sequence[ValidRow], ids: Mapping[Any, int | None]) -> list[ValidRow]:
    """The rows, with ids in place of the placeholders."""
    if not ids:
        return list(rows)
    return [
        row._replace(attendee=row.attendee._replace(ticket_type_id=ids[type_id]))
        if (type_id := row.attendee.ticket_type_id) is not None and type_id in ids
        else row
        for row in rows
    ]
