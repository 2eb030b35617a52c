"""PostgreSQL's own programs: which are taken, what is said where there are none, and what nobody else may read."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from doorlist.backup.engines import postgres_tools
from doorlist.backup.engines.postgres_tools import ToolFailed, Tools
from doorlist.backup.problems import BackupFailed
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore, StoredBackup
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.databases import PostgresDatabases

SETTINGS = Settings(
    data_dir=Path("nowhere"), database_url="postgresql://olive:s%40cret%2F1@db.example/door?sslmode=require"
)


def installed(monkeypatch: pytest.MonkeyPatch, *versions: int) -> None:
    found = tuple((version, Path(f"/programs/{version}")) for version in versions)
    monkeypatch.setattr(postgres_tools, "_installed", lambda: found)


def test_the_servers_own_version_is_taken_or_the_next_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, 17, 14, 15, 16)
    assert Tools(SETTINGS, 15).directory == Path("/programs/15")
    installed(monkeypatch, 17, 14, 16)
    assert Tools(SETTINGS, 15).directory == Path("/programs/16")


@pytest.mark.parametrize(
    ("versions", "words"), [((), "none is installed here"), ((13, 14), "only version 14 is installed here")]
)
def test_where_none_fits_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, versions: tuple[int, ...], words: str
) -> None:
    installed(monkeypatch, *versions)
    with pytest.raises(BackupFailed) as refusal:
        Tools(SETTINGS, 15)
    assert "PostgreSQL 15 or later" in refusal.value.detail
    assert words in refusal.value.detail
    assert "postgresql-client-15" in refusal.value.detail


def test_the_password_is_never_among_the_arguments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for program in ("pg_dump", "pg_restore"):
        spy = tmp_path / program
        spy.write_text('#!/bin/sh\necho "$@"\necho "password $PGPASSWORD"\n')
        spy.chmod(0o700)
    monkeypatch.setattr(postgres_tools, "_installed", lambda: ((15, tmp_path),))
    for url in (
        SETTINGS.database_url,
        "postgresql://olive@db.example/door?sslmode=require&password=s%40cret%2F1",
        "postgres://olive:s%40cret%2F1@db.example/door?sslmode=require",
    ):
        tools = Tools(Settings(data_dir=tmp_path, database_url=url), 15)
        for program, database in (("pg_dump", None), ("pg_restore", "scratch")):
            with tools.output_of(program, "--format=custom", database=database) as output:
                arguments, password = (line.decode().strip() for line in output)
            assert password == "password s@cret/1"
            assert not re.search("s.{1,3}cret", arguments)
            words = set(arguments.replace("--dbname=", "").split())
            assert {"user=olive", "host=db.example", "sslmode=require", f"dbname={database or 'door'}"} <= words


def test_a_program_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "pg_dump: error: No space left on device" >&2\nexit 1\n')
    program.chmod(0o700)
    monkeypatch.setattr(postgres_tools, "_installed", lambda: ((15, tmp_path),))
    with pytest.raises(ToolFailed, match="No space left on device"):
        Tools(SETTINGS, 15).run("pg_dump")


@pytest.fixture
def postgres(postgres_databases: PostgresDatabases, tmp_path: Path) -> Iterator[Settings]:
    with postgres_databases.fresh(tmp_path / "data") as settings:
        yield settings


def test_without_the_programs_a_backup_is_one_clear_problem(
    postgres: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch)
    database = Database(postgres)
    with pytest.raises(BackupFailed, match="pg_dump and pg_restore"):
        Backups(database, postgres).take(BackupKind.MANUAL)
    database.close()


def test_a_scratch_database_that_a_killed_proof_left_is_dropped_at_the_next_start(postgres: Settings) -> None:
    database = Database(postgres)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        with BackupStore(postgres).scratch():
            name = BackupStore(postgres).scratch_database()
        connection.execute(text(f'CREATE DATABASE "{name}"'))
        connection.execute(text("CREATE SCHEMA doorlist_restore"))
        BackupScheduler(Backups(database, postgres))._clean_up()
        found = "SELECT (SELECT count(*) FROM pg_database WHERE datname = :name), to_regnamespace('doorlist_restore')"
        assert connection.execute(text(found), {"name": name}).one() == (0, None)
    database.close()


def test_the_scratch_database_is_the_same_for_every_machine_that_shares_the_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container has another host name each time: what one left that was killed is for the next to take away."""
    names = set[str]()
    for machine, directory in (("one", "shared"), ("two", "shared"), ("two", "other")):
        monkeypatch.setattr("socket.gethostname", lambda machine=machine: machine)
        (tmp_path / directory).mkdir(exist_ok=True)
        settings = Settings(data_dir=tmp_path / directory)
        with BackupStore(settings).scratch():
            names.add(BackupStore(settings).scratch_database())
    assert len(names) == 2
    assert all(re.fullmatch(r"doorlist_scratch_[0-9a-f]{16}", name) for name in names)


def proven_by(
    words: str,
    database: Database,
    settings: Settings,
    filename: str,
    directory: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> StoredBackup:
    """A proof whose pg_restore ends with those words."""
    for name in ("pg_dump", "pg_restore"):
        (directory / name).write_text(f"#!/bin/sh\necho 'pg_restore: error: {words}' >&2\nexit 1\n")
        (directory / name).chmod(0o700)
    with monkeypatch.context() as patched:
        patched.setattr(postgres_tools, "_installed", lambda: ((99, directory),))
        return Backups(database, settings).verify(filename)


@pytest.mark.rest
def test_a_server_that_fails_during_a_proof_makes_no_backup_a_damaged_one(
    postgres: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(postgres)
    name = Backups(database, postgres).take(BackupKind.MANUAL).filename
    for words in (
        "connection to server at 127.0.0.1 failed: FATAL:  the database system is shutting down",
        "could not execute query: ERROR:  could not extend file base/1: No space left on device",
    ):
        with pytest.raises(BackupFailed, match="could not be tested"):
            proven_by(words, database, postgres, name, tmp_path, monkeypatch)
    words = "could not execute query: ERROR:  unrecognized configuration parameter transaction_timeout"
    facts = proven_by(words, database, postgres, name, tmp_path, monkeypatch).metadata
    assert (facts.verified, "newer than the server" in (facts.note or "")) == (None, True)
    assert Backups(database, postgres).verify(name).metadata.verified is True
    words = "could not execute query: ERROR:  duplicate key value"
    assert proven_by(words, database, postgres, name, tmp_path, monkeypatch).metadata.verified is False
    database.close()
