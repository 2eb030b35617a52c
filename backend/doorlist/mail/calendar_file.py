"""The event as an iCalendar file (RFC 5545).

frontend/src/features/tickets/guest-page/calendar-file.ts writes the same one for the guest's own page.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from doorlist.mail.content import MailContent, MailEvent, in_one_line

_LINE_OCTETS = 75


def calendar_file(content: MailContent, *, host: str, now: datetime) -> bytes:
    """The event at the venue's own time, which names no zone. The text of no QR code is in it: calendars are shared."""
    event = content.event
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Doorlist//Ticket//EN",
        "BEGIN:VEVENT",
        # The same event again is an update, so that a moved event moves in the calendar too.
        f"UID:event-{event.id}@{host}",
        f"SEQUENCE:{int(now.timestamp()) // 60}",
        f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}",
        *_times(event),
        f"SUMMARY:{_escaped(event.name)}",
        *([f"LOCATION:{_escaped(event.place)}"] if event.place else []),
        f"DESCRIPTION:{_escaped(_description(content))}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line)).encode()


def _times(event: MailEvent) -> list[str]:
    day = date.fromisoformat(event.date)
    following = day + timedelta(days=1)
    if not event.time:
        return [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{following:%Y%m%d}"]
    times = [f"DTSTART:{_moment(day, event.time)}"]
    if event.end_time and event.end_time != event.time:
        # Earlier than the start is on the next day.
        times.append(f"DTEND:{_moment(following if event.end_time < event.time else day, event.end_time)}")
    return times


def _moment(day: date, time: str) -> str:
    return f"{day:%Y%m%d}T{time.replace(':', '')}00"


def _description(content: MailContent) -> str:
    """Name and table of each guest, then the terms."""
    guests = [part for ticket in content.tickets for part in (ticket.full_name, ticket.table) if part]
    return "\n".join([*map(in_one_line, guests), *content.terms])


def _escaped(text: str) -> str:
    for special in ("\\", ";", ","):
        text = text.replace(special, f"\\{special}")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets, no character split; each after the first begins with a blank."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _LINE_OCTETS:
            yield part
            part = " "
        part += character
    yield part
