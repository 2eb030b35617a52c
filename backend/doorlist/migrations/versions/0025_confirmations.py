"""Confirmations: when the user of a session last typed their password again."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

MOMENT = UtcDateTime()


def upgrade() -> None:
    """For open sessions the sign-in counts, as it does for new ones."""
    op.add_column("sessions", sa.Column("confirmed_at", MOMENT, nullable=True))
