"""Who looks after the backups while the server runs: takes the automatic ones, proves what was taken, tidies up."""

import threading
import time
from collections.abc import Callable

import structlog

from doorlist.backup.engines import postgres as postgres_copy
from doorlist.backup.problems import BackupFailed, DamagedBackup, UnknownBackup
from doorlist.backup.rules import automatic_backup_due, no_longer_kept
from doorlist.backup.service import prove_snapshot, refuse_changed, take_snapshot
from doorlist.backup.store import CHANGED, Shelf
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem

log = structlog.get_logger()

FIRST_LOOK_SECONDS = 20.0
LOOK_SECONDS = 3600.0
CALM_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 600.0
STOP_SECONDS = 10.0


class Keeper:
    """One thread of a serving process. Several processes may have one each: a lock decides whose turn it is."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.shelf = Shelf(settings)
        self._troubles: dict[str, str] = {}
        self._stopping = threading.Event()
        self._something_to_prove = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether automatic backups are being taken."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def trouble(self) -> str | None:
        """What kept it from its work the last time, if anything did."""
        return next(iter(self._troubles.values()), None)

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._work, name="backups", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, once what is being written or proven is done."""
        self._stopping.set()
        self._something_to_prove.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def wake(self) -> None:
        """Say that a backup was taken, which is to be proven as soon as the door is calm."""
        self._something_to_prove.set()

    def look_after(self) -> None:
        """Take the automatic backup that is due, if one is, and remove what is no longer kept."""
        with self.shelf.deciding() as is_ours:
            if not is_ours:
                return
            due = automatic_backup_due([backup.kept for backup in self.shelf.backups()], clock.now())
            if due is None:
                return
            try:
                taken = take_snapshot(self.database, self.settings, due)
                log.info("backup_taken", filename=taken.filename)
                self._look_at_the_last_proven()
            finally:
                # Even then: a disk without room for a new one gets some from those that may go.
                self._remove_what_may_go()

    def tidy_up(self) -> None:
        """Remove what is no longer kept, now; trouble with that is told with the status."""
        self._unless_trouble(self._remove_what_may_go)

    def prove_what_waits(self) -> None:
        """Prove every backup that nobody has tried yet, the newest first."""
        for backup in self.shelf.backups():
            if backup.awaits_proof and not self._stopping.is_set():
                self._prove(backup.filename)

    def _prove(self, filename: str) -> None:
        try:
            facts = prove_snapshot(self.database, self.settings, filename).facts
        except (BackupFailed, UnknownBackup):
            if self.shelf.path(filename).exists():
                raise
            # It was one of too many, and went while it was looked at.
            self.shelf.remove(filename)
        else:
            log.info("backup_proven", filename=filename, verified=facts.verified, note=facts.note)

    def _remove_what_may_go(self) -> None:
        for filename in no_longer_kept([backup.kept for backup in self.shelf.backups()], clock.now()):
            self.shelf.remove(filename)
            log.info("backup_removed", filename=filename)

    def _work(self) -> None:
        self._unless_trouble(self._clean_up)
        next_look = time.monotonic() + FIRST_LOOK_SECONDS
        while not self._stopping.is_set():
            self._something_to_prove.wait(max(0.0, next_look - time.monotonic()))
            self._something_to_prove.clear()
            self._wait_for_calm()
            if self._stopping.is_set():
                return
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + LOOK_SECONDS
                self._unless_trouble(self.look_after)
            self._unless_trouble(self.prove_what_waits)
            self.tidy_up()

    def _wait_for_calm(self) -> None:
        """The door comes first; a queue that never ends must not keep us from ever proving a backup, though."""
        until = time.monotonic() + LONGEST_WAIT_SECONDS
        while self.database.gate.seconds_since_write < CALM_SECONDS and time.monotonic() < until:
            if self._stopping.wait(0.5):
                return

    def _unless_trouble(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Problem as problem:
            self._troubles[work.__name__] = problem.detail
            log.warning("backups_in_trouble", reason=problem.detail)
        except Exception:
            self._troubles[work.__name__] = "The server's log says more."
            log.exception("backups_in_trouble")
        else:
            self._troubles.pop(work.__name__, None)

    def _clean_up(self) -> None:
        if not self.database.is_sqlite:
            with self.shelf.scratch():
                postgres_copy.clean_up(self.database, self.settings)

    def _look_at_the_last_proven(self) -> None:
        """A disk may forget what it was given: better to find out today than on the day it is needed."""
        last = next((backup for backup in self.shelf.backups() if backup.facts.verified), None)
        if last is None:
            return
        try:
            refuse_changed(self.shelf.path(last.filename), last.facts)
        except DamagedBackup:
            self.shelf.note(last.filename, last.facts.model_copy(update={"verified": False, "note": CHANGED}))
