"""Erasing a guest: since when an attendee is erased, and the tickets that a restore must not bring back."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()


def upgrade() -> None:
    """Nobody is erased yet."""
    op.add_column("attendees", sa.Column("erased_at", MOMENT, nullable=True))
    op.create_table(
        "erased_tickets",
        sa.Column("qr_hash", sa.String(length=22), nullable=False),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("erased_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("qr_hash", name="pk_erased_tickets"),
    )
