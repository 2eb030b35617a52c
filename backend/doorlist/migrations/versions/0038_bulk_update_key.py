"""The idempotency keys of bulk updates."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The bulk updates of the last hour have none."""
    op.add_column("bulk_updates", sa.Column("idempotency_key", sa.Uuid(), nullable=True))
    op.add_column("bulk_updates", sa.Column("request_hash", sa.String(64), nullable=True))
    op.create_index("ix_bulk_updates_idempotency_key", "bulk_updates", ["idempotency_key"], unique=True)
