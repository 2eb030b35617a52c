"""Exports as files: CSV a chunk at a time, a workbook as a whole (contract 7.export)."""

import csv
import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from sqlalchemy.orm import Session
from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.format import Format

from doorlist.core import clock
from doorlist.settings.rules import Currency
from doorlist.settings.service import get_currency, get_settings
from doorlist.spreadsheets.exports.tables import Cursor, Export, cells
from doorlist.spreadsheets.rules import (
    AS_IT_IS,
    DAY,
    MOMENT,
    MONEY,
    CellKind,
    date_cell_formats,
    rich_parts,
    written_for,
)

# With these bytes a spreadsheet program reads the file as UTF-8.
BYTE_ORDER_MARK = "\ufeff"
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# The maximum that Excel opens, headings included.
ROWS_OF_A_SHEET = 1_048_576
_IN_WORK = "export-in-work-"
# Far longer than the longest export.
_OLDEST_IN_WORK_SECONDS = 3600
_TEXT_WIDTH, _NUMBER_WIDTH = 22, 14


def csv_chunk(export: Export, tx: Session, after: Cursor | None) -> tuple[str, Cursor | None]:
    """The lines of the next rows, at the start after the headings; and the cursor after them."""
    rows, cursor = export.read(tx, after)
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if after is None:
        buffer.write(BYTE_ORDER_MARK)
        writer.writerow(export.headings)
    kinds = written_for(export.kinds, _currency_of(export, tx), export.zone)
    writer.writerows(cells(rows, [kind.in_csv for kind in kinds]))
    return buffer.getvalue(), cursor


def write_workbook(export: Export, tx: Session, *, file: BinaryIO, directory: Path) -> None:
    """Write all rows as an Excel file. Rows that do not fit into a sheet are written to another one.

    Holds one row in memory: the library keeps the others in the directory until it packs them.
    """
    file.seek(0)
    file.truncate()
    with _workbook(file, directory) as book:
        currency = _currency_of(export, tx)
        sheets = _Sheets(book, export, _number_formats(export, tx, currency))
        writers = [kind.in_workbook for kind in written_for(export.kinds, currency, export.zone)]
        after: Cursor | None = None
        while True:
            rows, after = export.read(tx, after)
            sheets.add(cells(rows, writers))
            if after is None:
                break


def _currency_of(export: Export, tx: Session) -> Currency:
    """The currency of an export's amounts; the settings are read only if it has any."""
    return get_currency(tx) if MONEY in export.kinds else Currency()


def _number_formats(export: Export, tx: Session, currency: Currency) -> dict[CellKind, str]:
    """How a workbook shows the numbers and dates of these kinds."""
    formats = {MONEY: currency.text(0)}
    if {DAY, MOMENT}.intersection(export.kinds):
        settings = get_settings(tx)
        formats[DAY], formats[MOMENT] = date_cell_formats(settings.date_format, settings.time_format)
    return formats


class _Sheets:
    """The sheets of a workbook, each beneath the headings."""

    def __init__(self, book: Workbook, export: Export, formats: dict[CellKind, str]) -> None:
        self._book = book
        self._export = export
        self._bold = book.add_format({"bold": True})
        made = {kind: book.add_format({"num_format": text}) for kind, text in formats.items()}
        self._formats = [made.get(kind) for kind in export.kinds]
        self._begin()

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        """Add the rows. Each text is a text cell, whatever it looks like."""
        for row in rows:
            if self._row == ROWS_OF_A_SHEET:
                self._begin()
            for column, value in enumerate(row):
                if type(value) is str:
                    self._write_text(column, value)
                elif isinstance(value, date):
                    self._sheet.write_datetime(self._row, column, value, self._formats[column])
                elif value is not None:
                    self._sheet.write_number(self._row, column, value, self._formats[column])
            self._row += 1

    def _begin(self) -> None:
        number = len(self._book.worksheets()) + 1
        self._sheet = self._book.add_worksheet(self._export.sheet if number == 1 else f"{self._export.sheet} {number}")
        self._sheet.freeze_panes(1, 0)
        for column, (heading, kind) in enumerate(zip(self._export.headings, self._export.kinds, strict=True)):
            width = _NUMBER_WIDTH if kind in {AS_IT_IS, DAY, MONEY} else _TEXT_WIDTH
            self._sheet.set_column(column, column, width)
            self._sheet.write_string(0, column, heading, self._bold)
        self._row = 1

    def _write_text(self, column: int, text: str) -> None:
        if not text:
            return
        first, *others = rich_parts(text)
        if not others:
            self._sheet.write_string(self._row, column, text)
            return
        plain = Format()
        self._sheet.write_rich_string(self._row, column, first, *(part for other in others for part in (plain, other)))


class _Target:
    """A file that can be replaced by another."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@contextmanager
def _workbook(file: BinaryIO, directory: Path) -> Iterator[Workbook]:
    # The library's temporary files have names while the workbook is written.
    sweep_exports(directory)
    with TemporaryDirectory(dir=directory, prefix=_IN_WORK) as work:
        target = _Target(file)
        book = Workbook(target, {"constant_memory": True, "tmpdir": work})
        try:
            yield book
            book.close()
        except BaseException as error:
            # The archive ends itself when it is collected, after the file is closed or on a full disk.
            target.file = io.BytesIO()
            if isinstance(error, FileCreateError):
                # This exception hides a full disk.
                raise error.args[0] from error
            raise
        finally:
            for sheet in book.worksheets():
                sheet.row_data_fh.close()


def sweep_exports(directory: Path) -> None:
    """Remove the leftovers of exports whose server was killed. Another server may be writing one there now."""
    oldest = clock.now().timestamp() - _OLDEST_IN_WORK_SECONDS
    for left in directory.glob(f"{_IN_WORK}*"):
        with suppress(FileNotFoundError):
            if left.stat().st_mtime < oldest:
                shutil.rmtree(left, ignore_errors=True)
