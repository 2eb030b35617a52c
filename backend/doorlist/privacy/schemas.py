"""What crosses the wire about keeping guests' details (contract 7.keep)."""

from typing import Annotated

from pydantic import Field

from doorlist.core.api_model import ApiModel, ApiRequest, PersonRef, Timestamp, Whole
from doorlist.privacy.rules import LONGEST_KEPT_DAYS

Days = Annotated[Whole, Field(ge=1, le=LONGEST_KEPT_DAYS)]


class KeepingChange(ApiRequest):
    """For how many days after their event guests are kept; null: until somebody deletes them.

    `guests` is how many are due by what the caller was shown. If there are more by now, nothing is changed.
    """

    keep_days: Days | None
    guests: Annotated[Whole, Field(ge=0)] = 0


class KeepingRun(ApiModel):
    """When guests were last looked for, and how many of them were erased then."""

    at: Timestamp
    erased: int


class KeepingOut(ApiModel):
    """The keeping period, who set it when, and its last run.

    Backups from before `lastErasedAt` hold somebody who was erased since.
    """

    keep_days: int | None
    changed_at: Timestamp | None
    changed_by: PersonRef | None
    last_run: KeepingRun | None
    last_erased_at: Timestamp | None


class DueQuery(ApiRequest):
    """The keeping period that is tried."""

    keep_days: Days


class DueEvent(ApiModel):
    """An event with guests who are due."""

    id: int
    name: str
    date: str
    guests: int


class DueOut(ApiModel):
    """What a keeping period would erase: how many guests, and the first 100 of their events, the oldest first."""

    guests: int
    events: list[DueEvent]
