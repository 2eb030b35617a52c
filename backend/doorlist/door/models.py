"""The scan log, the conflicts that it shows, and the data generation."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base
from doorlist.door.rules import ConflictState

IS_REFUSED_TEXT = text("coalesce(attendee_id, 0) = 0 AND qr_data IS NOT NULL")
"""Rows with a text of no attendee. In words that lead SQLite to their index, and not to that of all without one."""


class ScanLogEntry(Base):
    """One attempt at the door. Append-only, plain ids without foreign keys: it outlives the rows that it names.

    `scanned_at` is when it happened at the door; `received_at` when the server took it, null where that is the same.
    `shown`, `certainty` and `list_as_of` are of the verdict that the door showed without the server; a mark by hand
    has the certainty 'none' if the event was full. `clock_error` is the difference of its two clocks in milliseconds.
    `about_key` names the scan that an undo or a derived row is about.
    """

    __tablename__ = "scan_log"
    __table_args__ = (
        # Covers the counts of the doors' figures, which then read no rows.
        Index("ix_scan_log_event_id_scanned_at", "event_id", "scanned_at", "outcome", "device", "list_id"),
        # The texts of no attendee, which an erasure empties.
        Index("ix_scan_log_refused_text", "id", sqlite_where=IS_REFUSED_TEXT, postgresql_where=IS_REFUSED_TEXT),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    attendee_id: Mapped[int | None] = mapped_column(index=True)
    event_id: Mapped[int | None]
    user_id: Mapped[int]
    device: Mapped[str | None] = mapped_column(String(100))
    # The helper who scanned by the pass of that user; null for staff.
    helper: Mapped[str | None] = mapped_column(String(100))
    outcome: Mapped[str] = mapped_column(String(20))
    qr_data: Mapped[str | None] = mapped_column(String(500))
    attended_at: Mapped[datetime | None]
    attended_by: Mapped[int | None]
    scanned_at: Mapped[datetime]
    idempotency_key: Mapped[UUID | None] = mapped_column(Uuid, unique=True)
    received_at: Mapped[datetime | None]
    grant_id: Mapped[int | None]
    # The number of the record on its device.
    sequence: Mapped[int | None]
    shown: Mapped[str | None] = mapped_column(String(20))
    certainty: Mapped[str | None] = mapped_column(String(20))
    list_as_of: Mapped[datetime | None]
    clock_error: Mapped[int | None]
    about_key: Mapped[UUID | None] = mapped_column(Uuid)
    # When a guest had left who came back, or was not let in again; of a baseline, who has left.
    left_at: Mapped[datetime | None]
    # The check-in list; null for the entrance.
    list_id: Mapped[int | None]


class DoorConflict(Base):
    """Rows of the scan log that contradict each other, until a person decides. No foreign keys, as in the log.

    `named` is the log's name of a ticket that is no attendee, `at` the door time of the row that made it a conflict.
    `count`: how many check-ins of a device whose access had ended it stands for, `log_ids` being the first of them;
    null for other kinds.
    """

    __tablename__ = "door_conflicts"
    __table_args__ = (
        Index("ix_door_conflicts_state_at_id", "state", "at", "id"),
        Index("ix_door_conflicts_event_id_at_id", "event_id", "at", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    event_id: Mapped[int | None]
    attendee_id: Mapped[int | None] = mapped_column(index=True)
    named: Mapped[str | None] = mapped_column(String(120))
    grant_id: Mapped[int | None]
    list_id: Mapped[int | None]
    log_ids: Mapped[list[int]] = mapped_column(JSON, default=list)
    count: Mapped[int | None]
    at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10), default=ConflictState.OPEN)
    note: Mapped[str | None] = mapped_column(String(500))
    decided_by: Mapped[int | None]
    decided_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]

    def reopen(self) -> None:
        """Open the conflict again, without the decision that closed it."""
        self.state, self.decided_by, self.decided_at = ConflictState.OPEN, None, None


class DataGeneration(Base):
    """The generation of the data: one row, whose id is 1.

    A restore of a JSON file begins a new `epoch`; any restore makes a new `restored`. Rows of the scan log with ids up
    to `log_from` are of earlier epochs: their ids may stand for other guests now. `restored_at` is null before
    the first restore.
    """

    __tablename__ = "lineage"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    epoch: Mapped[UUID] = mapped_column(Uuid)
    restored: Mapped[UUID] = mapped_column(Uuid)
    log_from: Mapped[int]
    restored_at: Mapped[datetime | None]
