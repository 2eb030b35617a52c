"""What a door had still to send when it was last heard of."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No door has told of any yet."""
    op.add_column("door_grants", sa.Column("unsent", sa.JSON(), nullable=True))
