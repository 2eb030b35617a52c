"""To whom a live scan or a mark is credited, and what a device without a session learns (contract 6.grant, 6.pass)."""

from dataclasses import replace
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import UnknownAttendee, get_attendee
from doorlist.core import clock
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.repository import find_logged_event
from doorlist.door.rules import time_of_scan
from doorlist.door.schemas import AttendanceRequest, ScanRequest
from doorlist.users.door_credentials import DoorCredentials, DoorUser

_PRIVATE = {"phone": "", "email": None, "qr_code_data": ""}


def user_of_scan(tx: Session, door: DoorCredentials, request: ScanRequest) -> DoorUser:
    """The user to whom a scan is credited that the session is not good for: it has to name them and the event.

    Raises AccessEnded, NotYou, and the problem of the session.
    """
    if request.scanned_by is None:
        raise door.no_access()
    user = door.user_for_checkin(tx, request.event_id, named=request.scanned_by)
    return _counting(user, door, time_of_scan(request.scanned_at, clock.now()))


def user_of_attendance(tx: Session, door: DoorCredentials, attendee_id: int, request: AttendanceRequest) -> DoorUser:
    """The user who marks an attendee present or absent. By an access alone only absent, at its own event.

    Raises AccessEnded, NotYou, and the problem of the session: for an unknown attendee too, so that nobody counts ids.
    """
    user = door.signed_in(request.scanned_by)
    if user is not None:
        return user
    if request.attended:
        raise door.no_access()
    return _counting(door.user_for_checkin(tx, _event_of(tx, attendee_id), named=request.scanned_by), door, clock.now())


def without_private(attendee: AttendeeOut) -> AttendeeOut:
    """The attendee without phone, email and QR text: a device by its access alone learns none (contract 6.grant)."""
    return attendee.model_copy(update=_PRIVATE)


def verdict_without_private(verdict: Verdict) -> Verdict:
    """The verdict with an attendee without phone, email and QR text."""
    if verdict.ticket is None:
        return verdict
    return replace(verdict, ticket=msgspec.structs.replace(verdict.ticket, **_PRIVATE))


def _counting(user: DoorUser, door: DoorCredentials, made_at: datetime) -> DoorUser:
    """The user, if a check-in made at that moment counts. Raises the problem of the session."""
    if user.access is not None and made_at > user.access.makes_until:
        raise door.no_access()
    return user


def _event_of(tx: Session, attendee_id: int) -> int | None:
    """The event of an attendee; of one who was deleted, the event that let them in."""
    try:
        return get_attendee(tx, attendee_id).event_id
    except UnknownAttendee:
        return find_logged_event(tx, attendee_id)
