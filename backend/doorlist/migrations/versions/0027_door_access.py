"""One credential of doors: what were grants and passes is access; a pass is one that no device has claimed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.String(24).with_variant(postgresql.TIMESTAMP(timezone=True), "postgresql")
DELIVERY = {
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%fZ', p.makes_until, '+30 days')",
    "postgresql": "p.makes_until + INTERVAL '30 days'",
}


def upgrade() -> None:
    """Devices keep the id and the secret of their grant, by which the log and the conflicts name them."""
    op.create_table(
        "door_access",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("device", sa.String(100), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("makes_until", MOMENT, nullable=False),
        sa.Column("delivers_until", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("ended_by", ID, nullable=True),
        sa.Column("claim_hash", sa.String(64), nullable=True),
        sa.Column("claim_until", MOMENT, nullable=True),
        sa.Column("claimed_at", MOMENT, nullable=True),
        sa.Column("claim_key_hash", sa.String(64), nullable=True),
        sa.Column("helper", sa.String(100), nullable=True),
        sa.Column("secret_hash", sa.String(64), nullable=True),
        sa.Column("last_contact_at", MOMENT, nullable=True),
        sa.Column("waiting", ID, nullable=False),
        sa.Column("announced_sequence", ID, nullable=True),
        sa.Column("announced_at", MOMENT, nullable=True),
        sa.Column("unsent", sa.JSON(), nullable=True),
        sa.Column("session", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_door_access_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_door_access_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["ended_by"], ["users.id"], name="fk_door_access_ended_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_door_access"),
        sa.UniqueConstraint("claim_hash", name="uq_door_access_claim_hash"),
        sa.UniqueConstraint("secret_hash", name="uq_door_access_secret_hash"),
        sqlite_autoincrement=True,
    )
    engine = op.get_context().dialect.name
    op.execute(
        """
        INSERT INTO door_access (
            id, kind, user_id, event_id, device, created_at, makes_until, delivers_until, ended_at, ended_by,
            claim_hash, claim_until, claimed_at, claim_key_hash, helper, secret_hash, last_contact_at, waiting,
            announced_sequence, announced_at, unsent, session
        )
        SELECT
            g.id, CASE WHEN g.pass_id IS NULL THEN 'staff' ELSE 'helper' END, g.user_id, g.event_id, g.device,
            coalesce(p.created_at, g.created_at), g.makes_until, g.delivers_until, coalesce(g.ended_at, p.revoked_at),
            CASE WHEN g.ended_at IS NULL THEN p.revoked_by ELSE g.ended_by END,
            p.secret_hash, p.claim_until, p.claimed_at, p.claim_key_hash, p.helper, g.secret_hash, g.last_contact_at,
            g.waiting, g.announced_sequence, g.announced_at, g.unsent, g.session
        FROM door_grants AS g LEFT JOIN door_passes AS p ON p.id = g.pass_id
        ORDER BY g.id
        """
    )
    if engine == "postgresql":
        op.execute(
            "SELECT setval(pg_get_serial_sequence('door_access', 'id'),"
            " greatest((SELECT last_value FROM door_grants_id_seq), (SELECT max(id) FROM door_access)))"
        )
    else:
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'door_access'")
        op.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'door_access', seq FROM sqlite_sequence"
            " WHERE name = 'door_grants'"
        )
    op.execute(
        f"""
        INSERT INTO door_access (
            kind, user_id, event_id, device, created_at, makes_until, delivers_until, ended_at, ended_by,
            claim_hash, claim_until, claimed_at, claim_key_hash, helper, waiting
        )
        SELECT
            'helper', p.user_id, p.event_id, p.door, p.created_at, p.makes_until, {DELIVERY[engine]}, p.revoked_at,
            p.revoked_by, p.secret_hash, p.claim_until, p.claimed_at, p.claim_key_hash, p.helper, 0
        FROM door_passes AS p
        WHERE NOT EXISTS (SELECT 1 FROM door_grants AS g WHERE g.pass_id = p.id)
        ORDER BY p.id
        """  # noqa: S608 - two texts of our own
    )
    op.drop_table("door_grants")
    op.drop_table("door_passes")
    for column in ("user_id", "event_id", "delivers_until"):
        op.create_index(f"ix_door_access_{column}", "door_access", [column])
