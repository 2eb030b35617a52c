"""Keeping: for how many days after their event guests are kept, and the last run that erased the others."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()


def upgrade() -> None:
    """No row: guests are kept until somebody deletes them."""
    op.create_table(
        "keeping",
        sa.Column("id", ID, nullable=False),
        sa.Column("days", ID, nullable=True),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("changed_by", ID, nullable=True),
        sa.Column("run_at", MOMENT, nullable=True),
        sa.Column("run_erased", ID, nullable=False),
        sa.ForeignKeyConstraint(["changed_by"], ["users.id"], name="fk_keeping_changed_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_keeping"),
    )
