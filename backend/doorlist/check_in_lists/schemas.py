"""Wire formats of check-in lists (contract 3 and 7)."""

from typing import Annotated

from pydantic import AfterValidator, Field

from doorlist.check_in_lists.rules import MAX_LIST_NAME_LENGTH, ListRule
from doorlist.core.api_model import NOT_CLEARED, ApiModel, ApiRequest, Characters, Flag, RowId, Timestamp
from doorlist.events.schemas import Capacity
from doorlist.ticket_types.rules import MAX_TYPES

ListName = Annotated[str, Characters(1, MAX_LIST_NAME_LENGTH)]


def _each_once(ids: list[int]) -> list[int]:
    return sorted(set(ids))


TypeIds = Annotated[list[RowId], Field(min_length=1, max_length=MAX_TYPES), AfterValidator(_each_once)]
"""The ticket types that a list admits."""


class CheckInListIn(ApiRequest):
    """A check-in list to be created. Without `ticketTypeIds` it admits all tickets of the event."""

    name: ListName
    rule: ListRule = ListRule.ONCE
    ticket_type_ids: TypeIds | None = None
    capacity: Capacity | None = None
    needs_entrance: Flag = False


class CheckInListChanges(ApiRequest):
    """Changes to a check-in list: absent fields stay; null admits all types, and clears the capacity."""

    name: Annotated[ListName | None, NOT_CLEARED] = None
    rule: Annotated[ListRule | None, NOT_CLEARED] = None
    ticket_type_ids: TypeIds | None = None
    capacity: Capacity | None = None
    needs_entrance: Annotated[Flag | None, NOT_CLEARED] = None


class CheckInListRef(ApiModel):
    """A check-in list as named beside a check-in."""

    id: int
    name: str


class CheckInListOut(CheckInListRef):
    """A check-in list of an event. `ticketTypeIds` is null where it admits all tickets."""

    event_id: int
    rule: ListRule
    ticket_type_ids: list[int] | None
    capacity: int | None
    needs_entrance: bool


class ListCheckIn(ApiModel):
    """The check-ins of an attendee at one list. `inside` is true after an entry until an exit."""

    list: CheckInListRef
    first_at: Timestamp
    last_at: Timestamp
    times: int
    inside: bool
