"""The list that a door keeps of its event (contract 7)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.check_in_lists.service import list_lists
from doorlist.door.data_generation import read_generation
from doorlist.door.figures.repository import find_leavers
from doorlist.door.guest_list import repository
from doorlist.door.guest_list.schemas import DoorList, ListedEvent
from doorlist.events.service import get_event

CHUNK = 1000
# Grows with the form of the list, so that no browser takes one of an earlier release for this one's.
FORM = 8


class Since(NamedTuple):
    """The time in milliseconds, and the position of the live stream, before anything of a list was read."""

    as_of: int
    position: str


def list_chunk(tx: Session, after: int | None, *, event_id: int, since: Since) -> tuple[str, int | None]:
    """The next tickets of the whole list, with the brackets and commas that make all chunks one JSON object.

    The live stream has the changes since `since`. Raises UnknownEvent.
    """
    page = repository.page(tx, event_id, after=after or 0, limit=CHUNK)
    # A line for each chunk, so that a phone can read them one by one.
    opening = _head(tx, event_id, since) if after is None else ",\n" if page.tickets else ""
    if page.found == CHUNK:
        return opening + page.tickets, page.last
    return f"{opening}{page.tickets}]}}", None


def named_tickets(tx: Session, event_id: int, ids: Sequence[int], since: Since) -> str:
    """The list with these tickets alone, as far as they are still of the event. Raises UnknownEvent."""
    return f"{_head(tx, event_id, since)}{repository.named(tx, event_id, ids).tickets}]}}"


def entity_tag(tx: Session, event_id: int) -> str:
    """The ETag of the whole list, which changes with the list. Raises UnknownEvent."""
    get_event(tx, event_id)
    epoch, restored = read_generation(tx)
    state = f"{FORM}.{epoch}.{restored}.{event_id}.{repository.state(tx, event_id)}"
    # Compressed or not, it is the same list: a weak one.
    return f'W/"{sha256(state.encode()).hexdigest()[:32]}"'


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Whether the header names the tag, or any."""
    known = [known.strip().removeprefix("W/") for known in (if_none_match or "").split(",")]
    return tag.removeprefix("W/") in known or "*" in known


def listed_event(tx: Session, event_id: int) -> ListedEvent:
    """The event of a list. Raises UnknownEvent."""
    event = ListedEvent.model_validate(get_event(tx, event_id))
    leavers = find_leavers(tx, event_id) if event.counts_exits else 0
    return event.model_copy(update={"leavers": leavers, "lists": list_lists(tx, event_id)})


def _head(tx: Session, event_id: int, since: Since) -> str:
    """The object up to the first ticket."""
    epoch, restored = read_generation(tx)
    empty = DoorList(
        event=listed_event(tx, event_id),
        as_of=since.as_of,
        position=since.position,
        epoch=epoch,
        restored=restored,
        tickets=[],
    )
    return empty.model_dump_json(by_alias=True).removesuffix("]}")
