"""Rules of staff accounts as plain functions on plain values."""

import unicodedata
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

# Sessions and passwords: contract 5, 6.confirm and 9.
SESSION_LIFETIME = timedelta(hours=8)
CONFIRMATION_LIFETIME = timedelta(minutes=30)
PASSWORD_LENGTHS = (10, 128)

# Throttle of failed sign-ins: contract 10.throttle.
THROTTLE_WINDOW = timedelta(minutes=15)
FREE_FAILURES_PER_ACCOUNT = 10
FREE_FAILURES_PER_ADDRESS = 100
MAX_DELAY_SECONDS = 60
# For an account across all addresses, from devices that it does not know.
ACCOUNT_WINDOW = timedelta(hours=1)
FAILURES_PER_ACCOUNT = 100

# The cookie of known devices: contract 10.cookie.7.
DEVICE_LIFETIME = timedelta(days=90)
MAX_ACCOUNTS_PER_DEVICE = 8

# Access of doors: contract 6.grant.
ACCESS_MAKES_FOR = timedelta(hours=16)
ACCESS_DELIVERS_FOR = timedelta(days=30)
ACCESS_KEPT_FOR = timedelta(days=30)  # after it delivers nothing any longer
MAX_ACCESSES_PER_DEVICE = 8

# Limits of one access: contract 10.access. A busy door makes some 1,200 records in an hour.
RECORDS_AN_HOUR = 5000
RECORDS_AN_HOUR_AFTER_END = 1000
MAX_REFUSED_TEXTS = 500

# Door passes: contract 6.pass.
PASS_HOURS = 12
MAX_PASS_HOURS = 24
MAX_PASS_TIME = timedelta(hours=MAX_PASS_HOURS)
PASS_CLAIMED_WITHIN = timedelta(minutes=30)
MAX_HELPER_LENGTH = 100

_HOME_NETWORK_BITS = 64
# No East Asian letter looks like a Latin one (UTS 39, "highly restrictive").
_WRITTEN_TOGETHER = {
    "Latin",
    "Bopomofo",
    "Cjk",
    "Hangul",
    "Hiragana",
    "Ideographic",
    "Katakana",
    "Katakana-Hiragana",
}
_EVERY_SCRIPT = {"Modifier"}


class Role(StrEnum):
    """The role of a user. Super administrators also manage users and see figures."""

    ORGANIZER = "organizer"
    SUPER_ADMIN = "super_admin"


class AccessKind(StrEnum):
    """The kind of device that an access belongs to."""

    STAFF = "staff"
    HELPER = "helper"


def delay_after(failures: int, *, free: int) -> timedelta:
    """How long the next try waits after so many failures: nothing for the free ones, then 1, 2, 4 ... 60 seconds."""
    paid = failures - free
    if paid <= 0:
        return timedelta(0)
    return timedelta(seconds=min(MAX_DELAY_SECONDS, 2 ** min(paid - 1, 10)))


def seconds_to_wait(failures: int, *, free: int, last_failure_at: datetime | None, now: datetime) -> int:
    """Whole seconds until the next try is allowed; 0 if it is allowed now."""
    if last_failure_at is None:
        return 0
    return max(0, ceil((last_failure_at + delay_after(failures, free=free) - now).total_seconds()))


def account_seconds_to_wait(last_of_many: datetime | None, now: datetime) -> int:
    """Whole seconds until an account is below its limit of failures in an hour.

    `last_of_many`: the time of the hundredth latest failure; None if there are fewer.
    """
    if last_of_many is None:
        return 0
    return max(0, ceil((last_of_many + ACCOUNT_WINDOW - now).total_seconds()))


def waiting_time(seconds: int) -> str:
    """A wait in words: '1 second', '59 seconds', '40 minutes'."""
    number, unit = (ceil(seconds / 60), "minute") if seconds > MAX_DELAY_SECONDS else (seconds, "second")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def throttled_address(address: str) -> str:
    """The address by which failures are counted: an IPv6 household has a whole /64."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _HOME_NETWORK_BITS), strict=False))
    return str(parsed)


def password_problem(password: str) -> str | None:
    """Why a new password has the wrong length, in words for the person who chose it; None when it is fine."""
    shortest, longest = PASSWORD_LENGTHS
    if len(password) < shortest:
        return f"Use at least {shortest} characters"
    if len(password) > longest:
        return f"Use at most {longest} characters"
    return None


def username_problem(username: str) -> str | None:
    """Why a new username is refused, in words for the person who chose it; None when it is fine.

    A Cyrillic letter that looks like a Latin one would make two accounts that look the same, and a space is easily
    missed when signing in.
    """
    if any(character.isspace() for character in username):
        return "Use no spaces. Write a dot or a hyphen instead, as in maria.lopez"
    first_of = dict[str, str]()
    for character in unicodedata.normalize("NFKC", username):
        if character.isalpha():
            first_of.setdefault(_script(character), character)
    scripts = [script for script in first_of if script not in _EVERY_SCRIPT]
    if len(scripts) <= 1 or set(scripts) <= _WRITTEN_TOGETHER:
        return None
    one, other = scripts[:2]
    return f"Use letters of one alphabet. '{first_of[one]}' is {one} and '{first_of[other]}' is {other}"


def _script(letter: str) -> str:
    return unicodedata.name(letter, "unnamed").partition(" ")[0].title()
