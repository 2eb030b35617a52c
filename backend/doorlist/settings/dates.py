"""Dates and times for people, by the settings (contract 9.format).

frontend/src/lib/exact-date.ts formats the same for the screens.
"""

from datetime import date

from doorlist.settings.rules import DateFormat, TimeFormat

_NOON = 12


def event_span(
    day: str, time: str | None, end_time: str | None, *, date_format: DateFormat, time_format: TimeFormat
) -> str:
    """`Sat 21 Nov 2026 at 19:30 to 23:00`, or `Sat, Nov 21, 2026 at 7:30 PM to 11:00 PM`."""
    on = date.fromisoformat(day)
    is_day_first = date_format is DateFormat.DAY_FIRST
    # strftime's names are English: the server sets no locale.
    text = f"{on:%a} {on.day} {on:%b} {on.year}" if is_day_first else f"{on:%a}, {on:%b} {on.day}, {on.year}"
    if not time:
        return text
    times = [_clock(each, date_format, time_format) for each in (time, end_time) if each]
    return f"{text} at {' to '.join(times)}"


def _clock(time: str, date_format: DateFormat, time_format: TimeFormat) -> str:
    if time_format is TimeFormat.HOURS_24:
        return time
    hour, minute = time.split(":")
    half = "AM" if int(hour) < _NOON else "PM"
    text = half if date_format is DateFormat.MONTH_FIRST else half.lower()
    return f"{int(hour) % _NOON or _NOON}:{minute} {text}"
