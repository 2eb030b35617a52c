"""The names of backups, their retention, and the time of the next one: pure functions (contract 4)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

DAILY_KEPT = 7
WEEKLY_KEPT = 4
COPIES_KEPT_FOR = timedelta(days=30)
SAFETY_BACKUPS_KEPT = 20
WEEK = timedelta(days=7)
DAY = timedelta(days=1)
VERIFICATION_GROWS_OLD_AFTER = timedelta(hours=26)
# A deletion of more attendees than this, announced before it starts, needs a backup.
ANNOUNCED_DELETIONS = 20
# So do more single deletions than this within a minute.
MANY_DELETIONS = 100
ONE_SAFETY_BACKUP_PER = timedelta(minutes=1)
# Attendees in no backup from which the protection warns (contract 9).
MANY_UNSAVED = 500
LOW_DISK_BYTES = 500 * 1024 * 1024


class BackupKind(StrEnum):
    """The reason for a backup."""

    MANUAL = "manual"
    DAILY = "daily"
    WEEKLY = "weekly"
    SAFETY = "safety"
    MIGRATION = "migration"


AUTOMATIC = {BackupKind.DAILY, BackupKind.WEEKLY}
SQLITE_ENDING = "sqlite3"
POSTGRESQL_ENDING = "pgdump"
_NAME = re.compile(
    rf"doorlist-(\d{{8}}-\d{{6}}-\d{{3}})-({'|'.join(BackupKind)})\.({SQLITE_ENDING}|{POSTGRESQL_ENDING})", re.ASCII
)


@dataclass(frozen=True)
class BackupName:
    """The parts of a backup's name."""

    created_at: datetime
    kind: BackupKind
    ending: str

    def __str__(self) -> str:
        """`doorlist-20261120-180455-123-manual.sqlite3`, in UTC, so that names sort by time."""
        moment = self.created_at.astimezone(UTC)
        return f"doorlist-{moment:%Y%m%d-%H%M%S}-{moment.microsecond // 1000:03d}-{self.kind}.{self.ending}"


def read_name(text: str) -> BackupName | None:
    """The parts of a file name; None for any other name, such as one with directories or dots in it."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    try:
        moment = datetime.strptime(found[1] + "000", "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupName(moment, BackupKind(found[2]), found[3])


@dataclass(frozen=True)
class RetainedBackup:
    """A backup as the retention rules see it. `verified` is None until it was verified."""

    filename: str
    kind: BackupKind
    created_at: datetime
    verified: bool | None = None


def is_ahead(created_at: datetime, now: datetime) -> bool:
    """True if a backup is dated in the future, because the machine's clock was wrong when it was taken."""
    return created_at - now >= DAY


def expired_backups(backups: Iterable[RetainedBackup], now: datetime) -> list[str]:
    """The names of the backups to remove (contract 4): of the automatic ones only the newest 7 and 4 stay.

    A damaged one never counts as one of these; it goes after 30 days, as safety backups do. Of many safety backups
    some go earlier. A backup that a person asked for stays until a person deletes the file. The last verified one
    always stays.
    """
    newest_first = sorted(
        backups, key=lambda backup: (not is_ahead(backup.created_at, now), backup.filename), reverse=True
    )
    verified = [backup.filename for backup in newest_first if backup.verified]
    stay = set(verified[:1])
    for kind, number in ((BackupKind.DAILY, DAILY_KEPT), (BackupKind.WEEKLY, WEEKLY_KEPT)):
        usable = [backup.filename for backup in newest_first if backup.kind is kind and backup.verified is not False]
        stay.update(usable[:number])
    young = [backup for backup in newest_first if now - backup.created_at < COPIES_KEPT_FOR]
    safety = [backup for backup in young if backup.kind is BackupKind.SAFETY]
    stay.update(_thin_out_safety_backups(backup for backup in safety if backup.verified is not False))
    stay.update(_thin_out_safety_backups(backup for backup in safety if backup.verified is False))
    for backup in young:
        if backup.kind is BackupKind.MIGRATION or (backup.kind in AUTOMATIC and backup.verified is False):
            stay.add(backup.filename)
    stay.update(backup.filename for backup in newest_first if backup.kind is BackupKind.MANUAL)
    return [backup.filename for backup in reversed(newest_first) if backup.filename not in stay]


def expires_at(kind: BackupKind, created_at: datetime) -> datetime | None:
    """The time until which a backup is kept, to within a day, while backups are taken and verified.

    None for one that a person asked for: it stays until a person deletes it.
    """
    if kind is BackupKind.MANUAL:
        return None
    # One day of the week has the weekly one in place of a daily one.
    kept_for = {BackupKind.DAILY: (DAILY_KEPT + 1) * DAY, BackupKind.WEEKLY: WEEKLY_KEPT * WEEK}
    return created_at + kept_for.get(kind, COPIES_KEPT_FOR)


def _thin_out_safety_backups(newest_first: Iterable[RetainedBackup]) -> set[str]:
    """The safety backups that stay: the newest 20, and of each day the first, from before its first deletion.

    Each contains everything, so a user who deletes all evening would fill the disk with them.
    """
    copies = list(newest_first)
    # Later entries replace earlier ones, so the earliest of each day is left.
    first_of_day = {copy.created_at.date(): copy.filename for copy in copies}
    return {copy.filename for copy in copies[:SAFETY_BACKUPS_KEPT]} | set(first_of_day.values())


def automatic_backup_due(backups: Sequence[RetainedBackup], now: datetime) -> BackupKind | None:
    """The automatic backup that is due, if one is: one every day, and once a week it is the weekly one."""
    automatic = [backup for backup in backups if backup.kind in AUTOMATIC and not is_ahead(backup.created_at, now)]
    if any(now - backup.created_at < DAY for backup in automatic):
        return None
    usable = [backup for backup in automatic if backup.verified is not False]
    weekly = [backup.created_at for backup in usable if backup.kind is BackupKind.WEEKLY]
    begun = max(weekly) if weekly else min((backup.created_at for backup in usable), default=now)
    return BackupKind.WEEKLY if now - begun >= WEEK else BackupKind.DAILY
