"""People who leave without a scan (contract 7.leavers)."""

from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees.rules import people_inside
from doorlist.core import clock
from doorlist.core.errors import KeyReused, RetryTransaction
from doorlist.door.admission.scan_response import ExitsNotCounted
from doorlist.door.figures import repository
from doorlist.door.figures.schemas import LeaverRequest, PeopleInside
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.service import event_named
from doorlist.live.publish import publish_after_commit
from doorlist.users.door_credentials import DoorCredentials, device_of

_OUTCOMES = {1: ScanOutcome.LEAVER, -1: ScanOutcome.LEAVER_UNDONE}


class Exits(NamedTuple):
    """Figures of an event that counts exits."""

    inside: int
    left: int
    leavers: int


def count_leaver(tx: Session, said: LeaverRequest, door: DoorCredentials) -> PeopleInside:
    """Count a person who left without a scan, or undo that; returns how many are inside.

    The same key again changes nothing. Raises KeyReused, ExitsNotCounted, InvalidInput on `eventId`, and the problem
    of `door` without access to the event.
    """
    user = door.user_for_checkin(tx, said.event_id, is_making=True)
    event = event_named(tx, said.event_id)
    if user.access is not None:
        door.limits.take(user.access, 1)
    outcome = _OUTCOMES[said.change]
    known = repository.find_leaver(tx, said.key)
    if known is None:
        if not event.counts_exits:
            raise ExitsNotCounted
        tx.add(
            ScanLogEntry(
                event_id=event.id,
                user_id=user.id,
                device=device_of(user, said.device),
                helper=user.helper,
                outcome=outcome,
                scanned_at=clock.now(),
                idempotency_key=said.key,
                grant_id=user.access.id if user.access else None,
            )
        )
        try:
            tx.flush()
        except IntegrityError as error:
            # The same key came twice at the same instant; the next try finds its row.
            raise RetryTransaction from error
        repository.add_leavers(tx, event.id, said.change)
        publish_after_commit(tx, doors_of=[event.id])
    elif (known.event_id, known.user_id, known.outcome) != (event.id, user.id, outcome):
        raise KeyReused
    return PeopleInside(inside=count_exits(tx, event.id).inside)


def count_exits(tx: Session, event_id: int) -> Exits:
    """The people inside, the guests who left, and the people who left without a scan."""
    leavers = max(0, repository.find_leavers(tx, event_id))
    inside, left = repository.count_exits(tx, event_id)
    return Exits(people_inside(inside, leavers), left, leavers)
