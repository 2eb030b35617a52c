"""Takes backups, and verifies each one: restored into a scratch database, checked, and counted (contract 4)."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

import structlog
from sqlalchemy.exc import DBAPIError

from doorlist.backup.comparison import newest_change
from doorlist.backup.engines.postgres import PostgresEngine
from doorlist.backup.engines.sqlite import SqliteEngine
from doorlist.backup.metadata import Metadata, Unverified
from doorlist.backup.problems import BackupFailed, DamagedBackup, NotVerifiable
from doorlist.backup.rules import BackupKind, expired_backups
from doorlist.backup.store import CHANGED, NOT_YET_VERIFIED, Add, BackupStore, StoredBackup, sha256
from doorlist.core import clock
from doorlist.core.concurrency import Slots
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import without_statement_deadline
from doorlist.core.processes.pool import Workplace

log = structlog.get_logger()

# Requests that write or wait for a backup, restore or deletion of one. Each occupies a thread, for up to a minute.
AT_ONCE = 4
WAIT_SECONDS = 30


class Backups:
    """The backups of one database: takes, verifies and removes them. `restore` brings one back."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.store = BackupStore(settings)
        self.engine: SqliteEngine | PostgresEngine = (
            SqliteEngine(settings)
            if database.is_sqlite
            else PostgresEngine(database, settings, self.store.scratch_database)
        )
        refusal = "Other backups are being written. Please try again in a while."
        self.slots = Slots(AT_ONCE, wait_seconds=WAIT_SECONDS, refusal=refusal)
        """For requests. Work here may wait for the lock of backups, and must not occupy the threads of responses."""
        self.one_was_taken = threading.Event()
        """Set after each backup: the scheduler verifies it as soon as the door is quiet."""

    def take(self, kind: BackupKind, *, add: Add | None = None) -> StoredBackup:
        """Add a backup of one exact moment, with all changes acknowledged before the call.

        No writer waits for it. `verify` comes later. `add` is for a caller that holds the lock already. Raises
        BackupFailed and AnotherBackup, and then leaves nothing behind.
        """
        with self.failure_named("The backup could not be written: {}."):
            # Before a migration the models do not fit the tables.
            newest = None if kind is BackupKind.MIGRATION else self._newest_change()
            taken = (add or self.store.add)(kind, self.engine.ending, partial(self._dump, newest_change_at=newest))
        self.one_was_taken.set()
        return taken

    def verify(self, filename: str) -> StoredBackup:
        """Find out whether a backup can be restored, and note the outcome. Raises UnknownBackup, BackupFailed.

        Where PostgreSQL does not allow a scratch database this stays unknown, and the note says why.
        """
        backup = self.store.get(filename)
        with self.failure_named("The backup could not be tested: {}."), self.store.scratch() as scratch:
            metadata = self._verified(backup, scratch)
        self.store.save_metadata(filename, metadata)
        return self.store.get(filename)

    def verify_apart(self, filename: str) -> StoredBackup:
        """As `verify`, in a worker process of the server. Raises WorkInterrupted too; the backup stays as it was."""
        return self.database.workers.jobs.run(partial(_verify, filename))

    def back_up_before_migration(self) -> None:
        """Take and verify a backup of data that a migration will change. Raises BackupFailed: do not migrate then."""
        backup = self.verify(self.take(BackupKind.MIGRATION).filename)
        if backup.metadata.verified is False:
            raise BackupFailed(f"The backup before the migration is not good: {backup.metadata.note or ''}.")

    def verify_checksum(self, backup: StoredBackup) -> None:
        """Compare the file of a backup with its checksum, and mark it if it has changed."""
        try:
            refuse_changed(self.store.path(backup.filename), backup.metadata)
        except FileNotFoundError:
            log.info("backup_gone", filename=backup.filename)  # a user deleted it meanwhile
        except DamagedBackup:
            metadata = backup.metadata.model_copy(update={"verified": False, "note": CHANGED})
            self.store.save_metadata(backup.filename, metadata)

    def remove_expired(self) -> None:
        for filename in expired_backups([backup.retained for backup in self.store.backups()], clock.now()):
            self.store.remove(filename)
            log.info("backup_removed", filename=filename)

    def _dump(self, target: Path, *, newest_change_at: datetime | None) -> Metadata:
        metadata = self.engine.dump(target)
        known = {"newest_change_at": newest_change_at, "note": metadata.note or NOT_YET_VERIFIED}
        return metadata.model_copy(update=known)

    def _newest_change(self) -> datetime | None:
        try:
            with self.database.read() as tx:
                return newest_change(tx)
        except DBAPIError:
            return None  # Even a damaged database is copied.

    def _verified(self, backup: StoredBackup, scratch: Path) -> Metadata:
        path, metadata = self.store.path(backup.filename), backup.metadata
        if backup.filename.endswith(self.engine.ending):
            outcome = self._outcome(path, metadata, scratch)
        else:
            outcome = {
                "verified": None,
                "unverified": Unverified.IMPOSSIBLE,
                "note": "Not tested: it comes from another kind of database than this server's.",
            }
        if metadata.intact is None and metadata.unverified is not Unverified.UNKNOWN_FILE:
            outcome["intact"] = outcome["verified"]
        known = {"size_bytes": path.stat().st_size, "sha256": metadata.sha256 or sha256(path)}
        return metadata.model_copy(update={**known, **outcome})

    def _outcome(self, path: Path, metadata: Metadata, scratch: Path) -> dict[str, object]:
        try:
            refuse_changed(path, metadata)
            self.engine.verify(path, metadata, scratch)
        except DamagedBackup as damage:
            return {"verified": False, "note": str(damage)}
        except NotVerifiable as reason:
            return {"verified": None, "unverified": Unverified.IMPOSSIBLE, "note": str(reason)}
        return {"verified": True, "note": None, "verified_at": clock.now()}

    @contextmanager
    def failure_named(
        self, sentence: str, of_database: Callable[[DBAPIError], str] = lambda _: "the database did not answer"
    ) -> Iterator[None]:
        """Raise BackupFailed, with the reason in the sentence, for errors of the disk, the driver and the programs."""
        try:
            with without_statement_deadline():
                yield
        except OSError as error:
            raise BackupFailed(sentence.format(error.strerror or error)) from error
        except DBAPIError as error:
            raise BackupFailed(sentence.format(of_database(error))) from error
        except self.engine.own_errors as error:
            raise BackupFailed(sentence.format(error)) from error


def _verify(filename: str, workplace: Workplace) -> StoredBackup:
    return Backups(workplace.database, workplace.settings).verify(filename)


def refuse_changed(path: Path, metadata: Metadata) -> None:
    """Compare a file with its checksum, if one is known. Raises DamagedBackup."""
    if metadata.sha256 is not None and sha256(path) != metadata.sha256:
        raise DamagedBackup(CHANGED)
