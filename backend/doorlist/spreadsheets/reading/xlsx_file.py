"""Rows out of an XLSX file, read by a separate process (contract 5)."""

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from itertools import chain
from subprocess import DEVNULL, PIPE, Popen
from typing import BinaryIO

import msgspec
import structlog

from doorlist.core.errors import Problem
from doorlist.spreadsheets.reading.limits import FileTooLarge, Row, UnreadableFile
from doorlist.spreadsheets.reading.xlsx_archive import DAMAGED
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas
from doorlist.spreadsheets.reading.xlsx_process import OUT_OF_MEMORY, TOO_LARGE, UNREADABLE, Ending

log = structlog.get_logger()

# A parser may use a processor and 512 MB (xlsx_process). Each worker process runs one.
_PARSER_LOCK = threading.Lock()
WAIT_SECONDS = 20
# The only limit on a system without resource limits.
_START_SECONDS = 60
# A row of the longest cells, each character written as \u0000.
_LONGEST_LINE = 8_000_000
# The process reads an untrusted file, so it gets none of our secrets.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH")
_KILLED_FOR_TIME = {-signal.SIGXCPU, -signal.SIGKILL}


class AnotherFile(Problem):
    status = 503
    code = "another_file"
    title = "Another file is being read"
    detail = "Another Excel file is being read. Try again in a moment, or save this one as CSV."
    retry_after_seconds = 10


def read_xlsx(file: BinaryIO, blank_formulas: list[BlankFormulas]) -> Iterator[Row]:
    """Line number and cells of every row of the first sheet that has any. A process reads one file at a time.

    `blank_formulas` is filled after the last row. The process ends with the generator. Raises AnotherFile, or
    UnreadableFile and FileTooLarge, perhaps after some rows.
    """
    if not _PARSER_LOCK.acquire(timeout=WAIT_SECONDS):
        raise AnotherFile
    try:
        yield from _parsed(file, blank_formulas)
    finally:
        _PARSER_LOCK.release()


def _parsed(file: BinaryIO, blank_formulas: list[BlankFormulas]) -> Iterator[Row]:
    decode = msgspec.json.Decoder(Row | str | Ending).decode
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
    said = ""
    try:
        lines = iter(partial(process.stdout.readline, _LONGEST_LINE), b"")
        first = next(lines, b"")
        watch.cancel()
        for line in chain((first,), lines):
            if not line.endswith(b"\n"):
                break
            item = decode(line)
            if isinstance(item, str):
                said = item
            elif isinstance(item, Ending):
                blank_formulas += item.blank_formulas
            else:
                yield item
        process.stdout.close()
        _check_end(process.wait(), said)
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


def _check_end(code: int, said: str) -> None:
    """Raise the error that the process reported, or the reason why the system ended it."""
    if code == 0:
        return
    if code in {TOO_LARGE, UNREADABLE}:
        raise FileTooLarge(said) if code == TOO_LARGE else UnreadableFile(said)
    log.warning("spreadsheet_process_ended", code=code)
    if code in _KILLED_FOR_TIME:
        raise FileTooLarge("Reading this spreadsheet takes too long. Save it as CSV.")
    if code in {OUT_OF_MEMORY, -signal.SIGABRT}:
        raise FileTooLarge(
            "Reading this spreadsheet takes too much memory. Delete what stands far below or right of the table, or"
            " save it as CSV."
        )
    raise UnreadableFile(DAMAGED)
