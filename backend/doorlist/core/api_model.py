"""The wire format: camelCase names, clean text, whole numbers, UTC timestamps (contract 3 and 10.wire)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar
from zoneinfo import ZoneInfo

from annotated_types import GroupedMetadata
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints
from pydantic.alias_generators import to_camel

from doorlist.core import clock
from doorlist.core.errors import VersionConflict
from doorlist.core.text import in_plain_lines, lines_problem, text_problem

T = TypeVar("T")

MAX_ROW_ID = 2**63 - 1
MAX_CENTS = 100_000_000_00
_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")


class ApiModel(BaseModel):
    """Base of everything that crosses the wire. Unknown fields are ignored (contract 7)."""

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, from_attributes=True
    )


class ApiRequest(ApiModel):
    """Base of everything that a caller sends: a field has its camelCase name and no other.

    With two names for one field, an access check could read one and the handler the other. Code builds these models by
    the names of their fields.
    """

    model_config = ConfigDict(validate_by_name=False)

    def __init__(self, **fields: Any) -> None:
        """Build one in code, by the names of its fields."""
        self.__pydantic_validator__.validate_python(fields, self_instance=self, by_name=True, by_alias=False)

    # Without it pydantic calls __init__ to validate a request as well.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]


def _refuse(problem_of: Callable[[str], str | None]) -> AfterValidator:
    def check(text: str) -> str:
        problem = problem_of(text)
        if problem is not None:
            raise ValueError(problem)
        return text

    return AfterValidator(check)


def must_be(is_right: Callable[[str], bool], message: str) -> AfterValidator:
    """Refuses a text that is not right, with the message."""
    return _refuse(lambda text: None if is_right(text) else message)


def _in_plain_lines(value: object) -> object:
    return in_plain_lines(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class Characters(GroupedMetadata):
    """Text of so many characters after trimming, without control characters (contract 5).

    `several_lines` allows line breaks, which are stored as a newline each.
    """

    minimum: int
    maximum: int
    several_lines: bool = False

    def __iter__(self) -> Iterator[object]:
        """Trim first, so that a stray newline at the end of a pasted name does no harm."""
        if self.several_lines:
            yield BeforeValidator(_in_plain_lines)
        yield from StringConstraints(strip_whitespace=True, min_length=self.minimum, max_length=self.maximum)
        yield _refuse(lines_problem if self.several_lines else text_problem)


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


BLANK_IS_NONE = BeforeValidator(_blank_is_none)
"""For an optional text: an emptied field sends an empty text."""


def _whole(value: object) -> object:
    """Refuse True and '1.0': Python and pydantic would read both as 1, but the caller meant something else."""
    if isinstance(value, bool) or (isinstance(value, str) and not _INTEGER.fullmatch(value.strip())):
        raise ValueError("Must be a whole number")
    return value


Whole = Annotated[int, BeforeValidator(_whole)]

Flag = Annotated[bool, Field(strict=True)]
"""True or false in a JSON body: not 0, 1, 'yes' or 'off', which pydantic reads as well."""

_Stored = Annotated[Whole, AfterValidator(lambda number: number if 0 < number <= MAX_ROW_ID else 0)]

RowId = _Stored
"""An id as a caller sends it. A number that no row can have becomes 0, so it is unknown and not an error."""

Version = _Stored
"""The version at which a row was read. A number that no row can have becomes 0, which is always stale."""

Cents = Annotated[Whole, Field(ge=0, le=MAX_CENTS)]
"""An amount of Australian money."""


def _moment(value: object) -> object:
    try:
        # A value that is no text fails here as well.
        moment = clock.from_wire(value)  # type: ignore[arg-type]
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        pass
    raise ValueError("Must be a time like 2026-11-20T18:30:00.000Z")


Moment = Annotated[datetime, BeforeValidator(_moment)]
"""A time as a caller sends it, in wire form or with another UTC offset."""

Timestamp = Annotated[datetime, PlainSerializer(clock.to_wire, return_type=str)]


def _zone(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(str(name))
    # zoneinfo raises different errors for a path, a directory, a long name and an unknown zone.
    except (LookupError, ValueError, OSError) as error:
        raise ValueError("Must be the name of a time zone, like Australia/Sydney") from error


DeviceZone = Annotated[ZoneInfo, BeforeValidator(_zone)]
"""The time zone of the calling device by its IANA name, for times without a zone and for the present day."""


def as_optional(schema: dict[str, Any]) -> None:
    """Without a default in the schema, the generated client treats the field as optional."""
    schema.pop("default", None)


def as_nullable(schema: dict[str, Any]) -> None:
    """The schema of a field whose validator replaces null by a value of its type."""
    inner = dict(schema)
    schema.clear()
    schema["anyOf"] = [inner, {"type": "null"}]


def required(value: T | None) -> T:
    """For fields that an edit may leave out but not clear."""
    if value is None:
        raise ValueError("This field is required")
    return value


NOT_CLEARED = AfterValidator(required)
"""For an optional field of an edit that may be left out, and not be null."""


class PersonRef(ApiModel):
    """The id and name of a user."""

    id: int
    full_name: str


class Versioned(ApiModel):
    """A row that two people may edit at once: `version` grows with every edit."""

    version: int
    updated_at: Timestamp
    updated_by: PersonRef | None


def stale_version(noun: str, current: Versioned) -> VersionConflict:
    """Refuses an edit that began on an older version; the body carries the present row (contract 7)."""
    body = current.model_dump(mode="json", by_alias=True)
    return VersionConflict(
        f"Someone else changed this {noun} meanwhile.",
        extra={"current": body, "updatedBy": body["updatedBy"], "updatedAt": body["updatedAt"]},
    )
