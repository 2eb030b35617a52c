"""Random evenings: two doors that lose the server and its responses, marks by hand, late uploads.

The checker keeps its own book of who went through the doors, as the people there saw it, and shares no code with the
product.
"""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.door.offline.doors import Device, Evening, two_doors
from tests.house import Json, json_of, new_attendee

actions = st.tuples(
    st.sampled_from(["heard", "lost", "offline", "undo", "absent", "present", "deliver"]),
    st.integers(0, 1),
    st.sampled_from(["admitted", "already"]),
    st.integers(0, 7),
)
Action = tuple[str, int, str, int]


@dataclass
class Book:
    """The entries and exits by minute: a name for each entry, and the name that an exit is about (None: any)."""

    entries: dict[int, str] = field(default_factory=dict)
    exits: dict[int, str | None] = field(default_factory=dict)

    def inside(self) -> tuple[list[list[str]], list[str]]:
        """The parties that left again, each in the order of its people, and who is inside."""
        gone: list[list[str]] = []
        inside: list[str] = []
        for minute in sorted({*self.entries, *self.exits}):
            if minute in self.entries:
                inside.append(self.entries[minute])
            elif inside and self.exits[minute] in {None, *inside}:
                gone.append(inside)
                inside = []
        return gone, inside


class Night:
    """One guest, two doors, and what lies on their devices."""

    def __init__(self, evening: Evening, doors: tuple[Device, Device], begins: int) -> None:
        self.evening = evening
        self.doors = doors
        self.guest = new_attendee(evening.staff, evening.event)
        self.minute = begins
        self.queues: tuple[list[Json], list[Json]] = ([], [])
        self.let_in: tuple[list[Json], list[Json]] = ([], [])
        self.book = Book()
        self.users: dict[str, int] = {}

    def act(self, action: Action) -> None:
        what, gate, shown, number = action
        self.minute += 1
        self.evening.is_minute(self.minute)
        door, queue = self.doors[gate], self.queues[gate]
        record = door.check_in(self.minute, self.guest, shown=shown)
        if what in {"heard", "lost"}:
            answer = json_of(door.scan(self.guest, idempotencyKey=record["key"]))
        if what == "heard" and not answer["alreadyScanned"]:
            self._went_in(gate, record)
        if what in {"lost", "offline"}:
            queue.append(record)
            if shown == "admitted":
                self._went_in(gate, record)
        if what == "undo" and self.let_in[gate]:
            undone = self.let_in[gate][number % len(self.let_in[gate])]
            queue.append(door.undo(self.minute, undone))
            self.book.exits[self.minute] = undone["key"]
        if what in {"absent", "present"}:
            self._mark(door, attended=what == "present")
        if what == "deliver" and queue:
            chosen = queue[number % len(queue) :]
            door.send(*chosen, *chosen[:1])
            # Otherwise the response was lost, and the records are sent again.
            if number % 2:
                del queue[number % len(queue) :]

    def end(self) -> None:
        self.minute += 1
        self.evening.is_minute(self.minute)
        for door, queue in zip(self.doors, self.queues, strict=True):
            if queue:
                door.send(*queue[::-1])

    def _went_in(self, gate: int, record: Json) -> None:
        self.let_in[gate].append(record)
        self.book.entries[self.minute] = record["key"]
        self.users[record["key"]] = self.doors[gate].user_id

    def _mark(self, door: Device, *, attended: bool) -> None:
        before = len(self.evening.log())
        door.mark(self.guest, attended=attended)
        if len(self.evening.log()) == before:
            return
        if attended:
            name = f"by hand at {self.minute}"
            self.book.entries[self.minute] = name
            self.users[name] = door.user_id
        else:
            self.book.exits[self.minute] = None


def minutes_of(book: Book) -> dict[str, int]:
    return {name: minute for minute, name in book.entries.items()}


@given(st.lists(actions, min_size=3, max_size=14))
@settings(
    max_examples=25,
)
def test_the_books_agree(evening: Evening, night_of: list[Action]) -> None:
    # 4.door-time.1, 4, 5, 6, 7, 21
    begins = round((evening.time.now() - evening.began).total_seconds() / 60) + 1
    night = Night(evening, two_doors(evening), begins)
    for action in night_of:
        night.act(action)
    night.end()
    gone, inside = night.book.inside()
    minutes = minutes_of(night.book)
    expected = (evening.minute(minutes[inside[0]]), night.users[inside[0]]) if inside else None
    assert evening.state(night.guest) == expected
    several = sorted(len(party) for party in [*gone, inside] if len(party) > 1)
    conflicts = [c for c in evening.conflicts() if (c.attendee_id, c.kind) == (night.guest["id"], "twice")]
    assert sorted(len(conflict.log_ids) for conflict in conflicts) == several
    # Each let-in that was shown is in the log exactly once.
    rows = [row for row in evening.log() if row.attendee_id == night.guest["id"]]
    withdrawn = {row.about_key for row in rows if row.outcome == "withdrawn"}
    let_ins = [
        row.scanned_at
        for row in rows
        if row.outcome in {"let_in_offline", "marked_present"}
        or (row.outcome == "admitted" and row.idempotency_key not in withdrawn)
    ]
    assert sorted(let_ins) == [evening.minute(minute) for minute in sorted(night.book.entries)]
