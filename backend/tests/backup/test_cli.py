"""`doorlist backup`, `restore` and `check`, and the backup before a migration."""

import shutil
import stat
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from doorlist.backup.problems import BackupFailed
from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.backup.status import protection_of
from doorlist.backup.store import BackupStore, StoredBackup
from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from tests.databases import Databases
from tests.house import House, new_attendee, new_event
from tests.later_release import REVISION as LATER
from tests.later_release import later_release
from tests.server.process import run_doorlist, serving
from tests.test_cli import shell

__all__ = ["later_release", "shell"]


def run(shell: CliRunner, *arguments: str, typed: str = "") -> Result:
    return shell.invoke(app, list(arguments), input=typed)


def environment_of(settings: Settings) -> dict[str, str]:
    return {"DOORLIST_DATA_DIR": str(settings.data_dir), "DOORLIST_DATABASE_URL": settings.database_url or ""}


def damage(settings: Settings, kept: int) -> None:
    """Overwrite the embedded database after `kept` bytes, as a broken disk would."""
    content = settings.sqlite_file.read_bytes()
    settings.sqlite_file.write_bytes(content[:kept] + b"\xa5" * (len(content) - kept))


def only(settings: Settings) -> str:
    # A server that has run beside it for 20 seconds takes its daily backup.
    (backup,) = (kept for kept in BackupStore(settings).backups() if kept.kind is not BackupKind.DAILY)
    return backup.filename


class TestBackup:
    def test_takes_one_and_proves_it(self, shell: CliRunner, settings: Settings) -> None:  # 10.run.10
        result = run(shell, "backup")
        assert (result.exit_code, result.stdout.strip()) == (0, only(settings))
        assert BackupStore(settings).backups()[0].metadata.verified is True

    def test_copies_it_where_it_is_told(self, shell: CliRunner, settings: Settings, tmp_path: Path) -> None:
        output = tmp_path / "copy"
        assert run(shell, "backup", "--output", str(output)).exit_code == 0
        assert output.read_bytes() == BackupStore(settings).path(only(settings)).read_bytes()
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        again = run(shell, "backup", "--output", str(output))
        assert (again.exit_code, "is there already" in again.stderr) == (1, True)

    def test_half_a_copy_is_not_left_there(
        self, shell: CliRunner, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        output = tmp_path / "copy"

        def full(_: Path, target: Path) -> None:
            target.write_bytes(b"half")
            raise OSError(28, "No space left on device", str(target))

        monkeypatch.setattr("doorlist.backup.cli.shutil.copyfile", full)
        result = run(shell, "backup", "--output", str(output))
        assert (result.exit_code, result.stderr) == (1, f"doorlist: {output}: No space left on device\n")
        assert not output.exists()
        assert only(settings)

    def test_of_nothing_is_one_clear_line(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(app, ["backup"], env=environment_of(Settings(data_dir=tmp_path)))
        assert (result.exit_code, result.stderr) == (1, f"doorlist: There is no database in {tmp_path}.\n")


class TestRestore:
    def test_brings_back_a_backup_of_the_list(self, shell: CliRunner, house: House) -> None:  # 10.run.11
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        run(shell, "backup")
        name = only(house.settings)
        olive.delete(f"/api/events/{event['id']}")
        house.database.close()
        result = run(shell, "restore", name, "--yes")
        assert result.exit_code == 0, result.output
        assert "Restored 1 events and 1 attendees." in result.stdout
        assert "-safety." in result.stdout

    def test_asks_first(self, shell: CliRunner, house: House) -> None:
        run(shell, "backup")
        name = only(house.settings)
        assert run(shell, "restore", name, typed="n\n").exit_code == 1
        assert only(house.settings) == name
        assert run(shell, "restore", name, typed="y\n").exit_code == 0

    def test_starts_an_empty_machine_from_a_file(
        self, shell: CliRunner, house: House, databases: Databases, tmp_path: Path
    ) -> None:
        # 3.backup-file.3; 3.qr.8
        olive = house.signed_in()
        event = new_event(olive)
        ada = new_attendee(olive, event)
        run(shell, "backup")
        file = tmp_path / only(house.settings)
        shutil.copy(BackupStore(house.settings).path(file.name), file)
        with databases.fresh(tmp_path / "other") as other:
            result = shell.invoke(
                app,
                ["restore", str(file), "--yes"],
                env=environment_of(other),
            )
            assert result.exit_code == 0, result.output
            elsewhere = House(other, databases.name)
            there = elsewhere.signed_in()
            assert there.get("/api/attendees").json() == [ada]
            assert there.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]}).status_code == 200
            elsewhere.close()

    @pytest.mark.parametrize("kept", [0, 100, 4096, 8192])
    def test_mends_an_embedded_database_that_cannot_be_read(self, sqlite_house: House, kept: int) -> None:
        settings = sqlite_house.settings
        event = new_event(sqlite_house.signed_in())
        taken = Backups(sqlite_house.database, settings).take(BackupKind.MANUAL)
        sqlite_house.close()
        damage(settings, kept)
        result = CliRunner().invoke(app, ["restore", taken.filename, "--yes"], env=environment_of(settings))
        assert result.exit_code == 0, result.output
        mended = House(settings, "sqlite")
        assert mended.signed_in().get("/api/events").json() == [event]
        mended.close()
        assert len(list(settings.data_dir.glob("doorlist.sqlite3.damaged-*"))) == 1

    @pytest.mark.parametrize("name", ["nothing", "../doorlist.sqlite3", "doorlist-20261120-180455-123-manual.sqlite3"])
    def test_of_what_is_not_there_is_one_clear_line(self, shell: CliRunner, house: House, name: str) -> None:
        result = run(shell, "restore", name, "--yes")
        assert (result.exit_code, result.stderr) == (1, "doorlist: Backup not found\n")
        assert BackupStore(house.settings).backups() == []

    def test_another_file_is_refused(self, shell: CliRunner, house: House, tmp_path: Path) -> None:
        for ending in ("sqlite3", "pgdump", "json"):
            file = tmp_path / f"holiday.{ending}"
            file.write_text("not a backup")
            result = run(shell, "restore", str(file), "--yes")
            assert result.exit_code == 1
            assert result.stderr.splitlines()[-1].startswith("doorlist: ")
        assert BackupStore(house.settings).backups() == []


class TestCheck:
    @pytest.mark.both_engines
    def test_ends_with_one_until_a_backup_is_proven(self, shell: CliRunner, settings: Settings) -> None:  # 10.run.12
        before = run(shell, "check")
        assert before.exit_code == 1
        assert "ATTEND  There is no backup yet." in before.stdout
        run(shell, "backup")
        after = run(shell, "check")
        assert after.exit_code == 0 or "MB are free" in after.stdout
        assert "ok      Database: ok" in after.stdout
        assert "ok      Schema: up to date" in after.stdout

        path = BackupStore(settings).path(only(settings))
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(bytes(content))
        found = run(shell, "check")
        assert found.exit_code == 1
        assert f"ATTEND  The backup {path.name} cannot be used. The file is not as it was written." in found.stdout

    def test_finds_a_damaged_database(self, sqlite_house: House) -> None:
        settings = sqlite_house.settings
        sqlite_house.close()
        damage(settings, 8192)
        found = CliRunner().invoke(app, ["check"], env=environment_of(settings))
        assert found.exit_code == 1
        assert "ATTEND  Database: " in found.stdout


def test_a_copy_of_a_damaged_database_is_kept_and_never_called_good(sqlite_house: House) -> None:
    # 7.protection.1
    settings = sqlite_house.settings
    sqlite_house.close()
    damage(settings, 4096)
    database = Database(settings)
    taken = Backups(database, settings).take(BackupKind.DAILY)
    state = protection_of(BackupScheduler(Backups(database, settings)))
    database.close()
    assert taken.metadata.verified is False
    assert BackupStore(settings).path(taken.filename).read_bytes()[4096:] == settings.sqlite_file.read_bytes()[4096:]
    assert state.database_integrity == "damaged"
    assert any("The database was damaged when it was copied" in warning for warning in state.warnings)


@pytest.mark.both_engines
def test_who_is_added_from_the_shell_while_a_server_restores_is_not_lost(
    shell: CliRunner, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename
    threads = ThreadPoolExecutor(1)
    adding = list[Future[Result]]()
    add = ("users", "create", "--username", "robin", "--full-name", "Robin Rover", "--password-stdin")

    take = Backups.take

    def meanwhile(backups: Backups, kind: BackupKind, **options: Any) -> StoredBackup:
        adding.append(threads.submit(lambda: run(shell, *add, typed="a sentence of my own\n")))
        made = take(backups, kind, **options)
        wait(adding, timeout=1)
        return made

    monkeypatch.setattr(Backups, "take", meanwhile)
    restore_backup(Backups(house.database, house.settings), taken, by=None)
    assert adding[0].result().exit_code == 0
    threads.shutdown()
    with house.database.read() as tx:
        assert tx.scalar(text("SELECT count(*) FROM users WHERE username = 'robin'")) == 1


@pytest.mark.server
class TestBesideAServer:
    def test_backup_and_check_work_and_restore_refuses_where_it_must(self, settings: Settings) -> None:
        # 10.run.10, 11, 12
        with serving(settings):
            assert run_doorlist(settings, "backup").returncode == 0
            assert "Database: ok" in run_doorlist(settings, "check").stdout
            restored = run_doorlist(settings, "restore", only(settings), "--yes")
            if settings.database_url is None:
                assert restored.returncode == 1
                assert "Another server is already using" in restored.stderr
            else:
                assert restored.returncode == 0, restored.stderr


@pytest.mark.usefixtures("later_release")
class TestMigrations:
    def test_a_proven_backup_comes_first(self, database: Database, settings: Settings) -> None:  # 4.backup.4
        before = revision_in(database)
        migrate(database, before_change=lambda: Backups(database, settings).back_up_before_migration())
        (backup,) = BackupStore(settings).backups()
        assert (backup.kind, backup.metadata.verified, backup.metadata.revision) == ("migration", True, before)
        assert revision_in(database) == LATER
        migrate(database, before_change=lambda: Backups(database, settings).back_up_before_migration())
        assert len(BackupStore(settings).backups()) == 1

    @pytest.mark.both_engines
    def test_without_it_nothing_is_migrated(
        self, database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = revision_in(database)

        def bad(*_: object) -> dict[str, object]:
            return {"verified": False, "note": "Rows are missing."}

        monkeypatch.setattr(Backups, "_outcome", bad)
        with pytest.raises(BackupFailed, match="Rows are missing"):
            migrate(database, before_change=lambda: Backups(database, settings).back_up_before_migration())
        assert revision_in(database) == before

    def test_a_backup_of_an_earlier_release_is_brought_to_the_present(
        self, database: Database, settings: Settings
    ) -> None:
        # 4.backup.9
        with database.write() as tx:
            tx.execute(text("INSERT INTO issued_invoice_numbers VALUES ('INV-2345-6789')"))
        taken = Backups(database, settings).take(BackupKind.MANUAL)
        assert taken.metadata.revision != LATER
        migrate(database)
        database.close()
        result = CliRunner().invoke(app, ["restore", taken.filename, "--yes"], env=environment_of(settings))
        assert result.exit_code == 0, result.output
        assert revision_in(database) == LATER
        with database.read() as tx:
            assert tx.scalar(text("SELECT count(*) FROM issued_invoice_numbers")) == 1


def revision_in(database: Database) -> str:
    with database.read() as tx:
        return str(tx.scalar(text("SELECT version_num FROM alembic_version")))
