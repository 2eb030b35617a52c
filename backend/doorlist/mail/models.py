"""The queue of messages, the tickets in each, and the texts of an event's messages."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base

_IS_LATEST = text("is_latest")


class MailRun(Base):
    """One request to send tickets. `tells_change`: the messages say that date, time or place changed."""

    __tablename__ = "mail_runs"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    created_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    tells_change: Mapped[bool]


class MailMessage(Base):
    """A message to one mailbox. It has no address and no name: both are read when it is sent.

    `claim` names the try that is under way, so that only that try writes what became of it. `told` is the time and
    place that the message says.
    """

    __tablename__ = "mail_messages"
    __table_args__ = (
        # In the order in which first tries are claimed. Not partial: SQLite does not use a partial index for one state.
        Index("ix_mail_messages_open", "state", "tries", "run_id", "id"),
        Index("ix_mail_messages_run_id", "run_id"),
        Index("ix_mail_messages_event_id", "event_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("mail_runs.id", ondelete="CASCADE"))
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(10))
    problem: Mapped[str | None] = mapped_column(String(20))
    tries: Mapped[int]
    due_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    claim: Mapped[UUID | None] = mapped_column(Uuid)
    told: Mapped[str | None] = mapped_column(String(600))


class MailTicket(Base):
    """A ticket in a message. The latest message of an attendee gives the state of the ticket."""

    __tablename__ = "mail_tickets"
    __table_args__ = (
        Index("ix_mail_tickets_attendee_id", "attendee_id"),
        # Two requests at the same instant cannot both queue a guest.
        Index(
            "ix_mail_tickets_latest", "attendee_id", unique=True, sqlite_where=_IS_LATEST, postgresql_where=_IS_LATEST
        ),
    )

    message_id: Mapped[int] = mapped_column(ForeignKey("mail_messages.id", ondelete="CASCADE"), primary_key=True)
    attendee_id: Mapped[int] = mapped_column(ForeignKey("attendees.id", ondelete="CASCADE"), primary_key=True)
    is_latest: Mapped[bool]


class EventMail(Base):
    """The texts of an event's messages that differ from the usual ones."""

    __tablename__ = "event_mails"

    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    subject: Mapped[str | None] = mapped_column(String(150))
    opening: Mapped[str | None] = mapped_column(String(2000))
