"""Going on where a stream was cut."""

import time

from doorlist.live.facts import EVERYTHING, NOTHING, facts_of
from doorlist.live.feed import Feed, Position


def feed_with(*numbers: int) -> Feed:
    feed = Feed()
    for number in numbers:
        feed.add(facts_of(events=[number]))
    return feed


def test_who_stands_at_an_id_is_told_what_came_after_it_at_once() -> None:  # 7.live.7
    feed = feed_with(1)
    there = Position(last_id=feed.last_id)
    assert feed.missed_since(there) == NOTHING
    for number in (2, 3):
        feed.add(facts_of(events=[number]))
    assert feed.missed_since(there) == facts_of(events=[2, 3])


def test_who_says_for_how_long_they_have_been_reading_is_told_what_came_since() -> None:  # 7.live.7
    feed = feed_with(1)
    time.sleep(0.05)
    began = time.monotonic()
    feed.add(facts_of(events=[2]))
    assert feed.missed_since(Position(age_seconds=time.monotonic() - began)) == facts_of(events=[2])
    assert feed.missed_since(Position()) == NOTHING


def test_who_began_before_the_server_did_reads_everything() -> None:  # 7.live.8
    assert feed_with(1).missed_since(Position(age_seconds=60)) == EVERYTHING


def test_an_id_of_another_start_or_of_no_server_at_all_is_everything() -> None:  # 7.live.8
    feed = feed_with(1)
    for last_id in (
        feed_with(1).last_id,
        "",
        "7",
        f"{feed.origin}-",
        f"{feed.origin}-9",
        f"{feed.origin}--1",
        "x" * 500,
    ):
        assert feed.missed_since(Position(last_id=last_id)) == EVERYTHING, last_id


def test_the_last_thousand_are_remembered_and_no_more() -> None:  # 7.live.8
    feed = feed_with(1)
    first = feed.last_id
    for number in range(2, 1002):
        feed.add(facts_of(users=[number % 7]))
    assert feed.missed_since(Position(last_id=first)) == facts_of(users=range(7))
    feed.add(facts_of(users=[1]))
    assert feed.missed_since(Position(last_id=first)) == EVERYTHING


def test_after_a_gap_nobody_goes_on_from_before_it() -> None:
    feed = feed_with(1)
    before = feed.last_id
    feed.forget()
    assert feed.missed_since(Position(last_id=before)) == EVERYTHING
    assert feed.missed_since(Position(last_id=feed.last_id)) == NOTHING
    assert feed.missed_since(Position(age_seconds=1)) == EVERYTHING
