"""Whom a backup's JSON file names, and who of them has an account here (contract 4)."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

LISTED_PROBLEMS = 100
_KEPT_APART = 1000

_Person = int | str
_Key = TypeVar("_Key")


class People:
    """Tells known from unknown staff by their ids, and remembers what a person should hear about it."""

    def __init__(self, users: Mapping[int, str]) -> None:
        self._users = users
        self._unknown: Counter[tuple[str, _Person, str]] = Counter()
        self._other_name: Counter[tuple[int, str]] = Counter()
        self.scanned_without_attending = 0

    def known(self, person: _Person | None) -> int | None:
        """The id, if somebody here has it."""
        return person if isinstance(person, int) and person in self._users else None

    def credited(self, field: str, person: _Person | None, name: str | None) -> int | None:
        """The id of who is credited by the field, if somebody here has it; otherwise it is named as a problem."""
        if person is None:
            return None
        known = self.known(person)
        if known is None:
            _count(self._unknown, (field, person, name or ""))
        elif name and name != self._users[known]:
            _count(self._other_name, (known, name))
        return known

    def problems(self) -> list[str]:
        """A sentence for each, those that lose something first."""
        sentences = [
            f"{field} names user {person}{f' ({name})' if name else ''}, who is unknown here:"
            f" it is left empty for {_attendees(times)}."
            for (field, person, name), times in self._unknown.most_common()
        ]
        sentences += [
            f"User {person} is {name} in the file and {self._users[person]} here, and keeps what is credited to them."
            for person, name in self._other_name
        ]
        if self.scanned_without_attending:
            sentences.append(
                f"scannedBy is left empty for {_attendees(self.scanned_without_attending)} who did not attend."
            )
        left_out = len(sentences) - LISTED_PROBLEMS
        if left_out > 0:
            sentences[LISTED_PROBLEMS:] = [f"And {left_out} more of this kind."]
        return sentences


def _attendees(number: int) -> str:
    return "1 attendee" if number == 1 else f"{number} attendees"


def _count(counter: Counter[_Key], key: _Key) -> None:
    # Whoever names a million unknown people hears of some of them.
    if key in counter or len(counter) < _KEPT_APART:
        counter[key] += 1
