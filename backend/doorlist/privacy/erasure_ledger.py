"""The ledger of erased tickets: a file beside the database, which a restore does not replace.

A line has the hash of a ticket's text and its number of changes, 1 if absent: odd means erased, even brought back. The
highest number of a ticket counts (decision 0046).
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from errno import EAGAIN
from pathlib import Path

import structlog

from doorlist.core.files import sync
from doorlist.core.locks import LockFile, file_lock
from doorlist.privacy.rules import is_hash

log = structlog.get_logger()

FILE_NAME = "erased-tickets.txt"
_WAIT_SECONDS = 10.0
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


class ErasureLedger:
    """The file of one data directory. It is append-only, by one thread of one process at a time."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._file = data_dir / FILE_NAME

    def changes(self) -> dict[str, int]:
        """The number of changes of each ticket. A line that a power cut left unfinished is ignored."""
        try:
            lines = self._file.read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        found: dict[str, int] = {}
        for line in lines:
            qr_hash, _, number = line.partition(" ")
            if is_hash(qr_hash) and (not number or _NUMBER.fullmatch(number)):
                found[qr_hash] = max(found.get(qr_hash, 0), int(number or 1))
        return found

    def add(self, changes: Mapping[str, int]) -> None:
        """Write all changes to the disk, or none. Raises OSError."""
        lines = "".join(
            f"{qr_hash}\n" if number == 1 else f"{qr_hash} {number}\n" for qr_hash, number in changes.items()
        )
        if not lines:
            return
        busy = BlockingIOError(EAGAIN, "Another process is writing the ledger of erased tickets")
        with file_lock(self._data_dir, LockFile.ERASED_TICKETS, wait_seconds=_WAIT_SECONDS, refusal=busy):
            is_new = not self._file.exists()
            descriptor = os.open(self._file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                _append(descriptor, lines.encode())
            finally:
                os.close(descriptor)
            if is_new:
                with suppress(OSError):  # not every system can
                    sync(self._data_dir)

    def add_committed(self, changes: Mapping[str, int]) -> None:
        """Add tickets that the database already lists as brought back.

        If that fails, the database is ahead of the file: restores use the higher number, and the next start writes it.
        """
        try:
            self.add(changes)
        except OSError as error:
            log.warning("brought_back_not_in_file", tickets=len(changes), reason=type(error).__name__)


def _append(descriptor: int, lines: bytes) -> None:
    size = os.fstat(descriptor).st_size
    is_cut_off = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
    # An unfinished line must not merge with the next.
    left = memoryview(b"\n" + lines if is_cut_off else lines)
    try:
        # A full disk may take a part of the lines.
        while left:
            left = left[os.write(descriptor, left) :]
        os.fsync(descriptor)
    except OSError:
        # The request fails, so the next start must not finish a part of it.
        with suppress(OSError):
            os.ftruncate(descriptor, size)
        raise
