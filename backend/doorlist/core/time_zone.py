"""The zone of the device that asks: what a time without a zone means there, and what day it is (contract 5 and 7)."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Query
from pydantic import BeforeValidator


def _named(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(str(name))
    # A name that is a path, a directory, too long, or of a zone that nobody knows: each is refused in its own way.
    except (LookupError, ValueError, OSError) as error:
        raise ValueError("Must be the name of a time zone, like Australia/Sydney") from error


DeviceZone = Annotated[ZoneInfo, BeforeValidator(_named)]
"""A zone by its IANA name, as browsers know their own."""

ZoneOfFileName = Annotated[DeviceZone | None, Query(alias="timeZone", description="of the date in the file's name")]
"""Asked for with a download; without it the date is that of UTC."""
