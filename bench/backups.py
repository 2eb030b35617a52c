"""A backup with its verification, and a restore, beside a bare copy with an integrity check of the same run."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psycopg
from report import Bar, Section
from sqlalchemy.engine import make_url
from stage import Evening, postgres_evening, sqlite_evening

from doorlist.backup.engines.postgres_tools import Tools
from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core.db.database import Database
from doorlist.core.db.sqlite import sqlite_module

ATTENDEES = 100_000
ROUNDS = 3
Stage = Callable[[int], AbstractContextManager[Evening]]


class Round(NamedTuple):
    """Durations in seconds."""

    bare: float
    backup: float
    proof: float
    restore: float


def measure() -> list[Section]:
    """Measure on both engines."""
    return [
        section("SQLite", sqlite_evening, bare_sqlite),
        section("PostgreSQL", postgres_evening, bare_postgresql),
    ]


def section(name: str, evening: Stage, bare: Callable[[Evening], None]) -> Section:
    """Measure one engine."""
    with evening(ATTENDEES) as stage:
        rounds = [measured(stage, bare) for _ in range(ROUNDS)]
    made = Section(
        f"Backups on {name}",
        f"{ATTENDEES:,} attendees, {ROUNDS} rounds in turns. {' '.join((bare.__doc__ or '').split())} A restore"
        " contains the proof, a safety backup and the switch.",
    )
    made.bars = [
        Bar("a backup with its proof, in bare copies", median((r.backup + r.proof) / r.bare for r in rounds), "<=", 4),
        Bar("a restore, in bare copies", median(r.restore / r.bare for r in rounds), "<=", 4),
    ]
    heads = ("bare s", "backup s", "proof s", "restore s")
    made.add_table(heads, [[f"{figure:.2f}" for figure in one] for one in rounds])
    return made


def measured(stage: Evening, bare: Callable[[Evening], None]) -> Round:
    """One round of each operation, in turns."""
    database, settings = Database(stage.settings), stage.settings
    names = list[str]()
    seconds = [
        timed(step)
        for step in (
            lambda: bare(stage),
            lambda: names.append(Backups(database, settings).take(BackupKind.MANUAL).filename),
            lambda: Backups(database, settings).verify(names[0]),
            lambda: restore_backup(Backups(database, settings), names[0], by=None),
        )
    ]
    store = BackupStore(settings)
    if store.get(names[0]).metadata.verified is not True:
        sys.exit(f"The backup is not proven: {store.get(names[0]).metadata.note}")
    for backup in store.backups():
        store.remove(backup.filename)
    database.close()
    return Round(*seconds)


def timed(step: Callable[[], object]) -> float:
    """The duration of the step, in seconds."""
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def bare_sqlite(stage: Evening) -> None:
    """The yardstick: copy and sync the file, with `integrity_check` and `foreign_key_check`."""
    with tempfile.TemporaryDirectory(dir=stage.settings.data_dir) as directory:
        copy = Path(directory) / "copy.sqlite3"
        shutil.copyfile(stage.settings.sqlite_file, copy)
        with copy.open("rb") as file:
            os.fsync(file.fileno())
        connection = sqlite_module().connect(copy)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]  # noqa: S101
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []  # noqa: S101
        connection.close()


def bare_postgresql(stage: Evening) -> None:
    """The yardstick: `pg_dump`, and `pg_restore` into a new database, with every table counted."""
    address = stage.settings.database_url or ""
    other = make_url(address).set(database="bare").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        programs = Tools(stage.settings, connection.info.server_version // 10000).directory
        connection.execute("CREATE DATABASE bare TEMPLATE template0")
        with tempfile.TemporaryDirectory(dir=stage.settings.data_dir) as directory:
            dump = f"{directory}/dump"
            subprocess.run([programs / "pg_dump", "-Fc", f"--file={dump}", address], check=True)
            subprocess.run([programs / "pg_restore", f"--dbname={other}", dump], check=True)
        with psycopg.connect(other) as restored:
            for (table,) in restored.execute("SELECT relname FROM pg_stat_user_tables").fetchall():
                restored.execute(f'SELECT count(*) FROM "{table}"'.encode())  # noqa: S608 - names of our own
        connection.execute("DROP DATABASE bare WITH (FORCE)")
