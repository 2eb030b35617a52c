"""The way back for PostgreSQL, which no reader has to wait for: new tables beside the live ones, then their names."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from alembic import command
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.orm import Session

from doorlist.backup.engines.postgres import RESTORE_LOCK, SCHEMA, counts, server_major, tables
from doorlist.backup.engines.postgres_tools import ToolFailed, Tools
from doorlist.backup.metadata import Facts, Switch, compare, refuse_newer
from doorlist.backup.problems import AnotherRestore, BackupFailed, DamagedBackup
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import alembic_config, early_forms
from doorlist.core.errors import DatabaseUnavailable

BLOCK = 256 * 1024
SWITCH_WAITS_SECONDS = 3
SWITCH_ATTEMPTS = 20
BREATH_SECONDS = 0.2
# lock_not_available and deadlock_detected
_READERS_IN_THE_WAY = {"55P03", "40P01"}
_COPY = re.compile(rb'COPY (?:"[^"]+"|\w+)\.("[^"]+"|\w+) \((.*)\) FROM stdin;')
_REACHED = re.compile(rb"SELECT pg_catalog\.setval\('(?:\"[^\"]+\"|\w+)\.(\"[^\"]+\"|\w+)', (\d+), (true|false)\);")


@contextmanager
def prepared(database: Database, settings: Settings, path: Path, facts: Facts) -> Iterator[Switch]:
    """What the backup holds, in a schema beside the live one, whole and at the present version of the tables.

    The block gets what puts it in the live tables' place: a matter of names, done in one short transaction, so that
    those who only read hardly notice. To be called by the only restore. Raises DamagedBackup, BackupInvalid,
    BackupFailed.
    """
    with database.engine.connect() as connection:
        live = str(connection.scalar(text("SELECT current_schema()")))
        tools = Tools(settings, server_major(connection))
    with _schema_dropped_afterwards(database.engine):
        _fill(database.engine, tools, path, facts, live)
        yield lambda _, note: _switch(database, live, note)


@contextmanager
def only_restore(engine: Engine) -> Iterator[None]:
    """No other restore of this database meanwhile, whichever machine asks. Raises AnotherRestore."""
    with engine.connect() as connection:
        try:
            if not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": RESTORE_LOCK}):
                raise AnotherRestore
            connection.commit()
            yield
        finally:
            # Never back into the pool: the lock ends with its session.
            connection.invalidate()


@contextmanager
def _schema_dropped_afterwards(engine: Engine) -> Iterator[None]:
    drop = text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
    with engine.begin() as connection:
        connection.execute(drop)
    try:
        yield
    finally:
        with engine.begin() as connection:
            connection.execute(drop)


def _fill(engine: Engine, tools: Tools, path: Path, facts: Facts, live: str) -> None:
    """Make the tables as they were when the backup was taken, fill them, and bring them to the present version."""
    revision = _dumped_revision(tools, path)
    refuse_newer(revision)
    with engine.begin() as connection:
        try:
            connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
        except ProgrammingError as error:
            raise BackupFailed(
                "A restore needs a schema of its own, which the database's role may not create."
                " Grant it CREATE on the database."
            ) from error
        # Extensions may live in the live schema, so it stays in the path, behind the new one.
        connection.execute(text(f'SET LOCAL search_path TO {SCHEMA}, "{live}"'))
        # Or else the one of the live schema would be found.
        column = "version_num varchar(32) CONSTRAINT alembic_version_pkc PRIMARY KEY"
        connection.execute(text(f"CREATE TABLE {SCHEMA}.alembic_version ({column})"))
        command.upgrade(alembic_config(connection), str(revision))
        connection.execute(text(f"DELETE FROM {SCHEMA}.alembic_version"))  # noqa: S608 - a constant
        rest = _take_off(connection)
        names = tables(connection, SCHEMA)
        # What triggers once wrote beside a row is in the dump as well.
        for table in names:
            connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" DISABLE TRIGGER USER'))
        early_forms().let_backups_in(connection)
        _load(connection, tools, path)
        early_forms().repair(connection)
        for table in names:
            connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" ENABLE TRIGGER USER'))
        for statement in rest:
            _or_damaged(connection, statement)
        compare(counts(connection, SCHEMA), facts)
        command.upgrade(alembic_config(connection), "head")
        for table in tables(connection, SCHEMA):
            connection.execute(text(f'ANALYZE {SCHEMA}."{table}"'))


def _dumped_revision(tools: Tools, path: Path) -> str | None:
    try:
        options = ("--data-only", "--table=alembic_version", "--file=-", str(path))
        with tools.output_of("pg_restore", *options) as output:
            lines = iter(list(output))
    except ToolFailed as error:
        raise DamagedBackup(f"It cannot be read ({error}).") from error
    for line in lines:
        if _COPY.match(line):
            revision = next(lines, b"").strip().decode("utf-8", "replace")
            return None if revision == "\\." else revision
    raise DamagedBackup("It is no backup of Doorlist.")


def _take_off(connection: Connection) -> list[str]:
    """Leave out indexes and references while rows come in; the statements that bring them back.

    Each is then built once over all rows, which is several times faster, and still checks every one of them.
    """
    keys = connection.execute(
        text(
            "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE contype = 'f' AND connamespace = to_regnamespace(:schema)"
        ),
        {"schema": SCHEMA},
    ).all()
    indexes = connection.execute(
        text(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = to_regnamespace(:schema)"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
        ),
        {"schema": SCHEMA},
    ).all()
    for table, name, _ in keys:
        connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {name}"))
    for name, _ in indexes:
        connection.execute(text(f"DROP INDEX {name}"))
    return [
        *(definition for _, definition in indexes),
        *(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}" for table, name, definition in keys),
    ]


def _or_damaged(connection: Connection, statement: str) -> None:
    try:
        connection.exec_driver_sql(statement)
    except IntegrityError as error:
        raise DamagedBackup("Rows in it contradict each other.") from error


def _load(connection: Connection, tools: Tools, path: Path) -> None:
    """Pass the rows of the dump on, table by table, under the name of the new schema."""
    driver = connection.connection.driver_connection
    if driver is None:
        raise DatabaseUnavailable("The database did not answer. Please try again in a moment.")
    names = set(tables(connection, SCHEMA))
    try:
        with tools.output_of("pg_restore", "--data-only", "--file=-", str(path)) as lines, driver.cursor() as cursor:
            for line in lines:
                if found := _COPY.match(line):
                    table, columns = found[1].decode(), found[2].decode()
                    if table.strip('"') in names:
                        with cursor.copy(f"COPY {SCHEMA}.{table} ({columns}) FROM STDIN") as rows:
                            _each_block(lines, rows.write)
                    else:
                        _each_block(lines, lambda _: None)
                elif found := _REACHED.match(line):
                    cursor.execute(
                        "SELECT setval(to_regclass(%s), %s, %s) WHERE to_regclass(%s) IS NOT NULL",
                        (
                            f"{SCHEMA}.{found[1].decode()}",
                            int(found[2]),
                            found[3] == b"true",
                            f"{SCHEMA}.{found[1].decode()}",
                        ),
                    )
    except ToolFailed as error:
        raise DamagedBackup(f"It cannot be restored ({error}).") from error
    except (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError) as error:
        raise DamagedBackup("Rows in it do not fit the tables.") from error
    except psycopg.Error as error:
        raise DBAPIError.instance("COPY", None, error, psycopg.Error, hide_parameters=True) from error


def _each_block(lines: Iterator[bytes], write: Callable[[bytes], object]) -> None:
    """The rows up to the end of a table, a quarter of a megabyte at a time."""
    block = bytearray()
    for line in lines:
        if line == b"\\.\n":
            break
        block += line
        if len(block) >= BLOCK:
            write(bytes(block))
            block.clear()
    if block:
        write(bytes(block))


def _switch(database: Database, live: str, note: Callable[[Session], None]) -> None:
    """Let the new tables take the names of the live ones, as soon as nobody is reading for a moment.

    Whoever wants to read waits behind us, so that we give up soon, let them through, and try again.
    """
    for attempt in range(1, SWITCH_ATTEMPTS + 1):
        try:
            with database.engine.begin() as connection:
                connection.execute(text(f"SET LOCAL lock_timeout = '{SWITCH_WAITS_SECONDS}s'"))
                _exchange(connection, live)
                with Session(connection) as tx:
                    note(tx)
                    tx.flush()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) not in _READERS_IN_THE_WAY or attempt == SWITCH_ATTEMPTS:
                raise
            time.sleep(BREATH_SECONDS)
        else:
            return


def _exchange(connection: Connection, live: str) -> None:
    new = tables(connection, SCHEMA)
    old = ", ".join(f'"{live}"."{table}"' for table in tables(connection, live) if table in new)
    connection.execute(text(f"LOCK TABLE {old} IN ACCESS EXCLUSIVE MODE"))
    _count_on(connection, live)
    connection.execute(text(f"DROP TABLE {old} CASCADE"))
    for signature in _functions(connection):
        connection.execute(text(f'DROP FUNCTION IF EXISTS "{live}".{signature} CASCADE'))
        connection.execute(text(f'ALTER FUNCTION {SCHEMA}.{signature} SET SCHEMA "{live}"'))
    for table in new:
        connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" SET SCHEMA "{live}"'))


def _functions(connection: Connection) -> list[str]:
    """What migrations made for triggers; the tables bring their triggers along, but not these."""
    rows = connection.execute(
        text(
            "SELECT quote_ident(proname) || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')' FROM pg_proc"
            " WHERE pronamespace = to_regnamespace(:schema) AND prokind = 'f'"
        ),
        {"schema": SCHEMA},
    )
    return [signature for (signature,) in rows]


def _count_on(connection: Connection, live: str) -> None:
    """An id that was given out since the backup is not given to somebody else: open screens may still show it."""
    sequences = connection.execute(
        text("SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = :schema"), {"schema": SCHEMA}
    ).scalars()
    for sequence in sequences.all():
        reached = connection.scalar(
            text(
                "SELECT last_value FROM pg_sequences WHERE schemaname = :schema AND quote_ident(sequencename) = :name"
            ),
            {"schema": live, "name": sequence},
        )
        if reached is not None:
            here = f"(SELECT last_value FROM {SCHEMA}.{sequence})"  # noqa: S608 - the schema's own names
            connection.execute(text(f"SELECT setval('{SCHEMA}.{sequence}', GREATEST({here}, {reached}))"))
