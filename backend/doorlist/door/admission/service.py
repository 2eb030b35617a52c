"""The door: deciding scans, marking present and absent, and the log of both (contract 3, 4 and 7)."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendee
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, Problem, RetryTransaction
from doorlist.door.admission import repository
from doorlist.door.admission.capacity import PeopleCounts
from doorlist.door.admission.decide import LoggedRow, Verdict, verdict_of
from doorlist.door.admission.decider import Decider
from doorlist.door.admission.door_attendee import DoorAttendee, FoundTickets
from doorlist.door.admission.log_row import LogRow
from doorlist.door.admission.presences import StoredPresences, stored_attendance
from doorlist.door.admission.repository import ScanRepository
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Certainty, RecordOrigin, Scan, ScanOutcome
from doorlist.door.schemas import AttendanceRequest
from doorlist.live.publish import publish_after_commit
from doorlist.users.door_credentials import DoorUser
from doorlist.users.service import NotYou
from doorlist.users.session_check import check_caller

Answer = Verdict | Problem
"""A verdict; or a problem of a call that was no attempt and left no row. Returned, so that it fails no other scan."""


class AttendeesLocked(Exception):
    """Another transaction holds attendees of the group, or the capacity of their event; nothing was decided."""

    def __init__(self, places: frozenset[int]) -> None:
        """`places`: the scans of those attendees, by place in the group. The others can be decided without them."""
        super().__init__()
        self.places = places


def decide_scans(stored: ScanRepository, scans: Sequence[Scan]) -> list[Answer]:
    """Decide a group of scans as if they had come one after the other, log them and commit; an answer for each.

    The same key gets the same verdict again and no second log row. One of SESSION_REFUSALS, a NotYou,
    KeyReused or InvalidInput is one scan's own. Raises RetryTransaction when another worker was faster with one of
    them, and AttendeesLocked when another transaction holds one of the attendees.
    """
    group = ScanGroup(stored, scans)
    answers = [group.answer(scan) for scan in scans]
    admissions, moves = group.presences.admissions, list(group.presences.moves.values())
    if admissions and stored.admit(admissions) != len(admissions):
        raise _not_changed(answers, stored.held([admission.id for admission in admissions]))
    if moves and stored.move(moves) != len(moves):
        raise _not_changed(answers, stored.held([move.id for move in moves]))
    if group.decider.new:
        stored.log(group.decider.new)
    return answers


def _not_changed(answers: Sequence[Answer], held: set[int]) -> Exception:
    """Why attendees were not changed: another worker was faster, or another transaction holds those in `held`."""
    if not held:
        return RetryTransaction()
    tickets = [answer.ticket if isinstance(answer, Verdict) else None for answer in answers]
    return AttendeesLocked(frozenset(place for place, ticket in enumerate(tickets) if ticket and ticket.id in held))


def set_attendance(
    tx: Session, attendee_id: int, request: AttendanceRequest, caller: DoorUser
) -> tuple[AttendeeOut, bool]:
    """Mark an attendee present or absent by hand; returns the attendee, and whether anything changed.

    Raises UnknownAttendee.
    """
    repository.lock_attendee(tx, attendee_id)
    # Read the clock after the lock, so that the mark sorts after the records that it waited for.
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
                certainty=Certainty.NONE if request.attended and request.anyway else None,
            )
        )
    return attendee, changed


class ScanGroup:
    """A group of live scans, decided in their order. Writes nothing."""

    def __init__(self, stored: ScanRepository, scans: Sequence[Scan]) -> None:
        """Look up all that the scans refer to. Raises AttendeesLocked for scans of a limited event that others hold."""
        self._stored = stored
        is_by_hash = any(scan.qr_hash is not None for scan in scans)
        known = stored.look_up(scans)
        limited = {each.event_id for each in known.tickets if each.limit is not None}
        held = stored.lock_capacities(limited) if limited else None
        if held:
            found = FoundTickets(known.tickets, by_hash=is_by_hash)
            tickets_of_scans = enumerate(map(found.find, scans))
            raise AttendeesLocked(frozenset(n for n, each in tickets_of_scans if each and each.event_id in held))
        if held is not None:
            # A guest may have come in since, perhaps to the last place.
            known = stored.look_up(scans)
        # Read the clock after the lookup, so that each scan sorts after the records by which it was decided.
        self._now = clock.now()
        self._callers = {caller.session: caller for caller in known.callers}
        self._events = set(known.event_ids)
        tickets = FoundTickets(known.tickets, by_hash=is_by_hash)
        self.presences = StoredPresences(tickets)
        people = PeopleCounts(stored.count_people(limited) if limited else ())
        self.decider = Decider(tickets, known.prior, self.presences, people=people)

    def answer(self, scan: Scan) -> Answer:
        """The verdict on a scan, or the problem of its caller."""
        try:
            return self._verdict(scan)
        except Problem as problem:
            return problem

    def _verdict(self, scan: Scan) -> Verdict:
        origin = scan.origin
        if origin is None:
            caller = check_caller(self._callers.get(scan.session))
            origin = RecordOrigin(caller.id, caller.full_name, scan.event_id, scan.device)
        if scan.scanned_by not in {None, origin.user_id}:
            raise NotYou
        is_replay = self.decider.knows(scan.key)
        if not is_replay and scan.event_id is not None and scan.event_id not in self._events:
            raise InvalidInput.on("eventId", "There is no such event")
        decided = self.decider.decide(scan, origin, self._now)
        return verdict_of(decided, self._ticket_of(decided, origin), is_replay=is_replay)

    def _ticket_of(self, decided: LogRow, origin: RecordOrigin) -> DoorAttendee | None:
        """The attendee of a record, as they were by it, whatever has been marked since."""
        if decided.attendee_id is None:
            return None
        ticket = self.decider.tickets.by_id.get(decided.attendee_id)
        if ticket is None:
            ticket = next(iter(self._stored.tickets_of([decided.attendee_id])), None)
        if ticket is None or origin.only_event not in {None, ticket.event_id}:
            return None
        if not isinstance(decided, LoggedRow) or stored_attendance(ticket) == decided.attendance:
            return ticket
        return decided.ticket_then(ticket)
