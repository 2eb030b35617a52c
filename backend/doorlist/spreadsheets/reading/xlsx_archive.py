"""Checks the directory of an XLSX archive, before anything is unpacked (contract 5.import.3).

An archive of kilobytes can unpack to gigabytes, and its directory says so. Sizes that lie there, and huge claims inside
a sheet, run into the limits of the process that parses (`xlsx_process`).
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
# A small part of repeated words may pack better than 200 to 1, and harms nothing.
_RATIO_COUNTS_FROM = MEBIBYTE
_ENCRYPTED = 0x1

_WORKBOOK = "xl/workbook.xml"
# The parser tries these formats where it cannot read the workbook.
_OTHER_KINDS = ("content.xml", "xl/workbook.bin")
# OSError: an offset before the start of the file.
BROKEN = (zipfile.BadZipFile, struct.error, NotImplementedError, ValueError, EOFError, OverflowError, OSError)

TOO_MANY_PARTS = "The file consists of more than 2,000 parts. Save it as CSV."
DAMAGED = "This spreadsheet is damaged. Save it again as CSV or XLSX."


def check_archive(file: BinaryIO) -> None:
    """Check the directory of an XLSX file. Raises UnreadableFile and FileTooLarge."""
    try:
        with zipfile.ZipFile(cast("BinaryIO", _SmallReads(file))) as archive:
            parts = archive.infolist()
            if len(parts) > _LARGEST_PARTS:
                raise FileTooLarge(TOO_MANY_PARTS)
            names = {part.filename.replace("\\", "/").lower() for part in parts}
            if _WORKBOOK not in names or names.intersection(_OTHER_KINDS):
                raise UnreadableFile(NOT_A_SPREADSHEET)
            for part in parts:
                _check_part(archive, part)
            if sum(part.file_size for part in parts) > LARGEST_UNPACKED_BYTES:
                raise FileTooLarge("The file unpacks to more than 150 MB. Save it as CSV.")
    except BROKEN as error:
        raise UnreadableFile(DAMAGED) from error


def _check_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    if part.flag_bits & _ENCRYPTED:
        raise UnreadableFile("This spreadsheet has a password. Save it as CSV or XLSX without one.")
    if part.file_size > max(_RATIO_COUNTS_FROM, part.compress_size * LARGEST_RATIO):
        raise FileTooLarge("The file is packed more than 200 to 1, which no spreadsheet is. Save it as CSV.")
    # Compares the part's own header with the directory, and unpacks nothing.
    archive.open(part).close()


class _SmallReads:
    """A file that refuses one large read: a directory of millions of parts asks for it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > _LARGEST_DIRECTORY:
            raise FileTooLarge(TOO_MANY_PARTS)
        return self._file.read(size if size >= 0 else _LARGEST_DIRECTORY)
