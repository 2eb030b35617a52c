"""Metrics for Prometheus, and one log line per request, without personal data."""

import random
import time
from functools import lru_cache
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doorlist.core.logs import REQUEST_ID, log_request

log = structlog.get_logger()

QUIET_PATHS = {"/healthz", "/readyz", "/metrics"}
STREAM = "doorlist.stream"
"""Set in the scope of a request whose answer stays open: it is counted and timed when the answer begins."""
REQUEST_ID_HEADER = b"x-request-id"


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "doorlist_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "doorlist_request_seconds",
            "Time to answer a request.",
            ["route"],
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )

    def of_request(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        return self.requests.labels(method, route, status), self.seconds.labels(route)

    def response(self) -> Response:
        return Response(generate_latest(self.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


class RequestLog:
    """Counts and logs every request with a request id. Paths are logged as route patterns, without ids."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        # Looking up a metric by its labels takes longer than changing it.
        self._figures = lru_cache(maxsize=1000)(metrics.of_request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = f"{random.getrandbits(64):016x}"
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_ID_HEADER, request_id.encode())]
                if STREAM in scope:
                    self._note(scope, status, time.perf_counter() - started)
            await send(message)

        started = time.perf_counter()
        # Needs no reset: each request runs in its own task and context.
        REQUEST_ID.set(request_id)
        try:
            await self.app(scope, receive, send_and_note)
        finally:
            seconds = time.perf_counter() - started
            if STREAM in scope:
                log.info("stream_ended", route=_route_pattern(scope), seconds=round(seconds))
            else:
                self._note(scope, status, seconds)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route_pattern(scope)
        of_answer, of_route = self._figures(scope["method"], route, status)
        of_answer.inc()
        of_route.observe(seconds)
        if scope["path"] not in QUIET_PATHS:
            log_request(method=scope["method"], route=route, status=status, seconds=seconds)


def _route_pattern(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", "unmatched") if scope["path"].startswith("/api/") else "static"
