"""Finds the ticket type of a cell: one of the event, or a new one. Plain functions on plain values."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from doorlist.core.text import text_problem, without_case
from doorlist.ticket_types.rules import MAX_TYPE_NAME_LENGTH


class KnownType(NamedTuple):
    """A ticket type of an event. One that the event lacks has no price, and a placeholder below 0 as its id."""

    id: int
    event_id: int
    name: str
    price_cents: int | None


class NamedTypes:
    """The ticket types of the events, and the new ones that the rows of a file name."""

    def __init__(self, known: Iterable[KnownType] = ()) -> None:
        self._by_name = {(type_.event_id, without_case(type_.name)): type_ for type_ in known}
        self._numbers = Counter(type_.event_id for type_ in self._by_name.values())
        self.new: dict[int, KnownType] = {}

    def number_at(self, event_id: int) -> int:
        """The number of types that the event has."""
        return self._numbers[event_id]

    def find(self, event_id: int, cell: str) -> KnownType:
        """The type of that name, ignoring case. Raises ValueError with a sentence."""
        name = type_name(cell)
        key = (event_id, without_case(name))
        found = self._by_name.get(key)
        if found is None:
            found = self._by_name[key] = KnownType(-1 - len(self.new), event_id, name, None)
            self.new[found.id] = found
        return found

    def names(self) -> dict[int, str]:
        """The name of each type by its id or placeholder."""
        return {type_.id: type_.name for type_ in self._by_name.values()}


@lru_cache
def type_name(cell: str) -> str:
    """The name of a type in a cell; other tools' may be longer than ours. Raises ValueError with a sentence."""
    name = cell[:MAX_TYPE_NAME_LENGTH].strip()
    problem = text_problem(name)
    if problem is not None:
        raise ValueError(problem)
    return name
