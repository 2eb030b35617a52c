"""Decides single scans: scans at check-in lists, and scans that a slow or frozen server takes up late.

A late scan counts from when the door read it (contract 4.door-time).
"""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from sqlalchemy.orm import Session

from doorlist.check_in_lists.service import refuse_unknown_list
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, KeyReused
from doorlist.door.admission.decide import Verdict, verdict_of
from doorlist.door.admission.decider import OF_ANOTHER_LIST
from doorlist.door.admission.repository import BatchRepository
from doorlist.door.offline.batch import TimedRecord, apply_batch, lock_origin, lock_ticket
from doorlist.door.offline.door_time import DoorTime
from doorlist.door.rules import Scan, time_of_scan
from doorlist.events.service import event_named
from doorlist.users.door_credentials import DoorCredentials, DoorUser


def decide_alone(
    tx: Session, scan: Scan, scanned_at: datetime | None, user: DoorUser, door: DoorCredentials
) -> Verdict:
    """Apply a scan, with the door time that it names if it is late, as a batch of one record.

    Raises InvalidInput for an unknown event or check-in list, KeyReused, and the problem of `door` if the scan does not
    count by the user's access.
    """
    if scan.event_id is not None:
        event_named(tx, scan.event_id)
    try:
        refuse_unknown_list(tx, scan.list_id, scan.event_id)
    except InvalidInput:
        # A scan that was decided before its list was deleted keeps its decision.
        if scan.key is None or not BatchRepository(tx).prior([scan.key.hex]):
            raise
    origin, access = lock_origin(tx, door, user, scan.event_id, scan.device)
    if origin.is_of_one_list and scan.list_id != origin.list_id:
        raise InvalidInput.on("listId", OF_ANOTHER_LIST)
    record = replace(scan, key=scan.key or uuid4())
    stopping = lock_ticket(tx, record, origin)
    # Read the clock after the lock, so that the scan sorts after the records that it waited for.
    now = clock.now()
    at = time_of_scan(scanned_at, now)
    if access is not None:
        at = max(at, access.begins_at)
        if not origin.counts(at):
            raise door.no_access()
    made = TimedRecord(record, DoorTime(clock.milliseconds(at), None))
    applied = apply_batch(tx, [made], origin, now, stopping=stopping)
    if access is not None:
        door.limits.count_texts(access.id, applied.decider.texts[access.id])
    decided = next(iter(applied.decided.values()), None)
    if decided is None:
        raise KeyReused
    return replace(verdict_of(decided, applied.ticket_then(decided)), at_list=applied.at_list(decided))
