"""The time at which each session was last used: recorded in memory by every request, written every two minutes."""

from datetime import datetime
from functools import partial

import structlog

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.worker import Worker
from doorlist.users import repository

log = structlog.get_logger()

WRITE_SECONDS = 120.0


class SessionActivity(Worker):
    """One worker of a serving process. `record` may be called from any thread."""

    name = "last-use"
    stop_seconds = 5.0

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._recorded: dict[str, datetime] = {}

    def record(self, session: str) -> None:
        """Record that the session, given by its fingerprint, is used now."""
        self._recorded[session] = clock.now()

    def write(self) -> None:
        recorded, self._recorded = self._recorded, {}
        if not recorded:
            return
        try:
            self._database.commit(partial(repository.record_uses, used_at=recorded))
        except Exception as error:  # noqa: BLE001 - during a restore, or while the database is gone
            log.warning("last_use_not_written", reason=str(error))
            self._recorded = recorded | self._recorded

    def _work(self) -> None:
        while not self._stopping.wait(WRITE_SECONDS):
            self.write()
        self.write()
