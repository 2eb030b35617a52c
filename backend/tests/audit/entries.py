"""The history as tests read it, and entries that say nothing, for tests that need something to write."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.audit.models import AuditEntry
from doorlist.core import clock
from doorlist.core.db.database import Database


def add_test_entry(tx: Session, number: int = 1) -> None:
    tx.add(AuditEntry(at=clock.now(), action="test", subject="test", subject_id=number))


def entries_of(database: Database, *actions: str) -> list[AuditEntry]:
    """The entries with one of the actions, or all, oldest first."""
    query = select(AuditEntry).order_by(AuditEntry.id)
    with database.read() as tx:
        return list(tx.scalars(query.where(AuditEntry.action.in_(actions)) if actions else query))


def last_id(database: Database) -> int:
    """The id of the latest entry; every later one has a larger id."""
    return max((entry.id for entry in entries_of(database)), default=0)
