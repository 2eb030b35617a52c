"""Statements of sync in addition to the ones of admission: names and doors."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import CheckInDoor
from doorlist.core import clock
from doorlist.door.admission.fold import VisitStart
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ENTRIES
from doorlist.users.models import User

LetIn = tuple[int | None, VisitStart | None, int | None]
"""An attendee, since when and by whom they are in, and at which check-in list."""


def names_of_users(tx: Session, user_ids: Collection[int]) -> dict[int, str]:
    """The full name of each."""
    users = tx.execute(select(User.id, User.full_name).where(User.id.in_(user_ids)))
    return {user.id: user.full_name for user in users}


def doors_of(tx: Session, let_in: Collection[LetIn]) -> dict[LetIn, CheckInDoor]:
    """The doors that let these attendees in then; those without a name are left out."""
    asked = [(attendee_id, present) for attendee_id, present, _ in let_in if attendee_id is not None and present]
    if not asked:
        return {}
    log = ScanLogEntry
    query = select(log.attendee_id, log.scanned_at, log.user_id, log.list_id, log.device, log.helper).where(
        log.attendee_id.in_({attendee_id for attendee_id, _ in asked}),
        log.scanned_at.in_({clock.from_wire(present.since) for _, present in asked}),
        log.outcome.in_(ENTRIES),
        log.device > "",
    )
    doors = dict[LetIn, CheckInDoor]()
    for attendee_id, at, user_id, list_id, device, helper in tx.execute(query.order_by(log.id)):
        let_in_by = (attendee_id, VisitStart(clock.to_wire(at), user_id), list_id)
        doors.setdefault(let_in_by, CheckInDoor(door=device, helper=helper))
    return doors
