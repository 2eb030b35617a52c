"""HTTP/1.1 with limits on everything that an anonymous caller may send, and on each wait (decision 0015).

uvicorn bounds neither headers nor trailers, and its only deadline is for idle connections. The deadlines here cost a
request nothing: each connection counts the seconds since its last progress, and one tick a second moves all of them.
"""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from doorlist.core.errors import Problem
from doorlist.core.http.problems import problem_response

MAX_HEAD_BYTES = 64 * 1024
MAX_HEAD_LINES = 100
MAX_URL_BYTES = 16 * 1024
# Requests behind one that is not answered yet. Browsers wait for the answer; some programs send a few ahead.
MAX_PIPELINED = 16

HEAD_SECONDS = 10
KEEP_ALIVE_SECONDS = 5
# An incomplete body must bring so many bytes in so many seconds. A bad 3G uplink brings eight times as much, and may
# still be gone for half a minute.
BODY_SECONDS = 30
BODY_BYTES = 30 * 1024
STUCK_SECONDS = 30
# A connection that is closed with unread bytes is reset, and the reset can overtake the answer. So we wait a little.
LINGER_SECONDS = 2

_CLOSE = (b"connection", b"close")


class HeadersTooLarge(Problem):
    """Headers, trailers, or the lines between chunks are too long."""

    status = 431
    code = "headers_too_large"
    title = "Headers too large"


class UriTooLong(Problem):
    status = 414
    code = "uri_too_long"
    title = "Address too long"


class MalformedRequest(Problem):
    code = "malformed_request"
    title = "The request could not be read"


class RequestTimeout(Problem):
    status = 408
    code = "request_timeout"
    title = "Too slow"


class _Cycle(RequestResponseCycle):
    """One request and its answer. An answer before the end of the body closes the connection."""

    def send(self, message: Any) -> Any:
        if self.transport.is_closing():
            # uvicorn learns of it a moment later, and would write to a closed connection.
            self.disconnected = True
        elif self.more_body:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], _CLOSE]
            else:
                # uvicorn would close at once, and the reset would destroy the answer under way; `_leave` waits for it.
                self.keep_alive = True
        return super().send(message)


class BoundedHttp(HttpToolsProtocol):
    """One connection. `when_lost` is called at its end."""

    when_lost: Callable[[], None] | None = None

    # The part of the request that is awaited, and the seconds since the last progress.
    _is_in_head = False
    _is_leaving = False
    _waited = 0
    _patience = HEAD_SECONDS
    # Bytes since the last callback of the parser, header lines of this request, bytes of its body in this window.
    _unused = 0
    _lines = 0
    _body_bytes = 0
    # Bytes that the caller has not taken yet, and for how many seconds they have not become fewer.
    _unsent = 0
    _stuck = 0

    def data_received(self, data: bytes) -> None:
        """Parse the data in pieces, so that none can exceed a limit by much."""
        if self._is_leaving:
            self._drop(len(data))
            return
        try:
            if self._unused + len(data) <= MAX_HEAD_BYTES:
                self._unused += len(data)
                self.parser.feed_data(data)
            else:
                self._feed_in_pieces(memoryview(data))
        except httptools.HttpParserError as error:
            # The parser wraps the error of a callback in its own.
            cause = error.__context__
            self._refuse(cause if isinstance(cause, Problem) else MalformedRequest("This is no HTTP/1.1."))
        except httptools.HttpParserUpgrade:
            self._unsupported_upgrade_warning()

    def _feed_in_pieces(self, data: memoryview) -> None:
        while data and not self.transport.is_closing():
            room = MAX_HEAD_BYTES - self._unused
            if not room:
                self._refuse(HeadersTooLarge(f"Headers have at most {MAX_HEAD_BYTES // 1024} KiB. Send fewer."))
                return
            piece, data = data[:room], data[room:]
            self._unused += len(piece)
            self.parser.feed_data(piece)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise MalformedRequest("Too many requests were sent ahead. Wait for the answers.")
        super().on_message_begin()
        self._is_in_head = True
        self._waited = self._lines = 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > MAX_URL_BYTES:
            raise UriTooLong(f"The address has more than {MAX_URL_BYTES // 1024} KiB. Ask for less at once.")
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header line, or a line of the trailers, which are ignored."""
        self._lines += 1
        if self._lines > MAX_HEAD_LINES:
            raise HeadersTooLarge(f"A request has at most {MAX_HEAD_LINES} headers. Send fewer.")
        if self._is_in_head:
            name = name.lower()
            if name == b"expect" and value.lower() == b"100-continue":
                self.expect_100_continue = True
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Start answering, as uvicorn does without web sockets, but with a cycle of our own."""
        self._is_in_head = False
        self._unused = self._waited = self._body_bytes = 0
        parser, scope, last = self.parser, self.scope, self.cycle
        version = parser.get_http_version()
        url = httptools.parse_url(self.url)
        path = url.path.decode("ascii")
        scope["method"] = parser.get_method().decode("ascii")
        scope["http_version"] = version
        scope["path"] = unquote(path) if "%" in path else path
        scope["raw_path"] = url.path
        scope["query_string"] = url.query or b""
        self.cycle = cycle = _Cycle(
            scope=scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=version != "1.0" and parser.should_keep_alive(),
            on_response=self.on_response_complete,
        )
        if last is None or last.response_complete:
            self._start_asgi_task(cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((cycle, self.app))

    def on_body(self, body: bytes) -> None:
        self._unused = 0
        self._body_bytes += len(body)
        cycle = self.cycle
        if not cycle.response_complete:
            cycle.body += body
            if len(cycle.body) > HIGH_WATER_LIMIT:
                self.flow.pause_reading()
            cycle.message_event.set()

    def on_message_complete(self) -> None:
        self._unused = 0
        cycle = self.cycle
        if not cycle.response_complete:
            cycle.more_body = False
            cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Answer the next request, wait for it, or leave if the body of this one is incomplete."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self.cycle.more_body:
            self._leave()
        else:
            self.flow.resume_reading()
            self._waited, self._patience = 0, KEEP_ALIVE_SECONDS

    def resume_writing(self) -> None:
        """The caller has taken enough; continue the answer."""
        self._stuck = 0
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()
            self.when_lost = None

    def shutdown(self) -> None:
        if self._is_leaving:
            self.transport.close()
        else:
            super().shutdown()

    def second_passed(self) -> None:
        """Close a connection without progress. One that does not take its answer is cut, whatever else it waits for."""
        self._waited += 1
        unsent = self.transport.get_write_buffer_size()
        self._stuck = self._stuck + 1 if unsent and unsent >= self._unsent else 0
        self._unsent = unsent
        if self._stuck >= STUCK_SECONDS:
            self.transport.abort()
        elif self._is_leaving:
            if self._waited >= LINGER_SECONDS and not unsent:
                self.transport.abort()
        elif self.flow.read_paused:
            # This server itself keeps the rest from arriving.
            self._waited = self._body_bytes = 0
        else:
            self._close_stalled()

    def _close_stalled(self) -> None:
        if self._is_in_head:
            if self._waited >= HEAD_SECONDS:
                self._refuse(RequestTimeout(f"The headers took more than {HEAD_SECONDS} s. Please try again."))
        elif self.cycle is None or self.cycle.response_complete:
            if self._waited >= self._patience:
                self.transport.close()
        elif self.cycle.more_body and self._waited >= BODY_SECONDS:
            if self._body_bytes < BODY_BYTES:
                self._refuse(RequestTimeout("The body arrived too slowly. Try again on a better network."))
            self._waited = self._body_bytes = 0

    def _refuse(self, problem: Problem) -> None:
        """Send the reason, unless another answer is under way, and leave."""
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            if self._is_in_head or self.pipeline or cycle.response_started:
                self.transport.close()
                return
            # The task that serves this request learns that the caller is gone.
            cycle.disconnected = True
            cycle.message_event.set()
        response = problem_response(problem)
        lines = [*self.server_state.default_headers, *response.raw_headers, _CLOSE]
        head = b"".join(b"%b: %b\r\n" % line for line in lines)
        self.transport.write(STATUS_LINE[problem.status] + head + b"\r\n" + bytes(response.body))
        self._leave()

    def _leave(self) -> None:
        """Close after the answer had time to arrive. Data that comes until then is dropped."""
        self._is_leaving = True
        self._waited = self._unused = 0
        self.flow.resume_reading()

    def _drop(self, size: int) -> None:
        self._unused += size
        if self._unused > MAX_HEAD_BYTES:
            self.flow.pause_reading()
