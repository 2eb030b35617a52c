"""Long answers, a chunk at a time: little memory, and who reads slowly holds no connection."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial

import anyio
from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from doorlist.core.database import Database
from doorlist.core.errors import DatabaseUnavailable, problem_for
from doorlist.core.slots import Slots, TooBusy

PATIENCE_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.6)

Chunk = tuple[str, int | None]
Run = Callable[[Callable[[Session], Chunk]], Awaitable[Chunk]]
ReadChunk = Callable[[Session, int | None], Chunk]
"""Given a cursor (None at the start): the text of the next rows, and the cursor after them (None at the end)."""


async def stream(
    database: Database,
    read_chunk: ReadChunk,
    *,
    media_type: str,
    headers: Mapping[str, str] | None = None,
    slots: Slots | None = None,
) -> StreamingResponse:
    """Answer with the chunks one after the other, each read in a transaction of its own.

    The first is read before the answer begins, while a database that is away can still be told by a 503. With `slots`
    each chunk is read in one of them, and keeps nobody waiting who works with a screen.
    """
    run = partial(database.run, reading=True) if slots is None else partial(database.read_for_long, slots=slots)
    chunks = _chunks(run, read_chunk)
    first = await anext(chunks)
    return StreamingResponse(_with_first(first, chunks), media_type=media_type, headers=headers)


async def _chunks(run: Run, read_chunk: ReadChunk) -> AsyncIterator[str]:
    text, cursor = await _read(run, read_chunk, None)
    yield text
    while cursor is not None:
        text, cursor = await _read_patiently(run, read_chunk, cursor)
        yield text


async def _read_patiently(run: Run, read_chunk: ReadChunk, cursor: int) -> Chunk:
    """The next chunk. An answer that has begun can no longer become a 503, so a database that is away is waited for."""
    for seconds in PATIENCE_SECONDS:
        try:
            return await _read(run, read_chunk, cursor)
        except Exception as error:
            if not isinstance(problem_for(error), DatabaseUnavailable | TooBusy):
                raise
            await anyio.sleep(seconds)
    return await _read(run, read_chunk, cursor)


async def _read(run: Run, read_chunk: ReadChunk, cursor: int | None) -> Chunk:
    return await run(lambda tx: read_chunk(tx, cursor))


async def _with_first(first: str, others: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for chunk in others:
        yield chunk
