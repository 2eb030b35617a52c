"""The built front end: hashed files cached for good, and the app's page for every other path."""

from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_GOOD = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"


class FrontEnd(StaticFiles):
    """Files where there are files; the app's page where there are none, because the app knows its own routes."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self.page = directory / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, or the app's page."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith("assets/") or scope["method"] not in {"GET", "HEAD"}:  # noqa: PLR2004
                raise
            response = FileResponse(self.page)
        if response.status_code in {200, 304}:
            response.headers["Cache-Control"] = FOR_GOOD if path.startswith("assets/") else ASK_EACH_TIME
        return response


def mount_front_end(app: FastAPI, directory: Path) -> None:
    """Serve the front end at /, or say how to build it where nobody has."""
    if (directory / "index.html").is_file():
        app.mount("/", FrontEnd(directory), name="front-end")
        return

    @app.get("/{path:path}", include_in_schema=False)
    async def not_built(path: str) -> Response:  # noqa: ARG001
        return PlainTextResponse("The screens are not built yet. Run: make build\n", status_code=503)
