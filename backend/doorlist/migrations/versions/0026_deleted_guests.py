"""The history names whom staff deleted, until that guest would be erased or is: an index finds these entries."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

IS_DELETION = sa.text("action = 'attendee.deleted'")


def upgrade() -> None:
    """Entries of earlier releases have no name."""
    op.create_index(
        "ix_history_deletions",
        "history",
        ["event_id", "at"],
        sqlite_where=IS_DELETION,
        postgresql_where=IS_DELETION,
    )
