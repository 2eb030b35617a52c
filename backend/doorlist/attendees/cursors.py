"""Cursors of sorted lists: the next page begins after them, whatever was changed meanwhile."""

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
    """A position in a sorted list: its segment, and the sort key and id of the attendee before it."""

    section: int
    key: str | int | None
    id: int


def encode_cursor(sort: AttendeeSort, place: ListCursor) -> str:
    """The cursor as URL text. It is encoded, because it may contain a name."""
    return urlsafe_b64encode(json.dumps([sort, *place], ensure_ascii=False).encode()).rstrip(b"=").decode()


def decode_cursor(sort: AttendeeSort, cursor: str) -> ListCursor | int:
    """The decoded cursor; an id if the newest come first. Raises ValueError."""
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
