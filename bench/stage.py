"""The basis of every measurement: a database full of guests, servers that end by their id, and a load generator."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.events.models import Event
from doorlist.tickets.rules import new_qr_codes
from doorlist.users import accounts
from doorlist.users import service as users_service
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser, SignIn
from doorlist.users.throttle import AttemptSource

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")
SLICE = 1_000
START_SECONDS = 60
PASSWORD = "a bench of one's own"


class Figures(NamedTuple):
    """One round of load: answers a second, milliseconds at the 50th and 99th percentile, answers that failed."""

    rate: float
    p50: float
    p99: float
    errors: int
    answers: int


@dataclass
class Evening:
    """A database with the guests of one event before any arrival, and the session of a user."""

    settings: Settings
    cookie: str
    event_id: int
    texts: list[str]
    used: int = 0

    @property
    def token(self) -> str:
        """The value of the session cookie."""
        return self.cookie.partition("=")[2]

    def take(self, number: int) -> list[str]:
        """Tickets that nobody has scanned yet."""
        part = self.texts[self.used : self.used + number]
        if len(part) < number:
            sys.exit(f"The bench has run out of its {len(self.texts):,} tickets. Make ATTENDEES larger.")
        self.used += number
        return part


@dataclass
class Server:
    """A running server of Doorlist or of the yardstick."""

    address: str
    process: subprocess.Popen[bytes]
    ready_after: float

    @property
    def cpu_seconds(self) -> float:
        """Processor time that the server has used so far."""
        return cpu_seconds(self.process.pid)

    @property
    def memory_mib(self) -> float:
        """The most it has held so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024


def cpu_seconds(*pids: int) -> float:
    """The processor time of processes that are running."""
    total = 0
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return total / TICKS


@contextlib.contextmanager
def sqlite_evening(attendees: int) -> Iterator[Evening]:
    """On the embedded database."""
    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory:
        yield fill(Settings(data_dir=Path(directory) / "data"), attendees)


@contextlib.contextmanager
def postgres_evening(attendees: int) -> Iterator[Evening]:
    """An evening on a separate PostgreSQL server with its default durability (`fsync`, `synchronous_commit` on)."""
    # Where the tests keep theirs.
    sys.path.insert(0, str(HERE.parent / "backend"))
    from tests.postgres_server import start  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory, start() as server:
        yield fill(Settings(data_dir=Path(directory) / "data", database_url=server.url), attendees)


def fill(settings: Settings, attendees: int) -> Evening:
    """Make the schema, the guests of an event of today, and the session of a user."""
    settings.prepare_data_dir()
    database = Database(settings)
    migrate(database)
    new = NewUser(username="bench", full_name="Bench", role=Role.ORGANIZER, password=PASSWORD)
    accounts.create_user(database, new, must_change_password=False, created_by=None)
    now = clock.now()
    with database.write() as tx:
        event = Event(name="Bench", date=now.date().isoformat(), version=1, created_at=now, updated_at=now)
        tx.add(event)
        tx.flush()
        event_id = event.id
    texts = []
    for start in range(0, attendees, SLICE):
        rows = [attendee_row(event_id, number) for number in range(start, min(start + SLICE, attendees))]
        texts += [str(row.qr_code_data) for row in rows]
        with database.write() as tx:
            insert_rows(tx, rows)
    if settings.database_url is not None:
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")
    session = users_service.sign_in(
        database, SignIn(username="bench", password=PASSWORD), origin=AttemptSource("127.0.0.1")
    )
    database.close()
    return Evening(settings, f"doorlist_session={session.secrets.token}", event_id, texts)


def attendee_row(event_id: int, number: int) -> NewAttendee:
    """One attendee."""
    now = clock.now()
    return NewAttendee(
        event_id=event_id,
        full_name=f"Guest {number}",
        phone=f"04{number:08d}",
        table_number=number % 50 + 1,
        payment_status="paid",
        created_at=now,
        updated_at=now,
        qr_code_data=new_qr_codes([event_id])[0],
    )


@contextlib.contextmanager
def serving_doorlist(evening: Evening, name: str = "one") -> Iterator[Server]:
    """`doorlist serve` on that evening; `name` tells servers apart that share a PostgreSQL."""
    settings = evening.settings
    directory = settings.data_dir
    if settings.database_url is not None:
        directory = directory.with_name(name)
    environment = {"DOORLIST_DATA_DIR": str(directory), "DOORLIST_DATABASE_URL": settings.database_url or ""}
    doorlist = str(Path(sys.executable).with_name("doorlist"))
    with serving([doorlist, "serve"], ready="/readyz", **environment) as server:
        yield server


@contextlib.contextmanager
def serving_echo() -> Iterator[Server]:
    """The yardstick's server."""
    with serving([sys.executable, str(HERE / "echo.py")], ready="/") as server:
        yield server


@contextlib.contextmanager
def serving(command: Sequence[str], *, ready: str, **environment: str) -> Iterator[Server]:
    """A server process on a free port, ended by its id."""
    port = free_port()
    began = time.monotonic()
    with subprocess.Popen(
        [*command, "--port", str(port)],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until_ready(address + ready)
            yield Server(address, process, time.monotonic() - began)
        finally:
            process.terminate()


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
        time.sleep(0.02)
    sys.exit(f"{url} did not answer.")


def find_wrk() -> str:
    """The load generator; brought by apt where that is possible."""
    if shutil.which("wrk") is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "wrk"], check=False, stdout=subprocess.DEVNULL)
    found = shutil.which("wrk")
    if found is None:
        sys.exit("make bench needs wrk (Debian: apt-get install wrk; macOS: brew install wrk).")
    return found


def timed(step: Callable[[], object]) -> float:
    """How long it takes, in seconds."""
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


class Caller:
    """One connection on which a POST follows the other, with as little of Python in between as can be."""

    def __init__(self, server: Server, path: str, evening: Evening) -> None:
        self.errors = 0
        address = urllib.parse.urlsplit(server.address)
        self._socket = socket.create_connection((str(address.hostname), address.port or 80))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
            f"Cookie: {evening.cookie}\r\nContent-Length: "
        )

    def ask(self, qr_data: str) -> None:
        """Send the text of a ticket and wait for the whole answer."""
        body = f'{{"qrData":"{qr_data}"}}'
        self._socket.sendall(f"{self._head}{len(body)}\r\n\r\n{body}".encode())
        answer = b""
        while (end := answer.find(b"\r\n\r\n")) < 0:
            answer += self._more()
        length = answer.lower().index(b"content-length:") + len(b"content-length:")
        whole = end + 4 + int(answer[length : answer.index(b"\r", length)])
        while len(answer) < whole:
            answer += self._more()
        self.errors += not answer.startswith(b"HTTP/1.1 200 ")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _more(self) -> bytes:
        received = self._socket.recv(65536)
        if not received:
            raise ConnectionError("The server hung up.")
        return received


class Load:
    """A round of wrk that is under way; `figures` waits for its end."""

    def __init__(
        self, server: Server, path: str, texts: Sequence[str], cookie: str, *, connections: int, seconds: int
    ) -> None:
        self._scans = tempfile.NamedTemporaryFile("w", suffix=".txt")  # noqa: SIM115 - gone with the round
        self._scans.write("\n".join(texts))
        self._scans.flush()
        self._is_door, self._seconds, self._tickets = path != "/echo", seconds, len(texts)
        options = ["-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(HERE / "scan.lua")]
        self._wrk = subprocess.Popen(
            [find_wrk(), *options, server.address],
            env={**os.environ, "SCANS": self._scans.name, "COOKIE": cookie, "SCAN_PATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )

    def figures(self) -> Figures:
        """How it went."""
        printed, _ = self._wrk.communicate()
        self._scans.close()
        line = next((line for line in printed.splitlines() if line.startswith("RESULT")), None)
        if line is None:
            sys.exit(f"wrk said nothing that can be counted: {printed}")
        rate, p50, p99, errors, answers = line.split()[1:]
        if self._is_door and float(rate) * self._seconds > self._tickets:
            sys.stderr.write("The tickets ran out in this round: give it more.\n")
        return Figures(float(rate), float(p50), float(p99), int(errors), int(answers))


def load(server: Server, path: str, texts: Sequence[str], cookie: str, *, connections: int, seconds: int) -> Figures:
    """One round of wrk, from its beginning to its end."""
    return Load(server, path, texts, cookie, connections=connections, seconds=seconds).figures()
