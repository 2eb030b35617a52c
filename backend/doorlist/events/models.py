"""The table of events."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, Uuid, false, text, true
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base


class Event(Base):
    """An evening. Date and time are local to the venue, stored as typed (contract 3).

    `date_changed_at` is null for a date that was never edited. Until the day `keep_until` no guest is erased by the
    retention period. `reentry`: at an event that counts exits, a guest who left may come back. `stops_at_capacity`: the
    door refuses guests from the capacity on, at its check-in lists as well.
    """

    __tablename__ = "events"
    __table_args__ = (
        Index("ix_events_date_time_id", "date", "time", "id"),
        Index("ix_events_creation_key", "creation_key", unique=True),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    date: Mapped[str] = mapped_column(String(10))
    time: Mapped[str | None] = mapped_column(String(5))
    ticket_price_cents: Mapped[int | None]
    capacity: Mapped[int | None]
    creation_key: Mapped[UUID | None] = mapped_column(Uuid)
    version: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    updated_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    # When its deletion began. The event is hidden from then on, and deleted after its attendees (decision 0009).
    deleted_at: Mapped[datetime | None]
    date_changed_at: Mapped[datetime | None]
    keep_until: Mapped[str | None] = mapped_column(String(10))
    counts_exits: Mapped[bool] = mapped_column(server_default=false())
    reentry: Mapped[bool] = mapped_column(server_default=true())
    stops_at_capacity: Mapped[bool] = mapped_column(server_default=false())
    # The number of people who left without a scan, without undone ones.
    leavers: Mapped[int] = mapped_column(server_default=text("0"))
    venue: Mapped[str | None] = mapped_column(String(120))
    address: Mapped[str | None] = mapped_column(String(300))
    # Earlier than `time`: on the next day.
    end_time: Mapped[str | None] = mapped_column(String(5))
    ticket_text: Mapped[str | None] = mapped_column(Text)
