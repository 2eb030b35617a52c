"""Forty helpers at the doors of one event through real servers: every ticket is let in once, and /doors is right."""

import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from tests.cast import OLIVE
from tests.databases import Databases, PostgresDatabases, SqliteDatabases
from tests.server.process import Client, Server, serving
from tests.server.test_kill import sell_tickets

pytestmark = [pytest.mark.server, pytest.mark.rest]

DOORS = 40
# Each door scans so often, a little under half a second apart: 100 scans a second, for 2 s or 10 s.
SAMPLE, ALL = 5, pytest.param(25, marks=pytest.mark.soak)
PAUSE = 0.4


@dataclass
class Helper:
    """A phone that claimed a pass, and the response to each of its scans."""

    number: int
    cookie: str
    claimed: Any
    answers: list[tuple[str, Any]]

    @property
    def place(self) -> dict[str, str]:
        return {"door": f"Gate {self.number}", "helper": f"Kim {self.number}"}


def claim(server: Server, secret: str, number: int) -> Helper:
    """Claim the pass on a new phone."""
    phone = Client(server.port)
    claimed = phone.ask("POST", "/api/door/passes/claim", {"secret": secret, "helper": f"Kim {number}"})
    phone.close()
    cookie = re.search(r"doorlist_helper=[^;]+", claimed.headers["set-cookie"])
    assert cookie, claimed.headers
    return Helper(number, cookie[0], claimed.json(), [])


def send_helpers(servers: Sequence[Server], olive: Client) -> list[Helper]:
    """Make a pass for each door, and claim it."""
    helpers = []
    for number in range(DOORS):
        made = olive.ask("POST", "/api/door/passes", {"eventId": 1, "door": f"Gate {number}"}).json()
        helpers.append(claim(servers[number % len(servers)], made["secret"], number))
    assert len({helper.cookie for helper in helpers}) == DOORS
    return helpers


def scan_at_all_doors(servers: Sequence[Server], helpers: Sequence[Helper], texts: Sequence[str], each: int) -> None:
    """Two neighbours have the same tickets in the same order, so that each is scanned twice at one moment."""

    def door(helper: Helper) -> None:
        client = Client(servers[helper.number % len(servers)].port, cookie=helper.cookie)
        for text in texts[helper.number // 2 * each :][:each]:
            started = time.monotonic()
            body = {"qrData": text, "eventId": 1, "scannedBy": helper.claimed["user"]["id"]}
            answer = client.ask("POST", "/api/attendees/scan", body)
            assert answer.status == 200, answer.body
            helper.answers.append((text, answer.json()))
            time.sleep(max(0.0, PAUSE - (time.monotonic() - started)))
        client.close()

    with ThreadPoolExecutor(DOORS) as doors:
        list(doors.map(door, helpers))


def check_evening(settings: Settings, servers: Sequence[Server], each: int) -> None:
    tickets = DOORS * each // 2
    texts = [ticket.qr_data for ticket in sell_tickets(settings, tickets)]
    olive = servers[0].client()
    olive.sign_in(OLIVE.username, OLIVE.password)
    helpers = send_helpers(servers, olive)
    scan_at_all_doors(servers, helpers, texts, each)
    told = [server.client(cookie=olive.cookie).ask("GET", "/api/doors?eventId=1").json() for server in servers]

    let_in = {
        text: helper.place for helper in helpers for text, answer in helper.answers if not answer["alreadyScanned"]
    }
    firsts = Counter(answer["alreadyScanned"] for helper in helpers for _, answer in helper.answers)
    assert (len(let_in), firsts[False], firsts[True]) == (tickets, tickets, tickets)
    # Both neighbours got the same door in the response.
    assert all(answer["attendee"]["checkInDoor"] == let_in[text] for one in helpers for text, answer in one.answers)

    counted = Counter(place["door"] for place in let_in.values())
    for figures in told:
        assert (figures["arrived"], figures["expected"], figures["refused"]) == (tickets, tickets, 0)
        assert sum(minute["count"] for minute in figures["minutes"]) == figures["lastFiveMinutes"] == tickets
        assert {door["door"]: (door["checkIns"], door["devices"]) for door in figures["doors"]} == {
            f"Gate {number}": (counted[f"Gate {number}"], 1) for number in range(DOORS)
        }

    database = Database(settings)
    with database.read() as tx:
        log = list(tx.execute(select(ScanLogEntry.attendee_id, ScanLogEntry.outcome, ScanLogEntry.helper)))
    database.close()
    admitted = Counter(row.attendee_id for row in log if row.outcome == ScanOutcome.ADMITTED)
    assert (len(admitted), set(admitted.values())) == (tickets, {1})
    assert Counter(row.outcome for row in log) == {ScanOutcome.ADMITTED: tickets, ScanOutcome.REPEAT: tickets}
    assert Counter(row.helper for row in log) == {f"Kim {number}": each for number in range(DOORS)}


@pytest.mark.parametrize("each", [SAMPLE, ALL])
def test_on_sqlite_each_ticket_is_let_in_once_and_the_figures_are_right(
    sqlite_databases: SqliteDatabases, tmp_path: Path, each: int
) -> None:  # 6.pass.530; 7.doors.331, 333
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        check_evening(settings, [server], each)


@pytest.mark.parametrize("each", [SAMPLE, ALL])
def test_on_postgresql_so_it_is_with_two_servers(
    postgres_databases: PostgresDatabases, tmp_path: Path, each: int
) -> None:  # 6.pass.530; 7.doors.331, 333
    with postgres_databases.fresh(tmp_path / "data") as settings:
        other = Settings(data_dir=tmp_path / "other" / "data", database_url=settings.database_url)
        other.prepare_data_dir()
        with serving(settings) as one, serving(other) as two:
            check_evening(settings, [one, two], each)


def test_a_pass_that_is_revoked_while_it_scans_counts_what_it_was_told(databases: Databases, tmp_path: Path) -> None:
    # 6.pass.296, 531
    with databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        texts = [ticket.qr_data for ticket in sell_tickets(settings, 400)]
        olive = server.client()
        olive.sign_in(OLIVE.username, OLIVE.password)
        made = olive.ask("POST", "/api/door/passes", {"eventId": 1, "door": "Gate B"}).json()
        helper = claim(server, made["secret"], 0)
        revoked = threading.Event()

        def scan(part: Sequence[str]) -> list[tuple[bool, int]]:
            """Whether each scan began after the pass was revoked, and its status."""
            client, found = Client(server.port, cookie=helper.cookie), []
            for text in part:
                after = revoked.is_set()
                body = {"qrData": text, "eventId": 1, "scannedBy": helper.claimed["user"]["id"]}
                found.append((after, client.ask("POST", "/api/attendees/scan", body).status))
                if found[-1] == (True, 403):
                    break
            client.close()
            return found

        with ThreadPoolExecutor(8) as hands:
            scanning = [hands.submit(scan, texts[hand::8]) for hand in range(8)]
            while olive.ask("GET", "/api/doors?eventId=1").json()["arrived"] < 40:
                pass
            assert olive.ask("DELETE", f"/api/door/passes/{made['id']}").status == 204
            revoked.set()
            answers = [answer for hand in scanning for answer in hand.result()]
        assert {status for after, status in answers if after} == {403}
        assert {status for _, status in answers} == {200, 403}
        arrived = olive.ask("GET", "/api/doors?eventId=1").json()["arrived"]
        assert arrived == sum(status == 200 for _, status in answers)
