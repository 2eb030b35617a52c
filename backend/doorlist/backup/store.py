"""The directory of the backups: one file each, and beside it a small one with what is known about it."""

import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import FileIO
from pathlib import Path

from pydantic import ValidationError

from doorlist.backup.metadata import Facts
from doorlist.backup.problems import AnotherBackup, AnotherRestore, BackupFailed, UnknownBackup
from doorlist.backup.rules import BackupKind, BackupName, Kept, read_name
from doorlist.core import clock
from doorlist.core.api_model import ApiModel
from doorlist.core.config import Settings
from doorlist.core.server_lock import open_lock, try_lock

PROOF_TO_COME = "The proof is still to come."
PUT_HERE_BY_HAND = "Nothing is known about this file but its name."
CHANGED = "The file is not as it was written."
ADDING_WAITS_SECONDS = 60
OTHERS_WAIT_SECONDS = 600
_PART = "part-"
_SCRATCH = "scratch-"
_SWITCH = "switch-"


class SnapshotInfo(ApiModel):
    """A backup on the shelf."""

    filename: str
    kind: BackupKind
    created_at: datetime
    facts: Facts

    @property
    def kept(self) -> Kept:
        """As the rule of keeping sees it."""
        return Kept(self.filename, self.kind, self.created_at, self.facts.verified)

    @property
    def awaits_proof(self) -> bool:
        """Whether it was never tried."""
        return self.facts.verified is None and self.facts.note == PROOF_TO_COME


Add = Callable[[BackupKind, str, Callable[[Path], Facts]], SnapshotInfo]
"""`Shelf.add` for who has the turn to add already."""


class Shelf:
    """The backups of one data directory. Only names that it lists itself lead to a file."""

    def __init__(self, settings: Settings) -> None:
        self.directory = settings.data_dir / "backups"

    def prepare(self) -> None:
        """Make the directory, for its owner's eyes only."""
        self.directory.mkdir(mode=0o700, exist_ok=True)
        self.directory.chmod(0o700)

    def backups(self) -> list[SnapshotInfo]:
        """Every backup, newest first."""
        if not self.directory.is_dir():
            return []
        found = [self._info(path) for path in self.directory.iterdir() if _is_plain_file(path)]
        return sorted((info for info in found if info), key=lambda info: info.filename, reverse=True)

    def get(self, filename: str) -> SnapshotInfo:
        """One backup by its name in the list. Raises UnknownBackup."""
        if read_name(filename) is not None:
            path = self.path(filename)
            info = self._info(path) if _is_plain_file(path) else None
            if info is not None:
                return info
        raise UnknownBackup

    def path(self, filename: str) -> Path:
        """Where a backup of the list is."""
        return self.directory / filename

    def add(self, kind: BackupKind, ending: str, write: Callable[[Path], Facts]) -> SnapshotInfo:
        """Put a new backup on the shelf, whole or not at all.

        `write` fills the file it is given; its size and checksum are added here. Raises what `write` raises, and
        AnotherBackup.
        """
        with self.turn_to_add() as add:
            return add(kind, ending, write)

    @contextmanager
    def turn_to_add(self) -> Iterator[Add]:
        """The right to put backups on the shelf, one process at a time, and what does so. Raises AnotherBackup."""
        with self._alone(_PART, patience=ADDING_WAITS_SECONDS):
            yield self._add

    def note(self, filename: str, facts: Facts) -> None:
        """Write down what is known about a backup, instead of what was."""
        path = self._facts_path(filename)
        part = path.with_name(f"{path.name}.part")
        try:
            descriptor = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(facts.model_dump_json(by_alias=True, indent=1))
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def remove(self, filename: str) -> None:
        """Delete a backup and what is known about it, if another process has not. Raises UnknownBackup."""
        if read_name(filename) is None:
            raise UnknownBackup
        self.path(filename).unlink(missing_ok=True)
        self._facts_path(filename).unlink(missing_ok=True)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A scratch directory. One at a time for all processes; what a killed one left is taken away first."""
        with self._alone(_SCRATCH):
            path = self.directory / f"{_SCRATCH}{os.getpid()}"
            path.mkdir(mode=0o700)
            try:
                yield path
            finally:
                self._sweep(_SCRATCH)

    def mark(self) -> str:
        """A word that only this directory has, the same for all processes and machines that share it.

        To be asked for with the scratch directory in hand, so that it is made once.
        """
        path = self.directory / ".mark"
        if not path.exists():
            part = path.with_name(".mark.part")
            part.touch(0o600)
            part.write_text(secrets.token_hex(8), encoding="ascii")
            part.replace(path)
        return path.read_text(encoding="ascii")

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """For a restore, and for whoever writes from the shell: on SQLite they are processes that share no gate."""
        with self._alone(_SWITCH):
            yield

    @contextmanager
    def only_restore(self) -> Iterator[None]:
        """No other restore of this data directory meanwhile, whichever process asks. Raises AnotherRestore."""
        with self._lock_file("restore-") as file:
            if not try_lock(file):
                raise AnotherRestore
            yield

    @contextmanager
    def deciding(self) -> Iterator[bool]:
        """Whether this process is the one that takes the automatic backups, which holds until the block ends."""
        with self._lock_file("automatic-") as file:
            yield try_lock(file)

    @contextmanager
    def _alone(self, prefix: str, *, patience: float = OTHERS_WAIT_SECONDS) -> Iterator[None]:
        until = time.monotonic() + patience
        with self._lock_file(prefix) as file:
            while not try_lock(file):
                if time.monotonic() > until:
                    raise AnotherBackup
                time.sleep(0.02)
            # Whoever holds the lock is alone, so whatever lies about is a dead process's.
            self._sweep(prefix)
            yield

    def _lock_file(self, prefix: str) -> FileIO:
        try:
            self.prepare()
            return open_lock(self.directory / f".{prefix}lock")
        except OSError as error:
            raise BackupFailed(f"There is no place for backups: {error.strerror}.") from error

    def _add(self, kind: BackupKind, ending: str, write: Callable[[Path], Facts]) -> SnapshotInfo:
        name = BackupName(clock.now(), kind, ending)
        while self.path(str(name)).exists():
            name = BackupName(name.created_at + timedelta(milliseconds=1), kind, ending)
        part = self.directory / f"{_PART}{name}"
        try:
            # The mode is set before the first byte, not after the last.
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            facts = write(part)
            sync(part)
            facts = facts.model_copy(update={"size_bytes": part.stat().st_size, "sha256": sha256(part)})
            # First what is known, then the file itself: what is listed is never without its facts.
            self.note(str(name), facts)
            part.rename(self.path(str(name)))
            sync(self.directory)
        except BaseException:
            self._facts_path(str(name)).unlink(missing_ok=True)
            self._sweep(_PART)
            raise
        return self.get(str(name))

    def _sweep(self, prefix: str) -> None:
        for left in self.directory.glob(f"{prefix}*"):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)

    def _info(self, path: Path) -> SnapshotInfo | None:
        name = read_name(path.name)
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            return None
        if name is None:
            return None
        return SnapshotInfo(
            filename=path.name, kind=name.kind, created_at=name.created_at, facts=self._facts(path.name, size)
        )

    def _facts(self, filename: str, size: int) -> Facts:
        try:
            facts = Facts.model_validate_json(self._facts_path(filename).read_bytes())
        except (OSError, ValidationError):
            return Facts(size_bytes=size, note=PUT_HERE_BY_HAND)
        if facts.size_bytes != size:
            return facts.model_copy(update={"size_bytes": size, "verified": False, "note": CHANGED})
        return facts

    def _facts_path(self, filename: str) -> Path:
        return self.directory / f"{filename}.json"


def sha256(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_plain_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def sync(path: Path) -> None:
    """Have the system bring a file, or the names in a directory, to the disk."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
