"""The directory of the backups: one file each, and beside it a small one with its metadata."""

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from doorlist.backup.metadata import Metadata, Unverified
from doorlist.backup.problems import AnotherBackup, AnotherRestore, BackupFailed, UnknownBackup
from doorlist.backup.rules import BackupKind, BackupName, RetainedBackup, read_name
from doorlist.core import clock
from doorlist.core.api_model import ApiModel
from doorlist.core.config import Settings
from doorlist.core.files import sync, write_whole
from doorlist.core.locks import LockFile, file_lock

NOT_YET_VERIFIED = "Not tested yet."
PUT_HERE_BY_HAND = "Nothing is known about this file but its name."
CHANGED = "The file is not as it was written."
ADDING_WAITS_SECONDS = 60
OTHERS_WAIT_SECONDS = 600
_PART = "part-"
_SCRATCH = "scratch-"


class StoredBackup(ApiModel):
    filename: str
    kind: BackupKind
    created_at: datetime
    metadata: Metadata

    @property
    def retained(self) -> RetainedBackup:
        """The backup in the form of the retention rules."""
        return RetainedBackup(self.filename, self.kind, self.created_at, self.metadata.verified)

    @property
    def awaits_verification(self) -> bool:
        return self.metadata.verified is None and self.metadata.unverified is Unverified.DUE

    @property
    def cannot_be_verified(self) -> bool:
        """True if its verification found that it cannot be verified here, and found no damage."""
        return self.metadata.verified is None and self.metadata.unverified is Unverified.IMPOSSIBLE


Add = Callable[[BackupKind, str, Callable[[Path], Metadata]], StoredBackup]
"""`BackupStore.add` for a caller that already has the lock."""


class BackupStore:
    """The backups of one data directory. Only names that it lists itself lead to a file."""

    def __init__(self, settings: Settings) -> None:
        self._data_dir = settings.data_dir
        self.directory = settings.data_dir / "backups"

    def prepare(self) -> None:
        """Make the directory, readable by its owner alone."""
        self.directory.mkdir(mode=0o700, exist_ok=True)
        self.directory.chmod(0o700)

    def backups(self) -> list[StoredBackup]:
        """Every backup, newest first."""
        if not self.directory.is_dir():
            return []
        found = [self._stored(path) for path in self.directory.iterdir()]
        return sorted((backup for backup in found if backup), key=lambda backup: backup.filename, reverse=True)

    def get(self, filename: str) -> StoredBackup:
        """One backup by its name in the list. Raises UnknownBackup."""
        backup = self._stored(self.path(filename)) if read_name(filename) else None
        if backup is None:
            raise UnknownBackup
        return backup

    def path(self, filename: str) -> Path:
        return self.directory / filename

    def add(self, kind: BackupKind, ending: str, write: Callable[[Path], Metadata]) -> StoredBackup:
        """Add a new backup, whole or not at all.

        `write` fills the file it is given; its size and checksum are added here. Raises what `write` raises, and
        AnotherBackup.
        """
        with self.adding() as add:
            return add(kind, ending, write)

    @contextmanager
    def adding(self) -> Iterator[Add]:
        """The right to add backups, one process at a time; the block gets the function. Raises AnotherBackup."""
        with self._swept(LockFile.ADD_BACKUP, _PART, wait_seconds=ADDING_WAITS_SECONDS):
            yield self._add

    def save_metadata(self, filename: str, metadata: Metadata) -> None:
        content = metadata.model_dump_json(by_alias=True, indent=1)
        write_whole(self._metadata_path(filename), content.encode())

    def remove(self, filename: str) -> None:
        """Delete a backup and its metadata, if another process has not. Raises UnknownBackup."""
        if read_name(filename) is None:
            raise UnknownBackup
        self.path(filename).unlink(missing_ok=True)
        self._metadata_path(filename).unlink(missing_ok=True)

    @contextmanager
    def removing(self, filename: str) -> Iterator[None]:
        """Delete a backup; call it with the right to add. If the block fails, the backup stays in the list.

        A process that is killed meanwhile leaves a file that the next one to add a backup removes.
        """
        path = self.path(filename)
        aside = self.directory / f"{_PART}{filename}"
        path.rename(aside)
        try:
            yield
        except BaseException:
            aside.rename(path)
            raise
        self.remove(filename)
        aside.unlink()
        sync(self.directory)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A scratch directory, one at a time for all processes."""
        with self._swept(LockFile.SCRATCH, _SCRATCH):
            path = self.directory / f"{_SCRATCH}{os.getpid()}"
            path.mkdir(mode=0o700)
            try:
                yield path
            finally:
                self._sweep(_SCRATCH)

    def scratch_database(self) -> str:
        """A name that only this directory has, the same for all processes and machines that share it.

        Call it while the scratch directory is locked, so that the name is made once.
        """
        path = self.directory / ".mark"
        if not path.exists():
            write_whole(path, secrets.token_hex(8).encode())
        return f"doorlist_scratch_{path.read_text(encoding='ascii')}"

    def no_outside_writer(self) -> AbstractContextManager[None]:
        """For a restore, and for commands that write: on SQLite they are processes without a common write gate."""
        return self._lock(LockFile.OUTSIDE_WRITER)

    def only_restore(self) -> AbstractContextManager[None]:
        """Prevents other restores onto this data directory. Raises AnotherRestore."""
        return self._lock(LockFile.RESTORE, wait_seconds=0, refusal=AnotherRestore())

    @contextmanager
    def automatic_backups(self) -> Iterator[bool]:
        """True if this process is the one that takes the automatic backups, until the block ends."""
        with ExitStack() as held:
            try:
                held.enter_context(self._lock(LockFile.AUTOMATIC_BACKUP, wait_seconds=0))
            except AnotherBackup:
                yield False
            else:
                yield True

    @contextmanager
    def _swept(self, lock: LockFile, prefix: str, *, wait_seconds: float = OTHERS_WAIT_SECONDS) -> Iterator[None]:
        with self._lock(lock, wait_seconds=wait_seconds):
            # Files of that name now belong to a process that is dead.
            self._sweep(prefix)
            yield

    @contextmanager
    def _lock(
        self, lock: LockFile, *, wait_seconds: float = OTHERS_WAIT_SECONDS, refusal: Exception | None = None
    ) -> Iterator[None]:
        refusal = refusal or AnotherBackup()
        with ExitStack() as held:
            try:
                self.prepare()
                held.enter_context(file_lock(self._data_dir, lock, wait_seconds=wait_seconds, refusal=refusal))
            except OSError as error:
                raise BackupFailed(f"There is no place for backups: {error.strerror}.") from error
            yield

    def _add(self, kind: BackupKind, ending: str, write: Callable[[Path], Metadata]) -> StoredBackup:
        name = BackupName(clock.now(), kind, ending)
        while self.path(str(name)).exists():
            name = BackupName(name.created_at + timedelta(milliseconds=1), kind, ending)
        part = self.directory / f"{_PART}{name}"
        try:
            # The mode is set before the first byte is written.
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            metadata = write(part)
            sync(part)
            metadata = metadata.model_copy(update={"size_bytes": part.stat().st_size, "sha256": sha256(part)})
            # The metadata comes first, so that a listed file is never without it.
            self.save_metadata(str(name), metadata)
            part.rename(self.path(str(name)))
            sync(self.directory)
        except BaseException:
            self._metadata_path(str(name)).unlink(missing_ok=True)
            self._sweep(_PART)
            raise
        return self.get(str(name))

    def _sweep(self, prefix: str) -> None:
        for left in self.directory.glob(f"{prefix}*"):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)

    def _stored(self, path: Path) -> StoredBackup | None:
        name = read_name(path.name)
        if name is None or path.is_symlink() or not path.is_file():
            return None
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            return None
        try:
            metadata = Metadata.model_validate_json(self._metadata_path(path.name).read_bytes())
        except (OSError, ValidationError):
            metadata = Metadata(size_bytes=size, unverified=Unverified.UNKNOWN_FILE, note=PUT_HERE_BY_HAND)
        if metadata.size_bytes != size:
            metadata = metadata.model_copy(update={"size_bytes": size, "verified": False, "note": CHANGED})
        return StoredBackup(filename=path.name, kind=name.kind, created_at=name.created_at, metadata=metadata)

    def _metadata_path(self, filename: str) -> Path:
        return self.directory / f"{filename}.json"


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
