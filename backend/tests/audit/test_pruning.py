"""The history is kept two years, or as long as the setting says (contract 3.history.360)."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from doorlist.audit import pruning
from doorlist.audit.models import AuditEntry, AuditEntryAttendee
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.core.config import BadSetting, Settings
from tests.audit.entries import entries_of
from tests.house import House


def scheduler(house: House, *, days: int = 730) -> BackupScheduler:
    return BackupScheduler(Backups(house.database, replace(house.settings, history_days=days)))


def write(house: House, *, days_ago: float, attendees: int = 0) -> None:
    def add(tx: Session) -> None:
        add_audit_entry(tx, Action.ATTENDEES_UPDATED, by=None, attendees=range(1, attendees + 1))
        tx.flush()
        newest = tx.scalar(select(func.max(AuditEntry.id)))
        moment = clock.now() - timedelta(days=days_ago)
        tx.execute(update(AuditEntry).where(AuditEntry.id == newest).values(at=moment))

    house.database.commit(add)


def written(house: House) -> tuple[int, int]:
    """How many of those entries there are, and how many attendees find them."""
    with house.database.read() as tx:
        attendees = tx.scalar(select(func.count()).select_from(AuditEntryAttendee)) or 0
    return len(entries_of(house.database, Action.ATTENDEES_UPDATED)), attendees


@pytest.mark.both_engines
def test_old_entries_go_once_a_day_with_their_attendees(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 3.history.360
    monkeypatch.setattr(pruning, "SLICE", 3)
    for days_ago in (731, 730.5, 732, 731):
        write(house, days_ago=days_ago, attendees=10)
    write(house, days_ago=729.5, attendees=4)
    made = scheduler(house)
    made.forget_old_history()
    assert written(house) == (1, 4)
    # A second run on the same day has nothing to do.
    write(house, days_ago=800)
    made.forget_old_history()
    assert written(house) == (2, 4)


@pytest.mark.either_engine
def test_one_process_does_it_by_the_lock_of_the_backups(sqlite_house: House) -> None:  # 3.history.360
    write(sqlite_house, days_ago=9)
    one, other = scheduler(sqlite_house, days=7), scheduler(sqlite_house, days=7)
    with one.backups.store.automatic_backups() as is_ours:
        assert is_ours
        other.forget_old_history()
        assert written(sqlite_house) == (1, 0)
    other.forget_old_history()
    assert written(sqlite_house) == (0, 0)


@pytest.mark.parametrize("text", ["0", "-5", "two years", "1.5", "100000", "٣٠"])
def test_a_setting_without_sense_stops_the_start(monkeypatch: pytest.MonkeyPatch, text: str, tmp_path: Path) -> None:
    # 3.history.360
    monkeypatch.setenv("DOORLIST_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DOORLIST_HISTORY_DAYS", text)
    with pytest.raises(BadSetting, match=r"DOORLIST_HISTORY_DAYS is .* from 1 to 99999, like 730"):
        Settings.from_environment()


@pytest.mark.parametrize(("text", "days"), [("", 730), ("90", 90)])
def test_without_a_setting_it_is_two_years(
    monkeypatch: pytest.MonkeyPatch, text: str, days: int, tmp_path: Path
) -> None:
    # 3.history.360
    monkeypatch.setenv("DOORLIST_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DOORLIST_HISTORY_DAYS", text)
    assert Settings.from_environment().history_days == days
