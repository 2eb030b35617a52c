"""The door under attacks from the same Wi-Fi: memory, and how long a scan takes (contract 10.limit).

The figures of the long run are in docs/failure-modes.md.
"""

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.server.hostile import Door, memory_mib
from tests.server.process import Client, Server, serving
from tests.server.test_kill import sell_tickets

pytestmark = [pytest.mark.server, pytest.mark.rest]

MOST_MIB = 300
# Connections of each attack, and seconds that it lasts.
ALL = {
    "headers": 20,
    "one header": 20,
    "address": 20,
    "trailers": 20,
    "half-open": 1300,
    "silent": 1300,
    "logins": 600,
    "chunked logins": 600,
    "after 413": 20,
    "ahead": 20,
}
SAMPLE = {attack: max(5, connections // 10) for attack, connections in ALL.items()}
FEW, MANY = 0.5, 10.0


@pytest.fixture
def server(sqlite_databases: SqliteDatabases, tmp_path: Path) -> Iterator[tuple[Server, list[str]]]:
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as made:
        yield made, [ticket.qr_data for ticket in sell_tickets(settings, 200)]


def scans_under_attack(
    server: Server, sold: list[str], counts: dict[str, int], seconds: float, rounds: int
) -> dict[str, float]:
    """The door's p99 under each attack in that of the same seconds without it; the median of the rounds."""
    client = server.client()
    client.sign_in(OLIVE.username, OLIVE.password)
    found: dict[str, float] = {}
    for attack, connections in counts.items():
        ratios = []
        for _ in range(rounds):
            # After the first time each scan is a repeat, which takes the same way and is written to the log as well.
            door = Door(server.port, client.cookie or "", itertools.cycle(sold))
            with door.scanning():
                time.sleep(seconds)
                in_peace = len(door.seconds)
                said = attacked(server, attack, connections, seconds)
            assert not door.failures, (attack, door.failures[:3])
            quiet, loud = door.p99(0, in_peace) * 1000, door.p99(in_peace) * 1000
            ratios.append(loud / quiet)
            sys.stdout.write(f"{attack}: p99 {quiet:.1f} ms, then {loud:.1f}; {memory_mib(server):.0f} MiB; {said}\n")
        found[attack] = median(ratios)
    return found


def attacked(server: Server, attack: str, connections: int, seconds: float) -> str:
    """The attacker's output after its time."""
    command = [sys.executable, "-m", "tests.server.attacker", str(server.port), attack, str(connections), str(seconds)]
    backend = Path(__file__).parents[2]
    return subprocess.run(command, cwd=backend, capture_output=True, text=True, check=True).stdout.strip()


def check(server: Server) -> None:
    assert memory_mib(server) < MOST_MIB
    stranger = Client(server.port)
    assert stranger.ask("GET", "/readyz").status == 200
    stranger.close()


def test_others_are_served_and_memory_stays(  # 10.limit.20, 21, 22, 24, 25, 26
    server: tuple[Server, list[str]],
) -> None:
    scans_under_attack(*server, SAMPLE, FEW, rounds=1)
    check(server[0])


@pytest.mark.soak
def test_the_door_takes_no_more_than_twice_its_time(  # 10.limit.20, 21, 22, 24, 25, 26
    server: tuple[Server, list[str]],
) -> None:
    found = scans_under_attack(*server, ALL, MANY, rounds=3)
    check(server[0])
    sys.stdout.write("".join(f"{attack}: {ratio:.2f}\n" for attack, ratio in found.items()))
    assert not {attack: ratio for attack, ratio in found.items() if ratio > 2}
