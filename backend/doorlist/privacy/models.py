"""The tables of the retention period."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base


class RetentionPolicy(Base):
    """The retention period: one row, or none until it is set. `days` null: guests stay until they are deleted.

    `run_at` is the time of the last run, and `run_erased` the number of guests that it erased.
    """

    __tablename__ = "keeping"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    days: Mapped[int | None]
    changed_at: Mapped[datetime]
    changed_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    run_at: Mapped[datetime | None]
    run_erased: Mapped[int] = mapped_column(default=0)


class AnnouncedErasure(Base):
    """An announced erasure of the guests of an event who were added up to `added_until`.

    The announcement holds only while the period, the event's date and its `keep_until` stay as they were at
    `announced_at`.
    """

    __tablename__ = "announced_erasures"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    announced_at: Mapped[datetime]
    added_until: Mapped[datetime]
