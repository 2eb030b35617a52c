"""One server for one embedded database: a second on the same file is refused (contract 10)."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from doorlist.core.config import Settings


class AlreadyServing(Exception):
    """Another server uses this data directory; the text names the directory."""


@contextmanager
def hold_server_lock(settings: Settings) -> Iterator[None]:
    """Hold the data directory while serving. PostgreSQL may have many servers. Raises AlreadyServing."""
    if settings.database_url:
        yield
        return
    with open_lock(settings.data_dir / "server.lock") as file:
        if not try_lock(file):
            raise AlreadyServing(
                f"Another server is already using {settings.data_dir}."
                " Stop it first, or name another directory in DOORLIST_DATA_DIR."
            )
        yield


def open_lock(path: Path) -> FileIO:
    """Open the file to lock, and create it if it is missing, readable for its owner alone."""
    return FileIO(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+")


def try_lock(file: FileIO) -> bool:
    """Take the operating system's lock, which ends with the process, even if that is killed."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - there only

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not there

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
