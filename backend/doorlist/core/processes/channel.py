"""Messages between the server and a worker process, over a pair of sockets that only the two hold."""

import os
import select
import socket
import struct
import threading
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from typing import NamedTuple

_HEADER = struct.Struct("!BQ")
_MAX_FILES = 4


class Kind(IntEnum):
    # From the server.
    SETTINGS = 1
    CALL = 2
    NEXT = 3
    STOP = 4
    # From the process.
    READY = 5
    BEGUN = 6
    HEARTBEAT = 7
    STEP = 8
    RESULT = 9
    PROBLEM = 10


class Message(NamedTuple):
    kind: Kind
    body: bytes
    files: list[int]
    """Descriptors of the receiving process."""


class Channel:
    """One end. Any thread may send, one thread at a time receives."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._sending = threading.Lock()

    def set_timeout(self, seconds: float) -> None:
        """Let the other methods raise TimeoutError where the other end does nothing for that long."""
        self._socket.settimeout(seconds)

    def wait(self, seconds: float) -> bool:
        """Return whether `receive` has something to do within that time."""
        ready = select.poll()
        ready.register(self._socket, select.POLLIN)
        return bool(ready.poll(seconds * 1000))

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, kind: Kind, body: bytes = b"", files: Sequence[int] = ()) -> None:
        """Send a message; the other end receives its own descriptors of the files. Raises OSError."""
        header = _HEADER.pack(kind, len(body))
        with self._sending:
            if files:
                socket.send_fds(self._socket, [header], files)
                self._socket.sendall(body)
            else:
                self._socket.sendall(header + body)

    def receive(self) -> Message:
        """Wait for a message. Raises EOFError once the other end is closed, and OSError."""
        header, files, _, _ = socket.recv_fds(self._socket, _HEADER.size, _MAX_FILES)
        try:
            kind, size = _HEADER.unpack(header + self._exactly(_HEADER.size - len(header)))
            return Message(Kind(kind), self._exactly(size), list(files))
        except BaseException:
            for file in files:
                os.close(file)
            raise

    def _exactly(self, size: int) -> bytes:
        if not size:
            return b""
        content = bytearray(size)
        view, filled = memoryview(content), 0
        while filled < size:
            received = self._socket.recv_into(view[filled:])
            if not received:
                raise EOFError
            filled += received
        return bytes(content)

    def shut_down(self) -> None:
        """Let both ends see the channel as closed. For any thread: the descriptor stays until `close`."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()
