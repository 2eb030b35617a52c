"""The visits of a guest, read from the scan log by the words of the contract (4.door-time, 4.exit, 4.check-in-list).

Shares no code with the server.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True)
class Row:
    """A row of the scan log; moments in milliseconds since 1970. `list` is its check-in list, None for the entrance."""

    id: int
    attendee: int | None
    key: UUID | None
    outcome: str
    at: int
    user: int
    shown: str | None = None
    certainty: str | None = None
    about: UUID | None = None
    received: int | None = None
    grant: int | None = None
    list: int | None = None

    @property
    def names(self) -> set[UUID]:
        """The keys by which an undo can name it."""
        return {key for key in (self.key, self.about) if key}

    @property
    def arrival(self) -> tuple[int, int]:
        """The place in the order in which the server got the rows."""
        return (self.at if self.received is None else self.received), self.id


LET_IN = {"admitted", "returned", "let_in_offline", "marked_present"}
EXITS = {"left", "not_inside"}
"""A guest who was not inside by the log of that moment may have been, by a record that came later."""
UNDONE = {"marked_absent", "exit_undone"}
REFUSALS = {"repeat", "turned_away", "withdrawn"}
LIVE = {None, "undecided"}


@dataclass
class Visit:
    """From an entry until the guest is out again. `known`: since when the server knew that the guest was inside."""

    entries: list[Row]
    known: tuple[int, int]
    exit: Row | None = None

    @property
    def names(self) -> set[UUID]:
        """The keys of its entries."""
        return {key for entry in self.entries for key in entry.names}


@dataclass
class Visits:
    """All visits of a guest at one list, the ones that count in their order, and who was turned away since."""

    every: list[Visit] = field(default_factory=list)
    counted: list[Visit] = field(default_factory=list)
    """Between two of these visits is an exit, unless each scan counts. Undone ones are left out."""
    left_without_entry: Row | None = None
    turned_away: list[Row] = field(default_factory=list)

    @property
    def inside(self) -> Visit | None:
        """The visit of a guest who is inside."""
        return self.counted[-1] if self.counted and self.counted[-1].exit is None else None

    @property
    def left_at(self) -> int | None:
        """When a guest left who has not come back."""
        last = self.counted[-1].exit if self.counted else self.left_without_entry
        return last.at if last else None


def read_visits(log: Sequence[Row], *, counts_each: bool = False) -> Visits:
    """Read the rows of one guest at one list in the order of door time; with `counts_each` each entry is a visit."""
    read = Visits()
    withdrawn = {row.about for row in log if row.outcome == "withdrawn"}
    for row in in_order(log):
        if row.outcome in LET_IN and (row.key is None or row.key not in withdrawn):
            _enter(read, row, counts_each=counts_each)
        elif row.outcome in EXITS:
            _leave(read, row)
        elif row.outcome == "exit_undone":
            _undo_exit(read, row)
        elif row.outcome == "marked_absent":
            _make_absent(read, row, counts_each=counts_each)
        elif read.inside is None and row.outcome in REFUSALS and row.shown not in {None, "admitted", "undecided"}:
            # A refusal because of a check-in at the same door is correct, as far as the door knows.
            read.turned_away += [row] if row.certainty != "this_door" else []
    return read


def _enter(read: Visits, row: Row, *, counts_each: bool) -> None:
    if read.inside and not counts_each:
        read.inside.entries.append(row)
        read.inside.known = min(read.inside.known, row.arrival)
    else:
        visit = Visit([row], row.arrival)
        read.counted.append(visit)
        read.every.append(visit)
    read.left_without_entry, read.turned_away = None, []


def _leave(read: Visits, row: Row) -> None:
    if read.inside:
        # The server knew of the entry and found the guest outside: two scans of the same instant.
        is_same_instant = row.outcome == "not_inside" and row.shown in LIVE and read.inside.known < row.arrival
        if not is_same_instant:
            read.inside.exit = row
    elif not read.counted and row.outcome == "left":
        read.left_without_entry = row


def _undo_exit(read: Visits, undo: Row) -> None:
    last = read.counted[-1] if read.counted else None
    if last and last.exit and undo.about in last.exit.names:
        last.exit, last.known = None, undo.arrival
    elif not last and read.left_without_entry and undo.about in read.left_without_entry.names:
        read.left_without_entry = None


def _make_absent(read: Visits, row: Row, *, counts_each: bool) -> None:
    """A mark by hand ends everything; an undo takes the visit that contains the check-in that it names."""
    if row.about is None:
        read.counted, read.left_without_entry = [], None
    elif counts_each:
        read.counted = [visit for visit in read.counted if row.about not in visit.names]
    elif read.counted and row.about in read.counted[-1].names:
        read.counted.pop()


def in_order(log: Iterable[Row]) -> list[Row]:
    """The order by door time.

    Within a millisecond: let in by a door or by hand, refused, moved, undone. Among these, live moves come first and in
    the order of the log, the others by the keys of the devices.
    """
    rows = list(log)
    scanned_at = {key: row.at for row in rows if row.outcome in LET_IN | EXITS for key in row.names}

    def place(row: Row) -> tuple[int, int, str, tuple[int, int]]:
        key = row.key.hex if row.key else ""
        if row.outcome in UNDONE:
            return max(row.at, scanned_at.get(row.about, row.at) if row.about else row.at), 3, key, row.arrival
        is_live = row.shown is None
        if row.outcome in EXITS | {"returned"} or (row.outcome == "admitted" and is_live):
            return row.at, 2, "" if is_live else key, row.arrival
        return row.at, int(row.outcome in REFUSALS), key, row.arrival

    return sorted(rows, key=place)
