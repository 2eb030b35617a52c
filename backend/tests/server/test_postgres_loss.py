"""PostgreSQL drops every connection of the server under load: nothing worse than a 503 that says when to try again."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from sqlalchemy import select

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from tests.cast import OLIVE
from tests.databases import PostgresDatabases
from tests.server.process import Answer, Client, Server, answered_by, serving
from tests.server.test_kill import Ticket, sell_tickets

pytestmark = [pytest.mark.server, pytest.mark.rest]

READS = ("/api/events", "/api/attendees?limit=5", "/api/attendees", "/api/me", "/readyz")


@pytest.fixture
def settings(postgres_databases: PostgresDatabases, tmp_path: Path) -> Iterator[Settings]:
    with postgres_databases.fresh(tmp_path / "data") as made:
        yield made


def drop_connections(settings: Settings) -> int:
    """End every session on the database except this one; how many there were."""
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        dropped = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return len(dropped)


class Load:
    """A few doors that scan until each of their tickets is in, and a client that reads every list meanwhile."""

    def __init__(self, server: Server, cookie: str, tickets: list[Ticket]) -> None:
        self.server = server
        self.cookie = cookie
        self.waiting = iter(tickets)
        self.hand_out = threading.Lock()
        self.over = threading.Event()
        self.answers: list[tuple[str, Answer]] = []
        self.verdicts: dict[Ticket, dict[str, Any]] = {}
        self.threads = [threading.Thread(target=self._scan) for _ in range(4)]
        self.threads += [threading.Thread(target=self._look, args=(path,)) for path in READS]

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()

    def answered_503(self) -> int:
        return sum(answer.status == 503 for _, answer in list(self.answers))

    def _scan(self) -> None:
        client = Client(self.server.port, cookie=self.cookie)
        while not self.over.is_set():
            with self.hand_out:
                ticket = next(self.waiting, None)
            if ticket is None:
                break
            body = {"qrData": ticket.qr_data, "idempotencyKey": ticket.key}
            while ticket not in self.verdicts:
                answer = client.ask("POST", "/api/attendees/scan", body)
                self.answers.append(("scan", answer))
                if answer.status != 503:
                    self.verdicts[ticket] = answer.json()
            time.sleep(0.01)
        client.close()

    def _look(self, path: str) -> None:
        client = Client(self.server.port, cookie=self.cookie)
        while not self.over.is_set():
            self.answers.append((path, client.ask("GET", path)))
            time.sleep(0.03)
        client.close()


def test_a_lost_connection_is_503_at_worst_and_a_scan_with_its_key_is_admitted_once(settings: Settings) -> None:
    # 7.scan.13
    with serving(settings) as server:
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        assert client.cookie is not None
        tickets = sell_tickets(settings, 2000)
        dropped = 0
        with Load(server, client.cookie, tickets) as load:
            # A worker that was idle at that moment replaces its connection unnoticed, so until it was at work.
            until = time.monotonic() + 30
            while dropped <= 15 or (load.answered_503() == 0 and time.monotonic() < until):
                time.sleep(0.15)
                dropped += drop_connections(settings)
        assert dropped > 15

        statuses = Counter((what, answer.status) for what, answer in load.answers)
        assert {status for _, status in statuses} <= {200, 503}, statuses
        for what, answer in load.answers:
            if answer.status == 503 and what != "/readyz":
                assert answer.json()["code"] == "database_unavailable"
                assert int(answer.headers["retry-after"]) >= 1

        # The server recovers without a restart, on every path and at once. (The first connection may be idle too long.)
        afterwards = server.client(cookie=client.cookie)
        for path in READS:
            assert afterwards.ask("GET", path).status == 200
        assert {what for what, status in statuses if status == 503}, "nothing was lost"
        assert all(verdict["alreadyScanned"] is False for verdict in load.verdicts.values())

    database = Database(settings)
    with database.read() as tx:
        rows = Counter((entry.attendee_id, entry.outcome) for entry in tx.scalars(select(ScanLogEntry)))
    database.close()
    assert rows == Counter((ticket.attendee_id, "admitted") for ticket in load.verdicts)
    assert "internal_error" not in server.logged
    assert "unexpected_error" not in server.logged


def test_without_a_database_it_says_so_and_comes_back(settings: Settings) -> None:  # 7.scan.13; 10.code.22
    """As while the database restarts: new connections are refused for a while."""
    assert settings.database_url is not None
    name = settings.database_url.rpartition("/")[2]
    with (
        serving(settings) as server,
        psycopg.connect(settings.database_url.rpartition("/")[0] + "/postgres", autocommit=True) as elsewhere,
    ):
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        ticket = sell_tickets(settings, 1)[0]
        elsewhere.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
        elsewhere.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        for method, path, body in (
            ("GET", "/api/events", None),
            ("GET", "/api/attendees", None),
            ("POST", "/api/attendees/scan", {"qrData": ticket.qr_data, "idempotencyKey": ticket.key}),
            ("POST", "/api/login", {"username": OLIVE.username, "password": OLIVE.password}),
            ("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"}),
        ):
            answer = client.ask(method, path, body)
            assert (answer.status, answer.json()["code"]) == (503, "database_unavailable"), path
            assert answer.headers["retry-after"] == "1"
            assert name not in answer.body.decode()
        answered_by(server, "/readyz", 503)
        assert client.ask("GET", "/healthz").status == 200

        elsewhere.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())
        answered_by(server, "/readyz", 200)
        verdict = ticket.scan(client)
        assert verdict is not None
        assert verdict["alreadyScanned"] is False
