"""The time zone of the calling device, for times without a zone and for the present day (contract 5 and 7)."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Query
from pydantic import BeforeValidator


def _named(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(str(name))
    # zoneinfo raises different errors for a path, a directory, a long name and an unknown zone.
    except (LookupError, ValueError, OSError) as error:
        raise ValueError("Must be the name of a time zone, like Australia/Sydney") from error


DeviceZone = Annotated[ZoneInfo, BeforeValidator(_named)]
"""A zone by its IANA name, as browsers know their own."""

ZoneOfFileName = Annotated[DeviceZone | None, Query(alias="timeZone", description="of the date in the file's name")]
"""Asked for with a download; without it the date is that of UTC."""
