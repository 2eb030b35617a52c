"""The leaking bucket of unknown tickets."""

from datetime import UTC, datetime, timedelta

from doorlist.attendees.ticket_page.rules import BucketLevel, leaked, seconds_to_wait

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_hundred_guesses_are_free_and_then_one_comes_back_every_nine_seconds() -> None:  # 10.strangers.2
    assert seconds_to_wait(leaked(None, NOON)) == 0
    assert seconds_to_wait(BucketLevel(99, NOON)) == 0
    assert seconds_to_wait(BucketLevel(100, NOON)) == 9
    assert seconds_to_wait(leaked(BucketLevel(100, NOON), NOON + timedelta(seconds=5))) == 4
    assert seconds_to_wait(leaked(BucketLevel(100, NOON), NOON + timedelta(seconds=9))) == 0
    assert leaked(BucketLevel(100, NOON), NOON + timedelta(minutes=15)).unknown == 0
    assert leaked(BucketLevel(100, NOON), NOON - timedelta(hours=1)).unknown == 100
