"""Rules of staff accounts as plain functions on plain values."""

from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

SESSION_LIFETIME = timedelta(hours=8)  # contract 9
PASSWORD_LENGTHS = (10, 128)  # contract 5

# Throttle of failed sign-ins: contract 10.
THROTTLE_WINDOW = timedelta(minutes=15)
FREE_FAILURES_PER_ACCOUNT = 10
FREE_FAILURES_PER_ADDRESS = 100
LONGEST_DELAY_SECONDS = 60

_HOME_NETWORK_BITS = 64


class Role(StrEnum):
    """What somebody may do. Super administrators also manage users and see figures."""

    ORGANIZER = "organizer"
    SUPER_ADMIN = "super_admin"


def delay_after(failures: int, *, free: int) -> timedelta:
    """How long the next try waits after so many failures: nothing for the free ones, then 1, 2, 4 ... 60 seconds."""
    paid = failures - free
    if paid <= 0:
        return timedelta(0)
    return timedelta(seconds=min(LONGEST_DELAY_SECONDS, 2 ** min(paid - 1, 10)))


def seconds_to_wait(failures: int, *, free: int, last_failure_at: datetime | None, now: datetime) -> int:
    """Whole seconds until the next try is looked at; 0 lets it through."""
    if last_failure_at is None:
        return 0
    return max(0, ceil((last_failure_at + delay_after(failures, free=free) - now).total_seconds()))


def throttled_address(address: str) -> str:
    """The address failures are counted by: an IPv6 household has a whole /64 to itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _HOME_NETWORK_BITS), strict=False))
    return str(parsed)


def password_problem(password: str, *, is_common: bool) -> str | None:
    """Why a new password is refused, in words for the person who chose it; None when it is fine."""
    shortest, longest = PASSWORD_LENGTHS
    if len(password) < shortest:
        return f"Use at least {shortest} characters"
    if len(password) > longest:
        return f"Use at most {longest} characters"
    if is_common:
        return "This password is on the list of common ones. Choose another"
    return None
