"""Imports: what was brought in, and which attendees came with it."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
IS_IMPORTED = sa.text("import_id IS NOT NULL")


def upgrade() -> None:
    """Make the table of imports, and let an attendee say which one brought them."""
    op.create_table(
        "imports",
        sa.Column("id", ID, nullable=False),
        sa.Column("created_by", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("is_settled", sa.Boolean(), nullable=False),
        sa.Column("total", ID, nullable=False),
        sa.Column("added", ID, nullable=False),
        sa.Column("imported", ID, nullable=False),
        sa.Column("errors", ID, nullable=False),
        sa.Column("duplicates", ID, nullable=False),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name="fk_imports_created_by_users", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_imports_event_id_events", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
        sqlite_autoincrement=True,
    )
    op.add_column("attendees", sa.Column("import_id", ID, nullable=True))
    op.create_index(
        "ix_attendees_import_id", "attendees", ["import_id"], sqlite_where=IS_IMPORTED, postgresql_where=IS_IMPORTED
    )
