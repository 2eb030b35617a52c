"""Requests and responses about conflicts (contract 4.conflict and 7.conflict)."""

import re
from datetime import datetime
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.core import clock
from doorlist.core.api_model import (
    MAX_ROW_ID,
    ApiModel,
    ApiRequest,
    Characters,
    PersonRef,
    RowId,
    Timestamp,
    Version,
    Whole,
)
from doorlist.door.rules import ConflictKind, ConflictState, ScanOutcome
from doorlist.events.schemas import EventRef

LONGEST_NOTE = 500
PAGE = 50
MAX_PAGE_SIZE = 200
NO_EVENT = 0
"""Stands for 'no event' where an id is needed: no row has it."""

_CURSOR = re.compile(rf"([01])~([0-9-]{{0,40}})~([0-9]{{1,19}})~({clock.WIRE_FORM})~([0-9]{{1,19}})")


class ConflictCursor(NamedTuple):
    """The position of a conflict in the list: open first, then by the date of the event, the event, time and id."""

    is_open: int
    event_date: str
    event_id: int
    at: datetime
    id: int

    def to_wire(self) -> str:
        """The cursor as text for `next`."""
        return "~".join(map(str, (*self[:3], clock.to_wire(self.at), self.id)))

    @classmethod
    def from_wire(cls, text: str) -> "ConflictCursor":
        """The cursor of a text. Raises ValueError."""
        parts = _CURSOR.fullmatch(text)
        if parts is None or max(int(parts[3]), int(parts[5])) > MAX_ROW_ID:
            raise ValueError(text)
        return cls(int(parts[1]), parts[2], int(parts[3]), clock.from_wire(parts[4]), int(parts[5]))


def _cursor(text: str) -> str:
    try:
        ConflictCursor.from_wire(text)
    except ValueError as error:
        raise ValueError("Must be the `next` of an earlier page") from error
    return text


class ConflictQuery(ApiRequest):
    """Which conflicts, and how many of them."""

    event_id: RowId | None = None
    state: ConflictState | None = None
    after: Annotated[str, AfterValidator(_cursor)] | None = None
    limit: Annotated[Whole, Field(ge=0, le=MAX_PAGE_SIZE)] = PAGE

    @property
    def cursor(self) -> ConflictCursor | None:
        """The cursor after which the page begins."""
        return None if self.after is None else ConflictCursor.from_wire(self.after)


class ConflictAttendee(ApiModel):
    """The guest of a conflict, while they are on the list."""

    id: int
    full_name: str
    table_number: int


class LoggedStep(ApiModel):
    """One row of the scan log, in words of the door: time, place, person, the server's decision, the verdict shown.

    `isCause` marks the rows that make the conflict. `isTimeUnsure`: the device's clock and the server's disagreed.
    `helper` acted by a pass that `person` made. `list` is the check-in list, null the entrance. `attendee` is set where
    the conflict is about several.
    """

    at: Timestamp
    received_at: Timestamp | None
    person: PersonRef | None
    helper: str | None
    device: str | None
    outcome: ScanOutcome
    shown: str | None
    certainty: str | None
    list_as_of: Timestamp | None
    is_time_unsure: bool
    is_cause: bool
    list: CheckInListRef | None = None
    attendee: ConflictAttendee | None = None


class ConflictOut(ApiModel):
    """A conflict, with the rows of the log around it in the order of door time.

    `device`, `person` and `helper` are of the grant that it is about; of a helper `person` made the pass.
    `count` is how many check-ins it stands for, of a device whose access had ended; 1 for any other kind.
    `stepsLeftOff` counts rows that the timeline lacks.
    """

    id: int
    kind: ConflictKind
    event: EventRef | None
    attendee: ConflictAttendee | None
    named: str | None
    count: int
    device: str | None
    person: PersonRef | None
    helper: str | None
    state: ConflictState
    note: str | None
    decided_by: PersonRef | None
    decided_at: Timestamp | None
    version: int
    at: Timestamp
    timeline: list[LoggedStep]
    steps_left_off: int


class ConflictPage(ApiModel):
    """One page, and the cursor of the one after it; `open` counts all that are open, of the event if one is named."""

    items: list[ConflictOut]
    next: str | None
    open: int


class ConflictDecision(ApiRequest):
    """The decision of staff on the version that they saw. An absent note stays, an empty one is removed."""

    state: ConflictState
    note: Annotated[str, Characters(0, LONGEST_NOTE, several_lines=True)] | None = None
    version: Version
