"""Conflicts: how many check-ins of a device whose access had ended one of them stands for."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The conflicts that are there stand for one check-in each."""
    op.add_column("door_conflicts", sa.Column("count", ID, nullable=True))
