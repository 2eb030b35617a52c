"""The preview's notes on the file itself: its encoding, and formulas that were read as blank (contract 5.import)."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from doorlist.spreadsheets.imports.columns import status_columns
from doorlist.spreadsheets.imports.validation import Report
from doorlist.spreadsheets.reading.files import BlankFormulas, encoding_note, formula_note, is_guessed


def file_notes(file: BinaryIO, report: Report, formulas: Sequence[BlankFormulas]) -> Iterator[str]:
    """The notes on a file that was read. Columns that are not imported need none."""
    if report.encoding_samples and is_guessed(file):
        yield encoding_note(report.encoding_samples)
    imported = {*report.mapping.values(), *status_columns(report.columns, report.mapping)}
    headings = dict(enumerate(report.columns))
    for found in formulas:
        heading = headings.get(found.column, "").strip()
        # The heading itself may be such a formula.
        if found.column in imported or not heading:
            yield formula_note(f"'{heading}'" if heading else "A column without a heading", found)
