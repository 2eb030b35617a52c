"""Small files that would fill the memory or keep a processor busy (5.import.3, 5.import.12, 5.import.13)."""

import io
import json
import random
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.spreadsheets.workbook import SHEET, STRINGS, pack, parts, shared_strings, sheet, sheet_of

# Processor time. A good check takes under a second; a bomb that gets through takes twenty.
SECONDS = 8.0
GROWTH_MB = 64
PROCESS_MB = 512

# Run in a new process, so that only the reading is measured: ours, and that of the process that parses.
MEASURE = """
import json, re, resource, sys
from doorlist.spreadsheets.reading.files import open_rows
from doorlist.spreadsheets.reading.limits import FileTooLarge, UnreadableFile
rows, said = 0, ""
try:
    with open(sys.argv[1], "rb") as file:
        for _ in open_rows(file, "guests.xlsx"):
            rows += 1
except (FileTooLarge, UnreadableFile) as error:
    said = f"{type(error).__name__}: {error}"
# Not getrusage for ourselves: it starts with the parent's peak.
ours = int(re.search(r"VmHWM:\\s*([0-9]+)", open("/proc/self/status").read())[1])
parser = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([rows, said, parser.ru_utime + parser.ru_stime, ours / 1024, parser.ru_maxrss / 1024]))
"""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory and its measure are the system's"),
    pytest.mark.slow,
]


class Reading(NamedTuple):
    rows: int
    said: str
    parser_seconds: float
    megabytes: float
    parser_megabytes: float


def measure(path: Path, *before: str) -> Reading:
    """Read the file and measure it. `before` are lines of Python to run first."""
    program = "\n".join((*before, MEASURE))
    output = subprocess.run([sys.executable, "-c", program, path], capture_output=True, check=True).stdout
    return Reading(*json.loads(output.splitlines()[-1]))


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    """The cost of reading two short lines, without a second process."""
    path = tmp_path_factory.mktemp("usual") / "guests.csv"
    path.write_bytes(b"Name,Phone\nAda,0400\n")
    reading = measure(path)
    assert (reading.rows, reading.said) == (2, "")
    return reading


def noise(length: int) -> bytes:
    """Text that packs two to one."""
    return random.Random(length).randbytes(length // 2).hex().encode()  # noqa: S311 - filling


def repeated(item: Callable[[bytes], bytes], times: int) -> bytes:
    """Many items with different text, made quickly and packed some ten to one: repetitions lie far apart."""
    text = noise(8 * 2_000)
    block = b"".join(item(text[n : n + 8]) for n in range(0, len(text), 8))
    return block * (times // 2_000)


def declared_small() -> bytes:
    """A sheet of 200 MB that says it has 1,000 bytes."""
    whole = bytearray(pack(parts(b"<worksheet>" + b" " * 200_000_000)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = whole.index(signature)
        while whole[start + (30 if offset == 22 else 46) :].startswith(SHEET.encode()) is False:
            start = whole.index(signature, start + 1)
        struct.pack_into("<I", whole, start + offset, 1_000)
    return bytes(whole)


def overlapping() -> bytes:
    """A thousand parts that share the same packed bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts(sheet([["Ada"]])).items():
            archive.writestr(name, content)
        archive.writestr("xl/media/0", noise(10_000) + b" " * 90_000)
        first = archive.getinfo("xl/media/0")
        for number in range(1, 1_000):
            again = zipfile.ZipInfo(f"xl/media/{number}")
            again.compress_type = first.compress_type
            again.CRC, again.header_offset = first.CRC, first.header_offset
            again.file_size, again.compress_size = first.file_size, first.compress_size
            archive.filelist.append(again)
    return out.getvalue()


def nested() -> bytes:
    """Archives of archives, as the famous one that holds petabytes."""
    inner = pack({"0": b"0" * 100_000_000})
    for _ in range(3):
        inner = pack({str(number): inner for number in range(10)})
    return inner


def one_huge_cell() -> bytes:
    """A text of 40 MB."""
    cell = b'<row r="1"><c r="A1" t="inlineStr"><is><t>' + noise(40_000_000) + b"</t></is></c></row>"
    return pack(parts(sheet_of(cell)))


def a_million_columns() -> bytes:
    cells = repeated(lambda text: b"<c><v>%d</v></c>" % int(text, 16), 1_000_000)
    return pack(parts(sheet_of(b'<row r="1">' + cells + b"</row>")))


def fifty_thousand_columns() -> bytes:
    cells = repeated(lambda text: b"<c><v>%d</v></c>" % int(text, 16), 50_000)
    return pack(parts(sheet_of(b'<row r="1">' + cells + b"</row>")))


def billion_laughs() -> bytes:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    before = f'<!DOCTYPE worksheet [<!ENTITY l0 "lol">{entities}]>'
    rows = b'<row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row>'
    return pack(parts(sheet_of(rows, before=before)))


def high_ratio() -> bytes:
    return pack(parts(sheet_of(b" " * 140_000_000)))


def much_unpacked() -> bytes:
    """160 MB that pack a hundred to one."""
    return pack(parts(sheet([["Ada"]])) | {"xl/media/a.bmp": (noise(2_000) + b" " * 98_000) * 1_600})


def many_parts() -> bytes:
    return pack(parts(sheet([["Ada"]])) | {f"xl/{number}": b"" for number in range(5_000)})


def a_directory_of_millions() -> bytes:
    """The list of parts alone is 40 MB."""
    entry = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    entries = entry * (40_000_000 // len(entry))
    return b"PK\x03\x04" + entries + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(entries), 4, 0)


def many_rows() -> bytes:
    return pack(parts(sheet_of(repeated(lambda text: b"<row><c><v>%d</v></c></row>" % int(text, 16), 1_000_000))))


def huge_dimension() -> bytes:
    """Two cells, and between them 17 billion."""
    rows = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    return pack(parts(sheet_of(rows)))


def huge_dimension_in_other_words() -> bytes:
    rows = b"<row r='1'><c r='A1'><v>1</v></c></row><row r = '1048576'><c\nr = 'XFD1048576'><v>1</v></c></row>"
    return pack(parts(sheet_of(rows)))


def a_large_empty_rectangle() -> bytes:
    """Two cells within all limits, and 40 million between them."""
    rows = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="199999"><c r="GR199999"><v>1</v></c></row>'
    return pack(parts(sheet_of(rows)))


def row_number_beyond_counting() -> bytes:
    return pack(parts(sheet_of(b'<row r="1"><c r="A99999999999"><v>1</v></c><c r="A1"><v>1</v></c></row>')))


def another_kind_in_disguise() -> bytes:
    """A parser that cannot read the workbook tries OpenDocument."""
    content = b"<office:document-content><table:table-row table:number-rows-repeated='1000000'>"
    return pack({"xl/workbook.xml": b"<", "mimetype": b"", "content.xml": content})


def blank_lines() -> bytes:
    return b"\n" * 52_000_000


def an_open_quote() -> bytes:
    return b'Name,Phone\n"' + b"Ada,0400\n" * 5_000_000


def cells_across_lines() -> bytes:
    return b'"\n",' * 12_000_000


BOMBS = [
    declared_small,
    overlapping,
    nested,
    one_huge_cell,
    a_million_columns,
    fifty_thousand_columns,
    billion_laughs,
    high_ratio,
    much_unpacked,
    many_parts,
    a_directory_of_millions,
    many_rows,
    huge_dimension,
    huge_dimension_in_other_words,
    a_large_empty_rectangle,
    row_number_beyond_counting,
    another_kind_in_disguise,
    blank_lines,
    an_open_quote,
    cells_across_lines,
]


@pytest.mark.matrix
@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.__name__)
def test_a_bomb_is_refused_and_costs_little(bomb: Callable[[], bytes], tmp_path: Path, usual: Reading) -> None:
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(bomb())
    reading = measure(path)
    assert reading.said
    assert reading.parser_seconds < SECONDS
    assert reading.megabytes - usual.megabytes < GROWTH_MB
    assert reading.parser_megabytes < PROCESS_MB


def rows_that_never_close() -> bytes:
    """58 sheets behind the first, full of tags that never close: a regular expression would search them for ever."""
    behind = b"<worksheet><sheetData>" + b'<row r="200000"' * 69_000
    return pack(parts(sheet([["Name", "Phone"], ["Ada", "0400"]]), *[behind] * 58))


def texts_that_no_cell_shows() -> bytes:
    """One text of 40 MB in small pieces, and a sheet without it."""
    runs = repeated(lambda text: b"<r><t>" + text + b"</t></r>", 1_000_000)
    made = parts(sheet([["Name", "Phone"], ["Ada", "0400"]]), strings=shared_strings(b"<si>" + runs + b"</si>"))
    assert STRINGS in made
    return pack(made)


def millions_of_texts_that_no_cell_shows() -> bytes:
    texts = repeated(lambda text: b"<si><t>" + text + b"</t></si>", 3_000_000)
    return pack(parts(sheet([["Name", "Phone"], ["Ada", "0400"]]), strings=shared_strings(texts)))


@pytest.mark.matrix
@pytest.mark.parametrize(
    "made",
    [rows_that_never_close, texts_that_no_cell_shows, millions_of_texts_that_no_cell_shows],
    ids=lambda made: made.__name__,
)
def test_what_is_not_read_is_no_matter(made: Callable[[], bytes], tmp_path: Path, usual: Reading) -> None:
    # 5.import.12
    path = tmp_path / "guests.xlsx"
    path.write_bytes(made())
    reading = measure(path)
    assert (reading.rows, reading.said) == (2, "")
    assert reading.parser_seconds < SECONDS
    assert reading.megabytes - usual.megabytes < GROWTH_MB


def shortest_cells(rows: int, cells: int) -> bytes:
    """As many cells as fit, with too little repetition for the ratio to notice."""
    chance = random.Random(rows)  # noqa: S311 - filling
    written = (
        b"<row>%b</row>" % (b"<c><v>%d</v></c>" % chance.randrange(10) * (cells - chance.randrange(cells // 4)))
        for _ in range(rows)
    )
    return pack(parts(sheet_of(b"".join(written))))


def test_more_cells_than_the_memory_holds_are_refused_with_advice(tmp_path: Path) -> None:  # 5.import.13
    path = tmp_path / "guests.xlsx"
    path.write_bytes(shortest_cells(150_000, 64))
    reading = measure(path)
    assert reading.said.startswith("FileTooLarge: Reading this spreadsheet takes too much memory.")
    assert reading.said.endswith("save it as CSV.")
    assert reading.parser_megabytes < PROCESS_MB


def test_more_computing_than_is_allowed_is_refused_with_advice(tmp_path: Path) -> None:  # 5.import.13
    path = tmp_path / "guests.xlsx"
    path.write_bytes(shortest_cells(100_000, 40))
    # The system keeps the smaller of two limits, so that nobody has to wait for the larger.
    reading = measure(path, "import resource", "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))")
    assert reading.said == "FileTooLarge: Reading this spreadsheet takes too long. Save it as CSV."
