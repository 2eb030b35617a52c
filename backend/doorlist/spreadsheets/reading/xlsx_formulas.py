"""Finds the formulas of a sheet that have no stored value: the parser reads them as blank (contract 5.import.640).

Excel stores the value of a formula beside it. Programs that only write files often do not.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from posixpath import join, normpath
from typing import BinaryIO, NamedTuple
from xml.etree import ElementTree as ET

from doorlist.spreadsheets.reading.xlsx_archive import BROKEN

_WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_CHUNK = 1024 * 1024
# A formula has at most 8,192 characters.
_LONGEST_CELL = 64 * 1024
_FORMULA = re.compile(rb"[<:]f[\s/>]")
_CELL = re.compile(
    rb"<(?:\w+:)?c(?P<attributes>\s[^<>]*)>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?P<value><(?:\w+:)?v\s*(?:/>|></(?:\w+:)?v>))?\s*</(?:\w+:)?c>"
)
_PLACE = re.compile(rb"""\sr=["']([A-Z]{1,3})([0-9]{1,7})["']""")
# An empty text is a value: ="" stores it.
_IS_TEXT = re.compile(rb"""\st=["']str["']""")
_LETTERS = 26


class BlankFormulas(NamedTuple):
    """The formulas without a stored value in one column, counted from 0: how many, and the line of the first."""

    column: int
    cells: int
    first_row: int


def blank_formulas(file: BinaryIO, sheet_number: int) -> list[BlankFormulas]:
    """The columns with such formulas in a sheet, which is counted from 0 in the order of the workbook.

    Finds none in an archive that only the parser of the rows can read.
    """
    found: dict[int, BlankFormulas] = {}
    with (
        suppress(*BROKEN, zlib.error, ET.ParseError, KeyError, IndexError, StopIteration),
        zipfile.ZipFile(file) as archive,
        archive.open(_path_of(archive, sheet_number)) as sheet,
    ):
        for column, row in _places(iter(partial(sheet.read, _CHUNK), b"")):
            before = found.get(column, BlankFormulas(column, 0, row))
            found[column] = before._replace(cells=before.cells + 1)
    return [found[column] for column in sorted(found)]


def _path_of(archive: zipfile.ZipFile, sheet_number: int) -> str:
    workbook, relations = (
        ET.fromstring(archive.read(part))  # noqa: S314 - in a process with limits
        for part in (_WORKBOOK, _RELATIONS)
    )
    sheets = [part for part in workbook.iter() if part.tag.endswith("}sheet")]
    relation = next(value for key, value in sheets[sheet_number].items() if key.endswith("}id"))
    target = next(part.get("Target", "") for part in relations if part.get("Id") == relation)
    return normpath(join("xl", target)).lstrip("/")


def _places(chunks: Iterator[bytes]) -> Iterator[tuple[int, int]]:
    """Column and row of each cell with a formula and without a value."""
    rest = b""
    for chunk in chunks:
        text = rest + chunk
        end = 0
        if _FORMULA.search(text):
            for cell in _CELL.finditer(text):
                end = cell.end()
                place = _PLACE.search(cell["attributes"])
                if place and not (cell["value"] and _IS_TEXT.search(cell["attributes"])):
                    yield _column(place[1]), int(place[2])
        rest = text[max(end, len(text) - _LONGEST_CELL) :]


def _column(letters: bytes) -> int:
    """A is 0, AA is 26."""
    number = 0
    for letter in letters:
        number = number * _LETTERS + letter - ord("A") + 1
    return number - 1
