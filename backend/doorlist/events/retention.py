"""A change that lets the retention period erase guests: how many, and whether the caller knows (contract 4.keep).

The period is a setting of `privacy`, which imports this module and provides `Retention`.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple, Protocol

from pydantic import Field
from sqlalchemy.orm import Session

from doorlist.core.api_model import ApiModel, Whole
from doorlist.core.errors import Conflict

ExpectedErasures = Annotated[Whole, Field(ge=0)]
"""The number of erasures that the caller has confirmed."""


class Erasures(ApiModel):
    """How many guests will be erased on which day, because their event is over for longer than the period."""

    guests: int
    erase_on: str


class GuestsWillBeErased(Conflict):
    """After this change more guests will be erased than the caller has confirmed."""

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
    """Counts the guests whom the period erases after a change; None if it erases none."""

    def after_date(self, tx: Session, event_id: int, date: str) -> Erasures | None:
        """The erasures once an event has this date."""

    def after_import(self, tx: Session, guests: Mapping[int, int]) -> Erasures | None:
        """The erasures of an import that adds these numbers of guests, by event id."""


def refuse_unexpected(found: Erasures | None, expected: int) -> None:
    """Raises GuestsWillBeErased where more guests will be erased than the caller expects."""
    if found is not None and found.guests > expected:
        raise GuestsWillBeErased(found)


class Consent(NamedTuple):
    """The erasures that the caller of an import has confirmed, and the period that counts them."""

    retention: Retention
    expected: int

    def check(self, tx: Session, guests: Mapping[int, int]) -> None:
        refuse_unexpected(self.retention.after_import(tx, guests), self.expected)
