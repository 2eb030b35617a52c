"""Second factors: secrets of authenticator apps, recovery codes, and the roles that must have one."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
USER = "users.id"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "second_factors",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("confirmed_at", MOMENT, nullable=True),
        sa.Column("last_step", ID, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_second_factors_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_recovery_codes_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "code_hash", name="pk_recovery_codes"),
    )
    op.create_table(
        "required_second_factors",
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("role", name="pk_required_second_factors"),
    )
