"""Rules of spreadsheets as plain functions on plain values."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, tzinfo
from functools import partial
from typing import Any, NamedTuple

from doorlist.core.text import bare_digits, fold
from doorlist.settings.rules import Currency, DateFormat, TimeFormat

# The table and the payment status of a row without them (contract 5).
DEFAULT_TABLE = 1
DEFAULT_PAYMENT_STATUS = "free"
NO_PHONE = "-"  # contract 5: the phone of a guest who was imported without one

# A body has at most 1 MiB.
LARGEST_BULK_IMPORT = 10_000
LISTED_ROWS = 1_000
ROWS_IN_NOTE = 5
# Rows per transaction: usual, at the start and while another writer waits, and at most. On SQLite the
# door waits for one transaction, on PostgreSQL for none.
IMPORT_SLICE = {"sqlite": 250, "postgresql": 1_000}
SMALLEST_IMPORT_SLICE = {"sqlite": 50, "postgresql": 1_000}
LARGEST_IMPORT_SLICE = {"sqlite": 2_000, "postgresql": 1_000}
# Deleting takes longer: SQLite removes rows from the search index more slowly than it adds them.
DELETE_SLICE = 125
SMALLEST_DELETE_SLICE = 25

# Spreadsheets read a cell that begins so as a formula (contract 7). A cell may start where the value starts, and
# after any character that a spreadsheet may split at; quotes and blanks may follow it. An apostrophe there is our
# guard.
_SEPARATORS = r";,|\t\r\n"
_SIGNS = r"=+\-@\t\r"
_BEGINS_HERE = rf"\A(?={{0}}'*[{_SIGNS}])|(?<=[{_SEPARATORS}])(?={{0}}(?:[\"']*[{_SIGNS}]|[ \"']*=))"
_FORMULA = re.compile(_BEGINS_HERE.format(""))
_GUARD = re.compile(rf"(?:{_BEGINS_HERE.format(chr(39))})'")
# Most values have none of these and skip the slower pattern.
_MAY_SEPARATE = re.compile(rf"[{_SEPARATORS}]")
_MAY_BEGIN = ("=", "+", "-", "@", "\t", "\r", "'")
# A match begins only at the head of a run of blanks: otherwise each blank of a long run would start a search.
_LINE_BREAK = re.compile(r"(?<! ) *\n+ *")
_PLAIN_PHONE = re.compile(r"\+[0-9 ]+")
# The library that writes workbooks would read these as markup, or as an escaped character: the text is split here.
_READ_AS_MARKUP = re.compile(r"(?<=\A<)(?=r>)|(?<=_)(?=x[0-9A-Fa-f]{4}_)")


MAX_EXPORTED_IDS = 2_000  # an address holds no more
# A backup is taken after an import of so many attendees (contract 4.backup.940).
LARGE_IMPORT = 500


class DuplicateKey(NamedTuple):
    """Key of a duplicate check: attendees of one event with the same folded name and the same digits of the phone."""

    event_id: int
    name: str
    phone: str


def duplicate_key(event_id: int, full_name: str, phone: str) -> DuplicateKey:
    """The key of an attendee for the duplicate check. A phone without any digit is compared as it is written."""
    return DuplicateKey(event_id, fold(full_name), bare_digits(phone) or fold(phone))


def duplicates(
    rows: Sequence[DuplicateKey], *, already_there: Iterable[DuplicateKey], certain: Collection[int] = ()
) -> list[bool]:
    """For each row, True if it repeats an attendee from before this import, counted one for one.

    Eight equal rows of a new name are eight attendees; the same file again repeats all eight (contract 4). `certain`
    are the places of rows whose invoice number proves the repeat: they count first.
    """
    left = Counter(already_there)
    repeated = [False] * len(rows)
    others = (place for place in range(len(rows)) if place not in certain)
    for place in itertools.chain(sorted(certain), others):
        repeated[place] = left[rows[place]] > 0
        left[rows[place]] -= 1
    return repeated


def formula_safe(text: str) -> str:
    """The text as a cell that no spreadsheet reads as a formula, whatever separator it splits the file at."""
    may_be = text.startswith(_MAY_BEGIN) or _MAY_SEPARATE.search(text)
    return _FORMULA.sub("'", text) if may_be else text


def strip_formula_guard(text: str) -> str:
    """The text that `formula_safe` made into this cell."""
    return _GUARD.sub("", text) if "'" in text else text


def in_one_line(cell: str) -> str:
    """The text of a cell that holds several lines as one line (contract 5.import.11)."""
    return _LINE_BREAK.sub(" ", cell) if "\n" in cell else cell


class CellKind(NamedTuple):
    """How a value, or None, becomes a cell.

    A spreadsheet interprets the cells of CSV. Cells of a workbook have types.
    """

    in_csv: Callable[[Any], object]
    in_workbook: Callable[[Any], str | float | date | None]


def as_it_is(value: Any) -> Any:
    """The value as a cell; None is an empty one."""
    return value


def text_cell(text: str | None) -> str:
    """The text as a cell that is not a formula."""
    return formula_safe(text) if text else ""


def yes_no(value: bool | None) -> str:
    return "" if value is None else "Yes" if value else "No"


def phone_cell(phone: str | None) -> str:
    """The phone as a cell; a plain +61 number stays as it is, so that it can be dialled (contract 7)."""
    return phone if phone and _PLAIN_PHONE.fullmatch(phone) else text_cell(phone)


def workbook_text(text: str | None) -> str | None:
    """The text as a text cell, never a formula. An apostrophe that an import would drop as our guard is doubled."""
    return _GUARD.sub("''", text) if text and "'" in text else text


def rich_parts(text: str) -> list[str]:
    """The text in the parts in which a workbook can keep it; nearly always one."""
    return _READ_AS_MARKUP.split(text) if "_x" in text or text.startswith("<r>") else [text]


_DEFAULT = Currency()


def money_cell(cents: int | None, currency: Currency = _DEFAULT) -> str:
    """12050 cents are 120.50; nothing paid is an empty cell."""
    return "" if cents is None else currency.text(cents)


def _money_number(cents: int | None, currency: Currency = _DEFAULT) -> float | None:
    return None if cents is None else currency.number(cents)


# Workbooks have no earlier dates.
_FIRST_YEAR = 1900


def day_cell(day: str | None) -> str | date | None:
    """The day of a text like 2026-11-20, or the text where a workbook has no such date."""
    return day if day is None or int(day[:4]) < _FIRST_YEAR else date.fromisoformat(day)


def _local_moment(moment: str, zone: tzinfo) -> datetime | None:
    try:
        return datetime.fromisoformat(moment).astimezone(zone).replace(microsecond=0)
    except OverflowError:
        return None


def moment_text(moment: str | None, zone: tzinfo) -> str | None:
    """`2026-11-20 19:05:12` in the zone, with its offset where the clocks show that time for the second time."""
    local = None if moment is None else _local_moment(moment, zone)
    if local is None:
        return moment
    return (local if local.fold else local.replace(tzinfo=None)).isoformat(sep=" ")


def moment_cell(moment: str | None, zone: tzinfo) -> str | datetime | None:
    """The time in the zone as a date cell; a text where such a cell cannot hold it."""
    local = None if moment is None else _local_moment(moment, zone)
    if local is None or local.fold or local.year < _FIRST_YEAR:
        return moment_text(moment, zone)
    return local.replace(tzinfo=None)


def date_cell_formats(date_format: DateFormat, time_format: TimeFormat) -> tuple[str, str]:
    """How a workbook shows a day, and a moment."""
    day = "dd/mm/yyyy" if date_format is DateFormat.DAY_FIRST else "mm/dd/yyyy"
    time = "hh:mm:ss" if time_format is TimeFormat.HOURS_24 else "h:mm:ss AM/PM"
    return day, f"{day} {time}"


TEXT = CellKind(text_cell, workbook_text)
PHONE = CellKind(phone_cell, workbook_text)
FLAG = CellKind(yes_no, yes_no)
AS_IT_IS = CellKind(as_it_is, as_it_is)
"""Whole numbers, and texts that the server makes."""
DAY = CellKind(as_it_is, day_cell)
MOMENT = CellKind(as_it_is, workbook_text)
"""A time in its wire form; `written_for` is for that of a zone."""
MONEY = CellKind(money_cell, _money_number)
"""Amounts of the default currency; `written_for` is for another one."""


def written_for(kinds: Sequence[CellKind], currency: Currency, zone: tzinfo | None) -> list[CellKind]:
    """The kinds, with amounts in this currency and times in this zone."""
    changed = {MONEY: CellKind(partial(money_cell, currency=currency), partial(_money_number, currency=currency))}
    if zone is not None:
        changed[MOMENT] = CellKind(partial(moment_text, zone=zone), partial(moment_cell, zone=zone))
    return [changed.get(kind, kind) for kind in kinds]
