"""Noting in a transaction what it changes. Nobody hears of it unless the transaction commits."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.orm import Session

from doorlist.live.facts import NOTHING, Facts, facts_of

_FACTS = "doorlist.live"


def record(
    tx: Session,
    *,
    attendees: Collection[int] | None = (),
    attendees_of: Collection[int] = (),
    events: Collection[int] = (),
    users: Collection[int] = (),
    imports: bool = False,
    everything: bool = False,
) -> None:
    """Note which rows this transaction adds, changes or deletes; open screens read them anew once it has committed.

    `attendees` go with their events in `attendees_of`; None says that any attendee of these may have changed.
    """
    facts = facts_of(
        attendees=attendees,
        attendees_of=attendees_of,
        events=events,
        users=users,
        imports=imports,
        everything=everything,
    )
    tx.info[_FACTS] = recorded(tx.info) | facts


def recorded(info: Mapping[Any, Any]) -> Facts:
    """What a transaction has noted, from the `info` of its session."""
    facts: Facts = info.get(_FACTS, NOTHING)
    return facts
