"""API models of the audit log (contract 3 and 7.history)."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, Field, model_validator

from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.core.api_model import MAX_ROW_ID, ApiModel, ApiRequest, DeviceZone, RowId, Timestamp, Whole
from doorlist.door.conflicts.schemas import LoggedStep
from doorlist.events.schemas import EventDate

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200

KINDS = sorted({action.subject for action in Action})
_CURSOR = re.compile(rf"({clock.WIRE_FORM})~([01])~([0-9]{{1,19}})")


class ActivityCursor(NamedTuple):
    """A position in a list, newest first. At the same time, entries (rank 1) precede scans (rank 0)."""

    at: datetime
    rank: int
    id: int

    def to_wire(self) -> str:
        """The cursor as text for `next`."""
        return f"{clock.to_wire(self.at)}~{self.rank}~{self.id}"

    @classmethod
    def from_wire(cls, text: str) -> "ActivityCursor":
        """The cursor of a text. Raises ValueError."""
        parts = _CURSOR.fullmatch(text)
        if parts is None or int(parts[3]) > MAX_ROW_ID:
            raise ValueError(text)
        return cls(clock.from_wire(parts[1]), int(parts[2]), int(parts[3]))


def _cursor(text: str) -> str:
    try:
        ActivityCursor.from_wire(text)
    except ValueError as error:
        raise ValueError("Must be the `next` of an earlier page") from error
    return text


def _kind(text: str) -> str:
    if text not in KINDS:
        raise ValueError(f"Must be one of {', '.join(KINDS)}")
    return text


class PageQuery(ApiRequest):
    """The page of a list."""

    after: Annotated[str, AfterValidator(_cursor)] | None = None
    limit: Annotated[Whole, Field(ge=1, le=MAX_PAGE_SIZE)] = PAGE_SIZE

    @property
    def cursor(self) -> ActivityCursor | None:
        """The cursor after which the page begins."""
        return None if self.after is None else ActivityCursor.from_wire(self.after)


class HistoryFilters(ApiRequest):
    """Filters of entries: subject, user, attendee, and day in the device's time zone."""

    kind: Annotated[str, AfterValidator(_kind), Field(json_schema_extra={"enum": KINDS})] | None = None
    user_id: RowId | None = None
    attendee_id: RowId | None = None
    day: EventDate | None = None
    time_zone: DeviceZone | None = None

    @model_validator(mode="after")
    def _day_is_reachable(self) -> "HistoryFilters":
        try:
            _ = self.span
        except OverflowError as error:
            raise ValueError("This day cannot be told in that time zone") from error
        return self

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """The beginning and the end of the day."""
        if self.day is None:
            return None
        day, zone = date.fromisoformat(self.day), self.time_zone or UTC
        begin, end = (datetime.combine(one, time.min, zone) for one in (day, day + timedelta(days=1)))
        return begin.astimezone(UTC), end.astimezone(UTC)


class HistoryQuery(HistoryFilters, PageQuery):
    """One page of the entries that match."""


class HistoryPerson(ApiModel):
    """The user who acted; no name if the account is unknown, as after the restore of an older backup."""

    id: int
    full_name: str | None


class HistorySubject(ApiModel):
    """The subject of an entry. If it was deleted, `name` is the logged one; for an attendee, the invoice number."""

    id: int | None
    name: str | None
    is_there: bool


class HistoryEntryOut(ApiModel):
    """An entry of the audit log. Without a `person`: the server, or an anonymous caller.

    `undo_id` is the id of a bulk update, or of the import that the entry began, while that can be undone; only the
    list of all entries has it.
    """

    id: int
    at: Timestamp
    person: HistoryPerson | None
    address: str | None
    action: Annotated[str, Field(json_schema_extra={"enum": list(Action)})]
    subject: HistorySubject
    event: HistorySubject | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    undo_id: int | None = None


class HistoryPage(ApiModel):
    """One page, and the cursor of the next."""

    items: list[HistoryEntryOut]
    next: str | None


class AttendeeHistoryItem(ApiModel):
    """An audit entry or a scan of an attendee."""

    id: str
    at: Timestamp
    entry: HistoryEntryOut | None = None
    scan: LoggedStep | None = None


class AttendeeHistoryPage(ApiModel):
    """One page, newest first by door time, and the cursor of the next."""

    items: list[AttendeeHistoryItem]
    next: str | None
