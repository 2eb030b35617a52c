"""Whether an XLSX file is what it says, by the directory of its archive alone (contract 5).

An archive of kilobytes can unpack to gigabytes; the directory tells, and nothing is unpacked to find out. What it
hides, or what a sheet claims, runs into the limits of the process that parses (`xlsx_child`).
"""

import struct
import zipfile
from typing import BinaryIO, cast

from doorlist.spreadsheets.reading.limits import (
    LARGEST_RATIO,
    LARGEST_UNPACKED_BYTES,
    MEBIBYTE,
    NOT_A_SPREADSHEET,
    FileTooLarge,
    UnreadableFile,
)

_LARGEST_DIRECTORY = MEBIBYTE
_LARGEST_PARTS = 2_000
# Small parts of a few repeated words pack better than any bomb, and harm nobody.
_RATIO_COUNTS_FROM = MEBIBYTE
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1

_WORKBOOK = "xl/workbook.xml"
# The parser tries other kinds when it cannot read the workbook, and those are not looked into here.
_OTHER_KINDS = ("content.xml", "xl/workbook.bin")
# Also for a place before the beginning of the file: an OSError.
_BROKEN = (zipfile.BadZipFile, struct.error, NotImplementedError, ValueError, EOFError, OverflowError, OSError)

TOO_MUCH_UNPACKED = "The file unpacks to more than 150 MB. Save it as CSV."
TOO_DENSELY_PACKED = "The file is packed more than 200 to 1, which no spreadsheet is. Save it as CSV."
TOO_MANY_PARTS = "The file consists of more than 2,000 parts. Save it as CSV."
DAMAGED = "This spreadsheet is damaged. Save it again as CSV or XLSX."
IS_LOCKED = "This spreadsheet has a password. Save it as CSV or XLSX without one."


def check_archive(file: BinaryIO) -> None:
    """Look at the directory of an XLSX file. Raises UnreadableFile and FileTooLarge."""
    try:
        _check(file)
    except _BROKEN as error:
        raise UnreadableFile(DAMAGED) from error


def _check(file: BinaryIO) -> None:
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
        _check_part(part)
    if sum(part.file_size for part in parts) > LARGEST_UNPACKED_BYTES:
        raise FileTooLarge(TOO_MUCH_UNPACKED)
    _check_overlap(file, parts, directory)


class _ReadsLittle:
    """A file that refuses to be read in one large piece, as a directory of millions of parts would have it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > _LARGEST_DIRECTORY:
            raise FileTooLarge(TOO_MANY_PARTS)
        return self._file.read(size if size >= 0 else _LARGEST_DIRECTORY)


def _check_part(part: zipfile.ZipInfo) -> None:
    if part.flag_bits & _ENCRYPTED:
        raise UnreadableFile(IS_LOCKED)
    if part.compress_type not in _METHODS:
        raise UnreadableFile(DAMAGED)
    if part.file_size > max(_RATIO_COUNTS_FROM, part.compress_size * LARGEST_RATIO):
        raise FileTooLarge(TOO_DENSELY_PACKED)


def _check_overlap(file: BinaryIO, parts: list[zipfile.ZipInfo], directory: int) -> None:
    """No two parts may share any packed bytes: that is how a bomb is made of nothing."""
    spans = []
    for part in parts:
        file.seek(part.header_offset)
        signature, name_length, extra_length = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
        if signature != b"PK\x03\x04":
            raise UnreadableFile(DAMAGED)
        start = part.header_offset + _LOCAL_HEADER.size + name_length + extra_length
        spans.append((part.header_offset, start + part.compress_size))
    spans.sort()
    begins = [begin for begin, _ in spans[1:]] + [directory]
    if any(end > begin for (_, end), begin in zip(spans, begins, strict=True)):
        raise UnreadableFile(DAMAGED)
