"""People who leave without a scan (contract 7.leavers)."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.db.flush import flush_or_retry
from doorlist.core.errors import KeyReused
from doorlist.door.admission.scan_response import ExitsNotCounted
from doorlist.door.figures import repository
from doorlist.door.figures.schemas import LeaverRequest, PeopleInside
from doorlist.door.models import ScanLogEntry
from doorlist.door.offline.batch import lock_origin
from doorlist.door.offline.door_time import MAX_RECORD_AGE_MS
from doorlist.door.rules import ScanOutcome
from doorlist.events.service import event_named
from doorlist.live.changes import NO_ATTENDEE
from doorlist.live.publish import publish_after_commit
from doorlist.users.door_credentials import AccessSelector, DoorCredentials, DoorUser
from doorlist.users.models import DoorAccess

_OUTCOMES = {1: ScanOutcome.LEAVER, -1: ScanOutcome.LEAVER_UNDONE}


def count_leaver(tx: Session, said: LeaverRequest, door: DoorCredentials) -> None:
    """Count a person who left without a scan, or undo that. One who left after the end of the access is only logged.

    The same key again changes nothing. Raises KeyReused, ExitsNotCounted, InvalidInput on `eventId`, and the problem
    of `door` without access to the event.
    """
    user = _user_of(tx, said, door)
    event = event_named(tx, said.event_id)
    if user.access is not None:
        door.limits.take(user.access, 1)
    origin, access = lock_origin(tx, door, user, event.id, said.device)
    now = clock.now()
    at = now if said.at is None else _door_time(clock.from_milliseconds(said.at), access, now)
    outcome = _OUTCOMES[said.change]
    known = repository.find_leaver(tx, said.key)
    if known is not None:
        is_same = known.outcome in {outcome, ScanOutcome.NOT_COUNTED}
        if not is_same or (known.event_id, known.user_id) != (event.id, user.id):
            raise KeyReused
        return
    if not event.counts_exits:
        raise ExitsNotCounted
    is_counted = origin.counts(at)
    tx.add(
        ScanLogEntry(
            event_id=event.id,
            user_id=user.id,
            device=origin.device,
            helper=origin.helper,
            outcome=outcome if is_counted else ScanOutcome.NOT_COUNTED,
            scanned_at=at,
            received_at=None if at == now else now,
            idempotency_key=said.key,
            grant_id=origin.grant_id,
        )
    )
    flush_or_retry(tx)
    if is_counted:
        repository.add_leavers(tx, event.id, said.change)
        # No guest has changed: a device reads the figures of its event again, and no ticket.
        publish_after_commit(tx, attendees=[NO_ATTENDEE], attendees_of=[event.id])


def read_inside(tx: Session, event_id: int) -> PeopleInside:
    return PeopleInside(inside=repository.count_exits(tx, event_id).inside)


def _user_of(tx: Session, said: LeaverRequest, door: DoorCredentials) -> DoorUser:
    """The user who counts the person now, or counted them before this upload."""
    if said.at is None or said.scanned_by is None:
        return door.user_for_checkin(tx, said.event_id, named=said.scanned_by, is_making=True)
    at = clock.from_milliseconds(said.at)
    return door.user_for_upload(tx, said.event_id, AccessSelector(said.scanned_by, between=(at, at)))


def _door_time(at: datetime, access: DoorAccess | None, now: datetime) -> datetime:
    earliest = now - timedelta(milliseconds=MAX_RECORD_AGE_MS) if access is None else access.begins_at
    return min(max(at, earliest), now)
