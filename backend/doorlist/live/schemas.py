"""What crosses the wire of the live stream (contract 7)."""

from doorlist.core.api_model import ApiModel
from doorlist.live.changes import EVERYTHING, Changes


class LiveFacts(ApiModel):
    """The data of an event of GET /api/live: which rows changed. What is absent did not change.

    `attendees` are those that changed of the events `attendeesOf`; where these stand alone, any of their attendees may
    have changed, or come, or gone. `everything`: read again whatever is shown.
    """

    attendees: list[int] | None = None
    attendees_of: list[int] | None = None
    events: list[int] | None = None
    users: list[int] | None = None
    imports: bool | None = None
    everything: bool | None = None


def to_wire(changes: Changes) -> str:
    """The changes as JSON."""
    return LiveFacts(
        attendees=sorted(changes.attendees) if changes.attendees else None,
        attendees_of=sorted(changes.attendees_of) or None,
        events=sorted(changes.events) or None,
        users=sorted(changes.users) or None,
        imports=changes.imports or None,
        everything=changes.everything or None,
    ).model_dump_json(by_alias=True, exclude_none=True)


def from_wire(text: str) -> Changes:
    """The same back. Raises ValueError where it is no such JSON."""
    read = LiveFacts.model_validate_json(text)
    if read.everything:
        return EVERYTHING
    of = frozenset(read.attendees_of or ())
    return Changes(
        attendees=None if of and not read.attendees else frozenset(read.attendees or ()),
        attendees_of=of,
        events=frozenset(read.events or ()),
        users=frozenset(read.users or ()),
        imports=bool(read.imports),
    )
