"""The door without a server, on a slow phone: its list of 20,000 and of 100,000, and what it decides by it."""

from statistics import median
from typing import Any

from browser import in_a_browser, row, share_of
from report import Bar, Section
from stage import PASSWORD, Evening, serving_doorlist, sqlite_evening

LISTED = 20_000
MOST = 100_000
LOADS = 5
READINGS = 60
OTHERS = 200
# Numbers of five digits, so that none is a part of another.
FIRST_GUEST = 10_000
SLOW_FRAME_MS = 60


def measure() -> list[Section]:
    """Measure on the embedded database."""
    with sqlite_evening(LISTED) as evening:
        short = found(evening, loads=LOADS, readings=0, others=0)
    with sqlite_evening(MOST) as evening:
        return [section(short, found(evening, loads=2, readings=READINGS, others=OTHERS))]


def found(evening: Evening, *, loads: int, readings: int, others: int) -> dict[str, Any]:
    """The figures that a browser measures at that evening."""
    guests = [{"text": evening.texts[n], "name": f"Guest {n}"} for n in range(FIRST_GUEST, FIRST_GUEST + readings)]
    with serving_doorlist(evening) as server:
        asked = {
            "address": server.address,
            "username": "bench",
            "password": PASSWORD,
            "eventId": evening.event_id,
            "server": server.process.pid,
            "loads": loads,
            "tickets": guests,
            "others": evening.texts[:others],
        }
        return in_a_browser(["offline"], asked)


def section(short: dict[str, Any], long: dict[str, Any]) -> Section:
    """The delays that the people at the door notice."""
    quiet, during, offline = long["upkeep"]["quiet"], long["upkeep"]["during"], long["offline"]
    made = Section(
        "The door without a server, on a processor slowed four times",
        f"Phone-sized. A reading: from the last key of a hardware scanner to the painted verdict, with a list of"
        f" {MOST:,} on the device and the server frozen. Loading: from the choice of the event to its list on the"
        f" device's disk. Upkeep: the time between two frames of the scanner with a list of {MOST:,}, while nothing"
        " changes and while other doors check in five guests a second. Bare is one small strict transaction of"
        " IndexedDB and then one painted word, on the same page after each reading: no verdict is quicker.",
    )
    made.bars = [
        Bar("reading to verdict, the middle one", median(offline), "<=", 50, " ms"),
        Bar("reading to verdict, 99 of 100", share_of(offline, 0.99), "<=", 250, " ms"),
        Bar(
            f"a list of {LISTED:,} loaded, at its worst",
            max(short["loading"]) / 1000,
            "<=",
            3,
            " s",
        ),
        Bar(
            f"frames over {SLOW_FRAME_MS} ms during upkeep, in a hundred",
            slow_share(during),
            "<=",
            1,
        ),
        Bar("longest frame during upkeep", max(during), "<=", 250, " ms"),
    ]
    made.add_table(
        ("what", "measured", "middle", "19 of 20", "worst"),
        [
            row("reading to verdict, server frozen, ms", offline),
            row("a bare write and a painted word, ms", long["bare"]),
            ("reading, times a bare one", str(len(offline)), f"{median(offline) / median(long['bare']):.1f}", "", ""),
            row("reading to verdict, server there, ms", long["online"]),
            row(f"loading {LISTED:,}, ms", short["loading"]),
            row(f"loading {MOST:,}, ms", long["loading"]),
            row("frame while nothing changes, ms", quiet),
            row("frame during upkeep, ms", during),
        ],
    )
    return made


def slow_share(frames: list[float]) -> float:
    """The percentage of frames that take so long that a person may see it."""
    return 100 * sum(frame > SLOW_FRAME_MS for frame in frames) / len(frames)
