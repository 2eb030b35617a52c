"""One open stream: the changes that it still has to send, and how they reach a browser (contract 7)."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from doorlist.core import clock
from doorlist.core.http.metrics import STREAM
from doorlist.live.changes import NOTHING, Changes
from doorlist.live.schemas import to_wire

# A vanished device shows only by data that it does not acknowledge: with this the server knows within 35 s. A browser
# knows by it that the server stands still: its EventSource would hide a comment.
BEAT_SECONDS = 5.0
RETRY_MS = 2000
MEDIA_TYPE = "text/event-stream"
_HEADERS = [
    (b"content-type", MEDIA_TYPE.encode()),
    # A proxy in between must pass each event on at once.
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True)
class Subscriber:
    """The user who listens, and the fingerprint of the session or the grant on which the stream depends.

    A grant hears of one event alone.
    """

    user_id: int
    session: str
    event_id: int | None = None

    @property
    def is_grant(self) -> bool:
        """Whether a device listens that has no session."""
        return self.event_id is not None

    def filter(self, changes: Changes) -> Changes:
        """What of the changes is for this subscriber."""
        return changes if self.event_id is None else changes.of_event(self.event_id)

    @property
    def end_reason(self) -> str:
        """What has ended where the stream may not go on."""
        return "grant_ended" if self.is_grant else "session_ended"


class Stream:
    """The changes for one browser. Those that a slow browser has not taken are merged, so that they never grow."""

    def __init__(self, subscriber: Subscriber, *, last_id: str, missed: Changes) -> None:
        self.subscriber = subscriber
        self._last_id = last_id
        self._changes = subscriber.filter(missed)
        self._wake = asyncio.Event()
        self._is_over = False
        self._last_words = b""
        self._beat_at = 0.0
        if self._changes:
            self._wake.set()

    def enqueue(self, changes: Changes, *, last_id: str) -> None:
        """Add changes to send; `last_id` is the position after them."""
        self._last_id = last_id
        heard = self.subscriber.filter(changes)
        if heard:
            self._changes |= heard
            self._wake.set()

    def end(self, reason: str | None = None) -> None:
        """End the stream; a reason tells the browser not to reconnect by itself."""
        if reason is not None and not self._is_over:
            self._last_words = f'event: end\ndata: {{"reason":"{reason}"}}\n\n'.encode()
        self._is_over = True
        self._wake.set()

    def opening(self) -> bytes:
        """The first events: the present position, unless missed changes follow, and a beat."""
        place = "" if self._changes else f"id: {self._last_id}\n"
        return f"retry: {RETRY_MS}\n{place}event: hello\ndata: {{}}\n\n".encode() + self._beat()

    async def next(self) -> tuple[bytes, bool]:
        """The next bytes to write, and whether more will follow. Waits at most until the next beat."""
        try:
            async with asyncio.timeout_at(self._beat_at):
                await self._wake.wait()
        except TimeoutError:
            return self._beat(), True
        if self._is_over:
            return self._last_words, False
        self._wake.clear()
        changes, self._changes = self._changes, NOTHING
        kind = "event: reset\n" if changes.everything else ""
        return f"id: {self._last_id}\n{kind}data: {to_wire(changes)}\n\n".encode(), True

    def _beat(self) -> bytes:
        """The server's time, which is no fact: it has no id, and a browser that goes on from a fact is not moved."""
        self._beat_at = asyncio.get_running_loop().time() + BEAT_SECONDS
        return f'event: beat\ndata: {{"now": {clock.milliseconds(clock.now())}}}\n\n'.encode()


class StreamResponse(Response):
    """Writes a stream until it ends or the browser goes away."""

    media_type = MEDIA_TYPE

    def __init__(self, stream: Stream, closed: Callable[[Stream], None]) -> None:
        """`closed` is called when the stream has ended for any reason."""
        super().__init__()
        self._stream = stream
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[STREAM] = True
        leaving = asyncio.create_task(_leave_with_browser(self._stream, receive))
        try:
            await _write(self._stream, send)
        finally:
            self._closed(self._stream)
            leaving.cancel()
            with suppress(asyncio.CancelledError):
                await leaving


async def _write(stream: Stream, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
    text, more = stream.opening(), True
    while True:
        await send({"type": "http.response.body", "body": text, "more_body": more})
        if not more:
            return
        text, more = await stream.next()


async def _leave_with_browser(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()
