"""Door grants: with one a device makes and delivers check-ins when its session is over."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
USER = "users.id"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "door_grants",
        sa.Column("id", ID, nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("device", sa.String(length=100), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("makes_until", MOMENT, nullable=False),
        sa.Column("delivers_until", MOMENT, nullable=False),
        sa.Column("last_contact_at", MOMENT, nullable=False),
        sa.Column("waiting", ID, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("ended_by", ID, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_door_grants_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_door_grants_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["ended_by"], [USER], name="fk_door_grants_ended_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_door_grants"),
        sa.UniqueConstraint("secret_hash", name="uq_door_grants_secret_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_door_grants_user_id", "door_grants", ["user_id"])
    op.create_index("ix_door_grants_event_id", "door_grants", ["event_id"])
    op.create_index("ix_door_grants_delivers_until", "door_grants", ["delivers_until"])
