"""Erased tickets that are brought back, and indexes for erasing: of whom is not erased yet, and of refused texts."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_KEPT = sa.text("erased_at IS NULL")
IS_REFUSED_TEXT = sa.text("coalesce(attendee_id, 0) = 0 AND qr_data IS NOT NULL")


def upgrade() -> None:
    """Each ticket of the ledger was erased once."""
    op.add_column("erased_tickets", sa.Column("changes", ID, nullable=False, server_default=sa.text("1")))
    op.add_column("imports", sa.Column("erased", ID, nullable=False, server_default=sa.text("0")))
    op.add_column("imports", sa.Column("brought_back", ID, nullable=False, server_default=sa.text("0")))
    op.create_index("ix_erased_tickets_attendee_id", "erased_tickets", ["attendee_id"])
    op.create_index(
        "ix_attendees_kept", "attendees", ["event_id", "id"], sqlite_where=IS_KEPT, postgresql_where=IS_KEPT
    )
    op.create_index(
        "ix_scan_log_refused_text",
        "scan_log",
        ["id"],
        sqlite_where=IS_REFUSED_TEXT,
        postgresql_where=IS_REFUSED_TEXT,
    )
