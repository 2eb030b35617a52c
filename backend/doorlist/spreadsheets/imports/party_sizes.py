"""Counts the rows for several people; an import makes one guest of each (contract 5.import.202)."""

from collections.abc import Iterator, Sequence

from doorlist.spreadsheets.imports import words
from doorlist.spreadsheets.imports.cells import status_words
from doorlist.spreadsheets.imports.columns import says_more_come


class PartySizes:
    """The columns of a file with a number of people, and how many rows have more than one."""

    def __init__(self, header: Sequence[str], taken: Sequence[int]) -> None:
        """Columns that are `taken` for another field are left alone."""
        self._header = header
        self._columns = {
            column: is_besides for column, is_besides in says_more_come(header).items() if column not in taken
        }
        self._rows = dict.fromkeys(self._columns, 0)

    def count(self, cells: Sequence[str]) -> None:
        """Count one row."""
        for column, is_besides in self._columns.items():
            if column < len(cells) and _says_more(cells[column].strip(), is_besides=is_besides):
                self._rows[column] += 1

    def notes(self) -> Iterator[str]:
        """A sentence on each column with more than one person in a row."""
        for column, rows in self._rows.items():
            if rows:
                yield (
                    f"'{self._header[column].strip()}' says for {rows:,} {'row' if rows == 1 else 'rows'} that more"
                    " people come. Each row is imported as one guest."
                )


def _says_more(cell: str, *, is_besides: bool) -> bool:
    number = cell.removeprefix("+").removesuffix(".0").strip()
    if number.isascii() and number.isdecimal():
        return int(number[:9]) > (0 if is_besides else 1)
    return is_besides and status_words(cell) not in words.NO
