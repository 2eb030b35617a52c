"""Bringing a database to the present schema."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from doorlist.core.config import REPOSITORY
from doorlist.core.database import Database

SCRIPTS: Path = REPOSITORY / "backend" / "migrations"
_PG_MIGRATION_LOCK = 7_201_966_431


def migrate(database: Database) -> None:
    """Run every migration that is still missing; several servers that start together take turns."""
    with database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _PG_MIGRATION_LOCK})
        command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """The settings of Alembic for one open connection."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
