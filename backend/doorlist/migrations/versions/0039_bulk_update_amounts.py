"""The change of the sum of the amounts paid by a bulk update."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The bulk updates of the last hour keep their undo; what they changed is then not told."""
    op.add_column("bulk_updates", sa.Column("amount_change_cents", ID, nullable=False, server_default=sa.text("0")))
