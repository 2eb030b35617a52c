"""Signing in on a disk that is really full: who has done so before on a device gets in on it (contract 10.throttle)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.users.models import FailedSignIn
from tests.backup.test_full_disk import MIB, fill_up, small_disk
from tests.cast import OLIVE, SAM, Person
from tests.databases import Databases
from tests.house import HouseOfPasswords, json_of, problem
from tests.users.moving_clock import MovingClock
from tests.users.second_factor.app import code_at, set_up

__all__ = ["small_disk"]

RESERVE = "sign-in-reserve"


@pytest.fixture
def cramped(databases: Databases, small_disk: Path) -> Iterator[HouseOfPasswords]:
    if databases.name != "sqlite":
        pytest.skip("There the database is on a disk of its own.")
    with databases.fresh(small_disk / "data") as settings:
        made = HouseOfPasswords(settings, databases.name)
        made.database.fill_reserve()
        yield made
        made.close()


def login(client: TestClient, person: Person, password: str | None = None, code: str | None = None) -> Response:
    body = {"username": person.username, "password": password or person.password, "code": code}
    return client.post("/api/login", json=body)


def fill(client: TestClient, disk: Path) -> None:
    """Fill the disk, and the log of the database, so that nothing can be written."""
    fill_up(disk, leave=0)
    while (answer := client.post("/api/events", json={"name": "x" * 100, "date": "2026-11-20"})).status_code == 201:
        pass
    problem(answer, 507, "disk_full")


def failures(house: HouseOfPasswords) -> int:
    with house.database.read() as tx:
        return len(tx.scalars(select(FailedSignIn)).all())


def test_a_known_device_gets_in_again_and_again_and_makes_room(cramped: HouseOfPasswords, small_disk: Path) -> None:
    # 10.throttle.863
    sam = cramped.signed_in(SAM)
    name, _ = (json_of(sam.post("/api/backup/create"))["filename"] for _ in range(2))
    fill(sam, small_disk)
    for _ in range(20):
        assert login(sam, SAM).status_code == 200
    assert sam.get("/api/backup/list").status_code == 200
    assert sam.get("/api/export/attendees.csv").status_code == 200
    problem(sam.post("/api/events", json={"name": "x" * 100, "date": "2026-11-20"}), 507, "disk_full")
    assert sam.delete(f"/api/backup/{name}").status_code == 204
    fill_up(small_disk, leave=6 * MIB)
    assert login(sam, SAM).status_code == 200
    assert (cramped.settings.data_dir / RESERVE).stat().st_size == 4 * MIB


def test_nobody_else_does(cramped: HouseOfPasswords, small_disk: Path) -> None:  # 10.throttle.864
    sam = cramped.signed_in(SAM)
    fill(sam, small_disk)
    before = (cramped.settings.data_dir / RESERVE).stat().st_size
    for client, person in ((cramped.stranger(), SAM), (cramped.stranger(), OLIVE), (sam, OLIVE)):
        for password in (None, "not my password"):
            problem(login(client, person, password), 507, "disk_full")
    assert (cramped.settings.data_dir / RESERVE).stat().st_size == before


def test_wrong_passwords_of_a_known_device_are_counted_as_ever(
    cramped: HouseOfPasswords, small_disk: Path, clock: MovingClock
) -> None:  # 10.throttle.863
    sam = cramped.signed_in(SAM)
    fill(sam, small_disk)
    for _ in range(10):
        problem(login(sam, SAM, "not my password"), 401, "invalid_credentials")
    problem(login(sam, SAM, "not my password"), 429, "too_many_attempts")
    problem(login(sam, SAM), 429, "too_many_attempts")
    assert failures(cramped) == 11
    clock.move(seconds=1)
    assert login(sam, SAM).status_code == 200
    assert failures(cramped) == 0


def test_its_second_factor_is_asked_for_as_ever(
    cramped: HouseOfPasswords, small_disk: Path, clock: MovingClock
) -> None:  # 10.throttle.863
    sam = cramped.signed_in(SAM)
    secret, answer = set_up(sam, SAM)
    recovery_code = json_of(answer)["recoveryCodes"][0]
    clock.move(minutes=1)
    fill(sam, small_disk)
    problem(login(sam, SAM), 401, "second_factor_required")
    problem(login(sam, SAM, code="000000"), 401, "second_factor_refused")
    code = code_at(secret, clock.now())
    assert login(sam, SAM, code=code).status_code == 200
    problem(login(sam, SAM, code=code), 401, "second_factor_refused")
    assert login(sam, SAM, code=recovery_code).status_code == 200
    problem(login(sam, SAM, code=recovery_code), 401, "second_factor_refused")
