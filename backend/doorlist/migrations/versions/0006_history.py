"""One history takes over the audit log: with addresses, and with fields before and after."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# What an entry spoke of was told by its action alone. A backup's had no id but 0.
COPY = """
    INSERT INTO history (id, at, user_id, action, subject, subject_id, event_id)
    SELECT
        id, at, user_id,
        CASE action WHEN 'attendees.imported' THEN 'import.started' ELSE action END,
        CASE
            WHEN action LIKE 'event.%' THEN 'event'
            WHEN action LIKE 'attendee.%' THEN 'attendee'
            WHEN action LIKE 'user.%' THEN 'user'
            WHEN action LIKE 'backup.%' THEN 'backup'
            ELSE 'import'
        END,
        CASE WHEN action LIKE 'backup.%' THEN NULL ELSE row_id END,
        CASE
            WHEN action LIKE 'event.%' THEN row_id
            WHEN action LIKE 'attendee.%' THEN (SELECT event_id FROM attendees WHERE attendees.id = row_id)
            WHEN action LIKE '%import%' THEN (SELECT event_id FROM imports WHERE imports.id = row_id)
        END
    FROM audit_log
"""
BROUGHT = """
    INSERT INTO history_attendees (attendee_id, entry_id)
    SELECT attendees.id, history.id FROM attendees JOIN history ON history.subject_id = attendees.import_id
    WHERE history.action = 'import.started'
"""
# The next id is larger than any that the audit log gave out.
COUNT_ON = "SELECT setval(pg_get_serial_sequence('history', 'id'), coalesce(max(id), 0) + 1, false) FROM history"


def upgrade() -> None:
    """Make the tables, move what the audit log holds, and drop it."""
    op.create_table(
        "history",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("user_id", ID, nullable=True),
        sa.Column("address", sa.String(length=45), nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=20), nullable=False),
        sa.Column("subject_id", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_history"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "history_attendees",
        sa.Column("attendee_id", ID, autoincrement=False, nullable=False),
        sa.Column("entry_id", ID, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("attendee_id", "entry_id", name="pk_history_attendees"),
        sqlite_with_rowid=False,
    )
    op.execute(COPY)
    op.execute(BROUGHT)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(COUNT_ON)
    op.drop_table("audit_log")
    op.create_index("ix_history_at_id", "history", ["at", "id"])
    op.create_index("ix_history_subject_at_id", "history", ["subject", "at", "id"])
    op.create_index("ix_history_user_id_at_id", "history", ["user_id", "at", "id"])
    op.create_index("ix_history_user_id_subject_at_id", "history", ["user_id", "subject", "at", "id"])
    op.create_index("ix_history_subject_subject_id_at_id", "history", ["subject", "subject_id", "at", "id"])
