"""The people at events that stop at their capacity, while the records of a group are decided (contract 4.full)."""

from collections.abc import Iterable
from typing import NamedTuple

from doorlist.check_in_lists.models import CheckInList
from doorlist.door.admission.decide import counts_exits
from doorlist.door.admission.door_attendee import DoorAttendee
from doorlist.door.admission.log_row import Attendance


class PeopleAt(NamedTuple):
    """The number of people at a check-in list of an event; None is the entrance."""

    event_id: int
    list_id: int | None
    people: int


class PeopleCounts:
    """The number of people at each place, as stored and with the records that were decided since.

    People inside where exits are counted, otherwise people who arrived. Places without a count have no limit.
    """

    def __init__(self, stored: Iterable[PeopleAt] = ()) -> None:
        self._people = {(event_id, list_id): people for event_id, list_id, people in stored}

    def counts(self, ticket: DoorAttendee, checked: CheckInList | None) -> bool:
        """Whether there is a count of the ticket's event, or of the check-in list."""
        return bool(self._people) and (ticket.event_id, checked.id if checked else None) in self._people

    def is_full(self, ticket: DoorAttendee, checked: CheckInList | None) -> bool:
        """Whether the capacity of the ticket's event, or of the check-in list, is reached."""
        people = self._people.get((ticket.event_id, checked.id if checked else None))
        capacity = ticket.limit if checked is None else checked.capacity
        return people is not None and capacity is not None and people >= capacity

    def add(self, before: Attendance, after: Attendance, ticket: DoorAttendee, checked: CheckInList | None) -> None:
        """Count the change of the ticket's attendance at a place that has a count."""
        was, is_now = (
            each.is_inside if counts_exits(ticket, checked) else each.start is not None for each in (before, after)
        )
        self._people[ticket.event_id, checked.id if checked else None] += is_now - was
