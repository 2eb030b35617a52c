"""The index that attendees are searched with, kept up by the database itself (docs/decisions/0012-search-index.md)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import DBAPIError

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# Not for this role to create, or not on this machine; then searches read the whole of a narrow table instead.
NO_EXTENSION = {"42501", "0A000", "58P01", "3F000"}

SQLITE = (
    """
    CREATE VIRTUAL TABLE attendee_search USING fts5 (
        search_text, event, payment, payment_group,
        content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    )
    """,
    # Merging fewer pieces at once would make an insert dearer, more would make it stand still at times.
    "INSERT INTO attendee_search (attendee_search, rank) VALUES ('automerge', 8)",
    # 101 percent: never merge because of deletions alone. A merge holds the writer for seconds when many rows go, as
    # with an import that is undone; the merges of later inserts forget the deleted rows as well.
    "INSERT INTO attendee_search (attendee_search, rank) VALUES ('deletemerge', 101)",
    """
    INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
    SELECT id, search_text, ':' || event_id || ':', payment_folded, payment_group FROM attendees ORDER BY id
    """,
    # While it has a row, whoever writes many attendees at once sees to the index in one statement of their own.
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

# A table of its own: check-ins rewrite rows of attendees, and each rewritten row would enter every index of that table.
POSTGRESQL = (
    """
    CREATE TABLE attendee_search (
        attendee_id bigint CONSTRAINT pk_attendee_search PRIMARY KEY,
        event_id bigint NOT NULL,
        payment_group text NOT NULL,
        payment text NOT NULL,
        search_text text NOT NULL
    )
    """,
    """
    INSERT INTO attendee_search (attendee_id, event_id, payment_group, payment, search_text)
    SELECT id, event_id, payment_group, payment_folded, search_text FROM attendees ORDER BY id
    """,
    "CREATE INDEX ix_attendee_search_event_id_attendee_id ON attendee_search (event_id, attendee_id)",
    # How common a term is, is guessed from this sample.
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
        (old.id, old.event_id, old.search_text, old.payment_folded, old.payment_group)
        IS DISTINCT FROM (new.id, new.event_id, new.search_text, new.payment_folded, new.payment_group)
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
    """Make the index, fill it, and let every change of an attendee reach it."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        for statement in SQLITE:
            op.execute(statement)
        return
    # Who is added between the filling and the triggers would never be found.
    op.execute("LOCK TABLE attendees IN SHARE ROW EXCLUSIVE MODE")
    for statement in POSTGRESQL:
        op.execute(statement)
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
    op.execute("ANALYZE attendee_search")
