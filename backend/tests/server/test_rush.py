"""Rush hour through real servers: the responses to the doors and the database never contradict each other.

`DOORLIST_RUSH_SEED=... pytest tests/server/test_rush.py` scans in the way of a run that has failed.
"""

import os
import secrets
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from doorlist.check_in_lists.rules import ListRule
from doorlist.check_in_lists.schemas import CheckInListIn
from doorlist.check_in_lists.service import create_list
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.events.models import Event
from doorlist.users.models import User
from doorlist.users.rules import Role
from doorlist.users.service import SignedInUser
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.door.rush import CUTS, Rush, read_ledger, sign_in
from tests.postgres_server import PostgresServer
from tests.server.process import Server, serving
from tests.server.test_kill import check_sqlite_file, sell_tickets

pytestmark = pytest.mark.server

SAMPLE, ALL = 60, pytest.param(10_000, marks=pytest.mark.soak)
RESTARTS = {60: 2, 10_000: 50}
LONGEST_SECONDS = 600
LONGEST_SECONDS_AT_A_LIST = 1800
"""A scan at a list is a transaction of one record."""


@pytest.fixture
def seed() -> int:
    drawn = int(os.environ.get("DOORLIST_RUSH_SEED") or secrets.randbits(32))
    sys.stdout.write(f"DOORLIST_RUSH_SEED={drawn}\n")
    return drawn


@pytest.mark.parametrize("pairs", [SAMPLE, ALL])
def test_on_sqlite_two_simultaneous_scans_are_one_admission_whatever_breaks(
    sqlite_databases: SqliteDatabases, tmp_path: Path, seed: int, pairs: int
) -> None:  # 4.attendance.6, 7; 7.scan.2, 10, 11, 14
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        sold = [ticket.qr_data for ticket in sell_tickets(settings, pairs)]
        rush = Rush([server.port], sign_in(server.port), sold, seed)
        rush.run(seconds=LONGEST_SECONDS)
        check(rush, [server], settings, sold)
        check_sqlite_file(settings)


@pytest.mark.parametrize("pairs", [SAMPLE, ALL])
def test_on_postgresql_so_they_are_between_two_servers_and_through_its_restarts(
    postgres_server: PostgresServer, tmp_path: Path, seed: int, pairs: int
) -> None:  # 4.attendance.6, 7; 7.scan.2, 10, 11, 13, 14
    databases = PostgresDatabases(postgres_server.url, tmp_path / "template")
    with databases.fresh(tmp_path / "data") as settings:
        other = Settings(data_dir=tmp_path / "other", database_url=settings.database_url)
        other.prepare_data_dir()
        with serving(settings) as one, serving(other) as two:
            sold = [ticket.qr_data for ticket in sell_tickets(settings, pairs)]
            rush = Rush([one.port, two.port], sign_in(one.port), sold, seed)
            restart = partial(restart_under_load, postgres_server, rush, RESTARTS[pairs])
            rush.run(restart, seconds=LONGEST_SECONDS)
            check(rush, [one, two], settings, sold)
            assert any(attempt.status == 503 for attempt in rush.attempts), f"Nobody noticed the restarts: {rush}"


@pytest.mark.parametrize("pairs", [SAMPLE, ALL])
def test_on_sqlite_two_simultaneous_scans_at_a_list_are_one_check_in(
    sqlite_databases: SqliteDatabases, tmp_path: Path, seed: int, pairs: int
) -> None:  # 4.check-in-list.906, 914
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        sold = [ticket.qr_data for ticket in sell_tickets(settings, pairs)]
        rush = Rush([server.port], sign_in(server.port), sold, seed, new_list(settings, ListRule.ONCE))
        rush.run(seconds=LONGEST_SECONDS_AT_A_LIST)
        check(rush, [server], settings, sold)
        check_nobody_attended(settings)
        check_sqlite_file(settings)


@pytest.mark.parametrize("pairs", [SAMPLE, ALL])
def test_on_sqlite_no_scan_is_lost_or_counted_twice_where_every_scan_counts(
    sqlite_databases: SqliteDatabases, tmp_path: Path, seed: int, pairs: int
) -> None:  # 4.check-in-list.903, 906, 914
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        sold = [ticket.qr_data for ticket in sell_tickets(settings, pairs)]
        rush = Rush([server.port], sign_in(server.port), sold, seed, new_list(settings, ListRule.EVERY))
        rush.run(seconds=LONGEST_SECONDS_AT_A_LIST)
        check_load(rush, [server], rush.miscounts(settings, sold))
        check_nobody_attended(settings)


@pytest.mark.parametrize("pairs", [SAMPLE, ALL])
@pytest.mark.parametrize("rule", [ListRule.ONCE, ListRule.EVERY])
def test_on_postgresql_so_they_are_at_a_list(
    postgres_server: PostgresServer, tmp_path: Path, seed: int, pairs: int, rule: ListRule
) -> None:  # 4.check-in-list.903, 906, 914
    databases = PostgresDatabases(postgres_server.url, tmp_path / "template")
    with databases.fresh(tmp_path / "data") as settings:
        other = Settings(data_dir=tmp_path / "other", database_url=settings.database_url)
        other.prepare_data_dir()
        with serving(settings) as one, serving(other) as two:
            sold = [ticket.qr_data for ticket in sell_tickets(settings, pairs)]
            rush = Rush([one.port, two.port], sign_in(one.port), sold, seed, new_list(settings, rule))
            restart = partial(restart_under_load, postgres_server, rush, RESTARTS[pairs])
            rush.run(restart, seconds=LONGEST_SECONDS_AT_A_LIST)
            found = rush.contradictions if rule == ListRule.ONCE else rush.miscounts
            check_load(rush, [one, two], found(settings, sold))
            check_nobody_attended(settings)


def new_list(settings: Settings, rule: ListRule) -> int:
    """A check-in list of that rule at the only event."""
    database = Database(settings)
    with database.write() as tx:
        event = tx.scalars(select(Event)).one()
        user = tx.scalars(select(User).order_by(User.id).limit(1)).one()
        staff = SignedInUser(user.id, user.full_name, Role(user.role), must_change_password=False, token="")
        made = create_list(tx, event.id, CheckInListIn(name="Dinner", rule=rule), staff)
    database.close()
    return made.id


def check_nobody_attended(settings: Settings) -> None:
    """A check-in at a list changes nothing at the entrance."""
    guests, log = read_ledger(settings)
    assert not [guest for guest in guests.values() if guest.attended or guest.attended_at or guest.scanned_by]
    assert log == []


def restart_under_load(server: PostgresServer, rush: Rush, times: int) -> None:
    for number in range(1, times + 1):
        while rush.part_done < number / (times + 1):
            if rush.is_over:
                return
            time.sleep(0.02)
        server.restart("fast" if number % 2 else "immediate")


def check(rush: Rush, servers: Sequence[Server], settings: Settings, sold: Sequence[str]) -> None:
    check_load(rush, servers, rush.contradictions(settings, sold))


def check_load(rush: Rush, servers: Sequence[Server], found: Sequence[str]) -> None:
    sys.stdout.write(f"{rush}\n")
    assert not found, "\n".join([f"{len(found)} contradictions: {rush}", *found[:20]])
    assert rush.part_done == 1, f"Too slow: {rush}"
    assert all(rush.endings[cut] > 0 for cut in CUTS), str(rush)
    for server in servers:
        # A client that had hung up caused no error either.
        assert "unexpected_error" not in server.logged
        assert not server.traceback, server.traceback
