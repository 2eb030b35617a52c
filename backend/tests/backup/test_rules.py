"""Names, retention, and what is due: values in, values out."""

from datetime import UTC, datetime, timedelta

import pytest

from doorlist.backup.rules import (
    BackupKind,
    BackupName,
    RetainedBackup,
    automatic_backup_due,
    expired_backups,
    expires_at,
    read_name,
)

NOW = datetime(2026, 11, 20, 18, 4, 55, 123000, tzinfo=UTC)


def kept(kind: str, *, days: float, verified: bool | None = True) -> RetainedBackup:
    moment = NOW - timedelta(days=days)
    name = BackupName(moment, BackupKind(kind), "sqlite3")
    return RetainedBackup(str(name), name.kind, moment, verified)


class TestNames:
    def test_say_when_and_why_and_sort_by_time(self) -> None:
        name = str(BackupName(NOW, BackupKind.MANUAL, "sqlite3"))
        assert name == "doorlist-20261120-180455-123-manual.sqlite3"
        later = str(BackupName(NOW + timedelta(milliseconds=1), BackupKind.DAILY, "pgdump"))
        assert later == "doorlist-20261120-180455-124-daily.pgdump"
        assert name < later

    def test_are_read_as_they_were_written(self) -> None:
        for kind in ("manual", "daily", "weekly", "safety", "migration"):
            name = BackupName(NOW, BackupKind(kind), "pgdump")
            assert read_name(str(name)) == name

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "doorlist.sqlite3",
            "../doorlist-20261120-180455-123-manual.sqlite3",
            "doorlist-20261120-180455-123-manual.sqlite3/..",
            "doorlist-20261120-180455-123-manual.sqlite3\n",
            "doorlist-20261120-180455-123-manual.sqlite3.json",
            "part-doorlist-20261120-180455-123-manual.sqlite3",
            "doorlist-20261320-180455-123-manual.sqlite3",
            "doorlist-20261120-250455-123-manual.sqlite3",
            "doorlist-20261120-180455-123-other.sqlite3",
            "doorlist-20261120-180455-123-manual.sh",
            "doorlist-\uff12\uff10\uff12\uff161120-180455-123-manual.sqlite3",
            "doorlist-20261120-180455-123-manual.sqlite3\0",
        ],
    )
    def test_other_texts_are_no_names(self, text: str) -> None:  # 5.backup.1
        assert read_name(text) is None


class TestKeeping:  # 4.backup.1
    def test_seven_daily_and_four_weekly_ones(self) -> None:
        daily = [kept("daily", days=day) for day in range(12)]
        weekly = [kept("weekly", days=7 * week + 0.5) for week in range(7)]
        gone = expired_backups([*daily, *weekly], NOW)
        assert sorted(gone) == sorted(backup.filename for backup in [*daily[7:], *weekly[4:]])

    def test_each_goes_by_itself_about_when_that_is_said(self) -> None:  # 7.call.42
        taken: list[RetainedBackup] = []
        gone: dict[str, datetime] = {}
        for day in range(80):
            now = NOW + timedelta(days=day)
            kind = automatic_backup_due(taken, now)
            assert kind is not None
            kinds = (kind, BackupKind.SAFETY, BackupKind.MANUAL)
            taken += [RetainedBackup(str(BackupName(now, each, "sqlite3")), each, now, verified=True) for each in kinds]
            for name in expired_backups(taken, now):
                gone[name] = now
            taken = [backup for backup in taken if backup.filename not in gone]
        read = {name: read_name(name) for name in gone}
        for name, parts in read.items():
            assert parts is not None
            said = expires_at(parts.kind, parts.created_at)
            assert said is not None
            assert abs(gone[name] - said) <= timedelta(days=1), name
        assert expires_at(BackupKind.MANUAL, NOW) is None
        assert {parts.kind for parts in read.values() if parts} == {"daily", "weekly", "safety"}

    def test_copies_for_thirty_days(self) -> None:
        young = [kept("safety", days=29.9), kept("migration", days=29.9)]
        old = [kept("safety", days=30.1), kept("migration", days=30.1)]
        assert sorted(expired_backups([kept("daily", days=0), *young, *old], NOW)) == sorted(b.filename for b in old)

    def test_of_many_safety_copies_the_newest_and_the_first_of_each_day(self) -> None:  # 4.backup.11
        today = [kept("safety", days=minute / 1440) for minute in range(40)]
        older = [kept("safety", days=day + hour / 24) for day in range(1, 10) for hour in range(5)]
        gone = expired_backups([*today, *older], NOW)
        firsts = {min(copy.filename for copy in older[start : start + 5]) for start in range(0, 45, 5)}
        assert set(gone) == {copy.filename for copy in [*today[20:39], *older]} - firsts

    def test_twenty_safety_copies_are_not_many(self) -> None:
        copies = [kept("safety", days=minute / 1440) for minute in range(20)]
        damaged = [kept("safety", days=minute / 1440 + 0.001, verified=False) for minute in range(20)]
        unproven = [kept("migration", days=minute / 1440, verified=None) for minute in range(40)]
        assert expired_backups([*copies, *damaged, *unproven], NOW) == []

    def test_what_a_person_asked_for_stays(self) -> None:  # 4.backup.3
        assert expired_backups([kept("manual", days=day * 100) for day in range(20)], NOW) == []

    def test_the_last_proven_one_stays_however_old_it_is(self) -> None:
        proven = [kept("safety", days=90), kept("safety", days=80)]
        unproven = [kept("daily", days=day, verified=None) for day in range(8)]
        assert expired_backups([*proven, *unproven], NOW) == [proven[0].filename, unproven[7].filename]

    def test_a_damaged_one_takes_no_good_ones_place(self) -> None:
        good = [kept("daily", days=day + 10) for day in range(7)]
        damaged = [kept("daily", days=day, verified=False) for day in range(9)]
        assert expired_backups([*good, *damaged], NOW) == []
        old = kept("daily", days=31, verified=False)
        assert expired_backups([*good, *damaged, old], NOW) == [old.filename]

    def test_nothing_of_nothing(self) -> None:
        assert expired_backups([], NOW) == []


class TestWhatIsDue:  # 4.backup.2
    def test_the_first_one_is_daily(self) -> None:
        assert automatic_backup_due([], NOW) is BackupKind.DAILY
        assert automatic_backup_due([kept("manual", days=0), kept("safety", days=0)], NOW) is BackupKind.DAILY

    def test_one_a_day(self) -> None:
        assert automatic_backup_due([kept("daily", days=0.99)], NOW) is None
        assert automatic_backup_due([kept("weekly", days=0.99)], NOW) is None
        assert automatic_backup_due([kept("daily", days=1)], NOW) is BackupKind.DAILY

    def test_one_that_proved_damaged_is_tried_again_tomorrow_and_not_every_hour(self) -> None:
        assert automatic_backup_due([kept("daily", days=0.1, verified=False)], NOW) is None
        assert automatic_backup_due([kept("daily", days=1, verified=False)], NOW) is BackupKind.DAILY
        assert automatic_backup_due([kept("daily", days=9, verified=False)], NOW) is BackupKind.DAILY

    def test_a_clock_that_was_wrong_for_a_while_ends_nothing(self) -> None:
        assert automatic_backup_due([kept("daily", days=-400)], NOW) is BackupKind.DAILY
        assert automatic_backup_due([kept("weekly", days=-400), kept("daily", days=7)], NOW) is BackupKind.WEEKLY
        assert automatic_backup_due([kept("daily", days=-0.9)], NOW) is None
        ahead = [kept("daily", days=-400 - day) for day in range(7)]
        today = kept("daily", days=0)
        assert expired_backups([*ahead, today], NOW) == [ahead[0].filename]

    def test_after_a_week_it_is_the_weekly_one(self) -> None:
        days = [kept("daily", days=day) for day in range(1, 7)]
        assert automatic_backup_due(days, NOW) is BackupKind.DAILY
        assert automatic_backup_due([*days, kept("daily", days=7)], NOW) is BackupKind.WEEKLY
        assert automatic_backup_due([*days, kept("daily", days=20), kept("weekly", days=6.9)], NOW) is BackupKind.DAILY
        assert automatic_backup_due([*days, kept("weekly", days=7)], NOW) is BackupKind.WEEKLY
