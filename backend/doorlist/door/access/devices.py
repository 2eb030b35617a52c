"""The devices at the doors: their access made and prolonged, what they report, listed and ended (contract 7.grant)."""

import secrets
from collections.abc import Sequence

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import NotFound, Problem
from doorlist.door.access.schemas import GrantListed, GrantOut, GrantRequest
from doorlist.door.offline import missing_records
from doorlist.events.service import get_event
from doorlist.live.publish import publish_after_commit
from doorlist.users import access
from doorlist.users.access import PresentedAccess
from doorlist.users.door_credentials import DoorCredentials
from doorlist.users.models import DoorAccess
from doorlist.users.rules import ACCESS_MAKES_FOR, MAX_ACCESSES_PER_DEVICE, AccessKind
from doorlist.users.service import SignedInUser, lock_session
from doorlist.users.session_check import fingerprint


class UnknownDevice(NotFound):
    code = "grant_not_found"
    title = "Device not found"


class NotYourDevice(Problem):
    status = 403
    code = "forbidden"
    title = "Not allowed"
    detail = "Only a super administrator, or the person who uses the device, may end its access."


def grant_to_user(
    tx: Session, request: GrantRequest, user: SignedInUser, door: DoorCredentials
) -> tuple[GrantOut, Sequence[str]]:
    """Make the access of this device for the signed-in user and the event, or prolong the one that it holds.

    Returns it with the secrets for the device's cookie, newest first. Raises UnknownEvent; and AccessEnded, unless the
    request asks for a new one in place of what was ended.
    """
    lock_session(tx, user)
    get_event(tx, request.event_id)
    known = door.held_access(tx)
    mine = [each for each in known if (each.user.id, each.event_id) == (user.id, request.event_id)]
    unknown = access.unknown_secrets(tx, door.secrets) if request.made_at else []
    # The device keeps the ended ones: records made by them must not count (contract 7.settle.9).
    others = [each.secret for each in known if each not in mine or each.ended_at] + unknown
    alive = next((each for each in mine if each.ended_at is None), None)
    prolonged = {**access.extended_expiry(clock.now()), "session": fingerprint(user.token)}
    row = None if alive is None else _record_report(tx, alive, request, **prolonged)
    if alive is None or row is None:
        if not request.again:
            for each in mine:
                access.refuse_ended(each)
        missing_records.expire_unsent(tx, clock.now())
        row, secret = _new_access(tx, request, user, unknown)
        missing_records.record_unsent(tx, row.id, request.unsent, clock.now())
        after = {"device": row.device}
        add_audit_entry(tx, Action.GRANT_CREATED, by=user, subject_id=row.id, event_id=row.event_id, after=after)
    else:
        secret = alive.secret
    kept = dict.fromkeys((secret, *others))
    return _to_wire(row, user.full_name), tuple(kept)[:MAX_ACCESSES_PER_DEVICE]


def _new_access(
    tx: Session, request: GrantRequest, user: SignedInUser, unknown: Sequence[str]
) -> tuple[DoorAccess, str]:
    """An access by a secret of the device that an older backup does not know, else by a new one."""
    now = clock.now()
    secret, created_at = secrets.token_urlsafe(32), now
    if request.made_at and unknown:
        # As the device reports, but not longer ago than an access may check in.
        secret, created_at = unknown[0], min(now, max(request.made_at, now - ACCESS_MAKES_FOR))
    access.prune_access(tx)
    row = DoorAccess(
        kind=AccessKind.STAFF,
        secret_hash=fingerprint(secret),
        user_id=user.id,
        event_id=request.event_id,
        device=request.device or None,
        created_at=created_at,
        **access.extended_expiry(now),
        last_contact_at=now,
        waiting=request.waiting or 0,
        announced_sequence=request.last_sequence,
        announced_at=None if request.last_sequence is None else now,
        session=fingerprint(user.token),
    )
    tx.add(row)
    tx.flush()
    return row, secret


def report(tx: Session, request: GrantRequest, door: DoorCredentials) -> GrantOut:
    """Note what a device without a session reports of itself, by its newest access to the event.

    Raises AccessEnded, and the problem of the session where there is no such access.
    """
    now = clock.now()
    of_event = [each for each in door.held_access(tx) if each.event_id == request.event_id]
    # On a phone that staff and a helper have used, the access that can still check in comes first.
    held = next(iter(sorted(of_event, key=lambda each: each.makes_until <= now)), None)
    if held is None:
        raise door.no_access()
    access.refuse_ended(held)
    row = _record_report(tx, held, request)
    if row is None:
        raise door.no_access()
    return _to_wire(row, held.user.full_name)


def list_devices(tx: Session, event_id: int, door: DoorCredentials) -> list[GrantListed]:
    """The devices at an event, newest contact first. Raises UnknownEvent."""
    get_event(tx, event_id)
    of_device = {fingerprint(secret) for secret in door.secrets}
    return [
        GrantListed(
            id=row.id,
            user=PersonRef(id=row.user_id, full_name=full_name),
            helper=row.helper,
            device=row.device,
            created_at=row.begins_at,
            makes_until=row.makes_until,
            last_contact_at=row.last_contact_at or row.begins_at,
            waiting=row.waiting,
            is_this_device=row.secret_hash in of_device,
        )
        for row, full_name in access.list_devices(tx, event_id)
    ]


def end_device(tx: Session, access_id: int, caller: SignedInUser) -> None:
    """End the access of a device. Raises UnknownDevice and NotYourDevice."""
    row = tx.get(DoorAccess, access_id)
    if row is None or row.secret_hash is None:
        raise UnknownDevice
    if row.user_id != caller.id and not caller.is_super_admin:
        raise NotYourDevice
    if access.end_access(tx, access_id, ended_by=caller.id):
        # The device may listen by its user's session, which goes on: it asks whether the news is about it.
        publish_after_commit(tx, users=[row.user_id])
        add_audit_entry(tx, Action.GRANT_ENDED, by=caller, subject_id=access_id, event_id=row.event_id)


def _record_report(tx: Session, held: PresentedAccess, request: GrantRequest, **ends: object) -> DoorAccess | None:
    """Note what the device reports of itself; None if its access was ended meanwhile."""
    values = {"last_contact_at": clock.now(), **ends}
    # A helper's door is the one of the pass.
    if request.device is not None and not held.is_helpers:
        values["device"] = request.device or None
    if request.waiting is not None:
        values["waiting"] = request.waiting
    row = access.update_access(tx, held.id, values)
    if row is not None:
        missing_records.record_unsent(tx, row.id, request.unsent, clock.now())
    return row


def _to_wire(row: DoorAccess, full_name: str) -> GrantOut:
    return GrantOut(
        id=row.id,
        event_id=row.event_id,
        user=PersonRef(id=row.user_id, full_name=full_name),
        device=row.device,
        created_at=row.begins_at,
        makes_until=row.makes_until,
        delivers_until=row.delivers_until,
    )
