"""The wheel of `make dist`, installed in a separate virtual environment: Python alone serves everything."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock
from sqlalchemy import select

from doorlist import __version__
from doorlist.attendees.models import Attendee
from doorlist.backup.rules import BackupKind
from doorlist.backup.store import BackupStore
from doorlist.core.config import REPOSITORY
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import latest_revision
from doorlist.demo import GUESTS as GUESTS_OF_DEMO
from tests.databases import SqliteDatabases
from tests.released import GUESTS, REVISION, released_database
from tests.server.process import Server, free_port, wait_until_ready
from tests.test_releases import revision_of

pytestmark = pytest.mark.server


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `doorlist` of an installed wheel, whose environment has the test's own libraries and no network."""
    # WorkerPools that run side by side share one.
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "wheel"
    command = folder / "venv" / "bin" / "doorlist"
    with FileLock(f"{folder}.lock"):
        if not command.exists():
            shutil.rmtree(folder, ignore_errors=True)
            run(sys.executable, REPOSITORY / "tools" / "wheel.py", folder)
            (wheel,) = folder.glob("*.whl")
            assert wheel.name == f"doorlist-{__version__}-py3-none-any.whl"
            run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
            (libraries,) = (folder / "venv").glob("lib/python3.*/site-packages")
            (libraries / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
            python = folder / "venv" / "bin" / "python"
            run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    return command


def run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_metadata_name_the_systems_that_it_runs_on(installed: Path) -> None:  # 10.run.542
    (metadata,) = installed.parent.parent.glob("lib/python3.*/site-packages/doorlist-*.dist-info/METADATA")
    systems = {line for line in metadata.read_text().splitlines() if line.startswith("Classifier: Operating System")}
    assert systems == {"Classifier: Operating System :: MacOS", "Classifier: Operating System :: POSIX :: Linux"}
    assert "win32" not in metadata.read_text()


def test_it_contains_the_templates_of_messages(installed: Path) -> None:  # 3.mail.4
    files = installed.parent.parent.glob("lib/python3.*/site-packages/doorlist/mail/templates/*")
    assert {file.name for file in files} == {"ticket.html", "ticket.txt"}


def test_it_contains_the_guests_of_the_demonstration(installed: Path) -> None:  # 10.demo.1
    (guests,) = installed.parent.parent.glob("lib/python3.*/site-packages/doorlist/demo.csv")
    assert guests.read_bytes() == GUESTS_OF_DEMO.read_bytes()


def test_python_alone_serves_screens_and_an_evening(installed: Path, tmp_path: Path) -> None:
    # 10.run.260; 10.run.261; 10.run.262; 7.protection.260
    elsewhere, home = tmp_path / "empty", tmp_path / "home"
    elsewhere.mkdir()
    home.mkdir()
    port = free_port()
    printed, logged = tmp_path / "printed", tmp_path / "logged"
    # Neither Node nor the checkout: no PATH at all, another folder, another home.
    with printed.open("wb") as out, logged.open("wb") as errors:
        process = subprocess.Popen(
            [installed, "serve", "--port", str(port)],
            cwd=elsewhere,
            env={"HOME": str(home), "PATH": str(elsewhere)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
        )
    with Server(port, process, printed, logged) as server:
        wait_until_ready(server)
        assert f"Data is in {home / 'doorlist' / 'data'}\n" in server.printed
        client = server.client()
        (password,) = re.findall(r"password +(\S+)", server.printed)
        client.sign_in("admin", password)
        passwords = {"currentPassword": password, "newPassword": "a sentence of my own"}
        assert client.ask("PUT", "/api/me/password", passwords).status == 204
        client.sign_in("admin", passwords["newPassword"])

        event = client.ask("POST", "/api/events", {"name": "Gala", "date": "2030-06-01", "time": "20:00"}).json()
        guest = {"eventId": event["id"], "fullName": "Amélie Laurent", "phone": "0491570156"}
        guest |= {"tableNumber": 12, "paymentStatus": "paid"}
        made = client.ask("POST", "/api/attendees", guest)
        assert made.status == 201, made.body
        scan = {"qrData": made.json()["qrCodeData"]}
        assert client.ask("POST", "/api/attendees/scan", scan).json()["alreadyScanned"] is False
        (listed,) = client.ask("GET", "/api/attendees").json()
        assert (listed["fullName"], listed["attended"]) == ("Amélie Laurent", True)
        assert client.ask("GET", "/api/protection/status").json()["version"] == __version__

        for path in ("/", "/scan-attendees", "/ticket", "/sw.js"):
            page = client.ask("GET", path)
            assert page.status == 200
            for part in set(re.findall(r'(?:src|href)="(/[^"]+)"', page.body.decode())):
                assert client.ask("GET", part).status == 200, part
        assert client.ask("GET", "/healthz").status == 200
    assert list(elsewhere.iterdir()) == []


def test_it_brings_the_data_of_version_0_1_up_to_date(
    installed: Path, sqlite_databases: SqliteDatabases, tmp_path: Path
) -> None:
    # 4.migrate.260
    with released_database(sqlite_databases, tmp_path / "data") as settings:
        done = subprocess.run(
            [installed, "users", "create", "--username", "robin", "--full-name", "Robin Rover", "--password-stdin"],
            env={"HOME": str(tmp_path), "DOORLIST_DATA_DIR": str(settings.data_dir)},
            input="a sentence of my own\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert revision_of(settings) == latest_revision()
        backups = [backup.kind for backup in BackupStore(settings).backups()]
        assert backups == ([BackupKind.MIGRATION] if latest_revision() != REVISION else [])
        with closing(Database(settings)) as database, database.read() as tx:
            assert list(tx.scalars(select(Attendee.full_name).order_by(Attendee.id))) == GUESTS
