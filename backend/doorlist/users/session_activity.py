"""When each session was last used: noted in memory by every call, written for all of them together now and then.

No call writes for it, and none waits.
"""

import threading
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.users import repository

log = structlog.get_logger()

WRITE_SECONDS = 120.0
STOP_SECONDS = 5.0


class SessionActivity:
    """One thread of a serving process. `record` may be called from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[str, datetime] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def record(self, session: str) -> None:
        """Note that the session, by its fingerprint, is used now."""
        self._noted[session] = clock.now()

    def start(self) -> None:
        self._thread = threading.Thread(target=self._work, name="last-use", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def write(self) -> None:
        """Write what was noted since the last time, if anything was."""
        noted, self._noted = self._noted, {}
        if not noted:
            return

        def write(tx: Session) -> None:
            repository.record_uses(tx, noted)

        try:
            self._database.commit(write)
        except Exception as error:  # noqa: BLE001 - during a restore, or while the database is gone
            log.warning("last_use_not_written", reason=str(error))
            self._noted = noted | self._noted

    def _work(self) -> None:
        while not self._stopping.wait(WRITE_SECONDS):
            self.write()
        self.write()
