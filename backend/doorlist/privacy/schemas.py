"""API models of the retention period (contract 7.keep)."""

from typing import Annotated

from pydantic import Field

from doorlist.core.api_model import ApiModel, ApiRequest, PersonRef, Timestamp, Whole
from doorlist.events.schemas import EventDate, EventRef
from doorlist.privacy.rules import MAX_KEEP_DAYS

Days = Annotated[Whole, Field(ge=1, le=MAX_KEEP_DAYS)]


class RetentionChange(ApiRequest):
    """The days that guests are kept after their event; null keeps them until they are deleted.

    `guests` is the number that the caller was shown. If more are due, nothing is changed.
    """

    keep_days: Days | None
    guests: Annotated[Whole, Field(ge=0)] = 0


class RetentionRun(ApiModel):
    """The last run, and the number of guests that it erased."""

    at: Timestamp
    erased: int


class DueEvent(EventRef):
    """An event with guests who are due."""

    guests: int


class AnnouncedEvent(DueEvent):
    """The guests of an event who will be erased on the day `eraseOn`."""

    erase_on: str


class PostponedEvent(EventRef):
    """An event whose guests are kept until that day, or longer if the period is not over by then."""

    keep_until: str


class EventPostponed(ApiRequest):
    """The day until which the guests of an event are kept; null: as long as the period says."""

    keep_until: EventDate | None


class RetentionOut(ApiModel):
    """The retention period, who set it when, its last run, and the erasures that are announced and postponed.

    Backups from before `lastErasedAt` hold a guest who was erased since. An event with guests who were added late can
    be announced for several days.
    """

    keep_days: int | None
    changed_at: Timestamp | None
    changed_by: PersonRef | None
    last_run: RetentionRun | None
    last_erased_at: Timestamp | None
    announced: list[AnnouncedEvent]
    postponed: list[PostponedEvent]


class DueQuery(ApiRequest):
    """The retention period to preview."""

    keep_days: Days


class DueOut(ApiModel):
    """The guests whom a retention period would erase on the day `eraseOn`: their number, and their first 100 events."""

    guests: int
    erase_on: str
    events: list[DueEvent]
