"""Rules of the history: the parts of two states, of a person and of an address that an entry keeps."""

import pytest

from doorlist.audit import rules
from doorlist.audit.rules import Action


@pytest.mark.parametrize(
    ("address", "logged"),
    [
        ("192.0.2.77", "192.0.2.0"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1::"),
        ("unknown", "unknown"),
        ("x" * 300, "unknown"),
    ],
)
def test_the_log_has_no_address_of_one_machine(address: str, logged: str) -> None:  # 10.throttle.14
    assert rules.logged_address(address) == logged


def test_of_two_states_only_what_differs_is_kept() -> None:  # 3.history.4
    before = {"name": "Gala", "date": "2026-11-20", "time": None}
    after = {"name": "Ball", "date": "2026-11-20", "time": "19:30"}
    assert rules.changed(before, after) == ({"name": "Gala", "time": None}, {"name": "Ball", "time": "19:30"})
    assert rules.changed(before, before) == ({}, {})


def test_an_action_begins_with_what_it_was_done_to() -> None:
    kinds = {
        "event",
        "attendee",
        "import",
        "user",
        "grant",
        "pass",
        "conflict",
        "backup",
        "export",
        "keeping",
        "settings",
        "mail",
    }
    assert {action.subject for action in Action} == kinds
