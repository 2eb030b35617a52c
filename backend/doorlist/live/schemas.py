"""What crosses the wire of the live stream (contract 7)."""

from typing import Any

from pydantic import Field

from doorlist.core.api_model import ApiModel
from doorlist.live.changes import EVERYTHING, Changes


class LiveChange(ApiModel):
    """The data of an event of GET /api/live: which rows changed. What is absent did not change.

    `attendees` are those that changed of the events `attendeesOf`; where these stand alone, any of their attendees may
    have changed, or come, or gone. `conflictsOf`: the events whose conflicts changed, 0 for those of no event.
    `doorsOf`: the events at whose doors a ticket was refused.
    `everything`: read again whatever is shown.
    """

    attendees: list[int] | None = None
    attendees_of: list[int] | None = None
    events: list[int] | None = None
    users: list[int] | None = None
    conflicts_of: list[int] | None = None
    doors_of: list[int] | None = None
    imports: bool | None = None
    everything: bool | None = None


class ServerChange(LiveChange):
    """The same from server to server: the attendees by their event, in place of `attendees`."""

    named: dict[int, list[int]] = Field(default_factory=dict)


def to_wire(changes: Changes) -> str:
    """The changes as JSON for a browser."""
    facts = LiveChange(**_facts(changes))
    if changes.attendees and None not in changes.attendees.values():
        facts.attendees = sorted(id_ for ids in changes.attendees.values() for id_ in ids or ())
    return facts.model_dump_json(by_alias=True, exclude_none=True)


def to_servers(changes: Changes) -> str:
    """The changes as JSON for another server."""
    named = {event: sorted(ids) for event, ids in changes.attendees.items() if ids is not None}
    return ServerChange(**_facts(changes), named=named).model_dump_json(by_alias=True, exclude_none=True)


def _facts(changes: Changes) -> dict[str, Any]:
    """All but the ids of attendees."""
    return {
        "attendees_of": sorted(changes.attendees) or None,
        "events": sorted(changes.events) or None,
        "users": sorted(changes.users) or None,
        "conflicts_of": sorted(changes.conflicts_of) or None,
        "doors_of": sorted(changes.doors_of) or None,
        "imports": changes.imports or None,
        "everything": changes.everything or None,
    }


def from_servers(text: str) -> Changes:
    """The same back. Raises ValueError where it is no such JSON."""
    read = ServerChange.model_validate_json(text)
    if read.everything:
        return EVERYTHING
    named = {event: frozenset(ids) for event, ids in read.named.items()}
    return Changes(
        attendees={event: named.get(event) for event in read.attendees_of or ()},
        events=frozenset(read.events or ()),
        users=frozenset(read.users or ()),
        conflicts_of=frozenset(read.conflicts_of or ()),
        doors_of=frozenset(read.doors_of or ()),
        imports=bool(read.imports),
    )
