"""Reads one JSON object from a file of any size, an entry at a time (decision 0023).

The json module decodes whole files, at several times their size. Here it decodes one value at a time, so that only one
entry of one array is in memory.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from doorlist.core.http.strict_json import STRICTLY, refuse_half_surrogates

PIECE = 256 * 1024
LONGEST_VALUE = 1024 * 1024
MOST_NAMES = 1000
_SPACE = re.compile(r"[ \t\n\r]*")
# A number that ends where the piece ends may go on in the next: `1` in `1e+5`.
_LOOK_AHEAD = 4


class NotJson(Exception):
    """The file is not a JSON object, or parsers read it differently; the text says why."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes:
        """At most `size` of the next bytes; empty at the end."""


class Entry(NamedTuple):
    """A member of the object, or one entry of an array in it.

    An array comes first as an empty list without a number, then entry by entry, numbered from 0.
    """

    name: str
    number: int | None
    value: Any


def read_entries(file: Readable) -> Iterator[Entry]:
    """The members of the file's object in their order, arrays entry by entry. Raises NotJson on the way."""
    text = _Text(file)
    text.take("{")
    names = set[str]()
    if text.next_is("}"):
        text.take("}")
    else:
        while True:
            name = text.value()
            if not isinstance(name, str):
                raise NotJson("A name was expected.")
            if name in names:
                raise NotJson(_twice(name))
            if len(names) == MOST_NAMES:
                raise NotJson("It has too many parts.")
            names.add(name)
            text.take(":")
            yield from _member(text, name)
            if text.take(",}") == "}":
                break
    text.end()


def _member(text: "_Text", name: str) -> Iterator[Entry]:
    if not text.next_is("["):
        yield Entry(name, None, text.value())
        return
    text.take("[")
    yield Entry(name, None, [])
    if text.next_is("]"):
        text.take("]")
        return
    number = 0
    while True:
        yield Entry(name, number, text.value())
        number += 1
        if text.take(",]") == "]":
            return


class _Text:
    """The text of a file; only the part being read is in memory."""

    def __init__(self, file: Readable) -> None:
        self._file = file
        self._characters = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._is_all = False
        self._decode = json.JSONDecoder(object_pairs_hook=_object, **STRICTLY).raw_decode

    def next_is(self, character: str) -> bool:
        return self._peek() == character

    def take(self, expected: str) -> str:
        """Skip the next character, which must be an expected one."""
        character = self._peek()
        if not character or character not in expected:
            raise NotJson(f"{' or '.join(expected)} was expected, and {character or 'the end'} found.")
        self._at += 1
        return character

    def value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = self._decode(self._text, self._at)
                is_whole = self._is_all or end + _LOOK_AHEAD <= len(self._text)
            except json.JSONDecodeError as error:
                if self._is_all:
                    raise NotJson(f"{error.msg}.") from error
                is_whole = False
            except RecursionError as error:
                raise NotJson("It is nested too deeply.") from error
            except ValueError as error:
                raise NotJson("It holds a number that no JSON has.") from error
            if is_whole:
                break
            if len(self._text) - self._at > LONGEST_VALUE:
                raise NotJson("An entry is too long, or does not end.")
            self._read_on()
        try:
            refuse_half_surrogates(value, self._text[self._at : end])
        except ValueError as error:
            raise NotJson("A text holds half a character.") from error
        self._at = end
        return value

    def end(self) -> None:
        """Refuse anything after the object."""
        if self._peek():
            raise NotJson("Something follows after its end.")

    def _peek(self) -> str:
        while True:
            # The expression also matches an empty text, so there is always a match.
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_all:
                return ""
            self._read_on()

    def _read_on(self) -> None:
        piece = self._file.read(PIECE)
        self._is_all = not piece
        try:
            more = self._characters.decode(piece, final=self._is_all)
        except UnicodeDecodeError as error:
            raise NotJson("It is not UTF-8.") from error
        self._text = self._text[self._at :] + more
        self._at = 0


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, if no name is in it twice: readers disagree on which one counts."""
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise NotJson(_twice(next(name for name in names if names.count(name) > 1)))
    return made


def _twice(name: str) -> str:
    return f"The name {json.dumps(name[:40])} stands in one object twice."
