"""The ticket types that the rows of an import name: existing ones, and ones that the import creates (contract 5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from doorlist.events.service import UnknownEvent
from doorlist.spreadsheets.imports.named_types import KnownType, ShortenedName
from doorlist.spreadsheets.imports.problems import ImportChanged
from doorlist.spreadsheets.imports.validation import Report, ValidRow
from doorlist.spreadsheets.schemas import NewTicketType
from doorlist.ticket_types.rules import MAX_TYPE_NAME_LENGTH, MAX_TYPES
from doorlist.ticket_types.service import TooManyTypes, get_or_create_types
from doorlist.users.service import SignedInUser

LISTED_NAMES = 5
LONGEST_EXCERPT = 80


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
    if shortened := [one for one in report.types.shortened if one.type.id > 0 or one.type.id in report.types_to_create]:
        report.notes.append(_note_on_names(shortened))
    dropped = dict.fromkeys(placeholder for placeholder in new if placeholder not in report.types_to_create)
    report.valid = with_types(report.valid, dropped)
    report.to_bring_back = with_types(report.to_bring_back, dropped)


def _note_on_names(shortened: Sequence[ShortenedName]) -> str:
    listed = ", ".join(f"'{_excerpt(name)}' to '{type_.name}'" for name, type_ in shortened[:LISTED_NAMES])
    more = f" and {len(shortened) - LISTED_NAMES:,} more" if len(shortened) > LISTED_NAMES else ""
    return f"The name of a ticket type has at most {MAX_TYPE_NAME_LENGTH} characters. Shortened: {listed}{more}."


def _excerpt(name: str) -> str:
    return name if len(name) <= LONGEST_EXCERPT else f"{name[:LONGEST_EXCERPT].strip()}…"


def create_types_of_rows(tx: Session, new: Iterable[KnownType], *, by: SignedInUser) -> dict[int | None, int | None]:
    """Create the types, unless the event got one of that name meanwhile. Returns their ids by placeholder.

    Raises ImportChanged where an event was deleted meanwhile, or got too many types.
    """
    ids: dict[int | None, int | None] = {}
    by_event = defaultdict[int, list[KnownType]](list)
    for type_ in new:
        by_event[type_.event_id].append(type_)
    for event_id, types in by_event.items():
        try:
            found = get_or_create_types(tx, event_id, [type_.name for type_ in types], by)
        except UnknownEvent as error:
            raise ImportChanged("An event of the file was deleted.") from error
        except TooManyTypes as error:
            raise ImportChanged("An event has got ticket types, so that those of the file are too many.") from error
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
