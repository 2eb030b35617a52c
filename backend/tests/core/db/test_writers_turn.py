"""The time that a call holds the writer of SQLite, in steps of its virtual machine instead of milliseconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, update

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.spreadsheets.rules import IMPORT_SLICE
from tests.audit.test_every_write_is_audited import IN_THE_SCAN_LOG, RECORDED, Call, furnished
from tests.house import House

GUESTS = 3_000
_STEPS_AT_ONCE = 100
MOST_STEPS = 25
"""In hundreds: fewer than one for each guest, so that a call that reads all guests exceeds it."""

IN_SLICES = {("DELETE", "/api/events/{event_id}"), ("DELETE", "/api/imports/{import_id}")}
EXCUSED = {
    ("POST", "/api/backup/restore"): "closes the database for writers",
    ("POST", "/api/backup/restore-file"): "closes the database for writers",
    ("PUT", "/api/privacy"): "the number of guests that the caller confirms is that of the same transaction",
    ("PUT", "/api/privacy/events/{event_id}"): "the guests of the event are counted in the same transaction",
}


@contextmanager
def turns(database: Database) -> Iterator[list[int]]:
    """Yield the steps, in hundreds, of each transaction that writes while the block runs."""
    made = [0]

    def count() -> int:
        made[-1] += 1
        return 0

    def begin(driver: Any, *_: object) -> None:
        driver.set_progress_handler(count, _STEPS_AT_ONCE)
        made.append(0)

    event.listen(database.engine, "checkout", begin)
    try:
        yield made
    finally:
        event.remove(database.engine, "checkout", begin)


def guests(event_id: int, count: int, first: int = 0) -> list[NewAttendee]:
    now = clock.now()
    return [
        NewAttendee(event_id, f"Guest {number}", f"+61 4{number:08}", 1, "paid", now, now)
        for number in range(first, first + count)
    ]


@pytest.mark.parametrize("call", sorted((RECORDED.keys() | IN_THE_SCAN_LOG.keys()) - EXCUSED.keys()), ids=" ".join)
def test_no_call_holds_the_writer_for_as_long_as_a_slice_of_an_import(sqlite_house: House, call: Call) -> None:
    # 10.worker.12
    database = sqlite_house.database
    sam, ids = furnished(sqlite_house)
    for first in range(0, GUESTS, 1_000):
        database.commit(partial(insert_rows, rows=guests(ids["event_id"], 1_000, first)))
    with database.write() as tx:
        # The undo of an import whose guests were edited is refused at first.
        unchanged = update(Attendee).where(Attendee.version == 1)
        tx.execute(unchanged.values(import_id=ids["import_id"], sold_by=ids["user_id"]))
    with turns(database) as of_import:
        rows = guests(ids["event_id"], IMPORT_SLICE["sqlite"], GUESTS)
        database.commit(partial(insert_rows, rows=rows))
    send = RECORDED[call].send if call in RECORDED else IN_THE_SCAN_LOG[call]
    with turns(database) as made:
        assert send(sam, ids).status_code < 300
    assert max(made) < (max(of_import) if call in IN_SLICES else MOST_STEPS)
