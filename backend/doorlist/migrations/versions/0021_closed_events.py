"""Deleting an event in slices: since when an event is hidden while its attendees are deleted."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No event is being deleted."""
    op.add_column("events", sa.Column("deleted_at", UtcDateTime(), nullable=True))
