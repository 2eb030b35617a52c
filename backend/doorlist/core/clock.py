"""The only module that reads the system's clock."""

from datetime import UTC, datetime, timedelta, tzinfo
from time import time_ns

WIRE_FORM = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
"""The pattern of `to_wire`. Text in another form may not be a valid time."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """The present moment in UTC, cut to milliseconds as on the wire and in both databases (contract 10.wire.2)."""
    return datetime.fromtimestamp(time_ns() // 1_000_000 / 1000, UTC)


def milliseconds(moment: datetime) -> int:
    """The moment in milliseconds since 1970, as browsers count."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def from_milliseconds(count: int) -> datetime:
    """The moment so many milliseconds after 1970 began. Raises OverflowError beyond the year 9999."""
    return _EPOCH + timedelta(milliseconds=count)


def today(zone: tzinfo | None) -> str:
    """Today in that zone, or in UTC, as `2026-11-20`; for file names."""
    return now().astimezone(zone or UTC).date().isoformat()


def to_wire(moment: datetime) -> str:
    """`2026-11-20T18:30:00.000Z`: every timestamp leaves the server in this form (contract 10.wire.2)."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def from_wire(text: str) -> datetime:
    return datetime.fromisoformat(text)
