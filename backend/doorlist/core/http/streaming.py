"""Long answers, one chunk at a time: little memory, and a slow reader holds no connection to the database."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Protocol, TypeVar

import anyio
from anyio import to_thread
from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from doorlist.core.concurrency import Slots, TooBusy
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import without_statement_deadline
from doorlist.core.errors import DatabaseUnavailable, problem_for
from doorlist.core.http.attachment import attachment
from doorlist.core.processes.pool import Workplace
from doorlist.core.processes.worker_process import WorkInterrupted

PIECE_BYTES = 256 * 1024
RETRY_DELAYS_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.6)

Cursor = TypeVar("Cursor")
Chunk = tuple[str, Cursor | None]
Run = Callable[[Callable[[Session], Chunk[Cursor]]], Awaitable[Chunk[Cursor]]]
ReadChunk = Callable[[Session, Cursor | None], Chunk[Cursor]]
"""Maps a cursor (None at the start) to the text of the next rows and the cursor after them (None at the end)."""


class Write(Protocol):
    """Writes a whole file in one transaction. It may be called again, and then starts over."""

    def __call__(self, tx: Session, *, file: BinaryIO) -> None: ...


async def stream(
    database: Database,
    read_chunk: ReadChunk[Cursor],
    *,
    media_type: str,
    headers: Mapping[str, str] | None = None,
    slots: Slots | None = None,
) -> StreamingResponse:
    """Respond with the chunks in order, each read in its own transaction.

    The first is read before the response begins, so that a lost database can still be a 503. The others are read in a
    worker process, so `read_chunk` and its cursors must be picklable. With `slots` each chunk takes one of them, so
    that screens do not wait.
    """
    run = partial(database.run, reading=True) if slots is None else partial(database.run_long_read, slots=slots)
    first = await _read(run, read_chunk, None)
    chunks = _chunks(first, partial(database.read_chunk, slots=slots), read_chunk)
    return StreamingResponse(chunks, media_type=media_type, headers=headers)


async def written_first(
    database: Database,
    write: Write,
    *,
    directory: Path,
    note: Callable[[], None],
    media_type: str,
    file_name: str,
) -> StreamingResponse:
    """Answer with a file that `write` has written in one transaction; a slow reader holds none open.

    `note` is called once the file is whole, before the first byte leaves.
    """
    # A file without a name vanishes when it is closed. The data directory is on disk, and only the owner reads it.
    with ExitStack() as opened:
        file = opened.enter_context(TemporaryFile(dir=directory))
        work = partial(database.workers.jobs.run, partial(_write, write), [file])
        await database.long_slots.run(work)
        size = file.seek(0, os.SEEK_END)
        await to_thread.run_sync(note, limiter=database.writer_slots)
        opened.pop_all()  # from here on the answer closes it
    headers = {
        "Content-Disposition": attachment(file_name),
        # With the length, a client detects a download that was cut off.
        "Content-Length": str(size),
    }
    return StreamingResponse(_pieces(file), media_type=media_type, headers=headers)


def _write(write: Write, workplace: Workplace) -> None:
    [file] = workplace.files
    with without_statement_deadline():
        workplace.database.fetch(partial(write, file=file))


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(PIECE_BYTES):
            yield piece


async def _chunks(first: Chunk[Cursor], run: Run[Cursor], read_chunk: ReadChunk[Cursor]) -> AsyncIterator[str]:
    text, cursor = first
    yield text
    while cursor is not None:
        text, cursor = await _read_patiently(run, read_chunk, cursor)
        yield text


async def _read_patiently(run: Run[Cursor], read_chunk: ReadChunk[Cursor], cursor: Cursor) -> Chunk[Cursor]:
    """Return the next chunk. A response that has begun cannot become a 503, so a failed read is repeated for 3 s."""
    for seconds in RETRY_DELAYS_SECONDS:
        try:
            return await _read(run, read_chunk, cursor)
        except Exception as error:
            if not isinstance(problem_for(error), DatabaseUnavailable | TooBusy | WorkInterrupted):
                raise
            await anyio.sleep(seconds)
    return await _read(run, read_chunk, cursor)


async def _read(run: Run[Cursor], read_chunk: ReadChunk[Cursor], cursor: Cursor | None) -> Chunk[Cursor]:
    return await run(partial(_read_one, read_chunk, cursor))


def _read_one(read_chunk: ReadChunk[Cursor], cursor: Cursor | None, tx: Session) -> Chunk[Cursor]:
    return read_chunk(tx, cursor)
