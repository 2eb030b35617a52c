"""Meaning of the cells of a spreadsheet: plain functions on plain values (contract 5)."""

import re
import unicodedata
from calendar import month_abbr
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from doorlist.attendees.fields import MAX_EMAIL_LENGTH
from doorlist.attendees.rules import is_email
from doorlist.core.text import fold
from doorlist.settings.rules import Currency
from doorlist.spreadsheets.imports import words

_TABLE = re.compile(
    r"(?:table|tbl|t|tisch|mesa|tavolo|tafel)?[.:]? ?"
    r"(?:no|nr|number|num)?[.:]? ?#? ?(?P<number>[0-9]{1,9})(?:[.,]0{1,4})?",
    re.IGNORECASE,
)

LONGEST_QUOTE = 40
_DEFAULT_CURRENCY = Currency()


@lru_cache
def table_number(text: str) -> int:
    """7 out of '7', '7.0', 'Table 7' or '#7'. Raises ValueError with a sentence."""
    found = _TABLE.fullmatch(_plain(text))
    if found is None:
        raise ValueError(f"'{text[:LONGEST_QUOTE]}' is not a table number")
    return int(found["number"])


@lru_cache
def yes_or_no(text: str) -> bool:
    """True if a cell means yes. A blank cell means no. Raises ValueError with a sentence."""
    word = fold(text).replace("\ufe0f", "")
    if word in words.YES:
        return True
    if word in words.NO:
        return False
    raise ValueError("Must be Yes or No")


_BETWEEN_WORDS = re.compile(r"[\W_]+")
_OUR_PAYMENT = {word: ours for ours, theirs in words.PAYMENT.items() for word in theirs}


def status_words(text: str) -> str:
    """A cell in the form in which statuses and payments are compared: folded, words separated by single blanks."""
    return _BETWEEN_WORDS.sub(" ", fold(text)).strip()


@lru_cache
def payment_status(text: str, *, header: str) -> str:
    """The payment status of a cell: Yes under 'Paid?' is paid, No is unpaid, 'bezahlt' is paid under any heading.

    Any other text stays as it is.
    """
    if ours := _OUR_PAYMENT.get(status_words(text)):
        return ours
    if _BETWEEN_WORDS.sub("", fold(header)) not in words.ASKS_WHETHER_PAID or not text.strip():
        return text
    try:
        return "paid" if yes_or_no(text) else "unpaid"
    except ValueError:
        return text


_NAMED_ADDRESS = re.compile(r"[^<>]*<([^<>]+)>")


def email(text: str) -> str | None:
    """The address of a cell, also of 'Ada Lovelace <ada@example.com>' or a link; None if there is not exactly one."""
    plain = _plain(text).removeprefix("mailto:")
    named = _NAMED_ADDRESS.fullmatch(plain)
    address = named[1].strip() if named else plain
    return address if len(address) <= MAX_EMAIL_LENGTH and is_email(address) else None


def email_problem(text: str) -> str | None:
    """The reason why a cell is no address, as a sentence; None for an address, and for 'n/a' or '-'."""
    if fold(text) in words.NO or email(text) is not None:
        return None
    return f"'{text[:LONGEST_QUOTE]}' is not one email address. The guest is imported without it."


# English: the server sets no locale.
_MONTHS = {name.lower(): number for number, name in enumerate(month_abbr)}
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


def check_in_time(text: str, zone: tzinfo = UTC) -> datetime:
    """The time in a cell, in UTC and cut to milliseconds.

    Reads our own form, '2026-11-20 19:05', '20/11/2026 7:05 pm', '20 Nov 2026'. The day comes before the month, as in
    Australia; a day without a time is its midnight. A time without a zone is in `zone`: the earlier one where its
    clocks show it twice, and as before the change where they skip it. Raises ValueError with a sentence.
    """
    found = _MOMENT.fullmatch(fold(_plain(text)))
    if found is None:
        raise ValueError(_NOT_A_TIME)
    try:
        return _moment(found, zone).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(_NOT_A_TIME) from error


@lru_cache
def is_check_in_time(text: str) -> bool:
    try:
        check_in_time(text)
    except ValueError:
        return False
    return True


def _moment(found: re.Match[str], zone: tzinfo) -> datetime:
    """The time that was matched. Raises ValueError where there is no such day or hour."""
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
        tzinfo=_zone(found["zone"]) if found["zone"] else zone,
    )


def _zone(text: str) -> timezone:
    if text.isalpha():
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=-minutes if text[0] == "-" else minutes))


_SYMBOLS = r"a\$|au\$|\$|€|£|¥|₩|₹|₽|₺|₫|₪|₱|₦|₴|฿|kr\.?|zł"
_GROUPED = r"[0-9]{1,3}(?:[' ][0-9]{3}){1,3}"
_BY_COMMAS, _BY_POINTS = r"[0-9]{1,3}(?:,[0-9]{3})", r"[0-9]{1,3}(?:\.[0-9]{3})"
_ANY_WHOLE = rf"[0-9]{{1,12}}|{_GROUPED}|{_BY_COMMAS}{{1,3}}|{_BY_POINTS}{{2,3}}"
# Keyed by the number of decimals. A point or comma before three digits is one of thousands or one of decimals:
# where both are possible, the number is refused.
_NUMBERS = {
    0: (rf"(?P<whole>{_ANY_WHOLE}|{_BY_POINTS}{{1,3}})(?:[.,](?P<cents>)0{{1,2}})?",),
    2: (
        rf"(?P<whole>{_ANY_WHOLE}|)(?:[.,](?P<cents>[0-9]{{1,2}}))?",
        rf"(?P<whole>{_BY_POINTS}+),(?P<cents>[0-9]{{1,2}})",
    ),
    3: (
        rf"(?P<whole>[0-9]{{1,12}}|{_GROUPED}|{_BY_COMMAS}{{2,3}}|{_BY_POINTS}{{2,3}}|)(?:\.(?P<cents>[0-9]{{1,3}}))?",
        rf"(?P<whole>{_BY_COMMAS})\.(?P<cents>[0-9]{{1,3}})",
        rf"(?P<whole>[0-9]{{1,12}}|{_GROUPED}|),(?P<cents>[0-9]{{1,2}})",
        rf"(?P<whole>{_BY_POINTS}+),(?P<cents>[0-9]{{1,3}})",
    ),
}


@lru_cache
def _money_forms(currency: Currency) -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    sign = f"(?:{_SYMBOLS}|{currency.code})?"
    amount = re.compile(rf"{sign} ?(?P<number>[0-9][0-9., ']*|[.,][0-9]{{1,3}}) ?{sign}", re.IGNORECASE)
    return amount, tuple(re.compile(form) for form in _NUMBERS[currency.decimals])


@lru_cache
def amount_cents(text: str, currency: Currency = _DEFAULT_CURRENCY) -> int:
    """12050 out of '120.50', '$120.50' or '120,50'; 120000 out of 'A$ 1,200', 120050 out of '1.200,50'.

    '1.200' is ambiguous and is refused, but in yen, which have no decimals, it is 1200. Raises ValueError with a
    sentence.
    """
    amount, numbers = _money_forms(currency)
    found = amount.fullmatch(_plain(text))
    number = found["number"].strip() if found else ""
    for form in numbers:
        if number and (read := form.fullmatch(number)):
            # The digits before and after the point together count the smallest unit.
            return int(re.sub(r"\D", "", read["whole"]) + (read["cents"] or "").ljust(currency.decimals, "0") or "0")
    raise ValueError(f"'{text[:LONGEST_QUOTE]}' is not an amount like {currency.text(12_050)}")


def _plain(text: str) -> str:
    """The text with plain digits and single spaces, trimmed."""
    return " ".join(unicodedata.normalize("NFKC", text).split())
