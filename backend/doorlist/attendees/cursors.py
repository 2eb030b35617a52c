"""Where a page of a sorted list ends, as an opaque text: the next one begins there, whatever changed meanwhile."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from pydantic import TypeAdapter

from doorlist.attendees.rules import MAX_SORT_KEY_LENGTH, MAX_TABLE, AttendeeSort
from doorlist.core import clock
from doorlist.core.api_model import MAX_ROW_ID, RowId
from doorlist.core.text import is_clean

_NOT_OURS = "Must be the cursor of a page of this list"
_ROW_ID = TypeAdapter[int](RowId)


class ListCursor(NamedTuple):
    """A place in a sorted list: in which section of it, and behind which attendee, whose key was this one."""

    section: int
    key: str | int | None
    id: int


def encode_cursor(sort: AttendeeSort, place: ListCursor) -> str:
    """The place as a text for an address. It holds a name that a list is sorted by, so it is no plain text."""
    return urlsafe_b64encode(json.dumps([sort, *place], ensure_ascii=False).encode()).rstrip(b"=").decode()


def decode_cursor(sort: AttendeeSort, cursor: str) -> ListCursor | int:
    """The place of a cursor; in the order of registration that is an id. Raises ValueError on anything else."""
    if sort is AttendeeSort.NEWEST:
        return _ROW_ID.validate_python(cursor)
    try:
        name, section, key, row_id = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(_NOT_OURS) from error
    if name != sort or type(row_id) is not int or not 0 < row_id <= MAX_ROW_ID or not _fits(sort, section, key):
        raise ValueError(_NOT_OURS)
    return ListCursor(section, key, row_id)


def _fits(sort: AttendeeSort, section: object, key: object) -> bool:
    if type(section) is not int:
        return False
    match sort, section:
        case ((AttendeeSort.NAME | AttendeeSort.LAST_NAME), 0):
            return isinstance(key, str) and len(key) <= MAX_SORT_KEY_LENGTH and is_clean(key)
        case AttendeeSort.TABLE, (0 | 1):
            return type(key) is int and 0 <= key <= MAX_TABLE
        case AttendeeSort.ARRIVAL, 0:
            return isinstance(key, str) and _is_moment(key)
    return (sort, section, key) == (AttendeeSort.ARRIVAL, 1, None)


def _is_moment(text: str) -> bool:
    try:
        return clock.to_wire(clock.from_wire(text)) == text
    except (ValueError, OverflowError):
        return False
