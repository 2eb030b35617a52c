"""Sockets as an attacker on the same Wi-Fi would open them, and the state of the server meanwhile."""

import contextlib
import json
import resource
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.process import Client, Server

PIECE = 256 * 1024


@dataclass(frozen=True)
class Refusal:
    """The last response of a server, and whether it closed the connection afterwards."""

    status: int
    problem: dict[str, Any]
    head: str
    is_closed: bool


def connect(port: int, host: str = "127.0.0.1", seconds: float = 20) -> socket.socket:
    """A connection on which nothing was said yet."""
    return socket.create_connection((host, port), timeout=seconds)


def last_answer(connection: socket.socket) -> Refusal:
    """The answer on a connection that the server closes after it; fails where it stays open."""
    received, is_closed = b"", False
    try:
        while more := connection.recv(65536):
            received += more
        is_closed = True
    except ConnectionError:
        is_closed = True
    except TimeoutError:
        pass
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split()[1]) if head else 0
    is_problem = b"application/problem+json" in head
    return Refusal(status, json.loads(body) if is_problem else {}, head.decode(), is_closed)


def push(connection: socket.socket, pieces: Iterable[bytes], most: int) -> int:
    """Send until the server takes no more; how many bytes left here, at most about `most`."""
    sent = 0
    with contextlib.suppress(OSError):
        for piece in pieces:
            connection.sendall(piece)
            sent += len(piece)
            if sent >= most:
                break
    return sent


def memory_mib(server: Server) -> float:
    """The most that a server's process has held since its start."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def allow_descriptors() -> None:
    """Raise this process's own soft limit: an attacker would."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclass
class Door:
    """Scans one after the other in a separate thread, and measures each."""

    port: int
    cookie: str
    texts: Iterator[str]
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def scanning(self) -> Iterator[None]:
        """Scan until the block ends."""
        self._stop.clear()
        thread = threading.Thread(target=self._scan)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()

    def p99(self, first: int, end: int | None = None) -> float:
        """The 99th percentile of the duration of these scans, in seconds."""
        taken = sorted(self.seconds[first:end])
        return taken[int(len(taken) * 0.99)]

    def _scan(self) -> None:

        client = Client(self.port, cookie=self.cookie)
        for qr_data in self.texts:
            if self._stop.is_set():
                break
            began = time.perf_counter()
            try:
                answer = client.ask("POST", "/api/attendees/scan", {"qrData": qr_data})
            except OSError as error:
                self.failures.append(repr(error))
                client = Client(self.port, cookie=self.cookie)
                continue
            self.seconds.append(time.perf_counter() - began)
            if answer.status != 200:
                self.failures.append(f"{answer.status} {answer.body[:200]!r}")
        client.close()
