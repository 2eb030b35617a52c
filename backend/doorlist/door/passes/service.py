"""Door passes: made, listed, claimed and revoked (contract 6.pass and 7.pass)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import InvalidInput, Problem
from doorlist.door.guest_list.schemas import ListedEvent
from doorlist.door.passes import repository
from doorlist.door.passes.repository import ListedPass
from doorlist.door.passes.schemas import ClaimRequest, PassClaimed, PassMade, PassOut, PassRequest
from doorlist.events.service import get_event
from doorlist.history.rules import Action
from doorlist.history.service import Visitor, add_entry
from doorlist.live.publish import publish_after_commit
from doorlist.users import grants
from doorlist.users.models import DoorGrant, DoorPass, User
from doorlist.users.rules import MOST_GRANTS_OF_A_DEVICE, PASS_CLAIMED_WITHIN
from doorlist.users.service import SignedInUser, hold_session
from doorlist.users.sessions import fingerprint


class UnknownPass(Problem):
    """No pass has that id, or that secret."""

    status = 404
    code = "pass_not_found"
    title = "Pass not found"

    def __init__(self) -> None:
        super().__init__("This is no pass. Ask the person who gave it to you for a new one.")


class PassUsed(Problem):
    """Another device claimed it."""

    status = 409
    code = "pass_used"
    title = "Pass already used"

    def __init__(self) -> None:
        super().__init__("This pass is already used on another device. Ask for a new one.")


class PassExpired(Problem):
    """Nobody claimed it in time."""

    status = 410
    code = "pass_expired"
    title = "Pass expired"

    def __init__(self) -> None:
        super().__init__("This pass was not used in time. Ask for a new one.")


class PassRevoked(Problem):
    """A member of staff took it back."""

    status = 410
    code = "pass_revoked"
    title = "Pass taken back"

    def __init__(self) -> None:
        super().__init__("This pass was taken back. Ask for a new one.")


@dataclass(frozen=True)
class Claimed:
    """What a claim comes to, and the secrets for the helper's cookie, newest first."""

    answer: PassClaimed
    secrets: tuple[str, ...]


def make_pass(tx: Session, request: PassRequest, maker: SignedInUser) -> PassMade:
    """Make a pass, in place of another one where the request says so.

    Raises UnknownEvent, UnknownPass, and InvalidInput on `claimUntil`.
    """
    hold_session(tx, maker)
    get_event(tx, request.event_id)
    now = clock.now()
    makes_until = now + timedelta(hours=request.hours)
    claim_until = min(request.claim_until or now + PASS_CLAIMED_WITHIN, makes_until)
    if claim_until <= now:
        raise InvalidInput.on("claimUntil", "Choose a time that is still to come")
    if request.replaces is not None:
        _replace(tx, request.replaces, request.event_id, maker)
    secret = secrets.token_urlsafe(32)
    made = DoorPass(
        secret_hash=fingerprint(secret),
        user_id=maker.id,
        event_id=request.event_id,
        door=request.door,
        helper=request.helper,
        created_at=now,
        claim_until=claim_until,
        makes_until=makes_until,
    )
    tx.add(made)
    tx.flush()
    after = {"door": made.door, "makes_until": clock.to_wire(makes_until), "replaces": request.replaces}
    add_entry(tx, Action.PASS_CREATED, by=maker, subject_id=made.id, event_id=made.event_id, after=after)
    publish_after_commit(tx, users=[maker.id])
    [listed] = list_passes(tx, made.event_id, made.id)
    return PassMade(**listed.model_dump(), secret=secret)


def list_passes(tx: Session, event_id: int, pass_id: int | None = None) -> list[PassOut]:
    """The passes for an event, newest first. Raises UnknownEvent."""
    get_event(tx, event_id)
    return [_to_wire(row) for row in repository.list_passes(tx, event_id, pass_id)]


def revoke_pass(tx: Session, pass_id: int, caller: SignedInUser) -> None:
    """End a pass and its device's access, by any member of staff. Raises UnknownPass."""
    found = repository.find_pass(tx, pass_id)
    if found is None:
        raise UnknownPass
    grant = repository.find_grant_of(tx, pass_id)
    has_ended = grant is not None and grants.end_grant(tx, grant.id, ended_by=caller.id)
    if found.revoked_at is None:
        found.revoked_at, found.revoked_by = clock.now(), caller.id
        has_ended = True
    if has_ended:
        before = {"door": found.door, "helper": found.helper}
        add_entry(tx, Action.PASS_REVOKED, by=caller, subject_id=pass_id, event_id=found.event_id, before=before)
        publish_after_commit(tx, users=[found.user_id])


def check_claim(tx: Session, request: ClaimRequest) -> None:
    """Refuse in a read what `claim_pass` would refuse: an anonymous caller must not queue for the writer lock.

    Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    _claimable(tx, request, lock=False)


def claim_pass(
    tx: Session, request: ClaimRequest, held: Sequence[str], of_staff: Sequence[str], address: str
) -> Claimed:
    """Spend the pass on this device, and let it check in.

    `held` are the secrets of earlier passes, which still deliver; `of_staff` those of grants, which make nothing from
    now on. Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    found, maker, grant = _claimable(tx, request, lock=True)
    if grant is not None:
        secret = secrets.token_urlsafe(32)
        grant.secret_hash = fingerprint(secret)
    else:
        now = clock.now()
        values = {"claimed_at": now, "helper": request.helper, "claim_key_hash": _key_hash(request)}
        if not repository.claim(tx, found.id, values, now):
            raise PassExpired
        tx.refresh(found)
        grant, secret = grants.make_helpers_grant(tx, found)
        after = {"door": found.door, "helper": found.helper}
        add_entry(
            tx, Action.PASS_CLAIMED, by=Visitor(address), subject_id=found.id, event_id=found.event_id, after=after
        )
        publish_after_commit(tx, users=[found.user_id])
    grants.stop_making(tx, [each for each in grants.find_grants(tx, of_staff) if not each.is_helpers])
    answer = PassClaimed(
        grant_id=grant.id,
        event=ListedEvent.model_validate(get_event(tx, found.event_id)),
        door=found.door,
        helper=found.helper or request.helper,
        user=PersonRef(id=maker.id, full_name=maker.full_name),
        makes_until=grant.makes_until,
    )
    return Claimed(answer, tuple(dict.fromkeys((secret, *held)))[:MOST_GRANTS_OF_A_DEVICE])


def _claimable(tx: Session, request: ClaimRequest, *, lock: bool) -> tuple[DoorPass, User, DoorGrant | None]:
    """The pass, its issuer, and the grant of the device that claimed it and never received the response.

    Raises UnknownPass, PassUsed, PassExpired and PassRevoked.
    """
    secret_hash = fingerprint(request.secret)
    found = repository.find_by_secret(tx, secret_hash, lock=lock)
    # The index compares hashes of 256 random bits, which reveals nothing of a secret; this compares in constant time.
    if found is None or not secrets.compare_digest(found.secret_hash, secret_hash):
        raise UnknownPass
    maker = tx.get_one(User, found.user_id)
    if found.revoked_at is not None or not maker.is_active:
        raise PassRevoked
    grant = repository.find_grant_of(tx, found.id)
    if found.claimed_at is not None:
        known, key_hash = found.claim_key_hash, _key_hash(request)
        if grant is None or known is None or key_hash is None or not secrets.compare_digest(known, key_hash):
            raise PassUsed
        if grant.ended_at is not None:
            raise PassRevoked
    elif found.claim_until <= clock.now():
        raise PassExpired
    return found, maker, grant


def _key_hash(request: ClaimRequest) -> str | None:
    return None if request.idempotency_key is None else fingerprint(request.idempotency_key.hex)


def _replace(tx: Session, pass_id: int, event_id: int, maker: SignedInUser) -> None:
    """End what the former device makes; what it made is still delivered. A pass that nobody claimed is revoked."""
    former = repository.find_pass(tx, pass_id)
    if former is None or former.event_id != event_id:
        raise UnknownPass
    now = clock.now()
    grant = repository.find_grant_of(tx, pass_id)
    if grant is None:
        revoke_pass(tx, pass_id, maker)
    elif grant.makes_until > now:
        grant.makes_until = former.makes_until = now


def _to_wire(row: ListedPass) -> PassOut:
    door_pass, grant = row.door_pass, row.grant
    # Its device may have been removed by itself.
    revoked_at = door_pass.revoked_at or (grant.ended_at if grant else None)
    return PassOut(
        id=door_pass.id,
        event_id=door_pass.event_id,
        door=door_pass.door,
        helper=door_pass.helper,
        maker=PersonRef(id=door_pass.user_id, full_name=row.maker),
        created_at=door_pass.created_at,
        claim_until=door_pass.claim_until,
        makes_until=door_pass.makes_until,
        claimed_at=door_pass.claimed_at,
        revoked_at=revoked_at,
        revoked_by=PersonRef(id=door_pass.revoked_by, full_name=row.revoker)
        if door_pass.revoked_by and row.revoker
        else None,
        grant_id=grant and grant.id,
        last_contact_at=grant and grant.last_contact_at,
        waiting=grant.waiting if grant else 0,
    )
