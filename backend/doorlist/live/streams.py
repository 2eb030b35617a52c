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

# A heartbeat detects a vanished device, which acknowledges no data, within 35 s. It is an event, not a comment, so that
# the browser detects a frozen server too.
BEAT_SECONDS = 5.0
RETRY_MS = 2000
MEDIA_TYPE = "text/event-stream"
_HEADERS = [
    (b"content-type", MEDIA_TYPE.encode()),
    # Proxies must forward each event at once.
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True)
class Subscriber:
    """The user of a stream, and the fingerprint of the session or grant that it depends on.

    With a grant, `event_id` is the only event whose changes are sent.
    """

    user_id: int
    session: str
    event_id: int | None = None

    @property
    def is_grant(self) -> bool:
        """True for a device without a session."""
        return self.event_id is not None

    def filter(self, changes: Changes) -> Changes:
        """The changes that this subscriber may receive."""
        return changes if self.event_id is None else changes.of_event(self.event_id)

    @property
    def end_reason(self) -> str:
        """The reason sent to the browser if the session or grant has ended."""
        return "grant_ended" if self.is_grant else "session_ended"


class Stream:
    """The changes for one browser. Unsent changes of a slow browser are merged, which bounds their size."""

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
        if visible := self.subscriber.filter(changes):
            self._changes |= visible
            self._wake.set()

    def end(self, reason: str | None = None) -> None:
        """End the stream; after a reason the browser does not reconnect."""
        if reason is not None and not self._is_over:
            self._last_words = f'event: end\ndata: {{"reason":"{reason}"}}\n\n'.encode()
        self._is_over = True
        self._wake.set()

    def opening(self) -> bytes:
        """The first events: the current position, unless missed changes follow, and a heartbeat."""
        position = "" if self._changes else f"id: {self._last_id}\n"
        return f"retry: {RETRY_MS}\n{position}event: hello\ndata: {{}}\n\n".encode() + self._beat()

    async def next(self) -> tuple[bytes, bool]:
        """The next bytes to write, and whether more will follow. Waits at most until the next heartbeat."""
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
        """A heartbeat with the server's time. It has no id, so that it does not change the browser's position."""
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
