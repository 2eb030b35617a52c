"""Rules of the doors' figures as plain functions on plain values (contract 9.doors)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

ONLINE_FOR = timedelta(seconds=35)
"""Two contacts of a device may be lost, and it is still online."""
RECENT = timedelta(minutes=5)
LINE_LASTS = timedelta(hours=3)
LATEST_ARRIVALS = 8


@dataclass(frozen=True)
class Contact:
    """The last contact of a device, its unsent records then, and whether it can still check in."""

    at: datetime
    waiting: int
    is_making: bool = True


@dataclass(frozen=True)
class DoorContact:
    """The last contact of a door, which may have several devices."""

    at: datetime
    waiting: int
    devices: int
    is_online: bool


def contact_of_door(devices: Iterable[Contact], now: datetime) -> DoorContact | None:
    """A door is online while any device of it is that still makes check-ins; without a device there is none."""
    known = list(devices)
    if not known:
        return None
    last = max(device.at for device in known)
    return DoorContact(
        at=last,
        waiting=sum(device.waiting for device in known),
        devices=len(known),
        is_online=any(device.is_making and now - device.at <= ONLINE_FOR for device in known),
    )
