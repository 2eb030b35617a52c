"""Copies of a PostgreSQL database by its own programs, and their proof in a scratch database."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from doorlist.backup.engines.postgres_tools import ToolFailed, Tools
from doorlist.backup.metadata import LEFT_OUT, Facts, compare
from doorlist.backup.problems import DamagedBackup, NotProvable
from doorlist.backup.store import Shelf
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import PostgresServer

SCHEMA = "doorlist_restore"
"""Where a restore gets ready, on the same database."""
RESTORE_LOCK = 7_201_966_435
_INSUFFICIENT_PRIVILEGE = "42501"
_SERVERS_FAULT = re.compile(
    "FATAL: |connection to |closed the connection|terminating connection|could not extend|No space left|ended with -"
)


def dump(database: Database, settings: Settings, target: Path) -> Facts:
    """Dump the database as it is at this moment, and count what is in it. Raises ToolFailed, BackupFailed."""
    with database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        tools = Tools(settings, server_major(connection))
        # The dump and the counts see the moment of this one transaction.
        snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
        schema = connection.scalar(text("SELECT current_schema()"))
        facts = Facts(counts=counts(connection, str(schema)), revision=_revision(connection))
        tools.run(
            "pg_dump",
            *("--format=custom", "--compress=1", "--no-owner", "--no-privileges", "--no-comments"),
            *("--lock-wait-timeout=10000", f"--snapshot={snapshot}", f"--exclude-schema={SCHEMA}"),
            *(f"--exclude-table-data={schema}.{table}" for table in LEFT_OUT),
            f"--file={target}",
        )
        return facts


def prove(database: Database, settings: Settings, path: Path, facts: Facts) -> None:
    """Restore into a scratch database of the same server, and count. Raises DamagedBackup, NotProvable."""
    with database.engine.connect() as connection:
        tools = Tools(settings, server_major(connection))
    with _scratch_database(database, settings) as name:
        _restore_into(tools, path, name)
        scratch = PostgresServer(settings.database_url or "").engine(database=name, pool_size=1, max_overflow=0)
        try:
            with scratch.connect() as connection:
                # A dump names its own schema; a new database looks for tables in 'public'.
                compare(counts(connection, "public"), facts)
        finally:
            scratch.dispose()


def programs(database: Database, settings: Settings) -> Path:
    """Where the programs are that backups are made with. Raises BackupFailed when there are none that fit."""
    with database.engine.connect() as connection:
        return Tools(settings, server_major(connection)).directory


def clean_up(database: Database, settings: Settings) -> None:
    """Take away what a restore or proof left that was killed. Nobody may be at either meanwhile."""
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": RESTORE_LOCK}):
            connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": RESTORE_LOCK})
        connection.execute(text(f'DROP DATABASE IF EXISTS "{_scratch_name(settings)}" WITH (FORCE)'))


def server_major(connection: Connection) -> int:
    """The version of the server, 15 of 15.8."""
    return int(str(connection.scalar(text("SHOW server_version_num")))) // 10000


def tables(connection: Connection, schema: str) -> list[str]:
    """The names of the tables of a schema."""
    rows = connection.execute(
        text("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(:schema)"),
        {"schema": schema},
    )
    return sorted(name for (name,) in rows)


def counts(connection: Connection, schema: str) -> dict[str, int]:
    """The rows of each table that a backup holds."""
    return {
        table: connection.scalar(text(f'SELECT count(*) FROM "{schema}"."{table}"')) or 0  # noqa: S608 - own names
        for table in tables(connection, schema)
        if table not in LEFT_OUT
    }


def _revision(connection: Connection) -> str | None:
    found = connection.scalar(text("SELECT to_regclass('alembic_version') IS NOT NULL"))
    return connection.scalar(text("SELECT version_num FROM alembic_version")) if found else None


# --- the proof --------------------------------------------------------------------------------------------------------


def _scratch_name(settings: Settings) -> str:
    """One name per directory of backups, so that two machines can prove theirs at the same time."""
    return f"doorlist_scratch_{Shelf(settings).mark()}"


@contextmanager
def _scratch_database(database: Database, settings: Settings) -> Iterator[str]:
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        name = _scratch_name(settings)
        encoding, collate, ctype = connection.execute(
            text(
                "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database"
                " WHERE datname = current_database()"
            )
        ).one()
        drop = text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        try:
            connection.execute(drop)
            connection.execute(
                text(
                    f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING '{encoding}'"
                    f" LC_COLLATE '{collate}' LC_CTYPE '{ctype}'"
                )
            )
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _INSUFFICIENT_PRIVILEGE:
                raise
            raise NotProvable(
                "Not proven: the database's role may not create a scratch database. Grant it CREATEDB."
            ) from error
        try:
            yield name
        finally:
            connection.execute(drop)


def _restore_into(tools: Tools, path: Path, database: str) -> None:
    """Raises DamagedBackup; NotProvable; ToolFailed where the server was at fault, and another try may succeed."""
    try:
        tools.run("pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", str(path), database=database)
    except ToolFailed as error:
        if _SERVERS_FAULT.search(str(error)):
            raise
        if "unrecognized configuration parameter" in str(error):
            # Each version of the program sets what its own server knows.
            raise NotProvable(
                "Not proven: pg_restore is newer than the server. Install the program of the server's version."
            ) from error
        raise DamagedBackup(f"It cannot be restored ({error}).") from error
