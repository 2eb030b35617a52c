"""Moves committed pages from the write-ahead log of SQLite into the database file, apart from the writers."""

from pathlib import Path

import structlog

from doorlist.core.db.sqlite import opened, sqlite_module
from doorlist.core.worker import Worker

log = structlog.get_logger()

INTERVAL_SECONDS = 0.25
LAST_SECONDS = 2.0
"""Checkpoints go on for so long after the last write began."""


class Checkpointer(Worker):
    """Checkpoints soon after each write. A writer would do so within its commit, and let scans wait for the disk."""

    name = "checkpoints"

    def _work(self) -> None:
        file = self._database.sqlite_file
        while file is not None and not self._stopping.wait(INTERVAL_SECONDS):
            if self._database.gate.seconds_since_write < LAST_SECONDS:
                self._checkpoint(file)

    def _checkpoint(self, file: Path) -> None:
        try:
            with opened(file, patience_seconds=0) as connection:
                # PASSIVE waits for nobody, and nobody waits for it.
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite_module().Error as error:
            # The next one may succeed; where none does, the writers checkpoint a larger log.
            log.warning("not_checkpointed", reason=str(error))
