"""The screens as they feel: Lighthouse as a phone that has never seen them, and a slow phone's keys, scroll and door.

`make bench-web` runs it, and `python bench/web.py offline`, `evening` or `eyes` a part of it, on a built front end and
100,000 attendees.
The programs that measure in a browser are in `web/`.
"""

import platform
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import evening
import eyes
import offline
import report
from browser import in_a_browser, row, share_of
from report import Bar, Section
from search import drawn, names
from stage import HERE, PASSWORD, SLICE, Evening, serving_doorlist

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.events.models import Event
from doorlist.tickets.rules import new_qr_codes
from doorlist.users import accounts
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser

RESULTS = HERE / "results-web.md"
ATTENDEES = 100_000
# (name, days from today, price in cents, share of all attendees, share of them who came)
EVENINGS = (
    ("Summer on the Quay", -120, 6_500, 0.25, 0.92),
    ("Harvest Ball", -40, 12_000, 0.3, 0.88),
    ("Late Night Library", -6, None, 0.2, 0.7),
    ("Midwinter Gala", 0, 9_500, 0.25, 0.0),
)
PAYMENTS = ("paid",) * 6 + ("unpaid", "partial", "free", "comp")
SEATS_AT_A_TABLE = 8
WAVE_MINUTES = 90
# Tickets held before the camera, of an evening without any arrival yet.
TICKETS = 10
USERNAME = "bench"
MEASUREMENTS = ("screens", "offline", "evening", "eyes")


def measure(parts: Sequence[str] = MEASUREMENTS) -> list[Section]:
    """Measure on the embedded database."""
    parts_of = {"screens": screens, "offline": offline.measure, "evening": evening.measure, "eyes": eyes.measure}
    return [section for part in parts for section in parts_of[part]()]


def screens() -> list[Section]:
    """The screens among all attendees."""
    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory:
        evening = fill(Settings(data_dir=Path(directory) / "data"))
        with serving_doorlist(evening) as server:
            asked = {
                "address": server.address,
                "username": USERNAME,
                "password": PASSWORD,
                "tickets": evening.texts,
                "directory": directory,
            }
            found = in_a_browser(["cold", "slow"], asked)
    return [cold_section(found["pages"], found["lighthouse"]), slow_section(found)]


def fill(settings: Settings) -> Evening:
    """Make the evenings and the guests on their lists, and a super admin who can read all of it."""
    settings.prepare_data_dir()
    database = Database(settings)
    migrate(database)
    new = NewUser(username=USERNAME, full_name="Robin Marlowe", role=Role.SUPER_ADMIN, password=PASSWORD)
    seller = accounts.create_user(database, new, must_change_password=False, created_by=None).id
    chance = random.Random(7)  # noqa: S311 - the same guests each time
    people = (names(chance, 400), names(chance, 2_000))
    texts: list[str] = []
    event_id = 0
    for name, days, price, share, came in EVENINGS:
        now = clock.now()
        doors = now + timedelta(days=days)
        date = doors.date().isoformat()
        with database.write() as tx:
            event = Event(name=name, date=date, time="19:30", ticket_price_cents=price, version=1)
            event.created_at = event.updated_at = now
            tx.add(event)
            tx.flush()
            event_id = event.id
        guests = round(ATTENDEES * share)
        rows = [attendee(event_id, number, people, doors, came, seller, chance) for number in range(guests)]
        texts = [str(row.qr_code_data) for row in rows[:TICKETS]]
        for start in range(0, guests, SLICE):
            with database.write() as tx:
                insert_rows(tx, rows[start : start + SLICE])
    database.close()
    return Evening(settings, "", event_id, texts)


def attendee(
    event_id: int,
    number: int,
    people: tuple[list[str], list[str]],
    doors: datetime,
    came: float,
    seller: int,
    chance: random.Random,
) -> NewAttendee:
    """One attendee, who arrived at the evening or did not."""
    given, family = people
    arrived = doors + timedelta(minutes=chance.triangular(0, WAVE_MINUTES)) if chance.random() < came else None
    return NewAttendee(
        event_id=event_id,
        full_name=f"{drawn(given, chance)} {drawn(family, chance)}",
        phone=f"04{chance.randrange(100):02d} {chance.randrange(1000):03d} {chance.randrange(1000):03d}",
        table_number=number // SEATS_AT_A_TABLE + 1,
        payment_status=chance.choice(PAYMENTS),
        attended_at=arrived,
        scanned_by=seller if arrived else None,
        sold_by=seller,
        qr_code_data=new_qr_codes([event_id])[0],
        created_at=clock.now(),
        updated_at=clock.now(),
    )


def cold_section(pages: Sequence[dict[str, Any]], version: str) -> Section:
    """Lighthouse's figures of a first visit."""
    timed = [page for page in pages if page["runs"]]
    rounds = len(timed[0]["runs"])
    made = Section(
        "A first visit on a phone",
        f"Lighthouse {version}, mobile, with nothing in the cache; compressed by the server itself."
        f" {ATTENDEES:,} attendees on SQLite; medians of {rounds} rounds. JavaScript is what a page loads before there"
        " is anything to see, in gzip.",
    )
    made.bars = [
        Bar(f"performance of {page['path']}", page_median(page, "performance"), ">=", bar_of(page["path"]))
        for page in timed
    ]
    worst = max(pages, key=lambda page: page["scriptKiB"])
    made.bars += [
        Bar("accessibility, at its worst", min(page["accessibility"] for page in pages), ">=", 100),
        Bar("best practices, at their worst", min(page["bestPractices"] for page in pages), ">=", 100),
        Bar(f"JavaScript, at its most ({worst['path']})", worst["scriptKiB"], "<=", 130, " KiB"),
        Bar(
            "screens but the door that load the QR reader",
            sum(page["loadsReader"] for page in pages if page["path"] != "/scan-attendees"),
            "<=",
            0,
        ),
    ]
    made.add_table(
        (
            "screen",
            "performance",
            "first paint ms",
            "largest paint ms",
            "blocked ms",
            "layout shift",
            "speed index ms",
        ),
        [
            (
                page["path"],
                " ".join(f"{run['performance']:.0f}" for run in page["runs"]),
                *(f"{page_median(page, figure):.0f}" for figure in ("fcp", "lcp", "tbt")),
                f"{page_median(page, 'cls'):.3f}",
                f"{page_median(page, 'si'):.0f}",
            )
            for page in timed
        ],
    )
    made.add_table(
        ("screen", "accessibility", "best practices", "JavaScript KiB", "what was found"),
        [
            (
                page["path"],
                page["accessibility"],
                page["bestPractices"],
                f"{page['scriptKiB']:.1f}",
                ", ".join(page["found"]) or "nothing",
            )
            for page in pages
        ],
    )
    return made


def bar_of(path: str) -> int:
    """Signing in comes before everything else, and has the least to show."""
    return 98 if path == "/auth" else 95


def page_median(page: dict[str, Any], figure: str) -> float:
    """The middle one of the rounds."""
    return median(float(run[figure]) for run in page["runs"])


def slow_section(found: dict[str, Any]) -> Section:
    """The delays that a slow phone's owner notices."""
    keys, burst, frames, door = found["keys"], found["burst"], found["frames"], found["door"]
    slow_frames = sum(frame > 60 for frame in frames)  # noqa: PLR2004 - what the bar is about
    made = Section(
        "A processor slowed four times",
        f"Phone-sized, {ATTENDEES:,} attendees. Keys: from the key to the painted list that it narrows, each key on its"
        " own, and the last one of a word typed at ten letters a second. Scrolling: the time between two frames while"
        f" {found['scrolledRows']:,} rows go by. The door: from the picture that the reading takes to the painted"
        " verdict, with the reader's own thread, which the browser does not slow, counted four times; and from the"
        " ticket coming into view, which the reading's interval of 500 ms is a part of.",
    )
    made.bars = [
        Bar("key to filtered list, 19 of 20", share_of(keys, 0.95), "<=", 200, " ms"),
        Bar("last key of a word to its list, the middle one", median(burst), "<=", 200, " ms"),
        Bar("scroll frames over 60 ms, in a hundred", 100 * slow_frames / len(frames), "<=", 1),
        Bar("camera picture to verdict, at its worst", max(one["fromPicture"] for one in door), "<=", 600, " ms"),
        Bar("ticket in view to verdict, at its worst", max(one["fromView"] for one in door), "<=", 1100, " ms"),
    ]
    made.add_table(
        ("what", "measured", "middle", "19 of 20", "worst"),
        [
            row("key to list, ms", keys),
            row("last key of a word, ms", burst),
            row("scroll frame, ms", frames),
            row("picture to verdict, ms", [one["fromPicture"] for one in door]),
            row("in view to verdict, ms", [one["fromView"] for one in door]),
            row("reading a picture, unslowed, ms", [one["reading"] for one in door]),
        ],
    )
    return made


def main() -> None:
    """Measure, and write results-web.md."""
    parts = sys.argv[1:] or MEASUREMENTS
    unknown = set(parts) - set(MEASUREMENTS)
    if unknown:
        sys.exit(f"There is no measurement {', '.join(unknown)}. There are: {', '.join(MEASUREMENTS)}.")
    began = time.monotonic()
    sections = measure(parts)
    report.write(sections, RESULTS, by="make bench-web")
    sys.stdout.write(f"{time.monotonic() - began:.0f} s on {platform.machine()}.\n")
    if not all(bar.is_met for section in sections for bar in section.bars):
        sys.stdout.write("Some bars were missed.\n")


if __name__ == "__main__":
    main()
