"""When a record was made, by the server's clock; plain functions on plain values (contract 7.settle)."""

from collections.abc import Sequence
from typing import NamedTuple

CLOCK_TOLERANCE_MS = 2_000
MAX_RECORD_AGE_MS = 30 * 24 * 3600 * 1000
"""Maximum age of a record that a signed-in user uploads, in milliseconds: 30 days."""


class TimeBounds(NamedTuple):
    """The earliest and latest door time of a record, in milliseconds since 1970.

    A record of a device with an access is not older than its last contact, unless its number was announced then.
    """

    received: int
    earliest: int
    contact: int | None = None
    announced: int | None = None


class DoorTime(NamedTuple):
    """When a record was made, in milliseconds since 1970, and how far the clocks disagree (None: they do not).

    `is_bound`: the device claims a time outside of the bounds.
    """

    at: int
    clock_error: int | None
    is_bound: bool = False


def door_time(*, at: int, clock_offset: int | None, sent_at: int, sequence: int | None, bounds: TimeBounds) -> DoorTime:
    """The door time of a record. `at` and `sent_at` are of the device's clock, `clock_offset` makes them the server's.

    Without an offset the way from device to server counts as no time.
    """
    by_sending = bounds.received - (sent_at - at)
    claimed = by_sending if clock_offset is None else at + clock_offset
    earliest = bounds.earliest
    if bounds.contact is not None and (sequence is None or sequence > (bounds.announced or 0)):
        earliest = max(earliest, bounds.contact)
    moment = min(max(claimed, earliest), bounds.received)
    error = max(abs(claimed - by_sending), abs(claimed - moment))
    return DoorTime(moment, error if error > CLOCK_TOLERANCE_MS else None, moment != claimed)


def spread(times: Sequence[DoorTime], bounds: TimeBounds) -> list[DoorTime]:
    """The door times of a device's records in their order, a millisecond apart where a bound made several the same.

    The log would put an undo after the scan that followed it.
    """
    found = list(times)
    latest = bounds.received + 1
    for place, time in reversed(list(enumerate(times))):
        if time.is_bound and time.at == bounds.received and bounds.earliest < latest <= time.at:
            found[place] = time._replace(at=latest - 1)
        latest = found[place].at
    earliest = 0
    for place, time in enumerate(found):
        if time.is_bound and time.at <= earliest < bounds.received:
            found[place] = time._replace(at=earliest + 1)
        earliest = found[place].at
    return found
