"""Finds out which column of a spreadsheet holds which field (contract 5): plain functions on plain values."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from pydantic import Field, TypeAdapter

from doorlist.core.api_model import must_be
from doorlist.core.errors import InvalidInput
from doorlist.core.text import fold
from doorlist.spreadsheets.attendee_columns import COLUMNS, IMPORTED
from doorlist.spreadsheets.imports import words
from doorlist.spreadsheets.imports.words import heading_words, says_status
from doorlist.spreadsheets.reading.limits import LARGEST_COLUMNS

_OURS = {name: ("".join(heading_words(column.heading)), name.lower()) for name, column in IMPORTED.items()}
_OUR_OTHERS = {"fullname", "attendedyesorno"}  # contract 5.backup-import.1
_EXPORT_ONLY = {"".join(heading_words(column.heading)) for column in COLUMNS if column.read is None}
_ALL_OURS = _OUR_OTHERS.union(*_OURS.values(), _EXPORT_ONLY)
NAME_PARTS = ("firstName", "middleName", "lastName")
"""The parts of a name, as they are joined."""
TICKET_CODE = "ticketCode"
QUANTITY = "quantity"
FIELDS = (*IMPORTED, *NAME_PARTS, "status", "price", TICKET_CODE, QUANTITY)
"""Fields that a column may be mapped to. The last seven become the name, the payment, the QR text, and more guests."""
_NAMES = ("fullName", "firstName", "lastName")
_Column = Annotated[int, Field(strict=True, ge=0, lt=LARGEST_COLUMNS)]
_MAPPING = TypeAdapter(dict[Annotated[str, must_be(FIELDS.__contains__, "Must be a field")], _Column | None])

_PARTS = frozenset({"first", "given", "last", "family"})
_NOT_OF_A_GUEST = words.ABOUT_SOMETHING_ELSE - _PARTS
_DIGITS_OF_A_PHONE = 5
_HEADER_CELLS = 2
_PLUS_ONE = frozenset({"+1", "+1s", "+ 1"})
LARGEST_TITLE = 3


def is_our_own(header: Sequence[str]) -> bool:
    """True if the headings are ours: all of them are, or the two are there that only our own export has."""
    headings = {"".join(heading_words(cell)) for cell in header if cell.strip()}
    return headings >= _EXPORT_ONLY or headings <= _ALL_OURS


def is_our_export(header: Sequence[str]) -> bool:
    return {"".join(heading_words(cell)) for cell in header} >= _EXPORT_ONLY


def guess_mapping(header: Sequence[str]) -> dict[str, int]:
    """The column of each field, from left to right. Case, accents and punctuation make no difference.

    A whole heading beats a word in it, and our export's headings beat other people's. A column holds one field. Of
    another tool's file the id of an event is not taken: there it means another event (contract 5.import.20).
    """
    headings = [heading_words(cell) for cell in header]
    is_ours = is_our_own(header)
    found = _by_whole_heading(headings, is_ours=is_ours)
    for column, each in enumerate(headings):
        hinted = None if column in found.values() else _hinted(each)
        if hinted is None and column not in found.values() and not is_ours and says_status(header[column]):
            hinted = "status"
        if hinted is not None and not (hinted == "fullName" and has_name(found)):
            found.setdefault(hinted, column)
    return dict(sorted(found.items(), key=lambda item: item[1]))


def chosen_mapping(header: Sequence[str], chosen: Mapping[str, int | None]) -> dict[str, int]:
    """The columns that a person chose. Without a choice for the status the guess is used; null means no column."""
    mapping = {field: column for field, column in chosen.items() if column is not None}
    if "status" not in chosen and not is_our_own(header):
        says = [column for column, cell in enumerate(header) if says_status(cell) and column not in mapping.values()]
        guessed = guess_mapping(header).get("status")
        if says:
            mapping["status"] = guessed if guessed is not None and guessed in says else says[0]
    return mapping


def ambiguous_columns(header: Sequence[str], mapping: Mapping[str, int]) -> dict[str, list[int]]:
    """The columns that could hold a field as well as the guessed one: the same heading, or as good a hint.

    'Phone 1' and 'Phone 2' are not ambiguous: their numbers put them in order.
    """
    headings = [heading_words(cell) for cell in header]
    certain = _by_whole_heading(headings, is_ours=is_our_own(header))
    others = [column for column in range(len(header)) if headings[column] and column not in mapping.values()]
    return {
        field: found
        for field, chosen in mapping.items()
        if (found := [other for other in others if _is_ambiguous(headings, field, chosen, other, certain)])
    }


def _is_ambiguous(
    headings: Sequence[list[str]], field: str, chosen: int, other: int, certain: Mapping[str, int]
) -> bool:
    if headings[other] == headings[chosen]:
        return True
    if certain.get(field) == chosen or _hinted(headings[other]) != field:
        return False
    without_numbers = [[word for word in headings[column] if not word.isdecimal()] for column in (chosen, other)]
    return without_numbers[0] != without_numbers[1]


def _by_whole_heading(headings: Sequence[Sequence[str]], *, is_ours: bool) -> dict[str, int]:
    whole = {text: column for column, each in reversed(list(enumerate(headings))) if (text := "".join(each))}
    found: dict[str, int] = {}

    def take(name: str, aliases: Iterable[str]) -> None:
        for alias in aliases:
            if name not in found and alias in whole and whole[alias] not in found.values():
                found[name] = whole[alias]

    for name, ours in _OURS.items():
        if is_ours or name != "eventId":
            take(name, ours)
    for name, theirs in words.HEADINGS.items():
        if not (is_ours and name in {"status", "price", TICKET_CODE}):
            take(name, theirs)
    take(_field_of_unclear_name(found), words.UNCLEAR_NAMES)
    if not has_name(found):
        take("fullName", words.GUESTS)
    return found


def status_columns(header: Sequence[str], mapping: Mapping[str, int]) -> list[int]:
    """The columns with the status of guests: the mapped one, and any other with such a heading."""
    if "status" not in mapping:
        return []
    others = (column for column, cell in enumerate(header) if column not in mapping.values() and says_status(cell))
    return [mapping["status"], *others]


def has_event_id(header: Sequence[str]) -> bool:
    return any("".join(heading_words(cell)) in _OURS["eventId"] for cell in header)


def has_name(mapping: Mapping[str, int]) -> bool:
    """True if a column has names, or a part of them."""
    return not mapping.keys().isdisjoint(_NAMES)


def party_size_columns(header: Sequence[str]) -> dict[int, bool]:
    """The columns with a number of people; True if the named guest is not included."""
    joined = [cell.strip() if "+" in cell else "".join(heading_words(cell)) for cell in header]
    return {
        column: each not in words.PARTY_SIZES
        for column, each in enumerate(joined)
        if each in words.PARTY_SIZES or each in words.PLUS_ONES or each in _PLUS_ONE
    }


def _field_of_unclear_name(found: Mapping[str, int]) -> str:
    """The meaning of 'Name': beside 'Vorname' the last name, beside 'Surname' the first, else both."""
    if ("firstName" in found) == ("lastName" in found):
        return "fullName"
    return "lastName" if "firstName" in found else "firstName"


def _hinted(heading: list[str]) -> str | None:
    """The field that a word of the heading indicates, if no other word contradicts it."""
    said = set(heading)
    if "name" in said:  # 'Name of the guest', but not 'Guest of'
        said.discard("of")
    if "name" in said and said & _PARTS and not said & _NOT_OF_A_GUEST:
        return "firstName" if said & {"first", "given"} else "lastName"
    if said & words.ABOUT_SOMETHING_ELSE:
        return None
    name = next((name for name, hints in words.HINTS if said & hints), None)
    if name == "paymentStatus" and said & words.WHEN_OR_HOW:
        return None
    if said & words.NUMBERS and name not in {"phone", "tableNumber"}:
        return None
    return None if name == "fullName" and not said <= words.BESIDE_A_NAME else name


def mapping_by_position(columns: int, *, event_is_chosen: bool) -> dict[str, int]:
    """Which column holds which field in a file without a header: the order of 5.backup-import.1 and our export.

    Where the event is chosen on the screen, the file has no column for it.
    """
    left_out = {"eventId", "eventName"} if event_is_chosen else set()
    names = [column.name for column in COLUMNS if column.name not in left_out]
    return {name: column for column, name in enumerate(names[:columns]) if name in IMPORTED}


def looks_like_header(row: Sequence[str]) -> bool:
    """True if the first row names the columns; False if it is a guest.

    A guest has a number: a phone, a table. A header has none, and two cells or more, or one that we know. A header in
    an unknown language counts too: a person can correct its mapping.
    """
    cells = [cell for cell in row if cell.strip()]
    if any(_is_number(cell) for cell in cells if cell.strip() not in _PLUS_ONE):
        return False
    return len(cells) >= _HEADER_CELLS or bool(guess_mapping(row))


def is_title(row: Sequence[str], following: Sequence[str]) -> bool:
    """True if the row is a title above the headings, as Numbers writes it: one cell, and names of columns beneath."""
    if filled(row) != 1 or filled(following) < _HEADER_CELLS or not looks_like_header(following):
        return False
    return has_name(guess_mapping(following))


def filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _is_number(cell: str) -> bool:
    digits = sum(character.isdecimal() for character in cell)
    return digits >= _DIGITS_OF_A_PHONE or (digits > 0 and not any(character.isalpha() for character in cell))


_TOTAL = re.compile(
    r"(?:grand |sub ?|overall |running )?(?:totals?|sum|count)"
    r"(?: (?:of )?(?:all |the )?(?:guests?|attendees?|tickets?|people|persons?|amount|paid|amount paid|revenue))?"
    r"[\s:=.$a0-9,]*(?:guests?|attendees?|tickets?|people|persons?)?"
)


def is_trailing_total(row: Sequence[str], mapping: Mapping[str, int]) -> bool:
    """True if the last line counts or sums the others: 'Total', 'Sum: 120'. A line with a phone number is a guest."""
    first = next((cell for cell in row if cell.strip()), "")
    phone = cell_of(row, mapping, "phone")
    has_phone = phone != first and sum(character.isdecimal() for character in phone) >= _DIGITS_OF_A_PHONE
    return not has_phone and _TOTAL.fullmatch(fold(first)) is not None


def cell_of(row: Sequence[str], mapping: Mapping[str, int], name: str) -> str:
    """The cell of a field; empty if the file has no such column, or the row ends before it."""
    column = mapping.get(name)
    return row[column] if column is not None and column < len(row) else ""


def read_mapping(text: str) -> Mapping[str, int | None]:
    """`{"fullName": 0, "phone": 2}`: which column, counted from 0, holds which field. Raises InvalidInput."""
    try:
        return _MAPPING.validate_json(text)
    except ValueError as error:
        raise InvalidInput.on("mapping", 'Must be JSON like {"fullName": 0, "phone": 1}') from error
