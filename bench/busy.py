"""The door while others work: scans while the list is being read, exported and imported all the time."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import spreadsheets
import stage
from door import CONNECTIONS, SCAN, double_admissions
from report import Bar, Section
from spreadsheets import Stage
from sqlalchemy import func, select
from stage import Evening, Figures, Server

from doorlist.attendees.models import Attendee
from doorlist.core.db.database import Database

ATTENDEES = 100_000
TICKETS = 90_000
SECONDS = 6
LISTS = (
    "/api/attendees?limit=50&eventId={event}",
    "/api/attendees?limit=50&search=guest%20777",
    "/api/attendees?limit=50&attended=true",
)


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", stage.sqlite_evening), section("PostgreSQL", stage.postgres_evening)]


def section(name: str, evening: Stage) -> Section:
    """Measure one engine."""
    with evening(ATTENDEES) as filled, stage.serving_doorlist(filled) as server:
        texts = filled.take(TICKETS)
        alone = scans(server, filled, texts[: TICKETS // 2])
        with busy(server, filled) as done:
            besides = scans(server, filled, texts[TICKETS // 2 :])
        twice, unlogged = double_admissions(filled)
        missing = (alone.answers + besides.answers) - present(filled)
    made = Section(
        f"The door on {name} while others work",
        f"{CONNECTIONS} connections scan for {SECONDS} s, alone and then while the list of {ATTENDEES:,} is read,"
        " exported and imported without a pause.",
    )
    made.bars = [
        Bar("p99 of a scan meanwhile", besides.p99, "<=", 250, " ms"),
        Bar("answers that were no success", alone.errors + besides.errors, "<=", 0),
        Bar("scans acknowledged and not on disk", missing, "<=", 0),
        Bar("tickets admitted twice, or without their row of the log", twice + unlogged, "<=", 0),
    ]
    made.add_table(
        ("", "scans/s", "p50 ms", "p99 ms", "lists read", "exports", "imports"),
        [
            ("alone", f"{alone.rate:.0f}", f"{alone.p50:.1f}", f"{alone.p99:.1f}", "", "", ""),
            ("meanwhile", f"{besides.rate:.0f}", f"{besides.p50:.1f}", f"{besides.p99:.1f}", *done),
        ],
    )
    return made


def scans(server: Server, evening: Evening, texts: list[str]) -> Figures:
    """A round at the door."""
    return stage.load(server, SCAN, texts, evening.cookie, connections=CONNECTIONS, seconds=SECONDS)


@contextmanager
def busy(server: Server, evening: Evening) -> Iterator[list[int]]:
    """Three clients that work without a pause: read lists, export, import. Yields the number of times for each."""
    is_over = threading.Event()
    lists = [path.format(event=evening.event_id) for path in LISTS]
    content = ("Name,Phone\n" + "".join(f"Late {n},05{n:08d}\n" for n in range(10_000))).encode()

    def read() -> None:
        connection = spreadsheets.connected(server)
        for path in lists:
            spreadsheets.ask(connection, evening, "GET", path)

    def export() -> None:
        connection = spreadsheets.connected(server)
        connection.request("GET", "/api/export/attendees.csv", headers={"Cookie": evening.cookie})
        answer = connection.getresponse()
        while answer.read(65536):
            pass

    def bring_in() -> None:
        spreadsheets.upload(server, evening, "late.csv", content, rows=10_000)

    done = [0, 0, 0]

    def work(place: int, step: Callable[[], None]) -> None:
        while not is_over.is_set():
            step()
            done[place] += 1

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate((read, export, bring_in))]
    for thread in threads:
        thread.start()
    try:
        yield done
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def present(evening: Evening) -> int:
    """The number of guests who have arrived."""
    database = Database(evening.settings)
    with database.read() as tx:
        found = tx.scalar(select(func.count()).select_from(Attendee).where(Attendee.attended)) or 0
    database.close()
    return found
