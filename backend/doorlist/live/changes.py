"""Which rows changed, as ids and nothing else. Any number of changes can be merged into one."""

from collections.abc import Collection
from dataclasses import dataclass

MOST_ATTENDEES = 100
MOST_OTHERS = 50
"""Beyond these, changes name the event alone, or everything: a NOTIFY carries at most 8,000 bytes."""

Ids = frozenset[int]
NONE: Ids = frozenset()


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed. `attendees` are all that changed in the events `attendees_of`; None: any of theirs may have."""

    attendees: Ids | None = NONE
    attendees_of: Ids = NONE
    events: Ids = NONE
    users: Ids = NONE
    imports: bool = False
    everything: bool = False

    def __or__(self, other: "Changes") -> "Changes":
        """Merge both, within the size of one."""
        if self.everything or other.everything:
            return EVERYTHING
        named = None if self.attendees is None or other.attendees is None else self.attendees | other.attendees
        merged = Changes(
            attendees=named if named is None or len(named) <= MOST_ATTENDEES else None,
            attendees_of=self.attendees_of | other.attendees_of,
            events=self.events | other.events,
            users=self.users | other.users,
            imports=self.imports or other.imports,
        )
        others = (merged.attendees_of, merged.events, merged.users)
        return EVERYTHING if max(map(len, others)) > MOST_OTHERS else merged

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return self != NOTHING


NOTHING = Changes()
EVERYTHING = Changes(everything=True)


def changes_of(
    *,
    attendees: Collection[int] | None = (),
    attendees_of: Collection[int] = (),
    events: Collection[int] = (),
    users: Collection[int] = (),
    imports: bool = False,
    everything: bool = False,
) -> Changes:
    """Make changes of any number of ids."""
    return NOTHING | Changes(
        attendees=None if attendees is None and attendees_of else frozenset(attendees or ()),
        attendees_of=frozenset(attendees_of),
        events=frozenset(events),
        users=frozenset(users),
        imports=imports,
        everything=everything,
    )
