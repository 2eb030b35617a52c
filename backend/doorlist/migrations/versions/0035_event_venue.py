"""Where an event takes place, when it ends, and the text of its tickets."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No event has any of them yet."""
    op.add_column("events", sa.Column("venue", sa.String(120), nullable=True))
    op.add_column("events", sa.Column("address", sa.String(300), nullable=True))
    op.add_column("events", sa.Column("end_time", sa.String(5), nullable=True))
    op.add_column("events", sa.Column("ticket_text", sa.Text(), nullable=True))
