"""Rows for several people: a mapped column makes that many guests, others are pointed out (contract 5.import.202)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from doorlist.attendees.rules import MAX_TICKETS_PER_REQUEST
from doorlist.spreadsheets.imports import words
from doorlist.spreadsheets.imports.cells import LONGEST_QUOTE, status_words
from doorlist.spreadsheets.imports.columns import QUANTITY, cell_of, is_our_own, party_size_columns
from doorlist.spreadsheets.imports.words import heading_words

LONGEST_NUMBER = 9
_ZEROS = re.compile(r"\.0+$")


def people_of(cell: str, *, is_besides: bool) -> int:
    """The number of people of a row, 1 for a blank cell. `is_besides`: the guest who is named is not included.

    Raises ValueError with a sentence.
    """
    text = _ZEROS.sub("", cell.removeprefix("+")).strip()
    if not text or (is_besides and status_words(cell) in words.NO):
        return 1
    if is_besides and status_words(cell) in words.YES:
        return 2
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
    if (people := number + is_besides) in range(1, MAX_TICKETS_PER_REQUEST + 1):
        return people
    raise ValueError(f"'{cell[:LONGEST_QUOTE]}' is not a number of people from 1 to {MAX_TICKETS_PER_REQUEST}")


def with_quantity(header: Sequence[str], rows: Sequence[Sequence[str]], mapping: dict[str, int]) -> dict[str, int]:
    """The mapping with the column of the number of tickets, if there is one such column.

    Not where most filled cells of the first rows are no number of people, such as the names of tickets or the numbers
    of orders. Nor where several of those rows have one phone: each is one ticket then, and the number is that of its
    order.
    """
    named = [column for column, cell in enumerate(header) if "".join(heading_words(cell)) in words.QUANTITIES]
    if len(named) != 1 or named[0] in mapping.values() or is_our_own(header):
        return mapping
    with_it = {**mapping, QUANTITY: named[0]}
    phones = Counter[str]()
    meant = 0
    for row in rows:
        cell = cell_of(row, with_it, QUANTITY).strip()
        try:
            people = people_of(cell, is_besides=False)
        except ValueError:
            meant -= 1
            continue
        meant += bool(cell)
        if people > 1:
            phones[cell_of(row, mapping, "phone").strip()] += 1
    del phones[""]
    if meant < 0 or any(number > 1 for number in phones.values()):
        return mapping
    return dict(sorted(with_it.items(), key=lambda item: item[1]))


class PartySizeCounter:
    """The columns of a file with a number of people, and how many rows have more than one."""

    def __init__(self, header: Sequence[str], taken: Sequence[int]) -> None:
        """Columns that are `taken` for another field are left alone."""
        self._header = header
        self._columns = {
            column: is_besides for column, is_besides in party_size_columns(header).items() if column not in taken
        }
        self._rows = dict.fromkeys(self._columns, 0)

    def count(self, cells: Sequence[str]) -> None:
        for column, is_besides in self._columns.items():
            if column < len(cells) and _says_more(cells[column].strip(), is_besides=is_besides):
                self._rows[column] += 1

    def notes(self) -> Iterator[str]:
        """A sentence on each column with more than one person in a row."""
        for column, rows in self._rows.items():
            if rows:
                yield (
                    f"'{self._header[column].strip()}' says for {rows:,} {'row' if rows == 1 else 'rows'} that more"
                    " people come. Each row is imported as one guest, unless you choose 'Quantity' for this column."
                )


def _says_more(cell: str, *, is_besides: bool) -> bool:
    number = cell.removeprefix("+").removesuffix(".0").strip()
    if number.isascii() and number.isdecimal():
        return int(number[:9]) > (0 if is_besides else 1)
    return is_besides and status_words(cell) not in words.NO
