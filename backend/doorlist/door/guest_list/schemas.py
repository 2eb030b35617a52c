"""Requests and responses of the guest list (contract 7)."""

import re
from typing import Annotated, NamedTuple
from uuid import UUID

from pydantic import AfterValidator, Field

from doorlist.check_in_lists.schemas import CheckInListOut
from doorlist.core.api_model import MAX_ROW_ID, ApiModel
from doorlist.door.schemas import EventQuery
from doorlist.events.schemas import EventRef
from doorlist.ticket_types.rules import TicketTypeColor

MOST_IDS = 500
_IDS = re.compile(r"[0-9]{1,19}(?:,[0-9]{1,19})*")


def _ids(text: str) -> str:
    if not _IDS.fullmatch(text) or text.count(",") >= MOST_IDS:
        raise ValueError(f"Must be at most {MOST_IDS} ids with commas between them, like 17,18")
    return text


class DoorListQuery(EventQuery):
    """Which list. With `ids`, such as `17,18`, only these of its tickets."""

    ids: Annotated[str, AfterValidator(_ids)] | None = None

    @property
    def named(self) -> list[int] | None:
        """The ids as numbers, without numbers that no row can have."""
        if self.ids is None:
            return None
        return [number for number in map(int, self.ids.split(",")) if number <= MAX_ROW_ID]


class ListedEvent(EventRef):
    """The event of a list. `leavers` is how many people left without a scan."""

    time: str | None
    capacity: int | None
    counts_exits: bool
    reentry: bool
    stops_at_capacity: bool
    leavers: int = 0
    lists: Annotated[list[CheckInListOut], Field(default_factory=list)]


class ListedType(NamedTuple):
    """The ticket type of a listed guest."""

    id: int
    name: str
    color: TicketTypeColor


class ListedCheckIn(NamedTuple):
    """The check-ins of a listed guest at a check-in list. Times are in milliseconds since 1970."""

    list_id: int
    first_at: int
    last_at: int
    times: int
    left_at: int | None


class ListedTicket(NamedTuple):
    """A ticket as a door keeps it: an array in this order. No phone, and nothing that a ticket could be made from.

    `attended_at` is in milliseconds since 1970, as is `marked_absent_at`: when a guest who is out was last marked
    absent, so that a door knows whether that was after its own check-in. `left_at` is when a guest left who has not
    come back; one with `attended_at` alone is inside. `owed_cents` is 0 where nothing is owed, null where it is not
    known. `check_ins` are those at further lists than the entrance.
    """

    qr_hash: str
    id: int
    full_name: str
    table_number: int
    payment_status: str
    owed_cents: int | None
    invoice_number: str
    attended_at: int | None
    scanner_name: str | None
    # New fields come last, so that a page of an earlier release reads the others.
    notes: str | None
    marked_absent_at: int | None
    ticket_type: ListedType | None
    left_at: int | None
    check_ins: list[ListedCheckIn] | None


class DoorList(ApiModel):
    """The tickets of an event in the order of their ids, as they stood at `asOf`, in milliseconds since 1970.

    GET /api/live?after={position} has the changes since. With the same `epoch` and another `restored` a backup
    was restored: a door uploads its records again.
    """

    event: ListedEvent
    as_of: int
    position: str
    epoch: UUID
    restored: UUID
    tickets: list[ListedTicket]
