"""The index by which a scan finds a ticket that is named by its hash."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Not unique: a restored text may differ from another one in case alone."""
    op.create_index("ix_attendees_qr_hash", "attendees", ["qr_hash"])
