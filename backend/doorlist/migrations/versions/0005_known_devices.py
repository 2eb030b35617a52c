"""Devices that have signed in before are known by a key of the account, and their failures are counted apart."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No account knows a device yet, and no failure is of one."""
    op.add_column("users", sa.Column("device_key", sa.String(length=64), nullable=True))
    op.add_column("failed_sign_ins", sa.Column("device", sa.String(length=24), nullable=True))
