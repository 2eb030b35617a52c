"""Lists and figures go out compressed: of a page of attendees, a phone on a slow network loads a tenth.

Sizes tell nothing that somebody else could make use of: no answer repeats what was asked, so nobody can try words on it
and see which make it shorter (contract 10).
"""

from collections.abc import AsyncIterator
from zlib import Z_BEST_SPEED, Z_SYNC_FLUSH, compressobj

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doorlist.core.http_guards import is_api
from doorlist.core.static_files import accepted_encodings

# What fits into one packet arrives no sooner for being smaller.
WORTH_COMPRESSING = 1400
GZIP_FORMAT = 31


class CompressedAnswers:
    """Compresses JSON that is sent in one piece. What is streamed, as files are, goes out as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "GET" or not is_api(scope):
            await self.app(scope, receive, send)
            return
        is_read = "gzip" in accepted_encodings(Headers(scope=scope).get("accept-encoding", ""))
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_json(message):
                MutableHeaders(raw=message["headers"]).add_vary_header("Accept-Encoding")
                start = message
                return
            if start is not None:
                body = message.get("body", b"")
                if is_read and len(body) >= WORTH_COMPRESSING and not message.get("more_body", False):
                    # It lets go of the interpreter, so a large one holds nobody up.
                    message["body"] = await to_thread.run_sync(_gzip, body)
                    headers = MutableHeaders(raw=start["headers"])
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(message["body"]))
                await send(start)
                start = None
            await send(message)

        await self.app(scope, receive, send_compressed)


def takes_gzip(accept_encoding: str | None) -> bool:
    """Whether who sent that header reads what `gzipped` writes."""
    return "gzip" in accepted_encodings(accept_encoding or "")


async def gzipped(chunks: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """A long answer compressed as it comes, each chunk at once."""
    made = compressobj(Z_BEST_SPEED, wbits=GZIP_FORMAT)

    def compressed(chunk: str) -> bytes:
        return made.compress(chunk.encode()) + made.flush(Z_SYNC_FLUSH)

    async for chunk in chunks:
        yield await to_thread.run_sync(compressed, chunk)
    yield made.flush()


def _is_json(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("application/json")


def _gzip(body: bytes) -> bytes:
    made = compressobj(Z_BEST_SPEED, wbits=GZIP_FORMAT)
    return made.compress(body) + made.flush()
