"""The live updates of one server process: from committed transactions to open streams (decision 0013).

Rooms note facts in their transactions (`record`), from any thread. After the commit they gather for a moment, are
numbered, and go to every stream of this process and, on PostgreSQL, to the other processes.
"""

import asyncio
import threading
from collections import Counter as Tally
from collections.abc import AsyncIterator, Callable, Coroutine
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge
from sqlalchemy.orm import Session

from doorlist.core.database import Database
from doorlist.core.errors import Problem, problem_for
from doorlist.live.exchange import Exchange
from doorlist.live.facts import EVERYTHING, NOTHING, Facts
from doorlist.live.feed import Feed, Position
from doorlist.live.record import recorded
from doorlist.live.streams import Listener, Stream

log = structlog.get_logger()

GATHER_SECONDS = 0.075
CHECK_SECONDS = 0.8
MOST_STREAMS = 500
MOST_STREAMS_PER_USER = 40

FindLiveSessions = Callable[[Session, AbstractSet[str]], set[str]]
"""Which of these sessions, by fingerprint, have not ended."""


class LiveFull(Problem):
    """As many streams are open as one server, or one user, may have."""

    status = 503
    code = "live_full"
    title = "Too many open screens"

    def __init__(self) -> None:
        super().__init__(
            "Too many screens are listening for changes. This one can be refreshed by hand.",
            headers={"Retry-After": "30"},
        )


class Live:
    """Gathers what was committed and tells it to open streams. Only `tell` may be called from other threads."""

    def __init__(self, database: Database, find_live_sessions: FindLiveSessions, registry: CollectorRegistry) -> None:
        """`find_live_sessions` tells the streams whose sign-in has ended."""
        self._database = database
        self._find_live_sessions = find_live_sessions
        self._published = Counter("doorlist_live_facts", "Facts told to open screens.", registry=registry)
        listeners = Gauge("doorlist_live_listeners", "Open live streams.", registry=registry)
        listeners.set_function(lambda: len(self._streams))
        self._feed = Feed()
        self._streams: set[Stream] = set()
        self._guard = threading.Lock()
        self._gathered = NOTHING
        self._loop: asyncio.AbstractEventLoop | None = None
        self._exchange: Exchange | None = None
        self._takes_streams = False
        database.after_commit(lambda info: self.tell(recorded(info)))

    def tell(self, facts: Facts) -> None:
        """Publish what has been committed. A server that is not running has nobody to tell."""
        if not facts:
            return
        with self._guard:
            is_first = not self._gathered
            self._gathered |= facts
            loop = self._loop
        if is_first and loop is not None:
            # A loop that has ended has nobody left who listens.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(loop.call_later, GATHER_SECONDS, self._publish)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Publish while the block runs."""
        work: list[Coroutine[Any, Any, None]] = [self._check_again_and_again()]
        if self._database.server is not None:
            self._exchange = Exchange(
                self._database.server.conninfo, self._feed.origin, heard=self._heard, gap=self._missed
            )
            work += [self._exchange.listen(), self._exchange.notify()]
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
        """Where a stream stands that has heard everything; taken before a read, it misses nothing that comes after."""
        return self._feed.last_id

    def open_stream(self, listener: Listener, position: Position) -> Stream:
        """A stream that goes on from where the browser stands. Raises LiveFull."""
        of_user = Tally(stream.listener.user_id for stream in self._streams)[listener.user_id]
        if len(self._streams) >= MOST_STREAMS or of_user >= MOST_STREAMS_PER_USER:
            raise LiveFull
        missed = self._feed.missed_since(position)
        stream = Stream(listener, last_id=self._feed.last_id, missed=missed)
        self._streams.add(stream)
        if not self._takes_streams:
            stream.end()
        return stream

    def forget(self, stream: Stream) -> None:
        """The stream is closed."""
        self._streams.discard(stream)

    def end_streams(self) -> None:
        """The server is about to stop: let every browser look for another one."""
        self._takes_streams = False
        for stream in self._streams:
            stream.end()

    def _publish(self) -> None:
        with self._guard:
            facts, self._gathered = self._gathered, NOTHING
        if self._exchange is not None:
            self._exchange.send(facts)
        self._heard(facts)

    async def _publish_the_last(self) -> None:
        """What was committed while the server was stopping is news to the other processes."""
        if self._gathered:
            self._publish()
        if self._exchange is not None:
            await self._exchange.finish()

    def _heard(self, facts: Facts) -> None:
        self._published.inc()
        self._feed.add(facts)
        for stream in self._streams:
            stream.tell(facts, last_id=self._feed.last_id)

    def _missed(self) -> None:
        self._feed.forget()
        for stream in self._streams:
            stream.tell(EVERYTHING, last_id=self._feed.last_id)

    async def _check_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            asked = {stream.listener.session for stream in self._streams}
            if not asked:
                continue
            try:
                alive = await self._database.read_at_the_gate(lambda tx: self._find_live_sessions(tx, asked))  # noqa: B023 - awaited at once
            except Exception as error:  # noqa: BLE001 - while the database is away nothing changes either
                problem_for(error)
                continue
            for stream in self._streams:
                if stream.listener.session in asked - alive:
                    stream.end("session_ended")
