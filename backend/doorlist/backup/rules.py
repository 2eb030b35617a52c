"""What backups are called, which of them are kept, and when the next one is due: pure functions (contract 4)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

DAILY_KEPT = 7
WEEKLY_KEPT = 4
COPIES_KEPT_FOR = timedelta(days=30)
SAFETY_COPIES_KEPT = 20
WEEK = timedelta(days=7)
DAY = timedelta(days=1)
PROOF_GROWS_OLD_AFTER = timedelta(hours=26)
MANY_DELETIONS = 100
ONE_SAFETY_COPY_PER = timedelta(minutes=1)
LOW_DISK_BYTES = 500 * 1024 * 1024


class BackupKind(StrEnum):
    """Why a backup was taken."""

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
    """What the name of a backup says."""

    created_at: datetime
    kind: BackupKind
    ending: str

    def __str__(self) -> str:
        """`doorlist-20261120-180455-123-manual.sqlite3`, in UTC, so that names sort by time."""
        moment = self.created_at.astimezone(UTC)
        return f"doorlist-{moment:%Y%m%d-%H%M%S}-{moment.microsecond // 1000:03d}-{self.kind}.{self.ending}"


def read_name(text: str) -> BackupName | None:
    """What a file name says; None when no backup has such a name, whatever directories or dots it holds."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    try:
        moment = datetime.strptime(found[1] + "000", "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupName(moment, BackupKind(found[2]), found[3])


@dataclass(frozen=True)
class Kept:
    """A backup as the rule of keeping sees it. `verified`: None while nobody knows."""

    filename: str
    kind: BackupKind
    created_at: datetime
    verified: bool | None = None


def is_ahead(created_at: datetime, now: datetime) -> bool:
    """Whether a backup was taken while the machine's clock was wrong: the next ones come before it, not after."""
    return created_at - now >= DAY


def no_longer_kept(backups: Iterable[Kept], now: datetime) -> list[str]:
    """The names of those that may go, by contract 4: of the automatic ones all but the newest 7 and 4.

    One that proved to be damaged takes no good one's place and goes with the copies, after 30 days. Of many safety
    copies some go before. What a person asked for stays until a person deletes the file. The last one that was proven
    always stays.
    """
    newest_first = sorted(
        backups, key=lambda backup: (not is_ahead(backup.created_at, now), backup.filename), reverse=True
    )
    proven = [backup.filename for backup in newest_first if backup.verified]
    stay = set(proven[:1])
    for kind, number in ((BackupKind.DAILY, DAILY_KEPT), (BackupKind.WEEKLY, WEEKLY_KEPT)):
        usable = [backup.filename for backup in newest_first if backup.kind is kind and backup.verified is not False]
        stay.update(usable[:number])
    young = [backup for backup in newest_first if now - backup.created_at < COPIES_KEPT_FOR]
    safety = [backup for backup in young if backup.kind is BackupKind.SAFETY]
    stay.update(_thinned_out(backup for backup in safety if backup.verified is not False))
    stay.update(_thinned_out(backup for backup in safety if backup.verified is False))
    for backup in young:
        if backup.kind is BackupKind.MIGRATION or (backup.kind in AUTOMATIC and backup.verified is False):
            stay.add(backup.filename)
    stay.update(backup.filename for backup in newest_first if backup.kind is BackupKind.MANUAL)
    return [backup.filename for backup in reversed(newest_first) if backup.filename not in stay]


def _thinned_out(newest_first: Iterable[Kept]) -> set[str]:
    """Which of the safety copies stay: the newest 20, and of each day the first, from before its first deletion.

    Each is a copy of everything, so that somebody who deletes all evening would fill the disk with them.
    """
    copies = list(newest_first)
    # The last to be put in is the earliest.
    first_of_day = {copy.created_at.date(): copy.filename for copy in copies}
    return {copy.filename for copy in copies[:SAFETY_COPIES_KEPT]} | set(first_of_day.values())


def automatic_backup_due(backups: Sequence[Kept], now: datetime) -> BackupKind | None:
    """Which automatic backup is due, if one is: every day one, and once a week it is the week's."""
    automatic = [backup for backup in backups if backup.kind in AUTOMATIC and not is_ahead(backup.created_at, now)]
    if any(now - backup.created_at < DAY for backup in automatic):
        return None
    usable = [backup for backup in automatic if backup.verified is not False]
    weekly = [backup.created_at for backup in usable if backup.kind is BackupKind.WEEKLY]
    begun = max(weekly) if weekly else min((backup.created_at for backup in usable), default=now)
    return BackupKind.WEEKLY if now - begun >= WEEK else BackupKind.DAILY
