"""Finds the ticket type of a cell: one of the event, or a new one. Plain functions on plain values."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from doorlist.core.text import text_problem, without_case
from doorlist.ticket_types.rules import MAX_TYPE_NAME_LENGTH

_BEFORE_NUMBER = 30
_Key = tuple[int, str]
"""The event, and the name without its case."""


class KnownType(NamedTuple):
    """A ticket type of an event. One that the event lacks has no price, and a placeholder below 0 as its id."""

    id: int
    event_id: int
    name: str
    price_cents: int | None


class ShortenedName(NamedTuple):
    """A name of a file that is too long here, and the type that it names."""

    name: str
    type: KnownType


class NamedTypes:
    """The ticket types of the events, and the new ones that the rows of a file name."""

    def __init__(self, known: Iterable[KnownType] = ()) -> None:
        self._by_name = {(type_.event_id, without_case(type_.name)): type_ for type_ in known}
        self._numbers = Counter(type_.event_id for type_ in self._by_name.values())
        self._by_cell: dict[_Key, KnownType] = {}
        self._copies = Counter[_Key]()
        self._chosen = set[_Key]()
        """The names of types that cells of the file have."""
        self.new: dict[int, KnownType] = {}
        self.shortened: list[ShortenedName] = []

    def number_at(self, event_id: int) -> int:
        return self._numbers[event_id]

    def find(self, event_id: int, cell: str) -> KnownType:
        """The type of that name, ignoring case. Raises ValueError with a sentence.

        Different names that are cut to the same one get numbers, except the first.
        """
        key = (event_id, without_case(cell))
        found = self._by_cell.get(key)
        if found is None:
            found = self._by_cell[key] = self._choose(event_id, cell)
        return found

    def names(self) -> dict[int, str]:
        """The name of each type by its id or placeholder."""
        return {type_.id: type_.name for type_ in self._by_name.values()}

    def _choose(self, event_id: int, cell: str) -> KnownType:
        name = type_name(cell)
        is_cut = name != cell.strip()
        key = (event_id, without_case(name))
        # A name that is not cut is that of an existing type in any case.
        while key in self._chosen and (is_cut or self._by_name[key].id < 0):
            name = self._numbered(event_id, cell)
            key = (event_id, without_case(name))
        self._chosen.add(key)
        found = self._by_name.get(key)
        if found is None:
            found = self._by_name[key] = KnownType(-1 - len(self.new), event_id, name, None)
            self.new[found.id] = found
        if name != cell.strip():
            self.shortened.append(ShortenedName(cell, found))
        return found

    def _numbered(self, event_id: int, cell: str) -> str:
        """The name that the cell is cut to, with the next number: 'Early Bird (2)'."""
        # All names that could get the same text with a number count together, so that no number is tried twice.
        start = (event_id, without_case(cell[:_BEFORE_NUMBER]))
        self._copies[start] += 1
        number = f" ({self._copies[start] + 1})"
        return cell[: MAX_TYPE_NAME_LENGTH - len(number)].strip() + number


@lru_cache
def type_name(cell: str) -> str:
    """The name of a type in a cell; other tools' may be longer than ours. Raises ValueError with a sentence."""
    name = cell[:MAX_TYPE_NAME_LENGTH].strip()
    problem = text_problem(name)
    if problem is not None:
        raise ValueError(problem)
    return name
