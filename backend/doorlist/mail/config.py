"""Where messages are handed over: read from DOORLIST_SMTP_URL and DOORLIST_MAIL_FROM (contract 10.mail)."""

import re
from dataclasses import dataclass, field
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from doorlist.attendees.rules import is_email
from doorlist.core.config import Settings
from doorlist.core.text import is_clean
from doorlist.mail.rules import DEFAULT_PER_MINUTE, MAX_PER_MINUTE, address_on_the_wire

PORTS = {"smtp": 587, "smtps": 465}
_SENDER = re.compile(r"[^<>@:,]*<[^<>@:,\s]+@[^<>@:,\s]+>|[^<>@:,\s]+@[^<>@:,\s]+")
_FORMS = "Write smtp://user:password@mail.example.org, smtps://user:password@mail.example.org or file:FOLDER"


class MailMisconfigured(Exception):
    """A setting of sending is unusable; the text names it and says what to write. It has no password."""


@dataclass(frozen=True, kw_only=True)
class MailServer:
    """A mail server, or a `folder` that gets each message as a file."""

    sender_name: str
    sender: str
    per_minute: int
    folder: Path | None = None
    host: str = ""
    port: int = 0
    is_tls: bool = False
    username: str = ""
    password: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """For people: without user and password."""
        return f"{self.host}:{self.port}" if self.folder is None else str(self.folder)

    @property
    def sender_domain(self) -> str:
        """In ASCII."""
        return address_on_the_wire(self.sender).partition("@")[2]

    @property
    def needs_starttls(self) -> bool:
        """Only a server on this machine is spoken to without encryption."""
        return not self.is_tls and not _is_loopback(self.host)


def mail_server(settings: Settings) -> MailServer | None:
    """The mail server; None where sending is not set up. Raises MailMisconfigured."""
    if not settings.smtp_url and not settings.mail_from:
        return None
    if not settings.smtp_url:
        raise MailMisconfigured(f"DOORLIST_MAIL_FROM is set, and DOORLIST_SMTP_URL is not. {_FORMS}")
    if not settings.mail_from:
        raise MailMisconfigured(
            "DOORLIST_SMTP_URL is set, and DOORLIST_MAIL_FROM is not. Write the sender: Gala <tickets@example.org>"
        )
    name, sender = parseaddr(settings.mail_from)
    # The value is not repeated: it may be a URL with the password, by mistake.
    if not _SENDER.fullmatch(settings.mail_from) or not is_clean(settings.mail_from) or not _is_usable(sender):
        raise MailMisconfigured("DOORLIST_MAIL_FROM cannot be read. Write one sender, like Gala <tickets@example.org>")
    common: dict[str, Any] = {
        "sender_name": name,
        "sender": sender,
        "per_minute": _per_minute(settings.mail_per_minute),
    }
    if settings.smtp_url.startswith("file:"):
        folder = settings.smtp_url.removeprefix("file:").removeprefix("//")
        if not folder:
            raise MailMisconfigured("DOORLIST_SMTP_URL names no folder. Write file:FOLDER, like file:/var/tmp/mail")
        return MailServer(folder=Path(folder).resolve(), **common)
    url, port = _smtp_url(settings.smtp_url)
    return MailServer(
        host=url.hostname or "",
        port=port,
        is_tls=url.scheme == "smtps",
        username=unquote(url.username or ""),
        password=unquote(url.password or ""),
        **common,
    )


def _is_usable(sender: str) -> bool:
    try:
        return is_email(address_on_the_wire(sender))
    except UnicodeError:
        return False


def _smtp_url(text: str) -> tuple[SplitResult, int]:
    # The text may have a password, so no refusal repeats it.
    refusal = MailMisconfigured(
        f"DOORLIST_SMTP_URL cannot be read. {_FORMS}. In the password write % as %25, @ as %40, / as %2F and # as %23"
    )
    try:
        url = urlsplit(text)
        port = url.port or PORTS.get(url.scheme, 0)
    except ValueError as error:
        raise refusal from error
    if url.scheme not in PORTS or not url.hostname or url.path.strip("/") or url.query or url.fragment:
        raise refusal
    if bool(url.username) != bool(url.password):
        raise MailMisconfigured("DOORLIST_SMTP_URL has a user without a password, or the reverse. Give both, or none")
    return url, port


def _per_minute(text: str | None) -> int:
    if text is None:
        return DEFAULT_PER_MINUTE
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PER_MINUTE)) else 0
    if not 1 <= number <= MAX_PER_MINUTE:
        raise MailMisconfigured(
            f"DOORLIST_MAIL_PER_MINUTE is {text!r}. Write the messages of a minute, from 1 to {MAX_PER_MINUTE}"
        )
    return number


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
