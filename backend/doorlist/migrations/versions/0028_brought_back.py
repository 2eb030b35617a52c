"""When an import brought an erased guest back: the retention period counts from then."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

MOMENT = UtcDateTime()


def upgrade() -> None:
    """Of guests who are back already the ledger alone knows; their last edit was then or later."""
    op.add_column("attendees", sa.Column("brought_back_at", MOMENT, nullable=True))
    op.execute(
        "UPDATE attendees SET brought_back_at = updated_at WHERE erased_at IS NULL"
        " AND id IN (SELECT attendee_id FROM erased_tickets WHERE changes % 2 = 0)"
    )
