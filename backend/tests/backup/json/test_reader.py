"""Reading a JSON file an entry at a time: the same as a whole reader, or a refusal; never anything else."""

import io
import json
import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doorlist.backup.json.reader import NotJson, Readable, read_entries

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
SPACED = st.sampled_from([(",", ":"), (" , ", "\n:\t"), (",\r\n", ": ")])


def read(file: bytes | Readable) -> dict[str, Any]:
    """The object put together again from its entries."""
    made: dict[str, Any] = {}
    for name, number, value in read_entries(io.BytesIO(file) if isinstance(file, bytes) else file):
        if number is None:
            made[name] = value
        else:
            assert number == len(made[name])
            made[name].append(value)
    return made


class Drops:
    """A file that gives a few bytes at a time, as if every boundary fell in the worst place."""

    def __init__(self, content: bytes, size: int) -> None:
        self._content = io.BytesIO(content)
        self._size = size

    def read(self, _: int, /) -> bytes:
        return self._content.read(self._size)


@pytest.mark.slow
@settings(max_examples=150)
@given(st.dictionaries(st.text(max_size=8), JSON, max_size=6), SPACED, st.booleans(), st.integers(1, 9))
def test_reads_what_a_whole_reader_reads_wherever_the_pieces_end(
    value: dict[str, Any], separators: tuple[str, str], only_ascii: bool, size: int
) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=only_ascii)
    assert read(text.encode()) == value
    assert read(Drops(text.encode(), size)) == value


@pytest.mark.slow
@settings(max_examples=150)
@given(st.dictionaries(st.text(max_size=3), JSON, min_size=1, max_size=3), st.data())
def test_a_cut_file_is_never_taken(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value).encode()
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(NotJson):
        read(cut)


BAD = {
    "nothing": b"",
    "only spaces": b" \n",
    "an array": b"[]",
    "a text": b'"events"',
    "null": b"null",
    "two objects": b"{}{}",
    "an open object": b"{",
    "an open array": b'{"a":[',
    "an open text": b'{"a":"',
    "a comma too many": b'{"a":1,}',
    "a comma too many in an array": b'{"a":[1,]}',
    "a comma too few": b'{"a":1 "b":2}',
    "a name without quotes": b"{a:1}",
    "a number as a name": b"{1:2}",
    "an object as a name": b"{{}:1}",
    "single quotes": b"{'a':1}",
    "a comment": b'{"a":1/**/}',
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":[Infinity]}',
    "-Infinity": b'{"a":{"b":-Infinity}}',
    "a number beyond a double": b'{"a":1e999}',
    "an integer of 400 digits": b'{"a":' + b"9" * 400 + b"}",
    "an integer of 10,000 digits": b'{"a":[' + b"9" * 10_000 + b"]}",
    "a number with a leading zero": b'{"a":01}',
    "a number that ends in a dot": b'{"a":1.}',
    "a name twice": b'{"a":1,"a":1}',
    "an array twice": b'{"events":[],"events":[]}',
    "a name twice further inside": b'{"a":[{"b":{"c":1,"c":2}}]}',
    "a name twice, once escaped": b'{"a":1,"\\u0061":2}',
    "half a surrogate pair": rb'{"a":"\ud800"}',
    "the other half": rb'{"a":["\udc00 "]}',
    "half a pair in a name": rb'{"\ud800":1}',
    "half a pair in a name inside": rb'{"a":{"\ud800":1}}',
    "half a pair in raw bytes": b'{"a":"\xed\xa0\x80"}',
    "no UTF-8": b'{"a":"\xff"}',
    "an overlong NUL": b'{"a":"\xc0\x80"}',
    "UTF-16": '{"a":1}'.encode("utf-16"),
    "UTF-32": '{"a":1}'.encode("utf-32"),
    "Windows-1252": '{"a":"Zoë"}'.encode("cp1252"),
    "a bare newline in a text": b'{"a":"\n"}',
    "a bare NUL": b'{"a":"\x00"}',
    "an unknown escape": rb'{"a":"\x41"}',
    "100,000 brackets": b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "100,000 open brackets": b'{"a":' + b"[" * 100_000,
    "100,000 braces": b'{"a":' + b'{"b":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
    "a text of 2 MiB": b'{"a":"' + b"x" * 2_097_152 + b'"}',
    "an entry of 2 MiB": b'{"a":[{"b":"' + b"x" * 2_097_152 + b'"}]}',
    "a text that does not end": b'{"a":"' + b"x" * 3_000_000,
    "2,000 names": json.dumps({str(number): 0 for number in range(2000)}).encode(),
    "a ZIP": b"PK\x03\x04" + bytes(100),
    "gzip": b"\x1f\x8b\x08" + bytes(100),
    "SQLite": b"SQLite format 3\x00" + bytes(100),
    "HTML": b"<!doctype html>",
    "random bytes": random.Random(7).randbytes(5000),  # noqa: S311 - the same each time
}


@pytest.mark.parametrize("file", BAD.values(), ids=BAD)
def test_refuses_what_is_no_json_or_not_read_alike_by_all(file: bytes) -> None:  # 5.restore-file.1
    with pytest.raises(NotJson):
        read(file)
    if len(file) < 5000:
        with pytest.raises(NotJson):
            read(Drops(file, 3))


def test_takes_a_byte_order_mark() -> None:
    assert read(b'\xef\xbb\xbf{"a":[1]}') == {"a": [1]}


def test_takes_a_whole_pair_of_surrogates() -> None:
    assert read(rb'{"a":"\ud83c\udfad"}') == {"a": "🎭"}


class Endless:
    """A file of so many entries that is nowhere as a whole."""

    def __init__(self, entries: int) -> None:
        self._pieces = self._made(entries)

    def _made(self, entries: int) -> Iterator[bytes]:
        yield b'{"attendees":[{}'
        for _ in range(entries // 1000):
            yield (b"," + json.dumps({"fullName": "x" * 400}).encode()) * 1000
        yield b"]}"

    def read(self, _: int, /) -> bytes:
        return next(self._pieces, b"")


def test_holds_one_entry_whatever_the_size_of_the_file() -> None:
    tracemalloc.start()
    try:
        count = sum(entry.number is not None for entry in read_entries(Endless(20_000)))  # 8 MB
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 20_001
    assert peak < 3_000_000
