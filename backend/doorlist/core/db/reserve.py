"""Room on the disk that is kept aside, so that staff can still sign in once the disk is full (decision 0050)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog

log = structlog.get_logger()

RESERVE_BYTES = 4 * 1024 * 1024
SLICE_BYTES = 512 * 1024
"""More than the largest transaction of a sign-in adds to the log of the database."""
_PIECE_BYTES = 64 * 1024


class Reserve:
    """A file of bytes that nothing compresses. One process fills it, and opens it in a writer's turn."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._is_short = False

    def refill(self) -> None:
        """Restore the full size, once there is room again."""
        if self._is_short:
            self.fill()

    def fill(self) -> None:
        """Let it have its size, as far as there is room."""
        with suppress(OSError):
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                while (missing := RESERVE_BYTES - os.fstat(descriptor).st_size) > 0:
                    if not os.write(descriptor, os.urandom(min(missing, _PIECE_BYTES))):
                        return
                os.fsync(descriptor)
                self._is_short = False
            finally:
                os.close(descriptor)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """While the block runs, a part of the reserve is free. The part that the block leaves is reserved again."""
        self._is_short = True
        with suppress(OSError), self._file.open("r+b") as file:
            left = max(0, file.seek(0, os.SEEK_END) - SLICE_BYTES)
            file.truncate(left)
            # Some file systems give blocks free only then.
            os.fsync(file.fileno())
            log.warning("reserve_opened", left=left)
        try:
            yield
        finally:
            self.fill()
