"""The grants of doors: made, told of, listed and ended (contract 6.grant and 7.grant)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.service import UnknownAttendee, get_attendee
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Problem
from doorlist.door.admission.repository import find_logged_event
from doorlist.door.admission.service import Verdict
from doorlist.door.grants.schemas import GrantListed, GrantOut, GrantRequest
from doorlist.door.offline import missing
from doorlist.door.rules import is_made_in_time, time_of_scan
from doorlist.door.schemas import AttendanceRequest, ScanRequest
from doorlist.events.service import get_event
from doorlist.history.rules import Action
from doorlist.history.service import add_entry
from doorlist.live.publish import publish_after_commit
from doorlist.users import grants
from doorlist.users.door_access import DoorAccess, DoorUser
from doorlist.users.grants import HeldGrant, NewGrant
from doorlist.users.models import DoorGrant
from doorlist.users.rules import MOST_GRANTS_OF_A_DEVICE
from doorlist.users.service import SignedInUser, hold_session
from doorlist.users.sessions import fingerprint

_PRIVATE = {"phone": "", "qr_code_data": ""}


class UnknownGrant(Problem):
    """No grant has that id."""

    status = 404
    code = "grant_not_found"
    title = "Device not found"

    def __init__(self) -> None:
        super().__init__("Device not found")


class NotYourGrant(Problem):
    """Another person's device, and the caller is no super administrator."""

    status = 403
    code = "forbidden"
    title = "Not allowed"

    def __init__(self) -> None:
        super().__init__("Only a super administrator, or the person who uses the device, may end its access.")


@dataclass(frozen=True)
class Granted:
    """The device's grant, and the secrets for its cookie, newest first."""

    grant: GrantOut
    secrets: tuple[str, ...]


def grant_to_user(tx: Session, request: GrantRequest, user: SignedInUser, door: DoorAccess) -> Granted:
    """Make the grant of this device for the signed-in user and the event, or prolong the one that it holds.

    Raises UnknownEvent; and GrantEnded, unless the request asks for a new one in place of what was ended.
    """
    hold_session(tx, user)
    get_event(tx, request.event_id)
    known = door.grants(tx)
    mine = [grant for grant in known if (grant.user.id, grant.event_id) == (user.id, request.event_id)]
    unknown = grants.unknown_secrets(tx, door.secrets) if request.made_at else []
    # The device keeps the ended ones: records made by them must not count (contract 7.settle.9).
    others = [grant.secret for grant in known if grant not in mine or grant.ended_at] + unknown
    alive = next((grant for grant in mine if grant.ended_at is None), None)
    prolonged = {**grants.prolonged(clock.now()), "session": fingerprint(user.token)}
    row = None if alive is None else _told(tx, alive, request, **prolonged)
    if alive is None or row is None:
        if not request.again:
            for grant in mine:
                grants.refuse_ended(grant)
        missing.note_overdue(tx, clock.now())
        row, secret = _new_grant(tx, request, user, unknown)
        missing.note_unsent(tx, row.id, request.unsent, clock.now())
        after = {"device": row.device}
        add_entry(tx, Action.GRANT_CREATED, by=user, subject_id=row.id, event_id=row.event_id, after=after)
    else:
        secret = alive.secret
    kept = dict.fromkeys((secret, *others))
    return Granted(_to_wire(row, user.full_name), tuple(kept)[:MOST_GRANTS_OF_A_DEVICE])


def _new_grant(tx: Session, request: GrantRequest, user: SignedInUser, unknown: Sequence[str]) -> tuple[DoorGrant, str]:
    """A grant by a secret of the device that an older backup does not know, else by a new one."""
    new = NewGrant(
        user_id=user.id,
        event_id=request.event_id,
        device=request.device or None,
        waiting=request.waiting or 0,
        last_sequence=request.last_sequence,
        session=fingerprint(user.token),
    )
    if request.made_at and unknown:
        return grants.adopt_grant(tx, new, unknown[0], made_at=request.made_at), unknown[0]
    return grants.make_grant(tx, new)


def tell_of_device(tx: Session, request: GrantRequest, door: DoorAccess) -> GrantOut:
    """Note what a device without a session says of itself, by its newest grant for the event.

    Raises GrantEnded, and the problem of the session where there is no such grant.
    """
    now = clock.now()
    of_event = [grant for grant in door.grants(tx) if grant.event_id == request.event_id]
    # That of a helper before staff's former one, and the other way round.
    grant = next(iter(sorted(of_event, key=lambda grant: grant.makes_until <= now)), None)
    if grant is None:
        raise door.no_access()
    grants.refuse_ended(grant)
    row = _told(tx, grant, request)
    if row is None:
        raise door.no_access()
    return _to_wire(row, grant.user.full_name)


def user_of_scan(tx: Session, door: DoorAccess, request: ScanRequest) -> DoorUser:
    """The user to whom a scan is credited that the session is not good for: it has to name them and the event.

    Raises GrantEnded, NotYou, and the problem of the session.
    """
    if request.scanned_by is None:
        raise door.no_access()
    user = door.user_at(tx, request.event_id, named=request.scanned_by)
    return _counting(user, door, time_of_scan(request.scanned_at, clock.now()))


def user_of_attendance(tx: Session, door: DoorAccess, attendee_id: int, request: AttendanceRequest) -> DoorUser:
    """The user who marks an attendee present or absent. By a grant alone only absent, at its own event.

    Raises GrantEnded, NotYou, and the problem of the session: for an unknown attendee too, so that nobody counts ids.
    """
    user = door.signed_in(request.scanned_by)
    if user is not None:
        return user
    if request.attended:
        raise door.no_access()
    return _counting(door.user_at(tx, _event_of(tx, attendee_id), named=request.scanned_by), door, clock.now())


def _counting(user: DoorUser, door: DoorAccess, made_at: datetime) -> DoorUser:
    """The user, if a check-in made at that moment counts. Raises the problem of the session."""
    if user.grant is not None and not is_made_in_time(made_at, makes_until=user.grant.makes_until):
        raise door.no_access()
    return user


def _event_of(tx: Session, attendee_id: int) -> int | None:
    """The event of an attendee; of one who was deleted, the event that let them in."""
    try:
        return get_attendee(tx, attendee_id).event_id
    except UnknownAttendee:
        return find_logged_event(tx, attendee_id)


def without_private(attendee: AttendeeOut) -> AttendeeOut:
    """The attendee without phone and QR text: a device by its grant alone learns neither (contract 6.grant)."""
    return attendee.model_copy(update=_PRIVATE)


def verdict_without_private(verdict: Verdict) -> Verdict:
    """The verdict with an attendee without phone and QR text."""
    if verdict.ticket is None:
        return verdict
    return replace(verdict, ticket=msgspec.structs.replace(verdict.ticket, **_PRIVATE))


def list_devices(tx: Session, event_id: int, door: DoorAccess) -> list[GrantListed]:
    """The devices at an event, newest contact first. Raises UnknownEvent."""
    get_event(tx, event_id)
    of_device = {fingerprint(secret) for secret in door.secrets}
    return [
        GrantListed(
            id=grant.id,
            user=PersonRef(id=grant.user_id, full_name=full_name),
            helper=helper,
            device=grant.device,
            created_at=grant.created_at,
            makes_until=grant.makes_until,
            last_contact_at=grant.last_contact_at,
            waiting=grant.waiting,
            is_this_device=grant.secret_hash in of_device,
        )
        for grant, full_name, helper in grants.list_grants(tx, event_id)
    ]


def end_grant(tx: Session, grant_id: int, caller: SignedInUser) -> None:
    """End the access of a device. Raises UnknownGrant and NotYourGrant."""
    grant = grants.find_grant(tx, grant_id)
    if grant is None:
        raise UnknownGrant
    if grant.user_id != caller.id and not caller.is_super_admin:
        raise NotYourGrant
    if grants.end_grant(tx, grant_id, ended_by=caller.id):
        # The device may listen by its user's session, which goes on: it asks whether the news is about it.
        publish_after_commit(tx, users=[grant.user_id])
        add_entry(tx, Action.GRANT_ENDED, by=caller, subject_id=grant_id, event_id=grant.event_id)


def _told(tx: Session, grant: HeldGrant, request: GrantRequest, **ends: object) -> DoorGrant | None:
    """Note what the device says of itself; None if its grant was ended meanwhile."""
    values = {"last_contact_at": clock.now(), **ends}
    # A helper's door is the one of the pass.
    if request.device is not None and not grant.is_helpers:
        values["device"] = request.device or None
    if request.waiting is not None:
        values["waiting"] = request.waiting
    row = grants.update_grant(tx, grant.id, values)
    if row is not None:
        missing.note_unsent(tx, row.id, request.unsent, clock.now())
    return row


def _to_wire(row: DoorGrant, full_name: str) -> GrantOut:
    return GrantOut(
        id=row.id,
        event_id=row.event_id,
        user=PersonRef(id=row.user_id, full_name=full_name),
        device=row.device,
        created_at=row.created_at,
        makes_until=row.makes_until,
        delivers_until=row.delivers_until,
    )
