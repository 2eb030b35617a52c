"""Ticket types of events, and the type of each attendee."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
HAS_TYPE = sa.text("ticket_type_id IS NOT NULL")


def upgrade() -> None:
    """No event has types yet."""
    op.create_table(
        "ticket_types",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_folded", sa.String(), nullable=False),
        sa.Column("color", sa.String(10), nullable=False),
        sa.Column("price_cents", ID, nullable=True),
        sa.Column("announce", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_ticket_types_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_ticket_types"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ticket_types_event_id_name_folded", "ticket_types", ["event_id", "name_folded"], unique=True)
    op.add_column("attendees", sa.Column("ticket_type_id", ID, nullable=True))
    op.create_index(
        "ix_attendees_ticket_type_id",
        "attendees",
        ["ticket_type_id"],
        sqlite_where=HAS_TYPE,
        postgresql_where=HAS_TYPE,
    )
