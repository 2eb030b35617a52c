"""The process that reads one XLSX file: the file is its standard input, the rows are its standard output.

The parser builds the whole sheet in memory, outside of Python's reach. In its own process the system can limit and kill
it, and the server goes on. `xlsx_file` starts it; it imports nothing of the server.

Each line of output is a row as JSON. The last line is an `Ending`, or a message; the exit code has its kind.
"""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import msgspec

from doorlist.spreadsheets.reading.limits import (
    LARGEST_CELL,
    LARGEST_ROW,
    MEBIBYTE,
    FileTooLarge,
    Row,
    UnreadableFile,
    kept_rows,
)
from doorlist.spreadsheets.reading.xlsx_archive import DAMAGED, check_archive
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas, blank_formulas

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

OUT_OF_MEMORY, TOO_LARGE, UNREADABLE = 3, 4, 5

# A table of 200,000 rows and 12 columns takes a tenth of the time and half of the memory.
LARGEST_SECONDS = 20  # of computing; waiting for the reader costs none
LARGEST_MEMORY = 512 * MEBIBYTE
_BUFFER_BYTES = 64 * 1024
_LARGEST_WHOLE = 10**15  # as many digits as a spreadsheet keeps


class ReadSheet(NamedTuple):
    """The number of a sheet and the column of its first cell, both from 0: the rows begin with that cell."""

    number: int
    first_column: int


class Ending(msgspec.Struct):
    """The process's last line, after the rows."""

    blank_formulas: list[BlankFormulas]


Cell = int | float | str | bool | time | date | datetime | timedelta


def main() -> int:
    """Read standard input, write standard output; the exit code."""
    limit_process()
    # There are no reference cycles here, and looking for them takes a tenth of the time.
    gc.disable()
    with open(0, "rb", closefd=False) as file, open(1, "wb", buffering=_BUFFER_BYTES, closefd=False) as out:
        try:
            check_archive(file)
            file.seek(0)
            read_sheets: list[ReadSheet] = []
            write_rows(out, read_rows(file, read_sheets))
            formulas = [
                found._replace(column=found.column - first_column)
                for number, first_column in read_sheets
                for found in blank_formulas(file, number)
            ]
            out.write(msgspec.json.encode(Ending(formulas)) + b"\n")
        except (FileTooLarge, UnreadableFile) as error:
            out.write(msgspec.json.encode(str(error)) + b"\n")
            return TOO_LARGE if isinstance(error, FileTooLarge) else UNREADABLE
        except MemoryError:
            return OUT_OF_MEMORY
    return 0


def read_rows(file: BinaryIO, read_sheets: list[ReadSheet]) -> Iterator[Row]:
    """The rows of the first sheet that has any, hidden sheets last; cells as a person sees them.

    `read_sheets` gets that sheet.
    """
    # Imported here, so that a refused file does not load the parser.
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415

    try:
        with CalamineWorkbook.from_filelike(file) as workbook:
            sheets = [
                (sheet.visible != SheetVisibleEnum.Visible, number, sheet.name)
                for number, sheet in enumerate(workbook.sheets_metadata)
                if sheet.typ == SheetTypeEnum.WorkSheet
            ]
            for _, number, name in sorted(sheets):
                sheet = workbook.get_sheet_by_name(name)
                has_rows = False
                for row in rows_of(sheet):
                    has_rows = True
                    yield row
                if has_rows:
                    read_sheets.append(ReadSheet(number, sheet.start[1] if sheet.start else 0))
                    return
    except CalamineError as error:
        raise UnreadableFile(DAMAGED) from error
    except BaseException as error:
        # A panic of the parser; its class cannot be imported.
        if type(error).__name__ == "PanicException":
            raise UnreadableFile(DAMAGED) from error
        raise


def rows_of(sheet: CalamineSheet) -> Iterator[Row]:
    """The rows of a sheet that are not blank. Raises FileTooLarge."""
    return kept_rows(
        (number, [cell if type(cell) is str else text_of(cell) for cell in row])
        for number, row in enumerate(sheet.iter_rows(), start=1)
    )


def text_of(cell: Cell) -> str:
    """A cell as a person sees it: 7 and not 7.0, Yes and not true, a day as 2026-11-20."""
    if type(cell) is float:
        is_short = -_LARGEST_WHOLE < cell < _LARGEST_WHOLE
        return str(whole) if is_short and (whole := int(cell)) == cell else format(cell, ".15g")
    if isinstance(cell, bool):
        return "Yes" if cell else "No"
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="milliseconds" if cell.microsecond else "seconds")
    return str(cell)


def write_rows(out: BinaryIO, rows: Iterator[Row]) -> None:
    """Write a line for each row. Raises FileTooLarge."""
    encoder = msgspec.json.Encoder()
    line = bytearray()
    for row in rows:
        encoder.encode_into(row, line)
        if len(line) > LARGEST_CELL:
            check_lengths(row[1])
        line += b"\n"
        out.write(line)


def check_lengths(cells: list[str]) -> None:
    """Refuse a row that is too long for a guest list. Raises FileTooLarge."""
    lengths = [len(cell) for cell in cells]
    if max(lengths) > LARGEST_CELL:
        raise FileTooLarge(f"A cell has more than {LARGEST_CELL:,} characters.")
    if sum(lengths) > LARGEST_ROW:
        raise FileTooLarge(f"The file has a row of more than {LARGEST_ROW:,} characters.")


def limit_process() -> None:
    """Limit processor time and memory, and write no core dump, where the system can.

    Any file ends at these limits. The other checks refuse it sooner and say why.
    """
    for kind, limit in (
        (resource.RLIMIT_CPU, LARGEST_SECONDS),
        (resource.RLIMIT_AS, LARGEST_MEMORY),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


if __name__ == "__main__":
    sys.exit(main())
