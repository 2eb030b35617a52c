"""Statements on the tables of the staff."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, select, true
from sqlalchemy.orm import Session, joinedload

from doorlist.users.models import FailedSignIn, SignInSession, User
from doorlist.users.rules import Role

LIVE_SESSIONS = {
    "sqlite": """
        SELECT json_group_array(json_array(s.token_hash, u.id, u.full_name, u.must_change_password))
        FROM sessions AS s JOIN users AS u ON u.id = s.user_id
        WHERE s.token_hash IN (SELECT value FROM json_each(:sessions)) AND s.expires_at > :now AND u.is_active
    """,
    "postgresql": """
        SELECT coalesce(
            json_agg(json_build_array(s.token_hash, u.id, u.full_name, u.must_change_password::int)), '[]'
        )::text
        FROM sessions AS s JOIN users AS u ON u.id = s.user_id
        WHERE s.token_hash = ANY(ARRAY(SELECT value FROM json_array_elements_text(%(sessions)s::json)))
            AND s.expires_at > %(now)s::timestamptz AND u.is_active
    """,
}
"""`find_session_user` for many at once, by dialect."""


class Source(NamedTuple):
    """Failures are counted by this: the account, and the known device or else the address."""

    account_hash: str
    address: str
    device: str | None


class Failures(NamedTuple):
    """Failed sign-ins since a moment: their number, and the time of the last one."""

    number: int
    last_at: datetime | None


class Counts(NamedTuple):
    """The failures of the account from one place, those of the address, and when the account reached its limit."""

    of_source: Failures
    of_address: Failures
    account_full_since: datetime | None


def find_by_username(tx: Session, username_folded: str) -> User | None:
    """The account of that name."""
    return tx.scalar(select(User).where(User.username_folded == username_folded))


def find_user(tx: Session, user_id: int) -> User | None:
    """The account with that id."""
    return tx.get(User, user_id)


def find_for_edit(tx: Session, user_id: int) -> User | None:
    """The account with that id, locked until the transaction ends.

    The lock lets the door continue: a check-in refers to the account that scanned.
    """
    return tx.scalar(select(User).where(User.id == user_id).with_for_update(key_share=True))


def list_users(tx: Session) -> Sequence[User]:
    """Every account."""
    return tx.scalars(select(User).options(joinedload(User.updated_by))).all()


def count_other_super_admins(tx: Session, user_id: int) -> int:
    """How many active super administrators there are besides that one."""
    others = select(func.count()).where(User.role == Role.SUPER_ADMIN, User.is_active, User.id != user_id)
    return tx.scalar(others) or 0


def count_users(tx: Session) -> int:
    """How many accounts there are, inactive ones included."""
    return tx.scalar(select(func.count()).select_from(User)) or 0


def find_session_user(tx: Session, *, token_hash: str, now: datetime) -> User | None:
    """The active user whose session that is, unless it has run out."""
    return tx.scalar(
        select(User)
        .join(SignInSession, SignInSession.user_id == User.id)
        .where(SignInSession.token_hash == token_hash, SignInSession.expires_at > now, User.is_active)
    )


def find_live_sessions(tx: Session, token_hashes: Collection[str], now: datetime) -> set[str]:
    """Those of the sessions that have not run out and belong to an active user."""
    query = (
        select(SignInSession.token_hash)
        .join(User, User.id == SignInSession.user_id)
        .where(SignInSession.token_hash.in_(token_hashes), SignInSession.expires_at > now, User.is_active)
    )
    return set(tx.scalars(query))


def delete_session(tx: Session, token_hash: str) -> int | None:
    """End one session; whose it was. None where there was none."""
    statement = delete(SignInSession).where(SignInSession.token_hash == token_hash)
    return tx.scalar(statement.returning(SignInSession.user_id))


def find_session(tx: Session, token_hash: str) -> SignInSession | None:
    """The session that the token opens."""
    return tx.get(SignInSession, token_hash)


def hold_session(tx: Session, token_hash: str) -> bool:
    """Whether there is that session. It cannot be ended before this transaction is."""
    query = select(SignInSession.user_id).where(SignInSession.token_hash == token_hash)
    return tx.scalar(query.with_for_update(read=True)) is not None


def delete_sessions_of(tx: Session, user_id: int) -> None:
    """End every session of a user."""
    tx.execute(delete(SignInSession).where(SignInSession.user_id == user_id))


def delete_expired_sessions(tx: Session, now: datetime) -> None:
    """Forget sessions that have run out."""
    tx.execute(delete(SignInSession).where(SignInSession.expires_at <= now))


def count_failures(tx: Session, source: Source, *, since: datetime, number: int, account_since: datetime) -> Counts:
    """All counts that decide about a try, in one statement, because no other call can write meanwhile.

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


def forget_failures(tx: Session, source: Source) -> None:
    """After a success, delete earlier failures of that account from that place."""
    tx.execute(delete(FailedSignIn).where(*_is_of(source)))


def forget_failures_of_account(tx: Session, account_hash: str) -> None:
    """Delete failures with a password that has been replaced."""
    tx.execute(delete(FailedSignIn).where(FailedSignIn.account_hash == account_hash))


def forget_old_failures(tx: Session, before: datetime) -> None:
    """Delete failures that no longer count."""
    tx.execute(delete(FailedSignIn).where(FailedSignIn.failed_at < before))


def _is_of(source: Source) -> tuple[ColumnElement[bool], ...]:
    is_of_account = FailedSignIn.account_hash == source.account_hash
    if source.device is not None:
        return is_of_account, FailedSignIn.device == source.device
    return is_of_account, FailedSignIn.address == source.address, FailedSignIn.device.is_(None)
