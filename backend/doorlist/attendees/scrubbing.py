"""Scrubs deleted rows from the files of an SQLite database (contract 4, decision 0019).

`secure_delete` overwrites deleted table rows. Two places still have them: the search index, which marks rows as deleted
until its segments are merged, and the write-ahead log, which keeps old pages until they are overwritten. Both are
cleaned soon after, in a quiet moment. PostgreSQL's vacuum does as much.
"""

import time
from typing import Any

import structlog
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.core.db.sqlite import empty_write_ahead_log
from doorlist.core.errors import Problem
from doorlist.core.worker import Worker

log = structlog.get_logger()

POLL_SECONDS = 30.0
IDLE_SECONDS = 5.0
MAX_WAIT_SECONDS = 600.0
NOW_SECONDS = 3.0
# A step blocks the writer for some milliseconds; waiting scans run between two steps.
PAGES_PER_STEP = 16
YIELD_SECONDS = 0.01

# FTS5 lists deleted rows on separate pages, whose numbers begin here, and drops the pages with a merge.
_HAS_DELETED_ROWS = "SELECT EXISTS (SELECT 1 FROM attendee_search_data WHERE id >= 1 << 53)"
# A negative number merges all segments into one, that many pages at a time.
_MERGE_SOME = text("INSERT INTO attendee_search (attendee_search, rank) VALUES ('merge', :pages)")
_MERGE_ALL = "INSERT INTO attendee_search (attendee_search) VALUES ('optimize')"
_HAS_INDEX = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'attendee_search_data')"


class DeletedRowScrubber(Worker):
    """One worker of the server. It has nothing to do on PostgreSQL."""

    name = "scrubbing"
    _is_due = False

    def start(self) -> None:
        if self._database.is_sqlite:
            super().start()

    def scrub(self, *, seconds: float) -> bool:
        """Remove deleted rows from the files. Returns False if time ran out or a reader was in the way."""
        file = self._database.sqlite_file
        if file is None:
            return True
        until = time.monotonic() + seconds
        while self._merge_some():
            if time.monotonic() > until:
                return False
            time.sleep(YIELD_SECONDS)
        with self._database.writer_lock():
            return empty_write_ahead_log(file)

    def scrub_now(self) -> None:
        """Scrub for some seconds; if that is not enough, the worker continues soon. Problems go to the log."""
        until = time.monotonic() + NOW_SECONDS
        while not self._try(max(0.0, until - time.monotonic())):
            if time.monotonic() > until:
                self._is_due = True
                return
            time.sleep(YIELD_SECONDS * 5)

    def _merge_some(self) -> bool:
        with self._database.read() as tx:
            if not has_deleted_rows(tx):
                return False
        with self._database.write() as tx:
            tx.execute(_MERGE_SOME, {"pages": -PAGES_PER_STEP})
        return True

    def _work(self) -> None:
        last = time.monotonic()
        while not self._stopping.wait(POLL_SECONDS):
            is_calm = self._database.gate.seconds_since_write >= IDLE_SECONDS
            if is_calm or self._is_due or time.monotonic() - last > MAX_WAIT_SECONDS:
                self._is_due = not self._try(self.stop_seconds / 2) and self._is_due
                last = time.monotonic()
        self._try(self.stop_seconds / 2)

    def _try(self, seconds: float) -> bool:
        try:
            return self.scrub(seconds=seconds)
        except (Problem, DBAPIError) as error:
            # A restore or a full disk is in the way; the worker tries again soon.
            log.warning("not_erased_yet", reason=type(error).__name__)
        except Exception:
            # The thread goes on: a later try may succeed.
            log.exception("not_erased_yet")
        return False


def has_deleted_rows(tx: Session) -> bool:
    """Whether the search index still holds texts of attendees that are deleted or edited (SQLite)."""
    return bool(tx.scalar(text(_HAS_DELETED_ROWS)))


def scrub_deleted_rows(copy: Any) -> None:
    """Scrub a copy of the database at once, on a driver's connection that nobody else uses; of any release."""
    if all(copy.execute(question).fetchone()[0] for question in (_HAS_INDEX, _HAS_DELETED_ROWS)):
        copy.execute(_MERGE_ALL)
