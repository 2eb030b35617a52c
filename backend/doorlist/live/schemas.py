"""API models of the live stream (contract 7)."""

from typing import Any

from pydantic import Field

from doorlist.core.api_model import ApiModel
from doorlist.live.changes import EVERYTHING, Changes


class LiveChange(ApiModel):
    """The data of an event of GET /api/live: the changed rows. Absent fields did not change.

    `attendees` are the changed attendees of the events `attendeesOf`; without ids, any of their attendees may have been
    changed, added or deleted. `conflictsOf`: events whose conflicts changed, 0 for no event. `doorsOf`: events whose
    doors refused a ticket. `everything`: reload all data shown.
    """

    attendees: list[int] | None = None
    attendees_of: list[int] | None = None
    events: list[int] | None = None
    users: list[int] | None = None
    conflicts_of: list[int] | None = None
    doors_of: list[int] | None = None
    imports: bool | None = None
    settings: bool | None = None
    everything: bool | None = None


class ServerChange(LiveChange):
    """A change between servers: `named` has the attendees by event, in place of `attendees`."""

    named: dict[int, list[int]] = Field(default_factory=dict)


def to_wire(changes: Changes) -> str:
    """The changes as JSON for a browser."""
    facts = LiveChange(**_common_fields(changes))
    if changes.attendees and None not in changes.attendees.values():
        facts.attendees = sorted(id_ for ids in changes.attendees.values() for id_ in ids or ())
    return facts.model_dump_json(by_alias=True, exclude_none=True)


def to_servers(changes: Changes) -> str:
    """The changes as JSON for another server."""
    named = {event: sorted(ids) for event, ids in changes.attendees.items() if ids is not None}
    return ServerChange(**_common_fields(changes), named=named).model_dump_json(by_alias=True, exclude_none=True)


def _common_fields(changes: Changes) -> dict[str, Any]:
    """The fields of both models."""
    return {
        "attendees_of": sorted(changes.attendees) or None,
        "events": sorted(changes.events) or None,
        "users": sorted(changes.users) or None,
        "conflicts_of": sorted(changes.conflicts_of) or None,
        "doors_of": sorted(changes.doors_of) or None,
        "imports": changes.imports or None,
        "settings": changes.settings or None,
        "everything": changes.everything or None,
    }


def from_servers(text: str) -> Changes:
    """The changes of a message of `to_servers`. Raises ValueError on other text."""
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
        settings=bool(read.settings),
    )
