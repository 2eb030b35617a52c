"""Erasing one guest at once (contract 7.erase)."""

from functools import partial

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendee
from doorlist.core.db.database import Database
from doorlist.privacy.erasing import empty_refused_texts, erase_attendees
from doorlist.privacy.remembered import Remembered
from doorlist.users.service import SignedInUser


def erase_attendee(database: Database, attendee_id: int, caller: SignedInUser, remembered: Remembered) -> AttendeeOut:
    """Erase an attendee; one who is erased stays as they are. Raises UnknownAttendee, ImportRunning, and OSError."""
    with database.read() as tx:
        attendee = get_attendee(tx, attendee_id)
    if attendee.erased_at is not None:
        return attendee
    empty_refused_texts(database)
    return database.commit(partial(_erase, attendee_id=attendee_id, caller=caller, remembered=remembered))


def _erase(tx: Session, *, attendee_id: int, caller: SignedInUser, remembered: Remembered) -> AttendeeOut:
    get_attendee(tx, attendee_id)
    erase_attendees(tx, [attendee_id], by=caller, remembered=remembered)
    tx.expire_all()
    return get_attendee(tx, attendee_id)
