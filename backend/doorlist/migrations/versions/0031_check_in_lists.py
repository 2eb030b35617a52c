"""Check-in lists of events, and the presence of attendees at them."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
SCANS = "ix_scan_log_event_id_scanned_at"
IS_THERE = sa.text("deleted_at IS NULL")


def upgrade() -> None:
    """No event has lists besides its entrance yet."""
    op.create_table(
        "check_in_lists",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_folded", sa.String(), nullable=False),
        sa.Column("rule", sa.String(10), nullable=False),
        sa.Column("ticket_type_ids", sa.JSON(), nullable=True),
        sa.Column("capacity", ID, nullable=True),
        sa.Column("needs_entrance", sa.Boolean(), nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_check_in_lists_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_check_in_lists"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_check_in_lists_event_id_name_folded",
        "check_in_lists",
        ["event_id", "name_folded"],
        unique=True,
        sqlite_where=IS_THERE,
        postgresql_where=IS_THERE,
    )
    op.create_table(
        "list_presences",
        sa.Column("attendee_id", ID, nullable=False),
        sa.Column("list_id", ID, nullable=False),
        sa.Column("first_at", MOMENT, nullable=False),
        sa.Column("first_by", ID, nullable=True),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.Column("times", ID, nullable=False),
        sa.Column("times_before", ID, nullable=False),
        sa.Column("left_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["attendee_id"], ["attendees.id"], name="fk_list_presences_attendee_id_attendees", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["list_id"], ["check_in_lists.id"], name="fk_list_presences_list_id_check_in_lists", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attendee_id", "list_id", name="pk_list_presences"),
    )
    op.create_index("ix_list_presences_list_id", "list_presences", ["list_id"])
    op.add_column("scan_log", sa.Column("list_id", ID, nullable=True))
    op.drop_index(SCANS, "scan_log")
    op.create_index(SCANS, "scan_log", ["event_id", "scanned_at", "outcome", "device", "list_id"])
    op.add_column("door_conflicts", sa.Column("list_id", ID, nullable=True))
    op.add_column("door_access", sa.Column("list_id", ID, nullable=True))
