"""An evening at a door without a network: the last guest is let in as quickly as the first."""

from statistics import median
from typing import Any

from browser import in_a_browser, row
from report import Bar, Section
from stage import PASSWORD, serving_doorlist, sqlite_evening

LISTED = 20_000
READINGS = 3_000
WATCHED = 100
# Five digits, so that no name is a part of another.
FIRST_GUEST = 10_000


def measure() -> list[Section]:
    """Measure on the embedded database."""
    with sqlite_evening(LISTED) as evening, serving_doorlist(evening) as server:
        numbers = range(FIRST_GUEST, FIRST_GUEST + READINGS)
        asked = {
            "address": server.address,
            "username": "bench",
            "password": PASSWORD,
            "eventId": evening.event_id,
            "server": server.process.pid,
            "tickets": [{"text": evening.texts[number], "name": f"Guest {number}"} for number in numbers],
            "watched": WATCHED,
        }
        return [section(in_a_browser(["evening"], asked))]


def section(found: dict[str, Any]) -> Section:
    """The times of the first guests and of the last ones."""
    first, between, last = found["first"], found["between"], found["last"]
    made = Section(
        "An evening without a network, on a processor slowed four times",
        f"Phone-sized, {LISTED:,} tickets on the device and no network: {READINGS:,} readings of a hardware scanner,"
        f" each kept on the device and none sent. The first are numbers {WATCHED + 1} to {2 * WATCHED}, so that the"
        f" page is warm, the last the last {WATCHED}. Work is what the page's own thread did for one reading, before"
        " and after its verdict.",
    )
    made.bars = [
        Bar("the last verdicts, times the first", median(last["verdicts"]) / median(first["verdicts"]), "<=", 1.25),
        Bar("work for one of the last, times one of the first", last["worked"] / first["worked"], "<=", 1.25),
    ]
    made.add_table(
        ("reading to verdict", "measured", "middle", "19 of 20", "worst"),
        [
            row("the first, ms", first["verdicts"]),
            row("those between, ms", between["verdicts"]),
            row("the last, ms", last["verdicts"]),
        ],
    )
    made.add_table(
        ("work for a reading", "ms"),
        [(what, f"{part['worked']:.0f}") for what, part in (("the first", first), ("the last", last))],
    )
    return made
