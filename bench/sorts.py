"""Sorted pages among a million attendees on both engines, beside the same pages with the newest first.

The times cover the call between the request and its answer, with the same guests as in search.py.
"""

import contextlib
import random
from collections.abc import Callable
from typing import Any

from report import Bar, Section
from search import (
    ATTENDEES,
    PAGE,
    Times,
    fill,
    postgres_database,
    sqlite_database,
    timed,
)
from sqlalchemy import text

from doorlist.attendees import lists
from doorlist.attendees.rules import AttendeeSort, PaymentGroup
from doorlist.attendees.schemas import AttendeeFilters
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import without_statement_deadline

# Cursors are taken from so many pages that follow each other.
PAGES = 12
ROUNDS = 30
SECONDS = 1.5
TABLES = 400
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("everyone", {}),
    ("an event of 200,000", {"event_id": 3}),
    ("an event of 2,000", {"event_id": 6}),
    ("who owes", {"payment_group": PaymentGroup.OWED}),
    ("who owes, of an event", {"payment_group": PaymentGroup.OWED, "event_id": 3}),
    ("a full name", {"search": "full name"}),
    ("three letters", {"search": "ann"}),
    ("four letters", {"search": "berg"}),
    ("what only the oldest have", {"search": "guest 1"}),
    ("who is there", {"attended": True}),
)
BARRED = ("everyone", "an event of 200,000", "an event of 2,000", "who owes", "a full name")


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_database), section("PostgreSQL", postgres_database)]


def section(name: str, opened: Callable[[], contextlib.AbstractContextManager[Settings]]) -> Section:
    """One engine's figures."""
    with opened() as settings:
        settings.prepare_data_dir()
        database = Database(settings)
        chance = random.Random(7)  # noqa: S311 - the same guests each time
        people = fill(database, chance)
        seat(database)
        found = {
            sort: [
                measured(database, sort, filters if filters.get("search") != "full name" else {"search": people[30][0]})
                for _, filters in ASKED
            ]
            for sort in AttendeeSort
        }
        database.close()
    made = Section(
        f"Orders of a million attendees on {name}",
        f"{ATTENDEES:,} attendees of six events at {TABLES} tables, one in eight of them there; pages of {PAGE}, each"
        f" as its JSON. In brackets the ratio to the newest first."
        " 'Arrival' has no bar: no index has it, as each scan would have to write to it. All who match are sorted.",
    )
    for what, at in (("page", 0), ("first page with its total", 1)):
        made.add_table(
            (f"{what}, p50 ms", *AttendeeSort),
            [
                (asked, *(told(found[sort][row][at], found[AttendeeSort.NEWEST][row][at]) for sort in AttendeeSort))
                for row, (asked, _) in enumerate(ASKED)
            ],
        )
    barred = [
        (found[sort][row], f"{asked}, {sort}")
        for row, (asked, _) in enumerate(ASKED)
        for sort in (AttendeeSort.NAME, AttendeeSort.LAST_NAME, AttendeeSort.TABLE)
        if asked in BARRED
    ]
    for what, at, bar in (("a page", 0, 20), ("a first page with its total", 1, 100)):
        worst, of = max(((times[at].at(0.95), of) for times, of in barred), key=lambda one: one[0])
        made.bars.append(Bar(f"p95 of {what}, at its worst ({of})", worst, "<=", bar, " ms"))
    return made


def told(times: Times, newest: Times) -> str:
    """Milliseconds, and the ratio to the newest first."""
    return f"{times.at(0.5):.1f} ({times.at(0.5) / newest.at(0.5):.1f})"


@without_statement_deadline()
def seat(database: Database) -> None:
    """Give each attendee a table, and check some of them in."""
    with database.write() as tx:
        tx.execute(text(f"UPDATE attendees SET table_number = (id * 7919) % {TABLES}"))  # noqa: S608 - a constant
        moment = (
            "strftime('%Y-%m-%dT%H:%M:%fZ', 1790000000 + (id * 48271) % 20000, 'unixepoch')"
            if database.is_sqlite
            else "to_timestamp(1790000000 + (id * 48271) % 20000)"
        )
        tx.execute(text(f"UPDATE attendees SET attended = true, attended_at = {moment} WHERE id % 8 = 0"))  # noqa: S608 - the same
    if not database.is_sqlite:
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")


def measured(database: Database, sort: AttendeeSort, filters: dict[str, Any]) -> tuple[Times, Times]:
    """A page from one of several places, and a first page with its total."""
    cursors: list[str | None] = [None]
    for _ in range(PAGES):
        with database.read() as tx:
            asked = AttendeeFilters(sort=sort, after=cursors[-1], **filters)
            after = lists.list_ids(tx, asked, limit=500, counted=False).next_after
        if after is None:
            break
        cursors.append(after)
    turn = 0

    def page() -> None:
        nonlocal turn
        turn += 1
        with database.read() as tx:
            asked = AttendeeFilters(sort=sort, after=cursors[turn % len(cursors)], **filters)
            lists.list_page(tx, asked, limit=PAGE, counted=False)

    def first_page() -> None:
        with database.read() as tx:
            lists.list_page(tx, AttendeeFilters(sort=sort, **filters), limit=PAGE, counted=True)

    return timed(page, rounds=ROUNDS, seconds=SECONDS), timed(first_page, rounds=ROUNDS, seconds=SECONDS)
