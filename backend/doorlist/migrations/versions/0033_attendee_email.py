"""The email address of an attendee."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No attendee has one yet."""
    op.add_column("attendees", sa.Column("email", sa.String(254), nullable=True))
