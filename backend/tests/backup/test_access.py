"""The access of doors is no part of a backup: a restore leaves it as it was right before (decision 0027)."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import delete, select, text, update
from typer.testing import CliRunner

from doorlist.backup.restore import restore_backup
from doorlist.backup.service import Backups
from doorlist.cli import app
from doorlist.core import clock
from doorlist.users.models import DoorAccess, SignInSession, User
from doorlist.users.rules import Role
from tests.audit.entries import entries_of
from tests.backup.test_restore import created, restore
from tests.cast import OLIVE, OSCAR, SAM, Person
from tests.door.access.test_devices import granted
from tests.door.access.test_passes import Helper, Night, claim, key, now
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.test_cli import shell
from tests.users.moving_clock import MovingClock

__all__ = ["shell"]


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


class Door:
    """A device of Oscar's at Olive's event, without a session."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.device = night.house.signed_in(OSCAR)
        self.grant = granted(self.device, night.event, device="Gate B")
        self.device.cookies.delete("doorlist_session")

    def asks(self) -> Json:
        """The code of the server's problem for a scan of the device, or nothing."""
        answer = self.device.post("/api/attendees/scan", json=self.body())
        return {} if answer.status_code == 200 else json_of(answer)

    def body(self, **fields: Any) -> Json:
        named = {"eventId": self.night.event["id"], "scannedBy": self.grant["user"]["id"]}
        return {"qrData": self.night.guest["qrCodeData"], **named, **fields}

    def sends(self, guest: Json) -> str:
        """The outcome of a check-in that the device made offline."""
        item = {"key": key(), "attendeeId": guest["id"], "shown": "admitted", "certainty": "list", "at": now()}
        body = {"eventId": self.night.event["id"], "scannedBy": self.grant["user"]["id"], "sentAt": now()}
        answer = self.device.post("/api/door/scans", json={**body, "items": [item]})
        outcome: str = json_of(answer)["items"][0]["outcome"] if answer.status_code == 200 else json_of(answer)["code"]
        return outcome


def brought_back(house: House, filename: str) -> None:
    answer = restore(house.signed_in(SAM), filename)
    assert answer.status_code == 200, answer.text


def helpers_answer(helper: Helper) -> str:
    answer = helper.scan()
    return "" if answer.status_code == 200 else str(json_of(answer)["code"])


def revoked(client: TestClient, made: Json) -> None:
    assert client.delete(f"/api/door/passes/{made['id']}").status_code == 204


ENDS: dict[str, Callable[[TestClient, Door], object]] = {
    "the device": lambda sam, door: sam.delete(f"/api/door/grants/{door.grant['id']}"),
    "the sign-ins": lambda sam, door: sam.delete(f"/api/users/{door.grant['user']['id']}/sessions"),
    "the account": lambda sam, door: sam.delete(f"/api/users/{door.grant['user']['id']}"),
}


@pytest.mark.parametrize("what", ENDS)
def test_a_device_whose_access_ended_since_the_backup_stays_without_it(house: House, what: str) -> None:
    # 4.restore.510, 515
    night = Night(house)
    door = Door(night)
    sam = house.signed_in(SAM)
    filename = created(sam)
    assert door.asks() == {}
    assert ENDS[what](sam, door) is not None
    ended = door.asks()
    assert ended["code"] == "grant_ended"
    brought_back(house, filename)
    assert door.asks() == ended
    assert ended["endedBy"]["fullName"] == "Sam Superadmin"
    assert door.sends(night.guest) == "not_counted"


def test_a_pass_that_was_revoked_since_the_backup_stays_revoked(house: House) -> None:  # 4.restore.510
    night = Night(house)
    helper, unclaimed, taken = night.helper(), night.make(), night.make()
    sam = house.signed_in(SAM)
    filename = created(sam)
    revoked(sam, helper.pass_)
    revoked(sam, unclaimed)
    assert claim(house.stranger(), taken, "Lou").status_code == 200
    brought_back(house, filename)
    assert helpers_answer(helper) == "grant_ended"
    problem(claim(house.stranger(), unclaimed), 410, "pass_revoked")
    # Nobody spends it twice.
    problem(claim(house.stranger(), taken), 409, "pass_used")
    night.olive = house.signed_in(OLIVE)
    assert [row["revokedBy"] and row["revokedBy"]["fullName"] for row in night.listed()] == [
        None,
        "Sam Superadmin",
        "Sam Superadmin",
    ]


def test_a_door_whose_user_signed_out_since_the_backup_makes_nothing(house: House) -> None:  # 4.restore.510
    night = Night(house)
    device = house.signed_in(OSCAR)
    granted(device, night.event)
    filename = created(house.signed_in(SAM))
    assert device.post("/api/logout").status_code == 204
    asked = {"eventId": night.event["id"]}
    problem(device.get("/api/door/list", params=asked), 401, "not_signed_in")
    brought_back(house, filename)
    problem(device.get("/api/door/list", params=asked), 401, "not_signed_in")


def test_no_sign_in_comes_back(house: House) -> None:  # 4.restore.8, 510
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    filename = created(sam)
    assert olive.post("/api/logout").status_code == 204
    brought_back(house, filename)
    with house.database.read() as tx:
        assert tx.scalars(select(SignInSession)).all() == []
    problem(olive.get("/api/me"), 401, "not_signed_in")


@pytest.mark.parametrize("is_made_since", [False, True], ids=["in the backup", "made since"])
def test_doors_go_on_that_were_open_right_before(house: House, time: MovingClock, *, is_made_since: bool) -> None:
    # 4.restore.512
    night = Night(house)
    sam = house.signed_in(SAM)
    late = created(sam) if is_made_since else ""
    door, helper = Door(night), night.helper()
    filename = late or created(sam)
    time.move(hours=1)
    other = new_attendee(night.olive, night.event, fullName="Grace")
    brought_back(house, filename)
    assert (door.asks(), helpers_answer(helper)) == ({}, "")
    assert door.sends(other) == "unknown"  # she was sold since
    # What staff see, and the ids that come next.
    night.olive = house.signed_in(OLIVE)
    [listed] = night.listed()
    assert (listed["helper"], listed["grantId"]) == ("Kim", helper.claimed["grantId"])
    made = night.make()
    assert made["id"] > listed["id"]
    revoked(night.olive, helper.pass_)
    assert helpers_answer(helper) == "grant_ended"


def test_a_contact_since_the_backup_lengthens_a_door(house: House, time: MovingClock) -> None:  # 4.restore.512
    night = Night(house)
    device = house.signed_in(OSCAR)
    granted(device, night.event)
    filename = created(house.signed_in(SAM))
    time.move(hours=7)
    granted(device, night.event)
    brought_back(house, filename)
    device.cookies.delete("doorlist_session")
    time.move(hours=15)
    assert device.get("/api/door/list", params={"eventId": night.event["id"]}).status_code == 200


def test_a_device_of_an_event_that_the_backup_lacks_is_gone_with_it(house: House) -> None:  # 4.restore.512
    night = Night(house)
    filename = created(house.signed_in(SAM))
    night.event = new_event(night.olive, name="Another")
    night.guest = new_attendee(night.olive, night.event)
    door, helper = Door(night), night.helper()
    brought_back(house, filename)
    assert (door.asks()["code"], helpers_answer(helper)) == ("not_signed_in", "not_signed_in")
    with house.database.read() as tx:
        assert tx.scalars(select(DoorAccess)).all() == []


@pytest.mark.parametrize("table", ["users", "events"])
def test_an_id_that_stands_for_another_opens_nothing(house: House, table: str) -> None:  # 4.restore.511, 512
    night = Night(house)
    filename = created(house.signed_in(SAM))
    door, helper = Door(night), night.helper()
    since = "2020-01-01T00:00:00.000Z"
    # As of another server, whose rows happen to have these ids.
    with house.database.write() as tx:
        tx.execute(text(f"UPDATE {table} SET created_at = '{since}'"))  # noqa: S608 - of the test's own
    brought_back(house, filename)
    assert (door.asks()["code"], helpers_answer(helper)) == ("not_signed_in", "not_signed_in")


@pytest.mark.both_engines
def test_what_the_replaced_data_never_had_opens_nothing(house: House, time: MovingClock) -> None:
    # 4.restore.511; 7.lineage.4
    night = Night(house)
    door, helper, unclaimed = Door(night), night.helper(), night.make()
    filename = created(house.signed_in(SAM))
    with house.database.write() as tx:
        tx.execute(delete(DoorAccess))
    time.move(minutes=5)
    brought_back(house, filename)
    assert (door.asks()["code"], helpers_answer(helper)) == ("not_signed_in", "not_signed_in")
    assert door.sends(night.guest) == "not_signed_in"
    problem(claim(house.stranger(), unclaimed), 410, "pass_revoked")
    # The user signs in again, and the device continues from the time of its first check-in.
    session = house.signed_in(OSCAR).cookies["doorlist_session"]
    door.device.cookies.set("doorlist_session", session, domain="testserver.local")
    again = granted(door.device, night.event, madeAt="2026-11-20T18:31:00.000Z")
    assert again["createdAt"] == "2026-11-20T18:31:00.000Z"
    assert door.sends(night.guest) == "admitted"


@pytest.mark.both_engines
def test_a_grant_of_another_device_with_that_id_stays_its_own(house: House, time: MovingClock) -> None:
    # 4.restore.511
    night = Night(house)
    door = Door(night)
    filename = created(house.signed_in(SAM))
    time.move(minutes=1)
    with house.database.write() as tx:
        changed = {"created_at": clock.now(), "secret_hash": "f" * 64}
        tx.execute(update(DoorAccess).values(**changed))
    brought_back(house, filename)
    assert door.asks()["code"] == "not_signed_in"
    with house.database.read() as tx:
        assert "f" * 64 not in tx.scalars(select(DoorAccess.secret_hash)).all()


@pytest.mark.both_engines
def test_who_ended_it_may_be_unknown_to_the_backup(house: House) -> None:  # 4.restore.510
    night = Night(house)
    door, helper = Door(night), night.helper()
    sam = house.signed_in(SAM)
    filename = created(sam)
    newcomer = {"username": "robin", "fullName": "Robin", "role": "super_admin", "password": "a sentence of my own"}
    robin = json_of(sam.post("/api/users", json=newcomer))["id"]
    with house.database.write() as tx:
        ended = {"ended_at": clock.now(), "ended_by": robin}
        tx.execute(update(DoorAccess).values(**ended))
    brought_back(house, filename)
    assert (door.asks()["endedBy"], helpers_answer(helper)) == (None, "grant_ended")
    with house.database.read() as tx:
        assert tx.get(User, robin) is None


def test_a_restore_from_the_shell_brings_no_access_back_either(shell: CliRunner, house: House) -> None:
    # 4.restore.514
    night = Night(house)
    kept, door, helper = Door(night), Door(night), night.helper()
    sam = house.signed_in(SAM)
    filename = created(sam)
    assert sam.delete(f"/api/door/grants/{door.grant['id']}").status_code == 204
    revoked(sam, helper.pass_)
    if house.database.is_sqlite:
        house.database.close()
    result = shell.invoke(app, ["restore", filename, "--yes"])
    assert result.exit_code == 0, result.output
    assert (kept.asks(), door.asks()["code"], helpers_answer(helper)) == ({}, "grant_ended", "grant_ended")


def test_what_a_device_has_still_to_send_goes_by_the_backup(house: House, time: MovingClock) -> None:
    # 4.restore.513
    night = Night(house)
    device = house.signed_in(OSCAR)
    asked = {"eventId": night.event["id"], "unsent": [key()], "waiting": 1}
    assert device.post("/api/door/grants", json=asked).status_code == 200
    filename = created(house.signed_in(SAM))

    def told() -> list[object]:
        with house.database.read() as tx:
            return list(tx.scalars(select(DoorAccess.unsent)))

    before = told()
    assert before != [None]
    time.move(minutes=5)
    assert device.post("/api/door/grants", json={**asked, "unsent": [], "waiting": 0}).status_code == 200
    assert told() != before
    brought_back(house, filename)
    assert told() == before


def test_a_pass_claimed_since_keeps_what_its_device_reported(house: House, time: MovingClock) -> None:
    # 4.restore.620
    night = Night(house)
    made = night.make()
    filename = created(house.signed_in(SAM))
    helper = Helper(night, made, "Kim")
    asked = {"eventId": night.event["id"], "unsent": [key()], "waiting": 1}
    assert helper.device.post("/api/door/grants", json=asked).status_code == 200

    def reported() -> object:
        with house.database.read() as tx:
            return tx.scalars(select(DoorAccess.unsent)).one()

    before = reported()
    assert before is not None
    time.move(minutes=5)
    brought_back(house, filename)
    assert (reported(), helpers_answer(helper)) == (before, "")


def test_damaged_data_have_no_access(sqlite_house: House) -> None:  # 4.restore.511
    night = Night(sqlite_house)
    door = Door(night)
    filename = created(sqlite_house.signed_in(SAM))
    with sqlite_house.database.read_reserved() as tx:
        page = tx.scalar(text("SELECT rootpage FROM sqlite_schema WHERE name = 'door_access'")) or 0
        size = tx.scalar(text("PRAGMA page_size")) or 0
    sqlite_house.database.close()
    with sqlite_house.settings.sqlite_file.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
    backups = Backups(sqlite_house.database, sqlite_house.settings)
    restore_backup(backups, filename, by=None)
    assert door.asks()["code"] == "not_signed_in"


class TestDeactivatedAccounts:
    """A deactivated account stays so, whatever a backup holds of it."""

    def test_stays_deactivated(self, house: House) -> None:  # 4.restore.860
        sam, oscar = house.signed_in(SAM), user_id(house, OSCAR)
        filename = created(sam)
        assert sam.delete(f"/api/users/{oscar}").status_code == 200
        answer = restore(sam, filename)
        assert json_of(answer)["deactivatedAgain"] == 1
        rows = {row["id"]: row for row in house.signed_in(SAM).get("/api/users").json()}
        assert rows[oscar]["isActive"] is False
        problem(sign_in(house, OSCAR), 401, "invalid_credentials")
        (entry,) = entries_of(house.database, "backup.restored")
        assert (entry.after or {})["deactivatedAgain"] == 1
        with house.database.read() as tx:
            assert tx.get_one(User, oscar).device_key is None

    def test_goes_back_to_active_once_it_is_reactivated(self, house: House) -> None:  # 4.restore.860
        sam, oscar = house.signed_in(SAM), user_id(house, OSCAR)
        filename = created(sam)
        sam.delete(f"/api/users/{oscar}")
        sam.post(f"/api/users/{oscar}/reactivate")
        assert json_of(restore(sam, filename))["deactivatedAgain"] == 0
        assert sign_in(house, OSCAR).status_code == 200

    @pytest.mark.both_engines
    def test_is_another_account_where_it_was_made_at_another_time(self, house: House) -> None:  # 4.restore.860
        sam, oscar = house.signed_in(SAM), user_id(house, OSCAR)
        filename = created(sam)
        sam.delete(f"/api/users/{oscar}")
        with house.database.write() as tx:
            tx.execute(update(User).where(User.id == oscar).values(created_at=clock.now()))
        assert json_of(restore(sam, filename))["deactivatedAgain"] == 0

    @pytest.mark.both_engines
    def test_a_restore_that_would_leave_no_super_admin_is_refused(self, house: House) -> None:
        # 4.restore.861; 10.code.861
        sam = house.signed_in(SAM)
        filename = created(sam)
        assert sam.post("/api/users", json={**VERA, "role": "super_admin"}).status_code == 201
        vera = house.signed_in(Person("vera", "Vera New", Role.SUPER_ADMIN))
        with house.database.write() as tx:
            tx.execute(update(User).where(User.username == "vera").values(must_change_password=False))
        assert vera.delete(f"/api/users/{user_id(house, SAM)}").status_code == 200
        problem(restore(vera, filename), 409, "no_super_admin_left")
        assert [row["username"] for row in vera.get("/api/users").json() if row["isActive"]] == [
            "nora",
            "olive",
            "oscar",
            "vera",
        ]
        assert vera.post(f"/api/users/{user_id(house, SAM)}/reactivate").status_code == 200
        assert restore(vera, filename).status_code == 200
        assert sign_in(house, SAM).status_code == 200

    @pytest.mark.both_engines
    def test_the_shell_says_so(self, house: House, shell: CliRunner) -> None:  # 4.restore.861, 862
        sam = house.signed_in(SAM)
        filename = created(sam)
        with house.database.write() as tx:
            tx.execute(update(User).where(User.username.in_(["oscar", "sam"])).values(is_active=False))
        house.close()
        done = shell.invoke(app, ["restore", "--yes", filename])
        assert done.exit_code == 0, done.output
        assert "Accounts in it that were deactivated since, and stay so: 2." in done.output
        assert "doorlist users create --role super_admin" in done.output


VERA = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}


def user_id(house: House, person: Person) -> int:
    with house.database.read() as tx:
        return tx.scalars(select(User.id).where(User.username == person.username)).one()


def sign_in(house: House, person: Person) -> Response:
    return house.stranger().post("/api/login", json={"username": person.username, "password": person.password})
