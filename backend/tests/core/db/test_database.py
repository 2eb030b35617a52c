"""Transactions on both engines: one writer at a time, in order, and readers that cannot write."""

import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from starlette.types import Message, Receive, Scope, Send

from doorlist.audit.models import AuditEntry
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db import sqlite
from doorlist.core.db.database import Database, FairLock
from doorlist.core.db.sqlite import sqlite_module
from doorlist.core.errors import DatabaseRefused, RetryTransaction
from doorlist.events.models import Event
from tests.audit.entries import add_test_entry
from tests.databases import PostgresDatabases
from tests.house import House


def entries(database: Database) -> int:
    with database.read() as tx:
        return tx.scalar(select(func.count()).select_from(AuditEntry).where(AuditEntry.action == "test")) or 0


class TestFairLock:
    def test_lets_one_in_at_a_time(self) -> None:
        lock, inside, most = FairLock(), 0, 0

        def work() -> None:
            nonlocal inside, most
            for _ in range(50):
                with lock:
                    inside += 1
                    most = max(most, inside)
                    time.sleep(0)
                    inside -= 1

        with ThreadPoolExecutor(16) as threads:
            for done in [threads.submit(work) for _ in range(16)]:
                done.result()
        assert (inside, most) == (0, 1)

    def test_serves_in_the_order_of_arrival(self) -> None:
        lock, served = FairLock(), list[int]()

        def work(number: int) -> None:
            with lock:
                served.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
        with lock:
            for number, thread in enumerate(threads):
                thread.start()
                while len(lock._waiting) <= number:
                    time.sleep(0.001)
        for thread in threads:
            thread.join()
        assert served == list(range(20))

    def test_nobody_who_comes_again_overtakes_who_waits(self) -> None:
        lock, served = FairLock(), list[str]()

        def wait() -> None:
            with lock:
                served.append("who waited")

        waiting = threading.Thread(target=wait)
        with lock:
            waiting.start()
            while not lock._waiting:
                time.sleep(0.001)
        with lock:
            served.append("who came again")
        waiting.join()
        assert served == ["who waited", "who came again"]

    def test_is_free_again_after_an_error(self) -> None:
        lock = FairLock()
        with pytest.raises(RuntimeError), lock:
            raise RuntimeError
        with lock:
            pass


class TestReading:
    def test_cannot_write(self, database: Database) -> None:
        def write_while_reading() -> None:
            with database.read() as tx:
                add_test_entry(tx, 1)

        with pytest.raises(DBAPIError, match=r"(?i)read-?only"):
            write_while_reading()
        assert entries(database) == 0

    def test_goes_on_while_somebody_writes(self, database: Database) -> None:
        with database.write() as tx:
            add_test_entry(tx, 1)
            tx.flush()
            # While the writer still holds on: a reader that waited for it would never come back.
            assert entries(database) == 0
        assert entries(database) == 1


class TestWriting:
    def test_is_rolled_back_as_a_whole(self, database: Database) -> None:
        def write_and_fail() -> None:
            with database.write() as tx:
                add_test_entry(tx, 1)
                tx.flush()
                raise RuntimeError

        with pytest.raises(RuntimeError):
            write_and_fail()
        assert entries(database) == 0

    def test_never_meets_a_locked_database(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        # Without the last resort of waiting, so that only the queue of writers can keep them apart.
        monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 0)
        database = Database(settings)

        def write(number: int) -> None:
            with database.write() as tx:
                add_test_entry(tx, number)

        with ThreadPoolExecutor(32) as threads:
            with database.write() as tx:
                add_test_entry(tx, 0)
                tx.flush()
                writes = [threads.submit(write, number) for number in range(1, 33)]
                reads = [threads.submit(entries, database) for _ in range(4)]
                time.sleep(0.3)
                if database.is_sqlite:
                    assert not any(done.done() for done in writes)
            for write_done in writes:
                write_done.result()
            for read_done in reads:
                read_done.result()
        assert entries(database) == 33
        database.close()

    def test_runs_again_what_lost_a_race_but_not_for_ever(self, database: Database) -> None:
        tries = list[int]()

        def lose(times: int) -> int:
            tries.append(1)
            if len(tries) <= times:
                raise RetryTransaction
            return len(tries)

        assert database.commit(lambda _: lose(4)) == 5
        tries.clear()
        with pytest.raises(RetryTransaction):
            database.commit(lambda _: lose(100))
        assert len(tries) == 5

    def test_is_on_disk_before_the_caller_hears_of_it(self, house: House) -> None:
        witness = Database(house.settings)
        seen: dict[str, int] = {}

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            async def look_and_send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    with witness.read() as tx:
                        seen[scope["path"]] = tx.scalar(select(func.count()).select_from(Event)) or 0
                await send(message)

            await house.app(scope, receive, look_and_send)

        client = TestClient(watched, cookies=dict(house.signed_in().cookies))
        assert client.post("/api/events", json={"name": "Spring Gala", "date": "2026-11-20"}).status_code == 201
        assert seen == {"/api/events": 1}
        witness.close()


class TestMoments:
    @pytest.mark.both_engines
    def test_come_back_as_they_went_in(self, database: Database) -> None:
        now = clock.now()
        with database.write() as tx:
            tx.add(AuditEntry(at=now, action="test", subject="test"))
        with database.read() as tx:
            assert tx.scalars(select(AuditEntry.at).where(AuditEntry.action == "test")).one() == now


class TestSqlite:
    def test_writers_take_turns_in_the_order_of_arrival(self, tmp_path: Path) -> None:
        database, served = Database(Settings(data_dir=tmp_path)), list[int]()

        def work(number: int) -> None:
            with database.write():
                served.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(10)]
        with database.write():
            for number, thread in enumerate(threads):
                thread.start()
                deadline = time.monotonic() + 60
                while len(database._writer_lock._waiting) <= number:
                    assert time.monotonic() < deadline
                    time.sleep(0.001)
        for thread in threads:
            thread.join()
        assert served == list(range(10))
        database.close()

    def test_is_durable_and_keeps_its_references(self, tmp_path: Path) -> None:
        database = Database(Settings(data_dir=tmp_path))
        for transaction in (database.read, database.write):
            with transaction() as tx:
                found = {
                    name: tx.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")
                }
            assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        database.close()

    def test_lives_in_a_directory_of_any_name(self, tmp_path: Path) -> None:
        directory = tmp_path / "a #b?c %41 é"
        directory.mkdir()
        database = Database(Settings(data_dir=directory))
        with database.read_reserved() as tx:
            assert tx.scalar(text("SELECT 1")) == 1
        assert (directory / "doorlist.sqlite3").exists()
        database.close()

    def test_too_old_is_refused_with_what_to_do(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        driver = sqlite_module()
        monkeypatch.setattr(driver, "sqlite_version", "3.51.2")
        monkeypatch.setattr(driver, "sqlite_version_info", (3, 51, 2))
        with pytest.raises(DatabaseRefused) as refusal:
            Database(Settings(data_dir=tmp_path))
        assert "SQLite 3.51.2" in str(refusal.value)
        assert "pysqlite3" in str(refusal.value)
        assert "DOORLIST_DATABASE_URL" in str(refusal.value)

    def test_just_new_enough_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite_module(), "sqlite_version_info", (3, 51, 3))
        assert sqlite_module()


LOCKED_BY_READERS = (510, 0x40000002)
"""How many bytes of a SQLite file, and where, who has it open holds a lock on (its file format, 'Locking')."""


def test_whoever_else_opens_the_file_sees_that_it_is_in_use(tmp_path: Path) -> None:
    """Without that lock, a command beside the server would put away the log of what the server commits."""
    settings = Settings(data_dir=tmp_path)
    database = Database(settings)
    with database.write() as tx:
        tx.execute(text("CREATE TABLE guests (name TEXT)"))
    with database.read() as one, database.read() as other:
        assert one.execute(text("SELECT * FROM guests")).all() == other.execute(text("SELECT * FROM guests")).all()
    take = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB, {}, {})"
    command = [sys.executable, "-c", take.format(*LOCKED_BY_READERS), str(settings.sqlite_file)]
    taken = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert "BlockingIOError" in taken.stderr
    database.close()


def test_another_kind_of_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused, match="postgresql://"):
        Database(Settings(data_dir=tmp_path, database_url="mysql://localhost/doorlist"))


def test_a_database_machine_that_vanishes_is_given_up_within_seconds(
    postgres_databases: PostgresDatabases, tmp_path: Path
) -> None:
    with postgres_databases.fresh(tmp_path / "data") as settings:
        for more, milliseconds in (("", 5000), ("?tcp_user_timeout=7000", 7000)):
            database = Database(Settings(data_dir=settings.data_dir, database_url=f"{settings.database_url}{more}"))
            with database.engine.connect() as connection:
                descriptor = os.dup(connection.connection.driver_connection.pgconn.socket)  # type: ignore[union-attr]
                with socket.socket(fileno=descriptor) as link:
                    assert link.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == milliseconds
                    assert link.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 5
            database.close()
