"""Compresses lists and figures: a page of attendees shrinks to a tenth, for phones on a slow network.

Sizes give nothing away: no answer repeats its request, so an attacker cannot try words and see which make it shorter.
"""

from collections.abc import AsyncIterator
from functools import partial
from zlib import Z_BEST_SPEED, Z_SYNC_FLUSH, compress, compressobj

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doorlist.core.http.security import is_api
from doorlist.core.http.static_files import accepted_encodings

# An answer that fits into one packet arrives no sooner when it is smaller.
WORTH_COMPRESSING = 1400
GZIP_FORMAT = 31


class CompressedAnswers:
    """Compresses JSON that is sent in one piece. Streamed answers, such as files, stay as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not is_api(scope):
            await self.app(scope, receive, send)
            return
        is_read = takes_gzip(Headers(scope=scope).get("accept-encoding"))
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
                    # zlib releases the interpreter, so a large answer delays no other call.
                    message["body"] = await to_thread.run_sync(_gzip, body)
                    headers = MutableHeaders(raw=start["headers"])
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(message["body"]))
                await send(start)
                start = None
            await send(message)

        await self.app(scope, receive, send_compressed)


def takes_gzip(accept_encoding: str | None) -> bool:
    """True if the sender of that header can read the output of `gzipped`."""
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


_gzip = partial(compress, level=Z_BEST_SPEED, wbits=GZIP_FORMAT)
