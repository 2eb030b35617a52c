"""Compares the answers that clients got with the database, and names each contradiction.

Plain values in, sentences out. The checker does not know how a worker works, only how the doors, the guests and the
log of an evening must agree (contract 4.attendance, 7.scan) if guests are scanned and never marked by hand.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

TRY_AGAIN = 503

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request of a scan, and its response. Moments are of one clock, that of the clients.

    `status` is None where no answer came, and `body` then what came instead; `was_cut` where that was the client's own
    doing.
    """

    qr_data: str
    key: str
    user_id: int
    sent: float
    ended: float
    was_cut: bool = False
    status: int | None = None
    body: str = ""
    already_scanned: bool | None = None
    attended_at: str | None = None
    scanned_by: int | None = None

    @property
    def told(self) -> str | None:
        """The outcome in the answer; None if it decides nothing."""
        match self.status, self.already_scanned:
            case 200, already_scanned:
                return "repeat" if already_scanned else "admitted"
            case 404, _:
                return "unknown"
            case _:
                return None

    def __str__(self) -> str:
        """The identity of the scan."""
        return f"{self.qr_data}, scanned with key {self.key} by {self.user_id},"


@dataclass(frozen=True, slots=True)
class Guest:
    """An attendee in the database."""

    id: int
    attended: bool
    attended_at: str | None
    scanned_by: int | None


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the scan log."""

    key: str | None
    qr_data: str | None
    user_id: int
    outcome: str
    attendee_id: int | None
    attended_at: str | None
    attended_by: int | None


def find_contradictions(
    *, attempts: Sequence[Attempt], guests: Mapping[str, Guest], log: Sequence[LogRow]
) -> list[str]:
    """Returns a sentence for each contradiction; none if the worker is right.

    `guests` are all whose tickets were sold, by what their ticket holds; any other text is nobody's. `log` is in the
    order in which it was written.
    """
    attempts_of_key: dict[str | None, list[Attempt]] = _by(attempts, lambda a: a.key)
    rows_of_key = _by(log, lambda row: row.key)
    attempts_of_guest, rows_of_guest = _by(attempts, lambda a: a.qr_data), _by(log, lambda row: row.attendee_id)
    found: list[str] = []
    for attempt in attempts:
        found += _about_the_answer(attempt, guests.get(attempt.qr_data))
    for row in log:
        found += _about_the_row(row, guests.get(row.qr_data or ""))
    for key in attempts_of_key | rows_of_key:
        found += _about_the_key(key, attempts_of_key.get(key, []), rows_of_key.get(key, []))
    for qr_data, guest in guests.items():
        found += _about_the_guest(qr_data, guest, attempts_of_guest.get(qr_data, []), rows_of_guest.get(guest.id, []))
    return found


def _about_the_answer(attempt: Attempt, guest: Guest | None) -> Iterator[str]:
    if attempt.status is None:
        if not attempt.was_cut:
            yield f"{attempt} got no answer, though its connection was held open. {attempt.body}"
    elif attempt.status not in {TRY_AGAIN, 404 if guest is None else 200}:
        yield f"{attempt} was answered {attempt.status}: {attempt.body[:200]}"
    elif attempt.status == 200 and guest is not None:
        if (attempt.attended_at, attempt.scanned_by) != (guest.attended_at, guest.scanned_by):
            yield (
                f"{attempt} was told of a check-in at {attempt.attended_at} by {attempt.scanned_by},"
                f" and the database holds one at {guest.attended_at} by {guest.scanned_by}."
            )
        if attempt.told == "admitted" and attempt.scanned_by != attempt.user_id:
            yield f"{attempt} was told that it admitted, in the name of {attempt.scanned_by}."


def _about_the_row(row: LogRow, guest: Guest | None) -> Iterator[str]:
    what = f"The log's row of key {row.key}, '{row.outcome}',"
    if guest is None:
        if (row.outcome, row.attendee_id) != ("unknown", None):
            yield f"{what} is of a text of nobody's, and names {row.attendee_id}."
        return
    if row.outcome not in {"admitted", "repeat"} or row.attendee_id != guest.id:
        yield f"{what} names {row.attendee_id} for the ticket of {guest.id}."
    if (row.attended_at, row.attended_by) != (guest.attended_at, guest.scanned_by):
        yield (
            f"{what} speaks of a check-in at {row.attended_at} by {row.attended_by},"
            f" and {guest.id} was checked in at {guest.attended_at} by {guest.scanned_by}."
        )
    if row.outcome == "admitted" and row.attended_by != row.user_id:
        yield f"{what} is of {row.user_id}, in the name of {row.attended_by}."


def _about_the_key(key: str | None, attempts: Sequence[Attempt], rows: Sequence[LogRow]) -> Iterator[str]:
    if not attempts:
        yield f"The log has {_rows(rows)} of key {key}, which nobody has sent."
        return
    if len(rows) > 1:
        yield f"Key {key} has {_rows(rows)} of the log."
    if any((row.qr_data, row.user_id) != (attempts[0].qr_data, attempts[0].user_id) for row in rows):
        yield f"The log's row of key {key} is of another ticket or user than the scan."
    told = [attempt for attempt in attempts if attempt.told]
    if len({(attempt.status, attempt.body) for attempt in told}) > 1:
        yield f"Key {key} was given different answers: {', '.join(sorted({str(a.told) for a in told}))}."
    if told and not rows:
        yield f"{told[0]} was told '{told[0].told}', and the log has no row of it."
    lied_to = [attempt for attempt in told if rows and attempt.told not in {row.outcome for row in rows}]
    if lied_to:
        yield f"{lied_to[0]} was told '{lied_to[0].told}', and its row of the log says '{rows[0].outcome}'."


def _about_the_guest(qr_data: str, guest: Guest, attempts: Sequence[Attempt], rows: Sequence[LogRow]) -> Iterator[str]:
    admissions = [row for row in rows if row.outcome == "admitted"]
    told = [attempt for attempt in attempts if attempt.status == 200]
    admitted = {attempt.key for attempt in told if attempt.told == "admitted"}
    if len(admissions) > 1:
        yield f"{qr_data} was admitted {len(admissions)} times, says the log."
    if len(admitted) > 1:
        yield f"{qr_data} was admitted by {len(admitted)} scans, as their doors were told."
    if told and not admissions:
        yield f"{qr_data} is in, as a door was told, and the log has no row that admitted them."
    if guest.attended != bool(admissions):
        yield f"{qr_data} is {'present' if guest.attended else 'absent'}, and {_rows(admissions)} admitted them."
    if len({guest.attended, guest.attended_at is not None, guest.scanned_by is not None}) > 1:
        yield f"{qr_data} is half checked in: {guest}."
    if rows and admissions and rows[0].outcome != "admitted":
        yield f"{qr_data} has '{rows[0].outcome}' in the log before they were admitted."
    keys = {row.key for row in admissions}
    first = min((attempt.sent for attempt in attempts if attempt.key in keys), default=None)
    early = [a for a in told if a.told == "repeat" and first is not None and a.ended < first]
    if early:
        yield f"{early[0]} was told of a check-in before the scan that made it was sent."


def _by(values: Iterable[T], name: Callable[[T], K]) -> dict[K, list[T]]:
    groups: defaultdict[K, list[T]] = defaultdict(list)
    for value in values:
        groups[name(value)].append(value)
    return dict(groups)


def _rows(rows: Sequence[LogRow]) -> str:
    return "no row" if not rows else "1 row" if len(rows) == 1 else f"{len(rows)} rows"
