"""A damaged file gives rows or a sentence, and nothing else (5.import.1, 5.import.2)."""

import io
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from doorlist.spreadsheets.reading.files import open_rows
from doorlist.spreadsheets.reading.limits import FileTooLarge, UnreadableFile
from tests.spreadsheets.workbook import SHEET, STRINGS, pack, parts, shared_strings, sheet_of, styles

ROWS = "".join(f'"Guest {n}, Ada";+61 400 {n:06};{n};Zoë\r\n' for n in range(40))
CSV = [
    ROWS.encode(),
    b"\xef\xbb\xbf" + ROWS.replace(";", ",").encode(),
    ROWS.replace(";", "\t").encode("windows-1252"),
    ("sep=;\r\n" + ROWS).encode("utf-16"),
    ROWS.encode("utf-16-be"),
]
CELLS = b"".join(
    b'<row r="%d"><c r="A%d" t="s"><v>%d</v></c><c r="B%d" s="1"><v>46346.5</v></c><c r="C%d" t="inlineStr"><is>'
    b'<t>x</t></is></c><c r="D%d" t="b"><v>1</v></c><c r="E%d" t="str"><f>1</f><v>y</v></c></row>'
    % (n, n, n % 3, n, n, n, n)
    for n in range(1, 20)
)
PARTS = parts(
    sheet_of(CELLS),
    strings=shared_strings(b"<si><t>Ada</t></si><si><t>Bob</t></si><si><r><t>Cle</t></r><r><t>o</t></r></si>"),
    styles=styles(0, 22),
)
XLSX = [pack(PARTS), pack(PARTS, method=0)]
# Bytes with a meaning in the formats: they find more than random bytes do.
WORDS = [
    b'"', b",", b";", b"\r", b"\n", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"sep=", b"<", b">", b"/>", b"<row>",
    b"</row>", b'r="XFD1048576"', b't="s"', b't="d"', b"<v>-1</v>", b"<v>1e999</v>", b"<!DOCTYPE x [", b"<![CDATA[",
    b"&#0;", b"&lt;", b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\xff\xff\xff\xff", b"99999999999",
    b"\xed\xa0\x80",
]  # fmt: skip

places = st.floats(min_value=0, max_value=1)
changes = st.lists(
    st.tuples(places, st.integers(0, 40), st.one_of(st.sampled_from(WORDS), st.binary(max_size=8))),
    min_size=1,
    max_size=6,
)


def changed(content: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    """The content with bytes removed and others inserted, at places from its start (0) to its end (1)."""
    for place, taken, put in edits:
        at = int(place * len(content))
        content = content[:at] + put + content[at + taken :]
    return content


def read(content: bytes) -> None:
    """Checks that hold for every file."""
    last = 0
    with capture_logs() as logged, suppress(UnreadableFile, FileTooLarge):
        for number, cells in open_rows(io.BytesIO(content), "guests"):
            assert number > last
            assert all(type(cell) is str for cell in cells)
            assert any(cell.strip() for cell in cells)
            last = number
    # The process may run into its limit of memory. It may not fail in a way that nobody thought of.
    ended = [entry for entry in logged if entry["event"] == "spreadsheet_process_ended"]
    assert {entry["code"] for entry in ended} <= {3, -6}


def samples(few: int, many: int) -> list[object]:
    return [few, pytest.param(many, marks=pytest.mark.soak)]


@pytest.mark.parametrize("examples", samples(100, 1_000))
def test_csv(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.sampled_from(CSV), changes)
    def run(content: bytes, edits: list[tuple[float, int, bytes]]) -> None:
        read(changed(content, edits))

    run()


@pytest.mark.slow
@pytest.mark.parametrize("examples", samples(20, 400))
def test_an_archive(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.sampled_from(XLSX), changes)
    def run(content: bytes, edits: list[tuple[float, int, bytes]]) -> None:
        read(changed(content, edits))

    run()


@pytest.mark.slow
@pytest.mark.parametrize("examples", samples(25, 600))
def test_a_part_of_an_archive(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.sampled_from([SHEET, STRINGS, *sorted(PARTS)]), changes)
    def run(name: str, edits: list[tuple[float, int, bytes]]) -> None:
        read(pack(PARTS | {name: changed(PARTS[name], edits)}))

    run()


def test_a_lost_byte_moves_parts_before_the_beginning() -> None:
    read(changed(XLSX[0], [(0.5, 1, b"")]))


def test_the_files_are_good_before_they_are_changed() -> None:
    for content in (*CSV, *XLSX):
        assert len(list(open_rows(io.BytesIO(content), "guests"))) in {19, 40}
