"""A server on PostgreSQL on a machine without pysqlite3, such as Linux on ARM: it needs no SQLite at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from doorlist.backup.restore import only_restore
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.cast import SAM
from tests.databases import PostgresDatabases
from tests.server.process import Answer, Client, serving

pytestmark = pytest.mark.server

WITHOUT_SQLITE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"pysqlite3", "sqlite3", "_sqlite3"}:
            raise ImportError(f"{name} is not installed")

sys.meta_path.insert(0, Absent())
"""


@pytest.fixture
def machine(postgres_databases: PostgresDatabases, tmp_path: Path) -> Iterator[Settings]:
    """A fresh PostgreSQL database, and beside its data the folder of a Python without SQLite."""
    (tmp_path / "python").mkdir()
    # Python imports a module of this name at its start.
    (tmp_path / "python" / "sitecustomize.py").write_text(WITHOUT_SQLITE)
    with postgres_databases.fresh(tmp_path / "data") as settings:
        yield settings


@contextmanager
def super_admin(settings: Settings) -> Iterator[Client]:
    # A separate process: the fork server would keep that Python for all later tests.
    with serving(settings, code=settings.data_dir.parent / "python") as server:
        client = server.client()
        client.sign_in(SAM.username, SAM.password)
        yield client


def refused(answer: Answer, status: int, code: str) -> str:
    body = answer.json()
    assert (answer.status, body["code"]) == (status, code), body
    detail: str = body["detail"]
    return detail


def test_backup_and_restore_refuse_as_on_any_other_machine(machine: Settings) -> None:  # 10.run.541
    with super_admin(machine) as sam:
        name = sam.ask("POST", "/api/backup/create").json()["filename"]
        refused(sam.ask("POST", "/api/backup/restore", {"filename": "none"}), 404, "backup_not_found")
        path = BackupStore(machine).path(name)
        content = path.read_bytes()
        path.write_bytes(content[:-1])
        refused(sam.ask("POST", "/api/backup/restore", {"filename": name}), 400, "backup_invalid")
        path.write_bytes(content)
        database = Database(machine)
        with only_restore(Backups(database, machine)):
            refused(sam.ask("POST", "/api/backup/restore", {"filename": name}), 409, "another_restore")
        # Nothing of our own fits this error of PostgreSQL's.
        with database.write() as tx:
            tx.execute(text("ALTER TABLE door_access RENAME TO door_access_aside"))
        said = refused(sam.ask("POST", "/api/backup/restore", {"filename": name}), 507, "backup_failed")
        assert "door_access" in said
        with database.write() as tx:
            tx.execute(text("ALTER TABLE door_access_aside RENAME TO door_access"))
        database.close()
        lock = BackupStore(machine).directory / ".part-lock"
        lock.unlink()
        lock.mkdir()
        refused(sam.ask("POST", "/api/backup/create"), 507, "backup_failed")
        lock.rmdir()
        assert sam.ask("POST", "/api/backup/restore", {"filename": name}).status == 200
