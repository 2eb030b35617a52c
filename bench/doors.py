"""The figures of /doors at a large event: 100,000 guests, 100,000 rows of its log, and 40 doors, through the server."""

import json
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import median

from door_list import read
from report import Bar, Section
from sqlalchemy import text
from stage import Evening, postgres_evening, serving_doorlist, sqlite_evening, timed

from doorlist.core.db.database import Database

GUESTS = 100_000
DOORS = 40
ROUNDS = 15
BAR = 100
Stage = Callable[[int], AbstractContextManager[Evening]]
# Half of the guests come over three hours; one in twenty of the rows is a refusal and one in ten a repeat.
MOMENT = {
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', printf('-%d seconds', id % 10800))",
    "postgresql": "date_trunc('milliseconds', now() - (id % 10800) * interval '1 second')",
}
ARRIVE = "UPDATE attendees SET attended = {true}, attended_at = {moment}, scanned_by = 1 WHERE id % 2 = 0"
LOG = """
    INSERT INTO scan_log (scanned_at, attendee_id, event_id, user_id, outcome, device)
    SELECT
        CASE WHEN id % 2 = 0 THEN attended_at ELSE {moment} END,
        CASE WHEN id % 20 = 1 THEN NULL ELSE id END,
        event_id,
        1,
        CASE WHEN id % 20 = 1 THEN 'unknown' WHEN id % 2 = 0 THEN 'admitted' ELSE 'repeat' END,
        {device}
    FROM attendees
"""
DEVICE = f"'Gate ' || (id % {DOORS})"


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_evening), section("PostgreSQL", postgres_evening)]


def section(name: str, evening: Stage) -> Section:
    """Measure one engine."""
    with evening(GUESTS) as stage:
        fill(stage)
        with serving_doorlist(stage) as server:
            path = f"/api/doors?eventId={stage.event_id}"
            told = json.loads(zlib.decompress(read(server, stage, path).body, wbits=31))
            if (told["arrived"], len(told["doors"])) != (GUESTS // 2, DOORS):
                raise RuntimeError(f"{told['arrived']} are in, at {len(told['doors'])} doors")
            took = [timed(lambda: read(server, stage, path)) * 1000 for _ in range(ROUNDS)]
    made = Section(
        f"/doors on {name}",
        f"GET /api/doors through the running server, {ROUNDS} times one after the other, of an event with {GUESTS:,}"
        f" guests, {GUESTS:,} rows in its log and {DOORS} doors.",
    )
    made.bars = [Bar("the middle one", median(took), "<=", BAR, " ms")]
    made.add_table(
        ("least ms", "median ms", "most ms"),
        [[f"{ms:.0f}" for ms in (min(took), median(took), max(took))]],
    )
    return made


def fill(stage: Evening) -> None:
    """Let half of the guests in, at all doors."""
    database = Database(stage.settings)
    engine = "sqlite" if database.is_sqlite else "postgresql"
    values = {
        "moment": MOMENT[engine],
        "device": DEVICE,
        "true": "1" if database.is_sqlite else "true",
    }
    with database.write() as tx:
        tx.execute(text(ARRIVE.format(**values)))
        tx.execute(text(LOG.format(**values)))
    if not database.is_sqlite:
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")
    database.close()
