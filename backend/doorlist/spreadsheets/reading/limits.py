"""The limits of a spreadsheet, and the errors for one that cannot be read (contract 5)."""

from collections.abc import Iterable, Iterator

MEBIBYTE = 1024 * 1024
# Limits of contract 5: sizes of the file and of its unpacked parts, rows, and ratio of compression.
LARGEST_FILE_BYTES = 50 * MEBIBYTE
LARGEST_ROWS = 200_000  # rows of data, the header comes on top
LARGEST_UNPACKED_BYTES = 150 * MEBIBYTE
LARGEST_RATIO = 200
LARGEST_COLUMNS = 200
LARGEST_CELL = 32_767  # characters, as in Excel
# A guest takes a few hundred characters. A longer row would fill the memory.
LARGEST_ROW = 1_000_000
# Blank lines take time too; no spreadsheet program has more lines than this.
LARGEST_LINES = 1_048_576

Row = tuple[int, list[str]]


class UnreadableFile(Exception):
    """The file is not a spreadsheet that we read; the text is a sentence for a person."""


class FileTooLarge(Exception):
    """The file is over a limit; the text names the limit."""


NOT_A_SPREADSHEET = "This is not a spreadsheet that can be read. Save it as CSV or XLSX."


def kept_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows that are not blank. Raises FileTooLarge where there are too many, or one is too wide."""
    kept = 0
    for number, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        if len(cells) > LARGEST_COLUMNS:
            del cells[width(cells) :]
            if len(cells) > LARGEST_COLUMNS:
                raise FileTooLarge(f"The file has more than {LARGEST_COLUMNS} columns.")
        kept += 1
        if kept > LARGEST_ROWS + 1:
            raise FileTooLarge(f"The file has more than {LARGEST_ROWS:,} rows.")
        yield number, cells


def width(cells: list[str]) -> int:
    """The number of cells up to the last that is not blank."""
    for count in range(len(cells), 0, -1):
        if cells[count - 1].strip():
            return count
    return 0
