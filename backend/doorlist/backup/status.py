"""How well the data are protected, in sentences that a person can act on (contract 7)."""

import shutil
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from doorlist import __version__
from doorlist.attendees.models import Attendee
from doorlist.backup.rules import LOW_DISK_BYTES, MANY_UNSAVED, VERIFICATION_GROWS_OLD_AFTER, is_ahead
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.schemas import Protection
from doorlist.backup.store import StoredBackup
from doorlist.core import clock

HOUR_SECONDS = 3600
MEGABYTE = 1024 * 1024


def protection_of(scheduler: BackupScheduler) -> Protection:
    backups = scheduler.backups.store.backups()
    intact = next((backup.metadata.intact for backup in backups if backup.metadata.intact is not None), None)
    return Protection(
        last_backup_at=backups[0].created_at if backups else None,
        last_proven_restore_at=max(
            (b.metadata.verified_at for b in backups if b.metadata.verified and b.metadata.verified_at),
            default=None,
        ),
        database_integrity="unknown" if intact is None else "ok" if intact else "damaged",
        automatic_backups=scheduler.is_running and scheduler.failure is None,
        warnings=list(_warnings(scheduler, backups)),
        version=__version__,
    )


def _attendees_since(scheduler: BackupScheduler, moment: datetime | None) -> int:
    """The number of attendees that were added since the newest backup, or of all without one."""
    query = select(func.count()).select_from(Attendee)
    if moment is not None:
        query = query.where(Attendee.created_at > moment)
    try:
        with scheduler.backups.database.read() as tx:
            return tx.scalar(query) or 0
    except DBAPIError:
        return 0  # Other warnings say that the database does not answer.


def _warnings(scheduler: BackupScheduler, backups: list[StoredBackup]) -> Iterator[str]:
    now = clock.now()
    verified = [backup for backup in backups if backup.metadata.verified and not is_ahead(backup.created_at, now)]
    if not backups:
        yield "There is no backup yet."
    elif not verified:
        yield "No backup has been tested yet."
    else:
        age = now - verified[0].created_at
        if age > VERIFICATION_GROWS_OLD_AFTER:
            yield f"The last tested backup is {int(age.total_seconds()) // HOUR_SECONDS} hours old."
    unsaved = _attendees_since(scheduler, backups[0].created_at if backups else None)
    if unsaved > MANY_UNSAVED:
        yield f"{unsaved:,} attendees are in no backup yet."
    if backups and backups[0].metadata.verified is None and not backups[0].awaits_verification:
        yield f"The newest backup could not be tested. {backups[0].metadata.note}"
    for backup in backups:
        if backup.metadata.verified is False:
            yield f"The backup {backup.filename} cannot be used. {backup.metadata.note}"
    if scheduler.failure is not None:
        yield f"Automatic backups do not work. {scheduler.failure}"
    directory = scheduler.backups.store.directory if backups else scheduler.backups.settings.data_dir
    free = shutil.disk_usage(directory).free
    if free < max(LOW_DISK_BYTES, 3 * max((backup.metadata.size_bytes for backup in backups), default=0)):
        yield f"Only {free // MEGABYTE} MB are free on the disk of the backups."
