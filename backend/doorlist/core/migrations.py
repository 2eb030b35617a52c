"""Bringing a database to the present schema."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from doorlist.core.advisory_lock import advisory_lock
from doorlist.core.config import REPOSITORY
from doorlist.core.database import Database
from doorlist.core.errors import DatabaseRefused, DatabaseUnavailable
from doorlist.core.postgres import unhurried

SCRIPTS: Path = REPOSITORY / "backend" / "migrations"
_LOCK_KEY = 7_201_966_431
WAIT_FOR_MIGRATION_SECONDS = 10


def migrate(database: Database, *, before_change: Callable[[], object] | None = None) -> None:
    """Run every migration that is still missing; several servers that start together take turns.

    `before_change` is called first where there are data to lose, that is, unless the database is new or up to date.
    Raises what it raises, and DatabaseRefused when a newer release has been at the database.
    """
    # Another server may be at it, and then it may take long.
    with unhurried(), database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK_KEY})")
        present = MigrationContext.configure(connection).get_current_heads()
        if not all(is_known_revision(revision) for revision in present):
            raise DatabaseRefused("The data come from a newer release of Doorlist. Start that release instead.")
        if present and present != (latest_revision(),) and before_change is not None:
            before_change()
        command.upgrade(alembic_config(connection), "head")


def migrations_held_off(database: Database) -> AbstractContextManager[None]:
    """Nobody changes the schema while the block runs: a server that wants to, as it starts, waits for its end.

    On SQLite a file has one server, which is not starting now. Raises DatabaseUnavailable during a migration.
    """
    if database.is_sqlite:
        return nullcontext()
    return advisory_lock(
        database.engine,
        _LOCK_KEY,
        wait_seconds=WAIT_FOR_MIGRATION_SECONDS,
        refusal=DatabaseUnavailable("The database is being migrated. Please try again when that is done."),
    )


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
