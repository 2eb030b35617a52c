"""Repairs of what early forms of 0001 and 0003 made. A released migration is never edited again: see versions.sha256.

Three things differ, at whatever revision a database is by now: `users` without who changed an account and when, checks
whose names have their table twice, and a search index that is slow to forget.
"""

import sqlalchemy as sa

TWICE, ONCE = "ck_attendees_ck_attendees_", "ck_attendees_"
CHECKS = ("attended_at", "table_number")
# SQLite adds a column that is never null with a default only, which goes once the rows have their values.
UPDATED_AT, UPDATED_BY = "updated_at VARCHAR(24) NOT NULL", "updated_by INTEGER"
DEFAULT = " DEFAULT ''"
REFERENCE = "CONSTRAINT fk_users_updated_by_users FOREIGN KEY(updated_by) REFERENCES users (id) ON DELETE SET NULL"
REMOVED = """
    CREATE OR REPLACE FUNCTION attendee_search_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        -- As a list, which is looked into by its hash: a join would be planned once, perhaps when the table was empty,
        -- and then read all of the table for each row.
        DELETE FROM attendee_search WHERE attendee_id = ANY (ARRAY(SELECT id FROM removed));
        RETURN NULL;
    END $$
"""


FOUND_ON_POSTGRESQL = """
    SELECT
        to_regclass('users') IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM pg_attribute
            WHERE attrelid = to_regclass('users') AND attname = 'updated_at' AND attnotnull
        ),
        EXISTS (
            SELECT 1 FROM pg_constraint
            WHERE conrelid = to_regclass('attendees') AND starts_with(conname, 'ck_attendees_ck_attendees_')
        ),
        EXISTS (
            SELECT 1 FROM pg_proc WHERE pronamespace = to_regnamespace(current_schema())
            AND proname = 'attendee_search_removed' AND strpos(prosrc, 'USING removed') > 0
        )
"""


def found(connection: sa.Connection) -> bool:
    """Whether an early form made this database, and nobody repaired it yet."""
    find = _on_postgresql if connection.dialect.name == "postgresql" else _on_sqlite
    return any(find(connection))


def repair(connection: sa.Connection) -> None:
    """Make of a database what the present form of its revision would have made."""
    if connection.dialect.name == "postgresql":
        _repair_on_postgresql(connection)
    else:
        _repair_on_sqlite(connection)


def let_backups_in(connection: sa.Connection) -> None:
    """Make room for the rows of a backup that an early form's database was copied to; `repair` ends it (PostgreSQL)."""
    connection.exec_driver_sql("ALTER TABLE users ALTER updated_at DROP NOT NULL")


# --- SQLite: what is asked is (users lack columns, names are twice, the index merges for deletions) -------------------


def _on_sqlite(connection: sa.Connection) -> tuple[bool, bool, bool]:
    users = connection.exec_driver_sql("SELECT count(*), sum(name = 'updated_at') FROM pragma_table_info('users')")
    columns, has_column = users.one()
    checks = f"SELECT count(*) FROM sqlite_schema WHERE name = 'attendees' AND instr(sql, '{TWICE}')"  # noqa: S608
    index = "SELECT count(*) FROM sqlite_schema WHERE name = 'attendee_search_config'"
    merges = "SELECT count(*) = 0 FROM attendee_search_config WHERE k = 'deletemerge'"
    return (
        columns > 0 and not has_column,
        bool(connection.exec_driver_sql(checks).scalar()),
        bool(connection.exec_driver_sql(index).scalar() and connection.exec_driver_sql(merges).scalar()),
    )


def _repair_on_sqlite(connection: sa.Connection) -> None:
    run = connection.exec_driver_sql
    lack_columns, are_twice, merges = _on_sqlite(connection)
    texts = []
    if lack_columns:
        run(f"ALTER TABLE users ADD COLUMN {UPDATED_AT}{DEFAULT}")
        run(f"ALTER TABLE users ADD COLUMN {UPDATED_BY}")
        run("UPDATE users SET updated_at = created_at")
        texts += [("users", UPDATED_AT + DEFAULT, UPDATED_AT), ("users", UPDATED_BY, f"{UPDATED_BY}, {REFERENCE}")]
    if are_twice:
        texts += [("attendees", TWICE, ONCE)]
    if merges:
        run("INSERT INTO attendee_search (attendee_search, rank) VALUES ('deletemerge', 101)")
    if texts:
        # Names, defaults and references stand in the schema's text alone. A new table in the old one's place would
        # take triggers, and rows that refer to it, along with the old one.
        version = run("PRAGMA schema_version").scalar_one()
        run("PRAGMA writable_schema = ON")
        for table, before, after in texts:
            run(
                "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = ?",
                (before, after, table),
            )
        run(f"PRAGMA schema_version = {version + 1}")
        run("PRAGMA writable_schema = RESET")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _on_postgresql(connection: sa.Connection) -> tuple[bool, bool, bool]:
    row = connection.exec_driver_sql(FOUND_ON_POSTGRESQL).one()
    return bool(row[0]), bool(row[1]), bool(row[2])


def _repair_on_postgresql(connection: sa.Connection) -> None:
    run = connection.exec_driver_sql
    lack_columns, are_twice, joins = _on_postgresql(connection)
    if lack_columns:
        run("ALTER TABLE users ADD COLUMN IF NOT EXISTS updated_at timestamptz")
        run("UPDATE users SET updated_at = created_at WHERE updated_at IS NULL")
        run("ALTER TABLE users ALTER updated_at SET NOT NULL")
        run(
            "ALTER TABLE users ADD COLUMN IF NOT EXISTS updated_by bigint"
            " CONSTRAINT fk_users_updated_by_users REFERENCES users (id) ON DELETE SET NULL"
        )
    if are_twice:
        for check in CHECKS:
            run(f"ALTER TABLE attendees RENAME CONSTRAINT {TWICE}{check} TO {ONCE}{check}")
    if joins:
        run(REMOVED)
