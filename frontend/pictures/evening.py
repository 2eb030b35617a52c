"""The command `doorlist` on an evening that is always the same, for pictures that do not change with the day.

`evening.py 2026-11-21T20:05:00+11:00 serve` serves from that moment on; `evening.py MOMENT fill` makes the evenings of
`make demo`.
"""
# ruff: noqa: INP001 - a program of its own, in no package

import os
import sys
import time
from datetime import UTC, datetime, timedelta

from doorlist.core import clock

BEGIN = datetime.fromisoformat(sys.argv.pop(1))
STARTED = time.monotonic()


def now() -> datetime:
    """The moment of the evening, to the millisecond."""
    passed = timedelta(milliseconds=int((time.monotonic() - STARTED) * 1000))
    return BEGIN.astimezone(UTC) + passed


clock.now = now
# The server takes the date of each response from here.
time.time = lambda: now().timestamp()  # noqa: TID251 - set, not asked
# The venue's zone, in the words of POSIX: hours west of Greenwich.
os.environ["TZ"] = f"VENUE{-(BEGIN.utcoffset() or timedelta()) // timedelta(hours=1)}"
time.tzset()

from doorlist.cli import app  # noqa: E402 - the clock is set before anybody asks it
from doorlist.core.config import Settings  # noqa: E402
from doorlist.core.db.database import Database  # noqa: E402
from doorlist.demo import fill_with_demo  # noqa: E402


@app.command()
def fill() -> None:
    """Make the evenings of the demonstration beside the users that are there."""
    database = Database(Settings.from_environment())
    fill_with_demo(database)
    database.close()


app()
