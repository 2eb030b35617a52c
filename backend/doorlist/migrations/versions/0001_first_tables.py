"""The first tables: staff, events, attendees, the two logs, and the ledger of invoice numbers."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.database import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "audit_log",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", ID, nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("row_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "failed_sign_ins",
        sa.Column("id", ID, nullable=False),
        sa.Column("account_hash", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("failed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failed_sign_ins"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_failed_sign_ins_account_hash_address", "failed_sign_ins", ["account_hash", "address"])
    op.create_index("ix_failed_sign_ins_address", "failed_sign_ins", ["address"])
    op.create_index("ix_failed_sign_ins_failed_at", "failed_sign_ins", ["failed_at"])

    op.create_table(
        "issued_invoice_numbers",
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_issued_invoice_numbers"),
    )
    op.create_table(
        "scan_log",
        sa.Column("id", ID, nullable=False),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("device", sa.String(length=100), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("qr_data", sa.String(length=500), nullable=True),
        sa.Column("attended_at", MOMENT, nullable=True),
        sa.Column("attended_by", ID, nullable=True),
        sa.Column("scanned_at", MOMENT, nullable=False),
        sa.Column("idempotency_key", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_scan_log"),
        sa.UniqueConstraint("idempotency_key", name="uq_scan_log_idempotency_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_scan_log_attendee_id", "scan_log", ["attendee_id"])

    op.create_table(
        "users",
        sa.Column("id", ID, nullable=False),
        sa.Column("username", sa.String(length=64), nullable=False),
        sa.Column("username_folded", sa.String(), nullable=False),
        sa.Column("full_name", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("must_change_password", sa.Boolean(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("last_login", MOMENT, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("updated_by", ID, nullable=True),
        sa.ForeignKeyConstraint(["updated_by"], ["users.id"], name="fk_users_updated_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("username_folded", name="uq_users_username_folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("time", sa.String(length=5), nullable=True),
        sa.Column("ticket_price_cents", ID, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("updated_by", ID, nullable=True),
        sa.ForeignKeyConstraint(["updated_by"], ["users.id"], name="fk_events_updated_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_date_time_id", "events", ["date", "time", "id"])

    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])

    op.create_table(
        "attendees",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("full_name", sa.String(length=200), nullable=False),
        sa.Column("phone", sa.String(length=40), nullable=False),
        sa.Column("table_number", ID, nullable=False),
        sa.Column("payment_status", sa.String(length=40), nullable=False),
        sa.Column("payment_folded", sa.String(), nullable=False),
        sa.Column("payment_group", sa.String(length=13), nullable=False),
        sa.Column("amount_paid_cents", ID, nullable=True),
        sa.Column("invoice_number", sa.String(length=40), nullable=False),
        sa.Column("qr_code_data", sa.String(length=500), nullable=False),
        sa.Column("attended", sa.Boolean(), nullable=False),
        sa.Column("attended_at", MOMENT, nullable=True),
        sa.Column("scanned_by", ID, nullable=True),
        sa.Column("sold_by", ID, nullable=True),
        sa.Column("search_text", sa.String(), nullable=False),
        sa.Column("registration_key", sa.Uuid(), nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("updated_by", ID, nullable=True),
        sa.CheckConstraint("attended = (attended_at IS NOT NULL)", name="attended_at"),
        sa.CheckConstraint("table_number >= 0", name="table_number"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_attendees_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["scanned_by"], ["users.id"], name="fk_attendees_scanned_by_users", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["sold_by"], ["users.id"], name="fk_attendees_sold_by_users", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["updated_by"], ["users.id"], name="fk_attendees_updated_by_users", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_attendees"),
        sa.UniqueConstraint("invoice_number", name="uq_attendees_invoice_number"),
        sa.UniqueConstraint("qr_code_data", name="uq_attendees_qr_code_data"),
        sa.UniqueConstraint("registration_key", name="uq_attendees_registration_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_attendees_event_id_id", "attendees", ["event_id", "id"])
