"""The key of the call that created an event, so that a second sending creates none."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let an event keep its key; those that are there have none."""
    op.add_column("events", sa.Column("creation_key", sa.Uuid(), nullable=True))
    op.create_index("ix_events_creation_key", "events", ["creation_key"], unique=True)
