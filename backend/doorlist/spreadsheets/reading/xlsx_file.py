"""Rows out of an XLSX file, read by a process of its own (contract 5)."""

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, BinaryIO

import msgspec
import structlog

from doorlist.spreadsheets.reading.limits import FileTooLarge, ReaderBusy, Row, UnreadableFile
from doorlist.spreadsheets.reading.xlsx_archive import DAMAGED
from doorlist.spreadsheets.reading.xlsx_process import END, FRAME, OUT_OF_MEMORY, ROWS, TOO_LARGE, UNREADABLE

log = structlog.get_logger()

# A parser may use a processor and 512 MB (xlsx_process). A small server can run one.
_PARSER_LOCK = threading.Lock()
WAIT_SECONDS = 20
# The only limit on a system without resource limits.
_START_SECONDS = 60
# A row of the longest cells, each character written as \u0000.
_LARGEST_FRAME = 8_000_000
# The process reads a stranger's file, so it gets none of our secrets.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
_KILLED_FOR_TIME = {-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name)}

TOO_MUCH_MEMORY = (
    "Reading this spreadsheet takes too much memory. Delete what stands far below or right of the table, "
    "or save it as CSV."
)
TOO_MUCH_TIME = "Reading this spreadsheet takes too long. Save it as CSV."


def read_xlsx(file: BinaryIO) -> Iterator[Row]:
    """Line number and cells of every row of the first sheet that has any. The server reads one file at a time.

    The process ends with the generator. Raises ReaderBusy, or UnreadableFile and FileTooLarge,
    perhaps after some rows.
    """
    if not _PARSER_LOCK.acquire(timeout=WAIT_SECONDS):
        raise ReaderBusy
    try:
        yield from _parsed(file)
    finally:
        _PARSER_LOCK.release()


def _parsed(file: BinaryIO) -> Iterator[Row]:
    decoder = msgspec.json.Decoder(Row)
    with tempfile.TemporaryFile() as copy:
        # A copy: the process would move the caller's position in the file.
        file.seek(0)
        shutil.copyfileobj(file, copy, 1024 * 1024)
        copy.seek(0)
        process = _start(copy)
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    watch = threading.Timer(_START_SECONDS, process.kill)
    watch.daemon = True
    watch.start()
    try:
        while True:
            kind, payload = _frame(process.stdout)
            watch.cancel()
            if kind == ROWS:
                yield from decoder.decode_lines(payload)
            elif kind == END:
                return
            elif kind == TOO_LARGE:
                raise FileTooLarge(msgspec.json.decode(payload, type=str))
            elif kind == UNREADABLE:
                raise UnreadableFile(msgspec.json.decode(payload, type=str))
            else:
                process.stdout.close()
                raise _why_it_ended(process.wait())
    finally:
        watch.cancel()
        process.kill()
        process.stdout.close()
        process.wait()


def _start(file: BinaryIO) -> Popen[bytes]:
    return Popen(
        [sys.executable, "-P", "-m", "doorlist.spreadsheets.reading.xlsx_process"],
        stdin=file,
        stdout=PIPE,
        stderr=DEVNULL,
        env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
    )


def _frame(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """The next frame; empty where the process has ended or sent something else."""
    header = stream.read(FRAME.size)
    if len(header) < FRAME.size:
        return b"", b""
    kind, length = FRAME.unpack(header)
    payload = stream.read(length) if length <= _LARGEST_FRAME else b""
    return (kind, payload) if len(payload) == length else (b"", b"")


def _why_it_ended(code: int) -> Exception:
    """The error for a process that ended early."""
    log.warning("spreadsheet_process_ended", code=code)
    if code in _KILLED_FOR_TIME:
        return FileTooLarge(TOO_MUCH_TIME)
    if code in {OUT_OF_MEMORY, -signal.SIGABRT}:
        return FileTooLarge(TOO_MUCH_MEMORY)
    return UnreadableFile(DAMAGED)
