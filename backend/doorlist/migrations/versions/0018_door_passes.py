"""Door passes: with one a helper without an account checks in at one door of one event."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
USER = "users.id"


def upgrade() -> None:
    """Make the table, and let grants and the scan log name a pass and its helper."""
    op.create_table(
        "door_passes",
        sa.Column("id", ID, nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("door", sa.String(length=100), nullable=False),
        sa.Column("helper", sa.String(length=100), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("claim_until", MOMENT, nullable=False),
        sa.Column("makes_until", MOMENT, nullable=False),
        sa.Column("claimed_at", MOMENT, nullable=True),
        sa.Column("claim_key_hash", sa.String(length=64), nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.Column("revoked_by", ID, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_door_passes_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_door_passes_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["revoked_by"], [USER], name="fk_door_passes_revoked_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_door_passes"),
        sa.UniqueConstraint("secret_hash", name="uq_door_passes_secret_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_door_passes_user_id", "door_passes", ["user_id"])
    op.create_index("ix_door_passes_event_id", "door_passes", ["event_id"])
    op.add_column("door_grants", sa.Column("pass_id", ID, nullable=True))
    op.create_index("ix_door_grants_pass_id", "door_grants", ["pass_id"])
    op.add_column("scan_log", sa.Column("helper", sa.String(length=100), nullable=True))
