"""The settings of the installation."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Nothing is set yet."""
    op.create_table(
        "settings",
        sa.Column("id", ID, autoincrement=False, nullable=False),
        sa.Column("organisation_name", sa.String(80), nullable=True),
        sa.Column("accent_color", sa.String(7), nullable=True),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("date_format", sa.String(10), nullable=False),
        sa.Column("time_format", sa.String(3), nullable=False),
        sa.Column("ticket_text", sa.Text(), nullable=True),
        sa.Column("logo", sa.LargeBinary(), nullable=True),
        sa.Column("logo_type", sa.String(10), nullable=True),
        sa.Column("logo_version", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_settings"),
    )
