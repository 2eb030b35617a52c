"""Grants of doors: what lets a device check in for its user, at one event, without a session (contract 6.grant)."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, aliased

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Problem
from doorlist.users.models import DoorGrant, User
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
class HeldGrant:
    """A grant whose secret the caller holds. It still delivers, or was ended by a person."""

    id: int
    user: PersonRef
    event_id: int
    device: str | None
    makes_until: datetime
    ended_at: datetime | None
    ended_by: PersonRef | None
    secret: str = field(repr=False)


def find_grants(tx: Session, held: Sequence[str]) -> list[HeldGrant]:
    """The grants that these secrets open, in the order of the secrets. Those that ended by the clock are left out."""
    if not held:
        return []
    ender = aliased(User)
    query = (
        select(DoorGrant, User.full_name, User.is_active, ender.full_name)
        .join(User, User.id == DoorGrant.user_id)
        .join(ender, ender.id == DoorGrant.ended_by, isouter=True)
        .where(DoorGrant.secret_hash.in_([fingerprint(secret) for secret in held]))
        .where(DoorGrant.delivers_until > clock.now())
    )
    rows = {row[0].secret_hash: row for row in tx.execute(query)}
    opened = [(secret, rows[fingerprint(secret)]) for secret in held if fingerprint(secret) in rows]
    return [
        HeldGrant(
            id=grant.id,
            user=PersonRef(id=grant.user_id, full_name=full_name),
            event_id=grant.event_id,
            device=grant.device,
            makes_until=grant.makes_until,
            ended_at=grant.ended_at,
            ended_by=PersonRef(id=grant.ended_by, full_name=ender_name) if grant.ended_by else None,
            secret=secret,
        )
        for secret, (grant, full_name, is_active, ender_name) in opened
        if is_active or grant.ended_at
    ]


def usable_grant(
    held: Sequence[HeldGrant], *, event_id: int, user_id: int | None = None, makes_at: datetime | None = None
) -> HeldGrant | None:
    """The newest grant of that event (and user) that is alive; with `makes_at`, that may still make check-ins then.

    Raises GrantEnded if there is none, but one that a person ended.
    """
    of_event = [grant for grant in held if grant.event_id == event_id and user_id in {None, grant.user.id}]
    for grant in of_event:
        if grant.ended_at is None and (makes_at is None or grant.makes_until > makes_at):
            return grant
    for grant in of_event:
        refuse_ended(grant)
    return None


def refuse_ended(grant: HeldGrant) -> None:
    """Raise GrantEnded if a person ended it."""
    if grant.ended_at is not None:
        raise GrantEnded(grant.ended_by, grant.ended_at)


def make_grant(tx: Session, *, user_id: int, event_id: int, device: str | None, waiting: int) -> tuple[DoorGrant, str]:
    """A new grant, and its secret, which is stored nowhere. Forgets grants that ended long ago."""
    now = clock.now()
    tx.execute(delete(DoorGrant).where(DoorGrant.delivers_until < now - GRANT_KEPT_FOR))
    secret = secrets.token_urlsafe(32)
    grant = DoorGrant(
        secret_hash=fingerprint(secret),
        user_id=user_id,
        event_id=event_id,
        device=device,
        created_at=now,
        **prolonged(now),
        last_contact_at=now,
        waiting=waiting,
    )
    tx.add(grant)
    tx.flush()
    return grant, secret


def prolonged(now: datetime) -> dict[str, datetime]:
    """The ends of a grant whose user is signed in at this moment."""
    return {"makes_until": now + GRANT_MAKES_FOR, "delivers_until": now + GRANT_DELIVERS_FOR}


def update_grant(tx: Session, grant_id: int, values: Mapping[str, Any]) -> DoorGrant | None:
    """Change a grant that nobody has ended; None if it was ended meanwhile."""
    statement = update(DoorGrant).where(DoorGrant.id == grant_id, DoorGrant.ended_at.is_(None))
    return tx.scalar(statement.values(**values).returning(DoorGrant))


def find_making(tx: Session, fingerprints: Collection[str]) -> set[str]:
    """Those of the grants, by the hash of their secret, that make check-ins now."""
    query = (
        select(DoorGrant.secret_hash)
        .join(User, User.id == DoorGrant.user_id)
        .where(DoorGrant.secret_hash.in_(fingerprints), DoorGrant.makes_until > clock.now())
        .where(DoorGrant.ended_at.is_(None), User.is_active)
    )
    return set(tx.scalars(query))


def list_grants(tx: Session, event_id: int) -> list[tuple[DoorGrant, str]]:
    """The grants of an event that still deliver, newest contact first, each with the name of its user."""
    query = (
        select(DoorGrant, User.full_name)
        .join(User, User.id == DoorGrant.user_id)
        .where(DoorGrant.event_id == event_id, DoorGrant.ended_at.is_(None), User.is_active)
        .where(DoorGrant.delivers_until > clock.now())
        .order_by(DoorGrant.last_contact_at.desc(), DoorGrant.id.desc())
    )
    return [(grant, full_name) for grant, full_name in tx.execute(query)]


def find_grant(tx: Session, grant_id: int) -> DoorGrant | None:
    """The grant with that id."""
    return tx.get(DoorGrant, grant_id)


def end_grant(tx: Session, grant_id: int, *, ended_by: int) -> bool:
    """End one grant. Whether this call did it."""
    return update_grant(tx, grant_id, {"ended_at": clock.now(), "ended_by": ended_by}) is not None


def end_grants_of(tx: Session, user_id: int, *, ended_by: int | None) -> None:
    """End every grant of a user (None: from the shell)."""
    are_theirs = (DoorGrant.user_id == user_id, DoorGrant.ended_at.is_(None))
    tx.execute(update(DoorGrant).where(*are_theirs).values(ended_at=clock.now(), ended_by=ended_by))


def stop_making(tx: Session, held: Sequence[HeldGrant]) -> bool:
    """Let these grants make nothing any longer; what they made is still delivered.

    Whether any of them did.
    """
    now = clock.now()
    is_due = (DoorGrant.id.in_([grant.id for grant in held]), DoorGrant.makes_until > now)
    stopped = tx.scalars(update(DoorGrant).where(*is_due).values(makes_until=now).returning(DoorGrant.id))
    return bool(stopped.all())
