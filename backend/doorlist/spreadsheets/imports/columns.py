"""Which column of other people's spreadsheets holds what, as plain functions on plain values (contract 5)."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from doorlist.core.text import fold


class Field(StrEnum):
    """What a column can hold, by its name on the wire (contract 7)."""

    FULL_NAME = "fullName"
    PHONE = "phone"
    EVENT_ID = "eventId"
    EVENT_NAME = "eventName"
    TABLE_NUMBER = "tableNumber"
    PAYMENT_STATUS = "paymentStatus"
    INVOICE_NUMBER = "invoiceNumber"
    ATTENDED = "attended"
    ATTENDED_AT = "attendedAt"
    AMOUNT_PAID = "amountPaid"


# Ours first, then other people's words in the order in which we would believe them. Written without spaces and marks.
_OURS = {
    Field.FULL_NAME: ("attendeename", "fullname"),
    Field.PHONE: ("phone",),
    Field.EVENT_ID: ("eventid",),
    Field.EVENT_NAME: ("eventname",),
    Field.TABLE_NUMBER: ("tablenumber",),
    Field.PAYMENT_STATUS: ("paymentstatus",),
    Field.INVOICE_NUMBER: ("invoicenumber",),
    Field.ATTENDED: ("attended", "attendedyesorno", "attendedyesno"),
    Field.ATTENDED_AT: ("checkintime", "attendedat"),
    Field.AMOUNT_PAID: ("amountpaid",),
}
_OTHER_WORDS = {
    Field.FULL_NAME: (
        "guestname", "guestfullname", "attendeefullname", "nameofguest", "name", "guest", "attendee", "person",
        "participant", "visitor", "customer", "customername", "who",
    ),
    Field.PHONE: (
        "phonenumber", "phoneno", "mobile", "mobilenumber", "mobileno", "mobilephone", "mobilephonenumber", "telephone",
        "telephonenumber", "tel", "telno", "cell", "cellphone", "cellnumber", "ph", "mob", "contactnumber",
        "contactphone", "contact", "whatsapp",
    ),
    Field.EVENT_ID: ("eventno", "eventnumber"),
    Field.EVENT_NAME: ("event", "eventtitle", "evening", "show"),
    Field.TABLE_NUMBER: ("tableno", "table", "tablenr", "tbl", "tableid", "seatingtable"),
    Field.PAYMENT_STATUS: ("payment", "paid", "haspaid", "paidyesno", "paidyn", "paymentstate", "status"),
    Field.INVOICE_NUMBER: (
        "invoiceno", "invoice", "invoicenr", "invoiceid", "inv", "ticketnumber", "ticketno", "bookingreference",
        "bookingref", "reference", "ref",
    ),
    Field.ATTENDED: (
        "checkedin", "arrived", "present", "attendance", "attendedyn", "hasattended", "hasarrived", "checkin", "here",
    ),
    Field.ATTENDED_AT: (
        "checkedinat", "checkedintime", "checkinat", "arrivaltime", "timeofarrival", "arrivedat", "scannedat",
        "scantime", "timeofcheckin",
    ),
    Field.AMOUNT_PAID: ("amount", "paidamount", "amountpaidaud", "amountaud", "totalpaid", "aud", "amountreceived"),
}  # fmt: skip

# Words one of which is enough where nothing matches as a whole, in the order in which they are tried, and words that
# tell that the column is about something else.
_LOOSE: tuple[tuple[Field, frozenset[str]], ...] = (
    (Field.PHONE, frozenset({"phone", "mobile", "telephone", "tel", "cell"})),
    (Field.INVOICE_NUMBER, frozenset({"invoice"})),
    (Field.TABLE_NUMBER, frozenset({"table"})),
    (Field.AMOUNT_PAID, frozenset({"amount"})),
    (Field.PAYMENT_STATUS, frozenset({"payment", "paid"})),
    (Field.ATTENDED, frozenset({"attended", "arrived", "present"})),
    (Field.FULL_NAME, frozenset({"name", "guest", "attendee"})),
)
_ABOUT_SOMETHING_ELSE = frozenset(
    {"event", "first", "given", "last", "family", "middle", "nick", "user", "company", "seller", "sold", "scanned",
     "by", "email", "mail", "address", "date", "time", "due", "owing", "method", "id", "count", "emergency", "notes",
     "note", "partner"}
)  # fmt: skip

# Without a header the columns stand as contract 5 lists them; where the event is chosen on the screen, without it.
_POSITIONS = (
    Field.FULL_NAME,
    Field.PHONE,
    Field.EVENT_ID,
    Field.TABLE_NUMBER,
    Field.PAYMENT_STATUS,
    Field.INVOICE_NUMBER,
    Field.ATTENDED,
    Field.ATTENDED_AT,
    Field.EVENT_NAME,
    Field.AMOUNT_PAID,
)
_WORD = re.compile(r"[^\W_]+")
_DIGITS_OF_A_PHONE = 5
_HEADER_CELLS = 2


def guess_mapping(header: Sequence[str]) -> dict[Field, int]:
    """Which column holds what, from left to right, by the header in whatever case, accents and punctuation.

    Names as a whole beat single words in a name, and our export's beat other people's. Two fields share no column.
    """
    names = [_WORD.findall(fold(cell)) for cell in header]
    taken: dict[Field, int] = {}
    for aliases in (_OURS, _OTHER_WORDS):
        whole = {name: column for column, words in reversed(list(enumerate(names))) if (name := "".join(words))}
        for field in Field:
            for alias in aliases[field]:
                if field not in taken and alias in whole and whole[alias] not in taken.values():
                    taken[field] = whole[alias]
    for column, words in enumerate(names):
        if column not in taken.values() and not _ABOUT_SOMETHING_ELSE.intersection(words):
            found = next((field for field, hints in _LOOSE if hints.intersection(words)), None)
            if found is not None:
                taken.setdefault(found, column)
    return dict(sorted(taken.items(), key=lambda item: item[1]))


def mapping_by_position(columns: int, *, event_is_chosen: bool) -> dict[Field, int]:
    """Which column holds what in a file without a header: the order of contract 5, 5.backup-import.1.

    Where the event is chosen on the screen, the file has no column for it.
    """
    fields = [field for field in _POSITIONS if not (event_is_chosen and field in {Field.EVENT_ID, Field.EVENT_NAME})]
    return {field: column for column, field in enumerate(fields[:columns])}


def looks_like_header(row: Sequence[str]) -> bool:
    """Whether a first row names the columns, rather than being somebody.

    Somebody has a number: a phone, a table. Names of columns are not numbers, and are two or more, or one that we know.
    In a language that we do not know they are still a header, whose mapping a person can correct.
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


def is_trailing_total(row: Sequence[str], mapping: Mapping[Field, int]) -> bool:
    """Whether a last line counts or sums what stands above it: 'Total', 'Sum: 120'. Who has a phone is a person."""
    first = next((cell for cell in row if cell.strip()), "")
    phone = cell_of(row, mapping, Field.PHONE)
    has_phone = phone != first and sum(character.isdecimal() for character in phone) >= _DIGITS_OF_A_PHONE
    return not has_phone and _TOTAL.fullmatch(fold(first)) is not None


def cell_of(row: Sequence[str], mapping: Mapping[Field, int], field: Field) -> str:
    """The cell of a field; empty where the file has no such column, or this row ends before it."""
    column = mapping.get(field)
    return row[column] if column is not None and column < len(row) else ""
