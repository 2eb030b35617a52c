"""Grants of doors: what lets a device check in for its user, at one event, without a session (contract 6.grant)."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, aliased

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Problem
from doorlist.users.models import DoorGrant, DoorPass, User
from doorlist.users.rules import GRANT_DELIVERS_FOR, GRANT_KEPT_FOR, GRANT_MAKES_FOR
from doorlist.users.sessions import fingerprint


class GrantEnded(Problem):
    """A person ended the grant of this device; `endedBy` and `endedAt` say who and when."""

    status = 403
    code = "grant_ended"
    title = "Access ended"

    def __init__(self, ended_by: PersonRef | None, ended_at: datetime) -> None:
        what = "The access of this device was ended" if ended_by is None else f"{ended_by.full_name} ended its access"
        super().__init__(
            f"{what}. To go on here, sign in and choose the event again.",
            extra={
                "endedBy": ended_by and ended_by.model_dump(by_alias=True),
                "endedAt": clock.to_wire(ended_at),
            },
        )


@dataclass(frozen=True)
class PresentedAccess:
    """A grant whose secret the caller holds. It still delivers, or was ended by a person."""

    id: int
    user: PersonRef
    event_id: int
    device: str | None
    created_at: datetime
    makes_until: datetime
    ended_at: datetime | None
    ended_by: PersonRef | None
    secret: str = field(repr=False)
    pass_id: int | None = None
    helper: str | None = None
    """Who holds the pass by which this grant was made; None for staff."""

    @property
    def is_helpers(self) -> bool:
        """Whether it is a helper's, who may do less (contract 6.pass)."""
        return self.pass_id is not None


def find_grants(tx: Session, held: Sequence[str]) -> list[PresentedAccess]:
    """The grants that these secrets open, in the order of the secrets. Those that ended by the clock are left out."""
    if not held:
        return []
    ender = aliased(User)
    query = (
        select(DoorGrant, User.full_name, User.is_active, ender.full_name, DoorPass.helper)
        .join(User, User.id == DoorGrant.user_id)
        .join(DoorPass, DoorPass.id == DoorGrant.pass_id, isouter=True)
        .join(ender, ender.id == DoorGrant.ended_by, isouter=True)
        .where(DoorGrant.secret_hash.in_([fingerprint(secret) for secret in held]))
        .where(DoorGrant.delivers_until > clock.now())
    )
    rows = {row[0].secret_hash: row for row in tx.execute(query)}
    opened = [(secret, rows[fingerprint(secret)]) for secret in held if fingerprint(secret) in rows]
    return [
        PresentedAccess(
            id=grant.id,
            user=PersonRef(id=grant.user_id, full_name=full_name),
            event_id=grant.event_id,
            device=grant.device,
            created_at=grant.created_at,
            makes_until=grant.makes_until,
            ended_at=grant.ended_at,
            ended_by=PersonRef(id=grant.ended_by, full_name=ender_name) if grant.ended_by else None,
            secret=secret,
            pass_id=grant.pass_id,
            helper=helper,
        )
        for secret, (grant, full_name, is_active, ender_name, helper) in opened
        if is_active or grant.ended_at
    ]


def pick_for_checkin(
    held: Sequence[PresentedAccess], *, event_id: int, user_id: int | None = None, makes_at: datetime | None = None
) -> PresentedAccess | None:
    """The newest grant of that event (and user) that is alive; with `makes_at`, that may still make check-ins then.

    A helper's may always: what it made before its end comes by a batch alone. Raises GrantEnded if there is none, but
    one that a person ended.
    """
    now = clock.now()
    of_event = [grant for grant in held if grant.event_id == event_id and user_id in {None, grant.user.id}]
    # On a device that had a pass and is staff's now, or the other way round, by the one that still makes check-ins.
    for grant in sorted(of_event, key=lambda grant: grant.makes_until <= now):
        asked = makes_at or (now if grant.is_helpers else None)
        if grant.ended_at is None and (asked is None or grant.makes_until > asked):
            return grant
    for grant in of_event:
        refuse_ended(grant)
    return None


def refuse_ended(grant: PresentedAccess) -> None:
    """Raise GrantEnded if a person ended it."""
    if grant.ended_at is not None:
        raise GrantEnded(grant.ended_by, grant.ended_at)


@dataclass(frozen=True)
class NewGrant:
    """A grant for a device, as it is asked for."""

    user_id: int
    event_id: int
    device: str | None
    waiting: int
    last_sequence: int | None = None
    session: str | None = None
    """The fingerprint of the user's session."""


def make_grant(tx: Session, new: NewGrant) -> tuple[DoorGrant, str]:
    """A new grant, and its secret, which is stored nowhere. Forgets grants that ended long ago."""
    secret = secrets.token_urlsafe(32)
    return _add_grant(tx, new, secret, created_at=clock.now()), secret


def unknown_secrets(tx: Session, held: Sequence[str]) -> list[str]:
    """Those of the secrets that open no grant, nor one that is over: an older backup may have been restored."""
    hashes = [fingerprint(secret) for secret in held]
    known = set(tx.scalars(select(DoorGrant.secret_hash).where(DoorGrant.secret_hash.in_(hashes))))
    return [secret for secret in held if fingerprint(secret) not in known]


def adopt_grant(tx: Session, new: NewGrant, secret: str, *, made_at: datetime) -> DoorGrant:
    """A grant by a secret that the device has and nobody knows.

    It counts from `made_at`, by the device's word, but from no longer ago than a grant makes check-ins.
    """
    now = clock.now()
    return _add_grant(tx, new, secret, created_at=min(now, max(made_at, now - GRANT_MAKES_FOR)))


def _add_grant(tx: Session, new: NewGrant, secret: str, *, created_at: datetime) -> DoorGrant:
    now = clock.now()
    tx.execute(delete(DoorGrant).where(DoorGrant.delivers_until < now - GRANT_KEPT_FOR))
    grant = DoorGrant(
        secret_hash=fingerprint(secret),
        user_id=new.user_id,
        event_id=new.event_id,
        device=new.device,
        created_at=created_at,
        **extended_expiry(now),
        last_contact_at=now,
        waiting=new.waiting,
        announced_sequence=new.last_sequence,
        announced_at=None if new.last_sequence is None else now,
        session=new.session,
    )
    tx.add(grant)
    tx.flush()
    return grant


def extended_expiry(now: datetime) -> dict[str, datetime]:
    """The ends of a grant whose user is signed in at this moment."""
    return {"makes_until": now + GRANT_MAKES_FOR, "delivers_until": now + GRANT_DELIVERS_FOR}


def update_grant(tx: Session, grant_id: int, values: Mapping[str, Any]) -> DoorGrant | None:
    """Change a grant that nobody has ended; None if it was ended meanwhile."""
    statement = update(DoorGrant).where(DoorGrant.id == grant_id, DoorGrant.ended_at.is_(None))
    return tx.scalar(statement.values(**values).returning(DoorGrant))


def find_checkin_capable(tx: Session, fingerprints: Collection[str]) -> set[str]:
    """Those of the grants, by the hash of their secret, that make check-ins now."""
    query = (
        select(DoorGrant.secret_hash)
        .join(User, User.id == DoorGrant.user_id)
        .where(DoorGrant.secret_hash.in_(fingerprints), DoorGrant.makes_until > clock.now())
        .where(DoorGrant.ended_at.is_(None), User.is_active)
    )
    return set(tx.scalars(query))


def list_grants(tx: Session, event_id: int) -> list[tuple[DoorGrant, str, str | None]]:
    """The grants of an event that still deliver, newest contact first, each with the names of its user and helper."""
    query = (
        select(DoorGrant, User.full_name, DoorPass.helper)
        .join(User, User.id == DoorGrant.user_id)
        .join(DoorPass, DoorPass.id == DoorGrant.pass_id, isouter=True)
        .where(DoorGrant.event_id == event_id, DoorGrant.ended_at.is_(None), User.is_active)
        .where(DoorGrant.delivers_until > clock.now())
        .order_by(DoorGrant.last_contact_at.desc(), DoorGrant.id.desc())
    )
    return [(grant, full_name, helper) for grant, full_name, helper in tx.execute(query)]


def find_grant(tx: Session, grant_id: int) -> DoorGrant | None:
    """The grant with that id."""
    return tx.get(DoorGrant, grant_id)


def end_grant(tx: Session, grant_id: int, *, ended_by: int) -> bool:
    """End one grant. Whether this call did it."""
    return update_grant(tx, grant_id, {"ended_at": clock.now(), "ended_by": ended_by}) is not None


class Ended(NamedTuple):
    """How many devices, and how many passes, lost their access."""

    devices: int
    passes: int


def end_grants_of(
    tx: Session,
    user_id: int,
    *,
    ended_by: int | None,
    of_session: str | None = None,
    but_of_session: str | None = None,
) -> Ended:
    """End the grants of a user (`ended_by` None: from the shell): all, those of one session, or those of all others.

    All of them takes the passes that they made as well; a session has none. How many had not run out.
    """
    now = clock.now()
    passes: Sequence[datetime] = ()
    are_theirs = [DoorGrant.user_id == user_id, DoorGrant.ended_at.is_(None)]
    if of_session is not None:
        are_theirs.append(DoorGrant.session == of_session)
    if but_of_session is not None:
        are_theirs += [func.coalesce(DoorGrant.session, "") != but_of_session, DoorGrant.pass_id.is_(None)]
    if of_session is None and but_of_session is None:
        # Before the grants: a claim that is under way holds its pass, and its grant is there after it.
        are_made = (DoorPass.user_id == user_id, DoorPass.revoked_at.is_(None))
        revoking = update(DoorPass).where(*are_made).values(revoked_at=now, revoked_by=ended_by)
        passes = tx.scalars(revoking.returning(DoorPass.makes_until)).all()
    ending = update(DoorGrant).where(*are_theirs).values(ended_at=now, ended_by=ended_by)
    devices = tx.scalars(ending.returning(DoorGrant.delivers_until)).all()
    return Ended(sum(until > now for until in devices), sum(until > now for until in passes))


def make_helpers_grant(tx: Session, door_pass: DoorPass) -> tuple[DoorGrant, str]:
    """A grant by a pass that was just claimed, and its secret. It makes check-ins as long as the pass says."""
    secret = secrets.token_urlsafe(32)
    new = NewGrant(user_id=door_pass.user_id, event_id=door_pass.event_id, device=door_pass.door, waiting=0)
    grant = _add_grant(tx, new, secret, created_at=clock.now())
    grant.pass_id = door_pass.id
    grant.makes_until = door_pass.makes_until
    grant.delivers_until = door_pass.makes_until + GRANT_DELIVERS_FOR
    tx.flush()
    return grant, secret


def carry_over(tx: Session, session: str, *, under: str) -> None:
    """Let the grants of a session whose token changes follow it."""
    tx.execute(update(DoorGrant).where(DoorGrant.session == session).values(session=under))


def tie_to_session(tx: Session, held: Sequence[PresentedAccess], session: str) -> None:
    """Let grants that a device holds end with the session that it has now."""
    ids = [grant.id for grant in held]
    tx.execute(update(DoorGrant).where(DoorGrant.id.in_(ids), DoorGrant.ended_at.is_(None)).values(session=session))


def end_check_ins(tx: Session, held: Sequence[PresentedAccess]) -> bool:
    """Let these grants make nothing any longer; what they made is still delivered.

    Whether any of them did.
    """
    now = clock.now()
    is_due = (DoorGrant.id.in_([grant.id for grant in held]), DoorGrant.makes_until > now)
    stopped = tx.scalars(update(DoorGrant).where(*is_due).values(makes_until=now).returning(DoorGrant.id))
    return bool(stopped.all())
