"""What a door decided apart: columns of the scan log, conflicts, and the lineage of the data."""

from uuid import uuid4

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()

# A restored JSON file may have given the ids of the log to other guests.
LOG_FROM = """
    SELECT coalesce(max(id), 0) FROM scan_log
    WHERE scanned_at <= (SELECT max(at) FROM history WHERE action = 'backup.file_restored')
"""


def upgrade() -> None:
    """Add the columns, and make the tables."""
    for name, kind in (
        ("received_at", MOMENT),
        ("grant_id", ID),
        ("sequence", ID),
        ("shown", sa.String(length=20)),
        ("certainty", sa.String(length=20)),
        ("list_as_of", MOMENT),
        ("clock_error", ID),
        ("about_key", sa.Uuid()),
    ):
        op.add_column("scan_log", sa.Column(name, kind, nullable=True))
    op.add_column("door_grants", sa.Column("announced_sequence", ID, nullable=True))
    op.add_column("door_grants", sa.Column("announced_at", MOMENT, nullable=True))
    op.create_table(
        "door_conflicts",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("named", sa.String(length=120), nullable=True),
        sa.Column("grant_id", ID, nullable=True),
        sa.Column("log_ids", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("decided_by", ID, nullable=True),
        sa.Column("decided_at", MOMENT, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_door_conflicts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_door_conflicts_state_at_id", "door_conflicts", ["state", "at", "id"])
    op.create_index("ix_door_conflicts_event_id_at_id", "door_conflicts", ["event_id", "at", "id"])
    op.create_index("ix_door_conflicts_attendee_id", "door_conflicts", ["attendee_id"])
    lineage = op.create_table(
        "lineage",
        sa.Column("id", ID, nullable=False, autoincrement=False),
        sa.Column("epoch", sa.Uuid(), nullable=False),
        sa.Column("restored", sa.Uuid(), nullable=False),
        sa.Column("log_from", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lineage"),
    )
    log_from = op.get_bind().exec_driver_sql(LOG_FROM).scalar()
    op.bulk_insert(lineage, [{"id": 1, "epoch": uuid4(), "restored": uuid4(), "log_from": log_from}])
