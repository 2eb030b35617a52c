"""Reads the rows of a CSV or XLSX file (contract 5)."""

import os
import re
from collections.abc import Generator, Iterable
from typing import BinaryIO

from doorlist.spreadsheets.reading.csv_file import GUESSED_ENCODING, encoding_of, read_csv
from doorlist.spreadsheets.reading.limits import (
    LARGEST_FILE_BYTES,
    NOT_A_SPREADSHEET,
    FileTooLarge,
    Row,
    UnreadableFile,
)
from doorlist.spreadsheets.reading.xlsx_file import read_xlsx
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MARKUP = (b"<", b"{\\rtf", b"%PDF")
_JSON = b"{"
_LONGEST_SAMPLE = 60
_LINE_BREAK = re.compile(r"\r\n?")


def open_rows(
    file: BinaryIO, file_name: str, blank_formulas: list[BlankFormulas] | None = None
) -> Generator[Row, None, None]:
    """The rows of a spreadsheet, each with its line number (the header is line 1) and its cells as text.

    Blank lines are left out but counted. Reads lazily and leaves the file open; close the generator or read to the end
    to free its resources. The first bytes decide the format, not the name. After the last row `blank_formulas` has the
    formulas whose values the file does not store. Raises AnotherFile, UnreadableFile and FileTooLarge (413), perhaps
    after some rows.
    """
    if file.seek(0, os.SEEK_END) > LARGEST_FILE_BYTES:
        raise FileTooLarge("The file is larger than 50 MB.")
    file.seek(0)
    head = file.read(1024)
    if head.startswith(_ZIP):
        rows = read_xlsx(file, [] if blank_formulas is None else blank_formulas)
    else:
        refuse_other_kinds(head, file_name)
        rows = read_csv(file)
    is_empty = True
    for number, cells in rows:
        is_empty = False
        text = "".join(cells)
        if "\n" in text or "\r" in text:
            cells = [_LINE_BREAK.sub("\n", cell) for cell in cells]  # noqa: PLW2901 - the same row
        yield number, cells
    if is_empty:
        raise UnreadableFile("There are no rows in this file.")


def is_guessed(file: BinaryIO) -> bool:
    """True if the encoding of a file was guessed. For a file that could be read."""
    file.seek(0)
    return not file.read(4).startswith(_ZIP) and encoding_of(file) == GUESSED_ENCODING


def encoding_note(samples: Iterable[str]) -> str:
    """The note on a guessed encoding, with texts that show a person whether the guess is right."""
    seen = ", ".join(f'"{text[:_LONGEST_SAMPLE]}"' for text in dict.fromkeys(samples))
    return (
        f"This file does not name its encoding. It was read as Windows-1252: {seen}."
        " If names look wrong, save the file as CSV UTF-8."
    )


def formula_note(column: str, formulas: BlankFormulas) -> str:
    """The note on the formulas of a column that were read as blank cells."""
    count = "1 formula" if formulas.cells == 1 else f"{formulas.cells:,} formulas"
    where = "in row" if formulas.cells == 1 else "from row"
    return (
        f"{column} has {count} without a stored value, {where} {formulas.first_row}, read as blank."
        " Open the file in a spreadsheet program, save it there and import it again."
    )


def refuse_other_kinds(head: bytes, file_name: str) -> None:
    """Refuse a file of another kind, with advice. Raises UnreadableFile."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(_OLD_EXCEL):
        raise UnreadableFile("This is an old Excel file, or one with a password. Save it as CSV or XLSX without one.")
    if start.startswith(_MARKUP):
        raise UnreadableFile(NOT_A_SPREADSHEET)
    if start.startswith(_JSON):
        raise UnreadableFile(f"{file_name} is a JSON file. To restore a backup, use Restore JSON.")
