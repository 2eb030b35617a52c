"""Rules of an event as plain functions on plain values."""

import re
from datetime import date

MAX_VENUE_LENGTH = 120
MAX_ADDRESS_LENGTH = 300
MAX_CAPACITY = 100_000

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


def is_calendar_date(text: str) -> bool:
    """Whether the text is a real date, as YYYY-MM-DD. The past is allowed (contract 5)."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_clock_time(text: str) -> bool:
    """Whether the text is a time of day, as HH:MM on a 24-hour clock (contract 3)."""
    return bool(_TIME.fullmatch(text))
