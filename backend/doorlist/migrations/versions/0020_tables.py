"""Every table as version 0.2 begins with it. A database that 0.1 brought to this revision has the same ones."""

from uuid import uuid4

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError

revision = "0020"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# On SQLite a moment is text that sorts by time.
MOMENT = sa.String(24).with_variant(postgresql.TIMESTAMP(timezone=True), "postgresql")
SORT_KEY = sa.String(100).with_variant(postgresql.VARCHAR(100, collation="C"), "postgresql")
USER, EVENT = "users.id", "events.id"
IS_IMPORTED = sa.text("import_id IS NOT NULL")
IS_JSON_RESTORE = sa.text("action = 'backup.file_restored'")

# The role may not create the extension, or this machine does not have it. Searches then read a narrow table.
NO_EXTENSION = {"42501", "0A000", "58P01", "3F000"}

SEARCH_ON_SQLITE = (
    """
    CREATE VIRTUAL TABLE attendee_search USING fts5 (
        search_text, event, payment, payment_group,
        content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    )
    """,
    # A lower number makes each insert slower, a higher one makes an insert wait for long merges at times.
    "INSERT INTO attendee_search (attendee_search, rank) VALUES ('automerge', 8)",
    # 101 percent: never merge because of deletions alone. Such a merge holds the writer for seconds when many rows go,
    # as when an import is undone. The merges of later inserts forget the deleted rows as well.
    "INSERT INTO attendee_search (attendee_search, rank) VALUES ('deletemerge', 101)",
    # While this table has a row, code that writes many attendees updates the index itself, in one statement.
    "CREATE TABLE attendee_search_paused (is_paused BOOLEAN NOT NULL)",
    """
    CREATE TRIGGER attendee_search_added AFTER INSERT ON attendees
    WHEN NOT EXISTS (SELECT 1 FROM attendee_search_paused)
    BEGIN
        INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
        VALUES (new.id, new.search_text, ':' || new.event_id || ':', new.payment_folded, new.payment_group);
    END
    """,
    """
    CREATE TRIGGER attendee_search_changed
    AFTER UPDATE OF id, event_id, search_text, payment_folded, payment_group ON attendees
    WHEN (old.id, old.event_id, old.search_text, old.payment_folded, old.payment_group)
        IS NOT (new.id, new.event_id, new.search_text, new.payment_folded, new.payment_group)
    BEGIN
        DELETE FROM attendee_search WHERE rowid = old.id;
        INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
        VALUES (new.id, new.search_text, ':' || new.event_id || ':', new.payment_folded, new.payment_group);
    END
    """,
    """
    CREATE TRIGGER attendee_search_removed AFTER DELETE ON attendees
    WHEN NOT EXISTS (SELECT 1 FROM attendee_search_paused)
    BEGIN
        DELETE FROM attendee_search WHERE rowid = old.id;
    END
    """,
    # The attendees of an event leave the index together: twice as fast as one by one.
    """
    CREATE TRIGGER attendee_search_event_goes BEFORE DELETE ON events
    BEGIN
        DELETE FROM attendee_search WHERE rowid IN (SELECT id FROM attendees WHERE event_id = old.id);
        INSERT INTO attendee_search_paused (is_paused) VALUES (1);
    END
    """,
    """
    CREATE TRIGGER attendee_search_event_gone AFTER DELETE ON events
    BEGIN
        DELETE FROM attendee_search_paused;
    END
    """,
)

# A table of its own: a check-in writes a new version of its row, which would enter every index of `attendees`.
SEARCH_ON_POSTGRESQL = (
    """
    CREATE TABLE attendee_search (
        attendee_id bigint CONSTRAINT pk_attendee_search PRIMARY KEY,
        event_id bigint NOT NULL,
        payment_group text NOT NULL,
        payment text NOT NULL,
        search_text text NOT NULL
    )
    """,
    "CREATE INDEX ix_attendee_search_event_id_attendee_id ON attendee_search (event_id, attendee_id)",
    # The planner estimates from this sample how common a term is.
    "ALTER TABLE attendee_search ALTER search_text SET STATISTICS 500",
    """
    CREATE FUNCTION attendee_search_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO attendee_search (attendee_id, event_id, payment_group, payment, search_text)
        SELECT id, event_id, payment_group, payment_folded, search_text FROM added;
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION attendee_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE attendee_search
        SET attendee_id = new.id, event_id = new.event_id, payment_group = new.payment_group,
            payment = new.payment_folded, search_text = new.search_text
        WHERE attendee_id = old.id;
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION attendee_search_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        -- As a list, which is looked into by its hash: a join would be planned once, perhaps when the table was empty,
        -- and then read all of the table for each row.
        DELETE FROM attendee_search WHERE attendee_id = ANY (ARRAY(SELECT id FROM removed));
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION attendee_search_emptied() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        TRUNCATE attendee_search;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER attendee_search_added AFTER INSERT ON attendees
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendee_search_added()
    """,
    """
    CREATE TRIGGER attendee_search_changed
    AFTER UPDATE OF id, event_id, search_text, payment_folded, payment_group ON attendees
    FOR EACH ROW WHEN (
        old.id IS DISTINCT FROM new.id OR old.event_id IS DISTINCT FROM new.event_id
        OR old.search_text IS DISTINCT FROM new.search_text
        OR old.payment_folded IS DISTINCT FROM new.payment_folded
        OR old.payment_group IS DISTINCT FROM new.payment_group
    ) EXECUTE FUNCTION attendee_search_changed()
    """,
    """
    CREATE TRIGGER attendee_search_removed AFTER DELETE ON attendees
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION attendee_search_removed()
    """,
    """
    CREATE TRIGGER attendee_search_emptied AFTER TRUNCATE ON attendees
    FOR EACH STATEMENT EXECUTE FUNCTION attendee_search_emptied()
    """,
)


def upgrade() -> None:
    """Create the tables, in the order of their references."""
    create_staff()
    create_events()
    create_attendees()
    create_door()
    create_conflicts()
    create_history()
    if op.get_bind().dialect.name == "postgresql":
        create_search_on_postgresql()
    else:
        for statement in SEARCH_ON_SQLITE:
            op.execute(statement)


def create_staff() -> None:
    """Accounts, their sessions and second factors, and failed sign-ins."""
    op.create_table(
        "users",
        sa.Column("id", ID, nullable=False),
        sa.Column("username", sa.String(64), nullable=False),
        sa.Column("username_folded", sa.String(), nullable=False),
        sa.Column("full_name", sa.String(200), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("password_hash", sa.String(200), nullable=False),
        sa.Column("must_change_password", sa.Boolean(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("last_login", MOMENT, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("updated_by", ID, nullable=True),
        sa.Column("device_key", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["updated_by"], [USER], name="fk_users_updated_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("username_folded", name="uq_users_username_folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("device", sa.String(60), nullable=True),
        sa.Column("address", sa.String(45), nullable=True),
        sa.Column("last_used_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_sessions_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])

    op.create_table(
        "failed_sign_ins",
        sa.Column("id", ID, nullable=False),
        sa.Column("account_hash", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("failed_at", MOMENT, nullable=False),
        sa.Column("device", sa.String(24), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_failed_sign_ins"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_failed_sign_ins_account_hash_address", "failed_sign_ins", ["account_hash", "address"])
    op.create_index("ix_failed_sign_ins_address", "failed_sign_ins", ["address"])
    op.create_index("ix_failed_sign_ins_failed_at", "failed_sign_ins", ["failed_at"])

    op.create_table(
        "second_factors",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("confirmed_at", MOMENT, nullable=True),
        sa.Column("last_step", ID, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_second_factors_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_recovery_codes_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "code_hash", name="pk_recovery_codes"),
    )
    op.create_table(
        "required_second_factors",
        sa.Column("role", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("role", name="pk_required_second_factors"),
    )


def create_events() -> None:
    """Events, and for how many days after them guests are kept."""
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("time", sa.String(5), nullable=True),
        sa.Column("ticket_price_cents", ID, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("updated_by", ID, nullable=True),
        sa.Column("creation_key", sa.Uuid(), nullable=True),
        sa.Column("capacity", ID, nullable=True),
        sa.ForeignKeyConstraint(["updated_by"], [USER], name="fk_events_updated_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_date_time_id", "events", ["date", "time", "id"])
    op.create_index("ix_events_creation_key", "events", ["creation_key"], unique=True)

    op.create_table(
        "keeping",
        sa.Column("id", ID, nullable=False),
        sa.Column("days", ID, nullable=True),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("changed_by", ID, nullable=True),
        sa.Column("run_at", MOMENT, nullable=True),
        sa.Column("run_erased", ID, nullable=False),
        sa.ForeignKeyConstraint(["changed_by"], [USER], name="fk_keeping_changed_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_keeping"),
    )


def create_attendees() -> None:
    """Imports, attendees, the ledger of invoice numbers, and the tickets that a restore must not bring back."""
    op.create_table(
        "imports",
        sa.Column("id", ID, nullable=False),
        sa.Column("created_by", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("file_name", sa.String(200), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("is_settled", sa.Boolean(), nullable=False),
        sa.Column("total", ID, nullable=False),
        sa.Column("added", ID, nullable=False),
        sa.Column("imported", ID, nullable=False),
        sa.Column("errors", ID, nullable=False),
        sa.Column("duplicates", ID, nullable=False),
        sa.Column("message", sa.String(500), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["created_by"], [USER], name="fk_imports_created_by_users", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["event_id"], [EVENT], name="fk_imports_event_id_events", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "attendees",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("full_name", sa.String(200), nullable=False),
        sa.Column("phone", sa.String(40), nullable=False),
        sa.Column("table_number", ID, nullable=False),
        sa.Column("payment_status", sa.String(40), nullable=False),
        sa.Column("payment_folded", sa.String(), nullable=False),
        sa.Column("payment_group", sa.String(13), nullable=False),
        sa.Column("amount_paid_cents", ID, nullable=True),
        sa.Column("invoice_number", sa.String(40), nullable=False),
        sa.Column("qr_code_data", sa.String(500), nullable=False),
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
        sa.Column("import_id", ID, nullable=True),
        sa.Column("qr_hash", sa.String(22), nullable=False),
        sa.Column("notes", sa.String(500), nullable=True),
        sa.Column("name_key", SORT_KEY, nullable=False),
        sa.Column("last_name_key", SORT_KEY, nullable=False),
        sa.Column("erased_at", MOMENT, nullable=True),
        sa.CheckConstraint("attended = (attended_at IS NOT NULL)", name=op.f("ck_attendees_attended_at")),
        sa.CheckConstraint("table_number >= 0", name=op.f("ck_attendees_table_number")),
        sa.ForeignKeyConstraint(["event_id"], [EVENT], name="fk_attendees_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["scanned_by"], [USER], name="fk_attendees_scanned_by_users", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["sold_by"], [USER], name="fk_attendees_sold_by_users", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["updated_by"], [USER], name="fk_attendees_updated_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_attendees"),
        sa.UniqueConstraint("invoice_number", name="uq_attendees_invoice_number"),
        sa.UniqueConstraint("qr_code_data", name="uq_attendees_qr_code_data"),
        sa.UniqueConstraint("registration_key", name="uq_attendees_registration_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_attendees_event_id_id", "attendees", ["event_id", "id"])
    op.create_index(
        "ix_attendees_import_id", "attendees", ["import_id"], sqlite_where=IS_IMPORTED, postgresql_where=IS_IMPORTED
    )
    # Not unique: a restored text may differ from another one in case alone.
    op.create_index("ix_attendees_qr_hash", "attendees", ["qr_hash"])
    for column in ("name_key", "last_name_key", "table_number"):
        op.create_index(f"ix_attendees_{column}", "attendees", [column, "id", "event_id"])

    op.create_table(
        "issued_invoice_numbers",
        sa.Column("number", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_issued_invoice_numbers"),
    )
    op.create_table(
        "erased_tickets",
        sa.Column("qr_hash", sa.String(22), nullable=False),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("erased_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("qr_hash", name="pk_erased_tickets"),
    )


def create_door() -> None:
    """The scan log, and the devices and helpers that check in."""
    op.create_table(
        "scan_log",
        sa.Column("id", ID, nullable=False),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("device", sa.String(100), nullable=True),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("qr_data", sa.String(500), nullable=True),
        sa.Column("attended_at", MOMENT, nullable=True),
        sa.Column("attended_by", ID, nullable=True),
        sa.Column("scanned_at", MOMENT, nullable=False),
        sa.Column("idempotency_key", sa.Uuid(), nullable=True),
        sa.Column("received_at", MOMENT, nullable=True),
        sa.Column("grant_id", ID, nullable=True),
        sa.Column("sequence", ID, nullable=True),
        sa.Column("shown", sa.String(20), nullable=True),
        sa.Column("certainty", sa.String(20), nullable=True),
        sa.Column("list_as_of", MOMENT, nullable=True),
        sa.Column("clock_error", ID, nullable=True),
        sa.Column("about_key", sa.Uuid(), nullable=True),
        sa.Column("helper", sa.String(100), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_scan_log"),
        sa.UniqueConstraint("idempotency_key", name="uq_scan_log_idempotency_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_scan_log_attendee_id", "scan_log", ["attendee_id"])
    op.create_index("ix_scan_log_event_id_scanned_at", "scan_log", ["event_id", "scanned_at", "outcome", "device"])

    op.create_table(
        "door_grants",
        sa.Column("id", ID, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("device", sa.String(100), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("makes_until", MOMENT, nullable=False),
        sa.Column("delivers_until", MOMENT, nullable=False),
        sa.Column("last_contact_at", MOMENT, nullable=False),
        sa.Column("waiting", ID, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("ended_by", ID, nullable=True),
        sa.Column("announced_sequence", ID, nullable=True),
        sa.Column("announced_at", MOMENT, nullable=True),
        sa.Column("unsent", sa.JSON(), nullable=True),
        sa.Column("session", sa.String(64), nullable=True),
        sa.Column("pass_id", ID, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_door_grants_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], [EVENT], name="fk_door_grants_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["ended_by"], [USER], name="fk_door_grants_ended_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_door_grants"),
        sa.UniqueConstraint("secret_hash", name="uq_door_grants_secret_hash"),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "event_id", "delivers_until", "pass_id"):
        op.create_index(f"ix_door_grants_{column}", "door_grants", [column])

    op.create_table(
        "door_passes",
        sa.Column("id", ID, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("door", sa.String(100), nullable=False),
        sa.Column("helper", sa.String(100), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("claim_until", MOMENT, nullable=False),
        sa.Column("makes_until", MOMENT, nullable=False),
        sa.Column("claimed_at", MOMENT, nullable=True),
        sa.Column("claim_key_hash", sa.String(64), nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.Column("revoked_by", ID, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], [USER], name="fk_door_passes_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["event_id"], [EVENT], name="fk_door_passes_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["revoked_by"], [USER], name="fk_door_passes_revoked_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_door_passes"),
        sa.UniqueConstraint("secret_hash", name="uq_door_passes_secret_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_door_passes_user_id", "door_passes", ["user_id"])
    op.create_index("ix_door_passes_event_id", "door_passes", ["event_id"])


def create_conflicts() -> None:
    """What doors decided apart and a person has to settle, and which data the doors' lists are of."""
    op.create_table(
        "door_conflicts",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("attendee_id", ID, nullable=True),
        sa.Column("named", sa.String(120), nullable=True),
        sa.Column("grant_id", ID, nullable=True),
        sa.Column("log_ids", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("note", sa.String(500), nullable=True),
        sa.Column("decided_by", ID, nullable=True),
        sa.Column("decided_at", MOMENT, nullable=True),
        sa.Column("version", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_door_conflicts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_door_conflicts_state_at_id", "door_conflicts", ["state", "at", "id"])
    op.create_index("ix_door_conflicts_event_id_at_id", "door_conflicts", ["event_id", "at", "id"])
    op.create_index("ix_door_conflicts_attendee_id", "door_conflicts", ["attendee_id"])

    lineage = op.create_table(
        "lineage",
        sa.Column("id", ID, nullable=False, autoincrement=False),
        sa.Column("epoch", sa.Uuid(), nullable=False),
        sa.Column("restored", sa.Uuid(), nullable=False),
        sa.Column("log_from", ID, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lineage"),
    )
    op.bulk_insert(lineage, [{"id": 1, "epoch": uuid4(), "restored": uuid4(), "log_from": 0}])


def create_history() -> None:
    """Who did what, and which attendees an entry about many is about."""
    op.create_table(
        "history",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("user_id", ID, nullable=True),
        sa.Column("address", sa.String(45), nullable=True),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(20), nullable=False),
        sa.Column("subject_id", ID, nullable=True),
        sa.Column("event_id", ID, nullable=True),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_history"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_history_at_id", "history", ["at", "id"])
    op.create_index("ix_history_subject_at_id", "history", ["subject", "at", "id"])
    op.create_index("ix_history_user_id_at_id", "history", ["user_id", "at", "id"])
    op.create_index("ix_history_user_id_subject_at_id", "history", ["user_id", "subject", "at", "id"])
    op.create_index("ix_history_subject_subject_id_at_id", "history", ["subject", "subject_id", "at", "id"])
    op.create_index(
        "ix_history_json_restores",
        "history",
        ["id"],
        sqlite_where=IS_JSON_RESTORE,
        postgresql_where=IS_JSON_RESTORE,
    )

    op.create_table(
        "history_attendees",
        sa.Column("attendee_id", ID, autoincrement=False, nullable=False),
        sa.Column("entry_id", ID, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("attendee_id", "entry_id", name="pk_history_attendees"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_history_attendees_entry_id", "history_attendees", ["entry_id"])


def create_search_on_postgresql() -> None:
    """The search index, with trigrams where the extension can be had."""
    for statement in SEARCH_ON_POSTGRESQL:
        op.execute(statement)
    connection = op.get_bind()
    try:
        with connection.begin_nested():
            op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) not in NO_EXTENSION:
            raise
    where = connection.scalar(
        sa.text(
            "SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace"
            " WHERE extname = 'pg_trgm'"
        )
    )
    if where is not None:
        # Few entries may wait to be sorted in, since every search has to read all that do.
        op.execute(
            "CREATE INDEX ix_attendee_search_search_text ON attendee_search"
            f" USING gin (search_text {where}.gin_trgm_ops) WITH (gin_pending_list_limit = 256)"
        )
