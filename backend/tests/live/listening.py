"""The house behind a real server in this process, and a listener on its stream over a real connection."""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Self

import uvicorn

from doorlist.serving import new_server
from tests.cast import OLIVE, Person
from tests.house import House
from tests.server.process import Client


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    kind: str
    id: str | None
    data: Any


class Ear:
    """An open stream."""

    def __init__(self, port: int, cookie: str | None, *, path: str = "/api/live", last_id: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {"Accept": "text/event-stream"}
        if cookie is not None:
            headers["Cookie"] = cookie
        if last_id is not None:
            headers["Last-Event-ID"] = last_id
        self.connection.request("GET", path, headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.headers = {name.lower(): value for name, value in self.response.getheaders()}
        self.last_id: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.response.close()
        self.connection.close()

    def block(self, seconds: float = 60) -> list[str] | None:
        """The lines of the next block; None when the stream is over. Raises TimeoutError."""
        assert self.connection.sock or not self.response.isclosed()
        self._patience(seconds)
        lines: list[str] = []
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            if not text:
                return lines
            lines.append(text)
        return None

    def event(self, seconds: float = 60, *, beats: bool = False) -> Event | None:
        """The next event, with `beats` these too; None when the stream is over. Raises TimeoutError."""
        until = time.monotonic() + seconds
        while (lines := self.block(max(0.001, until - time.monotonic()))) is not None:
            said = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
            self.last_id = said.get("id", self.last_id)
            if "data" in said and (beats or said.get("event") != "beat"):
                return Event(said.get("event", "message"), said.get("id"), json.loads(said["data"]))
        return None

    def changes(self, seconds: float = 60) -> Any:
        """The next changes."""
        event = self.event(seconds)
        assert event is not None
        return event.data

    def is_quiet(self, seconds: float = 0.4) -> bool:
        """Whether nothing arrives for a while. The stream is unusable afterwards."""
        try:
            return self.event(seconds) is None
        except TimeoutError:
            return True

    def _patience(self, seconds: float) -> None:
        stream: Any = self.response.fp
        stream.raw._sock.settimeout(seconds)


@dataclass
class Listening:
    """A server that listens."""

    house: House
    port: int
    server: uvicorn.Server
    opened: list[Client | Ear] = field(default_factory=list)

    def signed_in(self, person: Person = OLIVE) -> Client:
        client = Client(self.port)
        self.opened.append(client)
        client.sign_in(person.username, person.password)
        return client

    def ear(self, client: Client, **options: Any) -> Ear:
        """The stream of a signed-in user, after its greeting."""
        ear = Ear(self.port, client.cookie, **options)
        self.opened.append(ear)
        assert ear.status == 200, ear.response.read()
        hello = ear.event()
        assert hello is not None
        assert hello.kind == "hello"
        return ear


@contextlib.contextmanager
def listening(house: House, host: str = "127.0.0.1") -> Iterator[Listening]:
    """Serve the house until the block ends."""
    with socket.socket() as listener:
        listener.bind((host, 0))
        server = new_server(house.app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        until = time.monotonic() + 60
        while not server.started and thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)
        assert server.started
        here = Listening(house, listener.getsockname()[1], server)
        try:
            yield here
        finally:
            server.should_exit = True
            thread.join(20)
            for opened in here.opened:
                opened.close()
            assert not thread.is_alive()
