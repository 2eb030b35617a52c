"""The live updates of one server process: from committed transactions to open streams (decision 0013).

Modules record changes in the transaction (`publish_after_commit`), from any thread. The hub collects committed changes
for a moment, numbers them, and sends them to every stream of this process and, on PostgreSQL, to other processes.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge
from sqlalchemy.orm import Session

from doorlist.core.db.database import Database
from doorlist.core.errors import Problem, problem_for
from doorlist.live.changes import EVERYTHING, NOTHING, Changes
from doorlist.live.postgres_notify import PostgresNotify
from doorlist.live.publish import pending_changes
from doorlist.live.replay_buffer import Position, ReplayBuffer
from doorlist.live.streams import Stream, Subscriber

log = structlog.get_logger()

GATHER_SECONDS = 0.075
CHECK_SECONDS = 0.8
MAX_STREAMS = 500
MAX_STREAMS_PER_USER = 40
# A browser has one stream (contract 7.live.13). A stolen device must not take all of its user's.
MAX_STREAMS_PER_GRANT = 4

FindLiveSessions = Callable[[Session, AbstractSet[str]], set[str]]
"""Finds which of these sessions and grants, by fingerprint, have not ended."""


class LiveFull(Problem):
    """The server, or the sessions of one user, have as many open streams as allowed."""

    status = 503
    code = "live_full"
    title = "Too many open screens"
    detail = "Too many screens are open for live updates. Refresh this one by hand."
    retry_after_seconds = 30


class LiveHub:
    """Sends committed changes to open streams. Only `publish` may be called from other threads."""

    def __init__(self, database: Database, find_live_sessions: FindLiveSessions, registry: CollectorRegistry) -> None:
        """`find_live_sessions` finds the sessions and grants of open streams that have not ended."""
        self._database = database
        self._find_live_sessions = find_live_sessions
        self._published = Counter("doorlist_live_facts", "Changes told to open screens.", registry=registry)
        listeners = Gauge("doorlist_live_listeners", "Open live streams.", registry=registry)
        listeners.set_function(lambda: len(self._streams))
        self._buffer = ReplayBuffer()
        # Oldest first.
        self._streams: dict[Stream, None] = {}
        self._guard = threading.Lock()
        self._gathered = NOTHING
        self._loop: asyncio.AbstractEventLoop | None = None
        self._postgres: PostgresNotify | None = None
        self._takes_streams = False
        database.after_commit(lambda info: self.publish(pending_changes(info)))

    def publish(self, changes: Changes) -> None:
        """Publish committed changes. Does nothing before the server runs."""
        if not changes:
            return
        with self._guard:
            is_first = not self._gathered
            self._gathered |= changes
            loop = self._loop
        if is_first and loop is not None:
            # An event loop that has ended has no listeners.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(loop.call_later, GATHER_SECONDS, self._publish)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        work: list[Coroutine[Any, Any, None]] = [self._check_sessions_forever()]
        if self._database.server is not None:
            self._postgres = PostgresNotify(
                self._database.server.conninfo, self._buffer.origin, deliver=self._deliver, gap=self._gap
            )
            work += [self._postgres.listen(), self._postgres.notify()]
        with self._guard:
            self._loop = asyncio.get_running_loop()
            self._gathered = NOTHING
        self._takes_streams = True
        tasks = [asyncio.create_task(one) for one in work]
        try:
            yield
        finally:
            self.end_streams()
            with self._guard:
                self._loop = None
            await self._publish_the_last()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def position(self) -> str:
        """The position after all changes. A stream from a position taken before a read misses no change."""
        return self._buffer.last_id

    def open_stream(self, subscriber: Subscriber, position: Position) -> Stream:
        """Open a stream that continues at the browser's position. Raises LiveFull."""
        if len(self._streams) >= MAX_STREAMS or self._has_most(subscriber):
            self._end_former(subscriber)
        missed = self._buffer.missed_since(position)
        stream = Stream(subscriber, last_id=self._buffer.last_id, missed=missed)
        self._streams[stream] = None
        if not self._takes_streams:
            stream.end()
        return stream

    def _has_most(self, subscriber: Subscriber) -> bool:
        """True if the grant, or the user's sessions, have the maximum of streams.

        Helpers' devices belong to one user, but do not count as that user's screens.
        """
        if subscriber.is_grant:
            return sum(stream.subscriber == subscriber for stream in self._streams) >= MAX_STREAMS_PER_GRANT
        own = (stream.subscriber for stream in self._streams if not stream.subscriber.is_grant)
        return sum(one.user_id == subscriber.user_id for one in own) >= MAX_STREAMS_PER_USER

    def _end_former(self, subscriber: Subscriber) -> None:
        """End this browser's oldest stream in favour of a new one. Raises LiveFull if it has none.

        After an outage, a browser's former stream looks alive for 35 s.
        """
        former = next((stream for stream in self._streams if stream.subscriber == subscriber), None)
        if former is None:
            raise LiveFull
        former.end()
        self.remove(former)

    def remove(self, stream: Stream) -> None:
        self._streams.pop(stream, None)

    def end_streams(self) -> None:
        """End all streams before the server stops, so that browsers connect to another one."""
        self._takes_streams = False
        for stream in self._streams:
            stream.end()

    def _publish(self) -> None:
        with self._guard:
            changes, self._gathered = self._gathered, NOTHING
        if self._postgres is not None:
            self._postgres.send(changes)
        self._deliver(changes)

    async def _publish_the_last(self) -> None:
        """Send other processes the changes committed while this server was stopping."""
        if self._gathered:
            self._publish()
        if self._postgres is not None:
            await self._postgres.finish()

    def _deliver(self, changes: Changes) -> None:
        self._published.inc()
        self._buffer.add(changes)
        for stream in self._streams:
            stream.enqueue(changes, last_id=self._buffer.last_id)

    def _gap(self) -> None:
        self._buffer.clear()
        for stream in self._streams:
            stream.enqueue(EVERYTHING, last_id=self._buffer.last_id)

    async def _check_sessions_forever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            asked = {stream.subscriber.session for stream in self._streams}
            if not asked:
                continue
            try:
                alive = await self._database.read_priority(lambda tx: self._find_live_sessions(tx, asked))  # noqa: B023 - awaited at once
            except Exception as error:  # noqa: BLE001 - while the database is away nothing changes either
                problem_for(error)
                continue
            for stream in self._streams:
                if stream.subscriber.session in asked - alive:
                    stream.end(stream.subscriber.end_reason)
