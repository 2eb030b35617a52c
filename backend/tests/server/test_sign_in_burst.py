"""All staff sign in at once while the doors scan (contract 10)."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Self

import pytest

from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.server import sign_in_burst
from tests.server.process import Client, Server, serving
from tests.server.test_kill import Ticket, sell_tickets

pytestmark = pytest.mark.server

DOORS = 8
TICKETS = 400
PAUSE_SECONDS = 0.005
QUIET_SECONDS = 8.0
PEOPLE = 200
ROUNDS = 5


class Doors:
    """Doors that scan without an end, and how long each scan took, in milliseconds."""

    def __init__(self, server: Server, tickets: list[Ticket]) -> None:
        self.took: list[float] = []
        self._ended = threading.Event()
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        self._threads = [
            threading.Thread(target=self._scan, args=(server.client(cookie=client.cookie), tickets[door::DOORS]))
            for door in range(DOORS)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _scan(self, client: Client, tickets: list[Ticket]) -> None:
        while True:
            for ticket in tickets:
                began = time.perf_counter()
                answer = client.ask("POST", "/api/attendees/scan", {"qrData": ticket.qr_data})
                assert answer.status == 200, answer.body
                self.took.append((time.perf_counter() - began) * 1000)
                if self._ended.wait(PAUSE_SECONDS):
                    return


def peak_memory_mib(server: Server) -> float:
    """The most that the server and the process that hashes for it have held in memory, each at its own time."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task").glob("*/children")
    pids = {str(pid), *(child for listed in children for child in listed.read_text().split())}
    peaks = [int(line.split()[1]) for pid in pids for line in status_of(pid) if line.startswith("VmHWM")]
    assert len(peaks) == 2, "The process that hashes is missing"
    return sum(peaks) / 1024


def status_of(pid: str) -> list[str]:
    return Path(f"/proc/{pid}/status").read_text().splitlines()


def burst(server: Server) -> dict[str, int]:
    """How often each status came."""
    command = [sys.executable, sign_in_burst.__file__, str(server.port), str(PEOPLE), OLIVE.username, OLIVE.password]
    done = subprocess.run(command, capture_output=True, check=True, timeout=330)
    statuses: dict[str, int] = json.loads(done.stdout)
    return statuses


@pytest.mark.soak
def test_the_door_hardly_notices_two_hundred_sign_ins(sqlite_databases: SqliteDatabases, tmp_path: Path) -> None:
    # 10.sign-in.5
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        with Doors(server, sell_tickets(settings, TICKETS)) as doors:
            rounds = [one_round(server, doors) for _ in range(ROUNDS)]
        memory = peak_memory_mib(server)
    # Medians, because a machine has good and bad seconds.
    quiet, during = (median(map(p99, parts)) for parts in zip(*rounds, strict=True))
    sys.stdout.write(f"medians: quiet p99 {quiet:.1f} ms, during {during:.1f} ms, memory {memory:.0f} MiB\n")
    assert during < 2 * quiet
    assert memory < 300


def one_round(server: Server, doors: Doors) -> tuple[list[float], list[float]]:
    """The durations of scans in quiet seconds, and then during a burst."""
    start = len(doors.took)
    time.sleep(QUIET_SECONDS)
    quiet, start = doors.took[start:], len(doors.took)
    began = time.perf_counter()
    statuses = burst(server)
    lasted, during = time.perf_counter() - began, doors.took[start:]
    sys.stdout.write(
        f"quiet p50 {median(quiet):.1f} p99 {p99(quiet):.1f} ms, during {PEOPLE} sign-ins p50 {median(during):.1f}"
        f" p99 {p99(during):.1f} ms ({len(during)} scans), {lasted:.1f} s, {statuses}\n"
    )
    assert statuses["200"] == PEOPLE
    return quiet, during


def p99(took: list[float]) -> float:
    return quantiles(took, n=100)[-1]
