"""The migrations make the schema that the models describe, on both engines."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

import doorlist.main  # noqa: F401 - imports every room, and so every table
from doorlist.core.db.database import Base, Database
from doorlist.core.db.migrations import SCRIPTS, alembic_config, migrate
from tests.databases import Databases
from tests.released import empty_database

# A release adds the migrations that it brings: `sha256sum *.py` in `migrations/versions`.
FROZEN = {
    "0020_tables.py": "25049ac8fe012f666eefdd3d1f6d0f427c16474cda7ad0a4589d25d5eb162a14",
}

SQLITE_BEYOND_THE_MODELS = """
    SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema
    WHERE type IN ('trigger', 'view') OR (type = 'table' AND name LIKE 'attendee_search%')
    UNION ALL SELECT 'option ' || k || ': ' || v FROM attendee_search_config
"""
POSTGRESQL_BEYOND_THE_MODELS = """
    SELECT 'trigger ' || tgname || ': ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || proname || ': ' || pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    UNION ALL SELECT 'extension ' || extname || ': in ' || extnamespace::regnamespace FROM pg_extension
    UNION ALL SELECT 'index ' || indexname || ': ' || indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = 'attendee_search'
    UNION ALL SELECT 'parameters of ' || relname || ': ' || reloptions::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND reloptions IS NOT NULL
    UNION ALL SELECT 'column ' || relname || '.' || attname || ': ' || format_type(atttypid, atttypmod)
        || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
        || CASE WHEN attcollation > 0 THEN ' COLLATE ' || attcollation::regcollation ELSE '' END
        || CASE WHEN attstattarget > 0 THEN ' STATISTICS ' || attstattarget ELSE '' END
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
    AND (relname = 'attendee_search' OR attstattarget > 0 OR attcollation NOT IN (0, '"default"'::regcollation))
"""


@pytest.fixture
def empty(databases: Databases, tmp_path: Path) -> Iterator[Database]:
    """A database without a single table."""
    with empty_database(databases, tmp_path / "data") as settings:
        database = Database(settings)
        yield database
        database.close()


def is_modelled(name: str | None, kind: str, _: object) -> bool:
    """The search index belongs to the database alone: no row of it is ever an object."""
    return kind != "table" or not (name or "").startswith("attendee_search")


def differences(database: Database) -> list[object]:
    """The changes with which alembic would get from the database to the models."""
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "compare_server_default": True,
                "render_as_batch": True,
                "include_name": is_modelled,
            },
        )
        return list(compare_metadata(context, Base.metadata))


def not_compared(database: Database) -> dict[str, set[str]]:
    """Checks, deletes, whole indexes, and where ids come from: alembic compares none of them. By table."""
    with database.engine.connect() as connection:
        inspector = inspect(connection)
        return {
            table: {f"check {check['name']}: {check['sqltext']}" for check in inspector.get_check_constraints(table)}
            | {f"reference {key['name']}: {key['options']}" for key in inspector.get_foreign_keys(table)}
            | {f"key {inspector.get_pk_constraint(table)['name']}"}
            | definitions(connection, table)
            for table in inspector.get_table_names()
            if table != "alembic_version" and is_modelled(table, "table", None)
        }


def definitions(connection: Connection, table: str) -> set[str]:
    """The engine's own words on a table's indexes; SQLite's on where its ids come from, too."""
    if connection.dialect.name == "postgresql":
        words = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = :table"
    else:
        words = """
            SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = :table
            UNION ALL SELECT 'autoincrement' FROM sqlite_schema WHERE name = :table AND sql LIKE '%AUTOINCREMENT%'
            UNION ALL SELECT 'without rowid' FROM sqlite_schema WHERE name = :table AND sql LIKE '%WITHOUT ROWID%'
        """
    return set(connection.scalars(text(words), {"table": table}))


def beyond_the_models(database: Database) -> list[str]:
    """Triggers, functions, the search index and its options, collations and storage parameters; a line for each."""
    words = SQLITE_BEYOND_THE_MODELS if database.is_sqlite else POSTGRESQL_BEYOND_THE_MODELS
    with database.read() as tx:
        return sorted(re.sub(r"\s+", " ", line) for line in tx.scalars(text(words)))


@pytest.mark.both_engines
def test_from_empty_they_lead_to_what_the_models_describe(empty: Database) -> None:
    assert differences(empty) != []
    migrate(empty)
    assert differences(empty) == []


@pytest.mark.both_engines
def test_what_alembic_does_not_compare_is_as_in_the_models_too(
    empty: Database, databases: Databases, tmp_path: Path
) -> None:
    migrate(empty)
    with empty_database(databases, tmp_path / "modelled") as settings, closing(Database(settings)) as modelled:
        Base.metadata.create_all(modelled.engine)
        assert not_compared(empty) == not_compared(modelled)


def test_what_no_model_describes_is_as_it_is_written_down(empty: Database) -> None:
    migrate(empty)
    written = Path(__file__).with_name("beyond_the_models") / f"{empty.engine.dialect.name}.txt"
    assert beyond_the_models(empty) == written.read_text("utf-8").splitlines()


@pytest.mark.both_engines
def test_a_second_run_changes_nothing(empty: Database) -> None:
    migrate(empty)
    with empty.write() as tx:
        tx.execute(text("INSERT INTO issued_invoice_numbers VALUES ('INV-AAAA-AAAA')"))
    migrate(empty)
    assert differences(empty) == []
    with empty.read() as tx:
        assert tx.scalar(text("SELECT count(*) FROM issued_invoice_numbers")) == 1


def test_there_is_one_line_of_them_and_the_database_is_at_its_end(database: Database) -> None:
    with database.engine.connect() as connection:
        scripts = ScriptDirectory.from_config(alembic_config(connection))
        assert len(scripts.get_heads()) == 1
        assert MigrationContext.configure(connection).get_current_heads() == tuple(scripts.get_heads())


def test_several_servers_that_start_together_take_turns(empty: Database) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(migrate, [empty] * (1 if empty.is_sqlite else 4)))
    assert differences(empty) == []


def test_a_released_migration_stays_as_it_is() -> None:
    """A database that is at a revision never runs it again: an edit would reach new databases alone."""
    # 4.migrate.4
    scripts = SCRIPTS / "versions"
    assert {name: sha256((scripts / name).read_bytes()).hexdigest() for name in FROZEN} == FROZEN
