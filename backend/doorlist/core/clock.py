"""The one place that asks what time it is."""

from datetime import UTC, datetime, timedelta, tzinfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """The present moment in UTC, cut to the milliseconds that the wire and both databases carry (contract 10)."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def milliseconds(moment: datetime) -> int:
    """The moment in milliseconds since 1970, as browsers count."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def today(zone: tzinfo | None) -> str:
    """`2026-11-20`, the day it is in that zone, or else in UTC; for names of files."""
    return now().astimezone(zone or UTC).date().isoformat()


def to_wire(moment: datetime) -> str:
    """`2026-11-20T18:30:00.000Z`, the only form in which a timestamp leaves the server (contract 10)."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def from_wire(text: str) -> datetime:
    """The moment that `to_wire` wrote."""
    return datetime.fromisoformat(text)
