"""Tickets by email: requests, the queue of messages, their tickets, and the texts of events."""

import sqlalchemy as sa
from alembic import op

from doorlist.core.db.database import UtcDateTime

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = UtcDateTime()
IS_LATEST = sa.text("is_latest")


def _key(table: str, column: str, target: str, on_delete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}", ondelete=on_delete)


def upgrade() -> None:
    """Nothing has been sent yet."""
    op.create_table(
        "mail_runs",
        sa.Column("id", ID, nullable=False),
        sa.Column("created_by", ID, nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("tells_change", sa.Boolean(), nullable=False),
        _key("mail_runs", "created_by", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_mail_runs"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "mail_messages",
        sa.Column("id", ID, nullable=False),
        sa.Column("run_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("problem", sa.String(20), nullable=True),
        sa.Column("tries", ID, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("claim", sa.Uuid(), nullable=True),
        sa.Column("told", sa.String(600), nullable=True),
        _key("mail_messages", "run_id", "mail_runs"),
        _key("mail_messages", "event_id", "events"),
        sa.PrimaryKeyConstraint("id", name="pk_mail_messages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_mail_messages_open", "mail_messages", ["state", "tries", "run_id", "id"])
    op.create_index("ix_mail_messages_run_id", "mail_messages", ["run_id"])
    op.create_index("ix_mail_messages_event_id", "mail_messages", ["event_id"])
    op.create_table(
        "mail_tickets",
        sa.Column("message_id", ID, nullable=False),
        sa.Column("attendee_id", ID, nullable=False),
        sa.Column("is_latest", sa.Boolean(), nullable=False),
        _key("mail_tickets", "message_id", "mail_messages"),
        _key("mail_tickets", "attendee_id", "attendees"),
        sa.PrimaryKeyConstraint("message_id", "attendee_id", name="pk_mail_tickets"),
    )
    op.create_index("ix_mail_tickets_attendee_id", "mail_tickets", ["attendee_id"])
    op.create_index(
        "ix_mail_tickets_latest",
        "mail_tickets",
        ["attendee_id"],
        unique=True,
        sqlite_where=IS_LATEST,
        postgresql_where=IS_LATEST,
    )
    op.create_table(
        "event_mails",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("subject", sa.String(150), nullable=True),
        sa.Column("opening", sa.String(2000), nullable=True),
        _key("event_mails", "event_id", "events"),
        sa.PrimaryKeyConstraint("event_id", name="pk_event_mails"),
    )
