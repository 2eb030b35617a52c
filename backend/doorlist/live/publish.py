"""Records the changes of a transaction. They are published only if it commits."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.orm import Session

from doorlist.live.changes import NOTHING, Changes, changes_of

_CHANGES = "doorlist.live"


def publish_after_commit(
    tx: Session,
    *,
    attendees: Collection[int] | None = (),
    attendees_of: Collection[int] = (),
    events: Collection[int] = (),
    users: Collection[int] = (),
    conflicts_of: Collection[int | None] = (),
    doors_of: Collection[int] = (),
    imports: bool = False,
    settings: bool = False,
    everything: bool = False,
) -> None:
    """Name the rows that this transaction adds, changes or deletes; open screens read them again after the commit.

    `attendees` belong to the events in `attendees_of`; None means that any attendee of these may have changed.
    `conflicts_of` are the events of conflicts, None for no event; `doors_of` are events whose doors refused a
    ticket.
    """
    changes = changes_of(
        attendees=attendees,
        attendees_of=attendees_of,
        events=events,
        users=users,
        conflicts_of=conflicts_of,
        doors_of=doors_of,
        imports=imports,
        settings=settings,
        everything=everything,
    )
    tx.info[_CHANGES] = pending_changes(tx.info) | changes


def pending_changes(info: Mapping[Any, Any]) -> Changes:
    """The changes that a transaction named, from the `info` of its session."""
    changes: Changes = info.get(_CHANGES, NOTHING)
    return changes
