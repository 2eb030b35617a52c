"""A scan that a slow or frozen server takes up late: it counts from when the door read it (contract 4.door-time)."""

from uuid import uuid4

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused
from doorlist.door.admission.decide import REFERS_TO_NO_TICKET
from doorlist.door.admission.fold import VisitStart
from doorlist.door.admission.service import Verdict
from doorlist.door.admission.ticket import Ticket, present_since
from doorlist.door.offline import repository
from doorlist.door.offline.deciding import RecordOrigin, TimedRecord
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.schemas import DoorRecord, RecordOutcome
from doorlist.door.offline.sync import apply_batch, outcome_of
from doorlist.door.rules import ScanOutcome, time_of_scan
from doorlist.door.schemas import ScanRequest
from doorlist.events.service import UnknownEvent, get_event
from doorlist.users.access import hold_access
from doorlist.users.door_credentials import DoorCredentials, DoorUser, device_of

_VERDICTS = {
    RecordOutcome.ADMITTED: ScanOutcome.ADMITTED,
    RecordOutcome.UNKNOWN: ScanOutcome.UNKNOWN,
    RecordOutcome.INVALID: ScanOutcome.INVALID,
    RecordOutcome.OTHER_EVENT: ScanOutcome.OTHER_EVENT,
}


def decide_late_scan(tx: Session, request: ScanRequest, user: DoorUser, door: DoorCredentials) -> Verdict:
    """Decide and log a scan of the door time that it names, and let the attendee stand as the log then says.

    Raises InvalidInput for an unknown event, KeyReused, and the problem of `door` if the scan does not count by the
    user's access.
    """
    try:
        if request.event_id is not None:
            get_event(tx, request.event_id)
    except UnknownEvent as error:
        raise InvalidInput.on("eventId", "There is no such event") from error
    now = clock.now()
    at = time_of_scan(request.scanned_at, now)
    origin = RecordOrigin(user.id, request.event_id, device_of(user, request.device), helper=user.helper)
    if user.access:
        held = hold_access(tx, user.access.id)
        if held is None:
            raise door.no_access()
        at = max(at, held.begins_at)
        origin = origin._replace(grant_id=held.id, makes_until=held.makes_until, is_ended=held.ended_at is not None)
        if not origin.counts(at):
            raise door.no_access()
        origin = origin._replace(texts_left=door.limits.texts_left(held.id))
    record = DoorRecord.model_construct(
        key=request.idempotency_key or uuid4(),
        qr_hash=request.qr_hash,
        qr_data=request.qr_data,
        attendee_id=request.attendee_id,
        listed_hash=request.listed_hash,
        at=0,
    )
    made = TimedRecord(record, DoorTime(clock.milliseconds(at), None))
    decided, settled = apply_batch(tx, [made], origin, now)
    if user.access:
        door.limits.count_texts(user.access.id, settled.texts)
    [result] = decided.values()
    if result is None or (result.first is None and result.outcome not in REFERS_TO_NO_TICKET):
        # Of another ticket or person; or of a record that let nobody in, for which a scan has no answer.
        raise KeyReused
    ticket = None if result.attendee_id is None else settled.tickets.get(result.attendee_id)
    outcome = _VERDICTS.get(outcome_of(result), ScanOutcome.REPEAT)
    if ticket is None and outcome in {ScanOutcome.ADMITTED, ScanOutcome.REPEAT}:
        # Of an earlier answer to the key; the attendee is deleted since.
        return Verdict(ScanOutcome.UNKNOWN)
    if ticket is not None and result.first is not None:
        ticket = _in_since(tx, ticket, result.first, origin if result.first.since == result.at else None)
    return Verdict(outcome, ticket)


def _in_since(tx: Session, ticket: Ticket, first: VisitStart, origin: RecordOrigin | None) -> Ticket:
    """The ticket, in since then; by the door of `origin`, or one that the ticket knows."""
    door, helper = ticket.check_in_door, ticket.check_in_helper
    if origin is not None:
        door, helper = origin.device or None, origin.helper
    elif ticket.attended_at != first.since:
        door = helper = None
    names = repository.names_of_users(tx, [] if first.by is None else [first.by])
    return present_since(ticket, first, names.get(first.by or 0), door=door, helper=helper)
