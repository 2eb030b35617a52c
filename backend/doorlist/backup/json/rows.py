"""Rows kept on disk between validation and the restore, so that a large file needs little memory."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

import msgspec

from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.backup.json.schemas import FileCheckInList, FileSettings, FileTicketType
from doorlist.check_in_lists.repository import StoredListPresence

SLICE = 1000
_SIZE_BYTES = 4

Row = TypeVar("Row", bound=tuple[Any, ...])


class EventRow(NamedTuple):
    id: int
    name: str
    date: str
    time: str | None
    ticket_price_cents: int | None
    capacity: int | None
    counts_exits: bool
    reentry: bool
    stops_at_capacity: bool
    leavers: int
    venue: str | None
    address: str | None
    end_time: str | None
    ticket_text: str | None
    version: int
    created_at: datetime
    updated_at: datetime
    updated_by: int | None


class EventMailRow(NamedTuple):
    event_id: int
    subject: str | None
    opening: str | None


class Slices(Generic[Row]):
    """Rows of one kind in a temporary file, slice after slice."""

    def __init__(self, row: type[Row], file: BinaryIO) -> None:
        self._file = file
        self._waiting: list[Row] = []
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(list[row]).decode  # type: ignore[valid-type]  # a type at run time

    def add(self, row: Row) -> None:
        self._waiting.append(row)
        if len(self._waiting) == SLICE:
            self._write_slice()

    def __iter__(self) -> Iterator[list[Row]]:
        self._write_slice()
        self._file.seek(0)
        while size := self._file.read(_SIZE_BYTES):
            yield self._decode(self._file.read(int.from_bytes(size, "big")))

    def _write_slice(self) -> None:
        if not self._waiting:
            return
        rows = self._encode(self._waiting)
        self._file.write(len(rows).to_bytes(_SIZE_BYTES, "big"))
        self._file.write(rows)
        self._waiting.clear()


class FileRows:
    """The contents of the file; without `settings`, those here stay."""

    def __init__(self, new_file: Callable[[], BinaryIO]) -> None:
        """`new_file` opens an empty file for rows of one kind."""
        self.events = Slices(EventRow, new_file())
        self.event_mails = Slices(EventMailRow, new_file())
        self.attendees = Slices(NewAttendee, new_file())
        self.check_ins = Slices(StoredListPresence, new_file())
        # Few: the validation has all of them in memory too.
        self.ticket_types: list[FileTicketType] = []
        self.check_in_lists: list[FileCheckInList] = []
        self.settings: FileSettings | None = None
