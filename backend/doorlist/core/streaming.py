"""Long answers, a chunk at a time: little memory, and who reads slowly holds no connection."""

from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial

from fastapi.responses import StreamingResponse
from sqlalchemy.orm import Session

from doorlist.core.database import Database

ReadChunk = Callable[[Session, int | None], tuple[str, int | None]]
"""Given a cursor (None at the start): the text of the next rows, and the cursor after them (None at the end)."""


async def stream(
    database: Database, read_chunk: ReadChunk, *, media_type: str, headers: Mapping[str, str] | None = None
) -> StreamingResponse:
    """Answer with the chunks one after the other, each read in a transaction of its own.

    The first is read before the answer begins, while a database that is away can still be told by a 503.
    """
    chunks = _chunks(database, read_chunk)
    first = await anext(chunks)
    return StreamingResponse(_with_first(first, chunks), media_type=media_type, headers=headers)


async def _chunks(database: Database, read_chunk: ReadChunk) -> AsyncIterator[str]:
    cursor: int | None = None
    while True:
        text, cursor = await database.run(partial(_read, read_chunk, cursor), reading=True)
        yield text
        if cursor is None:
            return


def _read(read_chunk: ReadChunk, cursor: int | None, tx: Session) -> tuple[str, int | None]:
    return read_chunk(tx, cursor)


async def _with_first(first: str, others: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for chunk in others:
        yield chunk
