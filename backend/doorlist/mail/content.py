"""The content of one message, before it is written as text and HTML (contract 3.mail)."""

import re
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from doorlist.events.schemas import EventOut
from doorlist.mail.colors import USUAL, MailColors
from doorlist.settings.dates import event_span
from doorlist.settings.logo import LogoType
from doorlist.settings.rules import DateFormat, TimeFormat
from doorlist.tickets.rules import TERMS, is_our_form

PRODUCT = "Doorlist"
_BREAKS = re.compile(r"[\s\x00-\x1f\x7f\u0085\u2028\u2029]+")


class MailTicketContent(NamedTuple):
    full_name: str
    type_name: str | None
    table_number: int
    invoice_number: str
    qr_code_data: str

    @property
    def table(self) -> str | None:
        return f"Table {self.table_number}" if self.table_number else None


class MailEvent(NamedTuple):
    id: int
    name: str
    date: str
    time: str | None
    end_time: str | None = None
    venue: str | None = None
    address: str | None = None

    @property
    def address_lines(self) -> list[str]:
        return _lines(self.address)

    @property
    def place(self) -> str | None:
        """`The Grand Hall, 1 High Street, Melbourne`."""
        lines = (line.rstrip(",") for line in self.address_lines)
        return ", ".join(filter(None, (self.venue, *lines))) or None


def told(event: EventOut | MailEvent) -> str:
    """Time and place as a message says them; guests whose message says others are sent the change."""
    # Only the address has several lines.
    return "\n".join((event.date, event.time or "", event.venue or "", event.address or ""))


class MailLogo(NamedTuple):
    """The organisation's logo, and the size in pixels at which it is shown."""

    content: bytes
    type: LogoType
    width: int
    height: int


class MailContent(NamedTuple):
    """The content of a message. `opening` and the address may have several lines; everything else is one line."""

    event: MailEvent
    tickets: tuple[MailTicketContent, ...]
    organisation: str = PRODUCT
    date_format: DateFormat = DateFormat.DAY_FIRST
    time_format: TimeFormat = TimeFormat.HOURS_24
    subject: str | None = None
    opening: str | None = None
    tells_change: bool = False
    ticket_page: str | None = None
    terms: tuple[str, ...] = TERMS
    colors: MailColors = USUAL
    logo: MailLogo | None = None

    @property
    def subject_line(self) -> str:
        usual = f"Your {self.tickets_noun} for {self.event.name}"
        # An encoded word would be decoded, with its line breaks, when the header is written.
        subject = in_one_line(self.subject or usual).replace("=?", "= ?")
        return f"Changed: {subject}" if self.tells_change else subject

    @property
    def tickets_noun(self) -> str:
        return "ticket" if len(self.tickets) == 1 else "tickets"

    @property
    def when(self) -> str:
        """The event's date, start and end, as on the guest's own page."""
        event = self.event
        return event_span(
            event.date, event.time, event.end_time, date_format=self.date_format, time_format=self.time_format
        )

    @property
    def opening_lines(self) -> list[str]:
        return _lines(self.opening)

    def link_of(self, ticket: MailTicketContent) -> str | None:
        """The guest's own page of the ticket. The fragment is not sent to any server."""
        if not self.ticket_page or not is_our_form(ticket.qr_code_data):
            return None
        return f"{self.ticket_page}#{quote(ticket.qr_code_data, safe='')}"

    @property
    def ticket_host(self) -> str | None:
        """Names the event in calendars. The file of the guest's own page has the same, so that both are one event."""
        return urlsplit(self.ticket_page or "").hostname


def _lines(text: str | None) -> list[str]:
    return [in_one_line(line) for line in (text or "").splitlines()]


def in_one_line(text: str) -> str:
    """The text without line breaks: a name with one must not look like our line."""
    return _BREAKS.sub(" ", text).strip()
