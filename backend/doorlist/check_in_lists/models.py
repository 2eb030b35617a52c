"""The check-in lists of events, and the presence of attendees at them."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base

IS_THERE = text("deleted_at IS NULL")


class CheckInList(Base):
    """A check-in list of an event. A deleted one keeps its row, for later uploads of its check-ins.

    `ticket_type_ids`: the types that it admits, None for all.
    """

    __tablename__ = "check_in_lists"
    __table_args__ = (
        Index(
            "ix_check_in_lists_event_id_name_folded",
            "event_id",
            "name_folded",
            unique=True,
            sqlite_where=IS_THERE,
            postgresql_where=IS_THERE,
        ),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    name_folded: Mapped[str]
    rule: Mapped[str] = mapped_column(String(10))
    ticket_type_ids: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    capacity: Mapped[int | None]
    needs_entrance: Mapped[bool]
    deleted_at: Mapped[datetime | None]


class ListPresence(Base):
    """The presence of an attendee who came in at a list, folded from the scan log.

    `times` is the number of check-ins, `times_before` that of check-ins before the log of this data generation.
    `left_at` as in `attendees`.
    """

    __tablename__ = "list_presences"

    attendee_id: Mapped[int] = mapped_column(
        ForeignKey("attendees.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    list_id: Mapped[int] = mapped_column(
        ForeignKey("check_in_lists.id", ondelete="CASCADE"), primary_key=True, autoincrement=False, index=True
    )
    first_at: Mapped[datetime]
    first_by: Mapped[int | None]
    last_at: Mapped[datetime]
    times: Mapped[int]
    times_before: Mapped[int]
    left_at: Mapped[datetime | None]
