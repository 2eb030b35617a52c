"""Files that are written whole or not at all, and flushed to the disk."""

import os
from pathlib import Path


def write_whole(file: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Write the whole file or nothing, never readable for other users than `mode` allows. Raises OSError."""
    part = file.with_name(f".{file.name.removeprefix('.')}.part")
    part.unlink(missing_ok=True)
    # Outside the `try`: a part of another writer, which is newer than that, is not ours to remove.
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync(path: Path) -> None:
    """Flush a file, or the names in a directory, to the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
