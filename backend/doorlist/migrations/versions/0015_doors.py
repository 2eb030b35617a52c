"""How many people an event has room for; and the scan log by event, for the evening at a glance."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The events that are there have no limit."""
    op.add_column("events", sa.Column("capacity", WHOLE, nullable=True))
    op.create_index("ix_scan_log_event_id_scanned_at", "scan_log", ["event_id", "scanned_at", "outcome", "device"])
