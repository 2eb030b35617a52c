"""Rules of the doors' figures as plain functions on plain values (contract 9.doors)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

ONLINE_FOR = timedelta(seconds=35)
"""Two contacts of a device may be lost, and it is still online."""
RECENT = timedelta(minutes=5)
LINE_LASTS = timedelta(hours=3)
LATEST_ARRIVALS = 8


class Contact(NamedTuple):
    """The last contact of a device, its unsent records then, and whether it can still check in."""

    at: datetime
    waiting: int
    is_making: bool = True


class DoorContact(NamedTuple):
    """The last contact of a door, which may have several devices, or none."""

    last_contact_at: datetime | None
    waiting: int
    devices: int
    is_online: bool


def contact_of_door(devices: Sequence[Contact], now: datetime) -> DoorContact:
    """A door is online while any device of it is that still makes check-ins."""
    return DoorContact(
        last_contact_at=max((device.at for device in devices), default=None),
        waiting=sum(device.waiting for device in devices),
        devices=len(devices),
        is_online=any(device.is_making and now - device.at <= ONLINE_FOR for device in devices),
    )
