"""One server from its port to its end: what it listens on, what it prints, how it stops (contract 10.run)."""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import typer
import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE

from doorlist.attendees.search import NO_INDEX, lacks_index
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.http.connections import KEPT_DESCRIPTORS, MOST, ConnectionFigures, Connections
from doorlist.core.http.protocol import BoundedHttp
from doorlist.live.hub import Live
from doorlist.spreadsheets.imports.runner import Imports

# How long a thread that computes keeps the interpreter from those that wait for it. By itself it is five times as much,
# and the door waits anew after each statement while a spreadsheet is read or written.
THREADS_TURN_SECONDS = 0.001
# Without CBC, which has been broken again and again; TLS 1.3 has nothing else by itself.
TLS_1_2_CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
TICKS_A_SECOND = 10
# How a shell counts the end by Ctrl-C.
INTERRUPTED = 130


class CannotListen(Exception):
    """The address or the port cannot be had; the text says why and what to do."""


def bind(host: str, port: int) -> socket.socket:
    """The place to serve at, before anything else is touched. Raises CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        # A name that is no address fails in the resolver, whose numbers are not the system's.
        reason = "no such address" if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise CannotListen(f"Cannot listen on {host} port {port} ({reason}). Choose another with --port.") from error
    return listener


def keep_private(settings: Settings) -> None:
    """Make the data directory; whatever this process or its programs write from now on is for its owner alone.

    Files that come in are spooled there as well: elsewhere might be memory, or another disk.
    """
    os.umask(0o077)
    settings.prepare_data_dir()
    tempfile.tempdir = str(settings.data_dir)


def reachable(addresses: Iterable[IPv4Address | IPv6Address]) -> list[str]:
    """What people on the same network can type to get here."""
    return [str(address) for address in addresses if isinstance(address, IPv4Address) and not address.is_loopback]


def greet(settings: Settings, addresses: list[str]) -> None:
    """Say where the data is and where the server can be found."""
    database = "PostgreSQL and " if settings.database_url else ""
    typer.echo(f"Data is in {database}{settings.data_dir}")
    for address in addresses:
        typer.echo(f"Doorlist is at {address}")


def note_missing_index(database: Database) -> None:
    """Say so where searches will be slow, and what would mend it."""
    with database.read() as tx:
        if lacks_index(tx):
            typer.echo(NO_INDEX)


def print_sign_in(heading: str, username: str, password: str) -> None:
    """Show a password that is known nowhere else."""
    typer.echo(heading)
    typer.echo(f"  username  {username}")
    typer.echo(f"  password  {password}")


def run(application: FastAPI, listener: socket.socket, **tls: Path | None) -> None:
    """Serve until a signal; answers that were begun are finished first."""
    sys.setswitchinterval(THREADS_TURN_SECONDS)
    try:
        new_server(application, descriptors=raise_descriptor_limit(), **tls).run(sockets=[listener])
    finally:
        _wait_for_imports(application)


def raise_descriptor_limit() -> int:
    """Let this process open as many files and connections as it may; how many these are."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return MOST + KEPT_DESCRIPTORS
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems say that there is no limit, and then refuse to have none.
    for wanted in (hard, MOST + KEPT_DESCRIPTORS):
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST + KEPT_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def new_server(application: FastAPI, *, descriptors: int = MOST + KEPT_DESCRIPTORS, **tls: Path | None) -> "Server":
    """A server that is not running yet."""
    config = uvicorn.Config(
        application,
        http=BoundedHttp,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=10,
        ssl_ciphers=TLS_1_2_CIPHERS,
        **tls,  # type: ignore[arg-type]  # two of its names, and nothing else
    )
    return Server(config, application, descriptors)


def _wait_for_imports(application: FastAPI) -> None:
    """Whoever holds the server's lock does so until nothing of it writes any more, or until the process is no more.

    A second Ctrl-C skips the orderly end.
    """
    imports: Imports = application.state.imports
    try:
        imports.stop(None)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


class Server(uvicorn.Server):
    """A server that limits its connections, and whose open streams end before it waits for answers that were begun."""

    def __init__(self, config: uvicorn.Config, application: FastAPI, descriptors: int) -> None:
        super().__init__(config)
        self._live: Live = application.state.live
        self._proxies = application.state.settings.trusted_proxies
        self._figures: ConnectionFigures = application.state.connection_figures
        self._most = max(1, min(MOST, descriptors - KEPT_DESCRIPTORS))
        self._connections: list[Connections] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; uvicorn's own would count no connection and give a TLS handshake a minute."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        self._connections = [self._connections_of(listener) for listener in sockets or []]
        for connections in self._connections:
            connections.listen(self.config.backlog)
        # What uvicorn closes and waits for at the end.
        self.servers = self._connections  # type: ignore[assignment]
        self.started = True

    def _connections_of(self, listener: socket.socket) -> Connections:
        return Connections(
            listener,
            partial(BoundedHttp, self.config, self.server_state, self.lifespan.state),
            figures=self._figures,
            proxies=self._proxies,
            tls=self.config.ssl,
            most=self._most,
        )

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second, as uvicorn has it."""
        if counter % TICKS_A_SECOND == 0:
            for connections in self._connections:
                connections.second_passed()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving. Connections that are stuck or leaving still have their deadlines meanwhile."""
        self._live.end_streams()
        ticking = asyncio.create_task(self._tick_until_cancelled())
        try:
            await super().shutdown(sockets)
        finally:
            ticking.cancel()

    async def _tick_until_cancelled(self) -> None:
        while True:
            await asyncio.sleep(1)
            for connections in self._connections:
                connections.second_passed()
