"""The table of ticket types."""

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base


class TicketType(Base):
    """A kind of ticket of one event. If it has no price, its tickets cost the event's price."""

    __tablename__ = "ticket_types"
    __table_args__ = (
        Index("ix_ticket_types_event_id_name_folded", "event_id", "name_folded", unique=True),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    name_folded: Mapped[str]
    color: Mapped[str] = mapped_column(String(10))
    price_cents: Mapped[int | None]
    announce: Mapped[bool]
