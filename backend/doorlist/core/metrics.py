"""Figures for Prometheus, and one log line per request without personal data."""

import time
import uuid
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()

QUIET_PATHS = {"/healthz", "/readyz", "/metrics"}
REQUEST_ID_HEADER = b"x-request-id"


class Metrics:
    """The figures of one server."""

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

    def response(self) -> Response:
        """The exposition format."""
        return Response(generate_latest(self.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


class RequestLog:
    """Counts and logs every request under a name of its own. Paths are logged as route patterns: ids stay out."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = uuid.uuid4().hex[:16]
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_ID_HEADER, request_id.encode())]
            await send(message)

        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, send_and_note)
            finally:
                self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route_pattern(scope)
        self.metrics.requests.labels(scope["method"], route, status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if scope["path"] not in QUIET_PATHS:
            log.info("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))


def _route_pattern(scope: Scope) -> str:
    route: Any = scope.get("route")
    return getattr(route, "path", "unmatched") if scope["path"].startswith("/api/") else "static"
