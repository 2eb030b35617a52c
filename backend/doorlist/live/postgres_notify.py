"""Passes changes between the server processes of one PostgreSQL: NOTIFY for our own, LISTEN for the others'.

Both use separate connections, outside the pool. NOTIFY is sent after the commit, because inside a writing transaction
it would serialize all commits of the database.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
import psycopg
import structlog

from doorlist.live.changes import NOTHING, Changes

log = structlog.get_logger()

CHANNEL = "doorlist_live"
# After this time without a notification the connection is tested.
KEEPALIVE_SECONDS = 5.0
ANSWER_SECONDS = 4.0
LAST_SECONDS = 1.0
FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0

Connection = psycopg.AsyncConnection[tuple[object, ...]]


class Notice(msgspec.Struct):
    """The changes of one process, as JSON for the others."""

    origin: str
    changes: Changes


class PostgresNotify:
    """One process's side. `deliver` gets the changes of the others; `gap` is called when some may be missing."""

    def __init__(
        self, conninfo: str, origin: str, *, deliver: Callable[[Changes], None], gap: Callable[[], None]
    ) -> None:
        self._conninfo = conninfo
        self._origin = origin
        self._deliver = deliver
        self._gap = gap
        self._unsent = NOTHING
        self._wake = asyncio.Event()
        self._sent = asyncio.Event()
        self._sent.set()

    def send(self, changes: Changes) -> None:
        self._unsent |= changes
        self._sent.clear()
        self._wake.set()

    async def finish(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await self._sent.wait()

    async def listen(self) -> None:
        """Receive the changes of others until cancelled."""
        await _retry_forever(self._listen, "live_listener_lost")

    async def notify(self) -> None:
        await _retry_forever(self._notify, "live_notifier_lost")

    async def _listen(self) -> None:
        async with await self._connect() as connection:
            async with asyncio.timeout(ANSWER_SECONDS):
                await connection.execute(f"LISTEN {CHANNEL}".encode())
            # Changes that others published before this LISTEN are lost to this process.
            self._gap()
            while True:
                async for notice in connection.notifies(timeout=KEEPALIVE_SECONDS):
                    self._take(notice.payload)
                async with asyncio.timeout(ANSWER_SECONDS):
                    await connection.execute("SELECT 1")

    def _take(self, payload: str) -> None:
        try:
            notice = msgspec.json.decode(payload, type=Notice)
        except msgspec.DecodeError:
            # Another release may use another form: read everything rather than miss a change.
            self._gap()
        else:
            if notice.origin != self._origin:
                self._deliver(notice.changes)

    async def _notify(self) -> None:
        async with await self._connect() as connection:
            while True:
                await self._wake.wait()
                self._wake.clear()
                changes, self._unsent = self._unsent, NOTHING
                payload = msgspec.json.encode(Notice(self._origin, changes)).decode()
                try:
                    async with asyncio.timeout(ANSWER_SECONDS):
                        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                except BaseException:
                    self.send(changes)
                    raise
                if not self._unsent:
                    self._sent.set()

    async def _connect(self) -> Connection:
        return await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)


async def _retry_forever(work: Callable[[], Awaitable[None]], event: str) -> None:
    wait = FIRST_WAIT
    while True:
        began = asyncio.get_running_loop().time()
        try:
            await work()
        except (psycopg.Error, OSError) as error:
            log.warning(event, error=type(error).__name__)
        if asyncio.get_running_loop().time() - began > LONGEST_WAIT:
            wait = FIRST_WAIT
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)
