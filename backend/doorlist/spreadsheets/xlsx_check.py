"""Whether an XLSX file is what it says, before anything builds it up in memory (contract 5).

An archive of kilobytes can unpack to gigabytes, and a sheet of two cells can claim to be a million rows wide. So the
archive is unpacked once in small pieces that are counted, looked at and thrown away.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from doorlist.spreadsheets.limits import (
    LARGEST_CELL,
    LARGEST_RATIO,
    LARGEST_ROW,
    LARGEST_ROWS,
    LARGEST_UNPACKED_BYTES,
    MEBIBYTE,
    NOT_A_SPREADSHEET,
    TOO_MANY_ROWS,
    FileTooLarge,
    UnreadableFile,
)

_LARGEST_DIRECTORY = MEBIBYTE
_LARGEST_PARTS = 2_000
_LARGEST_STRINGS = 2_000_000
# Small parts of a few repeated words pack better than any bomb, and harm nobody.
_RATIO_COUNTS_FROM = MEBIBYTE
# A character takes up to five bytes where it is written as &amp;, a cell some thirty more.
_LARGEST_CELL_BYTES = 8 * LARGEST_CELL
_LARGEST_ROW_BYTES = 6 * LARGEST_ROW
_READ = 16 * 1024
_PIECE = 256 * 1024
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1

_WORKBOOK = "xl/workbook.xml"
# The parser tries other kinds when it cannot read the workbook, and those are not looked into here.
_OTHER_KINDS = ("content.xml", "xl/workbook.bin")
_DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY")
# A row beyond the 200,000th or a cell beyond the 702nd column, with something in it: between it and the table the
# parser would lay out every cell that is not there. Other ways to say so run into the limit on memory.
_FAR_ROW = re.compile(rb'<row r="(?:[2-9][0-9]{5}|[0-9]{7,})"[^>]*><c [^>]*[^/]>')
_FAR_COLUMN = re.compile(rb'<c r="[A-Z]{3,}[0-9]+"[^>/]*>')
# Also for a place before the beginning of the file: an OSError.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    ValueError,
    EOFError,
    OverflowError,
    OSError,
)

TOO_MUCH_UNPACKED = "The file unpacks to more than 150 MB."
TOO_DENSELY_PACKED = "The file is packed more than 200 to 1, which no spreadsheet is."
TOO_MANY_PARTS = "The file consists of more than 2,000 parts."
TOO_MANY_TEXTS = "The file has more than 2,000,000 different texts."
FAR_AWAY = "Something stands far below or far right of the table. Delete it, or save the file as CSV."
CELL_TOO_LONG = "A cell has more than 32,767 characters."
ROW_TOO_LONG = "The file has a row of more than 1,000,000 characters."
DAMAGED = "This spreadsheet is damaged. Save it again as CSV or XLSX."
IS_LOCKED = "This spreadsheet has a password. Save it as CSV or XLSX without one."


def check_archive(file: BinaryIO) -> int:
    """How many bytes the parts of an XLSX file unpack to. Raises UnreadableFile and FileTooLarge."""
    try:
        return _check(file)
    except _BROKEN as error:
        raise UnreadableFile(DAMAGED) from error


def _check(file: BinaryIO) -> int:
    with zipfile.ZipFile(cast("BinaryIO", _ReadsLittle(file))) as archive:
        parts = archive.infolist()
        directory = archive.start_dir
    names = [part.filename.replace("\\", "/").lower() for part in parts]
    if len(parts) > _LARGEST_PARTS:
        raise FileTooLarge(TOO_MANY_PARTS)
    if _WORKBOOK not in names or any(name in names for name in _OTHER_KINDS):
        raise UnreadableFile(NOT_A_SPREADSHEET)
    if len(set(names)) < len(names):
        raise UnreadableFile(DAMAGED)
    for part in parts:
        _check_declaration(part)
    if sum(part.file_size for part in parts) > LARGEST_UNPACKED_BYTES:
        raise FileTooLarge(TOO_MUCH_UNPACKED)
    starts = _starts(file, parts, directory)
    return sum(_check_part(file, part, start) for part, start in zip(parts, starts, strict=True))


class _ReadsLittle:
    """A file that refuses to be read in one large piece, as a directory of millions of parts would have it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > _LARGEST_DIRECTORY:
            raise FileTooLarge(TOO_MANY_PARTS)
        return self._file.read(size if size >= 0 else _LARGEST_DIRECTORY)


def _check_declaration(part: zipfile.ZipInfo) -> None:
    """What the archive says about a part."""
    if part.flag_bits & _ENCRYPTED:
        raise UnreadableFile(IS_LOCKED)
    if part.compress_type not in _METHODS:
        raise UnreadableFile(DAMAGED)
    if part.file_size > max(_RATIO_COUNTS_FROM, part.compress_size * LARGEST_RATIO):
        raise FileTooLarge(TOO_DENSELY_PACKED)


def _starts(file: BinaryIO, parts: list[zipfile.ZipInfo], directory: int) -> list[int]:
    """Where the packed bytes of each part begin. No two parts may share any: that is how a bomb is made of nothing."""
    starts = []
    for part in parts:
        file.seek(part.header_offset)
        signature, name_length, extra_length = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
        if signature != b"PK\x03\x04":
            raise UnreadableFile(DAMAGED)
        starts.append(part.header_offset + _LOCAL_HEADER.size + name_length + extra_length)
    spans = sorted((part.header_offset, start + part.compress_size) for part, start in zip(parts, starts, strict=True))
    begins = [begin for begin, _ in spans[1:]] + [directory]
    if any(end > begin for (_, end), begin in zip(spans, begins, strict=True)):
        raise UnreadableFile(DAMAGED)
    return starts


def _check_part(file: BinaryIO, part: zipfile.ZipInfo, start: int) -> int:
    """How many bytes a part really unpacks to: as many as it declares."""
    count = 0
    look: _Look | None = None
    for piece in _unpacked(file, part, start):
        if count == 0 and _is_markup(part.filename, piece):
            look = _Look(piece)
        count += len(piece)
        if count > part.file_size:
            raise UnreadableFile(DAMAGED)
        if look:
            look.at(piece)
    if count != part.file_size:
        raise UnreadableFile(DAMAGED)
    return count


def _unpacked(file: BinaryIO, part: zipfile.ZipInfo, start: int) -> Iterator[bytes]:
    """The part in pieces. Our own unpacking, since the library's stops where the declared size ends."""
    file.seek(start)
    left = part.compress_size
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if part.compress_type == zipfile.ZIP_DEFLATED else None
    while left > 0 and (packed := file.read(min(left, _READ))):
        left -= len(packed)
        if unpacker is None:
            yield packed
            continue
        while piece := unpacker.decompress(packed, _PIECE):
            yield piece
            packed = unpacker.unconsumed_tail
    if unpacker is not None and (piece := unpacker.flush()):
        yield piece


def _is_markup(name: str, head: bytes) -> bool:
    return name.lower().endswith((".xml", ".rels")) or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


class _Look:
    """What can be told of markup from its raw bytes, piece by piece; far quicker than reading it."""

    def __init__(self, head: bytes) -> None:
        if any(declaration in head for declaration in _DECLARATIONS) or not re.search(rb"<[A-Za-z_]", head):
            # Declarations stand before the first element, and can make a text grow without end.
            raise UnreadableFile(DAMAGED)
        self._rows = self._strings = 0
        self._since_text = self._since_string = self._since_row = 0  # bytes
        self._is_strings = b"<sst" in head or b":sst" in head
        self._is_sheet = False

    def at(self, piece: bytes) -> None:
        """Look at the next piece. Raises FileTooLarge."""
        self._since_text = _gap(self._since_text, piece, (b"<",), _LARGEST_CELL_BYTES, CELL_TOO_LONG)
        self._is_sheet = self._is_sheet or b"sheetData" in piece
        if self._is_sheet:
            self._since_row = _gap(self._since_row, piece, (b"<row", b":row"), _LARGEST_ROW_BYTES, ROW_TOO_LONG)
            # Formatted rows below the table are no rows; those that hold something are.
            if self._rows > LARGEST_ROWS + 1 and (b"</v>" in piece or b"</is>" in piece):
                raise FileTooLarge(TOO_MANY_ROWS)
            self._rows += piece.count(b"<row")
            if _FAR_COLUMN.search(piece) or _FAR_ROW.search(piece):
                raise FileTooLarge(FAR_AWAY)
            self._is_sheet = b"</sheetData" not in piece
        if self._is_strings:
            self._since_string = _gap(self._since_string, piece, (b"<si", b":si"), _LARGEST_ROW_BYTES, CELL_TOO_LONG)
            self._strings += piece.count(b"<si")
            if self._strings > _LARGEST_STRINGS:
                raise FileTooLarge(TOO_MANY_TEXTS)


def _gap(since: int, piece: bytes, marks: tuple[bytes, ...], limit: int, message: str) -> int:
    """How many bytes have passed since the last mark. Raises FileTooLarge."""
    first = min((at for mark in marks if (at := piece.find(mark)) >= 0), default=-1)
    if since + (first if first >= 0 else len(piece)) > limit:
        raise FileTooLarge(message)
    return since + len(piece) if first < 0 else len(piece) - max(piece.rfind(mark) for mark in marks)
