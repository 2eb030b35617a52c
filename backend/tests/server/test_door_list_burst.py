"""Many doors read a long list at once while others scan (contract 7.door-list)."""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.cast import OLIVE
from tests.databases import Databases
from tests.server import list_burst
from tests.server.process import Server, serving
from tests.server.test_kill import sell_tickets
from tests.server.test_sign_in_burst import Doors, p99

pytestmark = pytest.mark.server

TICKETS = 400
LISTED = 20_000
READERS = 40
QUIET_SECONDS = 8.0
ROUNDS = 5


def list_guests(settings: Settings, event: int) -> None:
    """Put so many more on the list of the event."""
    database, now = Database(settings), clock.now()
    guests = [
        NewAttendee(event, f"Guest {number}", "0400 111 222", number % 50 + 1, "paid", now, now)
        for number in range(LISTED)
    ]
    for start in range(0, LISTED, 1000):
        with database.write() as tx:
            insert_rows(tx, guests[start : start + 1000])
    database.close()


@pytest.mark.soak
def test_the_door_hardly_notices_forty_others_that_read_a_list(databases: Databases, tmp_path: Path) -> None:
    # 7.door-list.8
    with databases.fresh(tmp_path / "data") as settings:
        tickets = sell_tickets(settings, TICKETS)
        list_guests(settings, 1)
        with serving(settings) as server, Doors(server, tickets) as doors:
            rounds = [one_round(server, doors) for _ in range(ROUNDS)]
    # Medians, because a machine has good and bad seconds.
    quiet, during = (median(map(p99, parts)) for parts in zip(*rounds, strict=True))
    sys.stdout.write(f"medians: quiet p99 {quiet:.1f} ms, during {during:.1f} ms\n")
    assert during < 2 * quiet


def one_round(server: Server, doors: Doors) -> tuple[list[float], list[float]]:
    """The durations of scans in quiet seconds, and then during a burst."""
    start = len(doors.took)
    time.sleep(QUIET_SECONDS)
    quiet, start = doors.took[start:], len(doors.took)
    began = time.perf_counter()
    client = server.client()
    client.sign_in(OLIVE.username, OLIVE.password)
    command = [sys.executable, list_burst.__file__, str(server.port), str(client.cookie), "1", str(READERS)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=150)
    lasted, during = time.perf_counter() - began, doors.took[start:]
    sys.stdout.write(
        f"quiet p50 {median(quiet):.1f} p99 {p99(quiet):.1f} ms, during {READERS} lists p50 {median(during):.1f}"
        f" p99 {p99(during):.1f} ms ({len(during)} scans), {lasted:.1f} s, {done.stdout.decode()}\n"
    )
    assert json.loads(done.stdout)["200"] == READERS
    return quiet, during
