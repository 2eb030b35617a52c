"""The door: deciding scans, marking present and absent, and the log of both (contract 3, 4 and 7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendee
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused, Problem, RetryTransaction
from doorlist.door.admission import repository
from doorlist.door.admission.decide import (
    REFERS_TO_NO_TICKET,
    DecidedRecord,
    Facts,
    NewLogRow,
    decide,
    decided_before,
)
from doorlist.door.admission.fold import VisitStart
from doorlist.door.admission.repository import Admission, ScanLookup, ScanRepository
from doorlist.door.admission.ticket import FoundTickets, Ticket, has_own_form, present_since, spellings
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Scan, ScanOutcome, hashed_ticket_ref, refused_as_logged, ticket_ref_of
from doorlist.door.schemas import AttendanceRequest
from doorlist.live.publish import publish_after_commit
from doorlist.tickets.rules import half_of_qr_hash
from doorlist.users.door_credentials import DoorUser
from doorlist.users.service import NotYou
from doorlist.users.session_check import LiveSession, check_caller


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


class AttendeesLocked(Exception):
    """Another transaction holds attendees of the group; nothing was decided."""

    def __init__(self, places: frozenset[int]) -> None:
        """`places`: the scans of those attendees, by place in the group. The others can be decided without them."""
        super().__init__()
        self.places = places


def decide_scans(stored: ScanRepository, scans: Sequence[Scan]) -> list[Answer]:
    """Decide a group of scans as if they had come one after the other, log them and commit; an answer for each.

    The same key gets the same verdict again and no second log row. One of SESSION_REFUSALS, a NotYou,
    KeyReused or InvalidInput is one scan's own. Raises RetryTransaction when another desk was faster with one of
    them, and AttendeesLocked when another transaction holds one of the attendees.
    """
    group = ScanGroup(stored, scans)
    answers = [group.answer(scan) for scan in scans]
    if group.admissions and stored.admit(group.admissions) != len(group.admissions):
        present = stored.tickets_of([admission.id for admission in group.admissions])
        held = {ticket.id for ticket in present if not ticket.attended}
        if not held:
            raise RetryTransaction
        tickets = [answer.ticket if isinstance(answer, Verdict) else None for answer in answers]
        raise AttendeesLocked(frozenset(place for place, ticket in enumerate(tickets) if ticket and ticket.id in held))
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


class ScanGroup:
    """Decides the scans of a group in their order, from what was looked up. Writes nothing."""

    def __init__(self, stored: ScanRepository, scans: Sequence[Scan]) -> None:
        """Look up all that the scans refer to."""
        self._stored = stored
        others = [scan for scan in scans if scan.qr_data is None]
        hashes = [scan.qr_hash for scan in others if scan.qr_hash is not None]
        known = stored.look_up(
            ScanLookup(
                now=clock.to_wire(clock.now()),
                sessions=list({scan.session for scan in scans}),
                keys=[scan.key.hex for scan in scans if scan.key is not None],
                event_ids=list({scan.event_id for scan in scans if scan.event_id is not None}),
                qr_texts=[text for scan in scans if scan.qr_data is not None for text in spellings(scan.qr_data)],
                qr_hashes=list(map(half_of_qr_hash, hashes)),
                attendee_ids=[scan.attendee_id for scan in others if scan.attendee_id is not None],
            )
        )
        # Read the clock after the lookup, so that each scan sorts after the records by which it was decided.
        self._moment = clock.to_wire(clock.now())
        self._callers = {caller.session: caller for caller in known.callers}
        self._events = set(known.event_ids)
        self._tickets = FoundTickets(known.tickets, by_hash=bool(hashes))
        self._known = {row.key: decided_before(row) for row in known.prior}
        self.admissions: list[Admission] = []
        self.log: list[NewLogRow] = []

    def answer(self, scan: Scan) -> Answer:
        """The verdict on a scan, or the problem of its caller."""
        try:
            return self._verdict(scan)
        except Problem as problem:
            return problem

    def _verdict(self, scan: Scan) -> Verdict:
        caller = LiveSession(scan.session, *scan.by, 0) if scan.by else check_caller(self._callers.get(scan.session))
        if scan.scanned_by not in {None, caller.id}:
            raise NotYou
        known = None if scan.key is None else self._known.get(scan.key.hex)
        if known is not None:
            return self._verdict_again(scan, known, caller)
        if scan.event_id is not None and scan.event_id not in self._events:
            raise InvalidInput.on("eventId", "There is no such event")
        verdict = self._decide(scan, caller)
        self._add(scan, caller, verdict)
        return verdict

    def _decide(self, scan: Scan, caller: LiveSession) -> Verdict:
        ticket = self._find(scan)
        if ticket is None:
            return Verdict(decide(Facts(has_ticket=False, is_own_event=False, is_own_form=has_own_form(scan))))
        is_own_event = scan.event_id in {None, ticket.event_id}
        outcome = decide(Facts(has_ticket=True, is_own_event=is_own_event, is_present=ticket.attended))
        if outcome is not ScanOutcome.ADMITTED:
            return Verdict(outcome, ticket)
        self.admissions.append(Admission(id=ticket.id, attended_at=self._moment, scanned_by=caller.id))
        start = VisitStart(self._moment, caller.id)
        ticket = present_since(ticket, start, caller.full_name, door=scan.device or None, helper=scan.helper)
        self._tickets.by_id[ticket.id] = ticket
        return Verdict(outcome, ticket)

    def _find(self, scan: Scan) -> Ticket | None:
        ticket = self._tickets.find(scan)
        return ticket if ticket is not None and scan.only_event in {None, ticket.event_id} else None

    def _add(self, scan: Scan, caller: LiveSession, verdict: Verdict) -> None:
        ticket = verdict.ticket
        ticket_ref = ticket_ref_of(scan)
        if verdict.outcome in REFERS_TO_NO_TICKET:
            ticket_ref = refused_as_logged(ticket_ref)
        if ticket is None and scan.qr_data is not None and not scan.keeps_text:
            ticket_ref = hashed_ticket_ref(scan.qr_data)
        key = None if scan.key is None else scan.key.hex
        event_id = scan.event_id or (ticket.event_id if ticket else None)
        row = NewLogRow(
            user_id=caller.id,
            outcome=verdict.outcome,
            scanned_at=self._moment,
            attendee_id=ticket.id if ticket else None,
            event_id=event_id,
            device=scan.device,
            helper=scan.helper,
            qr_data=ticket_ref,
            attended_at=ticket.attended_at if ticket else None,
            attended_by=ticket.scanned_by if ticket else None,
            idempotency_key=key,
            grant_id=scan.grant_id,
        )
        self.log.append(row)
        if key is not None:
            self._known[key] = DecidedRecord(
                key=key,
                user_id=caller.id,
                ticket_ref=ticket_ref,
                outcome=verdict.outcome,
                at=self._moment,
                attendee_id=row.attendee_id,
                event_id=event_id,
                first=None if row.attended_at is None else VisitStart(row.attended_at, row.attended_by),
            )

    def _verdict_again(self, scan: Scan, known: DecidedRecord, caller: LiveSession) -> Verdict:
        """The verdict on the record whose key comes again, as it was then, whatever has been marked since."""
        seen = known.seen_at(scan.only_event)
        found = self._find(scan)
        if seen is None or seen.user_id != caller.id or not seen.refers_to(scan, found):
            raise KeyReused
        if seen.outcome in {ScanOutcome.UNKNOWN, ScanOutcome.INVALID}:
            return Verdict(seen.outcome, is_replay=True)
        # Of an earlier epoch the attendee's id is unknown: the scan's own reference finds the ticket.
        ticket = found if seen.attendee_id is None else self._ticket_of(seen.attendee_id)
        if ticket is None or scan.only_event not in {None, ticket.event_id}:
            return Verdict(ScanOutcome.UNKNOWN, is_replay=True)
        if seen.outcome is ScanOutcome.OTHER_EVENT:
            return Verdict(seen.outcome, ticket, is_replay=True)
        if seen.first is None:
            # A record of a door that let nobody in: a scan has no answer for it.
            raise KeyReused
        if (ticket.attended_at, ticket.scanned_by) != seen.first and seen.prior is not None:
            then = seen.prior
            ticket = present_since(ticket, seen.first, then.user_name, door=then.door, helper=then.helper)
        outcome = ScanOutcome.ADMITTED if seen.is_admission else ScanOutcome.REPEAT
        return Verdict(outcome, ticket, is_replay=True)

    def _ticket_of(self, attendee_id: int) -> Ticket | None:
        if attendee_id in self._tickets.by_id:
            return self._tickets.by_id[attendee_id]
        return next(iter(self._stored.tickets_of([attendee_id])), None)
