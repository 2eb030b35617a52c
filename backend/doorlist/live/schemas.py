"""API models of the live stream (contract 7)."""

from doorlist.core.api_model import ApiModel
from doorlist.live.changes import Changes


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


def to_wire(changes: Changes) -> str:
    """The changes as JSON for a browser."""
    facts = LiveChange(
        attendees_of=sorted(changes.attendees) or None,
        events=sorted(changes.events) or None,
        users=sorted(changes.users) or None,
        conflicts_of=sorted(changes.conflicts_of) or None,
        doors_of=sorted(changes.doors_of) or None,
        imports=changes.imports or None,
        settings=changes.settings or None,
        everything=changes.everything or None,
    )
    if changes.attendees and None not in changes.attendees.values():
        facts.attendees = sorted(id_ for ids in changes.attendees.values() for id_ in ids or ())
    return facts.model_dump_json(by_alias=True, exclude_none=True)
