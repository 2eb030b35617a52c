"""What the columns and cells of other people's spreadsheets mean, as plain functions on plain values (contract 5)."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from functools import lru_cache

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


_GUARD = re.compile(r"'+[=+\-@\t\r]")


def strip_formula_guard(text: str) -> str:
    """The text that `formula_safe` made into this cell."""
    return text[1:] if _GUARD.match(text) else text


_TABLE = re.compile(
    r"(?:table|tbl|t)?[.:]? ?(?:no|nr|number|num)?[.:]? ?#? ?(?P<number>[0-9]{1,9})(?:[.,]0{1,4})?", re.IGNORECASE
)
_NOT_A_TABLE = "Must be a table number, like 7"


@lru_cache
def table_number(text: str) -> int:
    """7 out of '7', '7.0', 'Table 7' or '#7'. Raises ValueError with a sentence."""
    found = _TABLE.fullmatch(_plain(text))
    if found is None:
        raise ValueError(_NOT_A_TABLE)
    return int(found["number"])


_YES = frozenset(
    {
        "yes",
        "y",
        "yep",
        "yeah",
        "true",
        "t",
        "1",
        "x",
        "✓",
        "✔",
        "☑",
        "✅",
        "ok",
        "on",
        "present",
        "attended",
        "arrived",
    }
    | {"checked in", "checked-in", "here"}
)
_NO = frozenset(
    {
        "",
        "no",
        "n",
        "nope",
        "false",
        "f",
        "0",
        "-",
        "\u2013",
        "\u2014",
        "✗",
        "✘",
        "☐",
        "❌",
        "off",
        "absent",
        "no show",
        "no-show",
    }
    | {"not attended", "not checked in", "not here", "n/a"}
)


@lru_cache
def yes_or_no(text: str) -> bool:
    """Whether a cell says yes, in one of many ways. A blank one says no. Raises ValueError with a sentence."""
    word = fold(text).replace("\ufe0f", "")
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ValueError("Must be Yes or No")


_ASKS_WHETHER_PAID = frozenset({"paid", "haspaid", "paidyesno", "paidyn"})


def payment_status(text: str, *, header: str) -> str:
    """The payment status that a cell means: Yes under 'Paid?' is paid, No is unpaid, anything else is itself."""
    if "".join(_WORD.findall(fold(header))) not in _ASKS_WHETHER_PAID or not text.strip():
        return text
    try:
        return "paid" if yes_or_no(text) else "unpaid"
    except ValueError:
        return text


_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
_YEAR_FIRST = r"(?P<y1>[0-9]{4})[-/.](?P<m1>[0-9]{1,2})[-/.](?P<d1>[0-9]{1,2})"
_DAY_FIRST = r"(?P<d2>[0-9]{1,2})[-/. ](?P<m2>[0-9]{1,2}|[a-z]{3,9})\.?[-/., ] ?(?P<y2>[0-9]{4}|[0-9]{2})"
_TIME = (
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2})(?:[:.](?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?)?"
)
_HALF = r"(?: ?(?P<half>[ap])\.?m\.?)?"
_ZONE = r"(?: ?(?P<zone>z|utc|gmt|[+-][0-9]{2}:?[0-9]{2}))?"
_MOMENT = re.compile(rf"(?:{_YEAR_FIRST}|{_DAY_FIRST})(?:(?:t|,? (?:at )?){_TIME}{_HALF}{_ZONE})?", re.ASCII)
_CENTURY = 2000
_NOON = 12
_NOT_A_TIME = "Must be a time like 2026-11-20 19:05"


def check_in_time(text: str) -> datetime:
    """The moment that a cell means, in UTC and cut to milliseconds.

    Knows our own form, '2026-11-20 19:05', '20/11/2026 7:05 pm', '20 Nov 2026'. The day stands before the month, as in
    Australia. A time without a zone is taken as UTC, as our export writes it; a day without a time is its midnight.
    Raises ValueError with a sentence.
    """
    found = _MOMENT.fullmatch(fold(_plain(text)))
    if found is None:
        raise ValueError(_NOT_A_TIME)
    try:
        return _moment(found).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(_NOT_A_TIME) from error


def _moment(found: re.Match[str]) -> datetime:
    """What the match says; ValueError where there is no such day or hour."""
    year, month = found["y1"] or found["y2"], found["m1"] or found["m2"]
    hour, half = int(found["hour"] or 0), found["half"]
    if half is not None and not 1 <= hour <= _NOON:
        raise ValueError
    if half is not None:
        hour = hour % _NOON + (_NOON if half == "p" else 0)
    return datetime(
        int(year) + (_CENTURY if len(year) < len("2026") else 0),
        _MONTHS.get(month[:3], 0) if month.isalpha() else int(month),
        int(found["d1"] or found["d2"]),
        hour,
        int(found["minute"] or 0),
        int(found["second"] or 0),
        int((found["fraction"] or "0").ljust(3, "0")[:3]) * 1000,
        tzinfo=_zone(found["zone"]),
    )


def _zone(text: str | None) -> timezone:
    if text is None or text.isalpha():
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=-minutes if text[0] == "-" else minutes))


_MONEY = re.compile(
    r"(?:a\$|au\$|aud|\$|€|£)? ?(?P<number>[0-9][0-9., ']*|[.,][0-9]{1,2}) ?(?:aud|\$|€|£)?",
    re.IGNORECASE,
)
_WHOLE = r"(?:[0-9]{1,12}|[0-9]{1,3}(?:[,' ][0-9]{3}){1,3}|[0-9]{1,3}(?:\.[0-9]{3}){2,3})"
_NUMBERS = (
    re.compile(rf"(?P<whole>{_WHOLE}|)(?:[.,](?P<cents>[0-9]{{1,2}}))?"),
    re.compile(r"(?P<whole>[0-9]{1,3}(?:\.[0-9]{3})+),(?P<cents>[0-9]{1,2})"),
)
_NOT_MONEY = "Must be an amount like 120.50"


@lru_cache
def amount_cents(text: str) -> int:
    """12050 out of '120.50', '$120.50' or '120,50'; 120000 out of 'A$ 1,200', 120050 out of '1.200,50'.

    '1.200' could be either and is refused. Raises ValueError with a sentence.
    """
    found = _MONEY.fullmatch(_plain(text))
    number = found["number"].strip() if found else ""
    for form in _NUMBERS:
        if number and (read := form.fullmatch(number)):
            whole = re.sub(r"\D", "", read["whole"])
            return int(whole or 0) * 100 + int((read["cents"] or "").ljust(2, "0"))
    raise ValueError(_NOT_MONEY)


def _plain(text: str) -> str:
    """The text with plain digits, plain single spaces and nothing around it."""
    return " ".join(unicodedata.normalize("NFKC", text).split())
