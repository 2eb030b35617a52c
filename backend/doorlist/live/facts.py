"""Facts: which rows changed, as ids and nothing else. Plain values that can be merged without end."""

from collections.abc import Collection
from dataclasses import dataclass

MOST_ATTENDEES = 100
MOST_OTHERS = 50
"""Beyond these a fact names the event instead, or everything: PostgreSQL passes on no more than 8,000 bytes."""

Ids = frozenset[int]
NONE: Ids = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """What changed. `attendees` are all that changed of the events `attendees_of`; None: any of theirs may have."""

    attendees: Ids | None = NONE
    attendees_of: Ids = NONE
    events: Ids = NONE
    users: Ids = NONE
    imports: bool = False
    everything: bool = False

    def __or__(self, other: "Facts") -> "Facts":
        """Both together, no larger than one may be."""
        if self.everything or other.everything:
            return EVERYTHING
        named = None if self.attendees is None or other.attendees is None else self.attendees | other.attendees
        merged = Facts(
            attendees=named if named is None or len(named) <= MOST_ATTENDEES else None,
            attendees_of=self.attendees_of | other.attendees_of,
            events=self.events | other.events,
            users=self.users | other.users,
            imports=self.imports or other.imports,
        )
        others = (merged.attendees_of, merged.events, merged.users)
        return EVERYTHING if max(map(len, others)) > MOST_OTHERS else merged

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return self != NOTHING


NOTHING = Facts()
EVERYTHING = Facts(everything=True)


def facts_of(
    *,
    attendees: Collection[int] | None = (),
    attendees_of: Collection[int] = (),
    events: Collection[int] = (),
    users: Collection[int] = (),
    imports: bool = False,
    everything: bool = False,
) -> Facts:
    """Facts from what a room has at hand, however much that is."""
    return NOTHING | Facts(
        attendees=None if attendees is None and attendees_of else frozenset(attendees or ()),
        attendees_of=frozenset(attendees_of),
        events=frozenset(events),
        users=frozenset(users),
        imports=imports,
        everything=everything,
    )
