"""Hashing has its own queue: passwords wait for each other, and no other call waits for them (contract 10)."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from http.cookiejar import DefaultCookiePolicy
from ipaddress import ip_network
from time import sleep

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from doorlist.users import password_queue, passwords, rules
from doorlist.users.password_queue import PasswordQueue
from doorlist.users.passwords import PasswordProcess
from tests.cast import OLIVE, SAM, Person
from tests.house import House, json_of, problem

LOGIN = {"username": "olive", "password": "correct horse battery"}
BUSY = "Many people are signing in. Try again in a moment."


class Hashing:
    """Hashing that a test can hold up."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.begun = threading.Semaphore(0)
        self.at_once = 0
        self.most_at_once = 0
        self._verify = passwords.verify_password

    def verify(self, password: str, password_hash: str | None) -> bool:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.begun.release()
        assert self.goes_on.wait(60)
        self.at_once -= 1
        return self._verify(password, password_hash)


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> Hashing:
    made = Hashing()
    monkeypatch.setattr(passwords, "verify_password", made.verify)
    # On a slow machine several passwords in a row may take longer than callers wait.
    monkeypatch.setattr(password_queue, "MAX_WAIT_SECONDS", 120)
    return made


@contextmanager
def server(house: House, *, address: str = "192.0.2.1") -> Iterator[TestClient]:
    """All calls on one event loop, as on a server, by a client that keeps no cookies."""
    with TestClient(house.app, client=(address, 50000), raise_server_exceptions=False) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield client


def session_of(house: House, person: Person) -> dict[str, str]:
    return {"Cookie": f"doorlist_session={house.signed_in(person).cookies['doorlist_session']}"}


def id_of(client: TestClient, session: dict[str, str]) -> int:
    found: int = json_of(client.get("/api/me", headers=session))["id"]
    return found


@contextmanager
def held_up(hashing: Hashing, client: TestClient, *, waiting: int) -> Iterator[list[Future[Response]]]:
    """One sign-in that is stopped, and others that wait behind it."""
    hashing.begun = threading.Semaphore(0)
    hashing.goes_on.clear()
    with ThreadPoolExecutor(waiting + 1) as threads:
        first = threads.submit(client.post, "/api/login", json=LOGIN)
        try:
            assert hashing.begun.acquire(timeout=60)
            others = [threads.submit(client.post, "/api/login", json=LOGIN) for _ in range(waiting)]
            queue: PasswordQueue = client.app.state.password_queue  # type: ignore[attr-defined]
            while queue.waiting < waiting:
                sleep(0.01)
            yield [first, *others]
        finally:
            hashing.goes_on.set()


def refusal_of(answer: Response) -> None:
    assert problem(answer, 503, "sign_ins_overrun")["detail"] == BUSY
    assert 3 <= int(answer.headers["retry-after"]) <= 10


@pytest.mark.either_engine  # the queue is in memory
def test_who_is_too_many_reads_503_and_everybody_else_is_served(
    house: House, hashing: Hashing, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.sign-in.1, 2, 4; 10.code.57
    monkeypatch.setattr(password_queue, "MAX_WAITING_OF_ONE", 3)
    olive, sam = session_of(house, OLIVE), session_of(house, SAM)
    with server(house) as client, held_up(hashing, client, waiting=3) as waiting:
        refusal_of(client.post("/api/login", json=LOGIN))
        event = {"name": "Spring Gala", "date": "2026-11-20", "time": "19:30"}
        assert client.post("/api/events", json=event, headers=olive).status_code == 201
        assert client.get("/readyz").status_code == 200
        # An edit without a password does not wait either.
        path = f"/api/users/{id_of(client, olive)}"
        assert client.put(path, json={"fullName": "Olive O."}, headers=sam).status_code == 200
        assert not any(attempt.done() for attempt in waiting)
        hashing.goes_on.set()
        assert [attempt.result().status_code for attempt in waiting] == [200] * 4
        assert client.post("/api/login", json=LOGIN).status_code == 200
    assert hashing.most_at_once == 1


@pytest.mark.rest
def test_a_flood_from_one_address_leaves_room_for_others(
    sqlite_house: House, hashing: Hashing, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.sign-in.3
    monkeypatch.setattr(password_queue, "MAX_WAITING_OF_ONE", 2)
    trusting = House(replace(sqlite_house.settings, trusted_proxies=(ip_network("192.0.2.0/24"),)), "sqlite")
    with server(trusting) as client, held_up(hashing, client, waiting=2), ThreadPoolExecutor(1) as threads:
        refusal_of(client.post("/api/login", json=LOGIN))
        elsewhere = {"X-Forwarded-For": "198.51.100.1"}
        other = threads.submit(client.post, "/api/login", json=LOGIN, headers=elsewhere)
        queue: PasswordQueue = trusting.app.state.password_queue
        while queue.waiting < 3:
            sleep(0.01)
        hashing.goes_on.set()
        assert other.result().status_code == 200


def test_a_known_device_that_must_wait_for_the_throttle_does_not_wait_in_the_queue_first(
    sqlite_house: House, hashing: Hashing, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.throttle.12
    known = {"Cookie": f"doorlist_devices={sqlite_house.signed_in(SAM).cookies['doorlist_devices']}"}
    monkeypatch.setattr(rules, "FREE_FAILURES_PER_ACCOUNT", 0)
    monkeypatch.setattr(rules, "delay_after", lambda _, *, free: timedelta(hours=free == 0))
    with server(sqlite_house) as client:
        wrong = {"username": "sam", "password": "wrong"}
        problem(client.post("/api/login", json=wrong, headers=known), 429, "too_many_attempts")
        with held_up(hashing, client, waiting=0):
            problem(client.post("/api/login", json=wrong, headers=known), 429, "too_many_attempts")


@pytest.mark.parametrize("limit", ["MAX_WAITING", "MAX_WAIT_SECONDS"])
def test_changes_of_passwords_and_new_accounts_wait_in_the_same_place(
    sqlite_house: House, hashing: Hashing, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:  # 10.sign-in.1, 2
    olive, sam = session_of(sqlite_house, OLIVE), session_of(sqlite_house, SAM)
    new = {"username": "zoe", "fullName": "Zoë Zimmer", "role": "organizer", "password": "a long enough one"}
    change = {"currentPassword": OLIVE.password, "newPassword": "a long enough one"}
    with server(sqlite_house) as client:
        path = f"/api/users/{id_of(client, olive)}"
        with held_up(hashing, client, waiting=0) as (first,):
            monkeypatch.setattr(password_queue, limit, 0)
            refusal_of(client.put("/api/me/password", json=change, headers=olive))
            refusal_of(client.post("/api/users", json=new, headers=sam))
            refusal_of(client.put(path, json={"password": "reset by sam 1"}, headers=sam))
            hashing.goes_on.set()
            assert first.result().status_code == 200
        # Nothing was done about them.
        assert client.get("/api/me", headers=olive).status_code == 200
        assert "zoe" not in client.get("/api/users", headers=sam).text


class TestTheProcessThatHashes:
    @pytest.fixture
    def process(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[PasswordProcess]:
        made = PasswordProcess()
        monkeypatch.setattr(passwords, "process", made)
        made.begin()
        yield made
        made.end()
        assert made.pid is None

    def test_one_that_was_killed_is_begun_anew(self, process: PasswordProcess) -> None:
        hashed = passwords.hash_password("correct horse battery")
        before = process.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        assert passwords.verify_password("correct horse battery", hashed)
        assert process.pid not in {None, before}
        assert not passwords.verify_password("wrong horse battery", hashed)
        assert passwords.is_easily_guessed("correct horse", ["horse", "Correct Horse"])

    def test_it_steps_back_behind_the_server(self, process: PasswordProcess) -> None:  # 10.sign-in.1
        passwords.hash_password("correct horse battery")
        assert process.pid is not None
        own, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, process.pid))
        assert its == min(19, own + 10)

    def test_a_server_has_one_and_takes_it_along(self, sqlite_house: House) -> None:
        with server(sqlite_house) as client:
            assert client.post("/api/login", json=LOGIN).status_code == 200
            pid = passwords.process.pid
            assert pid is not None
        assert passwords.process.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
