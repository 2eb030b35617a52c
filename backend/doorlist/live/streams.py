"""One open stream: what it still has to tell, and how that is written to a browser (contract 7)."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from doorlist.core import clock
from doorlist.core.metrics import STREAM
from doorlist.live.facts import NOTHING, Facts
from doorlist.live.schemas import to_wire

# Only what was sent and not acknowledged tells that a device has vanished: with this the server knows within 35 s. The
# browser knows by it that a server stands still; its EventSource would hide a comment.
BEAT_SECONDS = 5.0
RETRY_MS = 2000
MEDIA_TYPE = "text/event-stream"
_HEADERS = [
    (b"content-type", MEDIA_TYPE.encode()),
    # Whoever stands in between passes each event on at once.
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True)
class Listener:
    """Who listens: the user, and the fingerprint of the session that the stream lives by."""

    user_id: int
    session: str


class Stream:
    """What one browser is still to be told. Facts that it is slow to take are merged, so that it never grows."""

    def __init__(self, listener: Listener, *, last_id: str, missed: Facts) -> None:
        self.listener = listener
        self._last_id = last_id
        self._facts = missed
        self._wake = asyncio.Event()
        self._is_over = False
        self._last_words = b""
        self._beat_at = 0.0
        if missed:
            self._wake.set()

    def tell(self, facts: Facts, *, last_id: str) -> None:
        """Facts to pass on; `last_id` is where whoever has heard them stands."""
        self._facts |= facts
        self._last_id = last_id
        self._wake.set()

    def end(self, reason: str | None = None) -> None:
        """Let it close; with a reason the browser is told not to come back by itself."""
        if reason is not None and not self._is_over:
            self._last_words = f'event: end\ndata: {{"reason":"{reason}"}}\n\n'.encode()
        self._is_over = True
        self._wake.set()

    def opening(self) -> bytes:
        """What is said at once: where the browser stands, unless it is still to hear what it has missed; and a beat."""
        place = "" if self._facts else f"id: {self._last_id}\n"
        return f"retry: {RETRY_MS}\n{place}event: hello\ndata: {{}}\n\n".encode() + self._beat()

    async def next(self) -> tuple[bytes, bool]:
        """What to write next, and whether more will follow. Waits for it, but no longer than to the next beat."""
        try:
            async with asyncio.timeout_at(self._beat_at):
                await self._wake.wait()
        except TimeoutError:
            return self._beat(), True
        if self._is_over:
            return self._last_words, False
        self._wake.clear()
        facts, self._facts = self._facts, NOTHING
        kind = "event: reset\n" if facts.everything else ""
        return f"id: {self._last_id}\n{kind}data: {to_wire(facts)}\n\n".encode(), True

    def _beat(self) -> bytes:
        """The server's time, which is no fact: it has no id, and a browser that goes on from a fact is not moved."""
        self._beat_at = asyncio.get_running_loop().time() + BEAT_SECONDS
        return f'event: beat\ndata: {{"now": {clock.milliseconds(clock.now())}}}\n\n'.encode()


class StreamResponse(Response):
    """Writes a stream until it ends or the browser goes away."""

    media_type = MEDIA_TYPE

    def __init__(self, stream: Stream, closed: Callable[[Stream], None]) -> None:
        """`closed` is called when the stream is over, however that came."""
        super().__init__()
        self._stream = stream
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve it."""
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
