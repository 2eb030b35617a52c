"""Finds out which column of a spreadsheet holds which field (contract 5): plain functions on plain values."""

import re
from collections.abc import Mapping, Sequence

from doorlist.core.text import fold
from doorlist.spreadsheets.attendee_columns import COLUMNS, IMPORTED

_MARKS = re.compile(r"[\W_]+")
_OURS = {name: (_MARKS.sub("", column.heading.lower()), name.lower()) for name, column in IMPORTED.items()}
# Other people's headings, the most telling first, without spaces and marks. A field may have none.
_OTHER_WORDS: dict[str, tuple[str, ...]] = {
    "fullName": (
        "guestname", "guestfullname", "attendeefullname", "nameofguest", "name", "guest", "attendee", "person",
        "participant", "visitor", "customer", "customername", "who",
    ),
    "phone": (
        "phonenumber", "phoneno", "mobile", "mobilenumber", "mobileno", "mobilephone", "mobilephonenumber", "telephone",
        "telephonenumber", "tel", "telno", "cell", "cellphone", "cellnumber", "ph", "mob", "contactnumber",
        "contactphone", "contact", "whatsapp",
    ),
    "eventId": ("eventno", "eventnumber"),
    "eventName": ("event", "eventtitle", "evening", "show"),
    "tableNumber": ("tableno", "table", "tablenr", "tbl", "tableid", "seatingtable"),
    "paymentStatus": ("payment", "paid", "haspaid", "paidyesno", "paidyn", "paymentstate", "status"),
    "invoiceNumber": (
        "invoiceno", "invoice", "invoicenr", "invoiceid", "inv", "ticketnumber", "ticketno", "bookingreference",
        "bookingref", "reference", "ref",
    ),
    "attended": (
        "attendedyesorno", "attendedyesno", "checkedin", "arrived", "present", "attendance", "attendedyn",
        "hasattended", "hasarrived", "checkin", "here",
    ),
    "attendedAt": (
        "checkedinat", "checkedintime", "checkinat", "arrivaltime", "timeofarrival", "arrivedat", "scannedat",
        "scantime", "timeofcheckin",
    ),
    "amountPaid": ("amount", "paidamount", "amountpaidaud", "amountaud", "totalpaid", "aud", "amountreceived"),
}  # fmt: skip

# Where no whole heading matches, one of these words is enough, unless the heading has a word from the second list.
_LOOSE: tuple[tuple[str, frozenset[str]], ...] = (
    ("phone", frozenset({"phone", "mobile", "telephone", "tel", "cell"})),
    ("invoiceNumber", frozenset({"invoice"})),
    ("tableNumber", frozenset({"table"})),
    ("amountPaid", frozenset({"amount"})),
    ("paymentStatus", frozenset({"payment", "paid"})),
    ("attended", frozenset({"attended", "arrived", "present"})),
    ("fullName", frozenset({"name", "guest", "attendee"})),
)
_ABOUT_SOMETHING_ELSE = frozenset(
    {"event", "first", "given", "last", "family", "middle", "nick", "user", "company", "seller", "sold", "scanned",
     "by", "email", "mail", "address", "date", "time", "due", "owing", "method", "id", "count", "emergency", "notes",
     "note", "partner"}
)  # fmt: skip

_WORD = re.compile(r"[^\W_]+")
_DIGITS_OF_A_PHONE = 5
_HEADER_CELLS = 2


def guess_mapping(header: Sequence[str]) -> dict[str, int]:
    """Which column holds which field, from left to right. Case, accents and punctuation make no difference.

    A whole heading beats a word in it, and our export's headings beat other people's. A column holds one field.
    """
    headings = [_WORD.findall(fold(cell)) for cell in header]
    found: dict[str, int] = {}
    for aliases in (_OURS, _OTHER_WORDS):
        whole = {text: column for column, words in reversed(list(enumerate(headings))) if (text := "".join(words))}
        for name in IMPORTED:
            for alias in aliases.get(name, ()):
                if name not in found and alias in whole and whole[alias] not in found.values():
                    found[name] = whole[alias]
    for column, words in enumerate(headings):
        if column not in found.values() and not _ABOUT_SOMETHING_ELSE.intersection(words):
            guess = next((name for name, hints in _LOOSE if hints.intersection(words)), None)
            if guess is not None:
                found.setdefault(guess, column)
    return dict(sorted(found.items(), key=lambda item: item[1]))


def mapping_by_position(columns: int, *, event_is_chosen: bool) -> dict[str, int]:
    """Which column holds which field in a file without a header: the order of 5.backup-import.1 and our export.

    Where the event is chosen on the screen, the file has no column for it.
    """
    left_out = {"eventId", "eventName"} if event_is_chosen else set()
    names = [column.name for column in COLUMNS if column.name not in left_out]
    return {name: column for column, name in enumerate(names[:columns]) if name in IMPORTED}


def looks_like_header(row: Sequence[str]) -> bool:
    """Whether the first row names the columns, rather than being a guest.

    A guest has a number: a phone, a table. A header has none, and two cells or more, or one that we know. A header in
    an unknown language counts too: a person can correct its mapping.
    """
    cells = [cell for cell in row if cell.strip()]
    if any(_is_number(cell) for cell in cells):
        return False
    return len(cells) >= _HEADER_CELLS or bool(guess_mapping(row))


def _is_number(cell: str) -> bool:
    digits = sum(character.isdecimal() for character in cell)
    return digits >= _DIGITS_OF_A_PHONE or (digits > 0 and not any(character.isalpha() for character in cell))


_TOTAL = re.compile(
    r"(?:grand |sub ?|overall |running )?(?:totals?|sum|count)"
    r"(?: (?:of )?(?:all |the )?(?:guests?|attendees?|tickets?|people|persons?|amount|paid|amount paid|revenue))?"
    r"[\s:=.$a0-9,]*(?:guests?|attendees?|tickets?|people|persons?)?"
)


def is_trailing_total(row: Sequence[str], mapping: Mapping[str, int]) -> bool:
    """Whether the last line counts or sums the others: 'Total', 'Sum: 120'. A line with a phone number is a guest."""
    first = next((cell for cell in row if cell.strip()), "")
    phone = cell_of(row, mapping, "phone")
    has_phone = phone != first and sum(character.isdecimal() for character in phone) >= _DIGITS_OF_A_PHONE
    return not has_phone and _TOTAL.fullmatch(fold(first)) is not None


def cell_of(row: Sequence[str], mapping: Mapping[str, int], name: str) -> str:
    """The cell of a field; empty where the file has no such column, or the row ends before it."""
    column = mapping.get(name)
    return row[column] if column is not None and column < len(row) else ""
