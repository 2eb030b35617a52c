"""The effort of a database for statements: the rows or steps, and not the time."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.fields import ERASED_NAME, ERASED_PHONE
from doorlist.core.db.database import Database

AT = datetime(2026, 6, 1, 20, tzinfo=UTC)
_STEPS_AT_ONCE = 100


def effort(database: Database, work: Callable[[Session], object]) -> int:
    """The effort of the reads of `work`: on SQLite hundreds of virtual machine steps, on PostgreSQL rows read."""
    return _steps(database, work) if database.is_sqlite else _rows(database, work)


def _steps(database: Database, work: Callable[[Session], object]) -> int:
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    with database.read() as tx:
        driver: Any = tx.connection().connection.driver_connection
        driver.set_progress_handler(count, _STEPS_AT_ONCE)
        try:
            work(tx)
        finally:
            driver.set_progress_handler(None, 0)
    return steps


def _rows(database: Database, work: Callable[[Session], object]) -> int:
    with database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("VACUUM ANALYZE"))
    with database.read() as tx, statements(database) as ran:
        work(tx)
    with database.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        plans = [driver.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values).fetchone()[0] for sql, values in ran]
    return sum(_rows_of(plan[0]["Plan"]) for plan in (json.loads(p) if isinstance(p, str) else p for p in plans))


def _rows_of(plan: dict[str, Any]) -> int:
    own = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
    return int(own * plan["Actual Loops"]) + sum(_rows_of(part) for part in plan.get("Plans", []))


@contextmanager
def statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """The statements that the block has the readers run, with their values."""
    ran: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
        ran.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield ran
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def add_erased_guests(database: Database, event_id: int, number: int) -> None:
    """Guests who were erased long ago."""
    row = NewAttendee(event_id, ERASED_NAME, ERASED_PHONE, 1, "paid", AT, AT, erased_at=AT)
    for _ in range(0, number, 500):
        database.commit(lambda tx: insert_rows(tx, [row] * 500))


def add_refused_texts(database: Database, event_id: int | None, number: int, words: str = "nothing") -> None:
    """Write scans of texts that are no tickets."""
    insert = (
        "INSERT INTO scan_log (event_id, user_id, outcome, qr_data, scanned_at)"
        " VALUES (:event_id, 1, 'invalid', :words, '2026-06-01T20:00:00.000Z')"
    )
    with database.write() as tx:
        tx.execute(text(insert), [{"event_id": event_id, "words": f"{words} {each}"} for each in range(number)])
