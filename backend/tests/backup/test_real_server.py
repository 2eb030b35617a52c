"""Backups of a real server: taken while its doors scan, and restores that are killed at any moment."""

import contextlib
import http.client
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.backup.test_scheduler import eventually
from tests.cast import SAM, Person
from tests.server.process import Client, Server, serving
from tests.server.test_kill import check_sqlite_file, sell_tickets

pytestmark = [pytest.mark.server, pytest.mark.rest]

DOORS = 32
COMPRESSED = {"Accept-Encoding": "gzip"}


@contextlib.contextmanager
def signed_in(server: Server, person: Person = SAM) -> Iterator[Client]:
    client = server.client()
    client.sign_in(person.username, person.password)
    with contextlib.closing(client):
        yield client


def heard_during_a_restore(server: Server, sam: Client, filename: str, qr_data: str) -> set[tuple[int, str]]:
    """The answers to a door and to a reader, from before a restore until it has ended their session, which is sam's."""
    heard, stop = set[tuple[int, str]](), threading.Event()

    def ask_on(method: str, path: str, body: object) -> None:
        client = server.client(cookie=sam.cookie)
        while not stop.is_set():
            told = client.ask(method, path, body)
            heard.add((told.status, told.json()["code"] if told.status >= 400 else method))

    with ThreadPoolExecutor(3) as doors:
        asking = [doors.submit(ask_on, "POST", "/api/attendees/scan", {"qrData": qr_data})]
        asking.append(doors.submit(ask_on, "GET", "/api/events", None))
        try:
            eventually(lambda: {(200, "POST"), (200, "GET")} <= heard)
            restored = sam.ask("POST", "/api/backup/restore", {"filename": filename})
            assert restored.status == 200, restored.body
            eventually(lambda: (401, "not_signed_in") in heard)
        finally:
            stop.set()
        for done in asking:
            done.result(60)
    return heard


@pytest.mark.parametrize("sold", [1000, pytest.param(3000, marks=pytest.mark.soak)])
def test_a_backup_taken_while_32_doors_scan_is_one_exact_moment(settings: Settings, sold: int) -> None:
    # 3.server-backup.1; 4.restore.7
    tickets = sell_tickets(settings, sold)
    admitted, hand_out = list[int](), iter(tickets)
    next_one = threading.Lock()
    with serving(settings) as server, signed_in(server) as sam:

        def scan() -> None:
            client = server.client(cookie=sam.cookie)
            while True:
                with next_one:
                    ticket = next(hand_out, None)
                if ticket is None:
                    return
                verdict = ticket.scan(client)
                assert verdict is not None
                assert verdict["alreadyScanned"] is False
                admitted.append(ticket.attendee_id)

        with ThreadPoolExecutor(DOORS) as doors:
            scanning = [doors.submit(scan) for _ in range(DOORS)]
            while len(admitted) < 100:
                time.sleep(0.005)
            before = set(admitted)
            answer = sam.ask("POST", "/api/backup/create")
            after = len(admitted)
            assert answer.status == 200, answer.body
            for done in scanning:
                done.result(60)
        assert len(before) < len(admitted) == len(tickets)

        # During the restore a door that goes on scanning gets a 503, and requests that only read are not delayed.
        heard = heard_during_a_restore(server, sam, answer.json()["filename"], tickets[0].qr_data)
        assert {(503, "being_restored"), (200, "GET"), (401, "not_signed_in")} <= heard
        assert heard <= {(200, "POST"), (503, "being_restored"), (200, "GET"), (401, "not_signed_in")}

        with signed_in(server) as again:
            inside = {row["id"] for row in again.ask("GET", "/api/attendees?attended=true").json()}
            assert before <= inside
            # Guests in the backup were scanned before its response, and acknowledged then or a moment later.
            assert len(inside) <= after + DOORS
            # A guest who was let in after the backup is let in again, once.
            outside = next(ticket for ticket in tickets if ticket.attendee_id not in inside)
            verdict = outside.scan(again)
            assert verdict is not None
            assert verdict["alreadyScanned"] is False
        check_sqlite_file(settings)


@pytest.mark.parametrize("rounds", [1, pytest.param(50, marks=pytest.mark.soak)])
def test_a_restore_that_is_killed_leaves_all_old_or_all_new(settings: Settings, rounds: int) -> None:  # 4.backup.8
    sell_tickets(settings, 60)
    database = Database(settings)
    few = Backups(database, settings).take(BackupKind.MANUAL).filename
    sell_tickets(settings, 40)
    many = Backups(database, settings).take(BackupKind.MANUAL).filename
    database.close()
    now, longest, answered = (100, 2), 1.0, False
    for number in range(rounds + 1):
        wanted = few if now == (100, 2) else many
        safeties = len(safety_backups(settings))
        with serving(settings) as server, signed_in(server) as sam:
            if number == rounds:
                # The leftovers of the killed restores do not stop the next one.
                assert sam.ask("POST", "/api/backup/restore", {"filename": wanted}).status == 200
                break
            killer = threading.Timer(random.uniform(0, longest), server.kill)  # noqa: S311 - any moment will do
            killer.start()
            started, answered = time.monotonic(), False
            with contextlib.suppress(OSError, http.client.HTTPException):
                answered = sam.ask("POST", "/api/backup/restore", {"filename": wanted}).status == 200
            if answered:
                longest = time.monotonic() - started
            killer.join()
        check_sqlite_file(settings)
        before, now = now, what_is_there(settings)
        assert now in {(60, 1), (100, 2)}
        changed = now != before
        assert changed or not answered
        assert len(safety_backups(settings)) >= safeties + changed
    check_sqlite_file(settings)
    assert what_is_there(settings) != now


@pytest.mark.either_engine
def test_forty_who_wait_for_a_backup_keep_nobody_from_an_answer(settings: Settings) -> None:  # 10.database.540
    sell_tickets(settings, 100)
    with serving(settings) as server, signed_in(server) as sam, ThreadPoolExecutor(40) as others:

        def ask_for_a_backup() -> int:
            return server.client(cookie=sam.cookie).ask("POST", "/api/backup/create").status

        # As while the backup of a large database is being written.
        with BackupStore(settings).adding():
            asked = [others.submit(ask_for_a_backup) for _ in range(40)]
            for _ in range(20):
                sam.connection.request(
                    "GET", "/api/attendees?limit=100", headers={**COMPRESSED, "Cookie": sam.cookie or ""}
                )
                answer = sam.connection.getresponse()
                assert answer.status == 200
                assert answer.headers["content-encoding"] == "gzip"
                answer.read()
                time.sleep(0.1)
            assert not any(done.done() for done in asked)
        assert {done.result(60) for done in asked} == {200}


def safety_backups(settings: Settings) -> list[str]:
    return [backup.filename for backup in BackupStore(settings).backups() if backup.kind == "safety"]


def what_is_there(settings: Settings) -> tuple[int, int]:
    """How many attendees and events."""
    database = Database(settings)
    with database.read() as tx:
        found = tx.execute(text("SELECT (SELECT count(*) FROM attendees), (SELECT count(*) FROM events)")).one()
    database.close()
    return found[0], found[1]
