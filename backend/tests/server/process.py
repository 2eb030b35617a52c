"""A real `doorlist serve`, started for a test, asked over real connections, and ended by its process id."""

import contextlib
import http.client
import json
import multiprocessing
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from doorlist import command
from doorlist.core.config import Settings

DOORLIST = Path(sys.executable).with_name("doorlist")
START_SECONDS = 60.0
ANSWER_SECONDS = 20.0
KEPT_SECONDS = 2.0
"""How long a client keeps an idle connection; the server closes it after five seconds."""


FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["doorlist.cli", "tests.server.process"])
MODES = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)


def run_loaded(arguments: list[str], environment: Mapping[str, str], files: Sequence[Path]) -> None:
    """The command `doorlist` in this process, as a shell would start it with these files for input and output."""
    os.environ.clear()
    os.environ.update(environment)
    for number, (place, mode) in enumerate(zip(files, MODES, strict=True)):
        file = os.open(place, mode)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - until the process ends
    sys.argv = ["doorlist", *arguments]
    command.main()


@dataclass(frozen=True)
class Answer:
    """A response: the status, the headers by lower-case name, and the raw body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def environment(settings: Settings) -> dict[str, str]:
    """The environment of a `doorlist` command that uses the data of `settings`, without this machine's settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DOORLIST_")}
    own = {"DOORLIST_DATA_DIR": str(settings.data_dir)}
    if settings.database_url:
        own["DOORLIST_DATABASE_URL"] = settings.database_url
    mail = {"SMTP_URL": settings.smtp_url, "MAIL_FROM": settings.mail_from, "MAIL_PER_MINUTE": settings.mail_per_minute}
    own |= {f"DOORLIST_{name}": value for name, value in mail.items() if value}
    return {**inherited, **own}


def run_doorlist(
    settings: Settings, *arguments: str, typed: str = "", seconds: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run a `doorlist` command from its start to its end."""
    with tempfile.TemporaryDirectory() as directory:
        typed_at, printed_to, logged_to = (Path(directory, name) for name in ("typed", "printed", "logged"))
        typed_at.write_text(typed)
        process = LoadedProcess(list(arguments), environment(settings), printed_to, logged_to, typed_at)
        try:
            status = process.wait(seconds)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, status, printed_to.read_text(), logged_to.read_text())


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Client:
    """One keep-alive connection, signed in or not. Raises OSError or HTTPException when the server goes away."""

    def __init__(self, port: int, *, cookie: str | None = None, tls: ssl.SSLContext | None = None) -> None:
        if tls is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        else:
            self.connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=ANSWER_SECONDS, context=tls)
        self.cookie = cookie
        self._answered_at = time.monotonic()

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        headers = {} if self.cookie is None else {"Cookie": self.cookie}
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body).encode()
        if time.monotonic() - self._answered_at > KEPT_SECONDS:
            # The request opens another one.
            self.connection.close()
        self.connection.request(method, path, content, headers)
        response = self.connection.getresponse()
        headers = {name.lower(): ", ".join(response.headers.get_all(name, [])) for name in response.headers}
        answer = Answer(response.status, headers, response.read())
        self._answered_at = time.monotonic()
        return answer

    def sign_in(self, username: str, password: str) -> Answer:
        answer = self.ask("POST", "/api/login", {"username": username, "password": password})
        assert answer.status == 200, answer.body
        # The session's comes first.
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def close(self) -> None:
        self.connection.close()


class LoadedProcess:
    """A `doorlist` command in a copy of a process that has loaded the program: loading takes most of a start.

    Used like a `subprocess.Popen`. The copies are children of Python's fork server, which begins with the first.
    """

    def __init__(
        self,
        arguments: list[str],
        environment: Mapping[str, str],
        printed_to: Path,
        logged_to: Path,
        typed_at: Path = Path(os.devnull),
    ) -> None:
        files = (typed_at, printed_to, logged_to)
        # A test reads them before the process has started.
        for printed in (printed_to, logged_to):
            printed.write_bytes(b"")
        self._process = FORKS.Process(target=run_loaded, args=(arguments, dict(environment), files), daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if (status := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired("doorlist", timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = subprocess.Popen[bytes] | LoadedProcess


@dataclass
class Server:
    """A running server, and what it printed."""

    port: int
    process: Process
    printed_to: Path
    logged_to: Path
    tls: ssl.SSLContext | None = None
    clients: list[Client] = field(default_factory=list)

    @property
    def printed(self) -> str:
        return self.printed_to.read_text()

    @property
    def logged(self) -> str:
        return self.logged_to.read_text()

    @property
    def traceback(self) -> str:
        """The log around its first traceback; empty without one."""
        before, found, after = self.logged.partition("Traceback")
        return before[-500:] + found + after[:4000] if found else ""

    def client(self, *, cookie: str | None = None) -> Client:
        made = Client(self.port, cookie=cookie, tls=self.tls)
        self.clients.append(made)
        return made

    def kill(self) -> None:
        """As a power cut would: no warning, no time to tidy up."""
        self.process.kill()
        self.process.wait()

    def terminate(self, seconds: float = 20) -> int:
        """Ask it to end, and wait until it has; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()
        if self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        if self.process.poll() is None:
            self.kill()


def answered_by(server: Server, path: str, status: int, cookie: str | None = None) -> None:
    """Return once a call is answered so."""
    until = time.monotonic() + 30
    while (found := server.client(cookie=cookie).ask("GET", path).status) != status:
        assert time.monotonic() < until, f"{path} is answered {found}"
        time.sleep(0.2)


def launch(settings: Settings, *options: str, port: int | None = None, code: Path | None = None) -> Server:
    """Start a server without waiting for it; `code` is a folder of modules, such as another release, to find first."""
    port = port or free_port()
    # Beside the data directory, never inside it, and into files: a full pipe would stop the server.
    directory = settings.data_dir.parent
    printed_to, logged_to = directory / f"printed-{port}", directory / f"logged-{port}"
    arguments = ["serve", "--port", str(port), *options]
    if code is None:
        process: Process = LoadedProcess(arguments, environment(settings), printed_to, logged_to)
    else:
        with printed_to.open("wb") as printed, logged_to.open("wb") as logged:
            process = subprocess.Popen(
                [DOORLIST, *arguments],
                env=environment(settings) | {"PYTHONPATH": str(code)},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=logged,
            )
    return Server(port, process, printed_to, logged_to)


def wait_until_ready(server: Server) -> None:
    """Return once /readyz says so; fail with the server's own words when it ends before."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if server.process.poll() is not None:
            raise AssertionError(f"The server ended with {server.process.returncode}: {server.logged[-2000:]}")
        probe = Client(server.port, tls=server.tls)
        try:
            if probe.ask("GET", "/readyz").status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            probe.close()
        time.sleep(0.05)
    raise AssertionError(f"The server was not ready within {START_SECONDS} s: {server.logged[-2000:]}")


@contextlib.contextmanager
def serving(settings: Settings, *options: str, port: int | None = None, code: Path | None = None) -> Iterator[Server]:
    """A server that answers, until the block ends."""
    with launch(settings, *options, port=port, code=code) as server:
        wait_until_ready(server)
        yield server
