"""A database that version 0.1 left comes up whole at the present revision; what cannot is refused in one line."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from typer.testing import CliRunner

from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.core.db.database import Base, Database
from doorlist.core.db.migrations import latest_revision, migrate
from doorlist.core.errors import DatabaseRefused
from doorlist.core.locks import hold_server_lock
from doorlist.users.rules import Role
from tests.backup.test_cli import environment_of
from tests.cast import SAM, Person
from tests.databases import Databases, PostgresDatabases, SqliteDatabases
from tests.house import House, json_of, problem
from tests.later_release import REVISION as LATER
from tests.later_release import later_release
from tests.released import GUESTS, PASSWORD, REVISION, USERNAME, empty_database, released_database
from tests.server.process import free_port, run_doorlist
from tests.test_cli import named, shell
from tests.test_migrations import beyond_the_models, differences, not_compared

__all__ = ["later_release", "shell"]

ADMIN = Person(USERNAME, "Administrator", Role.SUPER_ADMIN, PASSWORD)
BY_LAST_NAME = ["Zoë Ångström", "Charles Babbage", "Grace Hopper", "Ada Lovelace"]
TOO_OLD = (
    "This database is of an older Doorlist (revision 0013). Start it once with version 0.1, which brings it up to date,"
    " then with this version.\n"
)
NEWER = "This database was made by a newer Doorlist (revision 0099). Update Doorlist, or restore an older backup.\n"
Rows = dict[str, list[dict[str, object]]]


@pytest.fixture
def released(databases: Databases, tmp_path: Path) -> Iterator[Settings]:
    with released_database(databases, tmp_path / "data") as settings:
        yield settings


def rows_of(database: Database) -> Rows:
    """Every row of every modelled table, as the database stores it."""
    names = set(inspect(database.engine).get_table_names()) & set(Base.metadata.tables)
    with database.read() as tx:
        return {
            name: sorted(
                (dict(row) for row in tx.execute(text(f'SELECT * FROM "{name}"')).mappings()),  # noqa: S608 - own names
                key=str,
            )
            for name in names
        }


def narrowed(rows: Rows, like: Rows) -> Rows:
    """The same rows with no more columns than those have."""
    return {
        name: sorted(({column: row.get(column) for column in like[name][0]} for row in rows[name]), key=str)
        for name in like
    }


def with_searched_notes(rows: Rows) -> Rows:
    """The same rows, whose search finds notes, which it did not in 0.1."""
    guests = [
        guest | {"search_text": f"{guest['search_text']}\ntable by the window"} if guest["notes"] else guest
        for guest in rows["attendees"]
    ]
    return rows | {"attendees": sorted(guests, key=str)}


@pytest.mark.both_engines
def test_every_row_and_value_is_still_there(released: Settings, databases: Databases, tmp_path: Path) -> None:
    # 4.migrate.1
    with closing(Database(released)) as database:
        before = rows_of(database)
        assert all(before.values()), "A table without a row proves nothing."
        migrate(database)
        assert narrowed(rows_of(database), before) == with_searched_notes(before)
        assert differences(database) == []
        with databases.fresh(tmp_path / "new") as settings, closing(Database(settings)) as new:
            assert not_compared(database) == not_compared(new)
            assert beyond_the_models(database) == beyond_the_models(new)


def test_signing_in_searching_and_the_door_work(released: Settings, databases: Databases) -> None:
    # 4.migrate.1
    with closing(Database(released)) as database:
        migrate(database)
    house = House(released, databases.name)
    stranger = house.stranger()
    assert stranger.post("/api/login", json={"username": USERNAME, "password": PASSWORD}).status_code == 200
    admin = house.signed_in(ADMIN)
    guests = list(reversed(admin.get("/api/attendees").json()))
    assert [guest["fullName"] for guest in guests] == GUESTS
    assert [guest["attended"] for guest in guests] == [True, False, False, False]
    ada = guests[0]["invoiceNumber"].replace("-", "")
    for words, name in {
        "lovel": GUESTS[0],
        "angstrom zoe": GUESTS[1],
        "0491570157": GUESTS[2],
        ada: GUESTS[0],
        "by window": GUESTS[0],
    }.items():
        found = admin.get("/api/attendees", params={"search": words}).json()
        assert [guest["fullName"] for guest in found] == [name]
    by_last_name = admin.get("/api/attendees?sort=lastName").json()
    assert [guest["fullName"] for guest in by_last_name] == BY_LAST_NAME

    for guest in guests:
        answer = admin.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        assert answer.status_code == 200, answer.text
        assert json_of(answer)["alreadyScanned"] is guest["attended"]

    robin = {"username": "robin", "fullName": "Robin Rover", "role": "organizer", "password": "a sentence of my own"}
    assert admin.post("/api/users", json=robin).status_code == 201
    assert admin.delete(f"/api/events/{guests[0]['event']['id']}").status_code == 204
    assert admin.get("/api/attendees", params={"search": "lovel"}).json() == []
    house.close()


@pytest.mark.both_engines
def test_tables_of_something_else_are_refused_and_left_alone(databases: Databases, tmp_path: Path) -> None:
    # 4.migrate.7
    with empty_database(databases, tmp_path / "data") as settings:
        change(settings, "CREATE TABLE users (name text)")
        with (
            closing(Database(settings)) as database,
            pytest.raises(DatabaseRefused, match="has a table 'users', but Doorlist did not make it"),
        ):
            migrate(database)


@pytest.mark.server
@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("0013", TOO_OLD),  # 4.migrate.6
        ("0099", NEWER),  # 4.migrate.3
    ],
)
def test_a_database_that_it_cannot_migrate_is_refused_in_one_line(
    settings: Settings, shell: CliRunner, revision: str, words: str
) -> None:
    set_revision(settings, revision)
    for arguments in (["serve", "--port", str(free_port())], ["users", "create", *named("robin")]):
        result = run_doorlist(settings, *arguments, typed=f"{PASSWORD}\n")
        assert (result.returncode, result.stderr) == (1, f"doorlist: {words}")
    assert f"ATTEND  {words}" in shell.invoke(app, ["check"]).stdout
    assert list((settings.data_dir / "backups").glob("doorlist-*")) == []


@pytest.mark.usefixtures("later_release")
class TestUsersFromTheShell:
    def test_nothing_is_migrated_under_a_server_that_runs(self, settings: Settings, shell: CliRunner) -> None:
        # 10.run.17
        before = revision_of(settings)
        with hold_server_lock(settings):
            result = shell.invoke(app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n")
        assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
        assert "The database is not up to date yet. Restart the server" in result.stderr
        assert revision_of(settings) == before
        assert BackupStore(settings).backups() == []

    def test_where_no_server_can_run_it_is_after_a_backup(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:
        # 10.run.17; 4.backup.4
        with released_database(sqlite_databases, tmp_path / "data") as settings:
            result = CliRunner().invoke(
                app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n", env=environment_of(settings)
            )
            assert result.exit_code == 0, result.output
            assert revision_of(settings) == LATER
            assert [backup.kind for backup in BackupStore(settings).backups()] == ["migration"]


def test_a_server_that_runs_is_not_in_the_way_of_an_account(settings: Settings, shell: CliRunner) -> None:
    with hold_server_lock(settings):
        assert shell.invoke(app, ["users", "create", *named("robin")], input=f"{PASSWORD}\n").exit_code == 0


class TestRestore:
    @pytest.mark.both_engines
    @pytest.mark.usefixtures("later_release")
    def test_the_safety_backup_shows_what_was_there_before_anything_changed(
        self, databases: Databases, settings: Settings, tmp_path: Path
    ) -> None:
        # 4.restore.4; 4.backup.9
        file = taken_elsewhere(settings, tmp_path)
        with released_database(databases, tmp_path / "old") as old:
            with closing(Database(old)) as database:
                before = rows_of(database)
            restored = CliRunner().invoke(app, ["restore", str(file), "--yes"], env=environment_of(old))
            assert restored.exit_code == 0, restored.output
            assert revision_of(old) == LATER
            (safety,) = BackupStore(old).backups()
            assert (safety.kind, safety.metadata.revision) == ("safety", REVISION)
            # And the way back to what was there.
            again = CliRunner().invoke(app, ["restore", safety.filename, "--yes"], env=environment_of(old))
            assert again.exit_code == 0, again.output
            assert revision_of(old) == LATER
            with closing(Database(old)) as database:
                after = narrowed(rows_of(database), before)
            for name in ("users", "events", "attendees", "imports", "scan_log", "issued_invoice_numbers"):
                assert after[name] == with_searched_notes(before)[name]

    def test_a_backup_of_a_revision_before_the_first_is_refused(self, house: House) -> None:
        # 4.backup.9
        set_revision(house.settings, "0013")
        name = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename
        set_revision(house.settings, latest_revision())
        sam = house.signed_in(SAM)
        told = problem(sam.post("/api/backup/restore", json={"filename": name}), 400, "backup_invalid")
        assert told["detail"] == (
            "This backup is of an older Doorlist (revision 0013). Restore it with version 0.1, take a backup there,"
            " then restore that one here."
        )
        refused = CliRunner().invoke(app, ["restore", name, "--yes"], env=environment_of(house.settings))
        assert (refused.exit_code, refused.stderr) == (1, f"doorlist: {told['detail']}\n")

    @pytest.mark.parametrize("revision", ["0013", "0099"])
    def test_a_backup_takes_the_place_of_any_embedded_database(self, sqlite_house: House, revision: str) -> None:
        # 4.migrate.3, 6
        taken = Backups(sqlite_house.database, sqlite_house.settings).take(BackupKind.MANUAL)
        sqlite_house.close()
        for table in ("keeping", "erased_tickets"):
            change(sqlite_house.settings, f"DROP TABLE {table}")
        set_revision(sqlite_house.settings, revision)
        result = CliRunner().invoke(
            app, ["restore", taken.filename, "--yes"], env=environment_of(sqlite_house.settings)
        )
        assert result.exit_code == 0, result.output
        assert revision_of(sqlite_house.settings) == latest_revision()

    @pytest.mark.parametrize(("revision", "words"), [("0013", TOO_OLD), ("0099", NEWER)])
    def test_on_postgresql_such_a_database_keeps_its_tables(
        self, postgres_databases: PostgresDatabases, tmp_path: Path, revision: str, words: str
    ) -> None:
        # 4.migrate.3, 6
        with postgres_databases.fresh(tmp_path / "data") as settings:
            with closing(Database(settings)) as database:
                taken = Backups(database, settings).take(BackupKind.MANUAL)
            set_revision(settings, revision)
            result = CliRunner().invoke(app, ["restore", taken.filename, "--yes"], env=environment_of(settings))
            assert (result.exit_code, result.stderr) == (1, f"doorlist: {words}")
            assert revision_of(settings) == revision


def taken_elsewhere(settings: Settings, folder: Path) -> Path:
    """A backup of another database, as a file."""
    with closing(Database(settings)) as database:
        migrate(database)
        taken = Backups(database, settings).take(BackupKind.MANUAL)
    return Path(shutil.copy(BackupStore(settings).path(taken.filename), folder))


def change(settings: Settings, statement: str) -> None:
    with closing(Database(settings)) as database, database.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def set_revision(settings: Settings, revision: str) -> None:
    change(settings, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608 - one of ours


def revision_of(settings: Settings) -> str:
    with closing(Database(settings)) as database, database.read() as tx:
        return str(tx.scalar(text("SELECT version_num FROM alembic_version")))
