"""Accepts connections: a limit for each address, a limit in all, and an end for vanished devices (decision 0015).

asyncio's own server reports a connection only after its TLS handshake; one that never ends it would not be counted.
"""

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_network
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Gauge
from prometheus_client import Counter as Figure

from doorlist.core.config import Network
from doorlist.core.http.protocol import HEAD_SECONDS, BoundedHttp
from doorlist.core.http.security import LOOPBACK, is_in, parse_address

log = structlog.get_logger()

# A browser opens at most six at once, and a phone at the door keeps one or two: the one address of a venue's router may
# stand for eighty phones at their busiest. The server takes eight such addresses.
MAX_PER_ADDRESS = 512
MOST = 4096
# Descriptors for everything else: the database, files, backups.
KEPT_DESCRIPTORS = 256
VANISHED_SECONDS = 30
TLS_SHUTDOWN_SECONDS = 5
OUT_OF_DESCRIPTORS_SECONDS = 1
_HOUSEHOLD_BITS = 64

# A device that vanishes closes nothing, and the system would send to it for a quarter of an hour. Where there is
# no TCP_USER_TIMEOUT, its probes find that out as long as there is nothing to send. The system keeps little of what was
# not sent yet: megabytes of it would hide for minutes whether a slow reader takes anything.
_OPTIONS = {
    "TCP_NODELAY": 1,
    "TCP_NOTSENT_LOWAT": 64 * 1024,
    "TCP_USER_TIMEOUT": VANISHED_SECONDS * 1000,
    "TCP_KEEPIDLE": VANISHED_SECONDS // 3,
    "TCP_KEEPALIVE": VANISHED_SECONDS // 3,
    "TCP_KEEPINTVL": VANISHED_SECONDS // 3,
    "TCP_KEEPCNT": 2,
}


class ConnectionFigures:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.open = Gauge("doorlist_connections", "Connections that are open.", registry=registry)
        self.refused = Figure("doorlist_connections_refused", "Connections over a limit.", registry=registry)


class Connections:
    """Accepts the connections of one socket, and knows them until they end."""

    def __init__(
        self,
        listener: socket.socket,
        new_connection: Callable[[], BoundedHttp],
        *,
        figures: ConnectionFigures,
        proxies: Collection[Network],
        tls: ssl.SSLContext | None,
        most: int,
    ) -> None:
        """`proxies` serve many people: their connections are not counted by address."""
        self._listener = listener
        self._new_connection = new_connection
        self._figures = figures
        self._uncounted = (*LOOPBACK, *proxies)
        self._tls: dict[str, Any] = {} if tls is None else _tls_options(tls)
        self._most = most
        self._open: dict[BoundedHttp, str | None] = {}
        self._of_address = Counter[str]()
        self._beginning = set[asyncio.Task[None]]()
        self._accepting: asyncio.Task[None] | None = None

    def listen(self, backlog: int) -> None:
        self._listener.settimeout(0)
        self._listener.listen(backlog)
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    def second_passed(self) -> None:
        """Let each connection check its progress. asyncio itself bounds the handshake."""
        for connection in tuple(self._open):
            if connection.transport is not None:
                connection.second_passed()

    def close(self) -> None:
        if self._accepting is not None:
            self._accepting.cancel()

    async def wait_closed(self) -> None:
        if self._accepting is not None:
            with suppress(asyncio.CancelledError):
                await self._accepting

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(self._listener)
            except ConnectionAbortedError:
                # The client closed the connection before it was accepted.
                continue
            except OSError as error:
                log.warning("accept_failed", reason=error.strerror)
                await asyncio.sleep(OUT_OF_DESCRIPTORS_SECONDS)
                continue
            self._take(connection, peer[0])
            # However many arrive, open connections are served in between.
            await asyncio.sleep(0)

    def _take(self, connection: socket.socket, peer: str) -> None:
        address = None if is_in(peer, self._uncounted) else _counted_as(peer)
        is_over = address is not None and self._of_address[address] >= MAX_PER_ADDRESS
        if is_over or len(self._open) >= self._most:
            self._figures.refused.inc()
            connection.close()
            return
        _set_options(connection)
        made = self._new_connection()
        made.when_lost = partial(self._forget, made)
        self._open[made] = address
        if address is not None:
            self._of_address[address] += 1
        self._figures.open.inc()
        beginning = asyncio.get_running_loop().create_task(self._begin(connection, made))
        self._beginning.add(beginning)
        beginning.add_done_callback(self._beginning.discard)

    async def _begin(self, connection: socket.socket, made: BoundedHttp) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: made, connection, **self._tls)
        except OSError:
            # A handshake that failed or took too long.
            self._forget(made)

    def _forget(self, connection: BoundedHttp) -> None:
        if connection not in self._open:
            return
        address = self._open.pop(connection)
        self._figures.open.dec()
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]


def _tls_options(tls: ssl.SSLContext) -> dict[str, Any]:
    return {"ssl": tls, "ssl_handshake_timeout": HEAD_SECONDS, "ssl_shutdown_timeout": TLS_SHUTDOWN_SECONDS}


def _set_options(connection: socket.socket) -> None:
    # A connection that is already closed fails here; the first read reports that.
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _OPTIONS.items():
            option = getattr(socket, name, None)
            if option is not None:
                connection.setsockopt(socket.IPPROTO_TCP, option, value)


def _counted_as(peer: str) -> str:
    """The address, or the whole /64 of an IPv6 address: one household, one attacker."""
    parsed = parse_address(peer.partition("%")[0])
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _HOUSEHOLD_BITS), strict=False))
    return str(parsed or peer)
