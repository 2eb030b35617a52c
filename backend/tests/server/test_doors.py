"""Forty doors of one event through real servers: the figures of /doors are right to the last scan, on any server."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from doorlist.core.config import Settings
from tests.cast import OLIVE
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.server.process import Client, Server, serving
from tests.server.test_kill import sell_tickets

pytestmark = pytest.mark.server

DOORS = 40
# Each door scans so often, a little under half a second apart in full: 100 scans a second for 10 s.
SAMPLE, ALL = 2, pytest.param(25, marks=pytest.mark.soak)
PAUSE = 0.4


def scan_at_all_doors(servers: Sequence[Server], cookie: str, texts: Sequence[str], each: int) -> None:
    def door(number: int) -> None:
        client = Client(servers[number % len(servers)].port, cookie=cookie)
        for place in range(each):
            started = time.monotonic()
            body = {"qrData": texts[number * each + place], "eventId": 1, "device": f"Gate {number}"}
            assert client.ask("POST", "/api/attendees/scan", body).status == 200
            time.sleep(max(0.0, PAUSE - (time.monotonic() - started)))
        client.close()

    with ThreadPoolExecutor(DOORS) as doors:
        list(doors.map(door, range(DOORS)))


def check_figures(servers: Sequence[Server], each: int, texts: Sequence[str]) -> None:
    clients = [server.client() for server in servers]
    clients[0].sign_in(OLIVE.username, OLIVE.password)
    cookie = clients[0].cookie
    assert cookie is not None
    scan_at_all_doors(servers, cookie, texts, each)
    for server in servers:
        told = server.client(cookie=cookie).ask("GET", "/api/doors?eventId=1").json()
        assert (told["arrived"], told["expected"], told["refused"]) == (DOORS * each, DOORS * each, 0)
        assert sum(minute["count"] for minute in told["minutes"]) == told["lastFiveMinutes"] == DOORS * each
        assert {door["door"]: door["checkIns"] for door in told["doors"]} == {
            f"Gate {number}": each for number in range(DOORS)
        }


@pytest.mark.parametrize("each", [SAMPLE, ALL])
def test_on_sqlite_they_are_right_to_the_last_scan(
    sqlite_databases: SqliteDatabases, tmp_path: Path, each: int
) -> None:  # 7.doors.331, 333
    with sqlite_databases.fresh(tmp_path / "data") as settings:
        texts = [ticket.qr_data for ticket in sell_tickets(settings, DOORS * each)]
        with serving(settings) as server:
            check_figures([server], each, texts)


@pytest.mark.parametrize("each", [SAMPLE, ALL])
def test_on_postgresql_so_they_are_with_two_servers(
    postgres_databases: PostgresDatabases, tmp_path: Path, each: int
) -> None:  # 7.doors.331, 333
    with postgres_databases.fresh(tmp_path / "data") as settings:
        other = Settings(data_dir=tmp_path / "other" / "data", database_url=settings.database_url)
        other.prepare_data_dir()
        texts = [ticket.qr_data for ticket in sell_tickets(settings, DOORS * each)]
        with serving(settings) as one, serving(other) as two:
            check_figures([one, two], each, texts)
