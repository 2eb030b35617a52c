"""Migrates a database to the present schema, and refuses one that this release cannot migrate."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from doorlist.core.db.database import Base, Database
from doorlist.core.db.postgres import without_statement_deadline
from doorlist.core.db.sqlite import overwrite_free_space
from doorlist.core.errors import DatabaseRefused, DatabaseUnavailable
from doorlist.core.locks import AdvisoryKey, advisory_lock

SCRIPTS: Path = Path(__file__).resolve().parents[2] / "migrations"
WAIT_FOR_MIGRATION_SECONDS = 10
# The revisions of version 0.1 before the first one of this version (decision 0019).
_BEFORE_FIRST = frozenset(f"{number:04}" for number in range(1, 20))


def migrate(database: Database, *, before_change: Callable[[], object] | None = None) -> None:
    """Run every migration that is still missing; several servers that start together take turns.

    `before_change` is called first if there is data to lose: not if the database is new or up to date.
    Raises what it raises, and DatabaseRefused if this release cannot migrate the database.
    """
    # Another server may be migrating, which may take long.
    with without_statement_deadline(), database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({AdvisoryKey.MIGRATION:d})")
        present = _revision(connection)
        if present is None:
            _refuse_tables_of_others(connection)
        elif before_change is not None and present != latest_revision():
            before_change()
        command.upgrade(alembic_config(connection), "head")
    if database.sqlite_file is not None:
        overwrite_free_space(database.sqlite_file)


def refuse_unless_current(database: Database) -> None:
    """Commands beside a server leave migrations to the server. Raises DatabaseRefused."""
    if not is_current(database):
        raise DatabaseRefused(
            "The database is not up to date yet. Restart the server: it takes a backup and brings the database up"
            " to date. Then run this command again."
        )


def is_current(database: Database) -> bool:
    """Whether no migration is missing. Raises DatabaseRefused if this release cannot migrate the database."""
    with database.engine.connect() as connection:
        return _revision(connection) == latest_revision()


def has_tables(database: Database) -> bool:
    """Whether the database has tables of any release, which a restore would replace."""
    with database.engine.connect() as connection:
        return bool(_tables(connection))


def refuse_made_by_others(database: Database) -> None:
    """Raises DatabaseRefused if another program made the tables, or a release whose revision is unknown here."""
    with database.engine.connect() as connection:
        if _revision(connection) is None:
            _refuse_tables_of_others(connection)


def migrations_held_off(database: Database) -> AbstractContextManager[None]:
    """Hold migrations off while the block runs: a server that starts and wants to migrate waits for its end.

    On SQLite a file has one server, which is not starting now. Raises DatabaseUnavailable during a migration.
    """
    if database.is_sqlite:
        return nullcontext()
    return advisory_lock(
        database.engine,
        AdvisoryKey.MIGRATION,
        wait_seconds=WAIT_FOR_MIGRATION_SECONDS,
        refusal=DatabaseUnavailable("The database is being migrated. Please try again when that is done."),
    )


@cache
def _revisions() -> tuple[str, ...]:
    return tuple(script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions())


def latest_revision() -> str:
    return _revisions()[0]


def is_known_revision(revision: str) -> bool:
    return revision in _revisions()


def is_before_first_revision(revision: str) -> bool:
    """Whether only version 0.1 can migrate from that revision."""
    return revision in _BEFORE_FIRST


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    revisions = MigrationContext.configure(connection).get_current_heads()
    if any(map(is_before_first_revision, revisions)):
        raise DatabaseRefused(
            f"This database is of an older Doorlist (revision {', '.join(revisions)})."
            " Start it once with version 0.1, which brings it up to date, then with this version."
        )
    if not all(map(is_known_revision, revisions)):
        raise DatabaseRefused(
            f"This database was made by a newer Doorlist (revision {', '.join(revisions)})."
            " Update Doorlist, or restore an older backup."
        )
    return ", ".join(revisions) or None


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) & set(Base.metadata.tables)


def _refuse_tables_of_others(connection: Connection) -> None:
    tables = _tables(connection)
    if tables:
        raise DatabaseRefused(
            f"The database has a table '{min(tables)}', but Doorlist did not make it, or it was damaged."
            " Name an empty database, or bring back a backup with 'doorlist restore'."
        )
