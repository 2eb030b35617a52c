import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from doorlist.core.db import checkpoints
from doorlist.core.db.checkpoints import Checkpointer
from doorlist.core.db.database import Database
from doorlist.core.db.sqlite import opened
from doorlist.users.models import User
from tests.databases import SqliteDatabases


def log_pages(database: Database) -> int:
    """The pages of the write-ahead log that are not in the database file yet."""
    assert database.sqlite_file is not None
    with opened(database.sqlite_file, patience_seconds=0) as connection:
        _, pages, moved = connection.execute("PRAGMA wal_checkpoint(NOOP)").fetchone()
        return int(pages - moved)


def test_what_writers_commit_is_moved_into_the_file_soon(
    sqlite_databases: SqliteDatabases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.worker.10
    monkeypatch.setattr(checkpoints, "INTERVAL_SECONDS", 0.02)
    with sqlite_databases.fresh(tmp_path / "data") as settings, closing(Database(settings)) as database:
        with database.write() as tx:
            tx.execute(update(User).values(full_name="Another name"))
        assert log_pages(database) > 0
        checkpointer = Checkpointer(database)
        checkpointer.start()
        until = time.monotonic() + 60
        while log_pages(database):
            assert time.monotonic() < until
            time.sleep(0.02)
        checkpointer.stop()
