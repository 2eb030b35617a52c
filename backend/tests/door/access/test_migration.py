"""Grants and passes from before migration 0027 continue as access: no device at a door notices the update."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from fastapi.testclient import TestClient
from sqlalchemy import Connection, text

from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import alembic_config, migrate
from doorlist.users.rules import Role
from doorlist.users.session_check import fingerprint
from tests.cast import Person
from tests.databases import Databases
from tests.house import COOKIE_DOMAIN, House, json_of, problem
from tests.released import PASSWORD, USERNAME, released_database

ADMIN = Person(USERNAME, "Administrator", Role.SUPER_ADMIN, PASSWORD)
STAFF, KIM, REMOVED, NEVER_CLAIMED, REVOKED = (letter * 43 for letter in "skmnr")
UNSENT = {"waiting": {"00000000000040008000000000000001": 1}, "missing": {}}

PASS = """
    INSERT INTO door_passes (secret_hash, user_id, event_id, door, helper, created_at, claim_until, makes_until,
        claimed_at, claim_key_hash, revoked_at, revoked_by)
    VALUES (:secret, 2, 1, 'Gate B', :helper, :made, :later, :later, :claimed, NULL, :ended, :by)
"""
GRANT = """
    INSERT INTO door_grants (secret_hash, user_id, event_id, device, created_at, makes_until, delivers_until,
        last_contact_at, waiting, ended_at, ended_by, announced_sequence, announced_at, unsent, session, pass_id)
    VALUES (:secret, 2, 1, :device, :before, :later, :later, :before, 1, :ended, :by, 5, :before, :unsent, NULL, :pass)
"""


def add_passes(connection: Connection, moments: dict[str, str]) -> None:
    """Lee's device was removed from the table once it delivered nothing any longer."""
    for secret, helper in (("pass of Kim", None), (NEVER_CLAIMED, None), (REVOKED, None), ("pass of Lee", "Lee")):
        row = {
            "secret": fingerprint(secret),
            "helper": helper,
            "claimed": None if helper is None else moments["before"],
        }
        connection.execute(text(PASS), row | ended(moments, is_ended=secret == REVOKED) | moments)


def ended(moments: dict[str, str], *, is_ended: bool) -> dict[str, object]:
    return {"ended": moments["before"] if is_ended else None, "by": 1 if is_ended else None}


def add_devices(connection: Connection, moments: dict[str, str]) -> None:
    """A device of staff, Kim's, and one whose access was ended."""
    connection.execute(text("UPDATE door_passes SET helper = 'Kim', claimed_at = :before WHERE id = 2"), moments)
    for secret, device, pass_id in ((STAFF, "Main entrance", None), (KIM, "Gate B", 2), (REMOVED, "Gate C", None)):
        grant = {"secret": fingerprint(secret), "device": device, "pass": pass_id, "unsent": json.dumps(UNSENT)}
        connection.execute(text(GRANT), grant | ended(moments, is_ended=secret == REMOVED) | moments)


@pytest.fixture
def house(databases: Databases, tmp_path: Path) -> Iterator[House]:
    """Pass 1 and grant 1 were revoked long ago. A backup has the passes, and not yet the devices."""
    now = clock.now()
    hours = {"made": -2, "before": -1, "later": 5}
    moments = {name: clock.to_wire(now + timedelta(hours=number)) for name, number in hours.items()}
    with released_database(databases, tmp_path / "data") as settings:
        with closing(Database(settings)) as database:
            with database.engine.begin() as connection:
                command.upgrade(alembic_config(connection), "0026")
                add_passes(connection, moments)
            Backups(database, settings).take(BackupKind.MANUAL)
            with database.engine.begin() as connection:
                add_devices(connection, moments)
            migrate(database)
        house = House(settings, databases.name)
        yield house
        house.close()


def phone(house: House, cookie: str, secret: str) -> TestClient:
    client = house.stranger()
    client.cookies.set(cookie, secret, domain=COOKIE_DOMAIN)
    return client


def test_devices_and_helpers_go_on_under_their_old_ids(house: House) -> None:  # 4.migrate.620
    for cookie, secret, id_, door in (
        ("doorlist_door", STAFF, 2, "Main entrance"),
        ("doorlist_helper", KIM, 3, "Gate B"),
    ):
        device = phone(house, cookie, secret)
        access = json_of(device.post("/api/door/grants", json={"eventId": 1}))
        assert (access["id"], access["device"], access["user"]["id"]) == (id_, door, 2)
        assert device.get("/api/door/list", params={"eventId": 1}).status_code == 200
    devices = house.signed_in(ADMIN).get("/api/door/grants", params={"eventId": 1}).json()
    assert {device["id"]: (device["helper"], device["waiting"]) for device in devices} == {2: (None, 1), 3: ("Kim", 1)}
    with house.database.read() as tx:
        unsent = text("SELECT unsent FROM door_access WHERE id IN (2, 3)")
        assert [each if isinstance(each, dict) else json.loads(each) for each in tx.scalars(unsent)] == [UNSENT] * 2


def test_a_pass_that_nobody_claimed_can_be_claimed(house: House) -> None:  # 4.migrate.620
    device = house.stranger()
    claimed = json_of(device.post("/api/door/passes/claim", json={"secret": NEVER_CLAIMED, "helper": "Noor"}))
    assert claimed["grantId"] > 4
    assert device.get("/api/door/list", params={"eventId": 1}).status_code == 200
    again = house.stranger().post("/api/door/passes/claim", json={"secret": NEVER_CLAIMED, "helper": "Noor"})
    problem(again, 409, "pass_used")


def test_every_pass_is_still_in_the_list_of_its_event(house: House) -> None:  # 4.migrate.620
    listed = house.signed_in(ADMIN).get("/api/door/passes", params={"eventId": 1}).json()
    assert {(row["helper"], row["revokedAt"] is not None, row["grantId"]) for row in listed} == {
        ("Hal", True, 1),
        ("Kim", False, 3),
        (None, False, None),
        (None, True, None),
        ("Lee", False, None),
    }
    assert [row["revokedBy"]["id"] for row in listed if row["revokedAt"]] == [1, 1]


def test_what_was_ended_stays_so(house: House) -> None:  # 4.migrate.620
    asked = house.stranger().post("/api/door/passes/claim", json={"secret": REVOKED, "helper": "Noor"})
    problem(asked, 410, "pass_revoked")
    device = phone(house, "doorlist_door", REMOVED)
    refused = problem(device.post("/api/door/grants", json={"eventId": 1}), 403, "grant_ended")
    assert refused["endedBy"]["fullName"] == "Administrator"


def test_no_new_access_gets_the_id_of_an_old_one(house: House) -> None:  # 4.migrate.620
    admin = house.signed_in(ADMIN)
    before = {row["id"] for row in admin.get("/api/door/passes", params={"eventId": 1}).json()} | {2, 4}
    made = json_of(admin.post("/api/door/passes", json={"eventId": 1, "door": "Gate C"}))
    assert made["id"] > max(before)


def restore_backup_of_before(house: House) -> None:
    oldest = min(BackupStore(house.settings).backups(), key=lambda backup: backup.created_at)
    answer = house.signed_in(ADMIN).post("/api/backup/restore", json={"filename": oldest.filename})
    assert answer.status_code == 200, answer.text


class TestRestoreOfABackupOfBefore:
    """The passes of that backup get ids that devices have by now."""

    @pytest.mark.both_engines
    def test_devices_and_helpers_go_on(self, house: House) -> None:  # 4.restore.512, 4.restore.863, 4.migrate.620
        restore_backup_of_before(house)
        test_devices_and_helpers_go_on_under_their_old_ids(house)

    def test_the_list_of_passes_stays(self, house: House) -> None:  # 4.restore.512, 4.restore.863, 4.migrate.620
        restore_backup_of_before(house)
        test_every_pass_is_still_in_the_list_of_its_event(house)
        test_what_was_ended_stays_so(house)
        test_a_pass_that_nobody_claimed_can_be_claimed(house)
        test_no_new_access_gets_the_id_of_an_old_one(house)

    def test_a_pass_revoked_since_stays_so(self, house: House) -> None:  # 4.restore.510, 4.restore.863
        admin = house.signed_in(ADMIN)
        listed = admin.get("/api/door/passes", params={"eventId": 1}).json()
        [never] = [row["id"] for row in listed if row["helper"] is None and row["revokedAt"] is None]
        assert admin.delete(f"/api/door/passes/{never}").status_code == 204
        restore_backup_of_before(house)
        asked = house.stranger().post("/api/door/passes/claim", json={"secret": NEVER_CLAIMED, "helper": "Noor"})
        problem(asked, 410, "pass_revoked")
