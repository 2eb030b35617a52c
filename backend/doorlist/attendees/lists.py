"""Pages of the list of attendees, and parts of it (contract 7)."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.attendees import rules, search, sorting
from doorlist.attendees.cursors import ListCursor, encode_cursor
from doorlist.attendees.fuzzy_search import find_similar
from doorlist.attendees.schemas import AttendeeFilters, AttendeeOut, Neighbours, SortedAttendees
from doorlist.attendees.service import get_attendee, get_attendees
from doorlist.attendees.wire_sql import attendees_as_json
from doorlist.core.text import bare_digits
from doorlist.ticket_types.service import refuse_unknown_type

# Tickets of one phone that are compared by name.
MAX_PARTY_OF_ONE_PHONE = 500


class AttendeePage(NamedTuple):
    """One page of a list.

    `total` is the number of all matches, or None if not requested; `next_after` is the cursor of the next page.
    """

    ids: list[int]
    total: int | None
    next_after: str | None


def list_page(tx: Session, filters: AttendeeFilters, *, limit: int, counted: bool) -> tuple[AttendeePage, str]:
    """The page that `list_ids` reads, with its attendees as a JSON array of AttendeeOut."""
    page = list_ids(tx, filters, limit=limit, counted=counted)
    return page, attendees_as_json(tx, page.ids)


def list_ids(tx: Session, filters: AttendeeFilters, *, limit: int, counted: bool) -> AttendeePage:
    """One page of the matching attendees, by `filters.sort`, after `filters.after`.

    Raises InvalidInput on `ticketTypeId`.
    """
    refuse_unknown_type(tx, filters.ticket_type_id, filters.event_id)
    after, total = filters.cursor, None
    # The cursor is the last id found, not the last one read: an attendee may have been deleted in between.
    if filters.sort is rules.AttendeeSort.NEWEST:
        ids, total = search.find_matches(tx, filters, limit=limit + 1, after=after if isinstance(after, int) else None)
        next_after = str(ids[limit - 1]) if len(ids) > limit else None
    else:
        start = after if isinstance(after, ListCursor) else None
        found = sorting.find_sorted(tx, filters, limit=limit + 1, after=start)
        ids = [cursor.id for cursor in found]
        next_after = encode_cursor(filters.sort, found[limit - 1]) if len(ids) > limit else None
    if counted and total is None:
        total = len(ids) if after is None and len(ids) <= limit else search.count_matches(tx, filters)
    return AttendeePage(ids[:limit], total if counted else None, next_after)


def find_neighbours(tx: Session, attendee_id: int, query: SortedAttendees) -> Neighbours:
    """The attendees before and after this one in a list. 15 to 300 ms for 100,000 on SQLite.

    Raises InvalidInput on `ticketTypeId`, and UnknownAttendee.
    """
    filters = AttendeeFilters(**dict(query))
    refuse_unknown_type(tx, filters.ticket_type_id, filters.event_id)
    found = sorting.find_adjacent(tx, attendee_id, filters)
    if found is None:
        get_attendee(tx, attendee_id)
        return Neighbours()
    return Neighbours(**found, matches=search.count_matches(tx, filters))


def list_similar(tx: Session, name: str, event_id: int | None) -> str:
    """Attendees whose name is one or two letters off, nearest first, as a JSON array of AttendeeOut."""
    return attendees_as_json(tx, find_similar(tx, name, event_id))


def party_outside(tx: Session, attendee_id: int) -> list[AttendeeOut]:
    """The other tickets of the buyer, with one name and phone, who have not arrived, by id (decision 0035).

    Raises UnknownAttendee.
    """
    first = get_attendee(tx, attendee_id)
    digits, name = bare_digits(first.phone), rules.party_name(first.full_name)
    if not digits:
        return []
    filters = AttendeeFilters(event_id=first.event_id, search=digits, attended=False)
    found = search.find_matches(tx, filters, limit=MAX_PARTY_OF_ONE_PHONE)
    others = [
        other
        for other in get_attendees(tx, found.ids)
        if other.id != attendee_id and bare_digits(other.phone) == digits and rules.party_name(other.full_name) == name
    ]
    return others[: rules.MAX_TICKETS_PER_REQUEST]
