"""The tickets of erased guests, in a file beside the database: a restore replaces the data, and not this file.

Each line is the hash of a ticket's text. It is on the disk before the erasure commits, so that the next start finishes
an erasure that was cut off in between (decision 0046).
"""

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from doorlist.privacy.rules import is_hash

FILE_NAME = "erased-tickets.txt"


class Remembered:
    """The file of one data directory. It is only ever added to."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / FILE_NAME
        self._guard = threading.Lock()

    def hashes(self) -> set[str]:
        """All that are remembered. A line that a power cut left unfinished is none."""
        try:
            lines = self._file.read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return set()
        return {line for line in lines if is_hash(line)}

    def add(self, hashes: Iterable[str]) -> None:
        """Add them; they are on the disk when this returns. Raises OSError."""
        lines = "".join(f"{each}\n" for each in hashes)
        if not lines:
            return
        with self._guard:
            is_new = not self._file.exists()
            descriptor = os.open(self._file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                # A line that was cut off stays on its own.
                os.write(descriptor, (lines if _ends_a_line(descriptor) else f"\n{lines}").encode())
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if is_new:
                _sync_directory(self._file.parent)


def _ends_a_line(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size == 0 or os.pread(descriptor, 1, size - 1) == b"\n"


def _sync_directory(directory: Path) -> None:
    with suppress(OSError):  # not every system can
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
