"""A phone that is gone without a word: out of reach, out of power. Its link is cut for real (contract 7.live.20)."""

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import doorlist
from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.server.process import Client, Server, serving

pytestmark = [pytest.mark.server, pytest.mark.rest]

SERVER, PHONE = "10.231.77.1", "10.231.77.2"
LISTEN = """
import socket, sys, time
stream = socket.create_connection((sys.argv[1], int(sys.argv[2])))
stream.sendall(f"GET /api/live HTTP/1.1\\r\\nHost: {sys.argv[1]}\\r\\nCookie: {sys.argv[3]}\\r\\n\\r\\n".encode())
while b"hello" not in stream.recv(4096):
    pass
print("listening", flush=True)
time.sleep(600)
"""


# Started from this thread's network: the process that other servers are copied from may be in the machine's.
CODE = Path(doorlist.__file__).parents[1]
CLONE_NEWNET = 0x40000000  # <sched.h>; Python has `os.unshare` from 3.12 on
LIBC = ctypes.CDLL(None, use_errno=True)


@contextlib.contextmanager
def network_of_its_own() -> Iterator[None]:
    """This thread and what it starts, apart from the machine: a browser drops its calls when a link comes or goes."""
    with Path("/proc/thread-self/ns/net").open() as machine:
        _enter(LIBC.unshare(CLONE_NEWNET))
        try:
            _ip("link", "set", "lo", "up")
            yield
        finally:
            _enter(LIBC.setns(machine.fileno(), CLONE_NEWNET))


def _enter(failed: int) -> None:
    if failed:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


class Wire:
    """A link between the server's network and a phone, which is another one."""

    def __init__(self) -> None:
        self.phone, self.here, self.there = (f"{name}{os.getpid()}" for name in ("phone-", "dlh", "dlp"))

    def lay(self) -> None:
        _ip("netns", "add", self.phone)
        _ip("link", "add", self.here, "type", "veth", "peer", "name", self.there, "netns", self.phone)
        _ip("address", "add", f"{SERVER}/30", "dev", self.here)
        _ip("link", "set", self.here, "up")
        _ip("-n", self.phone, "address", "add", f"{PHONE}/30", "dev", self.there)
        _ip("-n", self.phone, "link", "set", self.there, "up")

    def cut(self) -> None:
        _ip("-n", self.phone, "link", "set", self.there, "down")

    def take_away(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("netns", "delete", self.phone)
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("link", "delete", self.here)


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    if shutil.which("ip") is None or os.geteuid() != 0:
        _cannot("it takes root and `ip` (Debian: iproute2)")
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(network_of_its_own())
            stack.callback(made.take_away)
            made.lay()
        except (OSError, subprocess.CalledProcessError) as error:
            _cannot(str(getattr(error, "stderr", None) or error).strip())
        yield made


def _cannot(reason: str) -> None:
    pytest.skip(f"NOT TESTED WITH A CUT LINK: {reason}")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


def listeners(server: Server) -> int:
    client = Client(server.port)
    figures = client.ask("GET", "/metrics").body.decode()
    client.close()
    (line,) = (line for line in figures.splitlines() if line.startswith("doorlist_live_listeners "))
    return int(float(line.split()[1]))


def test_a_phone_that_vanishes_keeps_no_stream(  # 7.live.20
    sqlite_databases: SqliteDatabases, tmp_path: Path, wire: Wire
) -> None:
    with (
        sqlite_databases.fresh(tmp_path / "data") as settings,
        serving(settings, "--host", "0.0.0.0", code=CODE) as server,  # noqa: S104 - the phone is elsewhere
    ):
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        phone = subprocess.Popen(
            [
                "ip",
                "netns",
                "exec",
                wire.phone,
                sys.executable,
                "-c",
                LISTEN,
                SERVER,
                str(server.port),
                client.cookie or "",
            ],
            stdout=subprocess.PIPE,
        )
        assert phone.stdout is not None
        try:
            assert phone.stdout.readline() == b"listening\n"
            assert listeners(server) == 1
            # Heartbeats keep it open while there is a link.
            time.sleep(12)
            assert listeners(server) == 1
            wire.cut()
            cut = time.monotonic()
            while listeners(server) == 1 and time.monotonic() - cut < 90:
                time.sleep(0.5)
            sys.stdout.write(f"let go after {time.monotonic() - cut:.0f} s\n")
            assert listeners(server) == 0
        finally:
            phone.kill()
            phone.wait()
            phone.stdout.close()
