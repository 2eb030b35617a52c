"""Rules of staff accounts: delays, addresses, passwords."""

from datetime import UTC, datetime, timedelta

import pytest

from doorlist.users import rules
from doorlist.users.passwords import is_common, random_password

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)


class TestDelays:
    @pytest.mark.parametrize(
        ("failures", "seconds"),
        [(0, 0), (1, 0), (9, 0), (10, 0), (11, 1), (12, 2), (13, 4), (14, 8), (15, 16), (16, 32), (17, 60), (18, 60)],
    )
    def test_after_ten_free_failures_they_double_up_to_a_minute(self, failures: int, seconds: int) -> None:
        # 10.throttle.4
        assert rules.delay_after(failures, free=10) == timedelta(seconds=seconds)

    def test_any_number_of_failures_waits_a_minute_at_most(self) -> None:
        assert rules.delay_after(10**9, free=10) == timedelta(seconds=60)

    @pytest.mark.parametrize(
        ("ago", "left"), [(0, 4), (0.001, 4), (1, 3), (3.999, 1), (4, 0), (4.001, 0), (3600, 0), (-0.5, 5)]
    )
    def test_what_is_left_to_wait_is_rounded_up_to_whole_seconds(self, ago: float, left: int) -> None:
        last = NOW - timedelta(seconds=ago)
        assert rules.seconds_to_wait(13, free=10, last_failure_at=last, now=NOW) == left

    def test_without_a_failure_there_is_nothing_to_wait_for(self) -> None:
        assert rules.seconds_to_wait(0, free=10, last_failure_at=None, now=NOW) == 0


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
        ("x" * 300, "x" * 64),
    ],
)
def test_an_ipv6_address_counts_as_its_whole_64(address: str, counted_as: str) -> None:  # 10.throttle.9
    assert rules.throttled_address(address) == counted_as


class TestPasswords:
    @pytest.mark.parametrize(
        ("password", "refusal"),
        [
            ("", "Use at least 10 characters"),
            ("x" * 9, "Use at least 10 characters"),
            ("x" * 10, None),
            ("x" * 128, None),
            ("x" * 129, "Use at most 128 characters"),
            ("é" * 10, None),
            ("alllowercase", None),
            ("          ", None),
        ],
    )
    def test_have_10_to_128_characters_of_any_kind(self, password: str, refusal: str | None) -> None:  # 5.password.1, 3
        assert rules.password_problem(password, is_common=False) == refusal

    def test_are_not_common_ones(self) -> None:
        refusal = rules.password_problem("1234567890", is_common=True)
        assert refusal == "This password is on the list of common ones. Choose another"

    @pytest.mark.parametrize("password", ["1234567890", "qwertyuiop", "QwertyUiop", "password123"])
    def test_a_common_one_is_known_in_any_case(self, password: str) -> None:  # 5.password.2
        assert is_common(password)

    def test_an_uncommon_one_is_not_taken_for_common(self) -> None:
        assert not is_common("correct horse battery")

    def test_a_random_one_is_long_typeable_and_never_the_same(self) -> None:
        made = {random_password() for _ in range(100)}
        assert len(made) == 100
        for password in made:
            assert [len(group) for group in password.split("-")] == [5, 5, 5, 5]
            assert not set(password) & set("ilo01 ")
            assert rules.password_problem(password, is_common=is_common(password)) is None
