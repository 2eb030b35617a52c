"""Statements of door passes."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased

from doorlist.users.models import DoorGrant, DoorPass, User

_MAKER, _REVOKER = aliased(User), aliased(User)


class ListedPass(NamedTuple):
    """A pass with the names around it, and its device once it was claimed."""

    door_pass: DoorPass
    maker: str
    revoker: str | None
    grant: DoorGrant | None


def find_pass(tx: Session, pass_id: int) -> DoorPass | None:
    """The pass with that id, held until the transaction ends."""
    return tx.scalar(select(DoorPass).where(DoorPass.id == pass_id).with_for_update())


def find_by_secret(tx: Session, secret_hash: str, *, lock: bool) -> DoorPass | None:
    """The pass whose secret has that hash; with `lock` held until the transaction ends."""
    query = select(DoorPass).where(DoorPass.secret_hash == secret_hash)
    return tx.scalar(query.with_for_update() if lock else query)


def list_passes(tx: Session, event_id: int, pass_id: int | None = None) -> list[ListedPass]:
    """The passes for an event, newest first; with `pass_id` that one."""
    query = (
        select(DoorPass, _MAKER.full_name, _REVOKER.full_name, DoorGrant)
        .join(_MAKER, _MAKER.id == DoorPass.user_id)
        .outerjoin(_REVOKER, _REVOKER.id == DoorPass.revoked_by)
        .outerjoin(DoorGrant, DoorGrant.pass_id == DoorPass.id)
        .where(DoorPass.event_id == event_id)
        .order_by(DoorPass.id.desc())
    )
    if pass_id is not None:
        query = query.where(DoorPass.id == pass_id)
    return [ListedPass(*row) for row in tx.execute(query)]


def find_grant_of(tx: Session, pass_id: int) -> DoorGrant | None:
    """The grant of the device that claimed the pass."""
    return tx.scalar(select(DoorGrant).where(DoorGrant.pass_id == pass_id))


def claim(tx: Session, pass_id: int, values: dict[str, Any], now: datetime) -> bool:
    """Spend the pass. Of any number of devices at the same instant exactly one gets True."""
    is_free = (DoorPass.claimed_at.is_(None), DoorPass.revoked_at.is_(None), DoorPass.claim_until > now)
    statement = update(DoorPass).where(DoorPass.id == pass_id, *is_free).values(**values).returning(DoorPass.id)
    return tx.scalar(statement) is not None
