"""Writes a message: plain text, HTML with the QR codes as inline pictures, and the calendar file (contract 3.mail)."""

from base64 import b64encode
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from io import BytesIO
from typing import NamedTuple

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined

from doorlist.mail.calendar_file import calendar_file
from doorlist.mail.config import MailServer
from doorlist.mail.content import MailContent, in_one_line
from doorlist.mail.rules import address_on_the_wire

# The pictures are shown at 264 pixels; twice as many make them sharp on a phone.
_QR_PIXELS = 528
_QUIET_ZONE = 4
_LOGO = "logo"


def _one_line(value: object) -> object:
    return in_one_line(value) if isinstance(value, str) else value


_HTML = Environment(
    loader=PackageLoader("doorlist.mail"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
# In plain text only line breaks are escaped: with one, a value could pass for our line.
_TEXT = _HTML.overlay(autoescape=False, finalize=_one_line)


class Composed(NamedTuple):
    """A message as it is handed over; `id` is the part of its Message-ID before the @."""

    id: str
    content: bytes


class Written(NamedTuple):
    """A message as its reader sees it."""

    subject: str
    text: str
    html: str


def write(content: MailContent, *, cid: str = "") -> Written:
    """The message. `cid` is the end of the Content-ID of its pictures."""
    return Written(
        subject=content.subject_line,
        text=_TEXT.get_template("ticket.txt").render(mail=content),
        html=_HTML.get_template("ticket.html").render(mail=content, cid=cid),
    )


def preview(content: MailContent) -> Written:
    """The message with the logo within its HTML: a page has no parts that it could refer to."""
    written, logo = write(content), content.logo
    if logo is None:
        return written
    source = f"data:{logo.type};base64,{b64encode(logo.content).decode()}"
    return written._replace(html=written.html.replace(f'src="cid:{_LOGO}"', f'src="{source}"'))


def compose(content: MailContent, *, server: MailServer, recipient: str, message_id: str, now: datetime) -> Composed:
    """The message. No value of a guest is in a header, except the address in To.

    Raises ValueError (or its UnicodeError) if it cannot be written.
    """
    message = _with_headers(server, recipient, content.subject_line, message_id, now)
    # Mail programs keep pictures by their Content-ID: with the same one, a message could show another guest's code.
    cid = f".{message_id}@{server.sender_domain}"
    written = write(content, cid=cid)
    message.set_content(written.text)
    message.add_alternative(written.html, subtype="html")
    html = message.get_body(("html",))
    if html is None:
        raise ValueError("The message has no HTML.")
    tickets = enumerate(content.tickets, start=1)
    pictures = [(f"ticket-{number}", "png", qr_png(ticket.qr_code_data)) for number, ticket in tickets]
    if (logo := content.logo) is not None:
        pictures.append((_LOGO, logo.type.partition("/")[2], logo.content))
    for name, kind, picture in pictures:
        html.add_related(
            picture,
            maintype="image",
            subtype=kind,
            cid=f"<{name}{cid}>",
            filename=f"{name}.{kind}",
            disposition="inline",
        )
    calendar = calendar_file(content, host=content.ticket_host or server.sender_domain, now=now)
    message.add_attachment(calendar, maintype="text", subtype="calendar", filename="event.ics")
    return Composed(message_id, message.as_bytes(policy=SMTP))


def compose_test(server: MailServer, recipient: str, *, message_id: str, now: datetime) -> Composed:
    """A test message, which the super admin sends to their own address.

    Raises UnicodeError for an address without a form in ASCII.
    """
    message = _with_headers(server, recipient, "Doorlist: a test message", message_id, now)
    message.set_content("This is a test of Doorlist. Tickets by email work.\n")
    return Composed(message_id, message.as_bytes(policy=SMTP))


def _with_headers(server: MailServer, recipient: str, subject: str, message_id: str, now: datetime) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(server.sender_name, addr_spec=address_on_the_wire(server.sender))
    message["To"] = Address(addr_spec=address_on_the_wire(recipient))
    message["Subject"] = subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = f"<{message_id}@{server.sender_domain}>"
    # Holiday notices do not answer it.
    message["Auto-Submitted"] = "auto-generated"
    return message


def qr_png(text: str) -> bytes:
    """The QR code in black on white, with its quiet zone, so that it reads in dark mode too."""
    code = segno.make(text, error="m", micro=False)
    scale = max(4, _QR_PIXELS // (code.symbol_size(border=_QUIET_ZONE)[0]))
    file = BytesIO()
    code.save(file, kind="png", scale=scale, border=_QUIET_ZONE, dark="black", light="white")
    return file.getvalue()
