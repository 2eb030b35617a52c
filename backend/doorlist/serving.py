"""Runs one server: its port, its messages on the console, its orderly shutdown (contract 10.run)."""

import asyncio
import os
import resource
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
from doorlist.core.processes.pool import WorkerPools
from doorlist.live.hub import LiveHub
from doorlist.spreadsheets.imports.runner import Imports

# The longest time that a busy thread keeps the interpreter. Python's own value is five times as much, and while a
# spreadsheet is read or written the door would wait that long after each statement.
THREADS_TURN_SECONDS = 0.001
# Without CBC, which has been broken repeatedly; TLS 1.3 has none.
TLS_1_2_CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
TICKS_A_SECOND = 10
# The exit code of a process that was ended by Ctrl-C.
INTERRUPTED = 130


class CannotListen(Exception):
    """The address or the port is not available; the text says why, and what to do."""


def bind(host: str, port: int) -> socket.socket:
    """Open the socket to serve on, before anything else happens. Raises CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        # An unknown host name fails in the resolver, whose error numbers are not the system's.
        reason = "no such address" if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise CannotListen(f"Cannot listen on {host} port {port} ({reason}). Choose another with --port.") from error
    return listener


def keep_private(settings: Settings) -> None:
    """Create the data directory. All files that this process and its programs write are for their owner alone.

    Uploads are stored there as well: elsewhere might be memory, or another disk.
    """
    os.umask(0o077)
    settings.prepare_data_dir()
    tempfile.tempdir = str(settings.data_dir)


def reachable(addresses: Iterable[IPv4Address | IPv6Address]) -> list[str]:
    """The addresses at which people on the same network reach this server."""
    return [str(address) for address in addresses if isinstance(address, IPv4Address) and not address.is_loopback]


def greet(settings: Settings, addresses: list[str]) -> None:
    """Print where the data is, and the addresses of the server."""
    database = "PostgreSQL and " if settings.database_url else ""
    typer.echo(f"Data is in {database}{settings.data_dir}")
    for address in addresses:
        typer.echo(f"Doorlist is at {address}")


def warn_missing_index(database: Database) -> None:
    """Print a hint if searches will be slow, with the remedy."""
    with database.read() as tx:
        if lacks_index(tx):
            typer.echo(NO_INDEX)


def print_sign_in(heading: str, username: str, password: str) -> None:
    typer.echo(heading)
    typer.echo(f"  username  {username}")
    typer.echo(f"  password  {password}")


def run(application: FastAPI, listener: socket.socket, **tls: Path | None) -> None:
    """Serve until a signal; requests in progress are finished first."""
    sys.setswitchinterval(THREADS_TURN_SECONDS)
    try:
        new_server(application, descriptors=raise_descriptor_limit(), **tls).run(sockets=[listener])
    finally:
        _wait_for_imports(application)


def raise_descriptor_limit() -> int:
    """Raise the limit of open files and connections as far as allowed; returns the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems report no limit, but refuse to set none.
    for wanted in (hard, MOST + KEPT_DESCRIPTORS):
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST + KEPT_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def new_server(application: FastAPI, *, descriptors: int = MOST + KEPT_DESCRIPTORS, **tls: Path | None) -> "Server":
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
    """Wait until no thread writes, because the server's lock must be held until then.

    A second Ctrl-C skips the orderly shutdown.
    """
    imports: Imports = application.state.imports
    try:
        imports.stop(None)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


class Server(uvicorn.Server):
    """A server that limits its connections, and ends its streams before it waits for requests in progress."""

    def __init__(self, config: uvicorn.Config, application: FastAPI, descriptors: int) -> None:
        super().__init__(config)
        self._live: LiveHub = application.state.live
        self._workers: WorkerPools = application.state.database.workers
        self._proxies = application.state.settings.trusted_proxies
        self._figures: ConnectionFigures = application.state.connection_figures
        self._most = max(1, min(MOST, descriptors - KEPT_DESCRIPTORS))
        self._connections: list[Connections] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve. uvicorn's own version counts no connections, and allows a TLS handshake a minute."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        self._connections = [self._connections_of(listener) for listener in sockets or []]
        for connections in self._connections:
            connections.listen(self.config.backlog)
        # uvicorn closes these, and waits for them at the end.
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
        """Uvicorn calls this ten times a second."""
        if counter % TICKS_A_SECOND == 0:
            for connections in self._connections:
                connections.second_passed()
            self._workers.second_passed()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving. Deadlines still end stuck connections meanwhile."""
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
