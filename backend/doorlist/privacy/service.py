"""Erasing one guest at once (contract 7.erase)."""

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import get_attendee
from doorlist.privacy.erasing import erase_attendees
from doorlist.privacy.remembered import Remembered
from doorlist.users.service import SignedInUser


def erase_attendee(tx: Session, attendee_id: int, caller: SignedInUser, remembered: Remembered) -> AttendeeOut:
    """Erase an attendee; one who is erased stays as they are. Raises UnknownAttendee and ImportRunning."""
    attendee = get_attendee(tx, attendee_id)
    if attendee.erased_at is not None:
        return attendee
    erase_attendees(tx, [attendee_id], by=caller, remembered=remembered)
    tx.expire_all()
    return get_attendee(tx, attendee_id)
