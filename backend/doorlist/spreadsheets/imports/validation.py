"""Checks the rows of a file, each by itself: which are valid, which are not and why (contract 4 and 5).

Plain functions on plain values, run while the file is read. `duplicates` then compares the valid rows with the lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from doorlist.attendees.bulk import AttendeeRow
from doorlist.core.text import fold
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.attendee_columns import COLUMNS, IMPORTED, SEVERAL_LINES
from doorlist.spreadsheets.imports import columns
from doorlist.spreadsheets.imports.readers import ImportContext, ImportRow, KnownEvent
from doorlist.spreadsheets.rules import in_one_line, strip_formula_guard
from doorlist.spreadsheets.schemas import DuplicateRow, RowError, RowWarning

SAMPLE_ROWS = 5
# Enough texts for a person to see whether the encoding was guessed right.
ENCODING_SAMPLES = 3

TOTAL_LEFT_OUT = "The last line looks like a total and is left out."
NO_HEADER = "The first line does not look like column names, so the columns are taken in the usual order."
PRINTED_TICKETS = (
    "This looks like an export from Doorlist. Imported rows get new QR codes. To keep printed tickets valid, use"
    " Restore JSON instead."
)
# Columns that only our exports have.
_EXPORT_ONLY = {fold(column.heading) for column in COLUMNS if column.read is None}
_REQUIRED = {"fullName": "name", "phone": "phone number"}


class ValidRow(NamedTuple):
    """A row that can be registered."""

    row: int
    attendee: AttendeeRow


@dataclass
class Report:
    """What is known of a file so far. Lists end at LISTED_ROWS, numbers count everything."""

    columns: list[str] = field(default_factory=list)
    mapping: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    sample: list[list[str]] = field(default_factory=list)
    valid: list[ValidRow] = field(default_factory=list)
    errors: int = 0
    row_errors: list[RowError] = field(default_factory=list)
    duplicates: int = 0
    duplicate_rows: list[DuplicateRow] = field(default_factory=list)
    warnings: list[RowWarning] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # Texts that are not plain ASCII, names first.
    encoding_samples: list[str] = field(default_factory=list)

    @property
    def imported(self) -> int:
        """The number of rows that are added."""
        return len(self.valid)

    def reject(self, row: int, problems: Iterable[tuple[str, str]]) -> None:
        """Leave a row out, for each of the problems `(field, message)`."""
        self.errors += 1
        for where, message in problems:
            if len(self.row_errors) < rules.LISTED_ROWS:
                self.row_errors.append(RowError(row=row, field=where, message=message))

    def warn(self, row: int, message: str) -> None:
        """Point out a row that is imported all the same."""
        if len(self.warnings) < rules.LISTED_ROWS:
            self.warnings.append(RowWarning(row=row, message=message))


def validate_rows(
    rows: Iterator[tuple[int, list[str]]], context: ImportContext, chosen_mapping: Mapping[str, int] | None
) -> Report:
    """Read the whole file and check each row. Only valid rows are kept."""
    report = Report()
    number, first = next(rows)
    first = [in_one_line(cell) for cell in first]
    has_header = columns.looks_like_header(first)
    report.columns = first if has_header else [f"Column {place}" for place in range(1, len(first) + 1)]
    if chosen_mapping is not None:
        report.mapping = dict(chosen_mapping)
    elif has_header:
        report.mapping = columns.guess_mapping(first)
    else:
        report.mapping = columns.mapping_by_position(len(first), event_is_chosen=context.chosen is not None)
        report.notes.append(NO_HEADER)
    if has_header and {fold(heading) for heading in first} >= _EXPORT_ONLY:
        report.notes.append(PRINTED_TICKETS)
    report.notes += [
        f"No column looks like the {what}. Choose it." for name, what in _REQUIRED.items() if name not in report.mapping
    ]
    validator = _RowValidator(context, report)
    waiting = None if has_header else (number, first)
    # Hold one row back, because only the last can be a total.
    for row in rows:
        if waiting is not None:
            validator.add(*waiting)
        waiting = row
    if waiting is not None:
        if columns.is_trailing_total(waiting[1], report.mapping):
            report.notes.append(TOTAL_LEFT_OUT)
        else:
            validator.add(*waiting)
    return report


class _RowValidator:
    """Checks one row after the other. Looks columns up once, because there may be 200,000 rows."""

    def __init__(self, context: ImportContext, report: Report) -> None:
        self._report = report
        self._context = context
        mapping = report.mapping
        self._blank = dict.fromkeys(IMPORTED, "")
        self._places = list(mapping.items())
        self._readers = [
            (name, column.field, column.read) for name, column in IMPORTED.items() if column.read is not None
        ]
        self._not_stored = {column.field for column in IMPORTED.values()} - set(AttendeeRow._fields)
        self._width = max(mapping.values(), default=-1) + 1
        payment = mapping.get("paymentStatus", len(report.columns))
        self._row = ImportRow(context, mapping, report.columns[payment] if payment < len(report.columns) else "")

    def add(self, number: int, cells: list[str]) -> None:
        """Check one row."""
        report, row = self._report, self._row
        self._sample(cells)
        if len(cells) < self._width:
            cells = cells + [""] * (self._width - len(cells))
        row.cells = texts = self._blank.copy()
        for name, place in self._places:
            cell = cells[place].strip()
            texts[name] = strip_formula_guard(cell if name in SEVERAL_LINES else in_one_line(cell)).strip()
        if not texts["fullName"] and (self._context.chosen is not None or not texts["phone"]):
            return
        problems = self._read()
        if problems:
            report.reject(number, problems)
            return
        for name in self._not_stored:
            del row.values[name]
        now = self._context.now
        report.valid.append(ValidRow(number, AttendeeRow(**row.values, created_at=now, updated_at=now)))
        event, event_name = row.event, texts["eventName"]
        if event_name and isinstance(event, KnownEvent) and event_name != event.name and self._context.chosen is None:
            report.warn(number, f"Event {event.id} is '{event.name}' here, not '{event_name}'.")

    def _read(self) -> list[tuple[str, str]]:
        """Read every cell into the row's values; what is wrong, as `(field, message)`."""
        row = self._row
        row.values = values = {}
        cells = row.cells
        problems = []
        for name, target, read in self._readers:
            try:
                values[target] = read(row, cells[name])
            except ValueError as error:
                problems.append((name, str(error)))
        return problems

    def _sample(self, cells: list[str]) -> None:
        report = self._report
        report.rows += 1
        if len(report.sample) < SAMPLE_ROWS:
            report.sample.append([in_one_line(cell) for cell in cells])
        if len(report.encoding_samples) < ENCODING_SAMPLES and not "".join(cells).isascii():
            names = (columns.cell_of(cells, report.mapping, "fullName"), *cells)
            report.encoding_samples.append(next(text for text in names if not text.isascii()).strip())
