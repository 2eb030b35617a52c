"""Door passes, a helper's access before a device claims it: made, listed, claimed and revoked (contract 7.pass)."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased

from doorlist.audit.rules import Action
from doorlist.audit.service import AnonymousActor, add_audit_entry
from doorlist.check_in_lists.schemas import CheckInListRef
from doorlist.check_in_lists.service import refs_of_lists, refuse_unknown_list
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Conflict, InvalidInput, NotFound, Problem
from doorlist.door.access.schemas import ClaimRequest, PassClaimed, PassMade, PassOut, PassRequest
from doorlist.door.guest_list.service import listed_event
from doorlist.events.service import get_event
from doorlist.live.publish import publish_after_commit
from doorlist.users import access
from doorlist.users.models import DoorAccess, User
from doorlist.users.rules import ACCESS_DELIVERS_FOR, MAX_ACCESSES_PER_DEVICE, PASS_CLAIMED_WITHIN, AccessKind
from doorlist.users.service import SignedInUser, lock_session
from doorlist.users.session_check import fingerprint


class UnknownPass(NotFound):
    """No pass has that id, or that secret."""

    code = "pass_not_found"
    title = "Pass not found"
    detail = "This is no pass. Ask the person who gave it to you for a new one."


class PassUsed(Conflict):
    code = "pass_used"
    title = "Pass already used"
    detail = "This pass is already used on another device. Ask for a new one."


class PassExpired(Problem):
    status = 410
    code = "pass_expired"
    title = "Pass expired"
    detail = "This pass was not used in time. Ask for a new one."


class PassRevoked(Problem):
    status = 410
    code = "pass_revoked"
    title = "Pass revoked"
    detail = "This pass was revoked. Ask for a new one."


def make_pass(tx: Session, request: PassRequest, maker: SignedInUser) -> PassMade:
    """Make a pass, in place of another one where the request says so.

    Raises UnknownEvent, UnknownPass, and InvalidInput on `claimUntil` and `listId`.
    """
    lock_session(tx, maker)
    get_event(tx, request.event_id)
    refuse_unknown_list(tx, request.list_id, request.event_id)
    now = clock.now()
    makes_until = now + timedelta(hours=request.hours)
    claim_until = min(request.claim_until or now + PASS_CLAIMED_WITHIN, makes_until)
    if claim_until <= now:
        raise InvalidInput.on("claimUntil", "Choose a time that is still to come")
    if request.replaces is not None:
        _replace(tx, request.replaces, request.event_id, maker)
    secret = secrets.token_urlsafe(32)
    made = DoorAccess(
        kind=AccessKind.HELPER,
        claim_hash=fingerprint(secret),
        user_id=maker.id,
        event_id=request.event_id,
        list_id=request.list_id,
        device=request.door,
        helper=request.helper,
        created_at=now,
        claim_until=claim_until,
        makes_until=makes_until,
        delivers_until=makes_until + ACCESS_DELIVERS_FOR,
        waiting=0,
    )
    tx.add(made)
    tx.flush()
    after = _audited(tx, made) | {"makes_until": clock.to_wire(makes_until), "replaces": request.replaces}
    add_audit_entry(tx, Action.PASS_CREATED, by=maker, subject_id=made.id, event_id=made.event_id, after=after)
    publish_after_commit(tx, users=[maker.id])
    lists = refs_of_lists(tx, [made.list_id])
    return PassMade(**dict(_to_wire(made, maker.full_name, None, lists)), secret=secret)


def list_passes(tx: Session, event_id: int) -> list[PassOut]:
    """The passes for an event, newest first. Raises UnknownEvent."""
    get_event(tx, event_id)
    maker, ender = aliased(User), aliased(User)
    query = (
        select(DoorAccess, maker.full_name, ender.full_name)
        .join(maker, maker.id == DoorAccess.user_id)
        .outerjoin(ender, ender.id == DoorAccess.ended_by)
        .where(DoorAccess.event_id == event_id, DoorAccess.kind == AccessKind.HELPER)
        .order_by(DoorAccess.id.desc())
    )
    rows = tx.execute(query).all()
    lists = refs_of_lists(tx, [row[0].list_id for row in rows])
    return [_to_wire(*row, lists) for row in rows]


def revoke_pass(tx: Session, pass_id: int, caller: SignedInUser) -> None:
    """End a pass and its device's access, by any member of staff. Raises UnknownPass."""
    found = _lock_pass(tx, pass_id)
    if access.end_access(tx, pass_id, ended_by=caller.id):
        before = _audited(tx, found) | {"helper": found.helper}
        add_audit_entry(tx, Action.PASS_REVOKED, by=caller, subject_id=pass_id, event_id=found.event_id, before=before)
        publish_after_commit(tx, users=[found.user_id])


def check_claim(tx: Session, request: ClaimRequest) -> None:
    """Refuse in a read what `claim_pass` would refuse: an anonymous caller must not queue for the writer lock.

    Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    _claimable(tx, request, lock=False)


def claim_pass(
    tx: Session, request: ClaimRequest, held: Sequence[str], of_staff: Sequence[str], address: str
) -> tuple[PassClaimed, Sequence[str]]:
    """Claim the pass for this device, and let it check in; again, if the response to its own claim was lost.

    Returns it with the secrets for the helper's cookie, newest first.
    `held` are the secrets of earlier passes, which still upload. `of_staff` are the secrets of staff access, which can
    no longer check in. Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    found, maker = _claimable(tx, request, lock=True)
    secret = secrets.token_urlsafe(32)
    if found.claimed_at is not None:
        found.secret_hash = fingerprint(secret)
    else:
        _claim(tx, found, request, secret)
        after = _audited(tx, found) | {"helper": found.helper}
        add_audit_entry(
            tx,
            Action.PASS_CLAIMED,
            by=AnonymousActor(address),
            subject_id=found.id,
            event_id=found.event_id,
            after=after,
        )
        publish_after_commit(tx, users=[found.user_id])
    access.end_check_ins(tx, [each for each in access.find_presented(tx, of_staff) if not each.is_helpers])
    claimed = PassClaimed(
        grant_id=found.id,
        event=listed_event(tx, found.event_id),
        list=refs_of_lists(tx, [found.list_id]).get(found.list_id),
        door=found.device or "",
        helper=found.helper or request.helper,
        user=PersonRef(id=maker.id, full_name=maker.full_name),
        makes_until=found.makes_until,
    )
    return claimed, tuple(dict.fromkeys((secret, *held)))[:MAX_ACCESSES_PER_DEVICE]


def _claim(tx: Session, found: DoorAccess, request: ClaimRequest, secret: str) -> None:
    """Claim it for this device, unless another device was faster. Raises PassExpired."""
    now = clock.now()
    is_free = (DoorAccess.claimed_at.is_(None), DoorAccess.ended_at.is_(None), DoorAccess.claim_until > now)
    claiming = update(DoorAccess).where(DoorAccess.id == found.id, *is_free)
    claimed = {
        "claimed_at": now,
        "claim_key_hash": _key_hash(request),
        "helper": request.helper,
        "secret_hash": fingerprint(secret),
        "last_contact_at": now,
    }
    if tx.scalar(claiming.values(**claimed).returning(DoorAccess.id)) is None:
        raise PassExpired
    tx.refresh(found)


def _claimable(tx: Session, request: ClaimRequest, *, lock: bool) -> tuple[DoorAccess, User]:
    """The pass and its issuer; also a claimed one, if this device claimed it and never received the response.

    Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    claim_hash = fingerprint(request.secret)
    query = select(DoorAccess).where(DoorAccess.claim_hash == claim_hash)
    found = tx.scalar(query.with_for_update() if lock else query)
    # The index compares hashes of 256 random bits, which reveals nothing of a secret; this compares in constant time.
    if found is None or found.claim_until is None or not secrets.compare_digest(found.claim_hash or "", claim_hash):
        raise UnknownPass
    maker = tx.get_one(User, found.user_id)
    if found.ended_at is not None or not maker.is_active:
        raise PassRevoked
    if found.claimed_at is not None:
        known, key_hash = found.claim_key_hash, _key_hash(request)
        if known is None or key_hash is None or not secrets.compare_digest(known, key_hash):
            raise PassUsed
    elif found.claim_until <= clock.now():
        raise PassExpired
    return found, maker


def _key_hash(request: ClaimRequest) -> str | None:
    return None if request.idempotency_key is None else fingerprint(request.idempotency_key.hex)


def _lock_pass(tx: Session, pass_id: int) -> DoorAccess:
    found = access.lock_access(tx, pass_id)
    if found is None or found.kind != AccessKind.HELPER:
        raise UnknownPass
    return found


def _replace(tx: Session, pass_id: int, event_id: int, maker: SignedInUser) -> None:
    """End the check-ins of the former device, which may still upload. An unclaimed pass is revoked."""
    former = _lock_pass(tx, pass_id)
    if former.event_id != event_id:
        raise UnknownPass
    if former.claimed_at is None:
        revoke_pass(tx, pass_id, maker)
    else:
        former.makes_until = min(former.makes_until, clock.now())


def _audited(tx: Session, row: DoorAccess) -> dict[str, Any]:
    """The door of a pass and the name of its check-in list, if it is not for the entrance."""
    door = {"door": row.device}
    return door if row.list_id is None else door | {"check_in_list": refs_of_lists(tx, [row.list_id])[row.list_id].name}


def _to_wire(row: DoorAccess, maker: str, ender: str | None, lists: Mapping[int | None, CheckInListRef]) -> PassOut:
    return PassOut(
        id=row.id,
        event_id=row.event_id,
        list=lists.get(row.list_id),
        door=row.device or "",
        helper=row.helper,
        maker=PersonRef(id=row.user_id, full_name=maker),
        created_at=row.created_at,
        claim_until=row.claim_until or row.makes_until,
        makes_until=row.makes_until,
        claimed_at=row.claimed_at,
        revoked_at=row.ended_at,
        revoked_by=PersonRef(id=row.ended_by, full_name=ender) if row.ended_by and ender else None,
        grant_id=row.id if row.secret_hash else None,
        last_contact_at=row.last_contact_at,
        waiting=row.waiting,
    )
