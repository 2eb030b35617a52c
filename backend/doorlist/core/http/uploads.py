"""Uploaded files: how many may arrive at once, and how much of the disk they may take (contract 10.database)."""

import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

from fastapi import Request, Response

from doorlist.core.concurrency import Slots
from doorlist.core.errors import DiskFull
from doorlist.core.http.routing import DoorlistRoute
from doorlist.core.http.security import MIB, UPLOADS_MIB

# Space that always stays free for the door; a twentieth of a small disk.
RESERVE_MIB = 256
RESERVE_PART = 20


class Uploads:
    def __init__(self, data_dir: Path, at_once: Mapping[str, Slots]) -> None:
        """`at_once`: the maximum number of concurrent files, by path."""
        self._data_dir = data_dir
        self._at_once = at_once
        self._expected = 0

    @asynccontextmanager
    async def taking(self, request: Request) -> AsyncIterator[None]:
        """Take the file of this request while the block runs. Raises TooBusy and DiskFull, before any of it is read."""
        most = UPLOADS_MIB[request.method, request.url.path] * MIB
        declared = request.headers.get("content-length", "")
        size = int(declared) if declared.isdecimal() else most
        async with AsyncExitStack() as held:
            if request.url.path in self._at_once:
                await held.enter_async_context(self._at_once[request.url.path].acquire())
            self._refuse_without_room(size)
            # The full size of each other upload counts as taken; the part that has arrived is counted twice.
            self._expected += size
            try:
                yield
            finally:
                self._expected -= size

    def _refuse_without_room(self, size: int) -> None:
        disk = shutil.disk_usage(self._data_dir)
        reserve = min(RESERVE_MIB * MIB, disk.total // RESERVE_PART)
        if disk.free - self._expected - size < reserve:
            raise DiskFull("The server's disk has too little room for this file. Make room there, then try again.")


class UploadRoute(DoorlistRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, which reads the file only if there is space for it."""
        handle = super().get_route_handler()

        async def handle_with_room(request: Request) -> Response:
            if (request.method, request.url.path) not in UPLOADS_MIB:
                return await handle(request)
            async with cast("Uploads", request.app.state.uploads).taking(request):
                return await handle(request)

        return handle_with_room
