"""Access: the credential with which a device checks in at one event, without a session (contract 6.grant, 6.pass)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, aliased

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.errors import Problem
from doorlist.users.models import DoorAccess, User
from doorlist.users.rules import ACCESS_DELIVERS_FOR, ACCESS_KEPT_FOR, ACCESS_MAKES_FOR, AccessKind
from doorlist.users.session_check import fingerprint


class AccessEnded(Problem):
    """A user ended the access of this device; `endedBy` and `endedAt` have the user and the time."""

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
    """An access whose secret the caller presented. It may still upload, or was ended by a user."""

    id: int
    kind: AccessKind
    user: PersonRef
    event_id: int
    device: str | None
    begins_at: datetime
    makes_until: datetime
    ended_at: datetime | None
    ended_by: PersonRef | None
    secret: str = field(repr=False)
    helper: str | None = None
    list_id: int | None = None

    @property
    def is_helpers(self) -> bool:
        """True for a helper's access, which has fewer rights (contract 6.pass)."""
        return self.kind == AccessKind.HELPER


def find_presented(tx: Session, held: Sequence[str]) -> list[PresentedAccess]:
    """The access of these secrets, in their order, without access whose upload period is over."""
    if not held:
        return []
    ender = aliased(User)
    query = (
        select(DoorAccess, User.full_name, User.is_active, ender.full_name)
        .join(User, User.id == DoorAccess.user_id)
        .join(ender, ender.id == DoorAccess.ended_by, isouter=True)
        .where(DoorAccess.secret_hash.in_([fingerprint(secret) for secret in held]))
        .where(DoorAccess.delivers_until > clock.now())
    )
    rows = {row[0].secret_hash: row for row in tx.execute(query)}
    opened = [(secret, rows[fingerprint(secret)]) for secret in held if fingerprint(secret) in rows]
    return [
        PresentedAccess(
            id=access.id,
            kind=AccessKind(access.kind),
            user=PersonRef(id=access.user_id, full_name=full_name),
            event_id=access.event_id,
            device=access.device,
            begins_at=access.begins_at,
            makes_until=access.makes_until,
            ended_at=access.ended_at,
            ended_by=PersonRef(id=access.ended_by, full_name=ender_name) if access.ended_by else None,
            secret=secret,
            helper=access.helper,
            list_id=access.list_id,
        )
        for secret, (access, full_name, is_active, ender_name) in opened
        if is_active or access.ended_at
    ]


def pick_for_checkin(
    held: Sequence[PresentedAccess], *, event_id: int, user_id: int | None = None, makes_at: datetime | None = None
) -> PresentedAccess | None:
    """The newest live access to that event (and of that user); with `makes_at`, one that could check in at that time.

    A helper's access must always do so now: after its end a helper only uploads. Raises AccessEnded if the only one
    was ended by a person.
    """
    now = clock.now()
    of_event = [access for access in held if access.event_id == event_id and user_id in {None, access.user.id}]
    # On a device that had a pass and is staff's now, or the other way round, by the one that still makes check-ins.
    for access in sorted(of_event, key=lambda access: access.makes_until <= now):
        asked = makes_at or (now if access.is_helpers else None)
        if access.ended_at is None and (asked is None or access.makes_until > asked):
            return access
    for access in of_event:
        refuse_ended(access)
    return None


def refuse_ended(access: PresentedAccess) -> None:
    """Raise AccessEnded if a user ended it."""
    if access.ended_at is not None:
        raise AccessEnded(access.ended_by, access.ended_at)


def unknown_secrets(tx: Session, held: Sequence[str]) -> list[str]:
    """Return the secrets without a row. A restored older backup may not know them."""
    hashes = [fingerprint(secret) for secret in held]
    known = set(tx.scalars(select(DoorAccess.secret_hash).where(DoorAccess.secret_hash.in_(hashes))))
    return [secret for secret in held if fingerprint(secret) not in known]


def prune_access(tx: Session) -> None:
    """Delete staff access that ended long ago. A pass stays in the list of its event."""
    ended = DoorAccess.delivers_until < clock.now() - ACCESS_KEPT_FOR
    tx.execute(delete(DoorAccess).where(ended, DoorAccess.kind == AccessKind.STAFF))


def extended_expiry(now: datetime) -> dict[str, datetime]:
    """The ends of an access whose user is signed in at this moment."""
    return {"makes_until": now + ACCESS_MAKES_FOR, "delivers_until": now + ACCESS_DELIVERS_FOR}


def update_access(tx: Session, access_id: int, values: Mapping[str, Any]) -> DoorAccess | None:
    """Update a live access. Returns None if it has been ended."""
    statement = update(DoorAccess).where(DoorAccess.id == access_id, DoorAccess.ended_at.is_(None))
    return tx.scalar(statement.values(**values).returning(DoorAccess))


def lock_access(tx: Session, access_id: int) -> DoorAccess | None:
    """Lock the access until the transaction ends, so that batches of its device wait for each other."""
    return tx.scalar(select(DoorAccess).where(DoorAccess.id == access_id).with_for_update())


def find_checkin_capable(tx: Session, fingerprints: Collection[str]) -> set[str]:
    """The hashes of the secrets whose access can check in now."""
    query = (
        select(DoorAccess.secret_hash)
        .join(User, User.id == DoorAccess.user_id)
        .where(DoorAccess.secret_hash.in_(fingerprints), DoorAccess.makes_until > clock.now())
        .where(DoorAccess.ended_at.is_(None), User.is_active)
    )
    return set(tx.scalars(query))


def list_devices(tx: Session, event_id: int) -> list[tuple[DoorAccess, str]]:
    """The devices of an event that still deliver, newest contact first, each with the name of its user."""
    query = (
        select(DoorAccess, User.full_name)
        .join(User, User.id == DoorAccess.user_id)
        .where(DoorAccess.event_id == event_id, DoorAccess.ended_at.is_(None), User.is_active)
        .where(DoorAccess.delivers_until > clock.now(), DoorAccess.secret_hash.is_not(None))
        .order_by(DoorAccess.last_contact_at.desc(), DoorAccess.id.desc())
    )
    return [(access, full_name) for access, full_name in tx.execute(query)]


def end_access(tx: Session, access_id: int, *, ended_by: int) -> bool:
    """End one access. Returns False if it had ended."""
    return update_access(tx, access_id, {"ended_at": clock.now(), "ended_by": ended_by}) is not None


class Ended(NamedTuple):
    """The number of devices that lost their access, and of passes that ended; a claimed pass counts as both."""

    devices: int
    passes: int


def end_access_of(
    tx: Session,
    user_id: int,
    *,
    ended_by: int | None,
    of_session: str | None = None,
    but_of_session: str | None = None,
) -> Ended:
    """End the access of a user (`ended_by` None: from the shell): all, one session's, or every other session's.

    Ending all also revokes the passes that the user issued. Returns how many were still live.
    """
    now = clock.now()
    is_theirs = [DoorAccess.user_id == user_id, DoorAccess.ended_at.is_(None)]
    if of_session is not None:
        is_theirs.append(DoorAccess.session == of_session)
    if but_of_session is not None:
        is_theirs += [func.coalesce(DoorAccess.session, "") != but_of_session, DoorAccess.kind == AccessKind.STAFF]
    ending = update(DoorAccess).where(*is_theirs).values(ended_at=now, ended_by=ended_by)
    ended = tx.execute(
        ending.returning(DoorAccess.kind, DoorAccess.secret_hash, DoorAccess.makes_until, DoorAccess.delivers_until)
    ).all()
    return Ended(
        sum(row.secret_hash is not None and row.delivers_until > now for row in ended),
        sum(row.kind == AccessKind.HELPER and row.makes_until > now for row in ended),
    )


def carry_over(tx: Session, session: str, *, under: str) -> None:
    """Move the access of a session to its new token."""
    tx.execute(update(DoorAccess).where(DoorAccess.session == session).values(session=under))


def tie_to_session(tx: Session, held: Sequence[PresentedAccess], session: str) -> None:
    """Tie the access of the device to its current session, so that ending the session ends it."""
    ids = [access.id for access in held]
    tx.execute(update(DoorAccess).where(DoorAccess.id.in_(ids), DoorAccess.ended_at.is_(None)).values(session=session))


def end_check_ins(tx: Session, held: Sequence[PresentedAccess]) -> bool:
    """End the check-ins of this access, which may still upload. Returns False if they had ended."""
    now = clock.now()
    is_due = (DoorAccess.id.in_([access.id for access in held]), DoorAccess.makes_until > now)
    stopped = tx.scalars(update(DoorAccess).where(*is_due).values(makes_until=now).returning(DoorAccess.id))
    return bool(stopped.all())
