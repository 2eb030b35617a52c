"""The party of an attendee: the tickets of one buyer, with one name and phone (decision 0035)."""

from sqlalchemy.orm import Session

from doorlist.attendees import rules, search
from doorlist.attendees.schemas import AttendeeFilters, AttendeeOut
from doorlist.attendees.service import get_attendee, get_attendees
from doorlist.core.text import bare_digits

# Tickets of one phone that are compared by name.
MAX_PARTY_OF_ONE_PHONE = 500


def party_outside(tx: Session, attendee_id: int) -> list[AttendeeOut]:
    """The other members of the party who have not arrived, by id. Raises UnknownAttendee."""
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
