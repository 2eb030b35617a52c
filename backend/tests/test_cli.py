"""`doorlist users create`: staff accounts from the shell, with clear lines where it cannot be done."""

import subprocess
import sys

import pytest
from sqlalchemy import select
from typer.testing import CliRunner, Result

from doorlist import __version__
from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.users.models import User
from tests.house import House, json_of

# How a shell is read: the SQL that stores an account is that of the screens.
pytestmark = pytest.mark.either_engine

PASSWORD = "a sentence of my own"


@pytest.fixture
def shell(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """The shell of the machine that has the database."""
    monkeypatch.setenv("DOORLIST_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("DOORLIST_DATABASE_URL", settings.database_url or "")
    return CliRunner()


def create(shell: CliRunner, *arguments: str, typed: str = f"{PASSWORD}\n") -> Result:
    return shell.invoke(app, ["users", "create", *arguments], input=typed)


def named(username: str, full_name: str = "Robin Rover") -> tuple[str, ...]:
    return ("--username", username, "--full-name", full_name, "--password-stdin")


def users(database: Database) -> list[str]:
    with database.read() as tx:
        return list(tx.scalars(select(User.username).order_by(User.id)))


def test_makes_an_organizer_whose_password_needs_no_change(shell: CliRunner, house: House) -> None:  # 10.run.1
    # 4.first.4
    result = create(shell, *named("robin"))
    assert (result.exit_code, result.stdout) == (0, "Created robin (Robin Rover, organizer).\n")
    answer = house.stranger().post("/api/login", json={"username": "robin", "password": PASSWORD})
    assert answer.status_code == 200
    account = json_of(answer)
    assert [account[field] for field in ("fullName", "role", "isActive", "mustChangePassword")] == [
        "Robin Rover",
        "organizer",
        True,
        False,
    ]


def test_creates_a_super_admin_on_request(shell: CliRunner, house: House) -> None:  # 10.run.1
    assert create(shell, *named("robin"), "--role", "super_admin").exit_code == 0
    answer = house.stranger().post("/api/login", json={"username": "robin", "password": PASSWORD})
    assert json_of(answer)["role"] == "super_admin"


def test_takes_the_password_as_it_is_but_for_the_end_of_the_line(shell: CliRunner, house: House) -> None:
    for username, typed, password in (
        ("unix", " with  spaces \nnext line\n", " with  spaces "),
        ("windows", f"{PASSWORD}\r\n", PASSWORD),
        ("no-newline", PASSWORD, PASSWORD),
        ("unicode", "pässwörd ☕ 12\n", "pässwörd ☕ 12"),
    ):
        assert create(shell, *named(username), typed=typed).exit_code == 0
        answer = house.stranger().post("/api/login", json={"username": username, "password": password})
        assert answer.status_code == 200, username


def test_asks_twice_without_showing_when_nothing_is_piped(shell: CliRunner, database: Database) -> None:
    arguments = ("--username", "robin", "--full-name", "Robin Rover")
    result = create(shell, *arguments, typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0
    assert PASSWORD not in result.output
    assert "robin" in users(database)


@pytest.mark.parametrize(
    ("arguments", "typed", "words"),
    [
        (named("olive"), f"{PASSWORD}\n", "olive is taken"),
        (named(" OLIVE "), f"{PASSWORD}\n", "is taken"),
        (named("robin"), "short\n", "at least 10 characters"),
        (named("robin"), "\n", "at least 10 characters"),
        (named("robin"), "", "at least 10 characters"),
        (named("robin"), "x" * 129 + "\n", "at most 128 characters"),
        (named("robin"), "1234567890\n", "easy to guess"),
        (named("ro"), f"{PASSWORD}\n", "username"),
        (named("x" * 65), f"{PASSWORD}\n", "username"),
        (named("ro\tbin"), f"{PASSWORD}\n", "username"),
        (named("robin", " "), f"{PASSWORD}\n", "full_name"),
        (named("robin", "x" * 201), f"{PASSWORD}\n", "full_name"),
    ],
)
def test_says_in_one_line_why_not(
    shell: CliRunner, database: Database, arguments: tuple[str, ...], typed: str, words: str
) -> None:
    before = users(database)
    result = create(shell, *arguments, typed=typed)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("doorlist: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert "Traceback" not in result.output
    assert users(database) == before


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((*named("robin"), "--role", "king"), "king"),
        (("--full-name", "Robin", "--password-stdin"), "--username"),
        (("--username", "robin", "--password-stdin"), "--full-name"),
    ],
)
def test_says_how_it_is_used(shell: CliRunner, database: Database, arguments: tuple[str, ...], word: str) -> None:
    before = users(database)
    result = create(shell, *arguments)
    assert result.exit_code == 2
    assert word in result.stderr
    assert users(database) == before


def test_works_on_an_empty_data_directory(tmp_path_factory: pytest.TempPathFactory) -> None:
    directory = tmp_path_factory.mktemp("empty") / "new" / "data"
    result = CliRunner().invoke(
        app,
        ["users", "create", *named("robin")],
        input=f"{PASSWORD}\n",
        env={"DOORLIST_DATA_DIR": str(directory), "DOORLIST_DATABASE_URL": ""},
    )
    assert result.exit_code == 0
    assert directory.stat().st_mode & 0o777 == 0o700
    with_user = Database(Settings(data_dir=directory))
    assert users(with_user) == ["robin"]
    with_user.close()


WITHOUT_COLLECTING = """
import gc, sys
runs = []
gc.callbacks.append(lambda phase, info: runs.append(info["generation"]))
from doorlist import command
loaded = len(runs)
sys.argv = ["doorlist", "--version"]
try:
    command.main()
finally:
    assert len(runs) - loaded < 5, runs
    assert gc.isenabled()
    assert gc.get_freeze_count() > 100_000
"""


def test_the_command_loads_without_garbage_collection() -> None:
    command = [sys.executable, "-c", WITHOUT_COLLECTING]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"doorlist {__version__}\n"), done.stderr
