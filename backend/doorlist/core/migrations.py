"""Bringing a database to the present schema."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from doorlist.core.config import REPOSITORY
from doorlist.core.database import Database
from doorlist.core.errors import DatabaseRefused, DatabaseUnavailable

SCRIPTS: Path = REPOSITORY / "backend" / "migrations"
_TAKE_MIGRATION_LOCK = text("SELECT pg_advisory_xact_lock(7201966431)")  # on PostgreSQL
WAIT_FOR_MIGRATION_SECONDS = 10


def migrate(database: Database, *, before_change: Callable[[], object] | None = None) -> None:
    """Run every migration that is still missing; several servers that start together take turns.

    `before_change` is called first where there are data to lose, that is, unless the database is new or up to date.
    Raises what it raises, and DatabaseRefused when a newer release has been at the database.
    """
    with database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.execute(_TAKE_MIGRATION_LOCK)
        present = MigrationContext.configure(connection).get_current_heads()
        if not all(is_known_revision(revision) for revision in present):
            raise DatabaseRefused("The data come from a newer release of Doorlist. Start that release instead.")
        if present and present != (latest_revision(),) and before_change is not None:
            before_change()
        command.upgrade(alembic_config(connection), "head")


@contextmanager
def migrations_held_off(database: Database) -> Iterator[None]:
    """Nobody changes the schema while the block runs: a server that wants to, as it starts, waits for its end.

    On SQLite a file has one server, which is not starting now. Raises DatabaseUnavailable during a migration.
    """
    if database.is_sqlite:
        yield
        return
    # The lock ends with its transaction, and so also when this process is killed.
    with database.engine.begin() as connection:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_FOR_MIGRATION_SECONDS}s'")
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        try:
            connection.execute(_TAKE_MIGRATION_LOCK)
        except OperationalError as error:
            raise DatabaseUnavailable("The database is being migrated. Please try again when that is done.") from error
        yield


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
