"""The door: first scans through HTTP, beside a bare echo on the same server options and a raw loop of statements.

Everything is durable, signed in and logged. Each round runs the yardsticks and the door in turns. The load and the
servers share the cores of one machine.
"""

import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import stage
from raw import raw_scans
from report import Bar, Section
from sqlalchemy import func, select, text
from stage import Evening, Figures, Server, timed

from doorlist.attendees.models import Attendee
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry

ATTENDEES = 100_000
ROUNDS = 3
SECONDS = 2
CONNECTIONS = 32
# Tickets for each measurement. Each is scanned once, and there are more than the door can take in the time.
DOOR_TICKETS, RAW_TICKETS, LONE, TWO_TICKETS = 25_000, 4_000, 300, 14_000
SCAN = "/api/attendees/scan"
ECHO = "/echo"
RAW_SECONDS = 1.0


class Round(NamedTuple):
    """One turn of all measurements; `raw` is scans a second of the raw loop."""

    echo: Figures
    door: Figures
    raw: float
    lone: "Lone"


class Lone(NamedTuple):
    """Median milliseconds of a lone scan, of its statements by the driver alone, and of an echo."""

    scan: float
    raw: float
    echo: float
    errors: int


def measure() -> list[Section]:
    """Measure both engines, and two servers on one PostgreSQL."""
    with stage.sqlite_evening(ATTENDEES) as evening:
        on_sqlite = measure_one(evening, "The door on SQLite", ratio=0.35, raw_ratio=2)
    with stage.postgres_evening(ATTENDEES) as evening:
        on_postgres = measure_one(evening, "The door on PostgreSQL", ratio=0.30, raw_ratio=None)
    with stage.postgres_evening(ATTENDEES) as evening:
        two = measure_two(evening)
    return [on_sqlite, on_postgres, two]


def measure_one(evening: Evening, title: str, *, ratio: float, raw_ratio: float | None) -> Section:
    """Measure one server on that evening."""
    with stage.serving_doorlist(evening) as server, stage.serving_echo() as echo:
        rounds = [one_round(evening, server, echo) for _ in range(ROUNDS)]
        memory, ready_after = server.memory_mib, server.ready_after
    section = Section(
        title,
        f"First scans of {ATTENDEES:,} attendees at {CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s;"
        " medians of the ratios within a round.",
    )
    section.bars = [
        Bar("scans a second, as a part of the echo's", median(r.door.rate / r.echo.rate for r in rounds), ">=", ratio),
        Bar("p99, in echo's p99", median(r.door.p99 / r.echo.p99 for r in rounds), "<=", 6),
        Bar(
            "a lone scan's p50, in one raw commit and one echo",
            median(r.lone.scan / (r.lone.raw + r.lone.echo) for r in rounds),
            "<=",
            1.5,
        ),
        Bar("answers that were no success", sum(r.door.errors + r.lone.errors for r in rounds), "<=", 0),
        Bar("memory at most", memory, "<=", 400, " MiB"),
        Bar("start to ready", ready_after, "<=", 2, " s"),
    ]
    in_raw = Bar("scans a second, in raw loops", median(r.door.rate / r.raw for r in rounds), ">=", raw_ratio or 0)
    if raw_ratio is not None:
        section.bars.insert(1, in_raw)
    section.add_table(
        ("echo/s", "raw/s", "scans/s", "echo p99 ms", "scan p50 ms", "scan p99 ms", "lone p50", "raw p50", "echo p50"),
        [
            (
                f"{r.echo.rate:.0f}",
                f"{r.raw:.0f}",
                f"{r.door.rate:.0f}",
                f"{r.echo.p99:.1f}",
                f"{r.door.p50:.1f}",
                f"{r.door.p99:.1f}",
                f"{r.lone.scan:.2f}",
                f"{r.lone.raw:.2f}",
                f"{r.lone.echo:.2f}",
            )
            for r in rounds
        ],
    )
    return section


def one_round(evening: Evening, server: Server, echo: Server) -> Round:
    """Run all measurements in turns."""
    return Round(
        echo=load(echo, ECHO, evening),
        door=load(server, SCAN, evening),
        raw=raw_loop(evening),
        lone=lone_scans(evening, server, echo),
    )


def lone_scans(evening: Evening, server: Server, echo: Server) -> Lone:
    """A scan, the same by the driver alone, and an echo, one after the other: a disk has good and bad seconds."""
    scans, raws, echoes = list[float](), list[float](), list[float]()
    with (
        closing(stage.Caller(server, SCAN, evening)) as door,
        closing(stage.Caller(echo, ECHO, evening)) as other,
        raw_scans(evening) as raw,
    ):
        for ticket, ticket_of_raw in zip(evening.take(LONE), evening.take(LONE), strict=True):
            scans.append(timed(partial(door.ask, ticket)))
            raws.append(timed(partial(raw, ticket_of_raw)))
            echoes.append(timed(partial(other.ask, ticket)))
    return Lone(median(scans) * 1000, median(raws) * 1000, median(echoes) * 1000, door.errors + other.errors)


def measure_two(evening: Evening) -> Section:
    """The same load on one server, then on two that scan the same tickets at the same time."""
    rounds = []
    with ExitStack() as servers:
        one = servers.enter_context(stage.serving_doorlist(evening, "one"))
        other = servers.enter_context(stage.serving_doorlist(evening, "other"))
        for _ in range(ROUNDS):
            alone = processor_time([one], evening, evening.take(TWO_TICKETS))
            # Each server has another half, so that all of them are first scans here too.
            both = processor_time([one, other], evening, evening.take(TWO_TICKETS))
            rounds.append((alone, both))
        errors = scan_the_same([one, other], evening, evening.take(TWO_TICKETS))
    twice, unlogged = double_admissions(evening)
    section = Section(
        "Two servers on one PostgreSQL",
        f"{CONNECTIONS} connections to one server, then half of them to each of two; then two servers that scan the"
        " same tickets at the same time. Processor time is that of the servers, and of the database besides.",
    )
    section.bars = [
        Bar("servers' processor time a scan, in that of one", median(b.own / a.own for a, b in rounds), "<=", 1.3),
        Bar("with the database's", median(b.total / a.total for a, b in rounds), "<=", 1.3),
        Bar("tickets admitted twice", twice, "<=", 0),
        Bar("admissions without their row of the log", unlogged, "<=", 0),
        Bar("answers that were no success", errors, "<=", 0),
    ]
    section.add_table(
        ("servers", "scans/s", "µs a scan", "with the database's", "p99 ms"),
        [
            (count, f"{spent.rate:.0f}", f"{spent.own:.0f}", f"{spent.total:.0f}", f"{spent.p99:.1f}")
            for pair in rounds
            for count, spent in enumerate(pair, start=1)
        ],
    )
    return section


class Spent(NamedTuple):
    """Processor time, in microseconds a scan."""

    own: float
    total: float
    rate: float
    p99: float


def processor_time(servers: list[Server], evening: Evening, texts: list[str]) -> Spent:
    """The cost of a scan on these servers, each with its part of the tickets and of the connections."""
    postgres = postgres_pids(evening)
    own, database = sum(server.cpu_seconds for server in servers), stage.cpu_seconds(*postgres)
    size = len(texts) // len(servers)
    rounds = [
        stage.Load(
            server,
            SCAN,
            texts[number * size : (number + 1) * size],
            evening.cookie,
            connections=CONNECTIONS // len(servers),
            seconds=SECONDS,
        )
        for number, server in enumerate(servers)
    ]
    figures = [each.figures() for each in rounds]
    rate = sum(each.rate for each in figures)
    scans = rate * SECONDS
    own = (sum(server.cpu_seconds for server in servers) - own) / scans * 1e6
    database = (stage.cpu_seconds(*postgres) - database) / scans * 1e6
    return Spent(own, own + database, rate, max(each.p99 for each in figures))


def scan_the_same(servers: list[Server], evening: Evening, texts: list[str]) -> int:
    """Scan every ticket at each of the servers; the number of answers that were no success."""
    rounds = [
        stage.Load(server, SCAN, texts, evening.cookie, connections=CONNECTIONS // len(servers), seconds=SECONDS)
        for server in servers
    ]
    return sum(each.figures().errors for each in rounds)


def double_admissions(evening: Evening) -> tuple[int, int]:
    """Tickets that were admitted more than once, and people who are present without an admission in the log."""
    database = Database(evening.settings)
    admitted = select(ScanLogEntry.attendee_id).where(ScanLogEntry.outcome == "admitted")
    with database.read() as tx:
        twice = admitted.group_by(ScanLogEntry.attendee_id).having(func.count() > 1)
        present = select(func.count()).select_from(Attendee).where(Attendee.attended, Attendee.id.not_in(admitted))
        found = (tx.scalar(select(func.count()).select_from(twice.subquery())) or 0, tx.scalar(present) or 0)
    database.close()
    return found


def load(server: Server, path: str, evening: Evening) -> Figures:
    """A round, with new tickets where a scan uses them up."""
    texts = evening.texts[:1000] if path == ECHO else evening.take(DOOR_TICKETS)
    return stage.load(server, path, texts, evening.cookie, connections=CONNECTIONS, seconds=SECONDS)


def raw_loop(evening: Evening) -> float:
    """Scans a second of the driver alone, one after the other."""
    done = 0
    with raw_scans(evening) as scan:
        began = time.perf_counter()
        for ticket in evening.take(RAW_TICKETS):
            if time.perf_counter() > began + RAW_SECONDS:
                break
            scan(ticket)
            done += 1
        return done / (time.perf_counter() - began)


def postgres_pids(evening: Evening) -> list[int]:
    """The processes of that PostgreSQL, which runs on this machine."""
    database = Database(evening.settings)
    with database.read() as tx:
        backend = tx.scalar(text("SELECT pg_backend_pid()")) or 0
    server = parent_of(backend)
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    pids = [server, *(pid for pid in found if parent_of(pid) == server)]
    database.close()
    return pids


def parent_of(pid: int) -> int:
    """The id of the parent process; 0 if the process is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0
