"""Runs each handler in its transaction: one request, one transaction, one thread.

A handler is a plain function whose parameters are its dependencies: `tx: Tx` is a session inside an open transaction
(read-only for GET). The transaction is committed before the answer is sent, so an acknowledged write is on disk; an
exception rolls it back.
"""

import functools
import inspect
import json
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from fastapi.routing import APIRoute
from sqlalchemy.orm import Session

from doorlist.core.api_model import DeviceZone
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import MalformedBody
from doorlist.core.http.strict_json import STRICTLY, refuse_half_surrogates

READING_METHODS = {"GET", "HEAD"}
# Our forms have one file and a few short fields.
_FORM_LIMITS = {"max_files": 1, "max_fields": 20, "max_part_size": 64 * 1024}


def from_app_state(name: str) -> Any:
    """A dependency on a part of the application, which `main` keeps under that name."""

    async def read(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(read)


_DATABASE = from_app_state("database")

Db = Annotated[Database, _DATABASE]
"""The database itself, for the few handlers that must work between two transactions (hashing a password)."""

Tx = Annotated[Session, _DATABASE]
"""A session inside the request's transaction. The framework hands over the database; the route opens it."""


Config = Annotated[Settings, from_app_state("settings")]
"""The settings of this server."""

ZoneOfFileName = Annotated[DeviceZone | None, Query(alias="timeZone", description="of the date in the file's name")]
"""Asked for with a download; without it the date is that of UTC."""


class StrictJsonRequest(Request):
    """A request with strict JSON: no NaN, no number beyond a double, no half surrogate pair, no endless nesting."""

    async def json(self) -> Any:
        """The parsed body. Raises MalformedBody."""
        if not hasattr(self, "_json"):
            self._json = _parse(await self.body())
        return self._json


class DoorlistRoute(APIRoute):
    """A route that runs its handler inside a transaction and reads JSON strictly."""

    def __init__(
        self, path: str, endpoint: Callable[..., Any], *, methods: set[str] | list[str], **options: Any
    ) -> None:
        if "tx" in inspect.signature(endpoint).parameters:
            endpoint = _inside_a_transaction(endpoint, reading=set(methods) <= READING_METHODS)
        options["form_limits"] = _FORM_LIMITS
        super().__init__(path, endpoint, methods=methods, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictJsonRequest(request.scope, request.receive))

        return handle_strictly


def _inside_a_transaction(handler: Callable[..., Any], *, reading: bool) -> Callable[..., Any]:
    @functools.wraps(handler)
    async def run(*, tx: Database, **others: Any) -> Any:
        return await tx.run(lambda session: handler(tx=session, **others), reading=reading)

    return run


def _parse(body: bytes) -> Any:
    try:
        # JSON is UTF-8 by definition; the library would also accept UTF-16, and half surrogate pairs as raw bytes.
        text = body.decode("utf-8-sig")
        value = json.loads(text, **STRICTLY)
        refuse_half_surrogates(value, text)
    except (ValueError, RecursionError) as error:
        raise MalformedBody("The body is not valid JSON.") from error
    return value
