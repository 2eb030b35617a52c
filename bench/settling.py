"""A batch of 200 check-ins of an offline door, among 100,000 attendees, beside bare statements of 200 rows."""

import json
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from functools import partial
from statistics import median
from threading import Thread
from typing import NamedTuple
from uuid import uuid4

import stage
from door import CONNECTIONS, SCAN
from report import Bar, Section
from sqlalchemy import insert, select, text
from sqlalchemy.orm import Session
from stage import Evening, Server, postgres_evening, serving_doorlist, sqlite_evening, timed

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from doorlist.door.offline.schemas import DoorRecords
from doorlist.door.offline.sync import SyncRequest, apply_chunk, records_at_once
from doorlist.tickets.rules import whole_qr_hash
from doorlist.users.door_credentials import DoorCredentials
from doorlist.users.models import User
from doorlist.users.rules import Role
from doorlist.users.service import SignedInUser

ATTENDEES = 100_000
BATCH = 200
ROUNDS = 15
DOORS = 40
KEPT = 500
SECONDS = 4
Stage = Callable[[int], AbstractContextManager[Evening]]


class Figures(NamedTuple):
    """Medians in milliseconds."""

    bare: float
    first: float
    again: float
    call: float


class Meanwhile(NamedTuple):
    """A round of scans alone, one while many doors deliver, and how long these took."""

    alone: stage.Figures
    besides: stage.Figures
    seconds: float


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_evening), section("PostgreSQL", postgres_evening)]


def section(name: str, evening: Stage) -> Section:
    """One engine's figures."""
    with evening(ATTENDEES) as filled:
        found = measured(filled)
        meanwhile = scans_meanwhile(filled)
    made = Section(
        f"A batch of {BATCH} check-ins on {name}",
        f"Among {ATTENDEES:,} attendees, medians of {ROUNDS}. Bare are two statements that change {BATCH} rows and add"
        f" {BATCH}, and their commit. The batch is applied in slices, the first time and again; the call is"
        " the same through the running server.",
    )
    made.bars = [
        Bar("a batch that is new", found.first, "<=", 30, " ms"),
        Bar("a batch that is new, in bare statements", found.first / found.bare, "<=", 12),
        Bar("p99 of a scan while doors deliver, in that without", meanwhile.besides.p99 / meanwhile.alone.p99, "<=", 2),
        Bar("answers that were no success", meanwhile.alone.errors + meanwhile.besides.errors, "<=", 0),
    ]
    made.add_table(("bare ms", "new ms", "again ms", "call ms"), [[f"{figure:.1f}" for figure in found]])
    made.add_table(
        (f"{CONNECTIONS} connections scan", "scans/s", "p50 ms", "p99 ms"),
        [
            (what, f"{round_.rate:.0f}", f"{round_.p50:.1f}", f"{round_.p99:.1f}")
            for what, round_ in (
                ("alone", meanwhile.alone),
                (f"while {DOORS} doors deliver {KEPT} each, in {meanwhile.seconds:.1f} s", meanwhile.besides),
            )
        ],
    )
    return made


def scans_meanwhile(filled: Evening) -> Meanwhile:
    """Scans, alone and while many doors that were cut off send their records."""
    with serving_doorlist(filled) as server:
        texts = filled.take(60_000)
        alone = stage.load(server, SCAN, texts[:30_000], filled.cookie, connections=CONNECTIONS, seconds=SECONDS)
        with Database(filled.settings).read() as tx:
            user_id = tx.scalars(select(User.id).where(User.is_active)).first() or 0
        batches = [[batch_of(filled, user_id, size) for size in (BATCH, BATCH, KEPT - 2 * BATCH)] for _ in range(DOORS)]
        took: list[float] = []
        doors = Thread(target=lambda: took.append(timed(partial(deliver, server, filled, batches))))
        doors.start()
        besides = stage.load(server, SCAN, texts[30_000:], filled.cookie, connections=CONNECTIONS, seconds=SECONDS)
        doors.join()
    return Meanwhile(alone, besides, took[0])


def deliver(server: Server, filled: Evening, batches: list[list[dict[str, object]]]) -> None:
    """All doors at once, each its batches one after the other."""

    def one(kept: list[dict[str, object]]) -> None:
        for batch in kept:
            call(f"{server.address}/api/door/scans", filled, batch)

    with ThreadPoolExecutor(DOORS) as doors:
        list(doors.map(one, batches))


def measured(filled: Evening) -> Figures:
    """The figures of one database."""
    with closing(Database(filled.settings)) as database:
        with database.read() as tx:
            user = tx.scalars(select(User).where(User.is_active)).first()
        if user is None:
            raise RuntimeError("Nobody works here")
        door = DoorCredentials(
            SignedInUser(user.id, user.full_name, Role(user.role), must_change_password=False, token="")
        )
        bare, first, again = list[float](), list[float](), list[float]()
        for _ in range(ROUNDS):
            bare.append(timed(partial(database.commit, bare_statements)))
            request = DoorRecords.model_validate(batch_of(filled, user.id))
            for figures in (first, again):
                figures.append(timed(partial(apply_batch, database, SyncRequest(request, door, clock.now()))))
    with serving_doorlist(filled) as server:
        address = f"{server.address}/api/door/scans"
        calls = [timed(partial(call, address, filled, batch_of(filled, user.id))) for _ in range(ROUNDS)]
    return Figures(*(median(each) * 1000 for each in (bare, first, again, calls)))


def apply_batch(database: Database, sync_request: SyncRequest) -> None:
    """Apply a batch as the endpoint does, a chunk at a time."""
    for chunk in sync_request.chunks(records_at_once(database)):
        database.commit(partial(apply_chunk, sync_request=sync_request, chunk=chunk))


def batch_of(filled: Evening, user_id: int, size: int = BATCH) -> dict[str, object]:
    """A device's batch of this many records."""
    now = clock.milliseconds(clock.now())
    items = [
        {
            "key": str(uuid4()),
            "sequence": number,
            "at": now - 60_000 + number,
            "clockOffset": 0,
            "qrHash": whole_qr_hash(qr_data),
            "shown": "admitted",
            "certainty": "list",
            "asOf": now - 120_000,
        }
        for number, qr_data in enumerate(filled.take(size))
    ]
    return {"eventId": filled.event_id, "scannedBy": user_id, "device": "Gate B", "sentAt": now, "items": items}


def call(address: str, filled: Evening, batch: dict[str, object]) -> None:
    """Send a batch."""
    headers = {"Cookie": filled.cookie, "Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(batch).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        outcomes = {item["outcome"] for item in json.load(answer)["items"]}
    if outcomes != {"admitted"}:
        raise RuntimeError(outcomes)


def bare_statements(tx: Session) -> None:
    """As many rows, by the database alone."""
    chosen = f"SELECT id FROM attendees WHERE NOT attended ORDER BY id DESC LIMIT {BATCH}"  # noqa: S608 - a constant
    changed = text(f"UPDATE attendees SET table_number = table_number WHERE id IN ({chosen}) RETURNING id")  # noqa: S608
    now = clock.now()
    rows = [{"attendee_id": id_, "user_id": 1, "outcome": "repeat", "scanned_at": now} for id_ in tx.scalars(changed)]
    tx.execute(insert(ScanLogEntry), rows)
