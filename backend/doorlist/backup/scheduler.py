"""Looks after the backups while the server runs: takes the daily one, verifies new ones, removes old ones.

Once a day, under the same lock, it first erases guests whose retention period is over, so that the day's backup lacks
them, and removes audit entries that have grown too old. Once an hour it deletes the former values of bulk updates.
"""

import time
from collections.abc import Callable
from datetime import date, timedelta

import structlog
from sqlalchemy.exc import DBAPIError

from doorlist.attendees.bulk_undo import prune_bulk_updates
from doorlist.audit.pruning import prune_entries
from doorlist.backup.problems import BackupFailed, UnknownBackup
from doorlist.backup.rules import BackupKind, automatic_backup_due
from doorlist.backup.service import Backups
from doorlist.backup.store import StoredBackup
from doorlist.core import clock
from doorlist.core.concurrency import TooBusy
from doorlist.core.errors import Problem, problem_for
from doorlist.core.processes.worker_process import WorkInterrupted
from doorlist.core.worker import Worker
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.retention import erase_due

log = structlog.get_logger()

FIRST_LOOK_SECONDS = 20.0
LOOK_SECONDS = 3600.0
POSTPONED_SECONDS = 60.0
QUIET_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 600.0
YIELD_SECONDS = 0.1


class BackupScheduler(Worker):
    """One worker of a serving process. If several processes have one each, a lock lets one of them take backups."""

    name = "backups"

    def __init__(self, backups: Backups) -> None:
        super().__init__(backups.database)
        self.backups = backups
        self._store = backups.store
        self._history_seen_to: date | None = None
        self._is_postponed = False
        self.is_requested = False
        self._failures: dict[str, str] = {}

    @property
    def failure(self) -> str | None:
        return next(iter(self._failures.values()), None)

    def stop(self) -> None:
        """End the worker, once the backup in progress is written or verified."""
        self._stopping.set()
        self.backups.one_was_taken.set()
        super().stop()

    def request_backup(self) -> None:
        """Take a backup once the door is quiet. Returns at once; several requests are one backup."""
        self.is_requested = True
        self.backups.one_was_taken.set()

    def take_requested_backup(self) -> None:
        self.is_requested = False
        taken = self.backups.take(BackupKind.SAFETY)
        log.info("backup_taken", filename=taken.filename)

    def take_due_backup(self) -> None:
        """Take the automatic backup that is due, if one is, and remove old ones."""
        with self._store.automatic_backups() as is_ours:
            if not is_ours:
                return
            due = automatic_backup_due([backup.retained for backup in self._store.backups()], clock.now())
            if due is None:
                return
            try:
                taken = self.backups.take(due)
                log.info("backup_taken", filename=taken.filename)
                # A disk may lose a file that it has stored. Better to notice it today than on the day of a restore.
                verified = [backup for backup in self._store.backups() if backup.metadata.verified]
                for newest in verified[:1]:
                    self.backups.verify_checksum(newest)
            finally:
                # Even after a failure: on a full disk the removal makes space for the next backup.
                self.backups.remove_expired()

    def remove_expired(self) -> None:
        """Remove old backups now. A failure shows in the status."""
        self._noting_failure(self.backups.remove_expired)

    def forget_old_history(self) -> None:
        """Once a day, delete the audit entries that are older than the setting allows."""
        now = clock.now()
        if self._history_seen_to == now.date():
            return
        with self._store.automatic_backups() as is_ours:
            if not is_ours:
                return
            kept = timedelta(days=self.backups.settings.history_days)
            forgotten = prune_entries(self.backups.database, before=now - kept)
        self._history_seen_to = now.date()
        if forgotten:
            log.info("history_forgotten", entries=forgotten)

    def forget_former_values(self) -> None:
        """Delete the values from before bulk updates that can no longer be undone."""
        prune_bulk_updates(self.backups.database)

    def erase_due_guests(self) -> None:
        """Once a day, erase the guests whose retention period is over."""
        with self._store.automatic_backups() as is_ours:
            if not is_ours:
                return
            ledger = ErasureLedger(self.backups.settings.data_dir)
            erased = erase_due(self.backups.database, ledger, go_on=self._may_go_on)
        if erased:
            log.info("guests_erased", guests=erased)

    def verify_new_backups(self) -> None:
        for backup in self._store.backups():
            if backup.awaits_verification and not self._stopping.is_set():
                self._verify(backup.filename)

    def _verify(self, filename: str) -> None:
        try:
            metadata = self._verified(filename).metadata
        except (BackupFailed, UnknownBackup):
            if self._store.path(filename).exists():
                raise
            # Another process removed it meanwhile.
            self._store.remove(filename)
        else:
            log.info("backup_verified", filename=filename, verified=metadata.verified, note=metadata.note)

    def _verified(self, filename: str) -> StoredBackup:
        try:
            return self.backups.verify_apart(filename)
        except WorkInterrupted:
            if self._stopping.is_set():
                raise
            # The next regular check is an hour away.
            return self.backups.verify_apart(filename)

    def _work(self) -> None:
        self._noting_failure(self._clean_up)
        next_look = time.monotonic() + FIRST_LOOK_SECONDS
        while not self._stopping.is_set():
            pause = POSTPONED_SECONDS if self._is_postponed else next_look - time.monotonic()
            self.backups.one_was_taken.wait(max(0.0, pause))
            self.backups.one_was_taken.clear()
            self._is_postponed = False
            self._wait_until_quiet()
            if self._stopping.is_set():
                return
            if self.is_requested:
                self._noting_failure(self.take_requested_backup)
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + LOOK_SECONDS
                if self._clean_up.__name__ in self._failures:
                    self._noting_failure(self._clean_up)
                self._try(self.erase_due_guests)
                self._noting_failure(self.take_due_backup)
                self._try(self.forget_old_history)
                self._try(self.forget_former_values)
            self._noting_failure(self.verify_new_backups)
            self.remove_expired()

    def _try(self, work: Callable[[], None]) -> None:
        # Not recorded as a failure: the status would say that backups fail. The next run tries again.
        try:
            work()
        except (Problem, DBAPIError) as error:
            log.warning("not_done_today", work=work.__name__, reason=problem_for(error).detail)
        except Exception:
            log.exception("not_done_today", work=work.__name__)

    def _may_go_on(self) -> bool:
        """Pause between two slices, so that waiting scans run. Returns False if the worker is to stop."""
        return not self._stopping.wait(YIELD_SECONDS)

    def _wait_until_quiet(self) -> None:
        """Wait for the door to be idle, but not forever: an endless queue must not prevent verification."""
        until = time.monotonic() + LONGEST_WAIT_SECONDS
        while self.backups.database.gate.seconds_since_write < QUIET_SECONDS and time.monotonic() < until:
            if self._stopping.wait(0.5):
                return

    def _noting_failure(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (Problem, DBAPIError) as error:
            is_stopped = isinstance(error, WorkInterrupted) and self._stopping.is_set()
            if is_stopped or isinstance(error, TooBusy):
                self._is_postponed = True
                log.info("backups_postponed", work=work.__name__)
                return
            problem = problem_for(error)
            self._failures[work.__name__] = problem.detail
            log.warning("backups_failed", reason=problem.detail)
        except Exception:
            self._failures[work.__name__] = "The server's log says more."
            log.exception("backups_failed")
        else:
            self._failures.pop(work.__name__, None)

    def _clean_up(self) -> None:
        with self._store.scratch():
            self.backups.engine.clean_up()
