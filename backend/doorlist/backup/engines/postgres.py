"""Copies of a PostgreSQL database by its own programs, verified in a scratch database."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from doorlist.backup.engines.postgres_restore import SCHEMA, counts, server_major, staged_restore
from doorlist.backup.engines.postgres_tools import ToolFailed, Tools
from doorlist.backup.metadata import LEFT_OUT, Metadata, Switch, compare
from doorlist.backup.problems import AnotherRestore, DamagedBackup, NotVerifiable
from doorlist.backup.rules import POSTGRESQL_ENDING
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import PostgresServer
from doorlist.core.locks import AdvisoryKey, advisory_lock

_INSUFFICIENT_PRIVILEGE = "42501"
_SERVER_FAILED = (
    "FATAL: ",
    "connection to ",
    "closed the connection",
    "terminating connection",
    "could not extend",
    "No space left",
)
# SIGHUP, SIGINT, SIGKILL or SIGTERM: a person or the system stopped it. Any other signal is a crash over the file.
_STOPPED = re.compile(r"ended with -(?:1|2|9|15)$")


class PostgresEngine:
    """Copies, verifies and restores one PostgreSQL database.

    `scratch_name` is called while the scratch directory is locked, and names the scratch database.
    """

    ending = POSTGRESQL_ENDING
    own_errors: tuple[type[Exception], ...] = (ToolFailed,)
    """Errors of its programs, whose text says what failed."""

    def __init__(self, database: Database, settings: Settings, scratch_name: Callable[[], str]) -> None:
        self._database = database
        self._settings = settings
        self._scratch_name = scratch_name

    def dump(self, target: Path) -> Metadata:
        """Dump the database as it is at this moment, and count its rows. Raises ToolFailed, BackupFailed."""
        tools = self._tools()
        with self._database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            # The dump and the counts use the snapshot of this one transaction.
            snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
            schema = connection.scalar(text("SELECT current_schema()"))
            is_ours = connection.scalar(text("SELECT to_regclass('alembic_version') IS NOT NULL"))
            revision = connection.scalar(text("SELECT version_num FROM alembic_version")) if is_ours else None
            metadata = Metadata(counts=counts(connection, str(schema)), revision=revision)
            tools.run(
                "pg_dump",
                *("--format=custom", "--compress=1", "--no-owner", "--no-privileges", "--no-comments"),
                *("--lock-wait-timeout=10000", f"--snapshot={snapshot}", f"--exclude-schema={SCHEMA}"),
                *(f"--exclude-table-data={schema}.{table}" for table in LEFT_OUT),
                f"--file={target}",
            )
            return metadata

    def verify(self, path: Path, metadata: Metadata, _: Path) -> None:
        """Restore into a scratch database of the same server, and count. Raises DamagedBackup, NotVerifiable."""
        tools = self._tools()
        with self._scratch_database() as name:
            _restore_into(tools, path, name)
            scratch = PostgresServer(self._settings.database_url or "").engine(database=name, pool_size=1)
            try:
                with scratch.connect() as connection:
                    # A dump names its own schema; a new database looks for tables in 'public'.
                    compare(counts(connection, "public"), metadata)
            finally:
                scratch.dispose()

    def staged_restore(self, path: Path, metadata: Metadata, _: Path) -> AbstractContextManager[Switch]:
        """As `postgres_restore.staged_restore`."""
        return staged_restore(self._database, self._tools(), path, metadata)

    def programs(self) -> Path:
        """The directory of the programs that make backups. Raises BackupFailed if none fit."""
        return self._tools().directory

    def clean_up(self) -> None:
        """Remove the schema and the database that a killed restore or verification left behind.

        Call it while the scratch directory is locked.
        """
        engine = self._database.engine
        try:
            with (
                advisory_lock(engine, AdvisoryKey.RESTORE, wait_seconds=0, refusal=AnotherRestore()),
                engine.begin() as connection,
            ):
                connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
        except AnotherRestore:
            pass  # a restore is using that schema
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{self._scratch_name()}" WITH (FORCE)'))

    def _tools(self) -> Tools:
        with self._database.engine.connect() as connection:
            return Tools(self._settings, server_major(connection))

    @contextmanager
    def _scratch_database(self) -> Iterator[str]:
        with self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            name = self._scratch_name()
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
                raise NotVerifiable(
                    "Not tested: the database's role may not create a scratch database. Grant it CREATEDB."
                ) from error
            try:
                yield name
            finally:
                connection.execute(drop)


def _restore_into(tools: Tools, path: Path, database: str) -> None:
    """Raises DamagedBackup; NotVerifiable; ToolFailed where the server failed, so that another try may succeed."""
    try:
        tools.run("pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", str(path), database=database)
    except ToolFailed as error:
        if any(words in str(error) for words in _SERVER_FAILED) or _STOPPED.search(str(error)):
            raise
        if "unrecognized configuration parameter" in str(error):
            # Each version of pg_restore sets its own parameters. An older server does not know all of them.
            raise NotVerifiable(
                "Not tested: pg_restore is newer than the server. Install the program of the server's version."
            ) from error
        raise DamagedBackup(f"It cannot be restored ({error}).") from error
