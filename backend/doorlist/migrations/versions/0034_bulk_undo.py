"""Values from before bulk updates, so that these can be undone; the search finds notes."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime
from doorlist.core.text import search_form

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
SLICE = 1_000


def upgrade() -> None:
    """No bulk update can be undone yet. The notes of every attendee become searchable."""
    op.create_table(
        "bulk_updates",
        sa.Column("id", ID, nullable=False),
        sa.Column("updated", ID, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bulk_updates"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_bulk_updates_updated_at", "bulk_updates", ["updated_at"])
    op.create_table(
        "bulk_update_values",
        sa.Column("update_id", ID, nullable=False),
        sa.Column("attendee_id", ID, autoincrement=False, nullable=False),
        sa.Column("version", ID, nullable=False),
        sa.Column("table_number", ID, nullable=False),
        sa.Column("payment_status", sa.String(40), nullable=False),
        sa.Column("payment_folded", sa.String(), nullable=False),
        sa.Column("payment_group", sa.String(13), nullable=False),
        sa.Column("amount_paid_cents", ID, nullable=True),
        sa.Column("ticket_type_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["update_id"],
            ["bulk_updates.id"],
            name="fk_bulk_update_values_update_id_bulk_updates",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("update_id", "attendee_id", name="pk_bulk_update_values"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bulk_update_values_attendee_id", "bulk_update_values", ["attendee_id"])
    add_notes_to_search(op.get_bind())


def add_notes_to_search(connection: sa.Connection) -> None:
    """A change of `search_form` computes all these texts anew, so that this may use the present one."""
    found = sa.text(
        "SELECT id, search_text, notes FROM attendees WHERE notes IS NOT NULL AND id > :after ORDER BY id LIMIT :slice"
    )
    write = sa.text("UPDATE attendees SET search_text = :search_text WHERE id = :id")
    after = 0
    while rows := connection.execute(found, {"after": after, "slice": SLICE}).all():
        after = rows[-1].id
        texts = [{"id": row.id, "search_text": f"{row.search_text}\n{search_form(row.notes)}"} for row in rows]
        connection.execute(write, texts)
