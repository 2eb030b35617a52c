"""The scan log."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import String, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base


class ScanLogEntry(Base):
    """One attempt at the door. Append-only, plain ids without foreign keys: it outlives the rows that it names."""

    __tablename__ = "scan_log"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    attendee_id: Mapped[int | None] = mapped_column(index=True)
    event_id: Mapped[int | None]
    user_id: Mapped[int]
    device: Mapped[str | None] = mapped_column(String(100))
    outcome: Mapped[str] = mapped_column(String(20))
    qr_data: Mapped[str | None] = mapped_column(String(500))
    attended_at: Mapped[datetime | None]
    attended_by: Mapped[int | None]
    scanned_at: Mapped[datetime]
    idempotency_key: Mapped[UUID | None] = mapped_column(Uuid, unique=True)
