"""Events that are hidden while their attendees are deleted, and an index of imported attendees that were edited."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No event is being deleted."""
    op.add_column("events", sa.Column("deleted_at", UtcDateTime(), nullable=True))
    edited = sa.text("import_id IS NOT NULL AND version > 1")
    op.create_index("ix_attendees_edited", "attendees", ["import_id"], sqlite_where=edited, postgresql_where=edited)
