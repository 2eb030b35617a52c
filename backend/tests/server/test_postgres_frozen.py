"""PostgreSQL freezes or is gone without closing: callers soon get an error, and the door recovers on its own."""

import itertools
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from doorlist.core.config import Settings
from tests.cast import OLIVE
from tests.databases import PostgresDatabases
from tests.postgres_server import PostgresServer
from tests.server.process import Client, Server, answered_by, serving
from tests.server.test_kill import Ticket, sell_tickets

pytestmark = [pytest.mark.server, pytest.mark.database, pytest.mark.rest]

MIB = 1024 * 1024


@pytest.fixture
def settings(postgres_server: PostgresServer, tmp_path: Path) -> Iterator[Settings]:
    """A database of a server that nobody else uses, since all of it is going to stand still."""
    with PostgresDatabases(postgres_server.url, tmp_path / "template").fresh(tmp_path / "data") as made:
        yield made


def signed_in(server: Server) -> Client:
    client = server.client()
    client.sign_in(OLIVE.username, OLIVE.password)
    return client


def scan_until_admitted(server: Server, cookie: str | None, ticket: Ticket, seconds: float) -> float:
    """How long it took."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        client = server.client(cookie=cookie)
        verdict = ticket.scan(client)
        client.close()
        if verdict is not None:
            assert verdict["alreadyScanned"] is False
            return time.monotonic() - began
        time.sleep(0.2)
    raise AssertionError(f"No scan was answered within {seconds} s.")


def test_a_frozen_database_is_told_to_everybody_and_the_door_opens_again(
    settings: Settings, postgres_server: PostgresServer
) -> None:  # 10.database.1, 2; 10.code.22
    with serving(settings) as server:
        client = signed_in(server)
        tickets = sell_tickets(settings, 4)
        assert tickets[0].scan(client) is not None
        calls: list[tuple[str, str, object]] = [
            ("POST", "/api/attendees/scan", {"qrData": ticket.qr_data, "idempotencyKey": ticket.key})
            for ticket in tickets[1:]
        ]
        calls += [("GET", "/api/events", None), ("GET", "/api/attendees?limit=5", None)]
        calls += [("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"}), ("GET", "/readyz", None)]
        calls += [("POST", "/api/login", {"username": OLIVE.username, "password": OLIVE.password})]
        with postgres_server.frozen():
            # Each would wait for ever; the client waits for 20 s.
            for method, path, body in calls:
                answer = server.client(cookie=client.cookie).ask(method, path, body)
                assert answer.status == 503, path
                if path != "/readyz":
                    assert answer.json()["code"] == "database_unavailable"
                    assert int(answer.headers["retry-after"]) >= 1
            assert server.client().ask("GET", "/healthz").status == 200
        for ticket in tickets[1:]:
            scan_until_admitted(server, client.cookie, ticket, 30)
        for path in ("/api/events", "/api/attendees?limit=5"):
            assert server.client(cookie=client.cookie).ask("GET", path).status == 200
        assert "internal_error" not in server.logged


def test_after_a_promotion_scans_work_again(settings: Settings, postgres_server: PostgresServer) -> None:
    # 10.database.2, 4
    standby = postgres_server.add_standby()
    assert settings.database_url is not None
    start, _, name = settings.database_url.rpartition("/")
    standby_port = standby.rpartition("/")[0].rpartition(":")[2]
    both = replace(
        settings,
        database_url=f"{start},127.0.0.1:{standby_port}/{name}?target_session_attrs=read-write",
    )
    tickets = sell_tickets(both, 5)
    with serving(both) as server:
        client = signed_in(server)
        assert tickets[0].scan(client) is not None
        time.sleep(1)  # the standby receives the writes asynchronously
        with postgres_server.frozen():
            postgres_server.promote()
            took = scan_until_admitted(server, client.cookie, tickets[1], 30)
            print(f"the door stood still for {took:.1f} s")  # noqa: T201
            for ticket in tickets[2:]:
                scan_until_admitted(server, client.cookie, ticket, 30)
            for path in ("/readyz", "/api/events"):
                answered_by(server, path, 200, client.cookie)


def test_a_database_that_only_reads_is_not_ready(settings: Settings) -> None:  # 10.database.5
    assert settings.database_url is not None
    name = settings.database_url.rpartition("/")[2]
    with serving(settings) as server, psycopg.connect(settings.database_url, autocommit=True) as elsewhere:
        for only_reads, status in (("on", 503), ("off", 200)):
            elsewhere.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {only_reads}'.encode())
            # Open connections keep the setting that was in force when they were opened.
            elsewhere.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            answered_by(server, "/readyz", status)


@dataclass
class Evening:
    """Doors that scan all the time, and what each of their scans was answered and when."""

    server: Server
    cookie: str | None
    tickets: Iterator[Ticket]
    over: threading.Event = field(default_factory=threading.Event)
    answers: list[tuple[float, int, float]] = field(default_factory=list)
    unanswered: list[Ticket] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def scan(self) -> None:
        client = Client(self.server.port, cookie=self.cookie)
        while not self.over.is_set():
            with self.guard:
                ticket = next(self.tickets)
            began = time.monotonic()
            verdict = ticket.scan(client)
            self.answers.append((began, 503 if verdict is None else 200, time.monotonic() - began))
            if verdict is None:
                self.unanswered.append(ticket)
            time.sleep(0.02)
        client.close()

    def p99(self, since: float, until: float) -> float:
        took = sorted(seconds for began, status, seconds in self.answers if since <= began < until and status == 200)
        return took[len(took) * 99 // 100]


def again_and_again(tickets: list[Ticket]) -> Iterator[Ticket]:
    """Endless scans, each with its own key: a first scan of each ticket, and then repeats."""
    return (replace(ticket, key=str(uuid4())) for ticket in itertools.cycle(tickets))


def memory_mib(server: Server) -> float:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.soak
def test_an_evening_outlasts_a_database_that_freezes_again_and_again(
    settings: Settings, postgres_server: PostgresServer
) -> None:  # 10.database.1, 2
    with serving(settings) as server:
        client = signed_in(server)
        evening = Evening(server, client.cookie, again_and_again(sell_tickets(settings, 200)))
        threads = [threading.Thread(target=evening.scan) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(2)
        quiet_from = time.monotonic()
        time.sleep(10)
        frozen_at = time.monotonic()
        most = 0.0
        for _ in range(2):
            began = time.monotonic()
            with postgres_server.frozen():
                while time.monotonic() < began + 20:
                    time.sleep(1)
                    most = max(most, memory_mib(server))
            thawed_at = time.monotonic()
            time.sleep(10)
            late = [a for a in evening.answers if began + 0.5 < a[0] < thawed_at - 6]
            assert late
            assert {status for _, status, _ in late} == {503}
            assert max(seconds for _, _, seconds in late) < 8
            admitted = [at for at, status, _ in evening.answers if status == 200 and at > thawed_at - 6]
            assert min(admitted) < thawed_at + 10
        calm_from = time.monotonic()
        time.sleep(10)
        evening.over.set()
        for thread in threads:
            thread.join(30)
        before, after = evening.p99(quiet_from, frozen_at), evening.p99(calm_from, calm_from + 10)
        print(f"p99 {before * 1000:.1f} ms before, {after * 1000:.1f} ms after; at most {most:.0f} MiB")  # noqa: T201
        assert after < 2 * before + 0.05
        assert most < 300
        later = server.client(cookie=client.cookie)
        for ticket in evening.unanswered:
            assert ticket.scan(later) is not None
        assert "internal_error" not in server.logged
