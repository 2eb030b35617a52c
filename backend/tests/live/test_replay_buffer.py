"""A stream continues where it was cut off."""

import pytest

from doorlist.live import replay_buffer
from doorlist.live.changes import EVERYTHING, NOTHING, changes_of
from doorlist.live.replay_buffer import Position, ReplayBuffer


def buffer_with(*numbers: int) -> ReplayBuffer:
    buffer = ReplayBuffer()
    for number in numbers:
        buffer.add(changes_of(events=[number]))
    return buffer


def test_a_position_returns_the_changes_after_it_merged() -> None:  # 7.live.7
    buffer = buffer_with(1)
    there = Position(last_id=buffer.last_id)
    assert buffer.missed_since(there) == NOTHING
    for number in (2, 3):
        buffer.add(changes_of(events=[number]))
    assert buffer.missed_since(there) == changes_of(events=[2, 3])


def test_a_browser_that_says_how_long_it_has_read_gets_the_changes_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # 7.live.7
    seconds = 0.0
    monkeypatch.setattr(replay_buffer, "monotonic", lambda: seconds)
    buffer = buffer_with(1)
    seconds = 5.0
    buffer.add(changes_of(events=[2]))
    seconds = 6.0
    assert buffer.missed_since(Position(age_seconds=2)) == changes_of(events=[2])
    assert buffer.missed_since(Position()) == NOTHING


def test_who_began_before_the_server_did_reads_everything() -> None:  # 7.live.8
    assert buffer_with(1).missed_since(Position(age_seconds=60)) == EVERYTHING


def test_an_id_of_another_start_or_of_no_server_at_all_is_everything() -> None:  # 7.live.8
    buffer = buffer_with(1)
    for last_id in (
        buffer_with(1).last_id,
        f"{buffer.last_id.rpartition('-')[0]}-{'9' * 5000}",
        "",
        "7",
        f"{buffer.origin}-",
        f"{buffer.origin}-9",
        f"{buffer.origin}--1",
        "x" * 500,
    ):
        assert buffer.missed_since(Position(last_id=last_id)) == EVERYTHING, last_id


def test_the_last_thousand_changes_are_buffered() -> None:  # 7.live.8
    buffer = buffer_with(1)
    first = buffer.last_id
    for number in range(2, 1002):
        buffer.add(changes_of(users=[number % 7]))
    assert buffer.missed_since(Position(last_id=first)) == changes_of(users=range(7))
    buffer.add(changes_of(users=[1]))
    assert buffer.missed_since(Position(last_id=first)) == EVERYTHING


def test_after_a_gap_nobody_goes_on_from_before_it() -> None:
    buffer = buffer_with(1)
    before = buffer.last_id
    buffer.clear()
    assert buffer.missed_since(Position(last_id=before)) == EVERYTHING
    assert buffer.missed_since(Position(last_id=buffer.last_id)) == NOTHING
    assert buffer.missed_since(Position(age_seconds=1)) == EVERYTHING
