"""What the history is read and shortened by, and what a sign-in says of its device."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

IS_JSON_RESTORE = sa.text("action = 'backup.file_restored'")


def upgrade() -> None:
    """Add two indices and the columns."""
    op.create_index(
        "ix_history_json_restores",
        "history",
        ["id"],
        sqlite_where=IS_JSON_RESTORE,
        postgresql_where=IS_JSON_RESTORE,
    )
    op.create_index("ix_history_attendees_entry_id", "history_attendees", ["entry_id"])
    op.add_column("sessions", sa.Column("device", sa.String(length=60), nullable=True))
    op.add_column("sessions", sa.Column("address", sa.String(length=45), nullable=True))
    op.add_column("sessions", sa.Column("last_used_at", UtcDateTime(), nullable=True))
    op.add_column("door_grants", sa.Column("session", sa.String(length=64), nullable=True))
