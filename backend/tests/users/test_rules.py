"""Rules of staff accounts: delays, addresses, passwords."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from doorlist.users import password_worker, rules
from doorlist.users.passwords import is_easily_guessed, random_password

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
        assert rules.password_problem(password) == refusal

    @pytest.mark.parametrize(
        "password",
        [
            "1234567890",
            "qwertyuiop",
            "QwertyUiop",
            "password123",
            "Password123!",
            "P4ssw0rd123!",
            "Summer2026!",
            "aaaaaaaaaa",
            "x" * 128,
            "abcabcabcabc",
            "doorlist2026",
            "olive.grove",
            "olive.groveolive.grove",
            "olive.grove-olive.grove",
            "OLIVE.GROVE#1",
            "Evergreen1!",
            "olivia evergreen",
        ],
    )
    def test_are_not_easily_guessed(self, password: str) -> None:  # 5.password.2, 5, 6
        assert is_easily_guessed(password, ("olive.grove", "Olivia Evergreen"))

    @pytest.mark.parametrize(
        "password",
        ["correct horse battery", "nine lemons in a bowl", "under the doormat", "пароль на русском", "k3xqm-29fga"],
    )
    def test_that_nobody_guesses_soon_are_fine(self, password: str) -> None:  # 5.password.3, 5
        assert not is_easily_guessed(password, ("olive.grove", "Olivia Evergreen"))

    def test_are_judged_for_one_user_at_a_time(self) -> None:
        assert is_easily_guessed("zanzibar-quux", ("zanzibar-quux", "Zoe"))
        assert not is_easily_guessed("zanzibar-quux", ("olive", "Olive"))

    def test_of_the_worst_kind_are_judged_in_good_time(self) -> None:
        """Each letter of these may stand for several others: of all 128 characters this would take minutes."""
        started = time.process_time()
        password_worker.is_easily_guessed("4@8({[<369!|0$5+7%2" * 7, ["olive", "Olive"])
        assert time.process_time() - started < 10

    def test_a_random_one_is_long_typeable_and_never_the_same(self) -> None:
        made = {random_password() for _ in range(100)}
        assert len(made) == 100
        for password in made:
            assert [len(group) for group in password.split("-")] == [5, 5, 5, 5]
            assert not set(password) & set("ilo01 ")
            assert rules.password_problem(password) is None
        assert not is_easily_guessed(made.pop(), ("admin", "Administrator"))


@pytest.mark.parametrize(
    "username",
    [
        "olive",
        "Zoë_2",
        "josé.álvarez",
        "żółw",
        "Оля",
        "ольга-2",
        "Ελένη",
        "山田太郎",
        "やまだken",
        "김민수kim",
        "ka\u02bbiulani",
        "ﬁona",
        "007",
    ],
)
def test_a_username_of_one_alphabet_is_fine(username: str) -> None:  # 5.user.3
    assert rules.username_problem(username) is None


@pytest.mark.parametrize(
    ("username", "refusal"),
    [
        ("\u043elive", "Use letters of one alphabet. '\u043e' is Cyrillic and 'l' is Latin"),
        ("s\u0430m", "Use letters of one alphabet. 's' is Latin and '\u0430' is Cyrillic"),
        ("\u03bflive", "Use letters of one alphabet. '\u03bf' is Greek and 'l' is Latin"),
        ("\u0430山", "Use letters of one alphabet. '\u0430' is Cyrillic and '山' is Cjk"),
    ],
)
def test_a_username_of_two_alphabets_is_refused(username: str, refusal: str) -> None:  # 5.user.3
    assert rules.username_problem(username) == refusal


@pytest.mark.parametrize("username", ["maria lopez", "maria\u00a0lopez", "maria \u3000 l"])
def test_a_username_with_a_space_is_refused(username: str) -> None:  # 5.user.1000
    assert rules.username_problem(username) == "Use no spaces. Write a dot or a hyphen instead, as in maria.lopez"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (2, "2 seconds"), (60, "60 seconds"), (61, "2 minutes"), (3600, "60 minutes")],
)
def test_a_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert rules.waiting_time(seconds) == words
