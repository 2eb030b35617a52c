"""Confirmations: when the user of a session last typed their password again."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

MOMENT = UtcDateTime()


def upgrade() -> None:
    """For open sessions the sign-in counts, as it does for new ones."""
    op.add_column("sessions", sa.Column("confirmed_at", MOMENT, nullable=True))
