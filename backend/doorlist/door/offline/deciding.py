"""Decides the records of a batch: the log rows of each, and the presence of the attendees that follows from them.

Nothing is written here (decision 0030).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4, uuid5

from doorlist.core import clock
from doorlist.core.errors import RetryTransaction
from doorlist.door.admission.decide import (
    REFERS_TO_NO_TICKET,
    UNDECIDED,
    DecidedRecord,
    Facts,
    NewLogRow,
    decide,
    decided_before,
)
from doorlist.door.admission.fold import FoldRow, Presence, VisitStart, fold_log
from doorlist.door.admission.repository import BatchRepository, StoredPresence, TicketRefs
from doorlist.door.admission.ticket import FoundTickets, Ticket, has_own_form, spellings
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.schemas import DoorRecord
from doorlist.door.rules import (
    UNDO_WITHIN,
    ScanOutcome,
    Shown,
    is_made_in_time,
    only_event,
    refused_as_logged,
    ticket_ref_of,
)
from doorlist.tickets.rules import half_of_qr_hash, qr_hash

_WITHOUT_THE_DOOR = {"admitted", "repeat", "unknown", "invalid", "other_event", "not_counted"}
"""Outcomes of check-ins that the server decided without a verdict of the door."""
_WITHOUT_ENTRY = {*REFERS_TO_NO_TICKET, ScanOutcome.REPEAT, ScanOutcome.NOT_COUNTED}
NOT_THEIRS = "A helper can undo only check-ins of their own device, within 10 minutes. Ask a member of staff."
OF_ANOTHER_TICKET = "This undo names another ticket than the check-in that it undoes."


class RecordOrigin(NamedTuple):
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


class TimedRecord(NamedTuple):
    """A record, its door time, and its index in the upload."""

    record: DoorRecord
    time: DoorTime
    place: int = 0

    @property
    def at(self) -> datetime:
        """The door time."""
        return clock.from_milliseconds(self.time.at)


class Decider:
    """The records of one batch, decided one after the other."""

    def __init__(
        self, stored: BatchRepository, records: Sequence[DoorRecord], origin: RecordOrigin, now: datetime
    ) -> None:
        """Lock and look up all that the records refer to. Raises RetryTransaction if that changed meanwhile."""
        self._origin = origin
        self._now = now
        keys = {key.hex for record in records for key in _keys_of(record)}
        hashes = [half_of_qr_hash(record.qr_hash) for record in records if record.qr_hash is not None]
        texts = [text for record in records if record.qr_data is not None for text in spellings(record.qr_data)]
        ids = [record.attendee_id for record in records if record.attendee_id is not None]
        former = [*hashes, *map(qr_hash, texts), *filter(None, map(_listed_hash, records))]
        only = origin.only_event
        # Read only after the rows are locked: all changes of other transactions are visible by then.
        held = stored.lock(TicketRefs(hashes, texts, ids, former), keys, origin.event_id)
        # A record of an erased ticket still counts for its guest (contract 4.erase).
        self._erased = stored.erased(former, only)
        ids += self._erased.values()
        prior = stored.prior(keys)
        ids += [row.attendee_id for row in prior if row.attendee_id is not None and row.is_this_epoch]
        found = stored.tickets(TicketRefs(hashes, texts, ids, former), only)
        here = [ticket for ticket in found if origin.is_here(ticket.event_id)]
        if held is not None and any(ticket.id not in held for ticket in here):
            # Erased or sold since the rows were locked.
            raise RetryTransaction
        self._known = {row.key: seen for row in prior if (seen := decided_before(row).seen_at(only))}
        self._of_other_events = {row.key for row in prior} - self._known.keys()
        self._found = FoundTickets(found, by_hash=bool(hashes))
        self.tickets = self._found.by_id
        self._entries: dict[int, list[FoldRow]] = {ticket.id: [] for ticket in here}
        for entry in stored.fold_rows(list(self._entries)):
            self._entries[entry.attendee_id or 0].append(entry)
        self._presences: dict[int, Presence] = {}
        self._touched = set[int]()
        self.new: list[DecidedRecord] = []
        # The reason by key, of undos that are not allowed or leave the attendee present.
        self.refused: dict[str, str] = {}
        self.baselines: list[NewLogRow] = []

    def decide(self, made: TimedRecord) -> DecidedRecord | None:
        """The decided record; None if its key was used before, with another ticket or by another user."""
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
        if known.user_id != self._origin.user_id or not self._is_same(known, record, ticket):
            return None
        *_, known = self._rows_of(known)
        if record.kind == "undo" or record.shown in UNDECIDED:
            return known
        is_let_in = record.shown == Shown.ADMITTED
        if known.shown not in UNDECIDED:
            # Staff may admit a guest after a refusal; a record that arrives later does not undo that.
            is_news = is_let_in and known.shown != Shown.ADMITTED
        else:
            # The server's response was lost, and the door used its own verdict.
            is_news = known.outcome in _WITHOUT_THE_DOOR and (known.outcome == ScanOutcome.ADMITTED) is not is_let_in
        return self._add(made, _followup_key(UUID(known.key)), record.key) if is_news else known

    def _refusal(self, made: TimedRecord) -> str | None:
        """The reason why an undo changes nothing: its ticket is not that of its check-in, or a helper may not undo it.

        Helpers undo only check-ins of their own device, and not for long.
        """
        record, origin = made.record, self._origin
        undone = self._known.get(record.undoes.hex) if record.undoes else None
        if origin.is_helper:
            is_own = undone is not None and undone.grant_id == origin.grant_id
            if undone is None or not is_own or clock.from_wire(undone.at) < made.at - UNDO_WITHIN:
                return NOT_THEIRS
        if undone is None or not _has_ticket_ref(record):
            return None
        ticket = self._find(record) or self._find_erased(record)
        is_known = any(row.refers_to(record, ticket) for row in self._rows_of(undone))
        return None if is_known else OF_ANOTHER_TICKET

    def _rows_of(self, known: DecidedRecord) -> Iterable[DecidedRecord]:
        """The record and its followups, oldest first: a door may have shown another verdict than the server's."""
        yield known
        while later := self._known.get(_followup_key(UUID(known.key)).hex):
            known = later
            yield known

    def presence_changes(self) -> tuple[dict[int, Presence], list[StoredPresence]]:
        """Fold the log of each attendee and complete the new rows.

        Returns the presence of each attendee by id, and the presences that differ from the stored ones.
        """
        presences = {attendee_id: self._presence(attendee_id) for attendee_id in self._entries}
        for decided in self.new:
            entry = decided.entry
            if entry is not None:
                visit = presences[entry.attendee_id or 0].visit_of.get(id(entry))
                decided.first = visit.present if visit else None
                if decided.outcome == ScanOutcome.TURNED_AWAY and visit:
                    entry.outcome = decided.outcome = ScanOutcome.REPEAT
            if decided.row is not None:
                decided.row.outcome = decided.outcome
                decided.row.attended_at, decided.row.attended_by = decided.first or (None, None)
        if self._origin.is_helper:
            undos = [known for known in self._known.values() if known.outcome == ScanOutcome.MARKED_ABSENT]
            self.refused |= {undo.key: NOT_THEIRS for undo in undos if _is_ineffective(undo, presences)}
        changed = [
            StoredPresence(attendee_id, *(presences[attendee_id].present or (None, None)))
            for attendee_id in sorted(self._touched)
            if presences[attendee_id].present != _stored_presence(self.tickets[attendee_id])
        ]
        return presences, changed

    def _add(self, made: TimedRecord, key: UUID, about: UUID | None) -> DecidedRecord:
        record = made.record
        ticket = self._find(record)
        if ticket is None and (record.kind == "undo" or record.shown not in UNDECIDED):
            # Without a verdict of the door, the former ticket of an erased guest stays unknown.
            ticket = self._find_erased(record)
        origin, at = self._origin, clock.to_wire(made.at)
        outcome = self._outcome(made, ticket, is_followup=key != record.key)
        ticket_ref = ticket_ref_of(record) if _has_ticket_ref(record) else None
        if ticket_ref is not None and (ticket is None or outcome in REFERS_TO_NO_TICKET):
            ticket_ref = refused_as_logged(ticket_ref)
        is_undo = record.kind == "undo"
        decided = DecidedRecord(
            key=key.hex,
            user_id=origin.user_id,
            ticket_ref=ticket_ref,
            outcome=outcome,
            at=at,
            attendee_id=ticket.id if ticket else None,
            event_id=origin.event_id or (ticket.event_id if ticket else None),
            about=about.hex if about else None,
            shown=None if is_undo else record.shown,
            certainty=None if is_undo else record.certainty,
            grant_id=origin.grant_id,
        )
        if ticket is not None and outcome == ScanOutcome.REPEAT:
            visit = self._presence(ticket.id).visit_at(at)
            decided.first = visit.present if visit else None
        if ticket is not None and outcome not in _WITHOUT_ENTRY:
            decided.entry = FoldRow(
                0, ticket.id, key.hex, outcome, at, at, origin.user_id, decided.about, decided.shown, decided.certainty
            )
            decided.entry.is_helpers = origin.helper is not None
            self._enter(ticket.id, [decided.entry])
        row = decided.row = self._row(decided)
        row.sequence, row.clock_error = record.sequence, made.time.clock_error
        row.list_as_of = None if record.as_of is None else clock.to_wire(clock.from_milliseconds(record.as_of))
        self._known[key.hex] = decided
        self.new.append(decided)
        return decided

    def _outcome(self, made: TimedRecord, ticket: Ticket | None, *, is_followup: bool) -> ScanOutcome:
        record, origin = made.record, self._origin
        is_in_time = origin.counts(made.at)
        is_own_event = ticket is not None and origin.is_here(ticket.event_id)
        is_present = False
        if ticket is not None and is_own_event and is_in_time:
            self._add_baseline_if_diverged(ticket)
            is_present = self._presence(ticket.id).visit_at(clock.to_wire(made.at)) is not None
        return decide(
            Facts(
                has_ticket=ticket is not None,
                is_own_event=is_own_event,
                is_own_form=has_own_form(record),
                is_present=is_present,
                is_in_time=is_in_time,
                is_undo=record.kind == "undo",
                is_followup=is_followup,
                shown=record.shown,
            )
        )

    def _find(self, record: DoorRecord) -> Ticket | None:
        if not _has_ticket_ref(record):
            undone = self._known.get(record.undoes.hex) if record.undoes else None
            return None if undone is None or undone.attendee_id is None else self.tickets.get(undone.attendee_id)
        return self._found.find(record)

    def _find_erased(self, record: DoorRecord) -> Ticket | None:
        """The guest who had the record's ticket until they were erased."""
        named = record.qr_data and qr_hash(record.qr_data)
        hashes = (record.qr_hash and half_of_qr_hash(record.qr_hash), named, record.listed_hash)
        found = next(filter(None, (self._erased.get(each) for each in hashes if each)), None)
        return None if found is None else self.tickets.get(found)

    def _is_same(self, known: DecidedRecord, record: DoorRecord, ticket: Ticket | None) -> bool:
        if record.kind == "undo":
            return known.about == (record.undoes and record.undoes.hex)
        return known.refers_to(record, ticket)

    def _presence(self, attendee_id: int) -> Presence:
        """The attendee's presence; folded again only after new rows."""
        if attendee_id not in self._presences:
            self._presences[attendee_id] = fold_log(self._entries[attendee_id])
        return self._presences[attendee_id]

    def _enter(self, attendee_id: int, entries: Sequence[FoldRow]) -> None:
        self._entries[attendee_id] += entries
        self._presences.pop(attendee_id, None)

    def _add_baseline_if_diverged(self, ticket: Ticket) -> None:
        """Before an attendee's first new row, add a baseline row if the stored presence is not that of the log."""
        if ticket.id in self._touched:
            return
        self._touched.add(ticket.id)
        entries, stated = self._entries[ticket.id], _stored_presence(ticket)
        logged = self._presence(ticket.id).present
        if logged == stated:
            return
        now = clock.to_wire(self._now)
        out = self._baseline(ticket, now, None)
        tries = [[out]]
        if stated is not None:
            tries = [[out, self._baseline(ticket, now, stated)]]
            if logged is None:
                tries.insert(0, [self._baseline(ticket, stated.since, stated)])
        baseline = next((some for some in tries if fold_log([*entries, *some]).present == stated), tries[-1])
        self._enter(ticket.id, baseline)
        for entry in baseline:
            row = self._row(
                DecidedRecord(
                    entry.key,
                    entry.by or self._origin.user_id,
                    None,
                    ScanOutcome.BASELINE,
                    entry.at,
                    ticket.id,
                    ticket.event_id,
                    None if entry.since is None else VisitStart(entry.since, entry.by),
                )
            )
            row.device = row.helper = row.grant_id = None
            self.baselines.append(row)

    def _baseline(self, ticket: Ticket, at: str, stated: VisitStart | None) -> FoldRow:
        since, by = stated or (None, None)
        return FoldRow(0, ticket.id, uuid4().hex, ScanOutcome.BASELINE, at, since, by)

    def _row(self, decided: DecidedRecord) -> NewLogRow:
        received = clock.to_wire(self._now)
        since, by = decided.first or (None, None)
        return NewLogRow(
            user_id=decided.user_id,
            outcome=decided.outcome,
            scanned_at=decided.at,
            attendee_id=decided.attendee_id,
            event_id=decided.event_id,
            device=self._origin.device,
            helper=self._origin.helper,
            qr_data=decided.ticket_ref,
            attended_at=since,
            attended_by=by,
            idempotency_key=decided.key,
            received_at=None if received == decided.at else received,
            grant_id=self._origin.grant_id,
            shown=decided.shown,
            certainty=decided.certainty,
            about_key=decided.about,
        )


def _is_ineffective(undo: DecidedRecord, presences: Mapping[int, Presence]) -> bool:
    presence = presences.get(undo.attendee_id or 0)
    return presence is not None and undo.about is not None and presence.is_undo_ineffective(undo.about)


def _stored_presence(ticket: Ticket) -> VisitStart | None:
    return VisitStart(ticket.attended_at, ticket.scanned_by) if ticket.attended_at is not None else None


def _followup_key(key: UUID) -> UUID:
    return uuid5(key, "shown")


def _keys_of(record: DoorRecord) -> Iterable[UUID]:
    """The keys under which a record, and the check-in that it undoes, may be in the log: its own and two followups."""
    for key in filter(None, (record.key, record.undoes)):
        derived = _followup_key(key)
        yield from (key, derived, _followup_key(derived))


def _listed_hash(record: DoorRecord) -> str | None:
    return record.listed_hash


def _has_ticket_ref(record: DoorRecord) -> bool:
    return any(name is not None for name in (record.qr_hash, record.qr_data, record.attendee_id))
