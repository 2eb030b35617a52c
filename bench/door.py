"""First scans a second, beside a bare echo on the same kind of server, in turns within one run (`make bench`).

Loads 127.0.0.1 only, for a few seconds a round, with wrk. Absolute figures differ from machine to machine; the ratio is
what to look at. Writes bench/results.md.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import NamedTuple

from sqlalchemy import insert

from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import PaymentGroup, search_text
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.database import Database
from doorlist.core.migrations import migrate
from doorlist.events.models import Event
from doorlist.tickets.rules import new_invoice_number, new_qr_code_data
from doorlist.users import accounts
from doorlist.users import service as users_service
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser, SignIn

HERE = Path(__file__).resolve().parent
ATTENDEES = 100_000
ROUNDS = 3
SECONDS = 4
CONNECTIONS = 32
SLICE = 5_000
START_SECONDS = 60


class Figures(NamedTuple):
    """One round: answers a second, milliseconds at the 50th and 99th percentile, answers that were no success."""

    rate: float
    p50: float
    p99: float
    errors: int


def main() -> None:
    """Measure and write down."""
    wrk = find_wrk()
    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory:
        settings = Settings(data_dir=Path(directory) / "data")
        texts, cookie = seed(settings)
        with serving([doorlist(), "serve"], DOORLIST_DATA_DIR=str(settings.data_dir)) as door, serving_echo() as yard:
            rounds = [
                (load(wrk, yard, "/echo", texts[:1000], cookie), load(wrk, door, "/api/attendees/scan", part, cookie))
                for part in parts(texts, ROUNDS)
            ]
    report(rounds)


def find_wrk() -> str:
    """The load generator; brought by apt where that is possible."""
    if shutil.which("wrk") is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "wrk"], check=False, stdout=subprocess.DEVNULL)
    found = shutil.which("wrk")
    if found is None:
        sys.exit("make bench needs wrk (Debian: apt-get install wrk; macOS: brew install wrk).")
    return found


def doorlist() -> str:
    """The command of this environment."""
    return str(Path(sys.executable).with_name("doorlist"))


def seed(settings: Settings) -> tuple[list[str], str]:
    """A database with ATTENDEES tickets of one event; their QR texts, and the cookie of somebody signed in."""
    settings.prepare_data_dir()
    database = Database(settings)
    migrate(database)
    new = NewUser(username="bench", full_name="Bench", role=Role.ORGANIZER, password="a bench of one's own")
    accounts.create_user(database, new, must_change_password=False, created_by=None)
    now = clock.now()
    with database.write() as tx:
        event = Event(name="Bench", date="2026-11-20", version=1, created_at=now, updated_at=now)
        tx.add(event)
        tx.flush()
        event_id = event.id
    texts = []
    for start in range(0, ATTENDEES, SLICE):
        rows = [attendee_row(event_id, number) for number in range(start, start + SLICE)]
        texts += [str(row["qr_code_data"]) for row in rows]
        with database.write() as tx:
            tx.execute(insert(Attendee), rows)
    credentials = SignIn(username="bench", password="a bench of one's own")
    session = users_service.sign_in(database, credentials, address="127.0.0.1")
    database.close()
    return texts, f"doorlist_session={session.token}"


def attendee_row(event_id: int, number: int) -> dict[str, object]:
    """The columns of one attendee."""
    name, phone, invoice, now = f"Guest {number}", f"04{number:08d}", new_invoice_number(), clock.now()
    return {
        "event_id": event_id,
        "full_name": name,
        "phone": phone,
        "table_number": number % 50 + 1,
        "payment_status": "paid",
        "payment_folded": "paid",
        "payment_group": PaymentGroup.PAID,
        "invoice_number": invoice,
        "qr_code_data": new_qr_code_data(event_id),
        "attended": False,
        "search_text": search_text(full_name=name, phone=phone, invoice_number=invoice),
        "version": 1,
        "created_at": now,
        "updated_at": now,
    }


@contextlib.contextmanager
def serving(command: list[str], ready: str = "/readyz", **environment: str) -> Iterator[str]:
    """A server process on a free port, ended by its id; yields its address."""
    port = free_port()
    with subprocess.Popen(
        [*command, "--port", str(port)],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until_ready(address + ready)
            yield address
        finally:
            process.terminate()


def serving_echo() -> contextlib.AbstractContextManager[str]:
    """The yardstick's server."""
    return serving([sys.executable, str(HERE / "echo.py")], ready="/")


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(url: str) -> None:
    """Wait for any answer below 500."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url):
                return
        except urllib.error.HTTPError as error:
            if error.code < HTTPStatus.INTERNAL_SERVER_ERROR:
                return
        except OSError:
            pass
        time.sleep(0.05)
    sys.exit(f"{url} did not answer.")


def load(wrk: str, address: str, path: str, texts: list[str], cookie: str) -> Figures:
    """One round of wrk."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as scans:
        scans.write("\n".join(texts))
        scans.flush()
        done = subprocess.run(
            [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s", str(HERE / "scan.lua"), address],
            env={**os.environ, "SCANS": scans.name, "COOKIE": cookie, "SCAN_PATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
    line = next(line for line in done.stdout.splitlines() if line.startswith("RESULT"))
    rate, p50, p99, errors = line.split()[1:]
    return Figures(float(rate), float(p50), float(p99), int(errors))


def parts(texts: list[str], count: int) -> list[list[str]]:
    """As many lists of tickets as there are rounds, so that every scan is a first scan."""
    size = len(texts) // count
    return [texts[i * size : (i + 1) * size] for i in range(count)]


def report(rounds: list[tuple[Figures, Figures]]) -> None:
    """Print the table and write it to results.md."""
    lines = [
        "# The door, measured",
        "",
        f"First scans on SQLite (`synchronous=FULL`, signed in, logged), {ATTENDEES:,} attendees,",
        f"{CONNECTIONS} connections, {SECONDS} s a round, in turns with a bare echo on the same kind of server.",
        "The load and the servers share the cores of one machine.",
        "",
        "| round | echo/s | scans/s | ratio | echo p99 ms | scan p50 ms | scan p99 ms | p99 ratio | errors |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for number, (yard, door) in enumerate(rounds, start=1):
        lines.append(
            f"| {number} | {yard.rate:.0f} | {door.rate:.0f} | {door.rate / yard.rate:.3f} | {yard.p99:.1f}"
            f" | {door.p50:.1f} | {door.p99:.1f} | {door.p99 / yard.p99:.1f} | {door.errors + yard.errors} |"
        )
    ratio = median(door.rate / yard.rate for yard, door in rounds)
    lines += ["", f"Median ratio of scans to echoes: {ratio:.3f}."]
    text = "\n".join(lines) + "\n"
    (HERE / "results.md").write_text(text)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
