"""The built front end: hashed files cached permanently, and the app's page for every other path.

The build writes compressed copies beside files that are worth it, for browsers that accept them. It also writes a page
for each screen, which names at once everything that the screen loads.
"""

from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CACHE_IMMUTABLE = "public, max-age=31536000, immutable"
CACHE_REVALIDATE = "no-cache"
HOME = "home"
# The guest's ticket page: no screen of the app (decision 0036).
TICKET = "ticket"
TICKET_PAGE = "ticket.html"
ENCODINGS_SMALLEST_FIRST = {"br": ".br", "gzip": ".gz"}


class FrontEnd(StaticFiles):
    """Serves the file of a path, or the app's page if there is none, because the app knows its own routes."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self.screens = {page.stem for page in directory.glob("pages/*.html")}

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await self._smallest(path, scope)
        except HTTPException as error:
            is_missing = error.status_code == HTTPStatus.NOT_FOUND
            if not is_missing or path.startswith("assets/") or scope["method"] not in {"GET", "HEAD"}:
                raise
            response = await self._smallest(self._page_of(path), scope)
        if response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
            response.headers["Cache-Control"] = CACHE_IMMUTABLE if path.startswith("assets/") else CACHE_REVALIDATE
            response.headers.add_vary_header("Accept-Encoding")
        if path in {TICKET, TICKET_PAGE}:
            response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        return response

    def _page_of(self, path: str) -> str:
        """The page of the screen at this path, or the general page."""
        if path == TICKET and self.lookup_path(TICKET_PAGE)[1] is not None:
            return TICKET_PAGE
        screen = HOME if path == "." else path.partition("/")[0]
        return f"pages/{screen}.html" if screen in self.screens else "index.html"

    async def _smallest(self, path: str, scope: Scope) -> Response:
        """The file, or its compressed copy if there is one and the caller accepts it."""
        response = await super().get_response(path, scope)
        accepted = accepted_encodings(Headers(scope=scope).get("accept-encoding", ""))
        for encoding, suffix in ENCODINGS_SMALLEST_FIRST.items():
            if encoding in accepted and self.lookup_path(path + suffix)[1] is not None:
                response = await super().get_response(path + suffix, scope)
                response.headers["Content-Encoding"] = encoding
                if response.status_code == HTTPStatus.OK:
                    response.headers["Content-Type"] = guess_type(path)[0] or "application/octet-stream"
                break
        return response


def accepted_encodings(header: str) -> set[str]:
    """The encodings that an Accept-Encoding header names without refusing them by `q=0`."""
    accepted = set()
    for part in header.split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "").rstrip("0") not in {"q=", "q=0."}:
            accepted.add(name.strip().lower())
    return accepted


def mount_front_end(app: FastAPI, directory: Path) -> None:
    """Serve the front end at /, or say how to build it if it is missing."""
    if (directory / "index.html").is_file():
        app.mount("/", FrontEnd(directory), name="front-end")
        return

    @app.get("/{path:path}", include_in_schema=False)
    async def not_built(path: str) -> Response:  # noqa: ARG001 - any path
        return PlainTextResponse("The screens are not built yet. Run: make build\n", status_code=503)
