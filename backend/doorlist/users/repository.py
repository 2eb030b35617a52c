"""Statements on the tables of the staff."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, true, update
from sqlalchemy.orm import Session, joinedload, undefer_group

from doorlist.users.models import SECOND_FACTOR, FailedSignIn, SignInSession, User
from doorlist.users.rules import Role

_WHOLE = (joinedload(User.updated_by), undefer_group(SECOND_FACTOR))


class ThrottleKey(NamedTuple):
    """Failures are counted by account and known device, or else address."""

    account_hash: str
    address: str
    device: str | None


class Failures(NamedTuple):
    """Failed sign-ins since a moment: their number, and the time of the last one."""

    number: int
    last_at: datetime | None


class Counts(NamedTuple):
    """Failures of the account from one source, failures of the address, and when the account reached its limit."""

    of_source: Failures
    of_address: Failures
    account_full_since: datetime | None


def find_by_username(tx: Session, username_folded: str) -> User | None:
    return tx.scalar(select(User).where(User.username_folded == username_folded))


def find_user(tx: Session, user_id: int) -> User | None:
    return tx.get(User, user_id)


def lock_for_edit(tx: Session, user_id: int) -> User | None:
    """The account with that id, locked until the transaction ends.

    The lock lets the door continue: a check-in refers to the account that scanned.
    """
    return tx.scalar(select(User).where(User.id == user_id).with_for_update(key_share=True))


def get_account(tx: Session, user_id: int) -> User:
    """An existing account with all fields of the API, by one statement.

    A field loaded later, while the response is built, would turn a lost connection into an internal error.
    """
    return tx.get_one(User, user_id, options=_WHOLE)


def list_users(tx: Session) -> Sequence[User]:
    return tx.scalars(select(User).options(*_WHOLE)).all()


def count_other_super_admins(tx: Session, user_id: int) -> int:
    others = select(func.count()).where(User.role == Role.SUPER_ADMIN, User.is_active, User.id != user_id)
    return tx.scalar(others) or 0


def count_users(tx: Session) -> int:
    return tx.scalar(select(func.count()).select_from(User)) or 0


def find_session_user(tx: Session, *, token_hash: str, now: datetime) -> tuple[User, datetime] | None:
    """The active user whose session that is, unless it has run out, and the last sign-in or confirmation in it."""
    row = tx.execute(
        select(User, func.coalesce(SignInSession.confirmed_at, SignInSession.created_at))
        .join(SignInSession, SignInSession.user_id == User.id)
        .where(SignInSession.token_hash == token_hash, SignInSession.expires_at > now, User.is_active)
        .options(undefer_group(SECOND_FACTOR))
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def delete_session(tx: Session, token_hash: str) -> int | None:
    """End a session. Returns its user, or None if there was no such session."""
    statement = delete(SignInSession).where(SignInSession.token_hash == token_hash)
    return tx.scalar(statement.returning(SignInSession.user_id))


def lock_session(tx: Session, token_hash: str) -> bool:
    """Lock a session until the transaction ends. Returns False if there is no such session."""
    query = select(SignInSession.user_id).where(SignInSession.token_hash == token_hash)
    return tx.scalar(query.with_for_update(read=True)) is not None


def confirm_session(tx: Session, token_hash: str, now: datetime) -> bool:
    """Record that the user confirmed the password; False if the session has ended."""
    confirmed = update(SignInSession).where(SignInSession.token_hash == token_hash).values(confirmed_at=now)
    return tx.scalar(confirmed.returning(SignInSession.user_id)) is not None


def delete_sessions_of(tx: Session, user_id: int) -> None:
    tx.execute(delete(SignInSession).where(SignInSession.user_id == user_id))


def list_sessions_of(tx: Session, user_id: int, now: datetime) -> Sequence[SignInSession]:
    """The sessions of a user that have not run out, the latest used first."""
    last_used = func.coalesce(SignInSession.last_used_at, SignInSession.created_at)
    query = select(SignInSession).where(SignInSession.user_id == user_id, SignInSession.expires_at > now)
    return tx.scalars(query.order_by(last_used.desc(), SignInSession.token_hash)).all()


def delete_sessions(tx: Session, token_hashes: Collection[str]) -> int:
    """End these sessions. Returns the number of existing ones."""
    ended = delete(SignInSession).where(SignInSession.token_hash.in_(token_hashes))
    return len(tx.scalars(ended.returning(SignInSession.token_hash)).all())


def record_uses(tx: Session, used_at: Mapping[str, datetime]) -> None:
    """Save when sessions were last used. A later time of another process stays."""
    for token_hash, moment in sorted(used_at.items()):
        is_older = or_(SignInSession.last_used_at.is_(None), SignInSession.last_used_at < moment)
        of_it = update(SignInSession).where(SignInSession.token_hash == token_hash, is_older)
        tx.execute(of_it.values(last_used_at=moment))


def delete_expired_sessions(tx: Session, now: datetime) -> None:
    tx.execute(delete(SignInSession).where(SignInSession.expires_at <= now))


def count_failures(
    tx: Session, source: ThrottleKey, *, since: datetime, number: int, account_since: datetime
) -> Counts:
    """All counts for one attempt, in one statement, because no other request can write meanwhile.

    For the account across addresses, the `number`-th latest failure since `account_since` counts.
    """
    is_of_account = FailedSignIn.account_hash == source.account_hash
    is_of_address = and_(FailedSignIn.address == source.address, FailedSignIn.device.is_(None))
    of_source = select(func.count(), func.max(FailedSignIn.failed_at)).where(
        *_is_of(source), FailedSignIn.failed_at >= since
    )
    of_address = select(func.count(), func.max(FailedSignIn.failed_at)).where(
        is_of_address, FailedSignIn.failed_at >= since
    )
    of_account = (
        select(FailedSignIn.failed_at)
        .where(is_of_account, FailedSignIn.device.is_(None), FailedSignIn.failed_at >= account_since)
        .order_by(FailedSignIn.failed_at.desc())
        .offset(number - 1)
        .limit(1)
        .scalar_subquery()
    )
    source_part, address_part = of_source.subquery(), of_address.subquery()
    both = source_part.join(address_part, true())
    row = tx.execute(select(source_part, address_part, of_account).select_from(both)).one()
    return Counts(Failures(*row[0:2]), Failures(*row[2:4]), row[4])


def delete_failures(tx: Session, source: ThrottleKey) -> None:
    tx.execute(delete(FailedSignIn).where(*_is_of(source)))


def delete_failure(tx: Session, failure_id: int) -> None:
    tx.execute(delete(FailedSignIn).where(FailedSignIn.id == failure_id))


def delete_failures_of_account(tx: Session, account_hash: str) -> None:
    tx.execute(delete(FailedSignIn).where(FailedSignIn.account_hash == account_hash))


def delete_old_failures(tx: Session, before: datetime) -> None:
    tx.execute(delete(FailedSignIn).where(FailedSignIn.failed_at < before))


def _is_of(source: ThrottleKey) -> tuple[ColumnElement[bool], ...]:
    is_of_account = FailedSignIn.account_hash == source.account_hash
    if source.device is not None:
        return is_of_account, FailedSignIn.device == source.device
    return is_of_account, FailedSignIn.address == source.address, FailedSignIn.device.is_(None)
