"""Rush hour: each ticket is scanned at two doors at one instant, again and again, over connections that break."""

import itertools
import json
import random
import socket
import string
import struct
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from http.client import HTTPException, HTTPResponse
from uuid import UUID

from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.check_in_lists.models import ListPresence
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from tests.cast import OLIVE, OSCAR, SAM
from tests.door.checker import Attempt, Guest, LogRow, find_contradictions
from tests.server.process import Client

LANES = 8
ANSWER_SECONDS = 60.0
PATIENCE_SECONDS = 120.0
IDLE_SECONDS = 0.5  # A server closes a connection that is idle for 5.
FORGED_EVERY = 20
# The second is not ASCII, and so goes the ordinary way instead of the fast path.
DEVICES = ("Door 1", "Tür 2")


class Ending(Enum):
    """The fate of the connection after the scan was sent."""

    ANSWERED = "answered"
    HALF_SENT = "half sent"
    UNREAD = "unread"
    RESET = "reset"


CUTS = (Ending.HALF_SENT, Ending.UNREAD, Ending.RESET)


@dataclass(frozen=True, slots=True)
class Scanner:
    """A signed-in user."""

    user_id: int
    cookie: str


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan with its key; however often it is sent, it is this one."""

    qr_data: str
    key: str
    scanner: Scanner
    device: str
    list_id: int | None = None

    def request(self) -> bytes:
        fields = {"qrData": self.qr_data, "idempotencyKey": self.key, "device": self.device, "listId": self.list_id}
        body = json.dumps({name: value for name, value in fields.items() if value is not None}).encode()
        head = (
            "POST /api/attendees/scan HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nCookie: {self.scanner.cookie}\r\n\r\n"
        )
        return head.encode() + body


@dataclass(frozen=True, slots=True)
class Call:
    """One sending of a scan: to which server, and the fate of its connection. `part` is the share sent, if not all."""

    scan: Scan
    port: int
    ending: Ending = Ending.ANSWERED
    part: float = 1.0


def sign_in(port: int) -> list[Scanner]:
    """The staff who scan."""
    scanners = []
    for person in (OLIVE, OSCAR, SAM):
        client = Client(port)
        user = client.sign_in(person.username, person.password).json()
        assert client.cookie is not None
        scanners.append(Scanner(user["id"], client.cookie))
        client.close()
    return scanners


def two_scans(
    qr_data: str, scanners: Sequence[Scanner], chance: random.Random, list_id: int | None = None
) -> list[Scan]:
    """Two scans by two people, with different keys, at the entrance or at a check-in list."""
    return [
        Scan(qr_data, str(UUID(int=chance.getrandbits(128), version=4)), scanner, chance.choice(DEVICES), list_id)
        for scanner in chance.sample(scanners, 2)
    ]


def volleys(scans: Sequence[Scan], ports: Sequence[int], chance: random.Random) -> list[list[Call]]:
    """Each scan once and 1 to 5 times more. The calls of a volley are all sent before the first of them is read.

    The first volley has both scans, on different servers where there are several, and perhaps some of the replays; the
    other replays follow one by one or together, in any order, through any server.
    """

    def call(scan: Scan, port: int) -> Call:
        is_cut = chance.random() < 1 / 6
        return Call(scan, port, chance.choice(CUTS) if is_cut else Ending.ANSWERED, chance.random())

    doors = itertools.cycle(chance.sample(ports, len(ports)))
    first = [call(scan, next(doors)) for scan in scans]
    again = [call(scan, chance.choice(ports)) for scan in scans for _ in range(chance.randint(1, 5))]
    chance.shuffle(again)
    together = chance.randint(0, len(again))
    planned = [first + again[:together]]
    chance.shuffle(planned[0])
    rest = again[together:]
    while rest:
        together = chance.randint(1, len(rest))
        planned.append(rest[:together])
        rest = rest[together:]
    return planned


class Lines:
    """The open connections of a lane: to each server as many as a volley needs."""

    def __init__(self) -> None:
        self._free: defaultdict[int, list[tuple[float, socket.socket]]] = defaultdict(list)

    def take(self, port: int) -> socket.socket:
        """A connection that the server has not given up. Raises OSError."""
        while self._free[port]:
            since, line = self._free[port].pop()
            if time.monotonic() - since < IDLE_SECONDS:
                return line
            line.close()
        return socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)

    def give_back(self, port: int, line: socket.socket) -> None:
        self._free[port].append((time.monotonic(), line))

    def close(self) -> None:
        for _, line in itertools.chain(*self._free.values()):
            line.close()


class Rush:
    """Doors that scan every ticket until both scans of it have been answered, at the entrance or at a check-in list."""

    def __init__(
        self,
        ports: Sequence[int],
        scanners: Sequence[Scanner],
        tickets: Sequence[str],
        seed: int,
        list_id: int | None = None,
    ) -> None:
        self.attempts: list[Attempt] = []
        self.endings: Counter[Ending] = Counter()
        self.finished = 0
        self.seed = seed
        self._ports = ports
        self._scanners = scanners
        self._list_id = list_id
        chance = random.Random(seed)  # noqa: S311 - the same steps each time
        self._tickets = [*tickets, *_forged(len(tickets) // FORGED_EVERY, chance)]
        chance.shuffle(self._tickets)
        self._waiting = iter(enumerate(self._tickets))
        self._lanes: list[Future[None]] = []
        self._guard = threading.Lock()

    @property
    def is_over(self) -> bool:
        """True if all scans are done."""
        return all(lane.done() for lane in self._lanes)

    @property
    def part_done(self) -> float:
        """0 to 1."""
        return self.finished / len(self._tickets)

    def run(self, meanwhile: Callable[[], None] = lambda: None, *, seconds: float) -> None:
        """Scan all, and do something else at the same time. Tickets that nobody has begun after `seconds` stay."""
        self._until = time.monotonic() + seconds
        with ThreadPoolExecutor(LANES) as threads:
            self._lanes = [threads.submit(self._lane) for _ in range(LANES)]
            meanwhile()
            for lane in self._lanes:
                lane.result()

    def _lane(self) -> None:
        lines = Lines()
        try:
            while (ticket := self._next()) is not None:
                self._scan(*ticket, lines)
                with self._guard:
                    self.finished += 1
        finally:
            lines.close()

    def _next(self) -> tuple[int, str] | None:
        with self._guard:
            return next(self._waiting, None) if time.monotonic() < self._until else None

    def _scan(self, number: int, ticket: str, lines: Lines) -> None:
        # A separate generator for each ticket, so that a seed means the same for every lane.
        chance = random.Random(f"{self.seed} {number}")  # noqa: S311 - the same steps each time
        scans = two_scans(ticket, self._scanners, chance, self._list_id)
        answered: set[str] = set()
        for volley in volleys(scans, self._ports, chance):
            answered |= self._fire(volley, lines)
        until = time.monotonic() + PATIENCE_SECONDS
        while unanswered := [scan for scan in scans if scan.key not in answered]:
            assert time.monotonic() < until, f"Nobody answers {unanswered}"
            answered |= self._fire([Call(scan, chance.choice(self._ports)) for scan in unanswered], lines)
            time.sleep(0.1)

    def _fire(self, volley: Sequence[Call], lines: Lines) -> set[str]:
        """The keys that were answered."""
        ready = [(call, lines.take(call.port)) for call in volley]
        sent = []
        for call, line in ready:
            request = call.scan.request()
            length = int(call.part * len(request)) if call.ending is Ending.HALF_SENT else len(request)
            sent.append(time.monotonic())
            line.sendall(request[:length])
        made = [self._end(call, line, moment, lines) for (call, line), moment in zip(ready, sent, strict=True)]
        with self._guard:
            self.attempts += made
            self.endings.update(call.ending for call in volley)
        return {attempt.key for attempt in made if attempt.status not in {None, 503}}

    def _end(self, call: Call, line: socket.socket, sent: float, lines: Lines) -> Attempt:
        scan = call.scan
        status, body = None, b""
        if call.ending is Ending.ANSWERED:
            try:
                response = HTTPResponse(line, method="POST")
                response.begin()
                status, body = response.status, response.read()
            except (OSError, HTTPException) as error:
                status, body = None, repr(error).encode()
            if status is None or response.will_close:
                line.close()
            else:
                lines.give_back(call.port, line)
        else:
            if call.ending is Ending.RESET:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
        answer = json.loads(body) if status == 200 else {}
        attendee, at_list = answer.get("attendee", {}), answer.get("checkIn") or {}
        return Attempt(
            qr_data=scan.qr_data,
            key=scan.key,
            user_id=scan.scanner.user_id,
            sent=sent,
            ended=time.monotonic(),
            was_cut=call.ending in CUTS,
            status=status,
            body=body.decode(),
            already_scanned=answer.get("alreadyScanned"),
            attended_at=attendee.get("attendedAt") if self._list_id is None else at_list.get("firstAt"),
            scanned_by=attendee.get("scannedBy") if self._list_id is None else at_list.get("checkedInBy", {}).get("id"),
        )

    def contradictions(self, settings: Settings, sold: Sequence[str]) -> list[str]:
        """The contradictions between these doors and the database."""
        guests, log = read_ledger(settings, self._list_id)
        lost = [f"{ticket} was sold, and is not on the list." for ticket in sold if ticket not in guests]
        return lost + find_contradictions(attempts=self.attempts, guests=guests, log=log)

    def miscounts(self, settings: Settings, sold: Sequence[str]) -> list[str]:
        """The scans that were lost or counted twice, at a list where every scan counts."""
        keys = defaultdict[str, set[str]](set)
        for attempt in self.attempts:
            keys[attempt.qr_data].add(attempt.key)
        counted, log = read_counts(settings, self._list_id), read_ledger(settings, self._list_id)[1]
        rows = Counter((row.qr_data, row.key) for row in log if row.outcome == "admitted")
        found = [
            f"{ticket} was scanned {len(keys[ticket])} times, and counted {counted.get(ticket)} times."
            for ticket in sold
            if counted.get(ticket) != len(keys[ticket])
        ]
        found += [
            f"The log has the scan {key} of {ticket} {rows[ticket, key]} times."
            for ticket in sold
            for key in keys[ticket]
            if rows[ticket, key] != 1
        ]
        refused = [attempt for attempt in self.attempts if attempt.told == "repeat"]
        return found + [f"{attempt} was told of a repeat." for attempt in refused]

    def __str__(self) -> str:
        """The load so far, and the seed that repeats it."""
        statuses = Counter("none" if attempt.status is None else attempt.status for attempt in self.attempts)
        outcomes = Counter(attempt.told for attempt in self.attempts if attempt.told)
        replays = len(self.attempts) - 2 * self.finished
        return (
            f"{self.finished} of {len(self._tickets)} pairs and {replays} replays; answers {dict(statuses)};"
            f" told {dict(outcomes)}; connections { ({e.value: n for e, n in self.endings.items()}) }; seed {self.seed}"
        )


def read_ledger(settings: Settings, list_id: int | None = None) -> tuple[dict[str, Guest], list[LogRow]]:
    """The guests by their tickets, present at the entrance or at a list, and its scan log, for the checker."""
    database = Database(settings)
    with database.read() as tx:
        of_list = select(ListPresence).where(ListPresence.list_id == list_id)
        at_list = {presence.attendee_id: presence for presence in tx.scalars(of_list)}

        def guest(a: Attendee) -> Guest:
            at, by = a.attended_at, a.scanned_by
            if list_id is not None:
                now = at_list.get(a.id)
                at, by = (now.first_at, now.first_by) if now else (None, None)
            since = clock.to_wire(at) if at else None
            return Guest(a.id, a.attended if list_id is None else a.id in at_list, since, by)

        guests = {a.qr_code_data: guest(a) for a in tx.scalars(select(Attendee))}
        log = [
            LogRow(
                key=None if row.idempotency_key is None else str(row.idempotency_key),
                qr_data=row.qr_data,
                user_id=row.user_id,
                outcome=row.outcome,
                attendee_id=row.attendee_id,
                attended_at=clock.to_wire(row.attended_at) if row.attended_at else None,
                attended_by=row.attended_by,
            )
            for row in tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id))
            if row.list_id == list_id
        ]
    database.close()
    return guests, log


def read_counts(settings: Settings, list_id: int | None) -> dict[str, int]:
    """How often each ticket was counted at the list."""
    database = Database(settings)
    with database.read() as tx:
        query = select(Attendee.qr_code_data, ListPresence.times).where(
            ListPresence.attendee_id == Attendee.id, ListPresence.list_id == list_id
        )
        counted = {row.qr_code_data: row.times for row in tx.execute(query)}
    database.close()
    return counted


def _forged(number: int, chance: random.Random) -> list[str]:
    """Texts in our form that no attendee has."""
    return [f"DL1.1.{''.join(chance.choices(string.digits, k=26))}" for _ in range(number)]
