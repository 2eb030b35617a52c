"""Rules of erasures as plain functions on plain values (contract 4.erase)."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from doorlist.attendees.fields import LOGGED, PERSONAL, Personal
from doorlist.core.text import search_form
from doorlist.tickets.rules import is_our_form, normalise_qr, whole_qr_hash

MAX_ERASED_PER_REQUEST = 100
"""Guests erased in one transaction; a scan waits for one transaction at most."""

MAX_KEEP_DAYS = 3650

# Refused texts and ticket references in the scan log are cut to this length (contract 3).
_LOGGED_CHARACTERS = 100
_LOGGED_HASH = "sha256:"
# Shorter values would match inside other words.
_MIN_PART_LENGTH = 5
_MIN_NOTES_LENGTH = 20
_NOT_WORDS = re.compile(r"[\W_]+")


def _on_the_wire(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(word.capitalize() for word in others)


_KEPT_OF_HISTORY = {*map(_on_the_wire, LOGGED), "quantity", "ticketType"}
_PERSONAL_ON_WIRE = {_on_the_wire(field): how for field, how in PERSONAL.items()}


def is_hash(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z0-9_-]{22}", text))


def is_erased(changes: int) -> bool:
    """True if a ticket with this number of changes is erased."""
    return changes % 2 == 1


def redact_personal(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The fields of an audit entry, with null for each personal value."""
    if values is None:
        return None
    return {field: value if field in _KEPT_OF_HISTORY else None for field, value in values.items()}


class HasTicket(Protocol):
    """An attendee, as a row or as on the wire: it has the personal fields too."""

    @property
    def qr_code_data(self) -> str: ...


class PersonalDataMatcher:
    """Finds the personal values of some attendees in texts that a camera read or that staff wrote."""

    def __init__(self, attendees: Iterable[HasTicket]) -> None:
        """Match all personal values of the attendees, and their tickets."""
        self._tickets = set[str]()
        self._parts = set[str]()
        self._names = set[frozenset[str]]()
        for attendee in attendees:
            self.add_ticket(attendee.qr_code_data)
            for field, how in PERSONAL.items():
                self._add(getattr(attendee, field), how)

    def _add(self, value: str | None, how: Personal | None) -> None:
        (self.add if how is Personal.IDENTIFIER else self.add_notes)(value or "")

    def add(self, name_or_phone: str) -> None:
        """Match this name or phone in any spelling, and the words of a name in any order."""
        words = _words(name_or_phone)
        part = "".join(words)
        if len(part) >= _MIN_PART_LENGTH:
            self._parts.add(part)
        if words and not part.isdecimal():
            self._names.add(frozenset(words))

    def add_notes(self, notes: str) -> None:
        """Match these notes if they are long. Short ones, such as 'vegetarian', fit many guests."""
        part = "".join(_words(notes))
        if len(part) >= _MIN_NOTES_LENGTH:
            self._parts.add(part)

    def add_values(self, values: Mapping[str, Any] | None) -> None:
        for field, value in (values or {}).items():
            if isinstance(value, str) and field not in _KEPT_OF_HISTORY:
                self._add(value, _PERSONAL_ON_WIRE.get(field))

    def add_ticket(self, qr_code_data: str) -> None:
        """Match this ticket, as its text or as its hash."""
        self._tickets |= {qr_code_data, normalise_qr(qr_code_data), f"{_LOGGED_HASH}{whole_qr_hash(qr_code_data)}"}
        self._tickets.add(qr_code_data[:_LOGGED_CHARACTERS])

    def are_in(self, text: str) -> bool:
        """True if the text is one of the tickets or contains a matched value."""
        normalised = normalise_qr(text)
        if text in self._tickets or normalised in self._tickets:
            return True
        if text.startswith(_LOGGED_HASH) or is_our_form(normalised):
            return False
        words = _words(text)
        joined, found = "".join(words), set(words)
        return any(part in joined for part in self._parts) or any(name <= found for name in self._names)


def _words(text: str) -> list[str]:
    return _NOT_WORDS.sub(" ", search_form(text)).split()
