"""The worker processes of a real server are killed and stopped, and so is the server (contract 10.worker)."""

import csv
import io
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import psutil
import pytest
from sqlalchemy import select

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.backup.metadata import Unverified
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.processes.worker_process import WorkInterrupted
from tests.cast import SAM
from tests.core.processes.test_pool import pids_of
from tests.server.process import Answer, Client, Server, serving
from tests.spreadsheets.imports.test_import_interrupted import names_in, upload
from tests.spreadsheets.sending import guests

pytestmark = [pytest.mark.server, pytest.mark.rest]

ATTENDEES = 8000
XLSX, CSV = "/api/export/attendees.xlsx", "/api/export/attendees.csv"


def worker_pids(server: Server) -> list[int]:
    found = []
    for child in psutil.Process(server.process.pid).children(recursive=True):
        try:
            if "doorlist.core.processes.child" in child.cmdline():
                found.append(child.pid)
        except psutil.NoSuchProcess:
            continue
    return found


def wait_for(what: Callable[[], Any], seconds: float = 60) -> Any:
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


def runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def at_work(server: Server) -> int:
    """A worker process that has computed for some time after its start."""

    def busy() -> int | None:
        for pid in worker_pids(server):
            try:
                # Lower than the server: it has started.
                if psutil.Process(pid).nice() > psutil.Process(server.process.pid).nice():
                    return pid
            except psutil.NoSuchProcess:
                continue
        return None

    return int(wait_for(busy, 60))


@pytest.fixture
def filled(settings: Settings) -> Settings:
    database = Database(settings)
    now = clock.now()
    with serving(settings) as server:
        event = signed_in(server).ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"}).json()["id"]
    for start in range(0, ATTENDEES, 1000):
        rows = [
            NewAttendee(event, f"Guest {n}", f"+61 4{n:08}", 1, "paid", now, now) for n in range(start, start + 1000)
        ]
        database.commit(partial(insert_rows, rows=rows))
    database.close()
    return settings


def signed_in(server: Server) -> Client:
    client = server.client()
    client.connection.timeout = 120
    client.sign_in(SAM.username, SAM.password)
    return client


@contextmanager
def asking(server: Server, ask: Callable[[Client], Answer]) -> Iterator[Future[Answer]]:
    """The answer to a request that another thread sends."""
    client = signed_in(server)
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(ask, client)


def is_interrupted(answer: Answer) -> bool:
    body = answer.json()
    assert answer.headers.get("retry-after") or answer.headers.get("Retry-After"), answer.headers
    return (answer.status, body["code"], "try again" in body["detail"]) == (503, "work_interrupted", True)


def scan(client: Client, attendee: dict[str, Any]) -> Answer:
    return client.ask("POST", "/api/attendees/scan", {"qrData": attendee["qrCodeData"], "eventId": attendee["eventId"]})


def downloads_in(settings: Settings) -> list[str]:
    database = Database(settings)
    with database.read() as tx:
        query = select(AuditEntry.action).where(AuditEntry.action.startswith("export."))
        found = list(tx.scalars(query))
    database.close()
    return found


def rows_of(answer: Answer) -> int:
    assert answer.status == 200, answer.body
    return len(list(csv.reader(io.StringIO(answer.body.decode("utf-8-sig"))))) - 1


def test_a_killed_worker_costs_the_export_at_work_and_no_other_request(filled: Settings) -> None:  # 10.worker.2
    with serving(filled) as server, asking(server, lambda client: client.ask("GET", XLSX)) as answer:
        os.kill(at_work(server), signal.SIGKILL)
        assert is_interrupted(answer.result(60))
        client = signed_in(server)
        assert client.ask("GET", XLSX).status == 200
    assert downloads_in(filled) == [Action.EXPORT_XLSX]


def test_a_response_in_chunks_is_whole_although_its_worker_is_killed(filled: Settings) -> None:  # 10.worker.7
    with serving(filled) as server:
        assert rows_of(signed_in(server).ask("GET", CSV)) == ATTENDEES
        worker = at_work(server)
        with asking(server, lambda client: client.ask("GET", CSV)) as answer:
            os.kill(worker, signal.SIGKILL)
            assert rows_of(answer.result(60)) == ATTENDEES


def test_a_stopped_worker_costs_one_request_and_the_door_goes_on(filled: Settings) -> None:  # 10.worker.3
    with serving(filled) as server:
        [guest] = signed_in(server).ask("GET", "/api/attendees?limit=1").json()
        with asking(server, lambda client: client.ask("GET", XLSX)) as answer:
            stopped = at_work(server)
            os.kill(stopped, signal.SIGSTOP)
            began = time.monotonic()
            assert scan(signed_in(server), guest).status == 200
            assert is_interrupted(answer.result(60))
            assert 5 < time.monotonic() - began < 60
        wait_for(lambda: not runs(stopped))
        assert rows_of(signed_in(server).ask("GET", CSV)) == ATTENDEES


def test_an_import_whose_worker_is_killed_adds_nothing(settings: Settings) -> None:  # 10.worker.2
    with serving(settings) as server:
        client = signed_in(server)
        event = client.ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"}).json()["id"]
        with asking(server, partial(upload, text=guests(20_000), eventId=event)) as answer:
            wait_for(lambda: any(one["added"] for one in client.ask("GET", "/api/imports").json()), 90)
            os.kill(at_work(server), signal.SIGKILL)
            assert is_interrupted(answer.result(90))
        [failed] = client.ask("GET", "/api/imports").json()
        assert (failed["state"], failed["added"]) == ("failed", 0)
        assert "try again" in failed["message"]
        assert names_in(settings) == []
        assert upload(client, guests(10), eventId=event).json()["imported"] == 10


def test_a_backup_is_verified_although_a_worker_is_killed(settings: Settings) -> None:  # 10.worker.2
    database = Database(settings)
    database.workers.begin()
    backups = Backups(database, settings)
    name = backups.take(BackupKind.MANUAL).filename

    def kill_while_it_waits_for_the_scratch_directory(is_held: threading.Event) -> None:
        with backups.store.scratch():
            is_held.set()
            pid = wait_for(lambda: pids_of(database.workers.jobs))[0]
            wait_for(lambda: psutil.Process(pid).nice() > 0)
            time.sleep(0.5)
            os.kill(pid, signal.SIGKILL)
            time.sleep(0.5)

    def interrupted(verify: Callable[[str], Any]) -> Any:
        is_held = threading.Event()
        killing = threading.Thread(target=kill_while_it_waits_for_the_scratch_directory, args=(is_held,))
        killing.start()
        try:
            assert is_held.wait(60)
            return verify(name)
        finally:
            killing.join()

    with pytest.raises(WorkInterrupted):
        interrupted(backups.verify_apart)
    assert backups.store.get(name).metadata.unverified is Unverified.DUE
    assert interrupted(BackupScheduler(backups)._verified).metadata.verified is True
    database.workers.end()
    database.close()


def test_a_killed_server_leaves_no_worker(filled: Settings) -> None:  # 10.worker.8
    with serving(filled) as server, asking(server, lambda client: client.ask("GET", XLSX)) as answer:
        at_work(server)
        workers = worker_pids(server)
        server.kill()
        assert workers
        wait_for(lambda: not any(map(runs, workers)))
        with pytest.raises(ConnectionError):
            answer.result(10)


def test_a_server_that_is_stopped_ends_its_workers(filled: Settings) -> None:  # 10.worker.8
    with serving(filled) as server:
        assert rows_of(signed_in(server).ask("GET", CSV)) == ATTENDEES
        workers = wait_for(lambda: worker_pids(server))
        server.terminate()
        assert not any(map(runs, workers))
