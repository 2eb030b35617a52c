"""Statements on second factors, recovery codes, and the roles that must have a second factor."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from doorlist.users.models import RecoveryCode, RequiredSecondFactor, SecondFactor, User
from doorlist.users.rules import Role


def find_confirmed(tx: Session, user_id: int) -> SecondFactor | None:
    """The second factor that a sign-in to that account needs."""
    return tx.scalar(
        select(SecondFactor).where(SecondFactor.user_id == user_id, SecondFactor.confirmed_at.is_not(None))
    )


def replace_factor(tx: Session, user_id: int, secret: str, now: datetime) -> None:
    """Begin again, with a secret that counts once it is confirmed."""
    delete_factor(tx, user_id)
    tx.add(SecondFactor(user_id=user_id, secret=secret, created_at=now, last_step=0))


def confirm_factor(tx: Session, user_id: int, secret: str, *, step: int, now: datetime) -> bool:
    """Activate the secret. Returns False if another one replaced it."""
    statement = (
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.secret == secret, SecondFactor.confirmed_at.is_(None))
        .values(confirmed_at=now, last_step=step)
        .returning(SecondFactor.user_id)
    )
    return tx.scalar(statement) is not None


def consume_time_step(tx: Session, user_id: int, secret: str, step: int) -> bool:
    """Consume the codes up to this step. Returns False if this one was consumed already."""
    statement = (
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.secret == secret, SecondFactor.last_step < step)
        .values(last_step=step)
        .returning(SecondFactor.user_id)
    )
    return tx.scalar(statement) is not None


def add_recovery_codes(tx: Session, user_id: int, hashes: Iterable[str]) -> None:
    tx.execute(insert(RecoveryCode), [{"user_id": user_id, "code_hash": code_hash} for code_hash in hashes])


def consume_recovery_code(tx: Session, user_id: int, code_hash: str) -> bool:
    """Consume a recovery code. Returns False if it does not exist, or was used."""
    statement = delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.code_hash == code_hash)
    return tx.scalar(statement.returning(RecoveryCode.user_id)) is not None


def has_recovery_code(tx: Session, user_id: int, code_hash: str) -> bool:
    return tx.get(RecoveryCode, (user_id, code_hash)) is not None


def count_recovery_codes(tx: Session, user_id: int) -> int:
    return tx.scalar(select(func.count()).where(RecoveryCode.user_id == user_id)) or 0


def delete_factor(tx: Session, user_id: int) -> bool:
    """Remove the second factor and its recovery codes. Returns True if a sign-in needed it."""
    tx.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    statement = delete(SecondFactor).where(SecondFactor.user_id == user_id)
    return tx.scalar(statement.returning(SecondFactor.confirmed_at)) is not None


def roles_that_need_one(tx: Session) -> set[Role]:
    return {Role(role) for role in tx.scalars(select(RequiredSecondFactor.role))}


def set_roles_that_need_one(tx: Session, roles: Iterable[Role]) -> None:
    tx.execute(delete(RequiredSecondFactor))
    for role in roles:
        tx.add(RequiredSecondFactor(role=role))


def user_ids(tx: Session) -> list[int]:
    return list(tx.scalars(select(User.id)))
