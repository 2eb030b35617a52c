"""Announced erasures: what the retention period will erase when, and the times that it is counted from."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()


def upgrade() -> None:
    """No release noted when a date was changed: the last edit of the event was later or the same."""
    op.add_column("events", sa.Column("date_changed_at", MOMENT, nullable=True))
    op.add_column("events", sa.Column("keep_until", sa.String(length=10), nullable=True))
    op.execute("UPDATE events SET date_changed_at = updated_at WHERE version > 1")
    op.add_column("lineage", sa.Column("restored_at", MOMENT, nullable=True))
    op.execute(
        "UPDATE lineage SET restored_at = (SELECT max(at) FROM history"
        " WHERE action IN ('backup.restored', 'backup.file_restored'))"
    )
    op.create_table(
        "announced_erasures",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("announced_at", MOMENT, nullable=False),
        sa.Column("added_until", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_announced_erasures_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_announced_erasures"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_announced_erasures_event_id", "announced_erasures", ["event_id"])
