"""Decides the records of a batch: which rows of the log each comes to, and what the log then says of the attendees.

Nothing is written here (decision 0030).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from doorlist.core import clock
from doorlist.core.errors import RetryTransaction
from doorlist.door.admission.fold import LogEntry, Present, Story, read_in_door_time
from doorlist.door.admission.ticket import Ticket, ids_by_hash, spellings
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.repository import Earlier, LogRow, Named, NewAttendance, SettlingRepository
from doorlist.door.offline.schemas import DoorRecord, Shown
from doorlist.door.rules import (
    UNDO_WITHIN,
    Scan,
    ScanOutcome,
    is_made_in_time,
    is_same_name,
    only_event,
    refused_as_logged,
)
from doorlist.tickets.rules import half_of_qr_hash, is_our_form, normalise_qr, qr_hash

_WITHOUT_THE_DOOR = {"admitted", "repeat", "unknown", "invalid", "other_event", "not_counted"}
"""What the server says of a reading that no door has decided."""
_LET_IN = {ScanOutcome.ADMITTED, ScanOutcome.LET_IN_OFFLINE}
NAMES_NO_TICKET = {ScanOutcome.UNKNOWN, ScanOutcome.INVALID, ScanOutcome.OTHER_EVENT}
_WITHOUT_ENTRY = {*NAMES_NO_TICKET, ScanOutcome.REPEAT, ScanOutcome.NOT_COUNTED}
_UNDECIDED = {None, Shown.UNDECIDED}
NOT_THEIRS = "A helper can undo only check-ins of their own device, within 10 minutes. Ask a member of staff."
OF_ANOTHER_TICKET = "This undo names another ticket than the check-in that it undoes."


class Maker(NamedTuple):
    """The user and device that made the records of a batch, and the event (None: all).

    `texts_left` is how many refused texts of it are logged as texts (None: all).
    """

    user_id: int
    event_id: int | None
    device: str | None
    grant_id: int | None = None
    makes_until: datetime | None = None
    is_ended: bool = False
    helper: str | None = None
    is_helper: bool = False
    texts_left: int | None = None

    @property
    def only_event(self) -> int | None:
        """The event whose tickets alone exist for the device; None: the tickets of all events exist."""
        return only_event(self.event_id, self.grant_id)

    def is_here(self, event_id: int) -> bool:
        """Whether a record may change an attendee of that event."""
        return self.event_id in {None, event_id}

    def counts(self, made_at: datetime) -> bool:
        """Whether a record of that door time counts."""
        is_in_time = self.makes_until is None or is_made_in_time(made_at, makes_until=self.makes_until)
        return is_in_time and not self.is_ended


class Made(NamedTuple):
    """A record, its door time, and its place in what the device sent."""

    record: DoorRecord
    time: DoorTime
    place: int = 0

    @property
    def at(self) -> datetime:
        """The door time."""
        return clock.from_milliseconds(self.time.at)


@dataclass
class Decided:
    """What a record came to, now or when its key came first. `first` is the let-in that counts."""

    key: str
    user_id: int
    named: str | None
    outcome: ScanOutcome
    at: str
    attendee_id: int | None
    event_id: int | None = None
    first: Present | None = None
    about: str | None = None
    shown: str | None = None
    certainty: str | None = None
    entry: LogEntry | None = None
    row: LogRow | None = None
    grant_id: int | None = None


class Deciding:
    """The records of one batch, decided one after the other."""

    def __init__(self, stored: SettlingRepository, records: Sequence[DoorRecord], maker: Maker, now: datetime) -> None:
        """Hold and look up all that the records refer to. Raises RetryTransaction where that changed meanwhile."""
        self._maker = maker
        self._now = now
        keys = {key.hex for record in records for key in _keys_of(record)}
        hashes = [half_of_qr_hash(record.qr_hash) for record in records if record.qr_hash is not None]
        texts = [text for record in records if record.qr_data is not None for text in spellings(record.qr_data)]
        ids = [record.attendee_id for record in records if record.attendee_id is not None]
        former = [*hashes, *map(qr_hash, texts), *filter(None, map(_listed_hash, records))]
        only = maker.only_event
        # Everything is read after the rows are held, so that what others changed until then is seen.
        held = stored.lock(Named(hashes, texts, ids, former), keys, maker.event_id)
        # What was made for a ticket before its guest was erased still counts for that guest (contract 4.erase).
        self._erased = stored.erased(former, only)
        ids += self._erased.values()
        earlier = stored.earlier(keys)
        ids += [row.attendee_id for row in earlier if row.attendee_id is not None and row.is_this_epoch]
        found = stored.tickets(Named(hashes, texts, ids, former), only)
        here = [ticket for ticket in found if maker.is_here(ticket.event_id)]
        if held is not None and any(ticket.id not in held for ticket in here):
            # Erased or sold since the rows were held.
            raise RetryTransaction
        self._known = {row.key: _as_decided(row, only) for row in earlier if only in {None, row.event_id}}
        self._of_other_events = {row.key for row in earlier} - self._known.keys()
        self.tickets = {ticket.id: ticket for ticket in found}
        self._by_text = {ticket.qr_code_data: ticket.id for ticket in found}
        self._by_hash = ids_by_hash(found) if hashes else {}
        self._entries: dict[int, list[LogEntry]] = {ticket.id: [] for ticket in here}
        for entry in stored.entries(list(self._entries)):
            self._entries[entry.attendee_id or 0].append(entry)
        self._stories: dict[int, Story] = {}
        self._touched = set[int]()
        self.new: list[Decided] = []
        # Undos that are not allowed, or leave the attendee in: why, by their keys.
        self.refused: dict[str, str] = {}
        self.baselines: list[LogRow] = []

    def decide(self, made: Made) -> Decided | None:
        """What the record comes to; None if its key came before, with another ticket or from another user."""
        record = made.record
        if record.key.hex in self._of_other_events:
            return None
        known = self._known.get(record.key.hex)
        if known is None:
            refusal = self._refusal(made) if record.kind == "undo" else None
            if refusal is None:
                return self._add(made, record.key, record.undoes)
            self.refused[record.key.hex] = refusal
            return None
        ticket = self._find(record) or self._find_erased(record)
        if known.user_id != self._maker.user_id or not self._is_same(known, record, ticket):
            return None
        *_, known = self._rows_of(known)
        if record.kind == "undo" or record.shown in _UNDECIDED:
            return known
        is_let_in = record.shown == Shown.ADMITTED
        if known.shown not in _UNDECIDED:
            # Who was refused at first may be let in by a person; nothing that comes late takes that back.
            is_news = is_let_in and known.shown != Shown.ADMITTED
        else:
            # An answer of the server that never arrived: the door went by its own verdict.
            is_news = known.outcome in _WITHOUT_THE_DOOR and (known.outcome == ScanOutcome.ADMITTED) is not is_let_in
        return self._add(made, _derived(UUID(known.key)), record.key) if is_news else known

    def _refusal(self, made: Made) -> str | None:
        """Why an undo changes nothing: it names another ticket than its check-in; or it is a helper's.

        Helpers undo only check-ins of their own device, and not for long.
        """
        record, maker = made.record, self._maker
        undone = self._known.get(record.undoes.hex) if record.undoes else None
        if maker.is_helper:
            is_own = undone is not None and undone.grant_id == maker.grant_id
            if undone is None or not is_own or clock.from_wire(undone.at) < made.at - UNDO_WITHIN:
                return NOT_THEIRS
        if undone is None or not _is_named(record):
            return None
        ticket = self._find(record) or self._find_erased(record)
        is_known = any(self._names(row, record, ticket) for row in self._rows_of(undone))
        return None if is_known else OF_ANOTHER_TICKET

    def _rows_of(self, known: Decided) -> Iterable[Decided]:
        """All that is known of a reading, the last at the end: a door may have shown another verdict than the first."""
        yield known
        while later := self._known.get(_derived(UUID(known.key)).hex):
            known = later
            yield known

    def finish(self) -> tuple[dict[int, Story], list[NewAttendance]]:
        """What the log says of every attendee of the batch, and how those stand whom that changes.

        Completes the rows that are new.
        """
        stories = {attendee_id: self._story(attendee_id) for attendee_id in self._entries}
        for decided in self.new:
            entry = decided.entry
            if entry is not None:
                spell = stories[entry.attendee_id or 0].spell_of.get(id(entry))
                decided.first = spell.present if spell else None
                if decided.outcome == ScanOutcome.TURNED_AWAY and spell:
                    entry.outcome = decided.outcome = ScanOutcome.REPEAT
            row = decided.row or {}
            row["outcome"] = decided.outcome
            row["attended_at"], row["attended_by"] = decided.first or (None, None)
        if self._maker.is_helper:
            undos = [known for known in self._known.values() if known.outcome == ScanOutcome.MARKED_ABSENT]
            self.refused |= {undo.key: NOT_THEIRS for undo in undos if _is_in_vain(undo, stories)}
        changed = [
            NewAttendance(attendee_id, *(stories[attendee_id].present or (None, None)))
            for attendee_id in sorted(self._touched)
            if stories[attendee_id].present != _stated(self.tickets[attendee_id])
        ]
        return stories, changed

    def _add(self, made: Made, key: UUID, about: UUID | None) -> Decided:
        record = made.record
        ticket = self._find(record)
        if ticket is None and (record.kind == "undo" or record.shown not in _UNDECIDED):
            # Where nobody decided at the door, the ticket is as unknown as at any other.
            ticket = self._find_erased(record)
        maker, at = self._maker, clock.to_wire(made.at)
        outcome = self._outcome(made, ticket, is_derived=key != record.key)
        named = _scan(record).named if _is_named(record) else None
        if named is not None and (ticket is None or outcome in NAMES_NO_TICKET):
            named = refused_as_logged(named)
        is_undo = record.kind == "undo"
        decided = Decided(
            key=key.hex,
            user_id=maker.user_id,
            named=named,
            outcome=outcome,
            at=at,
            attendee_id=ticket.id if ticket else None,
            event_id=maker.event_id or (ticket.event_id if ticket else None),
            about=about.hex if about else None,
            shown=None if is_undo else record.shown,
            certainty=None if is_undo else record.certainty,
            grant_id=maker.grant_id,
        )
        if ticket is not None and outcome == ScanOutcome.REPEAT:
            spell = self._story(ticket.id).spell_at(at)
            decided.first = spell.present if spell else None
        if ticket is not None and outcome not in _WITHOUT_ENTRY:
            decided.entry = LogEntry(
                0, ticket.id, key.hex, outcome, at, at, maker.user_id, decided.about, decided.shown, decided.certainty
            )
            decided.entry.is_helpers = maker.helper is not None
            self._enter(ticket.id, [decided.entry])
        decided.row = self._row(decided) | {
            "sequence": record.sequence,
            "list_as_of": record.as_of and clock.to_wire(clock.from_milliseconds(record.as_of)),
            "clock_error": made.time.clock_error,
        }
        self._known[key.hex] = decided
        self.new.append(decided)
        return decided

    def _outcome(self, made: Made, ticket: Ticket | None, *, is_derived: bool) -> ScanOutcome:
        record, maker = made.record, self._maker
        if not maker.counts(made.at):
            return ScanOutcome.NOT_COUNTED
        if ticket is None:
            is_foreign = record.qr_data is not None and not is_our_form(normalise_qr(record.qr_data))
            return ScanOutcome.INVALID if is_foreign else ScanOutcome.UNKNOWN
        if not maker.is_here(ticket.event_id):
            return ScanOutcome.OTHER_EVENT
        self._touch(ticket)
        if record.kind == "undo":
            return ScanOutcome.MARKED_ABSENT
        return self._outcome_of_valid(made, ticket, is_derived=is_derived)

    def _outcome_of_valid(self, made: Made, ticket: Ticket, *, is_derived: bool) -> ScanOutcome:
        record = made.record
        if record.shown == Shown.ADMITTED:
            return ScanOutcome.LET_IN_OFFLINE
        if record.shown in _UNDECIDED:
            # Nobody decided at the door, so that the guest still waits for an answer, or was in by another scan.
            spell = self._story(ticket.id).spell_at(clock.to_wire(made.at))
            return ScanOutcome.REPEAT if spell else ScanOutcome.ADMITTED
        return ScanOutcome.WITHDRAWN if is_derived else ScanOutcome.TURNED_AWAY

    def _find(self, record: DoorRecord) -> Ticket | None:
        found: int | None
        if record.qr_hash is not None:
            found = self._by_hash.get(record.qr_hash)
        elif record.qr_data is not None:
            found = next(filter(None, map(self._by_text.get, spellings(record.qr_data))), None)
        elif record.attendee_id is not None:
            found = record.attendee_id
        else:
            undone = self._known.get(record.undoes.hex) if record.undoes else None
            found = undone.attendee_id if undone else None
        ticket = None if found is None else self.tickets.get(found)
        is_other = ticket and record.listed_hash is not None and qr_hash(ticket.qr_code_data) != record.listed_hash
        return None if is_other else ticket

    def _find_erased(self, record: DoorRecord) -> Ticket | None:
        """The guest who had the record's ticket until they were erased."""
        named = record.qr_data and qr_hash(record.qr_data)
        hashes = (record.qr_hash and half_of_qr_hash(record.qr_hash), named, record.listed_hash)
        found = next(filter(None, (self._erased.get(each) for each in hashes if each)), None)
        return None if found is None else self.tickets.get(found)

    def _is_same(self, known: Decided, record: DoorRecord, ticket: Ticket | None) -> bool:
        if record.kind == "undo":
            return known.about == (record.undoes and record.undoes.hex)
        return self._names(known, record, ticket)

    @staticmethod
    def _names(known: Decided, record: DoorRecord, ticket: Ticket | None) -> bool:
        """Whether the record names the ticket of the row, in whatever way, also of a guest who is deleted since."""
        if known.named is not None and is_same_name(known.named, _scan(record)):
            return True
        return known.attendee_id is not None and known.attendee_id == (ticket.id if ticket else record.attendee_id)

    def _story(self, attendee_id: int) -> Story:
        """What the entries come to; read again only after new ones."""
        if attendee_id not in self._stories:
            self._stories[attendee_id] = read_in_door_time(self._entries[attendee_id])
        return self._stories[attendee_id]

    def _enter(self, attendee_id: int, entries: Sequence[LogEntry]) -> None:
        self._entries[attendee_id] += entries
        self._stories.pop(attendee_id, None)

    def _touch(self, ticket: Ticket) -> None:
        """Before the first new row of an attendee: a baseline, where they stand otherwise than the log says."""
        if ticket.id in self._touched:
            return
        self._touched.add(ticket.id)
        entries, stated = self._entries[ticket.id], _stated(ticket)
        logged = self._story(ticket.id).present
        if logged == stated:
            return
        now = clock.to_wire(self._now)
        out = self._baseline(ticket, now, None)
        tries = [[out]]
        if stated is not None:
            tries = [[out, self._baseline(ticket, now, stated)]]
            if logged is None:
                tries.insert(0, [self._baseline(ticket, stated.since, stated)])
        baseline = next((some for some in tries if read_in_door_time([*entries, *some]).present == stated), tries[-1])
        self._enter(ticket.id, baseline)
        self.baselines += [
            self._row(
                Decided(entry.key, entry.by or self._maker.user_id, None, ScanOutcome.BASELINE, entry.at, ticket.id)
            )
            | {"event_id": ticket.event_id, "device": None, "helper": None, "grant_id": None}
            | {"attended_at": entry.since, "attended_by": entry.by}
            for entry in baseline
        ]

    def _baseline(self, ticket: Ticket, at: str, stated: Present | None) -> LogEntry:
        since, by = stated or (None, None)
        return LogEntry(0, ticket.id, uuid4().hex, ScanOutcome.BASELINE, at, since, by)

    def _row(self, decided: Decided) -> LogRow:
        received = clock.to_wire(self._now)
        return {
            "attendee_id": decided.attendee_id,
            "event_id": decided.event_id,
            "user_id": decided.user_id,
            "device": self._maker.device,
            "helper": self._maker.helper,
            "outcome": decided.outcome,
            "qr_data": decided.named,
            "scanned_at": decided.at,
            "idempotency_key": decided.key,
            "received_at": None if received == decided.at else received,
            "grant_id": self._maker.grant_id,
            "shown": decided.shown,
            "certainty": decided.certainty,
            "about_key": decided.about,
        }


def _is_in_vain(undo: Decided, stories: Mapping[int, Story]) -> bool:
    story = stories.get(undo.attendee_id or 0)
    return story is not None and undo.about is not None and story.is_undone_in_vain(undo.about)


def _stated(ticket: Ticket) -> Present | None:
    return Present(ticket.attended_at, ticket.scanned_by) if ticket.attended_at is not None else None


def _derived(key: UUID) -> UUID:
    return uuid5(key, "shown")


def _keys_of(record: DoorRecord) -> Iterable[UUID]:
    """Of a reading and of what it undoes: by the server's answer, by the door's verdict and by a person's decision."""
    for key in filter(None, (record.key, record.undoes)):
        derived = _derived(key)
        yield from (key, derived, _derived(derived))


def _listed_hash(record: DoorRecord) -> str | None:
    return record.listed_hash


def _is_named(record: DoorRecord) -> bool:
    return any(name is not None for name in (record.qr_hash, record.qr_data, record.attendee_id))


def _scan(record: DoorRecord) -> Scan:
    """The record as a scan, which has the rules of names."""
    names: dict[str, Any] = {"qr_data": record.qr_data, "qr_hash": record.qr_hash, "attendee_id": record.attendee_id}
    return Scan(session="", **names)


def _as_decided(row: Earlier, only: int | None) -> Decided:
    """The row; where the tickets of one event alone exist, without one of another event."""
    outcome = ScanOutcome(row.outcome)
    is_hidden = only is not None and outcome == ScanOutcome.OTHER_EVENT
    first = None if row.attended_at is None else Present(row.attended_at, row.attended_by)
    return Decided(
        row.key,
        row.user_id,
        row.named,
        ScanOutcome.UNKNOWN if is_hidden else outcome,
        row.scanned_at,
        row.attendee_id if row.is_this_epoch and not is_hidden else None,
        row.event_id,
        first,
        row.about,
        row.shown,
        row.certainty,
        grant_id=row.grant_id,
    )
