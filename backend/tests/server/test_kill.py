"""The server is killed under load: whatever it acknowledged is there after a restart (contract 4)."""

import contextlib
import http.client
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from doorlist.attendees import service as attendees_service
from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeIn
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.sqlite import sqlite_module
from doorlist.door.models import ScanLogEntry
from doorlist.events import service as events_service
from doorlist.events.schemas import EventIn
from doorlist.users.models import User
from doorlist.users.rules import Role
from doorlist.users.service import SignedInUser
from tests.server.process import Client, Server, launch, run_doorlist, serving, wait_until_ready

pytestmark = pytest.mark.server

THREADS = 16
TICKETS = 240
PASSWORD = "under the doormat"


@dataclass(frozen=True)
class Ticket:
    """A guest who has not come yet, and the key their scan will carry."""

    attendee_id: int
    qr_data: str
    key: str

    def scan(self, client: Client) -> dict[str, Any] | None:
        """The door's answer; None where it was 503."""
        body = {"qrData": self.qr_data, "idempotencyKey": self.key}
        answer = client.ask("POST", "/api/attendees/scan", body)
        assert answer.status in {200, 503}, answer.body
        verdict: dict[str, Any] | None = answer.json() if answer.status == 200 else None
        return verdict


def sell_tickets(settings: Settings, number: int) -> list[Ticket]:
    database = Database(settings)
    with database.write() as tx:
        user = tx.scalars(select(User).order_by(User.id).limit(1)).one()
        seller = SignedInUser(user.id, user.full_name, Role(user.role), must_change_password=False, token="")
        event = events_service.create_event(tx, EventIn(name="Gala", date="2026-11-20"), seller)
        guest = AttendeeIn(event_id=event.id, full_name="Ada", phone="0", table_number=1, payment_status="paid")
        sold = [attendees_service.register_attendee(tx, guest, seller) for _ in range(number)]
    database.close()
    return [Ticket(attendee.id, attendee.qr_code_data, str(uuid4())) for attendee in sold]


class Doors:
    """Sixteen doors, each with its own connection, that scan until the server is gone."""

    def __init__(self, server: Server, cookie: str, tickets: list[Ticket]) -> None:
        self.server = server
        self.cookie = cookie
        self.waiting = iter(tickets)
        self.hand_out = threading.Lock()
        self.admitted_at: dict[Ticket, str] = {}
        self.unanswered: list[Ticket] = []
        self.threads = [threading.Thread(target=self._scan) for _ in range(THREADS)]

    def _scan(self) -> None:
        client = Client(self.server.port, cookie=self.cookie)
        while ticket := self._next():
            try:
                verdict = ticket.scan(client)
            except (OSError, http.client.HTTPException):
                self.unanswered.append(ticket)
                break
            assert verdict is not None
            assert verdict["alreadyScanned"] is False
            self.admitted_at[ticket] = verdict["attendee"]["attendedAt"]
        client.close()

    def _next(self) -> Ticket | None:
        with self.hand_out:
            return next(self.waiting, None)

    def scan_until_killed(self, admitted: int) -> None:
        """Kill the server after `admitted` entries, while other guests are being scanned."""
        for thread in self.threads:
            thread.start()
        until = time.monotonic() + 60
        while len(self.admitted_at) < admitted and time.monotonic() < until:
            time.sleep(0.001)
        self.server.kill()
        for thread in self.threads:
            thread.join(30)
            assert not thread.is_alive()


def check_sqlite_file(settings: Settings) -> None:
    if settings.database_url is None:
        with contextlib.closing(sqlite_module().connect(settings.sqlite_file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def log_rows(settings: Settings) -> Counter[tuple[int | None, str]]:
    database = Database(settings)
    with database.read() as tx:
        rows = Counter((entry.attendee_id, entry.outcome) for entry in tx.scalars(select(ScanLogEntry)))
        present = set(tx.scalars(select(Attendee.id).where(Attendee.attended)))
    database.close()
    # The scan log and the presence of guests agree, acknowledged or not.
    assert {attendee_id for (attendee_id, outcome) in rows if outcome == "admitted"} == present
    return rows


@pytest.mark.parametrize("rounds", [2, pytest.param(50, marks=pytest.mark.soak)])
def test_every_acknowledged_check_in_outlives_a_kill(settings: Settings, rounds: int) -> None:  # 4.attendance.7
    made = run_doorlist(
        settings,
        *("users", "create", "--username", "door", "--full-name", "Dora Door", "--password-stdin"),
        typed=f"{PASSWORD}\n",
    )
    assert made.returncode == 0, made.stderr
    lost_answers = 0
    with contextlib.ExitStack() as servers:
        server = servers.enter_context(serving(settings))
        client = server.client()
        client.sign_in("door", PASSWORD)
        assert client.cookie is not None
        for _ in range(rounds):
            doors = Doors(server, client.cookie, sell_tickets(settings, TICKETS))
            moment = random.randint(1, TICKETS - 5 * THREADS)  # noqa: S311 - any moment will do
            doors.scan_until_killed(moment)
            assert len(doors.admitted_at) >= moment
            check_sqlite_file(settings)

            server = servers.enter_context(serving(settings))
            after = server.client(cookie=client.cookie)
            listed = {guest["id"]: guest for guest in after.ask("GET", "/api/attendees?attended=true").json()}
            for ticket, admitted_at in doors.admitted_at.items():
                guest = listed[ticket.attendee_id]
                assert (guest["attendedAt"], guest["scanner"]["fullName"]) == (admitted_at, "Dora Door")
            rows = log_rows(settings)
            assert {rows[ticket.attendee_id, "admitted"] for ticket in doors.admitted_at} == {1}

            # The doors without a response retry with their keys: each guest is let in, and none of them twice.
            for ticket in doors.unanswered:
                verdict = ticket.scan(after)
                assert verdict is not None
                assert verdict["alreadyScanned"] is False
            rows = log_rows(settings)
            assert {rows[ticket.attendee_id, "admitted"] for ticket in doors.unanswered} <= {1}
            assert {outcome for _, outcome in rows} == {"admitted"}
            lost_answers += len(doors.unanswered)
    assert lost_answers > 0


@pytest.mark.rest
def test_a_server_that_is_killed_while_it_starts_can_be_started_again(settings: Settings) -> None:
    for after in (0.3, 0.6, 0.9):
        with launch(settings) as server:
            time.sleep(after)
            server.kill()
    with launch(settings) as server:
        wait_until_ready(server)
    check_sqlite_file(settings)
