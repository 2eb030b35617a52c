"""Ids of changed rows. Any number of changes can be merged into one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

MAX_ATTENDEES = 100
MAX_OTHERS = 50
MAX_DOORS = 20
"""Above these limits, changes name only the event, or everything: a NOTIFY has at most 8,000 bytes."""

NO_EVENT = 0
"""Stands for 'no event'; no row has this id."""

NO_ATTENDEE = 0
"""Stands for 'no attendee': figures of the event changed, which no row of an attendee has."""

Ids = frozenset[int]
NONE: Ids = frozenset()


@dataclass(frozen=True, slots=True)
class Changes:
    """Changed rows. `attendees` has the changed ids by event; None: any attendee of the event.

    `conflicts_of`: events whose conflicts changed, 0 for no event. `doors_of`: events whose doors refused a ticket.
    """

    attendees: Mapping[int, Ids | None] = field(default_factory=dict)
    events: Ids = NONE
    users: Ids = NONE
    conflicts_of: Ids = NONE
    doors_of: Ids = NONE
    imports: bool = False
    settings: bool = False
    everything: bool = False

    def __or__(self, other: "Changes") -> "Changes":
        """Merge both, within the size of one."""
        if self.everything or other.everything:
            return EVERYTHING
        merged = Changes(
            attendees=_bounded(_merged(self.attendees, other.attendees)),
            events=self.events | other.events,
            users=self.users | other.users,
            conflicts_of=self.conflicts_of | other.conflicts_of,
            doors_of=self.doors_of | other.doors_of,
            imports=self.imports or other.imports,
            settings=self.settings or other.settings,
        )
        parts = (merged.attendees, merged.events, merged.users, merged.conflicts_of)
        is_too_much = max(map(len, parts)) > MAX_OTHERS or len(merged.doors_of) > MAX_DOORS
        return EVERYTHING if is_too_much else merged

    def __bool__(self) -> bool:
        return self != NOTHING

    def of_event(self, event_id: int) -> "Changes":
        """The changes of one event, for a subscriber limited to it."""
        if self.everything:
            return EVERYTHING
        named = {event_id: self.attendees[event_id]} if event_id in self.attendees else {}
        return Changes(attendees=named, events=self.events & {event_id}, settings=self.settings)


NOTHING = Changes()
EVERYTHING = Changes(everything=True)


class ChangedRows(TypedDict, total=False):
    """Rows by their ids. `attendees` are of the one event in `attendees_of`.

    Without them, or of several events, any attendee of these events may have changed. `conflicts_of` are the events of
    conflicts, None for no event; `doors_of` are events whose doors refused a ticket.
    """

    attendees: Collection[int] | None
    attendees_of: Collection[int]
    events: Collection[int]
    users: Collection[int]
    conflicts_of: Collection[int | None]
    doors_of: Collection[int]
    imports: bool
    settings: bool
    everything: bool


def changes_of(**rows: Unpack[ChangedRows]) -> Changes:
    """Make changes of any number of ids."""
    attendees, attendees_of = rows.get("attendees"), rows.get("attendees_of", ())
    named = frozenset(attendees) if attendees and len(attendees_of) == 1 else None
    return NOTHING | Changes(
        attendees=dict.fromkeys(attendees_of, named),
        events=frozenset(rows.get("events", ())),
        users=frozenset(rows.get("users", ())),
        conflicts_of=frozenset(event_id or NO_EVENT for event_id in rows.get("conflicts_of", ())),
        doors_of=frozenset(rows.get("doors_of", ())),
        imports=rows.get("imports", False),
        settings=rows.get("settings", False),
        everything=rows.get("everything", False),
    )


def changes_of_attendees(ids_by_event: Mapping[int, Collection[int]]) -> Changes:
    return NOTHING | Changes(attendees={event: frozenset(ids) for event, ids in ids_by_event.items()})


def _merged(one: Mapping[int, Ids | None], other: Mapping[int, Ids | None]) -> dict[int, Ids | None]:
    merged = dict(one)
    for event, ids in other.items():
        known = merged.get(event, NONE)
        merged[event] = None if known is None or ids is None else known | ids
    return merged


def _bounded(attendees: dict[int, Ids | None]) -> dict[int, Ids | None]:
    named = sum(len(ids) for ids in attendees.values() if ids is not None)
    return attendees if named <= MAX_ATTENDEES else dict.fromkeys(attendees)
