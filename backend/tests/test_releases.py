"""Databases of every release so far come up whole at the present one, and what cannot is refused in one line."""

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select, text
from typer.testing import CliRunner

from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.checkin.models import Lineage, ScanLogEntry
from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import SCRIPTS, latest_revision, migrate
from doorlist.core.errors import DatabaseRefused
from doorlist.core.locks import hold_server_lock
from doorlist.users.rules import Role
from tests.backup.test_cli import environment_of
from tests.cast import Person
from tests.databases import Databases, PostgresDatabases, SqliteDatabases
from tests.house import House, json_of
from tests.releases import DIRECTORY, PASSWORD, RELEASES, USERNAME, database_of, empty_database
from tests.server.process import free_port, run_doorlist
from tests.test_cli import named, shell
from tests.test_migrations import constraints, differences

__all__ = ["shell"]

ADMIN = Person(USERNAME, "Administrator", Role.SUPER_ADMIN, PASSWORD)
GUESTS = ["Ada Lovelace", "Zoë Ångström", "Charles Babbage", "Grace Hopper"]
BY_LAST_NAME = ["Zoë Ångström", "Charles Babbage", "Grace Hopper", "Ada Lovelace"]


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def old(release: str, databases: Databases, tmp_path: Path) -> Iterator[Settings]:
    with database_of(release, databases, tmp_path / "data") as settings:
        yield settings


def guests_of(release: str) -> list[str]:
    """The first release had no import, which brought the last guest."""
    return GUESTS[:3] if release.endswith("0001-first") else GUESTS


def test_everybody_is_still_there_and_sign_in_and_the_door_work(
    old: Settings, release: str, databases: Databases, tmp_path: Path
) -> None:
    # 4.migrate.1
    database = Database(old)
    migrate(database)
    assert differences(database) == []
    with database.engine.connect() as connection:
        found = constraints(connection)
    database.close()
    with databases.fresh(tmp_path / "new") as settings:
        new = Database(settings)
        with new.engine.connect() as connection:
            assert found == constraints(connection)
        new.close()

    house = House(old, databases.name)
    admin = house.signed_in(ADMIN)
    guests = list(reversed(admin.get("/api/attendees").json()))
    assert [guest["fullName"] for guest in guests] == guests_of(release)
    assert [guest["attended"] for guest in guests] == [True] + [False] * (len(guests) - 1)
    assert guests[0]["scanner"]["fullName"] == "Administrator"
    with house.database.read() as tx:
        assert tx.scalars(select(ScanLogEntry.outcome)).all() == ["admitted"]

    # The last one was not found in the form that earlier releases searched in.
    ada = guests[0]["invoiceNumber"].replace("-", "")
    named = {"lovel": GUESTS[0], "angstrom zoe": GUESTS[1], "0491570157": GUESTS[2], ada: GUESTS[0]}
    for needle, name in named.items():
        found = admin.get("/api/attendees", params={"search": needle}).json()
        assert [guest["fullName"] for guest in found] == [name]
    by_last_name = [guest["fullName"] for guest in admin.get("/api/attendees?sort=lastName").json()]
    assert by_last_name == [name for name in BY_LAST_NAME if name in guests_of(release)]

    for guest in guests:
        answer = admin.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        assert answer.status_code == 200, answer.text
        assert json_of(answer)["alreadyScanned"] is guest["attended"]

    staff = {user["username"] for user in admin.get("/api/users").json()}
    assert staff == ({"admin"} if release.endswith("0001-first") else {"admin", "olive"})
    robin = {"username": "robin", "fullName": "Robin Rover", "role": "organizer", "password": "a sentence of my own"}
    assert admin.post("/api/users", json=robin).status_code == 201

    event = guests[0]["event"]["id"]
    assert admin.delete(f"/api/events/{event}").status_code == 204
    assert admin.get("/api/attendees", params={"search": "lovel"}).json() == []
    house.close()


@pytest.mark.parametrize("is_restored", [False, True])
def test_what_was_logged_before_a_restored_file_is_of_an_earlier_epoch(
    databases: Databases, tmp_path: Path, is_restored: bool
) -> None:
    # 4.door-time.9
    with database_of("0010", databases, tmp_path / "data") as settings:
        database = Database(settings)
        if is_restored:
            with database.engine.begin() as connection:
                connection.execute(
                    text(
                        "INSERT INTO history (at, action, subject)"
                        " VALUES ('2100-01-01T00:00:00.000Z', 'backup.file_restored', 'backup')"
                    )
                )
        migrate(database)
        with database.read() as tx:
            newest = tx.scalars(select(ScanLogEntry.id).order_by(ScanLogEntry.id.desc())).first()
            lineage = tx.get_one(Lineage, 1)
        assert newest is not None
        assert lineage.log_from == (newest if is_restored else 0)
        assert lineage.epoch != lineage.restored
        database.close()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP INDEX ix_scan_log_attendee_id", "index ix_scan_log_attendee_id of scan_log (attendee_id) is missing"),
        ("ALTER TABLE events DROP COLUMN ticket_price_cents", "column events.ticket_price_cents"),
        ("ALTER TABLE attendees RENAME COLUMN phone TO telephone", "column attendees.phone"),
        ("DROP TABLE failed_sign_ins", "column failed_sign_ins.account_hash"),
    ],
)
def test_tables_that_are_not_those_of_the_models_are_refused_in_one_line(
    settings: Settings, shell: CliRunner, statement: str, words: str
) -> None:
    # 4.migrate.2
    change(settings, statement)
    result = shell.invoke(app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n")
    assert result.exit_code == 1
    assert "The database does not have the tables of this version of Doorlist" in result.stderr
    assert words in result.stderr
    assert "doorlist restore" in result.stderr
    assert result.stderr.count("\n") == 1
    assert f"ATTEND  {result.stderr.removeprefix('doorlist: ')}" in shell.invoke(app, ["check"]).stdout


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE notes_of_our_own (words text NOT NULL)",
        "CREATE INDEX quicker ON attendees (table_number)",
        "ALTER TABLE events ADD COLUMN hall integer",
        "ALTER TABLE events ADD COLUMN hall integer NOT NULL DEFAULT 7",
    ],
)
def test_what_an_administrator_added_is_in_nobodys_way(settings: Settings, statement: str) -> None:
    # 4.migrate.2
    change(settings, statement)
    database = Database(settings)
    migrate(database)
    database.close()


def test_a_column_that_nobody_would_fill_is_refused(postgres_databases: PostgresDatabases, tmp_path: Path) -> None:
    # 4.migrate.2
    with postgres_databases.fresh(tmp_path / "data") as settings:
        change(settings, "ALTER TABLE events ADD COLUMN hall integer NOT NULL")
        database = Database(settings)
        with pytest.raises(DatabaseRefused, match=r"column events.hall integer NOT NULL is unknown"):
            migrate(database)
        database.close()


def test_tables_of_something_else_are_refused_and_left_alone(databases: Databases, tmp_path: Path) -> None:
    # 4.migrate.2
    with empty_database(databases, tmp_path / "data") as settings:
        change(settings, "CREATE TABLE users (name text)")
        database = Database(settings)
        with pytest.raises(DatabaseRefused, match="has a table 'users', but Doorlist did not make it"):
            migrate(database)
        database.close()


@pytest.mark.server
def test_a_database_of_a_newer_release_is_refused_in_one_line(settings: Settings, shell: CliRunner) -> None:
    # 4.migrate.3
    change(settings, "UPDATE alembic_version SET version_num = '0099'")
    words = "This database was made by a newer Doorlist (revision 0099). Update Doorlist, or restore an older backup.\n"
    for arguments in (["serve", "--port", str(free_port())], ["users", "create", *named("robin")]):
        result = run_doorlist(settings, *arguments, typed=f"{PASSWORD}\n")
        assert (result.returncode, result.stderr) == (1, f"doorlist: {words}")
    assert f"ATTEND  {words}" in shell.invoke(app, ["check"]).stdout
    assert list((settings.data_dir / "backups").glob("doorlist-*")) == []


def test_a_released_migration_stays_as_it_is() -> None:
    """A database that is at a revision never runs it again: what is edited there reaches new databases alone.

    A new migration gets its line when it is merged: `sha256sum 0*.py > ../versions.sha256` in `migrations/versions`.
    """
    # 4.migrate.4
    recorded = (SCRIPTS / "versions.sha256").read_text("ascii")
    scripts = sorted((SCRIPTS / "versions").glob("*.py"))
    assert recorded == "".join(f"{sha256(script.read_bytes()).hexdigest()}  {script.name}\n" for script in scripts)


def test_every_revision_before_the_present_has_a_database_among_these() -> None:
    # 4.migrate.1
    revisions = {script.name[:4] for script in (SCRIPTS / "versions").glob("*.py")} - {latest_revision()[:4]}
    for engine in ("sqlite", "postgresql"):
        assert {path.stem for path in (DIRECTORY / engine).glob("*.sql")} >= revisions


class TestUsersFromTheShell:
    def test_nothing_is_migrated_under_a_server_that_runs(
        self, databases: Databases, shell: CliRunner, tmp_path: Path
    ) -> None:
        # 10.run.17
        with database_of("0003", databases, tmp_path / "old") as settings, hold_server_lock(settings):
            result = shell.invoke(
                app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n", env=environment_of(settings)
            )
            assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
            assert "The database is not up to date yet. Restart the server" in result.stderr
            assert revision_of(settings) == "0003"
            assert BackupStore(settings).backups() == []

    def test_where_no_server_can_run_it_is_after_a_backup(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:
        # 10.run.17; 4.backup.4
        with database_of("0003", sqlite_databases, tmp_path / "old") as settings:
            result = CliRunner().invoke(
                app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n", env=environment_of(settings)
            )
            assert result.exit_code == 0, result.output
            assert revision_of(settings) == latest_revision()
            assert [backup.kind for backup in BackupStore(settings).backups()] == ["migration"]

    def test_a_server_that_runs_is_not_in_the_way_of_an_account(self, settings: Settings, shell: CliRunner) -> None:
        with hold_server_lock(settings):
            assert shell.invoke(app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n").exit_code == 0


class TestRestore:
    @pytest.mark.parametrize("release", ["0001-first", "0002", "0004"])
    def test_the_safety_backup_shows_what_was_there_before_anything_changed(
        self, databases: Databases, release: str, tmp_path: Path
    ) -> None:
        # 4.restore.4; 4.backup.9
        with database_of("0004", databases, tmp_path / "new") as newer:
            database = Database(newer)
            migrate(database)
            taken = Backups(database, newer).take(BackupKind.MANUAL)
            file = tmp_path / taken.filename
            shutil.copy(BackupStore(newer).path(taken.filename), file)
            database.close()
        with database_of(release, databases, tmp_path / "data") as settings:
            restored = CliRunner().invoke(app, ["restore", str(file), "--yes"], env=environment_of(settings))
            assert restored.exit_code == 0, restored.output
            (safety,) = BackupStore(settings).backups()
            assert (safety.kind, safety.metadata.revision) == ("safety", release[:4])
            # And the way back to what was there, in the form of its release.
            again = CliRunner().invoke(app, ["restore", safety.filename, "--yes"], env=environment_of(settings))
            assert again.exit_code == 0, again.output
            house = House(settings, databases.name)
            guests = house.signed_in(ADMIN).get("/api/attendees").json()
            assert [guest["fullName"] for guest in reversed(guests)] == guests_of(release)
            house.close()

    def test_an_older_backup_takes_the_place_of_a_newer_database(self, sqlite_house: House) -> None:
        # 4.migrate.3
        taken = Backups(sqlite_house.database, sqlite_house.settings).take(BackupKind.MANUAL)
        sqlite_house.close()
        change(sqlite_house.settings, "UPDATE alembic_version SET version_num = '0099'")
        result = CliRunner().invoke(
            app, ["restore", taken.filename, "--yes"], env=environment_of(sqlite_house.settings)
        )
        assert result.exit_code == 0, result.output
        assert revision_of(sqlite_house.settings) == latest_revision()

    def test_on_postgresql_a_newer_database_keeps_its_tables(
        self, postgres_databases: PostgresDatabases, tmp_path: Path
    ) -> None:
        # 4.migrate.3
        with postgres_databases.fresh(tmp_path / "data") as settings:
            database = Database(settings)
            taken = Backups(database, settings).take(BackupKind.MANUAL)
            database.close()
            change(settings, "UPDATE alembic_version SET version_num = '0099'")
            result = CliRunner().invoke(app, ["restore", taken.filename, "--yes"], env=environment_of(settings))
            assert (result.exit_code, "made by a newer Doorlist (revision 0099)" in result.stderr) == (1, True)
            assert revision_of(settings) == "0099"


def change(settings: Settings, statement: str) -> None:
    database = Database(settings)
    with database.engine.begin() as connection:
        connection.exec_driver_sql(statement)
    database.close()


def revision_of(settings: Settings) -> str:
    database = Database(settings)
    with database.read() as tx:
        revision = str(tx.scalar(text("SELECT version_num FROM alembic_version")))
    database.close()
    return revision
