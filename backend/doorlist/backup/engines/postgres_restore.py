"""A restore for PostgreSQL that readers hardly notice: new tables beside the live ones, which then take their names.

Our own migrations make the tables; of the dump only rows and sequences are taken (decision 0023).
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from psycopg import sql
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.orm import Session

from doorlist.backup.engines.postgres_tools import ToolFailed, Tools
from doorlist.backup.metadata import LEFT_OUT, Metadata, Switch, compare, refuse_unknown_revision
from doorlist.backup.problems import BackupFailed, DamagedBackup
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import alembic_config

SCHEMA = "doorlist_restore"
"""The schema of a staged restore, in the live database."""
ROWS_AT_ONCE = 1000
SWITCH_WAITS_SECONDS = 3
SWITCH_ATTEMPTS = 20
PAUSE_SECONDS = 0.2
# lock_not_available and deadlock_detected
_READERS_IN_THE_WAY = {"55P03", "40P01"}
_COPY, _SETVAL = b"COPY ", b"SELECT pg_catalog.setval("


@contextmanager
def staged_restore(database: Database, tools: Tools, path: Path, metadata: Metadata) -> Iterator[Switch]:
    """The backup's rows in a schema beside the live one, complete and at the present schema; the block gets the switch.

    The switch renames tables in one short transaction. To be called by the only restore. Raises DamagedBackup,
    BackupInvalid, BackupFailed.
    """
    with database.engine.connect() as connection:
        live = str(connection.scalar(text("SELECT current_schema()")))
    with _schema_dropped_afterwards(database.engine):
        _fill(database.engine, tools, path, metadata, live)
        yield lambda note: _switch(database, live, note)


def server_major(connection: Connection) -> int:
    """The version of the server, 15 of 15.8."""
    return int(str(connection.scalar(text("SHOW server_version_num")))) // 10000


def counts(connection: Connection, schema: str) -> dict[str, int]:
    """The rows of each table that a backup holds."""
    return {
        table: connection.scalar(text(f'SELECT count(*) FROM "{schema}"."{table}"')) or 0  # noqa: S608 - own names
        for table in _tables(connection, schema)
        if table not in LEFT_OUT
    }


def _tables(connection: Connection, schema: str) -> list[str]:
    rows = connection.execute(
        text("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(:schema)"),
        {"schema": schema},
    )
    return sorted(name for (name,) in rows)


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


def _fill(engine: Engine, tools: Tools, path: Path, metadata: Metadata, live: str) -> None:
    """Make the tables as they were when the backup was taken, fill them, and bring them to the present schema."""
    revision = _dumped_revision(tools, path)
    refuse_unknown_revision(revision)
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
        # Without this table Alembic would find the one of the live schema.
        column = "version_num varchar(32) CONSTRAINT alembic_version_pkc PRIMARY KEY"
        connection.execute(text(f"CREATE TABLE {SCHEMA}.alembic_version ({column})"))
        command.upgrade(alembic_config(connection), str(revision))
        rest = _take_off(connection)
        names = _tables(connection, SCHEMA)
        # The dump already holds the rows that triggers wrote.
        for table in names:
            connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" DISABLE TRIGGER USER'))
            # Migrations write rows too, and the dump has these as well.
            connection.execute(text(f'DELETE FROM {SCHEMA}."{table}"'))  # noqa: S608 - the schema's own names
        _load(connection, tools, path, names)
        for table in names:
            connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" ENABLE TRIGGER USER'))
        try:
            for statement in rest:
                connection.exec_driver_sql(statement)
        except IntegrityError as error:
            raise DamagedBackup("Rows in it contradict each other.") from error
        compare(counts(connection, SCHEMA), metadata)
        command.upgrade(alembic_config(connection), "head")
        for table in _tables(connection, SCHEMA):
            connection.execute(text(f'ANALYZE {SCHEMA}."{table}"'))


def _dumped_revision(tools: Tools, path: Path) -> str | None:
    try:
        options = ("--data-only", "--table=alembic_version", "--file=-", str(path))
        with tools.output_of("pg_restore", *options) as output:
            lines = iter(list(output))
    except ToolFailed as error:
        raise DamagedBackup(f"It cannot be read ({error}).") from error
    if not any(line.startswith(_COPY) for line in lines):
        raise DamagedBackup("It is no backup of Doorlist.")
    return next(_rows(lines), b"").decode("utf-8", "replace").strip() or None


def _take_off(connection: Connection) -> list[str]:
    """Drop indexes and references while rows come in; returns the statements that make them again.

    Building each once over all rows is several times faster, and still checks every row.
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


def _load(connection: Connection, tools: Tools, path: Path, names: list[str]) -> None:
    """Copy the dump's rows into the tables of that name, and set the sequences."""
    driver: Any = connection.connection.driver_connection
    try:
        with tools.output_of("pg_restore", "--data-only", "--file=-", str(path)) as lines, driver.cursor() as cursor:
            for line in lines:
                if line.startswith(_COPY):
                    _copy(cursor, line.decode(), _rows(lines), names)
                elif line.startswith(_SETVAL):
                    # SELECT pg_catalog.setval('public.events_id_seq', 12, true);
                    sequence, value, is_called = line.removeprefix(_SETVAL).decode().rstrip(");\n").split(", ")
                    name = f"{SCHEMA}." + sequence.strip("'").rpartition(".")[2]
                    cursor.execute(
                        "SELECT setval(to_regclass(%s), %s, %s) WHERE to_regclass(%s) IS NOT NULL",
                        (name, int(value), is_called == "true", name),
                    )
    except ToolFailed as error:
        raise DamagedBackup(f"It cannot be restored ({error}).") from error
    except (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError, ValueError) as error:
        raise DamagedBackup("Rows in it do not fit the tables.") from error
    except psycopg.Error as error:
        raise DBAPIError.instance("COPY", None, error, psycopg.Error, hide_parameters=True) from error


def _rows(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The rows of the table that begins here."""
    return takewhile(lambda line: line != b"\\.\n", lines)


def _copy(cursor: Any, heading: str, rows: Iterator[bytes], names: list[str]) -> None:
    """Copy one table's rows. `heading` is the dump's `COPY public.events (id, name, "time") FROM stdin;`."""
    place, _, rest = heading.removeprefix("COPY ").partition(" (")
    table = place.rpartition(".")[2].strip('"')
    if table not in names:
        deque(rows, maxlen=0)
        return
    columns = [sql.Identifier(column.strip('"')) for column in rest.rpartition(")")[0].split(", ")]
    statement = sql.SQL("COPY {}.{} ({}) FROM STDIN").format(
        sql.Identifier(SCHEMA), sql.Identifier(table), sql.SQL(", ").join(columns)
    )
    with cursor.copy(statement) as copy:
        while block := b"".join(islice(rows, ROWS_AT_ONCE)):
            copy.write(block)


def _switch(database: Database, live: str, note: Callable[[Session], None]) -> None:
    """Give the new tables the names of the live ones, once no reader is active for a moment.

    New readers queue behind this, so it gives up soon, lets them through, and tries again.
    """
    for attempt in range(1, SWITCH_ATTEMPTS + 1):
        try:
            with database.engine.begin() as connection:
                connection.execute(text(f"SET LOCAL lock_timeout = '{SWITCH_WAITS_SECONDS}s'"))
                _swap_tables(connection, live)
                with Session(connection) as tx:
                    note(tx)
                    tx.flush()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) not in _READERS_IN_THE_WAY or attempt == SWITCH_ATTEMPTS:
                raise
            time.sleep(PAUSE_SECONDS)
        else:
            return


def _swap_tables(connection: Connection, live: str) -> None:
    new = _tables(connection, SCHEMA)
    old = ", ".join(f'"{live}"."{table}"' for table in _tables(connection, live) if table in new)
    connection.execute(text(f"LOCK TABLE {old} IN ACCESS EXCLUSIVE MODE"))
    _skip_used_ids(connection, live)
    connection.execute(text(f"DROP TABLE {old} CASCADE"))
    # Tables bring their triggers along, but not the functions that these call.
    functions = connection.scalars(
        text(
            "SELECT quote_ident(proname) || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')' FROM pg_proc"
            " WHERE pronamespace = to_regnamespace(:schema) AND prokind = 'f'"
        ),
        {"schema": SCHEMA},
    )
    for signature in functions.all():
        connection.execute(text(f'DROP FUNCTION IF EXISTS "{live}".{signature} CASCADE'))
        connection.execute(text(f'ALTER FUNCTION {SCHEMA}.{signature} SET SCHEMA "{live}"'))
    for table in new:
        connection.execute(text(f'ALTER TABLE {SCHEMA}."{table}" SET SCHEMA "{live}"'))


def _skip_used_ids(connection: Connection, live: str) -> None:
    """Never reuse an id that was given out after the backup: open screens may still show it."""
    reached = connection.execute(
        text(
            "SELECT quote_ident(here.sequencename), there.last_value FROM pg_sequences AS here"
            " JOIN pg_sequences AS there USING (sequencename)"
            " WHERE here.schemaname = :schema AND there.schemaname = :live AND there.last_value IS NOT NULL"
        ),
        {"schema": SCHEMA, "live": live},
    )
    for sequence, last in reached.all():
        here = f"(SELECT last_value FROM {SCHEMA}.{sequence})"  # noqa: S608 - the schema's own names
        connection.execute(text(f"SELECT setval('{SCHEMA}.{sequence}', GREATEST({here}, {last}))"))
