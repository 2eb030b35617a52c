"""The settings of a server, read once from the environment."""

import os
import re
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Self
from urllib.parse import SplitResult, urlsplit

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
# A wheel brings the built screens along, and has no repository around it (decision 0040).
IS_CHECKOUT = (REPOSITORY / "backend" / "pyproject.toml").is_file()
SCREENS = REPOSITORY / "frontend" / "dist" if IS_CHECKOUT else PACKAGE / "screens"

Network = IPv4Network | IPv6Network
HISTORY_DAYS = 730
_DAYS = re.compile(r"[1-9][0-9]{0,4}")
_HOST = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")


class BadSetting(Exception):
    """An environment variable has an unusable value; the text names it and says what to write."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One server's settings. Every field but the first has a default that suits a laptop."""

    data_dir: Path
    database_url: str | None = None
    public_url: SplitResult | None = None
    trusted_proxies: tuple[Network, ...] = ()
    metrics_from: tuple[Network, ...] = ()
    allowed_hosts: frozenset[str] = frozenset()
    ticket_url: str | None = None
    history_days: int = HISTORY_DAYS
    # The URL may contain a password.
    smtp_url: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    mail_per_minute: str | None = None
    static_dir: Path = field(default=SCREENS)

    @classmethod
    def from_environment(cls) -> Self:
        """Read `DOORLIST_*`. Raises BadSetting with a sentence that says what to write instead."""
        return cls(
            data_dir=Path(os.environ.get("DOORLIST_DATA_DIR") or base_dir() / "data").resolve(),
            database_url=os.environ.get("DOORLIST_DATABASE_URL") or None,
            public_url=_url("DOORLIST_PUBLIC_URL"),
            trusted_proxies=_networks("DOORLIST_TRUSTED_PROXIES"),
            metrics_from=_networks("DOORLIST_METRICS_FROM"),
            allowed_hosts=_hosts("DOORLIST_ALLOWED_HOSTS"),
            ticket_url=_bare_url("DOORLIST_TICKET_URL"),
            history_days=_days("DOORLIST_HISTORY_DAYS", HISTORY_DAYS),
            smtp_url=_text("DOORLIST_SMTP_URL"),
            mail_from=_text("DOORLIST_MAIL_FROM"),
            mail_per_minute=_text("DOORLIST_MAIL_PER_MINUTE"),
        )

    @property
    def ticket_page(self) -> str | None:
        """The address of the guests' ticket page, to which a ticket's text is added as the fragment."""
        return self.ticket_url and f"{self.ticket_url}/ticket"

    @property
    def public_hosts(self) -> frozenset[str]:
        """The public URL's host as a browser may write it: in lower case, its default port left out or not."""
        if self.public_url is None:
            return frozenset()
        name = self.public_url.netloc.rpartition("@")[2].lower()
        default_port = ":443" if self.public_url.scheme == "https" else ":80"
        bare = name.removesuffix(default_port)
        return frozenset({bare, bare + default_port} if bare != name or self.public_url.port is None else {name})

    @property
    def sqlite_file(self) -> Path:
        """Where the embedded database lives when no `DOORLIST_DATABASE_URL` is given."""
        return self.data_dir / "doorlist.sqlite3"

    def prepare_data_dir(self) -> None:
        """Create the data directory; only its owner can read it and the database in it. Raises BadSetting."""
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.data_dir.chmod(0o700)
            # Files of earlier starts, and SQLite's files beside the database.
            for file in self.data_dir.glob(f"{self.sqlite_file.name}*"):
                with suppress(FileNotFoundError):
                    file.chmod(0o600)
        except OSError as error:
            raise BadSetting(
                f"{self.data_dir} cannot be the data directory ({error.strerror})."
                " Name another one in DOORLIST_DATA_DIR."
            ) from error


def base_dir() -> Path:
    """The folder of the data directories where none is named: the checkout, or `doorlist` in the home folder.

    Raises BadSetting for a user without a home folder.
    """
    try:
        return REPOSITORY if IS_CHECKOUT else Path.home() / "doorlist"
    except RuntimeError as error:
        raise BadSetting("This user has no home folder. Name a data directory in DOORLIST_DATA_DIR.") from error


def _url(name: str) -> SplitResult | None:
    text = os.environ.get(name)
    if not text:
        return None
    advice = BadSetting(f"{name} is {text!r}. Write the address people type, like https://door.example.org")
    try:
        url = urlsplit(text)
        is_usable = url.scheme in {"http", "https"} and bool(url.hostname) and url.port != 0
    except ValueError as error:
        raise advice from error
    if not is_usable:
        raise advice
    return url


def _bare_url(name: str) -> str | None:
    """A scheme with a host, as `https://host` or `https://host:port`."""
    url = _url(name)
    if url is None:
        return None
    # A path would be doubled in the links, and a password would be sent to every guest.
    if url.path.strip("/") or url.query or url.fragment or "@" in url.netloc:
        raise BadSetting(
            f"{name} is {os.environ[name]!r}. Write the address that guests can reach, and nothing after the name:"
            f" {url.scheme}://{url.netloc.rpartition('@')[2]}"
        )
    return f"{url.scheme}://{url.netloc.lower()}"


def _text(name: str) -> str | None:
    return os.environ.get(name, "").strip() or None


def _listed(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def _days(name: str, default: int) -> int:
    text = _text(name)
    if text is None:
        return default
    if not _DAYS.fullmatch(text):
        raise BadSetting(f"{name} is {text!r}. Write a number of days from 1 to 99999, like {default}")
    return int(text)


def _hosts(name: str) -> frozenset[str]:
    texts = [text.lower() for text in _listed(name)]
    for text in texts:
        if not _HOST.fullmatch(text):
            raise BadSetting(
                f"{name}: {text!r} is no name. Write names without a port, like door.example.org,tickets.lan"
            )
    return frozenset(texts)


def _networks(name: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(text, strict=False) for text in _listed(name))
    except ValueError as error:
        raise BadSetting(f"{name}: {error}. Write addresses or networks, like 10.0.0.5,192.168.0.0/24") from error
