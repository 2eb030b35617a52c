"""Bringing a database to the present schema, and refusing one that is of another."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import load_python_file
from sqlalchemy import Connection, inspect

from doorlist.core.config import REPOSITORY
from doorlist.core.database import Base, Database
from doorlist.core.errors import DatabaseRefused, DatabaseUnavailable
from doorlist.core.locks import AdvisoryKey, advisory_lock
from doorlist.core.postgres import unhurried
from doorlist.core.schema_check import differences
from doorlist.core.sqlite import overwrite_free_space

SCRIPTS: Path = REPOSITORY / "backend" / "migrations"
WAIT_FOR_MIGRATION_SECONDS = 10


def migrate(database: Database, *, before_change: Callable[[], object] | None = None) -> None:
    """Run every migration that is still missing; several servers that start together take turns.

    `before_change` is called first where there are data to lose, that is, unless the database is new or up to date.
    Raises what it raises, and DatabaseRefused when the database is not one that this release can bring up.
    """
    # Another server may be at it, and then it may take long.
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
    """For commands beside a server, which leave migrating to it. Raises DatabaseRefused."""
    with database.engine.connect() as connection:
        if _revision(connection) != latest_revision() or early_forms().found(connection):
            raise DatabaseRefused(
                "The database is not up to date yet. Restart the server: it takes a backup and brings the database up"
                " to date. Then run this command again."
            )
        refuse_other_schema(connection)


def is_current(database: Database) -> bool:
    """Whether nothing has to be migrated. Raises DatabaseRefused where a newer release has been at the database."""
    with database.engine.connect() as connection:
        return _revision(connection) == latest_revision() and not early_forms().found(connection)


def has_tables(database: Database) -> bool:
    """Whether there is anything that a backup could replace, whichever release made it."""
    with database.engine.connect() as connection:
        return bool(_tables(connection))


def refuse_made_by_others(database: Database) -> None:
    """Raises DatabaseRefused where a newer release, or something else than Doorlist, has made the tables."""
    with database.engine.connect() as connection:
        if _revision(connection) is None:
            _refuse_tables_of_others(connection)


def refuse_other_schema(connection: Connection) -> None:
    """Hold the tables against the models. Raises DatabaseRefused."""
    found = differences(connection, Base.metadata)
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise DatabaseRefused(
            f"The database does not have the tables of this version of Doorlist ({found[0]}{more})."
            " Run the version that made it, or bring back a backup with 'doorlist restore'."
        )


def migrations_held_off(database: Database) -> AbstractContextManager[None]:
    """Nobody changes the schema while the block runs: a server that wants to, as it starts, waits for its end.

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
    """What repairs the databases that early forms of the migrations made."""
    return _early_forms()


@cache
def _early_forms() -> ModuleType:
    module: ModuleType = load_python_file(str(SCRIPTS), "early_forms.py")
    return module


@cache
def _revisions() -> tuple[str, ...]:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return tuple(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def latest_revision() -> str:
    """The present schema."""
    return _revisions()[0]


def is_known_revision(revision: str) -> bool:
    """Whether this release knows the schema of that name."""
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
