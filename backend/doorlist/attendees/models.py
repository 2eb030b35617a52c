"""The tables of attendees and of the imports that brought some of them, and the ledger of invoice numbers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from doorlist.core.db.database import Base

_IS_IMPORTED = text("import_id IS NOT NULL")
_IS_EDITED = text("import_id IS NOT NULL AND version > 1")
_IS_KEPT = text("erased_at IS NULL")
_HAS_TYPE = text("ticket_type_id IS NOT NULL")


class Attendee(Base):
    """An attendee of an event, with their ticket. `version` grows with edits, not with check-ins."""

    __tablename__ = "attendees"
    __table_args__ = (
        CheckConstraint("table_number >= 0", name="table_number"),
        CheckConstraint("attended = (attended_at IS NOT NULL)", name="attended_at"),
        Index("ix_attendees_event_id_id", "event_id", "id"),
        # The orders of the list. They contain the event, so that filtering by it needs no table row.
        Index("ix_attendees_name_key", "name_key", "id", "event_id"),
        Index("ix_attendees_last_name_key", "last_name_key", "id", "event_id"),
        Index("ix_attendees_table_number", "table_number", "id", "event_id"),
        Index("ix_attendees_import_id", "import_id", sqlite_where=_IS_IMPORTED, postgresql_where=_IS_IMPORTED),
        Index("ix_attendees_edited", "import_id", sqlite_where=_IS_EDITED, postgresql_where=_IS_EDITED),
        # Finds the guests to erase next without reading all erased ones.
        Index("ix_attendees_kept", "event_id", "id", sqlite_where=_IS_KEPT, postgresql_where=_IS_KEPT),
        Index("ix_attendees_ticket_type_id", "ticket_type_id", sqlite_where=_HAS_TYPE, postgresql_where=_HAS_TYPE),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"))
    full_name: Mapped[str] = mapped_column(String(200))
    phone: Mapped[str] = mapped_column(String(40))
    table_number: Mapped[int]
    payment_status: Mapped[str] = mapped_column(String(40))
    payment_folded: Mapped[str]
    payment_group: Mapped[str] = mapped_column(String(13))
    amount_paid_cents: Mapped[int | None]
    notes: Mapped[str | None] = mapped_column(String(500))
    email: Mapped[str | None] = mapped_column(String(254))
    invoice_number: Mapped[str] = mapped_column(String(40), unique=True)
    qr_code_data: Mapped[str] = mapped_column(String(500), unique=True)
    # Stored in wire form, because SQLite has no base64 function.
    qr_hash: Mapped[str] = mapped_column(String(22), index=True)
    attended: Mapped[bool]
    attended_at: Mapped[datetime | None]
    scanned_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    sold_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    search_text: Mapped[str]
    # Compared bytewise; on PostgreSQL these two columns have the collation "C".
    name_key: Mapped[str] = mapped_column(String(100))
    last_name_key: Mapped[str] = mapped_column(String(100))
    registration_key: Mapped[UUID | None] = mapped_column(Uuid, unique=True)
    version: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    updated_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    # No foreign key: checking it would slow down imports, and an import is never deleted.
    import_id: Mapped[int | None]
    # When the attendee was erased. The row has held no personal data since (contract 4.erase).
    erased_at: Mapped[datetime | None]
    # When an import made the erased guest a guest again: the retention period counts from then (contract 4.keep.497).
    brought_back_at: Mapped[datetime | None]
    # No foreign key: SQLite would rebuild the table to add one. Who gives a type locks it (`type_given`).
    ticket_type_id: Mapped[int | None]
    # When a guest left who has not come back; also of a guest whose entry is not known.
    left_at: Mapped[datetime | None]
    # When a guest last came back by a live scan: of two scans at the same instant the second one is decided anew.
    returned_at: Mapped[datetime | None]


class BulkUpdate(Base):
    """A change of many attendees that can be undone; deleted after `rules.UNDO_TIME`."""

    __tablename__ = "bulk_updates"
    __table_args__ = (
        Index("ix_bulk_updates_idempotency_key", "idempotency_key", unique=True),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    # Without the attendees who had all the new values before.
    updated: Mapped[int]
    # The change of the sum of the amounts paid.
    amount_change_cents: Mapped[int] = mapped_column(server_default=text("0"))
    updated_at: Mapped[datetime] = mapped_column(index=True)
    idempotency_key: Mapped[UUID | None]
    # The hash of the request under that key, with its user.
    request_hash: Mapped[str | None] = mapped_column(String(64))


class FormerValues(Base):
    """The values of an attendee before a bulk update, and their version after it."""

    __tablename__ = "bulk_update_values"
    __table_args__ = (
        # An erasure deletes the values of its guests.
        Index("ix_bulk_update_values_attendee_id", "attendee_id"),
        {"sqlite_with_rowid": False},
    )

    update_id: Mapped[int] = mapped_column(ForeignKey("bulk_updates.id", ondelete="CASCADE"), primary_key=True)
    # No foreign key: each deletion of an attendee would look here.
    attendee_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    table_number: Mapped[int]
    payment_status: Mapped[str] = mapped_column(String(40))
    payment_folded: Mapped[str]
    payment_group: Mapped[str] = mapped_column(String(13))
    amount_paid_cents: Mapped[int | None]
    ticket_type_id: Mapped[int | None]


class Import(Base):
    """An import of attendees. While `is_settled` is false, its attendees are being added or removed."""

    __tablename__ = "imports"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    created_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    event_id: Mapped[int | None] = mapped_column(ForeignKey("events.id", ondelete="SET NULL"))
    file_name: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10))
    is_settled: Mapped[bool]
    total: Mapped[int]
    added: Mapped[int]
    imported: Mapped[int]
    errors: Mapped[int]
    duplicates: Mapped[int]
    # Numbers of erased guests: left out, and brought back.
    erased: Mapped[int] = mapped_column(server_default=text("0"))
    brought_back: Mapped[int] = mapped_column(server_default=text("0"))
    message: Mapped[str | None] = mapped_column(String(500))
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class ErasedTicket(Base):
    """The ticket of an erased attendee, by its hash, so that a restore does not bring the attendee back.

    `attendee_id` is null if no attendee of these data had the ticket, as after a restore. It is no foreign key because
    it outlives the attendee. `changes` counts erasures and reversals of the ticket: it is erased if odd.
    """

    __tablename__ = "erased_tickets"

    qr_hash: Mapped[str] = mapped_column(String(22), primary_key=True)
    attendee_id: Mapped[int | None] = mapped_column(index=True)
    erased_at: Mapped[datetime]
    changes: Mapped[int] = mapped_column(server_default=text("1"))


class IssuedInvoiceNumber(Base):
    """Every invoice number ever used, also of deleted attendees, so that none is issued twice."""

    __tablename__ = "issued_invoice_numbers"

    number: Mapped[str] = mapped_column(String(40), primary_key=True)
