"""How well the data are protected, said so that a person can act on it (contract 7)."""

import shutil
from collections.abc import Iterator

from doorlist.backup.rules import LOW_DISK_BYTES, PROOF_GROWS_OLD_AFTER, is_ahead
from doorlist.backup.scheduler import Keeper
from doorlist.backup.schemas import Protection
from doorlist.backup.store import SnapshotInfo
from doorlist.core import clock

HOUR_SECONDS = 3600
MEGABYTE = 1024 * 1024


def protection_of(keeper: Keeper) -> Protection:
    """The state of the backups at this moment."""
    backups = keeper.shelf.backups()
    judged = next((backup.facts.intact for backup in backups if backup.facts.intact is not None), None)
    return Protection(
        last_backup_at=backups[0].created_at if backups else None,
        last_proven_restore_at=max(
            (backup.facts.proven_at for backup in backups if backup.facts.verified and backup.facts.proven_at),
            default=None,
        ),
        database_integrity="unknown" if judged is None else "ok" if judged else "damaged",
        automatic_backups=keeper.is_at_work and keeper.trouble is None,
        warnings=list(_warnings(keeper, backups)),
    )


def _warnings(keeper: Keeper, backups: list[SnapshotInfo]) -> Iterator[str]:
    now = clock.now()
    proven = [backup for backup in backups if backup.facts.verified and not is_ahead(backup.created_at, now)]
    if not backups:
        yield "There is no backup yet."
    elif not proven:
        yield "No backup has been proven yet."
    else:
        age = now - proven[0].created_at
        if age > PROOF_GROWS_OLD_AFTER:
            yield f"The last proven backup is {int(age.total_seconds()) // HOUR_SECONDS} hours old."
    if backups and backups[0].facts.verified is None and not backups[0].awaits_proof:
        yield f"The newest backup could not be proven. {backups[0].facts.note}"
    for backup in backups:
        if backup.facts.verified is False:
            yield f"The backup {backup.filename} cannot be used. {backup.facts.note}"
    if keeper.trouble is not None:
        yield f"Automatic backups do not work. {keeper.trouble}"
    directory = keeper.shelf.directory if backups else keeper.settings.data_dir
    free = shutil.disk_usage(directory).free
    if free < max(LOW_DISK_BYTES, 3 * max((backup.facts.size_bytes for backup in backups), default=0)):
        yield f"Only {free // MEGABYTE} MB are free on the disk of the backups."
