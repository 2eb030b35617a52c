"""The tables of the audit log, which is append-only."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String, column, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base

IS_JSON_RESTORE = column("action") == literal_column("'backup.file_restored'")
"""A JSON restore, after which ids are reused: it begins an epoch. Literal, to match the partial index."""
IS_DELETION = column("action") == literal_column("'attendee.deleted'")
"""A deletion, which names the guest until the retention period ends or they are erased. Literal as well."""


class AuditEntry(Base):
    """An act of a user. It outlives the rows that it names, hence no foreign keys."""

    __tablename__ = "history"
    __table_args__ = (
        # Newest first, a page at a time: all of it, of one kind, of one user, of one user and kind, of one row.
        Index("ix_history_at_id", "at", "id"),
        Index("ix_history_subject_at_id", "subject", "at", "id"),
        Index("ix_history_user_id_at_id", "user_id", "at", "id"),
        Index("ix_history_user_id_subject_at_id", "user_id", "subject", "at", "id"),
        Index("ix_history_subject_subject_id_at_id", "subject", "subject_id", "at", "id"),
        Index("ix_history_json_restores", "id", sqlite_where=IS_JSON_RESTORE, postgresql_where=IS_JSON_RESTORE),
        Index("ix_history_deletions", "event_id", "at", sqlite_where=IS_DELETION, postgresql_where=IS_DELETION),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    # None: the shell, the server, or an anonymous caller.
    user_id: Mapped[int | None]
    address: Mapped[str | None] = mapped_column(String(45))
    action: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(20))
    subject_id: Mapped[int | None]
    event_id: Mapped[int | None]
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class AuditEntryAttendee(Base):
    """An attendee of an entry that concerns many, such as an import."""

    __tablename__ = "history_attendees"
    __table_args__ = (
        # Finds the attendees of entries to prune.
        Index("ix_history_attendees_entry_id", "entry_id"),
        {"sqlite_with_rowid": False},
    )

    attendee_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
