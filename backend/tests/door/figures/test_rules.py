"""When a door counts as online: by its devices."""

from datetime import UTC, datetime, timedelta

import pytest

from doorlist.door.figures.rules import Contact, contact_of_door

NOW = datetime(2026, 11, 20, 19, 2, tzinfo=UTC)


def ago(seconds: float, waiting: int = 0) -> Contact:
    return Contact(NOW - timedelta(seconds=seconds), waiting)


@pytest.mark.parametrize(("seconds", "online"), [(0, True), (15, True), (35, True), (35.001, False), (3600, False)])
def test_a_device_is_online_for_35_seconds_after_its_contact(seconds: float, online: bool) -> None:
    """9.doors.334."""
    contact = contact_of_door([ago(seconds, 3)], NOW)
    assert (contact.is_online, contact.waiting, contact.devices) == (online, 3, 1)


def test_a_door_of_several_devices_is_online_while_one_is() -> None:
    contact = contact_of_door([ago(600, 3), ago(10, 1)], NOW)
    assert (contact.is_online, contact.last_contact_at, contact.waiting) == (True, NOW - timedelta(seconds=10), 4)
    assert contact_of_door([], NOW) == (None, 0, 0, False)
