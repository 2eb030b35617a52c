"""Pages of a history of a million entries on both engines, beside its newest page without a filter.

The times cover the call between the request and its answer: find, name, and make the JSON. No attendee
and no event of the entries is there any longer, so that each is looked up in the history as well.
"""

import contextlib
import itertools
import time
from collections.abc import Callable
from typing import Any

from report import Bar, Section
from search import Times, postgres_database, sqlite_database
from sqlalchemy import text

from doorlist.activity import service
from doorlist.activity.schemas import HistoryQuery
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.core.db.postgres import without_statement_deadline

ENTRIES = 1_000_000
USERS = 20
ATTENDEES = 100_000
OF_ONE_IMPORT = 5_000
IMPORTS = ENTRIES // OF_ONE_IMPORT
ROUNDS = 40
SECONDS = 2.0
BAR = 20
# The slowest of the 72 combinations.
LISTED = 12
# Two years, an entry a minute. The rare user and the rare kind are all among the oldest thousand.
BEGIN = 1_727_740_800
RARE = 1_000
FILTERS: dict[str, dict[str, dict[str, Any]]] = {
    "kind": {"": {}, "attendee": {"kind": "attendee"}, "conflict (rare)": {"kind": "conflict"}},
    "person": {"": {}, "one of 20": {"user_id": 3}, "a rare one": {"user_id": USERS}, "unknown": {"user_id": 999}},
    "day": {"": {}, "a day": {"day": "2025-06-01"}, "an empty day": {"day": "2023-01-01"}},
    "attendee": {"": {}, "one attendee": {"attendee_id": 777}},
}
MOMENT = {
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%fZ', {begin} + n * 60, 'unixepoch')",
    "postgresql": "to_timestamp({begin} + n * 60)",
}
NUMBERS = {
    "sqlite": "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {count}) SELECT n FROM c)",
    "postgresql": "(SELECT n FROM generate_series(CAST(1 AS bigint), {count}) AS n)",
}
FILL = """
    INSERT INTO history (at, user_id, address, action, subject, subject_id, event_id, before, after)
    SELECT
        {moment},
        CASE WHEN n <= {rare} THEN {users} ELSE (n * 7919) % {users} END,
        '192.0.2.0',
        CASE WHEN n <= {rare} AND n % 2 = 0 THEN 'conflict.decided' WHEN n % {of_import} = 0 THEN 'import.started'
            WHEN n % 5 = 0 THEN 'user.signed_in' WHEN n % 7 = 0 THEN 'event.updated' ELSE 'attendee.updated' END,
        CASE WHEN n <= {rare} AND n % 2 = 0 THEN 'conflict' WHEN n % {of_import} = 0 THEN 'import'
            WHEN n % 5 = 0 THEN 'user' WHEN n % 7 = 0 THEN 'event' ELSE 'attendee' END,
        CASE WHEN n % 5 = 0 THEN n % {users} ELSE (n * 31) % {attendees} END,
        n % 50,
        {before},
        {after}
    FROM {numbers} AS numbers
"""


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_database), section("PostgreSQL", postgres_database)]


def section(name: str, opened: Callable[[], contextlib.AbstractContextManager[Settings]]) -> Section:
    """Measure one engine."""
    with opened() as settings:
        settings.prepare_data_dir()
        database = Database(settings)
        migrate(database)
        fill(database)
        found = [(asked, *pages(database, filters)) for asked, filters in combinations()]
        database.close()
    newest = found[0][1]
    made = Section(
        f"A history of a million entries on {name}",
        f"{ENTRIES:,} entries of {USERS + 1} people, {IMPORTS} imports of {OF_ONE_IMPORT:,} attendees."
        " Pages of 50 with names, each as its JSON, for all 72 combinations of filters; the slowest are listed. In"
        " brackets the ratio to the newest page without a filter.",
    )
    worst = [
        (max(((times.at(0.95), asked) for asked, *both in found if (times := both[at]) is not None)), what)
        for at, what in ((0, "a first page"), (1, "a page further on"))
    ]
    made.bars += [
        Bar(f"p95 of {what}, at its worst ({asked})", reached, "<=", BAR, " ms") for (reached, asked), what in worst
    ]
    made.add_table(
        ("filters", "first page, p50 ms", "a page further on, p50 ms"),
        [
            (asked, told(first, newest), told(later, newest))
            for asked, first, later in sorted(found, key=lambda one: -one[1].at(0.5))[:LISTED]
        ],
    )
    return made


def combinations() -> list[tuple[str, dict[str, Any]]]:
    """Each combination of the filters, and its words."""
    made = []
    for chosen in itertools.product(*(filters.items() for filters in FILTERS.values())):
        words = ", ".join(word for word, _ in chosen if word) or "none"
        made.append((words, {name: value for _, values in chosen for name, value in values.items()}))
    return made


def pages(database: Database, filters: dict[str, Any]) -> tuple[Times, Times | None]:
    """The times of the first page, and of the one after it, if there is one."""
    first = HistoryQuery(**filters)
    with database.read() as tx:
        cursor = service.list_page(tx, first).next
    times = asked(database, first)
    return times, None if cursor is None else asked(database, HistoryQuery(after=cursor, **filters))


def asked(database: Database, query: HistoryQuery) -> Times:
    """The times of the page, asked for repeatedly."""

    def read() -> float:
        began = time.perf_counter()
        with database.read() as tx:
            service.list_page(tx, query).model_dump_json(by_alias=True)
        return time.perf_counter() - began

    until, times = time.monotonic() + SECONDS, [read()]
    while len(times) < ROUNDS and time.monotonic() < until:
        times.append(read())
    return Times(sorted(seconds * 1000 for seconds in times))


def told(times: Times | None, newest: Times) -> str:
    """Milliseconds, and the ratio to the newest page."""
    return "" if times is None else f"{times.at(0.5):.1f} ({times.at(0.5) / newest.at(0.5):.1f})"


@without_statement_deadline()
def fill(database: Database) -> None:
    """Write the entries, and the attendees of the imports."""
    engine = "sqlite" if database.is_sqlite else "postgresql"
    json = "'{}'" if database.is_sqlite else "CAST('{}' AS json)"
    values: dict[str, Any] = {"rare": RARE, "users": USERS, "attendees": ATTENDEES, "of_import": OF_ONE_IMPORT}
    statement = FILL.format(
        **values,
        moment=MOMENT[engine].format(begin=BEGIN),
        numbers=NUMBERS[engine].format(count=ENTRIES),
        before=json.format('{"tableNumber": 4}'),
        after=json.format('{"tableNumber": 7}'),
    )
    attendees = NUMBERS[engine].format(count=ENTRIES)
    with database.write() as tx:
        tx.execute(text(statement))
        tx.execute(
            text(
                "INSERT INTO history_attendees (attendee_id, entry_id)"  # noqa: S608 - constants
                f" SELECT n % {ATTENDEES}, ((n + n / {ATTENDEES}) % {IMPORTS} + 1) * {OF_ONE_IMPORT}"
                f" FROM {attendees} AS numbers"
                " GROUP BY 1, 2"
            )
        )
    if not database.is_sqlite:
        with database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")
