"""Events whose door refuses guests from the capacity on."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No event does yet."""
    op.add_column("events", sa.Column("stops_at_capacity", sa.Boolean(), nullable=False, server_default=sa.false()))
