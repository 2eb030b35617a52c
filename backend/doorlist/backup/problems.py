"""The problems of backups (contract 10)."""

from doorlist.core.errors import Conflict, NotFound, Problem


class UnknownBackup(NotFound):
    code = "backup_not_found"
    title = "Backup not found"


class BackupInvalid(Problem):
    """The file is no backup of Doorlist, is damaged, or has a schema unknown to this release. Nothing was changed."""

    code = "backup_invalid"
    title = "Invalid backup file or corrupted data"  # fixed by contract 8


class BackupFailed(Problem):
    """A backup could not be written, so the change that it was to protect was not made either."""

    status = 507
    code = "backup_failed"
    title = "Backup failed"


class AnotherBackup(Conflict):
    code = "another_backup"
    title = "Another backup is at work"
    detail = "Another backup is still being written. Please try again in a while."


class LastGoodBackup(Conflict):
    code = "last_good_backup"
    title = "The last good backup"


class AnotherRestore(Conflict):
    """A restore is under way; a second one would replace data that nobody has checked yet."""

    code = "another_restore"
    title = "Another restore is under way"
    detail = "Another restore is under way. Wait until it is done, then check the data."


class DamagedBackup(Exception):
    """A backup is damaged; the text says how."""


class NotVerifiable(Exception):
    """A backup cannot be verified here; the text says why, and what would help."""


class NoSuperAdminLeft(Conflict):
    code = "no_super_admin_left"
    title = "Not possible"
    detail = (
        "Every super administrator of this backup was deactivated since, so nobody could manage this server after"
        " it. Nothing was changed. Reactivate one of them, then try again."
    )
