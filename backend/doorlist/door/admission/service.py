"""The door: deciding scans, marking present and absent, and the log of both (contract 3, 4 and 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendee
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused, Problem, RetryTransaction
from doorlist.door.admission import repository
from doorlist.door.admission.repository import Admission, EarlierAttempt, LogRow, Question, ScanRepository
from doorlist.door.admission.ticket import Ticket, ids_by_hash, spellings
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Scan, ScanOutcome, hashed_name, is_same_name, refused_as_logged
from doorlist.door.schemas import AttendanceRequest
from doorlist.live.publish import publish_after_commit
from doorlist.tickets.rules import half_of_qr_hash, is_our_form, normalise_qr, qr_hash
from doorlist.users.door_access import DoorUser
from doorlist.users.service import NotYou
from doorlist.users.sessions import Caller, check_caller


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scan ended. Each outcome is a value, because each is logged and committed, refusals too.

    `ticket` is None if no attendee has the text. `is_replay`: the same key got this verdict before.
    """

    outcome: ScanOutcome
    ticket: Ticket | None = None
    is_replay: bool = False


Answer = Verdict | Problem
"""A verdict; or a problem of a call that was no attempt and left no row. Returned, so that it fails no other scan."""


class HeldElsewhere(Exception):
    """Another transaction holds attendees of the group; nothing was decided."""

    def __init__(self, places: frozenset[int]) -> None:
        """`places`: the scans of those attendees, by place in the group. The others can be decided without them."""
        super().__init__()
        self.places = places


def decide_scans(stored: ScanRepository, scans: Sequence[Scan]) -> list[Answer]:
    """Decide a group of scans as if they had come one after the other, log them and commit; an answer for each.

    The same key gets the same verdict again and no second log row. One of SESSION_REFUSALS, a NotYou,
    KeyReused or InvalidInput is one scan's own. Raises RetryTransaction when another desk was faster with one of
    them, and HeldElsewhere when another transaction holds one of the attendees.
    """
    group = _Group(stored, scans)
    answers = [group.answer(scan) for scan in scans]
    if group.admissions and stored.admit(group.admissions) != len(group.admissions):
        present = stored.tickets_of([admission.id for admission in group.admissions])
        held = {ticket.id for ticket in present if not ticket.attended}
        if not held:
            raise RetryTransaction
        tickets = [answer.ticket if isinstance(answer, Verdict) else None for answer in answers]
        raise HeldElsewhere(frozenset(place for place, ticket in enumerate(tickets) if ticket and ticket.id in held))
    if group.log:
        stored.log(group.log)
    return answers


def set_attendance(
    tx: Session, attendee_id: int, request: AttendanceRequest, caller: DoorUser
) -> tuple[AttendeeOut, bool]:
    """Mark an attendee present or absent by hand; returns the attendee, and whether anything changed.

    Raises UnknownAttendee.
    """
    repository.hold_attendee(tx, attendee_id)
    # Only now: what the mark has waited for stands before it.
    now = clock.now()
    if request.attended:
        changed = repository.check_in(tx, attendee_id, user_id=caller.id, now=now)
    else:
        changed = repository.undo_check_in(tx, attendee_id, of=request.attended_at)
    attendee = get_attendee(tx, attendee_id)
    if changed:
        publish_after_commit(tx, attendees=[attendee.id], attendees_of=[attendee.event_id])
        outcome = ScanOutcome.MARKED_PRESENT if request.attended else ScanOutcome.MARKED_ABSENT
        tx.add(
            ScanLogEntry(
                attendee_id=attendee.id,
                event_id=attendee.event_id,
                user_id=caller.id,
                device=caller.device,
                outcome=outcome,
                attended_at=attendee.attended_at,
                attended_by=attendee.scanned_by,
                scanned_at=now,
            )
        )
    return attendee, changed


class _Attempt(NamedTuple):
    """What an attempt with a key was, to answer the key again."""

    user_id: int
    named: str
    attendee_id: int | None
    event_id: int | None
    is_of_other_event: bool
    verdict: Verdict


class _Group:
    """Decides the scans of a group in their order, from what was looked up. Writes nothing."""

    def __init__(self, stored: ScanRepository, scans: Sequence[Scan]) -> None:
        self._stored = stored
        self._spellings = {scan.qr_data: spellings(scan.qr_data) for scan in scans if scan.qr_data is not None}
        others = [scan for scan in scans if scan.qr_data is None]
        hashes = [scan.qr_hash for scan in others if scan.qr_hash is not None]
        known = stored.look_up(
            Question(
                now=clock.to_wire(clock.now()),
                sessions=list({scan.session for scan in scans}),
                keys=[scan.key.hex for scan in scans if scan.key is not None],
                event_ids=list({scan.event_id for scan in scans if scan.event_id is not None}),
                qr_texts=[text for spellings in self._spellings.values() for text in spellings],
                qr_hashes=list(map(half_of_qr_hash, hashes)),
                attendee_ids=[scan.attendee_id for scan in others if scan.attendee_id is not None],
            )
        )
        # Later than all that it found, however long the scans have waited: a scan stands behind what it was decided by.
        self._moment = clock.to_wire(clock.now())
        self._callers = {caller.session: caller for caller in known.callers}
        self._events = set(known.event_ids)
        self._tickets = {ticket.id: ticket for ticket in known.tickets}
        self._by_text = {ticket.qr_code_data: ticket.id for ticket in known.tickets}
        self._by_hash = ids_by_hash(known.tickets) if hashes else {}
        self._earlier = {attempt.key: attempt for attempt in known.earlier}
        self._keyed: dict[str, _Attempt] = {}
        self.admissions: list[Admission] = []
        self.log: list[LogRow] = []

    def answer(self, scan: Scan) -> Answer:
        try:
            return self._verdict(scan)
        except Problem as problem:
            return problem

    def _verdict(self, scan: Scan) -> Verdict:
        caller = Caller(scan.session, *scan.by, 0) if scan.by else check_caller(self._callers.get(scan.session))
        if scan.scanned_by not in {None, caller.id}:
            raise NotYou
        if scan.key is not None:
            again = self._verdict_again(scan, scan.key.hex, caller)
            if again is not None:
                return again
        if scan.event_id is not None and scan.event_id not in self._events:
            raise InvalidInput.on("eventId", "There is no such event")
        verdict = self._decide(scan, caller)
        self._note(scan, caller, verdict)
        return verdict

    def _decide(self, scan: Scan, caller: Caller) -> Verdict:
        ticket = self._find(scan)
        if ticket is None:
            known_form = scan.qr_data is None or is_our_form(normalise_qr(scan.qr_data))
            return Verdict(ScanOutcome.UNKNOWN if known_form else ScanOutcome.INVALID)
        if scan.event_id not in {None, ticket.event_id}:
            return Verdict(ScanOutcome.OTHER_EVENT, ticket)
        if ticket.attended:
            return Verdict(ScanOutcome.REPEAT, ticket)
        admission = Admission(id=ticket.id, attended_at=self._moment, scanned_by=caller.id)
        self.admissions.append(admission)
        present = msgspec.structs.replace(
            ticket,
            attended=True,
            attended_at=admission.attended_at,
            scanned_by=caller.id,
            scanner_name=caller.full_name,
            check_in_door=scan.device or None,
            check_in_helper=scan.helper,
        )
        self._tickets[ticket.id] = present
        return Verdict(ScanOutcome.ADMITTED, present)

    def _find(self, scan: Scan) -> Ticket | None:
        found: int | None
        if scan.qr_data is not None:
            found = next(filter(None, map(self._by_text.get, self._spellings[scan.qr_data])), None)
        else:
            found = scan.attendee_id if scan.qr_hash is None else self._by_hash.get(scan.qr_hash)
        ticket = None if found is None else self._tickets.get(found)
        if ticket is None or scan.only_event not in {None, ticket.event_id}:
            return None
        is_other = scan.listed_hash is not None and qr_hash(ticket.qr_code_data) != scan.listed_hash
        return None if is_other else ticket

    def _note(self, scan: Scan, caller: Caller, verdict: Verdict) -> None:
        ticket = verdict.ticket
        refused = ticket is None or verdict.outcome is ScanOutcome.OTHER_EVENT
        named = refused_as_logged(scan.named) if refused else scan.named
        if ticket is None and scan.qr_data is not None and not scan.keeps_text:
            named = hashed_name(scan.qr_data)
        key = None if scan.key is None else scan.key.hex
        event_id = scan.event_id or (ticket.event_id if ticket else None)
        self.log.append(
            LogRow(
                attendee_id=ticket.id if ticket else None,
                event_id=event_id,
                user_id=caller.id,
                device=scan.device,
                helper=scan.helper,
                outcome=verdict.outcome,
                qr_data=named,
                attended_at=ticket.attended_at if ticket else None,
                attended_by=ticket.scanned_by if ticket else None,
                scanned_at=self._moment,
                idempotency_key=key,
                grant_id=scan.grant_id,
            )
        )
        if key is not None:
            again = Verdict(verdict.outcome, ticket, is_replay=True)
            is_other = verdict.outcome is ScanOutcome.OTHER_EVENT
            self._keyed[key] = _Attempt(caller.id, named, ticket.id if ticket else None, event_id, is_other, again)

    def _verdict_again(self, scan: Scan, key: str, caller: Caller) -> Verdict | None:
        """The verdict of an earlier attempt with that key, as it was then, whatever has been marked since."""
        if key in self._earlier:
            earlier = self._earlier.pop(key)
            self._keyed[key] = _Attempt(
                earlier.user_id,
                earlier.qr_data or "",
                earlier.attendee_id,
                earlier.event_id,
                earlier.outcome == ScanOutcome.OTHER_EVENT,
                self._as_it_was(earlier),
            )
        attempt = self._keyed.get(key)
        if attempt is None:
            return None
        if scan.only_event is not None:
            attempt = _as_at(scan.only_event, attempt)
        if attempt.user_id != caller.id or not self._is_same_ticket(attempt, scan):
            raise KeyReused
        return attempt.verdict

    def _is_same_ticket(self, attempt: _Attempt, scan: Scan) -> bool:
        """Whether the attempt was of the scan's ticket, whichever way each named it, and if it is deleted since."""
        if is_same_name(attempt.named, scan):
            return True
        ticket = self._find(scan)
        return attempt.attendee_id is not None and attempt.attendee_id == (ticket.id if ticket else scan.attendee_id)

    def _as_it_was(self, attempt: EarlierAttempt) -> Verdict:
        outcome = ScanOutcome(attempt.outcome)
        if attempt.attendee_id is None:
            return Verdict(outcome, is_replay=True)
        ticket = next(iter(self._stored.tickets_of([attempt.attendee_id])), None)
        if ticket is None:
            return Verdict(ScanOutcome.UNKNOWN, is_replay=True)
        if outcome is ScanOutcome.OTHER_EVENT:
            return Verdict(outcome, ticket, is_replay=True)
        if attempt.attended_at is None:
            # A record of a door that let nobody in: a scan has no answer for it.
            raise KeyReused
        if outcome not in {ScanOutcome.ADMITTED, ScanOutcome.REPEAT}:
            # What the door decided by itself came first, by a batch.
            is_first = (attempt.attended_at, attempt.attended_by) == (attempt.scanned_at, attempt.user_id)
            is_admitted = outcome is ScanOutcome.LET_IN_OFFLINE and is_first
            outcome = ScanOutcome.ADMITTED if is_admitted else ScanOutcome.REPEAT
        then = msgspec.structs.replace(
            ticket,
            attended=True,
            attended_at=attempt.attended_at,
            scanned_by=attempt.attended_by,
            scanner_name=attempt.attended_by_name,
            check_in_door=attempt.door,
            check_in_helper=attempt.helper,
        )
        return Verdict(outcome, then, is_replay=True)


def _as_at(event_id: int, attempt: _Attempt) -> _Attempt:
    """The attempt where the tickets of this event alone exist. Raises KeyReused if it was made at another one."""
    if attempt.event_id != event_id:
        raise KeyReused
    ticket = attempt.verdict.ticket
    if attempt.is_of_other_event:
        attempt = attempt._replace(attendee_id=None)
    if ticket is None or ticket.event_id == event_id:
        return attempt
    return attempt._replace(verdict=Verdict(ScanOutcome.UNKNOWN, is_replay=True))
