"""An attacker on the same Wi-Fi: `python -m tests.server.attacker PORT ATTACK CONNECTIONS SECONDS`.

A separate process, so that it takes no turns with the scans that are timed. It sends as much as a good Wi-Fi carries.
"""

import contextlib
import itertools
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator

from tests.server.hostile import allow_descriptors

BYTES_A_SECOND = 30 * 1024 * 1024
PIECE = 65_536
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
LOGIN = b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
MIB = 1024 * 1024


def endless(start: bytes, more: bytes) -> Iterator[bytes]:
    yield start
    yield from itertools.repeat((more * (PIECE // len(more) + 1))[:PIECE] if len(more) < PIECE else more)


def unfinished(*pieces: bytes) -> Iterator[bytes]:
    yield from pieces


ATTACKS: dict[str, Callable[[], Iterator[bytes]]] = {
    "headers": lambda: endless(HEAD, b"X-a: b\r\n"),
    "one header": lambda: endless(HEAD + b"X-a: ", b"b"),
    "address": lambda: endless(b"GET /", b"a"),
    "trailers": lambda: endless(LOGIN + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-a: ", b"b"),
    "half-open": lambda: unfinished(HEAD),
    "silent": unfinished,
    "logins": lambda: unfinished(LOGIN + b"Content-Length: 1048576\r\n\r\n", *[b" " * PIECE] * 15, b" " * (PIECE - 1)),
    "chunked logins": lambda: unfinished(
        LOGIN + b"Transfer-Encoding: chunked\r\n\r\n1f00\r\n", b" " * 0x1F00 + b"\r\n"
    ),
    "after 413": lambda: endless(LOGIN + b"Content-Length: 99999999999\r\n\r\n", b"x"),
    "ahead": lambda: endless(b"", HEAD + b"\r\n"),
}


class Attacker:
    """Keeps a number of connections open: each is opened again when it is closed."""

    def __init__(self, port: int, attack: str, connections: int) -> None:
        self.port, self.attack, self.connections = port, ATTACKS[attack], connections
        self.selector = selectors.DefaultSelector()
        self.sent = self.opened = 0

    def run(self, seconds: float) -> None:
        began = time.monotonic()
        while (passed := time.monotonic() - began) < seconds:
            while len(self.selector.get_map()) < self.connections and self.opened < self.connections + 200 * passed:
                if not self.open():
                    break
            if self.sent > BYTES_A_SECOND * passed:
                time.sleep(0.005)
                continue
            for key, events in self.selector.select(0.02):
                self.serve(key, events)

    def open(self) -> bool:
        connection = socket.socket()
        connection.settimeout(0)
        with contextlib.suppress(BlockingIOError):
            connection.connect(("127.0.0.1", self.port))
        self.opened += 1
        pieces = self.attack()
        self.selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, [pieces, next(pieces, b"")])
        return True

    def serve(self, key: selectors.SelectorKey, events: int) -> None:
        connection: socket.socket = key.fileobj  # type: ignore[assignment]
        pieces, rest = key.data
        try:
            if events & selectors.EVENT_READ and not connection.recv(PIECE):
                raise ConnectionError
            if events & selectors.EVENT_WRITE:
                sent = connection.send(rest) if rest else 0
                self.sent += sent
                key.data[1] = rest[sent:] or next(pieces, b"")
                if not key.data[1]:
                    self.selector.modify(connection, selectors.EVENT_READ, key.data)
        except BlockingIOError:
            return
        except OSError:
            self.selector.unregister(connection)
            connection.close()


if __name__ == "__main__":
    allow_descriptors()
    attacker = Attacker(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    attacker.run(float(sys.argv[4]))
    sys.stdout.write(f"{attacker.opened} connections, {attacker.sent / MIB:.0f} MiB\n")
