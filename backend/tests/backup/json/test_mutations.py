"""Backup files that something happened to: each is refused, or all of it can be restored."""

import contextlib
import io
import json
import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from doorlist.backup.json.repository import replace_everything
from doorlist.backup.json.rows import FileRows
from doorlist.backup.json.validate import validate_file
from doorlist.backup.problems import BackupInvalid
from doorlist.core.db.database import Database
from tests.backup.json.files import file_attendee, file_event, file_of, preview
from tests.backup.json.test_preview import rows
from tests.house import House

AT = "2026-11-20T18:30:00.000Z"
WHOLE = file_of(
    [
        file_event(time="19:30", ticketPriceCents=12_000, version=2, createdAt=AT, updatedAt=AT, updatedBy=None),
        file_event(id=2, name="Winter Ball 🎭", time=None),
    ],
    [
        file_attendee(1, attended=True, attendedAt=AT, scannedBy=1, scanner={"id": 1, "fullName": "Olive"}),
        file_attendee(2, eventId=2, fullName="Zoë", amountPaidCents=0, soldBy=2, seller={"id": 2, "fullName": "Oscar"}),
        file_attendee(3, attended=False, attendedAt=None, version=7, updatedBy={"id": 1, "fullName": "Olive"}),
    ],
    exportDate=AT,
    summary={"totalEvents": 2, "totalAttendees": 3, "attendedCount": 1},
)
ODD_VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 0.5, -0.0, 1e308, 2**31, 2**53, 2**63, 2**64, 10**300, -(2**63)),
    *("", " ", "0", "1", "-1", "1e3", "٣", "NaN", "null", "true", "x" * 501, "\u0000", "\ud83c", "\udfad", "\u202e"),
    *(
        "\ufeff",
        "\u200b",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59",
        "2026-11-20",
        "24:00",
        "'; --",
        "DL1.1.",
    ),
    *([], {}, [[]], [None], {"": None}, {"id": 1}, {"id": {"id": 1}}, [1, 2, 3], {"fullName": 1}),
]
ODD_BYTES = [
    b"",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"NaN",
    b"-",
    b"e",
]
ODD_BYTES += [
    b"9" * 400,
    b"[" * 5000,
    rb"\ud800",
    b"\xef\xbb\xbf",
    b"null",
    b"1e999",
    b'"id":1,',
    b'"events":[],',
    b" ",
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every value inside, as its container and its key."""
    found: list[tuple[Any, Any]] = []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        found += [(value, key), *places(inner)]
    return found


def replanted(chance: random.Random) -> bytes:
    """The file with some of its values replaced, removed, or put elsewhere as well."""
    content = json.loads(WHOLE)
    for _ in range(chance.randint(1, 4)):
        found = places(content)
        if not found:
            break
        holder, key = chance.choice(found)
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1:
                other, other_key = chance.choice(found)
                holder[key] = json.loads(json.dumps(other[other_key]))
            case _:
                holder[key] = chance.choice(ODD_VALUES)
    return json.dumps(content, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def disturbed(chance: random.Random) -> bytes:
    """The file with some of its bytes lost, doubled, or replaced."""
    content = WHOLE
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(content) + 1)
        end = min(len(content), start + chance.choice((0, 0, 1, 1, 2, 8, 100)))
        middle = chance.choice((*ODD_BYTES, content[start:end] * 2, chance.randbytes(3)))
        content = content[:start] + middle + content[end:]
    return content


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    chance = random.Random(draw(st.integers(0, 2**48)))  # noqa: S311 - the same file for the same draw
    return draw(st.sampled_from((replanted, replanted, disturbed)))(chance)


class Discarded(Exception):
    """Everything fitted into the database; nothing of it is to stay."""


def restore_and_discard(database: Database, content: bytes) -> bool:
    """Whether the file was taken; then all of it was written, before it was rolled back."""
    files = FileRows(io.BytesIO)
    findings = None
    is_newer = False
    try:
        validate_file(io.BytesIO(content), {1: "Olive", 2: "Oscar"}, files).model_dump_json().encode()
    except BackupInvalid as refusal:
        findings = refusal.errors
        # The contents of a newer release's file are not checked.
        is_newer = "newer" in refusal.detail
    if findings is not None:
        assert (findings == []) if is_newer else (0 < len(findings) <= 100)
        json.dumps(findings, ensure_ascii=False).encode()
        return False
    with contextlib.suppress(Discarded), database.write() as tx:
        replace_everything(tx, files)
        raise Discarded
    return True


def test_the_whole_file_is_taken(database: Database) -> None:
    assert restore_and_discard(database, WHOLE)


SAMPLE = settings(
    max_examples=150,
    phases=[Phase.generate, Phase.shrink],
)


@SAMPLE
@given(mutated())
def test_a_mutated_file_is_refused_or_fits(database: Database, content: bytes) -> None:  # 10.problem.4
    restore_and_discard(database, content)


@pytest.mark.soak
@settings(SAMPLE, max_examples=2000)
@given(mutated())
def test_two_thousand_mutated_files_are_refused_or_fit(database: Database, content: bytes) -> None:
    restore_and_discard(database, content)


def test_over_http_it_is_a_400_or_a_preview_and_nothing_is_written(sqlite_house: House) -> None:
    # 5.restore.2; 10.problem.4
    olive, chance = sqlite_house.signed_in(), random.Random(2)  # noqa: S311 - the same each time
    before = rows(sqlite_house)
    for _ in range(60):
        content = chance.choice((replanted, disturbed))(chance)
        assert preview(olive, content).status_code in {200, 400}, content
    assert rows(sqlite_house) == before


def test_the_mutations_reach_both_ends() -> None:
    """Neither all refused nor all taken: otherwise the tests above would prove little."""
    chance = random.Random(1)  # noqa: S311 - the same each time
    taken = 0
    for _ in range(300):
        content = chance.choice((replanted, disturbed))(chance)
        try:
            validate_file(io.BytesIO(content), {})
            taken += 1
        except BackupInvalid:
            pass
    assert 20 < taken < 280
