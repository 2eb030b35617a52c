"""How long guests are kept after their event: the setting, its dry run, and the run (contract 4.keep, 7.keep)."""

from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update

from doorlist.attendees.models import Attendee, Import
from doorlist.audit.rules import Action
from doorlist.backup import scheduler
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.privacy import retention
from doorlist.privacy.erasure import erased_among
from doorlist.privacy.erasure_ledger import ErasureLedger
from tests.audit.entries import entries_of
from tests.backup.test_scheduler import eventually
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import lines, sent
from tests.users.moving_clock import MovingClock

LONG_AGO = datetime(2019, 1, 1, tzinfo=UTC)
CALL, DUE = "/api/privacy", "/api/privacy/due"


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    """A clock that starts at 18:30 UTC on 20 November 2026."""
    made = MovingClock()
    monkeypatch.setattr(clock, "now", made.now)
    return made


@pytest.fixture
def sam(moving: MovingClock, house: House) -> TestClient:  # noqa: ARG001 - it is that day
    return house.signed_in(SAM)


def evening(sam: TestClient, date: str, guests: int = 1) -> Json:
    """An event whose guests were added long ago."""
    event = new_event(sam, name=f"Evening of {date}", date=date)
    for _ in range(guests):
        new_attendee(sam, event)
    added_long_ago(sam, event)
    return event


def added_long_ago(sam: TestClient, event: Json) -> None:
    """Let the guests of an event have been added years ago."""
    added = update(Attendee).where(Attendee.event_id == event["id"]).values(created_at=LONG_AGO)
    cast("Any", sam.app).state.database.commit(lambda tx: tx.execute(added))


def announced(sam: TestClient) -> list[Json]:
    """The announced erasures."""
    events: list[Json] = json_of(sam.get(CALL))["announced"]
    return events


def keep(sam: TestClient, days: int | None, guests: int = 0) -> Json:
    answer = sam.put(CALL, json={"keepDays": days, "guests": guests})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def run_later(house: House, moving: MovingClock, days: int = 8) -> None:
    """The daily run once what is announced now may be erased."""
    moving.move(days=days)
    run(house)


def run(house: House) -> None:
    BackupScheduler(Backups(house.database, house.settings)).erase_due_guests()


def names(house: House) -> list[str]:
    with house.database.read() as tx:
        return list(tx.scalars(select(Attendee.full_name).order_by(Attendee.id)))


@pytest.mark.either_engine
def test_super_admins_alone_see_and_set_it(house: House) -> None:  # 6.keep.490
    olive = house.signed_in(OLIVE)
    for ask in (partial(olive.get, CALL), partial(olive.put, CALL, json={}), partial(olive.get, DUE)):
        problem(ask(), 403, "forbidden")
    problem(house.stranger().get(CALL), 401, "not_signed_in")


@pytest.mark.either_engine
def test_nothing_is_erased_without_a_retention_period(house: House, sam: TestClient) -> None:
    # 4.keep.490; 7.keep.490; 7.call.490, 491
    evening(sam, "2020-01-01")
    nothing = dict.fromkeys(("keepDays", "changedAt", "changedBy", "lastRun", "lastErasedAt"))
    nothing |= {"announced": [], "postponed": []}
    assert json_of(sam.get(CALL)) == nothing
    run(house)
    assert names(house) == ["Ada Lovelace"]
    set_by_sam = keep(sam, None)
    assert (set_by_sam["keepDays"], set_by_sam["changedBy"]["fullName"]) == (None, SAM.full_name)
    run(house)
    assert names(house) == ["Ada Lovelace"]


@pytest.mark.either_engine
@pytest.mark.parametrize("days", [0, -1, 3651, "ninety", 1.5, True])
def test_a_period_is_a_number_of_days(sam: TestClient, days: object) -> None:  # 5.keep.490
    refused = problem(sam.put(CALL, json={"keepDays": days, "guests": 0}), 400, "validation_failed")
    assert [error["field"] for error in refused["errors"]] == ["keepDays"]
    problem(sam.get(DUE, params={"keepDays": str(days)}), 400, "validation_failed")
    problem(sam.put(CALL, json={"guests": 0}), 400, "validation_failed")


def test_a_dry_run_says_who_is_due_and_changes_nothing(house: House, sam: TestClient) -> None:
    # 4.keep.491; 7.keep.491; 7.call.492
    today = evening(sam, "2026-11-20")
    older = evening(sam, "2026-08-28", guests=2)
    # On 28 November it is 90 days ago in UTC: where the day began last, it is the 89th.
    evening(sam, "2026-08-29")
    oldest = evening(sam, "2025-11-20")
    found = json_of(sam.get(DUE, params={"keepDays": 90}))
    assert found == {
        "guests": 3,
        "eraseOn": "2026-11-28",
        "events": [
            {"id": event["id"], "name": event["name"], "date": event["date"], "guests": guests}
            for event, guests in ((oldest, 1), (older, 2))
        ],
    }
    assert json_of(sam.get(DUE, params={"keepDays": 3650})) == {"guests": 0, "eraseOn": "2026-11-28", "events": []}
    assert set(names(house)) == {"Ada Lovelace"}
    assert today["id"] not in [event["id"] for event in json_of(sam.get(DUE, params={"keepDays": 9}))["events"]]


@pytest.mark.either_engine
def test_more_than_were_shown_is_refused(house: House, sam: TestClient) -> None:  # 7.keep.492; 10.code.490
    evening(sam, "2026-01-01", guests=2)
    refused = problem(sam.put(CALL, json={"keepDays": 90, "guests": 1}), 409, "more_are_due")
    assert refused["due"] == 2
    assert "2 guests" in refused["detail"]
    assert json_of(sam.get(CALL))["keepDays"] is None
    assert entries_of(house.database, Action.KEEPING_SET) == []
    # Fewer by now are welcome.
    keep(sam, 90, guests=5)
    [entry] = entries_of(house.database, Action.KEEPING_SET)
    assert (entry.before, entry.after) == ({"keepDays": None}, {"keepDays": 90})
    keep(sam, 90, guests=5)
    assert len(entries_of(house.database, Action.KEEPING_SET)) == 1


@pytest.mark.both_engines
def test_the_run_erases_who_is_due_in_slices_with_an_entry_each(
    house: House, sam: TestClient, monkeypatch: pytest.MonkeyPatch, moving: MovingClock
) -> None:  # 4.keep.492, 493; 3.history.490; 7.keep.493
    monkeypatch.setattr(retention, "DAILY_SLICE", 2)
    evening(sam, "2026-01-01", guests=3)
    evening(sam, "2026-11-19", guests=1)
    keep(sam, 90, guests=3)
    run_later(house, moving)
    sam = house.signed_in(SAM)
    assert names(house) == ["Erased guest"] * 3 + ["Ada Lovelace"]
    assert json_of(sam.get(CALL))["lastRun"] == {"at": clock.to_wire(moving.now()), "erased": 3}
    entries = entries_of(house.database, Action.ATTENDEES_ERASED)
    assert [(entry.user_id, entry.after) for entry in entries] == [(None, {"erased": 2}), (None, {"erased": 1})]
    assert entries_of(house.database, Action.ATTENDEE_ERASED) == []
    told = json_of(sam.get("/api/attendees/1/history"))["items"]
    assert "attendee.erased_many" in [item["entry"]["action"] for item in told if item["entry"]]
    assert json_of(sam.get(CALL))["lastErasedAt"] == clock.to_wire(moving.now())
    # The ledger has them, as after an erasure by hand.
    assert len(erased_among(ErasureLedger(house.settings.data_dir).changes())) == 3


def test_it_runs_once_a_day_and_goes_on_where_it_was_cut_off(
    house: House, sam: TestClient, monkeypatch: pytest.MonkeyPatch, moving: MovingClock
) -> None:  # 4.keep.494
    monkeypatch.setattr(retention, "DAILY_SLICE", 2)
    old = evening(sam, "2026-01-01", guests=5)
    keep(sam, 90, guests=5)
    moving.move(days=8)
    sam = house.signed_in(SAM)
    slices = iter([True, False])
    erased = retention.erase_due(house.database, ErasureLedger(house.settings.data_dir), go_on=lambda: next(slices))
    assert erased == 2
    assert json_of(sam.get(CALL))["lastRun"] is None
    run(house)
    assert json_of(sam.get(CALL))["lastRun"]["erased"] == 5
    new_attendee(sam, old, fullName="Late Lena")
    added_long_ago(sam, old)
    run(house)
    run_later(house, moving, days=7)
    assert names(house)[-1] == "Late Lena"
    run_later(house, moving, days=1)
    assert names(house) == ["Erased guest"] * 6
    sam = house.signed_in(SAM)
    assert json_of(sam.get(CALL))["lastRun"]["erased"] == 1
    # Another period counts at the next run, and without a period nothing is erased.
    evening(sam, "2026-11-01")
    keep(sam, 10, guests=1)
    keep(sam, None)
    run(house)
    assert names(house)[-1] == "Ada Lovelace"


def test_an_import_that_runs_is_left_for_later(
    house: House, sam: TestClient, moving: MovingClock
) -> None:  # 4.keep.495
    event = new_event(sam, date="2026-01-01")
    sent(sam, lines([("Name", "Phone"), ("Grace", "0400 1")]), eventId=event["id"])
    house.database.commit(lambda tx: tx.execute(update(Import).values(is_settled=False)))
    new_attendee(sam, event)
    added_long_ago(sam, event)
    keep(sam, 90, guests=2)
    run_later(house, moving)
    assert sorted(names(house)) == ["Erased guest", "Grace"]


@pytest.mark.either_engine
def test_a_backup_by_another_server_delays_it(house: House, sam: TestClient, moving: MovingClock) -> None:  # 4.keep.492
    evening(sam, "2026-01-01")
    keep(sam, 90, guests=1)
    moving.move(days=8)
    backups = Backups(house.database, house.settings)
    with backups.store.automatic_backups() as is_ours:
        assert is_ours
        run(house)
    assert names(house) == ["Ada Lovelace"]


def test_the_next_backup_lacks_who_is_erased(
    house: House, sam: TestClient, monkeypatch: pytest.MonkeyPatch, moving: MovingClock
) -> None:  # 4.keep.496
    evening(sam, "2026-01-01")
    keep(sam, 90, guests=1)
    moving.move(days=8)
    made = BackupScheduler(Backups(house.database, house.settings))
    monkeypatch.setattr(scheduler, "FIRST_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(scheduler, "QUIET_SECONDS", 0.0)
    seen: list[list[str]] = []
    take = made.take_due_backup

    def take_due_backup() -> None:
        seen.append(names(house))
        take()

    monkeypatch.setattr(made, "take_due_backup", take_due_backup)
    made.start()
    eventually(made.backups.store.backups)
    made.stop()
    assert seen == [["Erased guest"]]
