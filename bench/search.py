"""Pages, searches and totals among a million attendees on both engines, beside a bare page by the primary key.

The times cover the call between the request and its answer: find, count, and make the JSON.
"""

import contextlib
import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from report import Bar, Section
from sqlalchemy import insert, text
from stage import HERE

from doorlist.attendees import lists, search
from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import PaymentGroup
from doorlist.attendees.schemas import AttendeeFilters
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.events.models import Event
from doorlist.tickets.rules import INVOICE_LETTERS

ATTENDEES = 1_000_000
SLICE = 20_000
PAGE = 50
ROUNDS = 60
SECONDS_A_KIND = 5
# The oldest are called so: a common term that none of the newest has.
OLDEST_EVENT = 300_000
PAYMENTS = ("paid",) * 6 + ("unpaid", "partial", "free", "comp")
SYLLABLES: tuple[str, ...] = (
    "an",
    "ma",
    "ri",
    "el",
    "jo",
    "sa",
    "be",
    "ta",
    "lo",
    "ni",
    "ko",
    "vi",
    "da",
    "ra",
    "mi",
    "so",
    "le",
    "chi",
)
SYLLABLES += ("tor", "wen", "bra", "stu", "gri", "lin", "ford", "ton", "son", "ley", "berg")


class Kind(NamedTuple):
    """One kind of question, asked again and again with other values."""

    what: str
    ask: Callable[[random.Random], AttendeeFilters]
    has_bar: bool = True


class Times(NamedTuple):
    """Milliseconds, in rising order."""

    sorted: list[float]

    def at(self, share: float) -> float:
        """The time that so large a share of the answers keeps to."""
        return self.sorted[min(len(self.sorted) - 1, int(len(self.sorted) * share))]


def measure() -> list[Section]:
    """Measure on both engines."""
    return [section("SQLite", sqlite_database), section("PostgreSQL", postgres_database)]


@contextlib.contextmanager
def sqlite_database() -> Iterator[Settings]:
    """A separate embedded database."""
    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory:
        yield Settings(data_dir=Path(directory) / "data")


@contextlib.contextmanager
def postgres_database() -> Iterator[Settings]:
    """A separate PostgreSQL server."""
    # Where the tests keep theirs.
    sys.path.insert(0, str(HERE.parent / "backend"))
    from tests.postgres_server import start  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="doorlist-bench-") as directory, start() as server:
        yield Settings(data_dir=Path(directory) / "data", database_url=server.url)


def section(name: str, opened: Callable[[], contextlib.AbstractContextManager[Settings]]) -> Section:
    """One engine's figures."""
    with opened() as settings:
        settings.prepare_data_dir()
        database = Database(settings)
        chance = random.Random(7)  # noqa: S311 - the same guests each time
        people = fill(database, chance)
        if settings.database_url is not None:
            with database.engine.connect() as connection:
                alone = connection.execution_options(isolation_level="AUTOCOMMIT")
                # Autovacuum and a checkpoint would do this within hours of so large an import.
                alone.exec_driver_sql("VACUUM ANALYZE")
                alone.exec_driver_sql("CHECKPOINT")
        bare = timed(lambda: bare_page(database, chance))
        rows = [(kind, *measured(database, kind, chance)) for kind in kinds(people)]
        meant = [(what, asked_for_similar(database, of, chance)) for what, of in misspellings(people, chance)]
        registering = registered(database)
        database.close()
    made = Section(
        f"A million attendees on {name}",
        f"{ATTENDEES:,} attendees of six events; pages of {PAGE}, each as its JSON. Bare is a page by the primary key"
        f" as rows: p50 {bare.at(0.5):.2f} ms, p95 {bare.at(0.95):.2f} ms. {registering}"
        " The last five kinds have no bar: no index has them.",
    )
    with_bars = [row for row in rows if row[0].has_bar]
    worst = max(with_bars, key=lambda row: row[1].at(0.95))
    first = max(with_bars, key=lambda row: row[2].at(0.95))
    slowest = max(meant, key=lambda row: row[1].at(0.95))
    made.bars = [
        Bar(f"p95 of a page, at its worst ({worst[0].what})", worst[1].at(0.95), "<=", 20, " ms"),
        Bar(f"p95 of a first page with its total, at its worst ({first[0].what})", first[2].at(0.95), "<=", 100, " ms"),
        Bar(f"p95 of 'Did you mean', at its worst ({slowest[0]})", slowest[1].at(0.95), "<=", 100, " ms"),
    ]
    made.add_table(
        ("asked for", "page p50 ms", "page p95 ms", "first page with total p50 ms", "p95 ms", "matches"),
        [
            (kind.what, *(f"{times.at(share):.1f}" for times in (page, total) for share in (0.5, 0.95)), matches)
            for kind, page, total, matches in rows
        ],
    )
    made.add_table(
        ("'Did you mean' for", "p50 ms", "p95 ms"),
        [(what, *(f"{times.at(share):.1f}" for share in (0.5, 0.95))) for what, times in meant],
    )
    return made


def misspellings(people: list[tuple[str, str, str]], chance: random.Random) -> list[tuple[str, list[str]]]:
    """Names typed with a letter wrong: names of people from anywhere in the list, and of nobody."""

    def wrong(word: str) -> str:
        at = chance.randrange(1, len(word) - 1)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    names = [name.split() for name, _, _ in people[len(people) // 3 :]]
    return [
        ("a full name", [f"{first} {wrong(last)}" for first, last in names]),
        ("both words wrong", [f"{wrong(first)} {wrong(last)}" for first, last in names]),
        ("a last name", [wrong(last) for _, last in names]),
        ("five letters", [wrong(last)[:5] for _, last in names]),
        ("four letters", [wrong(last)[:4] for _, last in names]),
        ("nobody", ["zzzqqq", "xylophon qwertz", "berxg anxn"]),
    ]


def asked_for_similar(database: Database, typed: list[str], chance: random.Random) -> Times:
    """The call among all events."""

    def ask() -> None:
        with database.read() as tx:
            lists.list_similar(tx, chance.choice(typed), None)

    return timed(ask)


def fill(database: Database, chance: random.Random) -> list[tuple[str, str, str]]:
    """Write all attendees; returns name, phone and invoice number of some."""
    migrate(database)
    now = clock.now()
    event = {"date": "2026-11-20", "ticket_price_cents": 5000, "version": 1, "created_at": now, "updated_at": now}
    with database.write() as tx:
        tx.execute(insert(Event), [{"name": f"Evening {number}", **event} for number in range(1, 7)])
    given, family = names(chance, 1_000), names(chance, 4_000)
    known = []
    numbers = itertools.count()
    for start in range(0, ATTENDEES, SLICE):
        rows = [attendee(next(numbers), given, family, chance) for _ in range(min(SLICE, ATTENDEES - start))]
        known.append((rows[0].full_name, rows[0].phone, str(rows[0].invoice_number)))
        with database.write() as tx:
            insert_rows(tx, rows)
    return known


def names(chance: random.Random, number: int) -> list[str]:
    """Made-up names, common ones first."""
    return ["".join(chance.choices(SYLLABLES, k=chance.choice((2, 2, 3)))).capitalize() for _ in range(number)]


def attendee(number: int, given: list[str], family: list[str], chance: random.Random) -> NewAttendee:
    """One attendee. The sixth event is a small one, its guests strewn over all of the list."""
    now = clock.now()
    return NewAttendee(
        event_id=6 if number % 500 == 0 else 1 + number * 5 // ATTENDEES,
        full_name=f"{drawn(given, chance)} {drawn(family, chance)}" if number >= OLDEST_EVENT else f"Guest {number}",
        phone=f"04{chance.randrange(100):02d} {chance.randrange(1000):03d} {chance.randrange(1000):03d}",
        table_number=1,
        payment_status=PAYMENTS[chance.randrange(10)],
        invoice_number=invoice_number(number),
        qr_code_data=f"Q{number}",
        created_at=now,
        updated_at=now,
    )


def invoice_number(number: int) -> str:
    """One as the server makes them. Random ones would meet among a million without the ledger."""
    scattered, letters = number * 48_271_000_003 % len(INVOICE_LETTERS) ** 8, ""
    for _ in range(8):
        scattered, place = divmod(scattered, len(INVOICE_LETTERS))
        letters += INVOICE_LETTERS[place]
    return f"INV-{letters[:4]}-{letters[4:]}"


def drawn(from_names: list[str], chance: random.Random) -> str:
    """A name; those in front more often."""
    return from_names[int(chance.random() ** 2 * len(from_names))]


def kinds(people: list[tuple[str, str, str]]) -> list[Kind]:
    """The searches of a desk and of a door, and the most expensive ones."""
    newer = people[len(people) // 2 :]

    def words(what: str, *terms: str, **filters: Any) -> Kind:
        return Kind(what, lambda chance: AttendeeFilters(search=chance.choice(terms), **filters))

    return [
        Kind("everyone", lambda _: AttendeeFilters()),
        Kind("an event", lambda chance: AttendeeFilters(event_id=chance.randrange(1, 7))),
        words("a full name", *(name for name, _, _ in people)),
        words("a phone number", *(phone for _, phone, _ in people)),
        words("an invoice number", *(invoice for _, _, invoice in people)),
        words("the start of a phone number", *(phone[: 3 + at % 5] for at, (_, phone, _) in enumerate(people))),
        words("three letters of a name", *(name[:3] for name, _, _ in newer)),
        words("four letters of a name", *(name[1:5] for name, _, _ in newer)),
        words("what everyone has (inv-)", "inv-"),
        words("two words of a name, the last first", *(" ".join(name.split()[::-1]) for name, _, _ in newer)),
        words("three letters of two words", *(" ".join(word[:3] for word in name.split()) for name, _, _ in newer)),
        words("two words that many have", "son ann", "inv ber", "ton 040"),
        words("a name and a phone number", *(f"{name.split()[0]} {phone}" for name, phone, _ in people)),
        words("what only the oldest have", "guest", "guest 100", "guest 129"),
        words("what nobody has", "zzzqqq", "0400 00x", "guest 999999", "son zzzqqq"),
        words("letters, of an event", "ann", "berg", "inv", event_id=2),
        words("letters, of a small event", "ann", "berg", "inv", event_id=6),
        words("letters, and who owes", "ann", "berg", payment_group=PaymentGroup.OWED),
        Kind("a payment group", lambda chance: AttendeeFilters(payment_group=chance.choice(list(PaymentGroup)))),
        Kind("a payment text", lambda chance: AttendeeFilters(payment=chance.choice(("paid", "unp", "comp", "none")))),
        Kind("who owes, of an event", lambda _: AttendeeFilters(payment_group=PaymentGroup.OWED, event_id=3)),
        # No index has these: attendance, because each scan would have to write to it, and what has no trigram.
        words("two letters", "an", "04", "qz")._replace(has_bar=False),
        words("a word and a letter", "ann b", "berg a")._replace(has_bar=False),
        words("letters, and who is not there", "ann", "berg", attended=False)._replace(has_bar=False),
        Kind("who is not there", lambda _: AttendeeFilters(attended=False), has_bar=False),
        Kind("who is there (nobody yet)", lambda _: AttendeeFilters(attended=True), has_bar=False),
    ]


def measured(database: Database, kind: Kind, chance: random.Random) -> tuple[Times, Times, str]:
    """A page from anywhere, a first page with its total, and how many match at least and at most."""
    totals = []
    cursors = []
    for _ in range(ROUNDS):
        filters = kind.ask(chance)
        with database.read() as tx:
            # The cursor of a page is always an attendee who matches.
            found = search.find_matches(tx, filters, limit=1, after=chance.randrange(1, ATTENDEES))
        cursors.append((filters, found.ids[0] if found.ids else chance.randrange(1, ATTENDEES)))
    cursor = itertools.cycle(cursors)

    def page() -> None:
        filters, after = next(cursor)
        with database.read() as tx:
            lists.list_page(tx, filters.model_copy(update={"after": str(after)}), limit=PAGE, counted=False)

    def first_page() -> None:
        with database.read() as tx:
            totals.append(lists.list_page(tx, kind.ask(chance), limit=PAGE, counted=True)[0].total or 0)

    return timed(page), timed(first_page), f"{min(totals):,} to {max(totals):,}"


def timed(work: Callable[[], None], *, rounds: int = ROUNDS, seconds: float = SECONDS_A_KIND) -> Times:
    """The same work again and again, for a bounded time."""
    work()
    until = time.monotonic() + seconds
    taken: list[float] = []
    while len(taken) < rounds and time.monotonic() < until:
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return Times(sorted(taken))


def bare_page(database: Database, chance: random.Random) -> None:
    """The yardstick: whole rows by the primary key."""
    page = text("SELECT * FROM attendees WHERE id < :after ORDER BY id DESC LIMIT :limit")
    with database.read() as tx:
        tx.execute(page, {"after": chance.randrange(1, ATTENDEES), "limit": PAGE}).all()


def registered(database: Database) -> str:
    """The cost of the index for a registration: the same statement with it and without."""
    stop, resume = (
        ("INSERT INTO attendee_search_paused VALUES (1)", "DELETE FROM attendee_search_paused")
        if database.is_sqlite
        else ("ALTER TABLE attendees DISABLE TRIGGER USER", "ALTER TABLE attendees ENABLE TRIGGER USER")
    )
    numbers = itertools.count(ATTENDEES)

    def insert_one() -> None:
        number, now = next(numbers), clock.now()
        values = {
            "event_id": 1,
            "full_name": "Ada",
            "phone": "0",
            "table_number": 1,
            "payment_status": "paid",
            "payment_folded": "paid",
            "payment_group": "paid",
            "invoice_number": f"I{number}",
            "qr_code_data": f"Q{number}",
            "qr_hash": f"H{number}",
            "attended": False,
            "search_text": f"ada {number}",
            "name_key": f"ada {number}",
            "last_name_key": f"ada {number}",
            "version": 1,
            "created_at": now,
            "updated_at": now,
        }
        with database.write() as tx:
            tx.execute(insert(Attendee), values)

    def in_turns(statement: str) -> Times:
        with database.write() as tx:
            tx.execute(text(statement))
        return timed(insert_one)

    without, with_it = in_turns(stop), in_turns(resume)
    return f"Registering one took {with_it.at(0.5):.2f} ms, without its place in the index {without.at(0.5):.2f} ms."
