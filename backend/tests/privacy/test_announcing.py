"""Automatic erasure is announced a week ahead, and no edit brings it forward (contract 4.keep, decision 0049)."""

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from doorlist.audit.rules import Action
from doorlist.backup import scheduler
from doorlist.core import clock
from doorlist.privacy.models import AnnouncedErasure
from tests.audit.entries import entries_of
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.test_retention import CALL, added_long_ago, announced, evening, keep, names, run, run_later
from tests.users.moving_clock import MovingClock

ADA, ERASED = "Ada Lovelace", "Erased guest"


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """A clock that starts at 18:30 UTC on 20 November 2026."""
    made = MovingClock()
    monkeypatch.setattr(clock, "now", made.now)
    monkeypatch.setattr(scheduler, "YIELD_SECONDS", 0.0)
    return made


@pytest.fixture
def sam(moving: MovingClock, house: House) -> TestClient:  # noqa: ARG001 - it is that day
    return house.signed_in(SAM)


def run_every_day(house: House, moving: MovingClock, days: int) -> None:
    for _ in range(days):
        moving.move(days=1)
        run(house)


def postpone(house: House, event: Json, day: str | None) -> Json:
    answer = house.signed_in(SAM).put(f"{CALL}/events/{event['id']}", json={"keepUntil": day})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def listed(event: Json, guests: int, erase_on: str) -> Json:
    return {"id": event["id"], "name": event["name"], "date": event["date"], "guests": guests, "eraseOn": erase_on}


def test_a_wrong_year_in_a_date_is_asked_about_and_erases_nobody_before_a_full_period(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.497, 501; 7.keep.494; 10.code.491
    event = evening(sam, "2099-01-01", guests=3)
    keep(sam, 90)
    olive, path = house.signed_in(OLIVE), f"/api/events/{event['id']}"
    refused = problem(olive.put(path, json={"date": "2019-01-01"}), 409, "guests_will_be_erased")
    # 90 days, and the two of a day that is over everywhere.
    assert refused["erasures"] == {"guests": 3, "eraseOn": "2027-02-20"}
    assert "3 guests will be erased on 2027-02-20" in refused["detail"]
    problem(olive.put(path, json={"date": "2019-01-01", "expectedErasures": 2}), 409, "guests_will_be_erased")
    assert json_of(olive.get(path))["date"] == "2099-01-01"
    assert olive.put(path, json={"date": "2019-01-01", "expectedErasures": 3}).status_code == 200
    assert announced(sam) == []
    run_every_day(house, moving, 84)
    assert announced(house.signed_in(SAM)) == [listed(event | {"date": "2019-01-01"}, 3, "2027-02-20")]
    run_every_day(house, moving, 7)
    assert (clock.now().date().isoformat(), names(house)) == ("2027-02-19", [ADA] * 3)
    run_every_day(house, moving, 1)
    assert names(house) == [ERASED] * 3


@pytest.mark.either_engine
def test_an_edit_that_erases_no_guest_is_not_asked_about(house: House, sam: TestClient) -> None:  # 4.keep.501
    full, empty = evening(sam, "2099-01-01"), new_event(sam, date="2099-01-01")
    later = evening(sam, "2099-01-01")
    path = f"/api/events/{full['id']}"
    assert sam.put(path, json={"date": "2019-01-01"}).status_code == 200  # no period
    keep(sam, 90, guests=1)
    assert sam.put(path, json={"name": "Renamed"}).status_code == 200
    assert sam.put(path, json={"date": "2026-11-01"}).status_code == 200  # not over for long
    assert sam.put(f"/api/events/{empty['id']}", json={"date": "2019-01-01"}).status_code == 200
    postpone(house, later, "2027-06-01")
    assert sam.put(f"/api/events/{later['id']}", json={"date": "2019-01-01"}).status_code == 200


def test_guests_are_announced_eight_days_before_and_erased_on_the_day(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.498; 7.keep.495
    event = evening(sam, "2026-08-30", guests=2)
    new_attendee(sam, event, fullName="Added Later")
    keep(sam, 90)
    run(house)
    assert announced(sam) == []  # due on 30 November, ten days from now
    run_every_day(house, moving, 2)
    sam = house.signed_in(SAM)
    assert announced(sam) == [listed(event, 2, "2026-11-30")]
    new_attendee(sam, event, fullName="Added After")
    assert announced(sam) == [listed(event, 2, "2026-11-30")]
    run_every_day(house, moving, 7)
    assert ERASED not in names(house)
    run_every_day(house, moving, 1)
    assert names(house) == [ERASED, ERASED, "Added Later", "Added After"]
    assert announced(house.signed_in(SAM)) == []
    # A full period after they were added, each on the day that was announced for them.
    run_every_day(house, moving, 81)
    assert announced(house.signed_in(SAM)) == [listed(event, 1, "2027-02-20"), listed(event, 1, "2027-02-22")]
    run_every_day(house, moving, 2)
    assert (clock.now().date().isoformat(), names(house)[2:]) == ("2027-02-21", [ERASED, "Added After"])
    run_every_day(house, moving, 1)
    assert names(house) == [ERASED] * 4


def test_a_server_that_was_off_announces_before_it_erases(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.498
    event = evening(sam, "2026-11-19")
    keep(sam, 30)
    moving.move(days=400)
    run(house)
    assert names(house) == [ADA]
    day = (clock.now() + timedelta(days=8)).date().isoformat()
    assert announced(house.signed_in(SAM)) == [listed(event, 1, day)]
    run_later(house, moving, days=7)
    assert names(house) == [ADA]
    run_later(house, moving, days=1)
    assert names(house) == [ERASED]


@pytest.mark.both_engines
def test_another_period_or_date_withdraws_what_was_announced(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.499
    event, other = evening(sam, "2026-01-01"), evening(sam, "2026-01-02")
    keep(sam, 90, guests=2)
    moving.move(days=7)
    sam = house.signed_in(SAM)
    keep(sam, 80, guests=2)
    assert announced(sam) == [listed(event, 1, "2026-12-05"), listed(other, 1, "2026-12-05")]
    # The same period again changes nothing.
    moving.move(days=4)
    sam = house.signed_in(SAM)
    keep(sam, 80, guests=2)
    assert [row["eraseOn"] for row in announced(sam)] == ["2026-12-05"] * 2
    changed = {"date": "2026-01-03", "expectedErasures": 1}
    assert sam.put(f"/api/events/{event['id']}", json=changed).status_code == 200
    assert announced(sam) == [listed(other, 1, "2026-12-05")]
    run_later(house, moving, days=4)
    assert names(house) == [ADA, ERASED]
    sam = house.signed_in(SAM)
    keep(sam, None)
    assert announced(sam) == []


def test_an_announcement_of_a_clock_that_was_wrong_does_not_count(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.499
    event = evening(sam, "2026-11-01")
    keep(sam, 90)
    moving.move(days=365)
    run(house)
    moving.move(days=-365)
    run(house)
    assert announced(house.signed_in(SAM)) == []
    new_attendee(house.signed_in(SAM), event)
    moving.move(days=374)
    run(house)
    assert names(house) == [ADA, ADA]


def test_an_event_can_be_postponed(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.500; 7.keep.496; 3.history.491; 7.call.493
    event, other = evening(sam, "2026-01-01"), evening(sam, "2026-01-02")
    keep(sam, 90, guests=2)
    answer = postpone(house, event, "2026-12-24")
    assert answer["announced"] == [listed(other, 1, "2026-11-28")]
    shown = {"id": event["id"], "name": event["name"], "date": event["date"], "keepUntil": "2026-12-24"}
    assert answer["postponed"] == [shown]
    postpone(house, event, "2026-12-24")
    [entry] = entries_of(house.database, Action.EVENT_POSTPONED)
    assert (entry.subject_id, entry.before, entry.after) == (
        event["id"],
        {"keepUntil": None},
        {"keepUntil": "2026-12-24"},
    )
    run_every_day(house, moving, 35)
    assert (clock.now().date().isoformat(), names(house)) == ("2026-12-25", [ADA, ERASED])
    assert announced(house.signed_in(SAM)) == [listed(event, 1, "2026-12-26")]
    run_every_day(house, moving, 1)
    assert names(house) == [ERASED, ERASED]


@pytest.mark.both_engines
def test_an_event_that_is_kept_no_longer_is_announced_anew(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.500
    event = evening(sam, "2026-01-01")
    keep(sam, 90, guests=1)
    moving.move(days=7)
    postpone(house, event, "2027-12-24")
    assert postpone(house, event, None)["announced"] == [listed(event, 1, "2026-12-05")]
    assert announced(house.signed_in(SAM)) == [listed(event, 1, "2026-12-05")]
    run_later(house, moving, days=7)
    assert names(house) == [ADA]
    run_later(house, moving, days=1)
    assert names(house) == [ERASED]


@pytest.mark.either_engine
def test_who_may_postpone_and_until_when(house: House, sam: TestClient) -> None:  # 5.keep.491; 6.keep.491
    event = new_event(sam)
    path = f"{CALL}/events/{event['id']}"
    problem(house.signed_in(OLIVE).put(path, json={"keepUntil": None}), 403, "forbidden")
    problem(sam.put(f"{CALL}/events/999", json={"keepUntil": None}), 404, "event_not_found")
    for day in ("2026-11-20", "2019-01-01", "2036-11-18", "soon", "2026-02-30"):
        refused = problem(sam.put(path, json={"keepUntil": day}), 400, "validation_failed")
        assert [error["field"] for error in refused["errors"]] == ["keepUntil"]
    postpone(house, event, "2026-11-21")
    postpone(house, event, "2036-11-17")


def test_deleting_an_event_withdraws_what_was_announced(house: House, sam: TestClient) -> None:  # 4.keep.499
    event = evening(sam, "2026-01-01")
    keep(sam, 90, guests=1)
    assert sam.delete(f"/api/events/{event['id']}").status_code == 204
    assert announced(sam) == []
    with house.database.read() as tx:
        assert tx.scalars(select(AnnouncedErasure.id)).all() == []


@pytest.mark.both_engines
def test_another_run_announces_nothing_twice(house: House, sam: TestClient) -> None:  # 4.keep.498
    event = evening(sam, "2026-01-01", guests=2)
    keep(sam, 90, guests=2)
    for _ in range(3):
        run(house)
    with house.database.read() as tx:
        assert len(tx.scalars(select(AnnouncedErasure.id)).all()) == 1
    new_attendee(sam, event)
    added_long_ago(sam, event)
    run(house)
    assert announced(sam) == [listed(event, 3, "2026-11-28")]
