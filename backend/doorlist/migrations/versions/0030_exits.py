"""Exits: the events that count them, and when each guest left."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()


def upgrade() -> None:
    """No event counts exits yet, and nobody has left."""
    op.add_column("events", sa.Column("counts_exits", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("events", sa.Column("reentry", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("events", sa.Column("leavers", ID, nullable=False, server_default=sa.text("0")))
    op.add_column("attendees", sa.Column("left_at", MOMENT, nullable=True))
    op.add_column("attendees", sa.Column("returned_at", MOMENT, nullable=True))
    op.add_column("scan_log", sa.Column("left_at", MOMENT, nullable=True))
