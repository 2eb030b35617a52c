"""A restore beside other restores, beside backups that are being written, and beside the shell."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import Engine

from doorlist.backup import store as store_module
from doorlist.backup.restore import only_restore
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core import locks
from doorlist.core.db import migrations
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate, migrations_held_off
from doorlist.core.locks import AdvisoryKey, LockFile
from tests.backup.json.files import file_of, send
from tests.backup.test_restore import created, restore
from tests.cast import SAM
from tests.house import House, json_of, new_attendee, new_event, problem

Restoring = Callable[[House], Response]


def of_a_server_backup(house: House) -> Response:
    sam = house.signed_in(SAM)
    return restore(sam, BackupStore(house.settings).backups()[0].filename)


def of_a_json_file(house: House) -> Response:
    return send(house.signed_in(SAM), file_of())


both = pytest.mark.parametrize("restoring", [of_a_server_backup, of_a_json_file])


@pytest.fixture(autouse=True)
def _safety_backup_first(house: House) -> None:
    created(house.signed_in(SAM))


@contextmanager
def waiting_for(held: AbstractContextManager[object], work: Callable[[], Response]) -> Iterator[Future[Response]]:
    """The work in a thread, as far as it comes while something that it needs is held."""
    with ThreadPoolExecutor(1) as thread:
        with held:
            answer = thread.submit(work)
            time.sleep(1)
            assert not answer.done(), answer.result().text
            yield answer
        answer.result()


@both
def test_a_second_one_is_told_at_once(house: House, restoring: Restoring) -> None:  # 10.code.42; 4.restore.12
    with only_restore(Backups(house.database, house.settings)):
        # While the other one holds on: a wait for it would never end.
        told = problem(restoring(house), 409, "another_restore")
        assert told["detail"].startswith("Another restore is under way")
    new_event(house.signed_in())
    assert restoring(house).status_code == 200


@both
def test_one_that_waits_for_a_backup_lets_the_door_work_on(house: House, restoring: Restoring) -> None:
    # 4.restore.11
    olive = house.signed_in()
    ticket = {"qrData": new_attendee(olive, new_event(olive))["qrCodeData"]}
    with waiting_for(BackupStore(house.settings).adding(), lambda: restoring(house)) as answer:
        assert json_of(olive.post("/api/attendees/scan", json=ticket))["alreadyScanned"] is False
    assert answer.result().status_code == 200


@both
def test_one_that_has_waited_long_for_a_backup_gives_up(
    house: House, restoring: Restoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 10.code.43
    monkeypatch.setattr(store_module, "ADDING_WAITS_SECONDS", 0.2)
    event = new_event(house.signed_in())
    with BackupStore(house.settings).adding():
        problem(restoring(house), 409, "another_backup")
        problem(house.signed_in(SAM).post("/api/backup/create"), 409, "another_backup")
    assert house.signed_in().get("/api/events").json() == [event]
    new_event(house.signed_in())


def test_the_locks_are_taken_in_one_order(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a restore and the shell, which migrates and so verifies a backup first, would each wait for the other."""
    taken = list[str]()
    file_lock, advisory_lock = locks.file_lock, locks.advisory_lock

    def noted_file(place: Path, lock: LockFile, **options: Any) -> AbstractContextManager[None]:
        taken.append(lock.name)
        return file_lock(place, lock, **options)

    def noted_key(engine: Engine, key: AdvisoryKey, **options: Any) -> AbstractContextManager[None]:
        taken.append(key.name)
        return advisory_lock(engine, key, **options)

    monkeypatch.setattr("doorlist.backup.store.file_lock", noted_file)
    for module in ("backup.restore", "core.db.migrations", "core.db.write_gate"):
        monkeypatch.setattr(f"doorlist.{module}.advisory_lock", noted_key)
    assert of_a_server_backup(house).status_code == 200
    on_postgresql = ["RESTORE", "OUTSIDE_WRITER", "MIGRATION", "SCRATCH", "ADD_BACKUP", "WRITE_GATE"]
    on_sqlite = ["RESTORE", "OUTSIDE_WRITER", "SCRATCH", "ADD_BACKUP"]
    assert taken == (on_sqlite if house.database.is_sqlite else on_postgresql)


class TestBesideAMigration:  # 4.restore.13
    """A server of a newer release that starts beside ours; an embedded database has no second server."""

    @pytest.fixture(autouse=True)
    def _a_newer_release(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        if house.database.is_sqlite:
            pytest.skip("An embedded database is never migrated while it is served.")
        monkeypatch.setattr(migrations, "latest_revision", lambda: "a later one")
        monkeypatch.setattr(migrations, "WAIT_FOR_MIGRATION_SECONDS", 60)  # a busy machine takes longer

    @both
    def test_one_waits_for_a_migration_which_is_not_held_up(self, house: House, restoring: Restoring) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def back_up() -> None:
            begun.set()
            go_on.wait(10)
            Backups(newer, house.settings).back_up_before_migration()

        newer = Database(house.settings)
        olive = house.signed_in()
        with closing(newer), ThreadPoolExecutor(2) as threads:
            migrating = threads.submit(migrate, newer, before_change=back_up)
            assert begun.wait(10)
            answer = threads.submit(restoring, house)
            time.sleep(1)
            new_event(olive)  # nobody who writes is refused meanwhile
            go_on.set()
            migrating.result(30)
            assert answer.result(30).status_code == 200

    def test_a_migration_waits_for_a_restore(self, house: House) -> None:
        newer = Database(house.settings)
        with closing(newer), ThreadPoolExecutor(1) as thread:
            with only_restore(Backups(house.database, house.settings)):
                migrating = thread.submit(migrate, newer)
                time.sleep(1)
                assert not migrating.done()
            migrating.result(30)

    @both
    def test_one_that_has_waited_long_for_a_migration_gives_up(
        self, house: House, restoring: Restoring, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(migrations, "WAIT_FOR_MIGRATION_SECONDS", 1)
        event = new_event(house.signed_in())
        with migrations_held_off(house.database):
            told = problem(restoring(house), 503, "database_unavailable")
        assert told["detail"] == "The database is being migrated. Please try again when that is done."
        assert house.signed_in().get("/api/events").json() == [event]
