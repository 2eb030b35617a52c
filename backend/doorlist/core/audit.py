"""The audit log: who changed what, and when. Append-only, plain ids, no personal data."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, Session, mapped_column

from doorlist.core import clock
from doorlist.core.db.database import Base


class AuditEntry(Base):
    """One change. It outlives the row and the user it speaks of, hence no foreign keys."""

    __tablename__ = "audit_log"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    user_id: Mapped[int | None]
    action: Mapped[str] = mapped_column(String(40))
    row_id: Mapped[int]


def record(tx: Session, action: str, *, row_id: int, user_id: int | None) -> None:
    """Note in the same transaction that `user_id` (None: the shell) did `action` ('event.updated') to a row."""
    tx.add(AuditEntry(at=clock.now(), user_id=user_id, action=action, row_id=row_id))
