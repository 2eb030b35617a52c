"""Guesses at passwords are slowed, by account, address and device; no one is locked out permanently (contract 10)."""

import base64
import hashlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from http.cookies import SimpleCookie
from ipaddress import ip_network

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select
from structlog.testing import capture_logs

from doorlist.core.config import Settings
from doorlist.users import known_devices
from doorlist.users.models import FailedSignIn
from tests.cast import OLIVE, SAM, Person
from tests.house import House, problem
from tests.users.moving_clock import MovingClock

HASH_OF_OLIVE = hashlib.sha256(b"olive").hexdigest()
RIGHT, WRONG = "correct horse battery", "wrong horse battery"


def caller(house: House, address: str = "192.0.2.7") -> TestClient:
    return TestClient(house.app, client=(address, 50000), raise_server_exceptions=False)


def login(house: House, password: str, *, username: str = "olive", address: str = "192.0.2.7") -> Response:
    return caller(house, address).post("/api/login", json={"username": username, "password": password})


def guess_of_many(client: TestClient, address: str = "") -> int:
    """The status of a guess at Olive's password, retried while the server has no free slot."""
    headers = {"X-Forwarded-For": address} if address else {}
    while True:
        answer = client.post("/api/login", json={"username": "olive", "password": WRONG}, headers=headers)
        if answer.status_code != 503:
            return answer.status_code
        problem(answer, 503, "sign_ins_overrun")


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
    """Write failed guesses at Olive's password by an anonymous caller, all at the present time."""
    with_failures(house, number, at=clock.now(), account=HASH_OF_OLIVE)


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

        # No one is locked out permanently: after the wait the right password works, and clears the count.
        assert login(house, RIGHT).status_code == 200
        assert failures(house) == []
        problem(login(house, WRONG), 401, "invalid_credentials")

    def test_attempts_during_the_wait_are_not_checked_and_do_not_extend_it(
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

    def test_the_eleventh_attempt_is_still_checked(self, house: House, clock: MovingClock) -> None:
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

    def test_failures_older_than_an_hour_do_not_count(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.15
        with_failures_of_olive(house, 11, clock)
        with_failures(house, 5, at=clock.now(), address="198.51.100.1")
        clock.move(hours=1, seconds=0.001)
        problem(login(house, WRONG), 401, "invalid_credentials")
        assert len(failures(house)) == 1

    def test_says_in_words_how_long_to_wait(self, house: House, clock: MovingClock) -> None:
        with_failures_of_olive(house, 11, clock)
        refusal = problem(login(house, RIGHT), 429, "too_many_attempts")
        assert refusal["detail"] == "Too many failed attempts. Try again in 1 second."
        clock.move(seconds=1)
        assert "in 2 seconds" in problem(login(house, WRONG), 429, "too_many_attempts")["detail"]


@pytest.mark.either_engine
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


class TestOneAccountFromManyAddresses:
    def scattered(self, house: House, number: int, clock: MovingClock, username: str = "olive") -> None:
        """As if that many addresses had each guessed once, a second apart."""
        with house.database.write() as tx:
            for index in range(number):
                tx.add(
                    FailedSignIn(
                        account_hash=hashlib.sha256(username.encode()).hexdigest(),
                        address=f"198.51.{index // 250}.{index % 250}",
                        failed_at=clock.now(),
                    )
                )
                clock.move(seconds=1)

    @pytest.mark.either_engine  # the arithmetic of waits
    def test_a_hundred_failures_an_hour_are_allowed(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.10
        self.scattered(house, 99, clock)
        problem(login(house, WRONG, address="203.0.113.1"), 401, "invalid_credentials")
        wait = refused_for(login(house, WRONG, address="203.0.113.2"))
        assert wait == 3600 - 99
        assert refused_for(login(house, RIGHT, address="203.0.113.3")) == wait
        assert len(failures(house)) == 100
        assert login(house, RIGHT, username="sam", address="203.0.113.4").status_code == 200
        # 10.throttle.8: as the oldest leave the hour, others may try, one for one.
        clock.move(seconds=wait - 1)
        assert refused_for(login(house, RIGHT, address="203.0.113.3")) == 1
        clock.move(seconds=1)
        assert login(house, RIGHT, address="203.0.113.3").status_code == 200

    @pytest.mark.either_engine
    def test_it_says_what_one_can_do(self, house: House, clock: MovingClock) -> None:
        self.scattered(house, 100, clock)
        detail = problem(login(house, RIGHT), 429, "too_many_attempts")["detail"]
        assert detail == (
            "Too many failed attempts. Try again in 59 minutes, or sign in on a device that you have used before."
        )

    @pytest.mark.either_engine
    def test_an_unknown_account_is_treated_just_the_same(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.1
        self.scattered(house, 100, clock, "nobody")
        assert refused_for(login(house, WRONG, username="nobody", address="203.0.113.2")) == 3500

    @pytest.mark.either_engine
    def test_a_success_elsewhere_does_not_clear_what_others_did(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.6
        self.scattered(house, 99, clock)
        assert login(house, RIGHT, address="203.0.113.1").status_code == 200
        problem(login(house, WRONG, address="203.0.113.2"), 401, "invalid_credentials")
        refused_for(login(house, WRONG, address="203.0.113.3"))

    @pytest.mark.either_engine
    def test_a_new_password_makes_earlier_guesses_worthless(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.13
        sam = house.signed_in(SAM)
        self.scattered(house, 100, clock)
        olive = next(user for user in sam.get("/api/users").json() if user["username"] == "olive")
        assert sam.put(f"/api/users/{olive['id']}", json={"password": "a long enough one"}).status_code == 200
        assert login(house, "a long enough one", address="203.0.113.3").status_code == 200

    def test_three_hundred_addresses_at_once_get_no_more(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.10
        self.scattered(house, 90, clock)
        with caller(house) as client, ThreadPoolExecutor(16) as threads:
            # The address that a trusted proxy forwards counts as the address.
            tries = [threads.submit(guess_of_many, client, f"203.0.113.{index}") for index in range(30)]
            statuses = Counter(attempt.result() for attempt in tries)
        assert statuses == {401: 10, 429: 20}

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return replace(settings, trusted_proxies=(ip_network("192.0.2.0/24"),))


@pytest.mark.either_engine
class TestKnownDevices:
    def known(self, house: House, *people: Person) -> TestClient:
        """A browser in which those people have signed in before."""
        client = caller(house)
        for person in people or (OLIVE,):
            answer = client.post("/api/login", json={"username": person.username, "password": person.password})
            assert answer.status_code == 200
        client.cookies.delete("doorlist_session")
        return client

    def again(self, client: TestClient, password: str = RIGHT, *, username: str = "olive") -> Response:
        return client.post("/api/login", json={"username": username, "password": password})

    def test_anonymous_callers_with_the_same_address_do_not_block_it(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.11
        device = self.known(house)
        with_failures_of_olive(house, 11, clock)
        with_failures(house, 101, at=clock.now())
        refused_for(login(house, RIGHT))
        assert self.again(device).status_code == 200

    def test_nor_do_guesses_from_anywhere(self, house: House, clock: MovingClock) -> None:  # 10.throttle.8, 11
        device = self.known(house)
        for index in range(100):
            with_failures(house, 1, at=clock.now(), address=f"198.51.100.{index}", account=HASH_OF_OLIVE)
        assert refused_for(login(house, RIGHT, address="203.0.113.1")) == 3600
        assert self.again(device).status_code == 200
        # Nor did that open the door to others.
        assert refused_for(login(house, RIGHT, address="203.0.113.1")) == 3600

    def test_it_has_ten_failures_of_its_own(self, house: House, clock: MovingClock) -> None:  # 10.throttle.12
        device, other = self.known(house), self.known(house)
        for _ in range(10):
            problem(self.again(device, WRONG), 401, "invalid_credentials")
        assert [refused_for(self.again(device, WRONG)) for _ in range(2)] == [1, 1]
        assert refused_for(self.again(device)) == 1
        # The failures count for no other source, and no other source's success clears them.
        assert login(house, RIGHT).status_code == 200
        assert self.again(other).status_code == 200
        assert refused_for(self.again(device)) == 1
        clock.move(seconds=1)
        assert self.again(device).status_code == 200
        assert failures(house) == []

    def test_it_is_known_to_the_accounts_that_were_used_on_it_and_no_others(
        self, house: House, clock: MovingClock
    ) -> None:  # 10.throttle.11; 10.cookie.8
        device = self.known(house, OLIVE, SAM)
        with_failures(house, 101, at=clock.now())
        assert self.again(device).status_code == 200
        assert self.again(device, username="sam").status_code == 200
        refused_for(self.again(device, username="oscar"))
        refused_for(self.again(device, WRONG, username="nobody"))

    def test_it_is_known_for_ninety_days_from_the_latest_sign_in(self, house: House, clock: MovingClock) -> None:
        # 10.cookie.7
        device = self.known(house)
        held = device.cookies["doorlist_devices"]
        clock.move(days=89)
        assert self.is_known(house, held, clock)
        clock.move(days=1)
        assert not self.is_known(house, held, clock)

    def test_the_cookie_is_for_the_browser_alone_and_names_nobody(self, house: House, clock: MovingClock) -> None:
        # 10.cookie.5, 6, 7
        for base_url, name in (
            ("http://testserver", "doorlist_devices"),
            ("https://testserver", "__Host-doorlist_devices"),
        ):
            answer = TestClient(house.app, base_url=base_url).post(
                "/api/login", json={"username": "olive", "password": RIGHT}
            )
            (cookie,) = SimpleCookie(answer.headers.get_list("set-cookie")[1]).values()
            assert cookie.key == name
            assert cookie["httponly"]
            assert cookie["samesite"].lower() == "lax"
            assert bool(cookie["secure"]) is base_url.startswith("https")
            assert (cookie["path"], cookie["domain"], cookie["max-age"]) == ("/", "", str(90 * 24 * 3600))
            assert b"olive" not in base64.urlsafe_b64decode(cookie.value).lower()
        assert self.is_known(house, cookie.value, clock)

    def test_one_that_was_tampered_with_is_none(self, house: House, clock: MovingClock) -> None:  # 10.cookie.5
        held = self.known(house).cookies["doorlist_devices"]
        packed = bytearray(base64.urlsafe_b64decode(held))
        for index in (0, 14, len(packed) - 1):
            changed = bytes([*packed[:index], packed[index] ^ 1, *packed[index + 1 :]])
            assert not self.is_known(house, base64.urlsafe_b64encode(changed).decode(), clock)
        for junk in ("x", "....", "é", "A" * 44, "." * 4000, held[:-1], held + "A"):
            assert not self.is_known(house, junk, clock), junk
        assert self.is_known(house, f"junk.{held}", clock)
        # A long list is not read to its end.
        assert not self.is_known(house, "junk." * 8 + held, clock)

    @pytest.mark.parametrize("act", ["own change", "reset", "deactivation"])
    def test_a_new_password_or_a_closed_account_makes_old_ones_worthless(
        self, house: House, clock: MovingClock, act: str
    ) -> None:  # 10.cookie.9
        held = self.known(house).cookies["doorlist_devices"]
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        path = f"/api/users/{olive.get('/api/me').json()['id']}"
        password = "a wholly new phrase"
        if act == "own change":
            change = {"currentPassword": RIGHT, "newPassword": password}
            assert olive.put("/api/me/password", json=change).status_code == 204
            # The device on which it was changed stays known.
            assert self.is_known(house, olive.cookies["doorlist_devices"], clock, password)
        elif act == "reset":
            assert sam.put(path, json={"password": password}).status_code == 200
        else:
            assert sam.delete(path).status_code == 200
            assert sam.post(f"{path}/reactivate").status_code == 200
            password = RIGHT
        assert not self.is_known(house, held, clock, password)

    def test_at_most_eight_accounts_know_a_device(self, clock: MovingClock) -> None:  # 10.cookie.8
        first = known_devices.remember_device("", key := known_devices.new_key(), clock.now())
        full = first
        for _ in range(7):
            full = known_devices.remember_device(full, known_devices.new_key(), clock.now())
        assert known_devices.find_device(full, key, clock.now()) is not None
        assert len(full) < 400
        again = known_devices.remember_device(full, key, clock.now())
        assert len(again) == len(full)
        assert known_devices.find_device(again, key, clock.now()) == known_devices.find_device(first, key, clock.now())
        over = known_devices.remember_device(full, known_devices.new_key(), clock.now())
        assert known_devices.find_device(over, key, clock.now()) is None

    def test_guessing_at_the_current_password_counts_the_device_too(self, house: House, clock: MovingClock) -> None:
        olive = house.signed_in(OLIVE)
        with_failures(house, 101, at=clock.now(), address="testclient")
        change = {"currentPassword": RIGHT, "newPassword": "a wholly new phrase"}
        assert olive.put("/api/me/password", json=change).status_code == 204

    def is_known(self, house: House, held: str, clock: MovingClock, password: str = RIGHT) -> bool:
        """Whether a browser that holds the cookie may sign in although its address has to wait."""
        with_failures(house, 101, at=clock.now(), address="203.0.113.9")
        headers = {b"Cookie": f"doorlist_devices={held}; __Host-doorlist_devices={held}".encode()}
        body = {"username": "olive", "password": password}
        status = caller(house, "203.0.113.9").post("/api/login", json=body, headers=headers).status_code
        assert status in {200, 429}
        return status == 200


@pytest.mark.either_engine
class TestLog:
    def test_a_failure_leaves_a_line_without_the_username(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.14
        olive_id = house.signed_in(OLIVE).get("/api/me").json()["id"]
        with capture_logs() as lines:
            login(house, WRONG, address="192.0.2.77")
            login(house, WRONG, username="hunter2-typed-here", address="2001:db8:1:2::9")
            with_failures_of_olive(house, 20, clock)
            login(house, RIGHT)
        told = {"event": "sign_in_failed", "log_level": "warning", "known_device": False}
        assert lines == [
            {**told, "user_id": olive_id, "address": "192.0.2.0", "reason": "invalid_credentials"},
            {**told, "user_id": None, "address": "2001:db8:1::", "reason": "invalid_credentials"},
            {**told, "user_id": olive_id, "address": "192.0.2.0", "reason": "too_many_attempts"},
        ]

    def test_a_success_leaves_none(self, house: House) -> None:
        with capture_logs() as lines:
            assert login(house, RIGHT).status_code == 200
        assert lines == []


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
            tries = [threads.submit(guess_of_many, client) for client in (here, there) * 15]
            statuses = Counter(attempt.result() for attempt in tries)
        assert statuses == {401: 10, 429: 20}
        assert len(failures_after_closing(house)) == 11


def failures_after_closing(house: House) -> list[FailedSignIn]:
    """Both servers have stopped and closed their databases; a third looks."""
    third = House(house.settings, house.engine)
    found = failures(third)
    third.close()
    return found


@pytest.mark.either_engine
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

    def test_a_forwarding_header_of_an_untrusted_peer_is_ignored(self, house: House) -> None:  # 10.origin.5
        assert self.count_of(house, "192.0.2.7", "198.51.100.1") == "192.0.2.7"
        proxied = self.behind(house)
        assert self.count_of(proxied, "192.0.2.7", "198.51.100.1") == "192.0.2.7"
        proxied.close()

    def test_a_trusted_proxy_says_who_called(self, house: House) -> None:  # 10.origin.5
        proxied = self.behind(house)
        assert self.count_of(proxied, self.PROXY, "198.51.100.1") == "198.51.100.1"
        assert self.count_of(proxied, self.PROXY) == self.PROXY
        # An address that the caller made up comes before the one that the proxy saw, on the same line or on another.
        assert self.count_of(proxied, self.PROXY, "1.2.3.4, 198.51.100.2") == "198.51.100.2"
        assert self.count_of(proxied, self.PROXY, "1.2.3.4", "198.51.100.3") == "198.51.100.3"
        # A chain of our own proxies is looked through.
        assert self.count_of(proxied, self.PROXY, "1.2.3.4, 198.51.100.4, 10.0.0.9") == "198.51.100.4"
        proxied.close()

    def test_forged_addresses_do_not_evade_the_count(self, house: House, clock: MovingClock) -> None:
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
