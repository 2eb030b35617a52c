"""Readiness of this server: the database answers and accepts writes (contract 7, GET /readyz)."""

import os
import threading
import time
from pathlib import Path
from tempfile import TemporaryFile

from anyio import CapacityLimiter, to_thread
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from doorlist.core.db.database import Database

KEPT_SECONDS = 1.0
# A group of scans needs at most this much, so a disk with less counts as full.
ROOM_BYTES = 256 * 1024


class Readiness:
    """Checks the database at most once a second, on a separate connection."""

    def __init__(self, database: Database, data_dir: Path) -> None:
        self._database = database
        self._data_dir = data_dir
        self._slot = CapacityLimiter(1)
        self._guard = threading.Lock()
        self._known: tuple[float, bool] | None = None

    async def is_ready(self) -> bool:
        return await to_thread.run_sync(self._look, limiter=self._slot)

    def _look(self) -> bool:
        with self._guard:
            if self._known is None or time.monotonic() - self._known[0] > KEPT_SECONDS:
                is_ready = self._can_serve()
                self._known = (time.monotonic(), is_ready)
            return self._known[1]

    def _can_serve(self) -> bool:
        try:
            if not self._database.is_sqlite:
                return self._database.is_writable()
            with self._database.read_reserved() as tx:
                tx.execute(text("SELECT 1"))
            # A file beside the database: inside it the check would wait for the present writer.
            with TemporaryFile(dir=self._data_dir, buffering=0) as file:
                return file.write(os.urandom(ROOM_BYTES)) == ROOM_BYTES
        except (DBAPIError, PoolTimeout, OSError):
            return False
