"""Comparison of a backup with the live database, shown before a restore (contract 4.backup)."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.backup.schemas import AccountChange, BackupComparison, Contents
from doorlist.backup.store import StoredBackup
from doorlist.core.db.database import Base
from doorlist.door.models import ScanLogEntry
from doorlist.events.models import Event
from doorlist.privacy.repository import erased_since, find_retention
from doorlist.users.models import User

_GUESTS = ("event", "attendee", "import", "conflict")
_ACCOUNTS = (
    Action.USER_CREATED,
    Action.USER_UPDATED,
    Action.USER_PASSWORD_SET,
    Action.USER_PASSWORD_CHANGED,
    Action.USER_DEACTIVATED,
    Action.USER_REACTIVATED,
    Action.USER_SECOND_FACTOR_ADDED,
    Action.USER_SECOND_FACTOR_REMOVED,
    Action.USER_SECOND_FACTOR_RESET,
    Action.USER_RECOVERY_CODE_USED,
)


def compare_with_present(tx: Session, backup: StoredBackup) -> BackupComparison:
    """The counts in a backup's metadata, null where they are missing, beside the counts of the live database."""
    counts = backup.metadata.counts
    held = Contents(
        events=counts.get("events"),
        attendees=counts.get("attendees"),
        users=counts.get("users"),
        newest_change_at=backup.metadata.newest_change_at,
    )
    present = Contents(
        events=_count(tx, Event),
        attendees=_count(tx, Attendee),
        users=_count(tx, User),
        newest_change_at=newest_change(tx),
    )
    period = find_retention(tx)
    return BackupComparison(
        backup=held,
        present=present,
        accounts=_accounts_changed_since(tx, backup.created_at),
        keep_days=None if period is None else period.days,
        erased=erased_since(tx, backup.created_at),
        stay_deactivated=_deactivated_since(tx, backup.created_at),
    )


def newest_change(tx: Session) -> datetime | None:
    """The time of the last change of an event, an attendee, an account or an attendance; None without any change."""
    is_change: ColumnElement[bool] = or_(AuditEntry.subject.in_(_GUESTS), AuditEntry.action.in_(_ACCOUNTS))
    entry = tx.scalar(
        select(AuditEntry.at).where(is_change).order_by(AuditEntry.at.desc(), AuditEntry.id.desc()).limit(1)
    )
    received = func.coalesce(ScanLogEntry.received_at, ScanLogEntry.scanned_at)
    scan = tx.scalar(select(received).order_by(ScanLogEntry.id.desc()).limit(1))
    return max((moment for moment in (entry, scan) if moment is not None), default=None)


def _count(tx: Session, table: type[Base]) -> int:
    return tx.scalar(select(func.count()).select_from(table)) or 0


def _deactivated_since(tx: Session, moment: datetime) -> list[str]:
    """The users whose deactivation outlives a restore."""
    is_later = and_(AuditEntry.action == Action.USER_DEACTIVATED, AuditEntry.at > moment)
    query = (
        select(User.full_name)
        .where(User.is_active.is_(False), User.created_at <= moment)
        .where(exists().where(AuditEntry.subject == "user", AuditEntry.subject_id == User.id, is_later))
        .order_by(User.full_name)
    )
    return list(tx.scalars(query))


def _accounts_changed_since(tx: Session, moment: datetime) -> list[AccountChange]:
    """The account changes since the backup, which a restore reverts: each account and kind once, sorted by name."""
    taken_back = set(_ACCOUNTS) - {Action.USER_DEACTIVATED}
    done = (
        select(User.full_name, AuditEntry.action)
        .join(User, User.id == AuditEntry.subject_id)
        .where(AuditEntry.subject == "user", AuditEntry.action.in_(taken_back), AuditEntry.at > moment)
        .distinct()
        .order_by(User.full_name, AuditEntry.action)
    )
    return [AccountChange(full_name=name, action=Action(action)) for name, action in tx.execute(done)]
