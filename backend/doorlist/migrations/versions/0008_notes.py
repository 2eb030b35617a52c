"""Notes on an attendee."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those that are there have none."""
    op.add_column("attendees", sa.Column("notes", sa.String(length=500), nullable=True))
