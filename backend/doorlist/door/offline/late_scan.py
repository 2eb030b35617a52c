"""A scan that a slow or frozen server takes up late: it counts from when the door read it (contract 4.door-time)."""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused
from doorlist.door.admission.verdict import Verdict, verdict_of
from doorlist.door.offline.batch import TimedRecord, apply_batch, lock_origin
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.rules import Scan, time_of_scan
from doorlist.events.service import UnknownEvent, get_event
from doorlist.users.door_credentials import DoorCredentials, DoorUser


def decide_late_scan(tx: Session, scan: Scan, scanned_at: datetime, user: DoorUser, door: DoorCredentials) -> Verdict:
    """Apply a scan with the door time that it names, as a batch of one record.

    Raises InvalidInput for an unknown event, KeyReused, and the problem of `door` if the scan does not count by the
    user's access.
    """
    try:
        if scan.event_id is not None:
            get_event(tx, scan.event_id)
    except UnknownEvent as error:
        raise InvalidInput.on("eventId", "There is no such event") from error
    now = clock.now()
    at = time_of_scan(scanned_at, now)
    origin, access = lock_origin(tx, door, user, scan.event_id, scan.device)
    if access is not None:
        at = max(at, access.begins_at)
        if not origin.counts(at):
            raise door.no_access()
    record = replace(scan, key=scan.key or uuid4())
    applied = apply_batch(tx, [TimedRecord(record, DoorTime(clock.milliseconds(at), None))], origin, now)
    if access is not None:
        door.limits.count_texts(access.id, applied.texts_of(access.id))
    decided = next(iter(applied.decided.values()), None)
    if decided is None:
        raise KeyReused
    return verdict_of(decided, applied.ticket_then(decided))
