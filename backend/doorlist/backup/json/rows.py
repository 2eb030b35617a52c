"""Rows that wait on disk, so that a large file needs no large memory between being judged and being written."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

import msgspec

from doorlist.attendees.bulk import AttendeeRow

SLICE = 1000
_SIZE_BYTES = 4

Row = TypeVar("Row", bound=tuple[Any, ...])


class EventRow(NamedTuple):
    """One event as it is to be stored, valid already."""

    id: int
    name: str
    date: str
    time: str | None
    ticket_price_cents: int | None
    version: int
    created_at: datetime
    updated_at: datetime
    updated_by: int | None


class Slices(Generic[Row]):
    """Rows of one kind, kept in a file of our own, a slice after the other."""

    def __init__(self, row: type[Row], file: BinaryIO) -> None:
        self._file = file
        self._waiting: list[Row] = []
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(list[row]).decode  # type: ignore[valid-type]  # known when it runs

    def add(self, row: Row) -> None:
        """Keep one more."""
        self._waiting.append(row)
        if len(self._waiting) == SLICE:
            self._put_away()

    def __iter__(self) -> Iterator[list[Row]]:
        """All of them, in the order in which they came."""
        self._put_away()
        self._file.seek(0)
        while size := self._file.read(_SIZE_BYTES):
            yield self._decode(self._file.read(int.from_bytes(size, "big")))

    def _put_away(self) -> None:
        rows = self._encode(self._waiting)
        self._file.write(len(rows).to_bytes(_SIZE_BYTES, "big"))
        self._file.write(rows)
        self._waiting.clear()


class FileRows(NamedTuple):
    """All that a backup's JSON file would bring."""

    events: Slices[EventRow]
    attendees: Slices[AttendeeRow]
