"""What crosses the wire of the live stream (contract 7)."""

from doorlist.core.api_model import ApiModel
from doorlist.live.facts import EVERYTHING, Facts


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


def to_wire(facts: Facts) -> str:
    """The facts as JSON."""
    return LiveFacts(
        attendees=sorted(facts.attendees) if facts.attendees else None,
        attendees_of=sorted(facts.attendees_of) or None,
        events=sorted(facts.events) or None,
        users=sorted(facts.users) or None,
        imports=facts.imports or None,
        everything=facts.everything or None,
    ).model_dump_json(by_alias=True, exclude_none=True)


def from_wire(text: str) -> Facts:
    """The same back. Raises ValueError where it is no such JSON."""
    read = LiveFacts.model_validate_json(text)
    if read.everything:
        return EVERYTHING
    of = frozenset(read.attendees_of or ())
    return Facts(
        attendees=None if of and not read.attendees else frozenset(read.attendees or ()),
        attendees_of=of,
        events=frozenset(read.events or ()),
        users=frozenset(read.users or ()),
        imports=bool(read.imports),
    )
