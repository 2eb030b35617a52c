"""Guessing passwords is slowed down, per account and per address, and nobody is locked out for good (contract 10)."""

import hashlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from ipaddress import ip_network

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.users.models import FailedSignIn
from tests.house import House, problem
from tests.users.moving_clock import MovingClock

RIGHT, WRONG = "correct horse battery", "wrong horse battery"


def caller(house: House, address: str = "192.0.2.7") -> TestClient:
    return TestClient(house.app, client=(address, 50000), raise_server_exceptions=False)


def login(house: House, password: str, *, username: str = "olive", address: str = "192.0.2.7") -> Response:
    return caller(house, address).post("/api/login", json={"username": username, "password": password})


def refused_for(answer: Response) -> int:
    """The seconds that a 429 asks for."""
    problem(answer, 429, "too_many_attempts")
    return int(answer.headers["retry-after"])


def with_failures(house: House, number: int, *, at: datetime, address: str = "192.0.2.7", account: str = "") -> None:
    """Failures as if they had happened: each of another account, unless one is named."""
    with house.database.write() as tx:
        for index in range(number):
            tx.add(FailedSignIn(account_hash=account or f"account {index}", address=address, failed_at=at))


def with_failures_of_olive(house: House, number: int, clock: MovingClock) -> None:
    """As if somebody had guessed at Olive's password so many times at this moment."""
    with_failures(house, number, at=clock.now(), account=hashlib.sha256(b"olive").hexdigest())


def failures(house: House) -> list[FailedSignIn]:
    with house.database.read() as tx:
        return list(tx.scalars(select(FailedSignIn)))


@pytest.mark.either_engine  # the arithmetic of waits; TestKeptInTheDatabase is on both
class TestOneAccount:
    def test_ten_failures_are_401_and_then_the_waits_double_up_to_a_minute(
        self, house: House, clock: MovingClock
    ) -> None:  # 10.throttle.3, 4, 6, 8; 10.code.2
        for _ in range(10):
            problem(login(house, WRONG), 401, "invalid_credentials")
        waits = []
        for _ in range(8):
            waits.append(refused_for(login(house, WRONG)))
            clock.move(seconds=waits[-1])
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60]

        # Nobody is locked out for good: after the wait the right password works, and clears the count.
        assert login(house, RIGHT).status_code == 200
        assert failures(house) == []
        problem(login(house, WRONG), 401, "invalid_credentials")

    def test_tries_during_the_wait_are_not_looked_at_and_do_not_make_it_longer(
        self, house: House, clock: MovingClock
    ) -> None:
        with_failures_of_olive(house, 11, clock)
        assert refused_for(login(house, WRONG)) == 1
        assert refused_for(login(house, RIGHT)) == 1
        clock.move(seconds=0.999)
        assert refused_for(login(house, RIGHT)) == 1
        assert len(failures(house)) == 11
        clock.move(seconds=0.001)
        assert login(house, RIGHT).status_code == 200

    def test_the_eleventh_try_is_still_looked_at(self, house: House, clock: MovingClock) -> None:
        with_failures_of_olive(house, 10, clock)
        assert login(house, RIGHT).status_code == 200

    def test_counts_per_account_and_address(self, house: House, clock: MovingClock) -> None:  # 10.throttle.3
        with_failures_of_olive(house, 11, clock)
        assert refused_for(login(house, RIGHT)) == 1
        assert refused_for(login(house, RIGHT, username="OLIVE")) == 1
        assert login(house, RIGHT, username="sam").status_code == 200
        assert login(house, RIGHT, address="192.0.2.8").status_code == 200

    @pytest.mark.usefixtures("clock")
    def test_an_unknown_account_is_throttled_just_the_same(self, house: House) -> None:  # 10.throttle.1, 3
        answers = [login(house, WRONG, username="nobody") for _ in range(11)]
        assert [answer.status_code for answer in answers] == [401] * 10 + [429]
        assert answers[-1].headers["retry-after"] == "1"

    def test_failures_of_a_quarter_of_an_hour_ago_no_longer_count(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.3
        with_failures_of_olive(house, 10, clock)
        clock.move(minutes=15)
        problem(login(house, WRONG), 429, "too_many_attempts")
        clock.move(minutes=15, seconds=0.001)
        problem(login(house, WRONG), 401, "invalid_credentials")
        assert len(failures(house)) == 1

    def test_says_in_words_how_long_to_wait(self, house: House, clock: MovingClock) -> None:
        with_failures_of_olive(house, 11, clock)
        refusal = problem(login(house, RIGHT), 429, "too_many_attempts")
        assert refusal["detail"] == "Too many failed attempts. Try again in 1 second."
        clock.move(seconds=1)
        assert "in 2 seconds" in problem(login(house, WRONG), 429, "too_many_attempts")["detail"]


class TestOneAddress:
    def test_a_hundred_failures_of_any_accounts_are_allowed(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.5
        with_failures(house, 99, at=clock.now())
        problem(login(house, WRONG, username="nobody"), 401, "invalid_credentials")
        assert refused_for(login(house, WRONG, username="somebody")) == 1
        assert refused_for(login(house, RIGHT)) == 1
        assert login(house, RIGHT, address="192.0.2.8").status_code == 200
        clock.move(seconds=1)
        assert login(house, RIGHT).status_code == 200

    def test_a_success_does_not_clear_the_failures_of_other_accounts(self, house: House, clock: MovingClock) -> None:
        with_failures(house, 99, at=clock.now())
        assert login(house, RIGHT).status_code == 200
        assert len(failures(house)) == 99

    def test_an_ipv6_household_counts_as_one(self, house: House, clock: MovingClock) -> None:  # 10.throttle.9
        with_failures(house, 101, at=clock.now(), address="2001:db8:1:2::/64")
        assert refused_for(login(house, RIGHT, address="2001:db8:1:2:ffff::9")) == 1
        assert login(house, RIGHT, address="2001:db8:1:3::9").status_code == 200


class TestKeptInTheDatabase:
    def test_a_second_server_counts_on(self, house: House, clock: MovingClock) -> None:  # 10.throttle.7
        for _ in range(2):
            login(house, WRONG)
        with_failures_of_olive(house, 9, clock)
        second = House(house.settings, house.engine)
        assert refused_for(login(second, RIGHT)) == 1
        second.close()

    def test_the_account_is_kept_as_a_hash(self, house: House) -> None:
        login(house, WRONG)
        (failure,) = failures(house)
        assert "olive" not in failure.account_hash
        assert len(failure.account_hash) == 64

    @pytest.mark.usefixtures("clock")
    def test_many_tries_at_once_get_no_more_guesses(self, house: House) -> None:
        second = House(house.settings, house.engine)
        with caller(house) as here, caller(second) as there, ThreadPoolExecutor(24) as threads:
            tries = [
                threads.submit(client.post, "/api/login", json={"username": "olive", "password": WRONG})
                for client in (here, there) * 15
            ]
            statuses = Counter(attempt.result().status_code for attempt in tries)
        assert statuses == {401: 10, 429: 20}
        assert len(failures_after_closing(house)) == 11


def failures_after_closing(house: House) -> list[FailedSignIn]:
    """Both servers have stopped and closed their databases; a third looks."""
    third = House(house.settings, house.engine)
    found = failures(third)
    third.close()
    return found


class TestBehindAProxy:
    PROXY = "10.0.0.5"

    def behind(self, house: House) -> House:
        trusted = (ip_network("10.0.0.0/24"),)
        return House(replace(house.settings, trusted_proxies=trusted), house.engine)

    def count_of(self, house: House, peer: str, *forwarded: str) -> str:
        """The address that a failed sign-in with those X-Forwarded-For lines is counted by."""
        headers = [("X-Forwarded-For", line) for line in forwarded]
        body = {"username": "nobody", "password": WRONG}
        caller(house, peer).post("/api/login", json=body, headers=headers)
        return failures(house)[-1].address

    def test_a_forwarding_header_of_a_stranger_is_ignored(self, house: House) -> None:  # 10.origin.5
        assert self.count_of(house, "192.0.2.7", "198.51.100.1") == "192.0.2.7"
        proxied = self.behind(house)
        assert self.count_of(proxied, "192.0.2.7", "198.51.100.1") == "192.0.2.7"
        proxied.close()

    def test_a_trusted_proxy_says_who_called(self, house: House) -> None:  # 10.origin.5
        proxied = self.behind(house)
        assert self.count_of(proxied, self.PROXY, "198.51.100.1") == "198.51.100.1"
        assert self.count_of(proxied, self.PROXY) == self.PROXY
        # What the caller made up stands before what the proxy saw, on the same line or on one of its own.
        assert self.count_of(proxied, self.PROXY, "1.2.3.4, 198.51.100.2") == "198.51.100.2"
        assert self.count_of(proxied, self.PROXY, "1.2.3.4", "198.51.100.3") == "198.51.100.3"
        # A chain of our own proxies is looked through.
        assert self.count_of(proxied, self.PROXY, "1.2.3.4, 198.51.100.4, 10.0.0.9") == "198.51.100.4"
        proxied.close()

    def test_a_stranger_cannot_dodge_the_count_by_making_up_addresses(self, house: House, clock: MovingClock) -> None:
        proxied = self.behind(house)
        with_failures_of_olive(house, 11, clock)
        for line in ("1.2.3.4", "1.2.3.5"):
            answer = caller(proxied, self.PROXY).post(
                "/api/login",
                json={"username": "olive", "password": RIGHT},
                headers=[("X-Forwarded-For", line), ("X-Forwarded-For", "192.0.2.7")],
            )
            assert refused_for(answer) == 1
        proxied.close()
