"""The gate that a restore closes: new writers are refused at once, present ones finish first."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from doorlist.audit.models import AuditEntry
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.write_gate import BeingRestored
from tests.audit.entries import add_test_entry
from tests.databases import PostgresDatabases
from tests.house import House, new_event, problem


@pytest.fixture
def elsewhere(settings: Settings, database: Database) -> Iterator[Database]:
    """The same data as another process sees it; an embedded database has one process alone."""
    made = database if database.is_sqlite else Database(settings)
    yield made
    made.close()


def note(database: Database, number: int = 1) -> None:
    with database.write() as tx:
        add_test_entry(tx, number)


def entries(database: Database) -> int:
    with database.read() as tx:
        return tx.scalar(select(func.count()).select_from(AuditEntry).where(AuditEntry.action == "test")) or 0


@pytest.mark.both_engines
def test_everybody_else_is_refused_while_it_is_closed(database: Database, elsewhere: Database) -> None:
    # 4.restore.7
    with database.closed_for_restore() as write:
        for writer in (database, elsewhere):
            with pytest.raises(BeingRestored):
                note(writer)
        with write() as tx:
            add_test_entry(tx, 2)
        assert entries(elsewhere) == 1
    note(elsewhere)
    note(database)
    assert entries(database) == 3


def test_stays_closed_on_a_server_that_ends_idle_transactions(
    postgres_databases: PostgresDatabases, tmp_path: Path
) -> None:
    with postgres_databases.fresh(tmp_path / "data") as settings:
        impatient = f"{settings.database_url}?options=-cidle_in_transaction_session_timeout%3D100"
        database = Database(Settings(data_dir=settings.data_dir, database_url=impatient))
        elsewhere = Database(settings)
        with database.closed_for_restore():
            time.sleep(0.3)
            with pytest.raises(BeingRestored):
                note(elsewhere)
        note(elsewhere)
        database.close()
        elsewhere.close()


def test_is_open_again_after_a_restore_that_failed(database: Database, elsewhere: Database) -> None:
    with pytest.raises(RuntimeError), database.closed_for_restore():
        raise RuntimeError
    note(database)
    note(elsewhere)


def test_waits_for_who_is_writing_and_refuses_who_comes_meanwhile(database: Database, elsewhere: Database) -> None:
    order = list[str]()

    def restore() -> None:
        with database.closed_for_restore():
            order.append("restored")

    restoring = threading.Thread(target=restore)
    with elsewhere.write() as tx:
        add_test_entry(tx, 1)
        tx.flush()
        restoring.start()
        deadline = time.monotonic() + 60
        while not is_refused(elsewhere):
            assert time.monotonic() < deadline
        order.append("written")
    restoring.join(60)
    assert order == ["written", "restored"]


def is_refused(database: Database) -> bool:
    """Whether a new writer is refused; on SQLite it could not wait for the lock without blocking."""
    try:
        if database.is_sqlite:
            database.gate.refuse_while_closed()
        else:
            note(database)
    except BeingRestored:
        return True
    return False


def test_who_waited_for_the_turn_when_it_closed_is_refused_too(sqlite_house: House) -> None:
    database, refused = sqlite_house.database, list[bool]()

    def wait() -> None:
        try:
            note(database)
        except BeingRestored:
            refused.append(True)

    def restore() -> None:
        with database.closed_for_restore():
            time.sleep(0.05)

    threads = [threading.Thread(target=wait), threading.Thread(target=restore)]
    with database.write():
        for number, thread in enumerate(threads):
            thread.start()
            while len(database._writer_lock._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join(60)
    assert refused == [True]


def test_only_one_restore_at_a_time(database: Database) -> None:
    with database.closed_for_restore(), pytest.raises(BeingRestored), database.closed_for_restore():
        pass


def test_over_http_reading_goes_on_and_writing_hears_when_to_come_again(house: House) -> None:  # 10.code.28
    olive = house.signed_in()
    event = new_event(olive)
    with house.database.closed_for_restore():
        answer = olive.post("/api/events", json={"name": "Winter Ball", "date": "2026-12-01"})
        assert problem(answer, 503, "being_restored")["detail"] == "The server is being restored"
        assert answer.headers["retry-after"] == "5"
        problem(olive.post("/api/attendees/scan", json={"qrData": "DL1.1." + "A" * 26}), 503, "being_restored")
        assert [row["id"] for row in olive.get("/api/events").json()] == [event["id"]]
    new_event(olive)
