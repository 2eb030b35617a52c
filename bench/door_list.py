"""The list that a door keeps, of 20,000 and of 100,000 tickets: bytes on the wire and time, beside bare selects."""

import http.client
import json
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
from report import Bar, Section
from stage import Evening, Server, postgres_evening, serving_doorlist, sqlite_evening, timed

from doorlist.core.db.sqlite import sqlite_module

SIZES = (2_000, 20_000, 100_000)
ROUNDS = 5
NAMED = 500
Stage = Callable[[int], AbstractContextManager[Evening]]
COLUMNS = "qr_hash, id, full_name, table_number, payment_status, amount_paid_cents, invoice_number, attended_at"


class Figures(NamedTuple):
    """Milliseconds, and bytes on the wire."""

    bare: float
    whole: float
    unchanged: float
    named: float
    sent: int
    plain: int


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_evening, bare_sqlite), section("PostgreSQL", postgres_evening, bare_postgresql)]


def section(name: str, evening: Stage, bare: Callable[[Evening], object]) -> Section:
    """Measure one engine."""
    found = {size: measured(evening, size, bare) for size in SIZES}
    made = Section(
        f"The door's list on {name}",
        f"Through the running server, medians of {ROUNDS}. Bare is one select of the same columns, fetched as rows and"
        f" written by `json.dumps`. Unchanged is the answer to the ETag; named are {NAMED} tickets by their ids.",
    )
    made.bars = [
        Bar("the list of 20,000 on the wire", found[20_000].sent / 1024, "<=", 800, " KiB"),
        Bar("the list of 100,000 in bare selects", found[100_000].whole / found[100_000].bare, "<=", 4),
    ]
    heads = ("tickets", "bare ms", "whole ms", "unchanged ms", f"{NAMED} named ms", "KiB sent", "KiB uncompressed")
    made.add_table(
        heads,
        [
            [
                f"{size:,}",
                *(f"{figure:.0f}" for figure in (one.bare, one.whole, one.unchanged, one.named)),
                *(f"{figure / 1024:,.0f}" for figure in (one.sent, one.plain)),
            ]
            for size, one in found.items()
        ],
    )
    return made


def measured(evening: Stage, size: int, bare: Callable[[Evening], object]) -> Figures:
    """Measure the list of this many tickets."""
    with evening(size) as stage, serving_doorlist(stage) as server:
        path = f"/api/door/list?eventId={stage.event_id}"
        first = read(server, stage, path)
        body = zlib.decompress(first.body, wbits=31)
        ids = [ticket[1] for ticket in json.loads(body)["tickets"]]
        if len(ids) != size:
            raise RuntimeError(f"{len(ids)} of {size} tickets")
        named = f"{path}&ids={','.join(map(str, ids[-NAMED:]))}"
        return Figures(
            bare=in_milliseconds(lambda: bare(stage)),
            whole=in_milliseconds(lambda: read(server, stage, path)),
            unchanged=in_milliseconds(lambda: read(server, stage, path, tag=first.tag, status=304)),
            named=in_milliseconds(lambda: read(server, stage, named)),
            sent=len(first.body),
            plain=len(body),
        )


def in_milliseconds(work: Callable[[], object]) -> float:
    """The median duration of some rounds."""
    return median(timed(work) for _ in range(ROUNDS)) * 1000


class Answer(NamedTuple):
    """A response as it came over the wire."""

    body: bytes
    tag: str


def read(server: Server, stage: Evening, path: str, *, tag: str = "", status: int = 200) -> Answer:
    """Read one response, as it is on the wire."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
    connection.request("GET", path, headers={"Cookie": stage.cookie, "Accept-Encoding": "gzip", "If-None-Match": tag})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != status:
        raise RuntimeError(body[:200])
    return Answer(body, answer.getheader("ETag", ""))


def bare_sqlite(stage: Evening) -> str:
    """The same rows by the driver alone."""
    connection = sqlite_module().connect(stage.settings.sqlite_file)
    rows = connection.execute(f"SELECT {COLUMNS} FROM attendees ORDER BY id").fetchall()  # noqa: S608 - constants
    connection.close()
    return json.dumps(rows)


def bare_postgresql(stage: Evening) -> str:
    """The same rows by the driver alone."""
    with psycopg.connect(stage.settings.database_url or "") as connection:
        statement = f"SELECT {COLUMNS} FROM attendees ORDER BY id"  # noqa: S608 - constants
        return json.dumps(connection.execute(statement.encode()).fetchall(), default=str)
