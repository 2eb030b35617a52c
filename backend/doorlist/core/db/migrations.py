"""Migrates a database to the present schema, and refuses one with any other schema."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from doorlist.core.db.database import Base, Database
from doorlist.core.db.postgres import unhurried
from doorlist.core.db.schema_check import differences
from doorlist.core.db.sqlite import overwrite_free_space
from doorlist.core.errors import DatabaseRefused, DatabaseUnavailable
from doorlist.core.locks import AdvisoryKey, advisory_lock
from doorlist.migrations import early_forms as repairs

SCRIPTS: Path = Path(__file__).resolve().parents[2] / "migrations"
WAIT_FOR_MIGRATION_SECONDS = 10


def migrate(database: Database, *, before_change: Callable[[], object] | None = None) -> None:
    """Run every migration that is still missing; several servers that start together take turns.

    `before_change` is called first if there is data to lose: not if the database is new or up to date.
    Raises what it raises, and DatabaseRefused if this release cannot migrate the database.
    """
    # Another server may be migrating, which may take long.
    with unhurried(), database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({AdvisoryKey.MIGRATION:d})")
        present = _revision(connection)
        if present is None:
            _refuse_tables_of_others(connection)
        elif before_change is not None and (present != latest_revision() or early_forms().found(connection)):
            before_change()
        early_forms().repair(connection)
        command.upgrade(alembic_config(connection), "head")
        refuse_other_schema(connection)
    if database.sqlite_file is not None:
        overwrite_free_space(database.sqlite_file)


def refuse_unless_current(database: Database) -> None:
    """For commands beside a server: they leave migrations to the server. Raises DatabaseRefused."""
    with database.engine.connect() as connection:
        if _revision(connection) != latest_revision() or early_forms().found(connection):
            raise DatabaseRefused(
                "The database is not up to date yet. Restart the server: it takes a backup and brings the database up"
                " to date. Then run this command again."
            )
        refuse_other_schema(connection)


def is_current(database: Database) -> bool:
    """Whether no migration is missing. Raises DatabaseRefused if a newer release migrated the database."""
    with database.engine.connect() as connection:
        return _revision(connection) == latest_revision() and not early_forms().found(connection)


def has_tables(database: Database) -> bool:
    """Whether the database has tables of any release, which a restore would replace."""
    with database.engine.connect() as connection:
        return bool(_tables(connection))


def refuse_made_by_others(database: Database) -> None:
    """Raises DatabaseRefused if a newer release, or another program, made the tables."""
    with database.engine.connect() as connection:
        if _revision(connection) is None:
            _refuse_tables_of_others(connection)


def refuse_other_schema(connection: Connection) -> None:
    """Compare the tables with the models. Raises DatabaseRefused."""
    found = differences(connection, Base.metadata)
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise DatabaseRefused(
            f"The database does not have the tables of this version of Doorlist ({found[0]}{more})."
            " Run the version that made it, or bring back a backup with 'doorlist restore'."
        )


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


def early_forms() -> ModuleType:
    """The module that repairs databases made by early forms of the migrations."""
    return repairs


@cache
def _revisions() -> tuple[str, ...]:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return tuple(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def latest_revision() -> str:
    """The revision of the present schema."""
    return _revisions()[0]


def is_known_revision(revision: str) -> bool:
    """Whether this release knows that revision."""
    return revision in _revisions()


def alembic_config(connection: Connection) -> Config:
    """The settings of Alembic for one open connection."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _revision(connection: Connection) -> str | None:
    revisions = MigrationContext.configure(connection).get_current_heads()
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
