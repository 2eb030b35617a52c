"""Reads CSV files: encodings, separators, quotes and line breaks of many programs (contract 5)."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from doorlist.spreadsheets.reading.limits import (
    LARGEST_CELL,
    LARGEST_LINES,
    LARGEST_ROW,
    NOT_A_SPREADSHEET,
    FileTooLarge,
    Row,
    UnreadableFile,
    kept_rows,
)

# If two fit equally well, the later one wins: names and amounts have commas, hardly any text has tabs.
DELIMITERS = ",;\t"
# The guess for a file that is not Unicode. Libraries guess worse on short lists of names (decision 0026).
GUESSED_ENCODING = "windows-1252"
_PIECE = 1024 * 1024
_SAMPLE_BYTES = 8_192
_SAMPLE_CHARACTERS = 65_536
_SAMPLE_ROWS = 100
# Excel writes this line to declare the separator.
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t|])"?\r?\n?', re.IGNORECASE)
_TEXT_CONTROLS = set(b"\t\n\x0b\x0c\r\x1a\x1b")
# A few control characters are typing accidents. Many mean that the file is not text.
_STRAY_CONTROLS = 8
_LARGEST_SHARE_OF_CONTROLS = 0.02
_LARGEST_SHARE_OF_STRAY_ZEROS = 0.1
_SMALLEST_SHARE_OF_ZEROS = 0.4

# The csv module has one limit for the whole process; only this module reads CSV.
csv.field_size_limit(LARGEST_CELL)


def read_csv(file: BinaryIO) -> Iterator[Row]:
    """Line number and cells of every row that is not blank. A row with line breaks inside is one line.

    Holds one row in memory. Raises UnreadableFile and FileTooLarge, perhaps after some rows.
    """
    encoding = encoding_of(file)
    file.seek(0)
    text = io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="")
    try:
        delimiter, start = _delimiter(text)
        text.seek(start)
        yield from kept_rows(_numbered(text, delimiter))
    finally:
        # Otherwise the wrapper closes the caller's file.
        text.detach()


def _numbered(text: io.TextIOWrapper, delimiter: str) -> Iterator[Row]:
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnreadableFile(
                f"A cell in row {number:,} has more than {LARGEST_CELL:,} characters. Is a quotation mark missing?"
            ) from error
        if lines.ended:
            raise UnreadableFile(f"A quotation mark in row {number:,} is never closed.")
        lines.characters = 0
        yield number, cells


class _Lines:
    """The lines of a text, within the limits of a row and of the file.

    `ended` is set while the reader still builds a row: the file ended inside a quoted cell.
    """

    def __init__(self, text: io.TextIOWrapper) -> None:
        self.characters = 0
        self.ended = False
        self._text = text

    def __iter__(self) -> Iterator[str]:
        for count, line in enumerate(iter(partial(self._text.readline, LARGEST_ROW), "")):
            self.characters += len(line)
            if self.characters >= LARGEST_ROW:
                raise FileTooLarge(f"The file has a row of more than {LARGEST_ROW:,} characters.")
            if count == LARGEST_LINES:
                raise FileTooLarge(f"The file has more than {LARGEST_LINES:,} lines.")
            yield line
        self.ended = True


def encoding_of(file: BinaryIO) -> str:
    """The encoding of the file. Reads all of it, in pieces, to see whether it is UTF-8."""
    file.seek(0)
    head = file.read(_SAMPLE_BYTES)
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if encoding := _utf_16_by_its_zeros(head):
        return encoding
    controls = sum(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in head)
    if controls > _STRAY_CONTROLS + len(head) * _LARGEST_SHARE_OF_CONTROLS:
        raise UnreadableFile(NOT_A_SPREADSHEET)
    decoder = codecs.getincrementaldecoder("utf-8")()
    file.seek(0)
    try:
        while piece := file.read(_PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return GUESSED_ENCODING
    return "utf-8"


def _utf_16_by_its_zeros(head: bytes) -> str | None:
    """UTF-16 without a mark: every second byte of plain letters is zero."""
    half = len(head) // 2
    first, second = head[0 : half * 2 : 2].count(0), head[1 : half * 2 : 2].count(0)
    many, few = half * _SMALLEST_SHARE_OF_ZEROS, half * _LARGEST_SHARE_OF_STRAY_ZEROS
    if half and second >= many and first <= few:
        return "utf-16-le"
    if half and first >= many and second <= few:
        return "utf-16-be"
    return None


def _delimiter(text: io.TextIOWrapper) -> tuple[str, int]:
    """The separator of the cells, and the position where the rows begin."""
    line = text.readline(_SAMPLE_CHARACTERS)
    if named := _SEPARATOR_LINE.fullmatch(line):
        return named[1], text.tell()
    sample = line + text.read(_SAMPLE_CHARACTERS - len(line))
    return max(DELIMITERS, key=lambda delimiter: _fit(sample, delimiter)), 0


def _fit(sample: str, delimiter: str) -> tuple[int, int, int]:
    """Quality of a delimiter: the number of rows with the same number of cells, and that number."""
    counts: Counter[int] = Counter()
    try:
        for cells in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter):
            if len(cells) > 1:
                counts[len(cells)] += 1
            if counts.total() >= _SAMPLE_ROWS:
                break
    except csv.Error:
        # A huge cell with this delimiter; the rows before it still count.
        pass
    cells_in_most, rows = max(counts.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return rows, cells_in_most, DELIMITERS.index(delimiter)
