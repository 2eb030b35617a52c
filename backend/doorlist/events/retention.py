"""A change that lets the retention period erase guests: how many, and whether the caller knows (contract 4.keep).

The period is a setting of the room `privacy`, which imports this one; it provides `Retention`.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple, Protocol

from pydantic import Field
from sqlalchemy.orm import Session

from doorlist.core.api_model import ApiModel, Whole
from doorlist.core.errors import Problem

ExpectedErasures = Annotated[Whole, Field(ge=0)]
"""How many guests the caller was told will be erased."""


class Erasures(ApiModel):
    """How many guests will be erased on which day, because their event is over for longer than the period."""

    guests: int
    erase_on: str


class GuestsWillBeErased(Problem):
    """After this change more guests will be erased than the caller was told."""

    status = 409
    code = "guests_will_be_erased"
    title = "Guests will be erased"

    def __init__(self, found: Erasures) -> None:
        self.found = found
        who = "1 guest" if found.guests == 1 else f"{found.guests:,} guests"
        super().__init__(
            f"{who} will be erased on {found.erase_on}: their event is over for longer than guests are kept."
            " Nothing was changed. Check the date of the event, or confirm the number.",
            extra={"erasures": found.model_dump(by_alias=True)},
        )


class Retention(Protocol):
    """Tells how many guests a change of an event lets the period erase; None if it erases none."""

    def after_date(self, tx: Session, event_id: int, date: str) -> Erasures | None:
        """Of an event that gets this date."""

    def after_import(self, tx: Session, guests: Mapping[int, int]) -> Erasures | None:
        """Of an import that adds so many guests by event id."""


def refuse_unexpected(found: Erasures | None, expected: int) -> None:
    """Raises GuestsWillBeErased where more guests will be erased than the caller expects."""
    if found is not None and found.guests > expected:
        raise GuestsWillBeErased(found)


class Consent(NamedTuple):
    """How many erasures the caller of an import expects, beside what tells their number."""

    retention: Retention
    expected: int

    def check(self, tx: Session, guests: Mapping[int, int]) -> None:
        """Raises GuestsWillBeErased."""
        refuse_unexpected(self.retention.after_import(tx, guests), self.expected)
