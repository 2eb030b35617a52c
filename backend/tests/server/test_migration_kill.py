"""A server that is killed while it migrates: the next one brings the database up whole (contract 4.migrate)."""

import random
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from doorlist.attendees.models import Attendee
from doorlist.backup.rules import BackupKind
from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.databases import Databases
from tests.later_release import REVISION as LATER
from tests.later_release import code_of_later_release
from tests.released import GUESTS, PASSWORD, REVISION, USERNAME, released_database
from tests.server.process import Server, launch, serving, wait_until_ready
from tests.test_releases import revision_of

pytestmark = pytest.mark.server

ADDED = 10_000
MANY_MORE = f"""
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ADDED})
    INSERT INTO attendees (
        event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, invoice_number,
        qr_code_data, qr_hash, attended, search_text, name_key, last_name_key, version, created_at, updated_at
    )
    SELECT event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, 'OLD-' || n,
        'old ticket ' || n, qr_hash, attended, search_text || n, name_key, last_name_key, version, created_at,
        updated_at
    FROM numbers, (SELECT * FROM attendees WHERE full_name = 'Charles Babbage') AS charles
"""  # noqa: S608 - a number of ours


def fill(settings: Settings) -> None:
    database = Database(settings)
    with database.write() as tx:
        tx.execute(text(MANY_MORE))
    database.close()


def wait_until_it_migrates(settings: Settings, server: Server, backups: int) -> None:
    """Return once the backup before the migration is verified, a moment before the first table changes."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        assert server.process.poll() is None, server.logged
        made = [backup for backup in BackupStore(settings).backups() if backup.metadata.verified]
        if len(made) > backups:
            return
        time.sleep(0.002)
    raise AssertionError("The server did not begin to migrate.")


def assert_whole(settings: Settings, server: Server) -> None:
    database = Database(settings)
    with database.read() as tx:
        count = ADDED + len(GUESTS)
        assert tx.scalar(select(func.count()).select_from(Attendee)) == count
        assert tx.scalar(text("SELECT count(*) FROM attendees WHERE hall = 'Hall ' || table_number")) == count
        assert tx.scalar(text("SELECT count(*) FROM attendee_search")) == count
        if database.is_sqlite:
            assert tx.scalar(text("PRAGMA integrity_check")) == "ok"
    database.close()
    client = server.client()
    client.sign_in(USERNAME, PASSWORD)
    for qr_data in (f"old ticket {ADDED}", "old ticket 1"):
        assert client.ask("POST", "/api/attendees/scan", {"qrData": qr_data}).status == 200
    found = client.ask("GET", "/api/attendees?search=lovel").json()
    assert [guest["fullName"] for guest in found] == ["Ada Lovelace"]


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_the_next_start_brings_it_up_whole(databases: Databases, rounds: int, tmp_path: Path) -> None:  # 4.migrate.5
    code = code_of_later_release(tmp_path / "code")
    with released_database(databases, tmp_path / "undisturbed" / "data") as settings:
        fill(settings)
        with launch(settings, code=code) as server:
            wait_until_it_migrates(settings, server, 0)
            began = time.monotonic()
            wait_until_ready(server)
            it_takes = time.monotonic() - began
            assert_whole(settings, server)
    left_as_it_was = 0
    for number in range(rounds):
        with released_database(databases, tmp_path / f"{number}" / "data") as settings:
            fill(settings)
            with launch(settings, code=code) as server:
                wait_until_it_migrates(settings, server, 0)
                time.sleep(random.uniform(0, it_takes / 2))  # noqa: S311 - any moment will do
                server.kill()
            # All of it or nothing: no revision in between is ever seen.
            found = revision_of(settings)
            assert found in {REVISION, LATER}
            left_as_it_was += found == REVISION
            with serving(settings, code=code) as server:
                assert_whole(settings, server)
            assert all(backup.kind == BackupKind.MIGRATION for backup in BackupStore(settings).backups())
    if rounds > 2:
        assert left_as_it_was > 0, "No kill came before the end of the migration."
