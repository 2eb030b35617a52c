"""A scan that a slow or frozen server takes up late: it counts from when the door read it (contract 4.door-time)."""

from uuid import uuid4

import msgspec
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused
from doorlist.door.admission.fold import Present
from doorlist.door.admission.service import Verdict
from doorlist.door.admission.ticket import Ticket
from doorlist.door.offline import repository
from doorlist.door.offline.deciding import NAMES_NO_TICKET, Made, Maker
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.offline.schemas import DoorRecord, SettledOutcome
from doorlist.door.offline.sync import outcome_of, settle
from doorlist.door.rules import ScanOutcome, time_of_scan
from doorlist.door.schemas import ScanRequest
from doorlist.events.service import UnknownEvent, get_event
from doorlist.users.door_access import DoorAccess, DoorUser, device_of

_VERDICTS = {
    SettledOutcome.ADMITTED: ScanOutcome.ADMITTED,
    SettledOutcome.UNKNOWN: ScanOutcome.UNKNOWN,
    SettledOutcome.INVALID: ScanOutcome.INVALID,
    SettledOutcome.OTHER_EVENT: ScanOutcome.OTHER_EVENT,
}


def decide_late_scan(tx: Session, request: ScanRequest, user: DoorUser, door: DoorAccess) -> Verdict:
    """Decide and log a scan of the door time that it names, and let the attendee stand as the log then says.

    Raises InvalidInput for an unknown event, KeyReused, and the problem of `door` if the scan does not count by the
    user's grant.
    """
    try:
        if request.event_id is not None:
            get_event(tx, request.event_id)
    except UnknownEvent as error:
        raise InvalidInput.on("eventId", "There is no such event") from error
    now = clock.now()
    at = time_of_scan(request.scanned_at, now)
    maker = Maker(user.id, request.event_id, device_of(user, request.device), helper=user.helper)
    if user.grant:
        grant = repository.hold_grant(tx, user.grant.id)
        if grant is None:
            raise door.no_access()
        at = max(at, grant.created_at)
        maker = maker._replace(grant_id=grant.id, makes_until=grant.makes_until, is_ended=grant.ended_at is not None)
        if not maker.counts(at):
            raise door.no_access()
        maker = maker._replace(texts_left=door.limits.texts_left(grant.id))
    record = DoorRecord.model_construct(
        key=request.idempotency_key or uuid4(),
        qr_hash=request.qr_hash,
        qr_data=request.qr_data,
        attendee_id=request.attendee_id,
        listed_hash=request.listed_hash,
        at=0,
    )
    made = Made(record, DoorTime(clock.milliseconds(at), None))
    decided, settled = settle(tx, [made], maker, now)
    if user.grant:
        door.limits.count_texts(user.grant.id, settled.texts)
    [result] = decided.values()
    if result is None or (result.first is None and result.outcome not in NAMES_NO_TICKET):
        # Of another ticket or person; or of a record that let nobody in, for which a scan has no answer.
        raise KeyReused
    ticket = None if result.attendee_id is None else settled.tickets.get(result.attendee_id)
    outcome = _VERDICTS.get(outcome_of(result), ScanOutcome.REPEAT)
    if ticket is None and outcome in {ScanOutcome.ADMITTED, ScanOutcome.REPEAT}:
        # Of an earlier answer to the key; the attendee is deleted since.
        return Verdict(ScanOutcome.UNKNOWN)
    if ticket is not None and result.first is not None:
        ticket = _in_since(tx, ticket, result.first, maker if result.first.since == result.at else None)
    return Verdict(outcome, ticket)


def _in_since(tx: Session, ticket: Ticket, first: Present, maker: Maker | None) -> Ticket:
    """The ticket, in since then; by the door of `maker`, or one that the ticket knows."""
    if maker is not None:
        ticket = msgspec.structs.replace(ticket, check_in_door=maker.device or None, check_in_helper=maker.helper)
    elif ticket.attended_at != first.since:
        ticket = msgspec.structs.replace(ticket, check_in_door=None, check_in_helper=None)
    names = repository.names_of_users(tx, [] if first.by is None else [first.by])
    return msgspec.structs.replace(
        ticket, attended=True, attended_at=first.since, scanned_by=first.by, scanner_name=names.get(first.by or 0)
    )
