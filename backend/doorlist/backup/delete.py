"""Deletion of one backup at a user's request, whatever the retention rules say (contract 4.backup)."""

import structlog
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.backup.problems import BackupFailed, LastGoodBackup
from doorlist.backup.service import Backups
from doorlist.backup.store import StoredBackup
from doorlist.core.errors import is_disk_full

log = structlog.get_logger()

ONLY_VERIFIED = "This is the only tested backup. Create another one, wait until it is tested, then delete this one."
ONLY_GOOD = "This is the only backup that is not damaged. Create another one, then delete this one."


def delete_backup(backups: Backups, filename: str, *, by: Actor | None) -> None:
    """Delete a backup of the list for `by` (None: the shell). No copy of it stays on this server.

    One process deletes at a time, so that two people cannot delete the last two good ones. Raises UnknownBackup,
    LastGoodBackup, AnotherBackup, BackupFailed, and what any other write raises; then the backup is still there.
    """

    def note(tx: Session) -> None:
        add_audit_entry(tx, Action.BACKUP_DELETED, by=by, before={"filename": filename})

    backups.database.gate.refuse_while_closed()
    with backups.store.adding():
        backup = backups.store.get(filename)
        _refuse_last_good(backups, backup)
        try:
            with backups.store.removing(filename):
                backups.database.commit(note)
        except OSError as error:
            raise BackupFailed(f"The backup was not deleted: {error.strerror or error}.") from error
        except Exception as error:
            if not is_disk_full(error):
                raise
            # Deleting the file frees the space that the audit entry needs.
            backups.store.remove(filename)
            try:
                backups.database.commit(note)
            except Exception as second:
                if not is_disk_full(second):
                    raise
                log.warning("backup_deleted_without_entry", filename=filename, user_id=None if by is None else by.id)


def _refuse_last_good(backups: Backups, backup: StoredBackup) -> None:
    """Raises LastGoodBackup if no other backup is as good as this one."""
    ending = f".{backups.engine.ending}"
    if backup.metadata.verified is False or not backup.filename.endswith(ending):
        return
    others = [
        other
        for other in backups.store.backups()
        if other.filename != backup.filename and other.filename.endswith(ending)
    ]
    if backup.metadata.verified:
        # If backups cannot be verified on this server, the last verified one may be deleted.
        if not any(other.metadata.verified or other.cannot_be_verified for other in others):
            raise LastGoodBackup(ONLY_VERIFIED)
    elif all(other.metadata.verified is False for other in others):
        raise LastGoodBackup(ONLY_GOOD)
