"""Alembic's entry: runs on the connection it is handed, or, from the shell, on the configured database."""

from alembic import context
from sqlalchemy import Connection

import doorlist.main  # noqa: F401 - imports every room, and so every table
from doorlist.core.config import Settings
from doorlist.core.db.database import Base, Database


def run(connection: Connection) -> None:
    """Run what was asked for on one connection, inside its transaction."""
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with Database(Settings.from_environment()).engine.begin() as opened:
        run(opened)
